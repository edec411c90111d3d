"""Access control: a rejected request changes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import secrets
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from kingdom_builder.server import lobby
from kingdom_builder.server.app import create_app
from kingdom_builder.server.limit_settings import LimitSettings
from kingdom_builder.server.requests import CreateTableRequest, SeatRequest
from kingdom_builder.server.seat_requests import CLIENT_MESSAGE
from kingdom_builder.server.security import credentials
from kingdom_builder.server.security.auth import Person
from kingdom_builder.server.security.cookies import COOKIE
from kingdom_builder.server.settings import read_settings
from kingdom_builder.store.projection import Credential
from kingdom_builder.table import responses
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.names import MAX_CHAT, MAX_NAME, clean_name, clean_text
from tests.server.client import ME, OPEN, Browser, Socket, check, new_id, watch
from tests.server.database_file import bytes_on_disk, expire_credentials, stored, stored_at_rest
from tests.server.raw_socket import MORE_THAN_BUFFERS, RawConnection, talk, text_frame
from tests.server.routes import DENIED, KINDS, ROUTES, SEAT, SOCKET, RequestValues, application_routes
from tests.server.serving import ServerProcess, serving
from tests.services import free_port

CLOSE_CODES = {401: 4401, 403: 4403, 404: 4404}
WRITES = sorted(route for route in ROUTES if route[0] in ("POST", "PUT", "DELETE"))


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def cookie(browser: Browser) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={browser.http.cookies[COOKIE]}"}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}".strip()}


def secret_in(browser: Browser) -> str:
    """Return the secret in a browser's cookie, without the server's mark."""
    return browser.http.cookies[COOKIE].partition(".")[0]


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def seat_path(table: dict[str, Any], seat: int) -> str:
    return f"/api/tables/{table['id']}/seats/{seat}"


def new_token(browser: Browser, table: dict[str, Any], seat: int) -> dict[str, Any]:
    made: dict[str, Any] = browser.post(f"{seat_path(table, seat)}/tokens", {}, 201)
    return made


def new_move_link(browser: Browser, table: dict[str, Any], seat: int) -> str:
    link: str = browser.post(f"{seat_path(table, seat)}/move", {}, 201)["link"]
    return link.removeprefix("/move/")


def socket_of(server: ServerProcess, table: dict[str, Any], seat: int, headers: dict[str, str]) -> Socket:
    return Socket(f"{server.ws_url}{seat_path(table, seat)}/live", headers)


def command(**fields: Any) -> dict[str, Any]:
    """Return the body of a message that changes something."""
    return {"id": new_id(), **fields}


class StatelessClient:
    """An HTTP client that sends the given headers and keeps no cookies."""

    def __init__(self, server: ServerProcess) -> None:
        self._http = server.client()

    def request(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> httpx.Response:
        self._http.cookies.clear()
        sent = {} if body is None else {"json": body}
        return self._http.request(method, path, headers=headers, **sent)


@pytest.fixture(scope="module")
def client(server: ServerProcess) -> StatelessClient:
    return StatelessClient(server)


@dataclass(frozen=True)
class RunningGame:
    """A running game with its people and credentials. The tests use Bob's seat; it is his turn."""

    table: dict[str, Any]
    ada: Browser
    bob: Browser
    cleo: Browser
    dan: Browser
    eve: Browser
    tokens: dict[str, str]
    link: str
    values: RequestValues

    @property
    def bobs_hash(self) -> str:
        return sha256(secret_in(self.bob))

    @property
    def visitor(self) -> Browser:
        """A browser that has only opened the page."""
        browser = Browser(self.bob.server)
        browser.http.get(f"/t/{self.table['invite']}")
        return browser

    @property
    def mixed_cookie(self) -> str:
        """The secret of one person with the server's mark of another."""
        return f"{secret_in(self.bob)}.{self.eve.http.cookies[COOKIE].partition('.')[2]}"


@pytest.fixture(scope="module")
def game(server: ServerProcess) -> RunningGame:
    ada, bob, cleo, dan, eve = (Browser(server) for _ in range(5))
    table = ada.create(ME, OPEN, OPEN, OPEN, setup={"start": 1})
    for browser in (bob, cleo, dan):
        browser.join(table["invite"])
    elsewhere = eve.create(ME, ME)
    with bob.seat(table, 1) as socket:
        socket.read()
        assert socket.answer(socket.legal()[0])["type"] == "ack"
    tokens = {"old": new_token(bob, table, 1)["token"]}
    expire_credentials(server, table["id"], "token")
    good, taken_back = new_token(bob, table, 1), new_token(bob, table, 1)
    assert bob.http.delete(f"{seat_path(table, 1)}/tokens/{taken_back['id']}").status_code == 204
    tokens |= {"good": good["token"], "taken back": taken_back["token"], "lost": new_token(dan, table, 3)["token"]}
    ada.post(f"{seat_path(table, 3)}/bot", {}, 200)
    tokens |= {
        "another seat": new_token(cleo, table, 2)["token"],
        "another table": new_token(eve, elsewhere, 1)["token"],
    }
    link = new_move_link(bob, table, 1)
    view = bob.state(table, 1)["view"]
    values = RequestValues(table["id"], 1, table["id"], good["id"], view["public"]["seq"], view["you"]["hexes"][0])
    return RunningGame(table, ada, bob, cleo, dan, eve, tokens, link, values)


class Identity(NamedTuple):
    """A sender without access to the requested seat: the kind, and the headers that it sends."""

    kind: str
    headers: Callable[[RunningGame], dict[str, str]]
    seat: int = 1


NOT_ISSUED = f"{secrets.token_urlsafe(32)}.{secrets.token_urlsafe(16)}"
BAD_TOKEN, OTHER_TOKEN, FOREIGN_TOKEN = KINDS[4:]
IDENTITIES = {
    "no cookie": Identity("unknown", lambda _: {}),
    "a cookie that the server has not issued": Identity("unknown", lambda _: {"Cookie": f"{COOKIE}={NOT_ISSUED}"}),
    "a cookie of a visitor": Identity("outsider", lambda all: cookie(all.visitor)),
    "a cookie without its mark": Identity("unknown", lambda all: {"Cookie": f"{COOKIE}={secret_in(all.bob)}"}),
    "a cookie with the mark of another": Identity("unknown", lambda all: {"Cookie": f"{COOKIE}={all.mixed_cookie}"}),
    "a token as the cookie": Identity("unknown", lambda all: {"Cookie": f"{COOKIE}={all.tokens['good']}"}),
    "the cookie's hash as the cookie": Identity("unknown", lambda all: {"Cookie": f"{COOKIE}={all.bobs_hash}"}),
    "a cookie that is none": Identity("unknown", lambda _: {"Cookie": f"{COOKIE}=' OR 1=1 --"}),
    "a cookie of another table": Identity("outsider", lambda all: cookie(all.eve)),
    "the old cookie of a lost seat": Identity("outsider", lambda all: cookie(all.dan), seat=3),
    "another seat's cookie": Identity("other seat", lambda all: cookie(all.cleo)),
    "the creator's cookie": Identity("creator", lambda all: cookie(all.ada)),
    "a token that was taken back": Identity(BAD_TOKEN, lambda all: bearer(all.tokens["taken back"])),
    "a token that is too old": Identity(BAD_TOKEN, lambda all: bearer(all.tokens["old"])),
    "the token of a lost seat": Identity(BAD_TOKEN, lambda all: bearer(all.tokens["lost"]), seat=3),
    "a token that never was": Identity(BAD_TOKEN, lambda _: bearer(secrets.token_urlsafe(32))),
    "an empty token": Identity(BAD_TOKEN, lambda _: bearer("")),
    "the watch code as a token": Identity(BAD_TOKEN, lambda all: bearer(all.table["watch"])),
    "the invite as a token": Identity(BAD_TOKEN, lambda all: bearer(all.table["invite"])),
    "a move link as a token": Identity(BAD_TOKEN, lambda all: bearer(all.link)),
    "a token's hash as a token": Identity(BAD_TOKEN, lambda all: bearer(sha256(all.tokens["good"]))),
    "the cookie as a token": Identity(BAD_TOKEN, lambda all: bearer(all.bob.http.cookies[COOKIE])),
    "the token of another seat": Identity(OTHER_TOKEN, lambda all: bearer(all.tokens["another seat"])),
    "the token of another table": Identity(FOREIGN_TOKEN, lambda all: bearer(all.tokens["another table"])),
}


def test_every_route_has_an_access_rule(tmp_path):
    assert application_routes(tmp_path) == set(ROUTES)
    assert set(ROUTES.values()) == set(DENIED)


def test_every_message_type_is_tested_on_sockets():
    tested = {message["type"] for message in RequestValues("g", 0, "c", "k", 0, 0).messages("id")}
    assert tested == set(CLIENT_MESSAGE.json_schema()["discriminator"]["mapping"])


@pytest.mark.parametrize("name", IDENTITIES)
def test_every_route_rejects_other_identities_and_changes_nothing(server, game, client, name):
    identity = IDENTITIES[name]
    values = replace(game.values, seat=identity.seat)
    wrong = []
    for (method, template), who in sorted(ROUTES.items()):
        if method == SOCKET or (
            DENIED[who][KINDS.index(identity.kind)] == 200 and method != "GET" and who != "everybody"
        ):
            continue
        before = stored(server)
        body = values.body(method, template, new_id())
        response = client.request(method, values.path(template), identity.headers(game), body)
        expected = DENIED[who][KINDS.index(identity.kind)]
        if response.status_code != expected:
            wrong.append(f"{method} {template}: {response.status_code} instead of {expected}: {response.text[:200]}")
        if who == "creator of a new table":
            after = {table: [row for row in rows if row in before[table]] for table, rows in stored(server).items()}
        else:
            after = stored(server)
        if after != before:
            wrong.append(f"{method} {template} has changed something")
        if response.status_code >= 400:
            check(responses.ErrorBody, response.json())
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", IDENTITIES)
def test_a_seat_s_socket_rejects_other_identities_and_their_messages(server, game, name):
    identity = IDENTITIES[name]
    status = DENIED["seat"][KINDS.index(identity.kind)]
    before = stored(server)
    with socket_of(server, game.table, identity.seat, identity.headers(game)) as socket:
        with contextlib.suppress(ConnectionClosed):
            for message in game.values.messages(new_id()):
                socket.send(message)
        assert socket.closed() == CLOSE_CODES[status]
        [received] = [json.loads(text) for text in socket.received]
        assert received["type"] == "error"
        assert received["code"] == {401: "who_are_you", 403: "forbidden"}[status]
    assert stored(server) == before


def test_a_spectator_can_only_watch(server, game, client):
    code = game.table["watch"]
    before = stored(server)
    state = client.request("GET", f"/api/watch/{code}", {}).json()
    assert state["view"]["you"] is None
    assert state["table"]["invite"] is None
    assert client.request("GET", f"/api/watch/{code}/picture.svg", {}).status_code == 200
    for path in (
        f"/api/invites/{code}",
        f"/api/tables/{code}",
        f"/api/games/{code}",
        f"/api/tables/{code}/seats/1/state",
    ):
        assert client.request("GET", path, {}).status_code in (401, 404)
    assert client.request("POST", f"/api/invites/{code}/seats", {}, command()).status_code == 404
    assert client.request("POST", f"/api/move/{code}", {}, command()).status_code == 410
    with watch(server, game.table) as socket:
        for message in game.values.messages(new_id()):
            socket.send(message)
        rejections: list[str] = []
        while len(rejections) < len(game.values.messages("")):
            received = socket.read()
            rejections += [received["code"]] if received["type"] == "error" else []
    assert set(rejections) == {"forbidden"}
    assert stored(server) == before


def test_an_invalid_code_is_not_found(server, game):
    for path in ("/api/watch/nothing/live", f"/api/watch/{game.table['invite']}/live"):
        with Socket(server.ws_url + path, {}) as socket:
            assert socket.closed() == 4404


def test_an_invalid_token_is_rejected_with_any_cookie(server, game, client):
    shows = {**cookie(game.bob), **bearer("nonsense")}
    assert client.request("GET", f"{seat_path(game.table, 1)}/state", shows).status_code == 401


def test_a_rejected_new_browser_is_not_stored(server, client):
    full = Browser(server).create(ME, ME)
    cards = {"setup": {"cards": ["dragons"]}}
    before = stored(server)
    assert client.request("POST", "/api/move/nothing", {}, command()).status_code == 410
    assert client.request("POST", f"/api/invites/{full['invite']}/seats", {}, command()).status_code == 409
    assert client.request("POST", "/api/tables", {}, command(seats=[ME, ME], **cards)).status_code == 422
    assert stored(server) == before


@pytest.mark.parametrize("key", ["cookie", "token"])
def test_the_cookie_and_token_of_a_seat_can_play(server, client, key):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, setup={"start": 0})
    bob.join(table["invite"])
    shows = cookie(bob) if key == "cookie" else bearer(new_token(bob, table, 1)["token"])
    number = ada.state(table, 0)["table"]["seq"]
    path = seat_path(table, 1)
    message = {"id": new_id(), "seen_seq": number}
    assert client.request("POST", f"{path}/pass", shows, message).json() == {"seq": number + 1}
    with ada.seat(table, 0) as first:
        first.read()
        while first.mine:
            assert first.answer(first.legal()[0])["type"] == "ack"
    view = client.request("GET", f"{path}/state", shows).json()["view"]
    answer = {"id": new_id(), "seen_seq": view["public"]["seq"], "answer": view["you"]["hexes"][0]}
    assert client.request("GET", f"{path}/why-not?hex={answer['answer']}", shows).json() is None
    number = client.request("POST", f"{path}/answers", shows, answer).json()["seq"]
    assert client.request("POST", f"{path}/undo", shows, {"id": new_id(), "seen_seq": number}).json() == {
        "seq": number + 1
    }
    spoken = client.request("POST", f"{path}/chat", shows, {"id": new_id(), "phrase": "hello"})
    assert spoken.json() == {"seq": number + 2}
    assert client.request("GET", f"/api/tables/{table['id']}", shows).json()["my_seats"] == [1]
    for picture in ("svg", "png"):
        assert client.request("GET", f"/api/games/{table['id']}/board.{picture}", shows).status_code == 200
    with socket_of(server, table, 1, shows) as socket:
        socket.read()
        assert socket.answer(socket.legal()[0])["type"] == "ack"
        assert socket.request("undo", seen_seq=socket.seq)["type"] == "ack"


def test_the_person_at_a_seat_renames_it_and_manages_its_credentials(server):
    ada = Browser(server)
    table = ada.create(ME, ME)
    path = seat_path(table, 1)
    assert ada.put(f"{path}/name", {"name": "Ada"}).json()["seats"][1]["name"] == "Ada"
    token = new_token(ada, table, 1)
    assert [key["id"] for key in ada.get(f"{path}/tokens")] == [token["id"]]
    assert ada.get(f"{seat_path(table, 0)}/tokens") == []
    assert ada.http.delete(f"{path}/tokens/{token['id']}").status_code == 204
    assert ada.get(f"{path}/tokens") == []
    new_move_link(ada, table, 1)
    assert ada.http.delete(f"{path}/move").status_code == 204
    assert ada.post(f"{path}/bot", {}, 200)["my_seats"] == [0]


def test_a_token_cannot_do_what_only_its_person_may(server, game, client):
    before = stored_at_rest(server)
    shows = bearer(game.tokens["good"])
    for (method, template), who in sorted(ROUTES.items()):
        if who in ("seat's person", "seat's person or creator", "creator", "creator during the game", "player"):
            body = game.values.body(method, template, new_id())
            assert client.request(method, game.values.path(template), shows, body).status_code == 403, template
    assert stored(server) == before


def test_a_credential_cannot_be_removed_through_another_seat(server, client):
    ada = Browser(server)
    table = ada.create(ME, ME)
    token = new_token(ada, table, 0)
    ada.http.delete(f"{seat_path(table, 1)}/tokens/{token['id']}")
    assert client.request("GET", f"{seat_path(table, 0)}/state", bearer(token["token"])).status_code == 200


def test_a_token_that_expires_closes_its_socket(server):
    ada = Browser(server)
    table = ada.create(ME, ME)
    token = new_token(ada, table, 0)["token"]
    expire_credentials(server, table["id"], "token", time.time() + 1.5)
    with socket_of(server, table, 0, bearer(token)) as socket, ada.seat(table, 0) as other:
        assert socket.read()["type"] == "snapshot"
        assert socket.closed() == 4401
        assert other.request("chat", text="still here")["type"] == "ack"


@pytest.mark.parametrize("how", ["used", "too old", "taken back", "replaced", "of a lost seat", "never made"])
def test_an_expired_or_removed_link_moves_no_seat(server, how):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, ME)
    code = new_move_link(ada, table, 1)
    if how == "used":
        Browser(server).post(f"/api/move/{code}", {}, 200)
    elif how == "too old":
        expire_credentials(server, table["id"], "move")
    elif how == "taken back":
        assert ada.http.delete(f"{seat_path(table, 1)}/move").status_code == 204
    elif how == "replaced":
        new_move_link(ada, table, 1)
    elif how == "of a lost seat":
        ada.post(f"{seat_path(table, 1)}/bot", {}, 200)
    else:
        code = secrets.token_urlsafe(32)
    before = stored_at_rest(server)
    for browser in (bob, ada):
        assert browser.post(f"/api/move/{code}", {}, 410)["error"]["code"] == "gone"
    assert bob.http.get(f"/move/{code}").status_code == 200
    assert stored(server) == before


def test_a_link_moves_a_seat_once_and_the_old_device_loses_access(server, client):
    ada, bob, telephone = Browser(server), Browser(server), Browser(server)
    table = ada.create(ME, OPEN, setup={"start": 0})
    bob.join(table["invite"])
    old = cookie(bob)
    token = new_token(bob, table, 1)["token"]
    code = new_move_link(bob, table, 1)
    with (
        socket_of(server, table, 1, old) as out,
        socket_of(server, table, 1, bearer(token)) as program,
        ada.seat(table, 0) as first,
        watch(server, table) as spectator,
    ):
        assert telephone.post(f"/api/move/{code}", {}, 200)["my_seats"] == [1]
        assert out.closed() == 4403
        assert program.closed() == 4401
        assert first.answer(first_answer(first))["type"] == "ack"
        spectator.read_until(lambda: spectator.seq >= first.seq)
    path = seat_path(table, 1)
    assert client.request("GET", f"{path}/state", old).status_code == 403
    assert client.request("GET", f"{path}/state", bearer(token)).status_code == 401
    assert telephone.state(table, 1)["view"]["you"]["seat"] == 1
    assert telephone.post(f"/api/move/{code}", {}, 410)["error"]["code"] == "gone"
    assert bob.get("/api/my/tables") == []


def first_answer(socket: Socket) -> int:
    socket.read_until(lambda: socket.view is not None)
    return socket.legal()[0]


def test_one_of_several_browsers_that_open_a_link_at_once_gets_the_seat(server):
    ada = Browser(server)
    racers = [Browser(server) for _ in range(4)]
    with ThreadPoolExecutor(len(racers)) as pool:
        for _ in range(10):
            table = ada.create(ME, ME)
            code = new_move_link(ada, table, 1)
            start = threading.Barrier(len(racers))

            def open_link(racer: Browser, start: threading.Barrier = start, code: str = code) -> int:
                start.wait()
                return racer.http.post(f"/api/move/{code}", json={"id": new_id()}).status_code

            statuses = list(pool.map(open_link, racers))
            assert statuses.count(200) == 1, statuses
            assert set(statuses) <= {200, 409, 410}, statuses
            holders = [racer for racer in racers if racer.http.get(f"{seat_path(table, 1)}/state").status_code == 200]
            assert holders == [racers[statuses.index(200)]]


@pytest.mark.parametrize("held", [1, 2])
def test_one_of_two_browsers_gets_the_seat_of_a_link_when_the_database_is_slow(tmp_path, held):
    async def race() -> tuple[list[str], str | None]:
        app = create_app(read_settings({"database": f"sqlite:///{tmp_path / 'games.db'}"}))
        async with app.router.lifespan_context(app):
            host = app.state.host
            seats = [SeatRequest(kind="me"), SeatRequest(kind="me")]
            ada = Person("ada")
            request = CreateTableRequest(id=new_id(), seats=seats)
            loaded, _tokens = await lobby.create_table(
                host, ada, request, LimitSettings.model_validate({}), "192.0.2.1"
            )
            _link, code = await credentials.create_move_link(host, loaded, 1, ada, new_id())
            read, let_go = asyncio.Event(), asyncio.Event()
            queries = itertools.count(1)
            query = host.repository.credential

            async def slow_query(*arguments: Any) -> Credential | None:
                answer: Credential | None = await query(*arguments)
                if next(queries) == held:
                    read.set()
                    await let_go.wait()
                return answer

            async def open_link(person: str) -> str | None:
                try:
                    await credentials.move_seat(host, code, person, new_id())
                except Rejected:
                    return None
                return person

            host.repository.credential = slow_query
            slow = asyncio.create_task(open_link("slow"))
            waiting = asyncio.create_task(read.wait())
            await asyncio.wait((slow, waiting), return_when=asyncio.FIRST_COMPLETED)
            fast = await open_link("fast")
            let_go.set()
            waiting.cancel()
            return [person for person in (fast, await slow) if person], loaded.state.seats[1].person

    winners, holder = asyncio.run(race())
    assert winners == [holder]


def test_the_sockets_of_a_lost_seat_are_closed_and_others_stay_open(server, client):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, ME, setup={"start": 0})
    bob.join(table["invite"])
    token = new_token(bob, table, 1)["token"]
    with (
        bob.seat(table, 1) as own,
        socket_of(server, table, 1, bearer(token)) as program,
        ada.seat(table, 0) as first,
        ada.seat(table, 2) as third,
        watch(server, table) as spectator,
    ):
        ada.post(f"{seat_path(table, 1)}/bot", {}, 200)
        assert own.closed() == 4403
        assert program.closed() == 4401
        assert first.answer(first_answer(first))["type"] == "ack"
        assert third.request("chat", text="still here")["type"] == "ack"
        spectator.read_until(lambda: spectator.seq >= first.seq)
    assert bob.http.get(f"{seat_path(table, 1)}/state").status_code == 403
    assert client.request("GET", f"{seat_path(table, 1)}/state", bearer(token)).status_code == 401


def test_removing_a_token_closes_its_socket_and_no_other(server):
    ada = Browser(server)
    table = ada.create(ME, ME)
    taken_back, kept = new_token(ada, table, 0), new_token(ada, table, 0)
    with (
        socket_of(server, table, 0, bearer(taken_back["token"])) as out,
        socket_of(server, table, 0, bearer(kept["token"])) as program,
        ada.seat(table, 0) as own,
    ):
        assert ada.http.delete(f"{seat_path(table, 0)}/tokens/{taken_back['id']}").status_code == 204
        assert out.closed() == 4401
        assert program.request("chat", text="still here")["type"] == "ack"
        assert own.request("chat", text="still here")["type"] == "ack"


def test_a_long_poll_is_rejected_when_its_seat_is_lost(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, ME, setup={"start": 0})
    number = bob.join(table["invite"])["seq"]
    with ThreadPoolExecutor(1) as pool:
        wait = {"after": number, "wait": 20}
        query = pool.submit(bob.http.get, f"{seat_path(table, 1)}/state", params=wait)
        time.sleep(0.5)  # give the request time to arrive; a late one is rejected too
        ada.post(f"{seat_path(table, 1)}/bot", {}, 200)
        response = query.result()
    assert response.status_code == 403, response.text[:300]


def test_a_client_whose_seat_was_lost_cannot_play_even_if_it_does_not_read(server):
    ada, bob, cy = Browser(server), Browser(server), Browser(server)
    table = ada.create(ME, OPEN, OPEN, setup={"start": 0, "sets": ["base", "nomads", "crossroads"]})
    bob.join(table["invite"])
    cy.join(table["invite"])
    with RawConnection(server, receive_buffer=4096) as deaf:
        assert deaf.open_websocket(f"{seat_path(table, 1)}/live", cookie(bob)) == 101
        with ada.seat(table, 0) as first, cy.seat(table, 2) as third:
            talk((first, third), MORE_THAN_BUFFERS)
        ada.post(f"{seat_path(table, 1)}/bot", {}, 200)
        before = stored(server)
        for _ in range(2):
            deaf.send(text_frame({"type": "chat", "id": new_id(), "text": "I am still here"}))
        time.sleep(1)
        assert stored(server) == before


def wrong_origins(server: ServerProcess) -> list[dict[str, str]]:
    """Return the headers that a browser sends for a request of another site."""
    return [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://127.0.0.1:{server.port + 1}"},
        {"Origin": f"https://127.0.0.1:{server.port}"},
        {"Origin": f"http://127.0.0.1:{server.port}.evil.example"},
        {"Origin": f"http://evil.example/127.0.0.1:{server.port}"},
        {"Origin": f"http://127.0.0.1:{server.port}@evil.example"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ]


@pytest.mark.parametrize("route", WRITES, ids=" ".join)
def test_requests_of_other_sites_cannot_change_anything(server, game, client, route):
    method, template = route
    values = replace(game.values, code=game.link) if "move/{code}" in template else game.values
    values = replace(values, code=game.table["invite"]) if "invites" in template else values
    before = stored(server)
    for origin in wrong_origins(server):
        shows = {**cookie(game.bob), **origin}
        response = client.request(method, values.path(template), shows, values.body(method, template, new_id()))
        assert response.status_code == 403, origin
        assert response.json()["error"]["code"] == "wrong_origin"
    assert stored(server) == before


FORMS = (
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
)


@pytest.mark.parametrize("route", [route for route in WRITES if route[0] != "DELETE"], ids=" ".join)
def test_content_types_of_html_forms_are_rejected(server, game, route):
    method, template = route
    values = game.values
    before = stored(server)
    message = json.dumps(values.body(method, template, new_id()))
    for kind in (*FORMS, None):
        headers = cookie(game.bob) | ({} if kind is None else {"Content-Type": kind})
        response = httpx.request(method, server.url + values.path(template), headers=headers, content=message)
        assert response.status_code == 415, kind
        assert response.json()["error"]["code"] == "not_json"
    assert stored(server) == before


def test_the_server_s_page_and_programs_can_change_something(server, client):
    ada = Browser(server)
    table = ada.create(ME, ME)
    path = f"{seat_path(table, 0)}/chat"
    for headers in (
        {},
        {"Origin": server.url},
        {"Origin": server.url, "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Content-Type": "application/json; charset=utf-8"},
        {"Content-Type": "Application/JSON"},
    ):
        message = {"id": new_id(), "text": "hello"}
        assert client.request("POST", path, {**cookie(ada), **headers}, message).status_code == 200, headers
    with socket_of(server, table, 0, {**cookie(ada), "Origin": server.url}) as socket:
        assert socket.request("chat", text="hello")["type"] == "ack"


def test_another_site_cannot_open_a_socket(server, game):
    before = stored(server)
    for path in (f"{seat_path(game.table, 1)}/live", f"/api/watch/{game.table['watch']}/live"):
        for origin in wrong_origins(server):
            with Socket(server.ws_url + path, {**cookie(game.bob), **origin}) as socket:
                with contextlib.suppress(ConnectionClosed):
                    for message in game.values.messages(new_id()):
                        socket.send(message)
                assert socket.closed() in (1008, 4403)
                assert [json.loads(text)["code"] for text in socket.received] == ["wrong_origin"], origin
    assert stored(server) == before


def test_a_socket_from_another_site_is_closed_as_the_protocol_says(server, game):
    path = f"{server.ws_url}/api/watch/{game.table['watch']}/live"
    with Socket(path, {"Origin": "https://evil.example"}) as socket:
        assert socket.closed() == 1008


@pytest.mark.parametrize("header", ["Host", "Origin"])
def test_an_invalid_host_or_origin_is_rejected_like_a_foreign_one(header):
    with serving() as running:
        headers = {header: "http://[" if header == "Origin" else "[", "Content-Type": "application/json"}
        with RawConnection(running) as connection:
            response = connection.request("POST", "/api/tables", {**headers, "Content-Length": "2"}, b"{}")
            assert response.status == {"Host": 421, "Origin": 403}[header]
        with RawConnection(running) as connection:
            assert connection.open_websocket("/api/watch/nothing/live", headers) == 101
            assert connection.read_text()["code"] == {"Host": "wrong_host", "Origin": "wrong_origin"}[header]
        running.assert_clean_log()


def test_a_local_server_rejects_other_host_names(server, game, client):
    port = server.port
    for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}", "localhost", "LOCALHOST"):
        assert client.request("GET", "/", {"Host": host}).status_code == 200, host
    before = stored(server)
    for host in ("evil.example", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}", "localhost.evil.example"):
        for method, template in ROUTES:
            if method == SOCKET:
                continue
            headers = {**cookie(game.bob), "Host": host, "Origin": f"http://{host}"}
            body = game.values.body(method, template, new_id())
            response = client.request(method, game.values.path(template), headers, body)
            assert response.status_code == 421, f"{method} {template} for {host}"
            assert response.json()["error"]["code"] == "wrong_host"
        with RawConnection(server) as connection:
            headers = {**cookie(game.bob), "Host": host, "Origin": f"http://{host}"}
            assert connection.open_websocket(f"{seat_path(game.table, 1)}/live", headers) == 101
            assert connection.read_text()["code"] == "wrong_host"
            assert connection.closed() == 1008
    assert stored(server) == before


def test_behind_a_proxy_the_public_address_is_accepted_and_only_a_trusted_proxy_is_believed():
    port = free_port()
    name = f"games.example:{port}"
    with serving(port=port, public_url=f"https://{name}", forwarded_allow_ips="192.0.2.1") as running:
        client = StatelessClient(running)
        for host in (name, f"127.0.0.1:{port}"):
            headers = {"Host": host, "Origin": f"https://{name}", "X-Forwarded-Proto": "https"}
            response = client.request("POST", "/api/tables", headers, command(seats=[ME, ME]))
            assert response.status_code == 201
            secure = host == name  # the public address is an HTTPS one, whatever an untrusted proxy says
            assert response.headers["set-cookie"].startswith(f"__Host-{COOKIE}=" if secure else f"{COOKIE}=")
            assert ("secure" in response.headers["set-cookie"].lower()) == secure
        evil = {"Host": name, "Origin": "https://evil.example"}
        assert client.request("POST", "/api/tables", evil, command(seats=[ME, ME])).status_code == 403
        assert client.request("GET", "/", {"Host": "evil.example"}).status_code == 421
        running.assert_clean_log()


def test_the_cookie_cannot_be_read_by_scripts_or_sent_by_other_sites(server, client):
    table = Browser(server).create(ME, OPEN)
    https = {"X-Forwarded-Proto": "https"}
    for headers in ({}, https):
        responses = [
            client.request("GET", "/", headers),
            client.request("GET", f"/t/{table['invite']}", headers),
            client.request("GET", f"/api/invites/{table['invite']}", headers),
            client.request("POST", "/api/tables", headers, command(seats=[ME, OPEN])),
        ]
        for response in responses:
            value, *rest = (part.strip() for part in response.headers["set-cookie"].split(";"))
            attributes = [attribute.lower() for attribute in rest]
            assert value.startswith(f"__Host-{COOKIE}=" if headers == https else f"{COOKIE}=")
            assert {"httponly", "path=/"} <= set(attributes)
            assert {"samesite=lax", "samesite=strict"} & set(attributes)
            assert not any(attribute.startswith("domain") for attribute in attributes)
            assert ("secure" in attributes) == (headers == https)


def test_only_hashes_of_secrets_are_stored(server):
    ada, telephone = Browser(server), Browser(server)
    table = ada.create(ME, ME, OPEN, start_when_full=False)
    joined = telephone.post(f"/api/invites/{table['invite']}/seats", {"token": True}, 201)
    secret = {
        "cookie": secret_in(ada),
        "cookie of who joined": secret_in(telephone),
        "token": new_token(ada, table, 0)["token"],
        "token given with the seat": joined["tokens"][0]["token"],
        "move link": new_move_link(ada, table, 1),
    }
    ada.get(f"{seat_path(table, 0)}/state")
    on_disk = bytes_on_disk(server)
    for name, text in secret.items():
        assert text.encode() not in on_disk, name
        assert sha256(text).encode() in on_disk, name
        assert text not in server.log.read_text(), name


def test_every_response_has_the_security_headers(server, game, client):
    answers: dict[str, httpx.Response] = {}
    evil = {"Origin": "https://evil.example"}
    for method, template in ROUTES:
        if method == "GET":
            answers[template] = client.request(method, game.values.path(template), {**cookie(game.bob), **evil})
    path = seat_path(game.table, 1)
    answers |= {
        "401": client.request("GET", f"{path}/state", evil),
        "403": client.request("POST", f"{path}/chat", evil, command()),
        "404": client.request("GET", "/nowhere", evil),
        "405": client.request("DELETE", "/api/catalogue", {}),
        "413": client.request("POST", f"{path}/chat", {}, {"text": "x" * 40_000}),
        "415": client.request("POST", f"{path}/chat", {"Content-Type": "text/plain"}),
        "421": client.request("GET", "/", {**evil, "Host": "evil.example"}),
        "422": client.request("POST", f"{path}/chat", cookie(game.bob), {}),
        "a look before a foreign request": client.request(
            "OPTIONS", f"{path}/chat", {**evil, "Access-Control-Request-Method": "POST"}
        ),
    }
    for name, response in answers.items():
        assert name == str(response.status_code) or not name.isdigit(), response.text
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy, name
        assert "unsafe" not in policy, name
        assert "*" not in policy, name
        assert response.headers["x-content-type-options"] == "nosniff", name
        assert not [header for header in response.headers if header.startswith("access-control")], name


def test_a_link_preview_takes_no_seat_and_stores_nothing(server, client):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN)
    before = stored(server)
    for path in (f"/t/{table['invite']}", f"/api/invites/{table['invite']}", f"/w/{table['watch']}", "/move/nothing"):
        for method in ("GET", "HEAD"):
            response = client.request(method, path, {"User-Agent": "a link preview"})
            assert response.status_code == 200 or (method, response.status_code) == ("HEAD", 405)
    for path in (f"/t/{table['invite']}", f"/api/invites/{table['invite']}"):
        bob.http.cookies.clear()
        bob.http.get(path)
        assert len(secret_in(bob)) >= 43
        assert bob.get(f"/api/invites/{table['invite']}")["seats"][1]["kind"] == "open"
    assert stored(server) == before
    offered = bob.http.cookies[COOKIE]
    assert bob.join(table["invite"])["my_seats"] == [1]
    assert bob.http.cookies[COOKIE] == offered
    assert bob.state(table, 1)["view"]["you"]["seat"] == 1


def test_a_browser_with_several_seats_plays_each_through_its_own_address(server, client):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, ME, setup={"start": 2})
    bob.join(table["invite"])
    token = new_token(ada, table, 2)["token"]
    for seat, status in ((0, 200), (1, 403), (2, 200)):
        assert ada.http.get(f"{seat_path(table, seat)}/state").status_code == status
    for seat, status in ((0, 403), (1, 403), (2, 200)):
        assert client.request("GET", f"{seat_path(table, seat)}/state", bearer(token)).status_code == status
    with ada.seat(table, 0) as one, ada.seat(table, 2) as three:
        answer = first_answer(three)
        assert one.request("answer", seen_seq=three.seq, answer=answer)["code"] == "not_your_turn"
        assert three.answer(answer)["type"] == "ack"
        assert three.events[-1]["seat"] == 2


def test_no_message_names_a_seat(server, game, client):
    before = stored(server)
    for method, template in WRITES:
        body = game.values.body(method, template, new_id())
        if template.startswith(SEAT) and body is not None:
            for field in ("seat", "person", "by", "game"):
                response = client.request(method, game.values.path(template), cookie(game.bob), {**body, field: 0})
                assert response.status_code == 422, template
                assert field in response.json()["error"]["message"]
    with game.bob.seat(game.table, 1) as socket:
        for message in game.values.messages(new_id()):
            socket.send({**message, "seat": 0})
            received = socket.read_type("error")
            assert received["code"] == "bad_message"
            assert "seat" in received["message"]
    assert stored(server) == before


TEXTS = {
    "  Ada   Lovelace ": "Ada Lovelace",
    "Ada\x00\x07\x1b[31m": "Ada [31m",
    "one\r\ntwo\u2028three\u2029four\tfive": "one two three four five",
    "\u202eevil\u202c": "evil",
    "\u2066Ada\u2069\u200f\u061c": "Ada",
    "\ufeffAda\u200b\u00ad": "Ada",
    "e\u0301": "\u00e9",
    "\u0930\u093e\u092e": "\u0930\u093e\u092e",
    "Ada \U0001f469\u200d\U0001f469\u200d\U0001f467": "Ada \U0001f469\u200d\U0001f469\u200d\U0001f467",
    "<b>Ada</b>": "<b>Ada</b>",
}
"""The text that is sent, and the text that is shown."""


def test_names_and_chat_are_cleaned(server):
    ada = Browser(server)
    table = ada.create(ME, ME)
    with ada.seat(table, 0) as socket:
        for written, shown in TEXTS.items():
            renamed = ada.put(f"{seat_path(table, 0)}/name", {"name": written}).json()
            assert renamed["seats"][0]["name"] == shown
            made = ada.create({**ME, "name": written}, {**OPEN})
            assert made["seats"][0]["name"] == shown
            assert Browser(server).join(made["invite"], name=written)["seats"][1]["name"] == shown
            reply = socket.request("chat", text=written)
            socket.read_until(lambda reply=reply: socket.seq >= reply["seq"])
            assert socket.events[-1]["text"] == shown
    piled = "a" + "\u0323\u0307" * 20
    assert len(unicodedata.normalize("NFD", ada.create({**ME, "name": piled}, ME)["seats"][0]["name"])) <= 4


def test_an_empty_or_too_long_name_or_text_is_rejected(server):
    ada = Browser(server)
    table = ada.create(ME, ME)
    rename = f"{seat_path(table, 1)}/name"
    for blank in ("", "   ", "\u3000\u2003\t", "\x00\x1b", "\u202e\u200b"):
        assert ada.put(rename, {"name": blank}).json()["seats"][1]["name"] == "Player 2"
        ada.post(f"{seat_path(table, 1)}/chat", {"id": new_id(), "text": blank}, 422)
    assert ada.put(rename, {"name": "x" * 200}).json()["seats"][1]["name"] == "x" * MAX_NAME
    before = stored(server)
    assert ada.put(rename, {"name": "x" * 201}).status_code == 422
    ada.post(f"{seat_path(table, 1)}/chat", {"id": new_id(), "text": "x" * (MAX_CHAT + 1)}, 422)
    ada.post(f"{seat_path(table, 1)}/chat", {"id": new_id(), "text": "a", "phrase": "hello"}, 422)
    ada.post(f"{seat_path(table, 1)}/chat", {"id": new_id(), "phrase": "go away"}, 422)
    assert stored(server) == before


AWKWARD = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("a \n\x00\u0301\u0323\u20dd\u200d\ufe0f\u202e\u2066\u200b\u00ad\u2028\ud800\U0001f3f0\u3164"),
    ),
    max_size=2 * MAX_CHAT,
)


@given(AWKWARD)
def test_cleaned_text_has_no_control_characters(text):
    for shown, longest in ((clean_text(text), MAX_CHAT), (clean_name(text, "Player 1"), MAX_NAME)):
        assert len(shown) <= longest
        assert shown == " ".join(shown.split())
        assert not [letter for letter in shown if unicodedata.category(letter)[0] == "C" and letter != "\u200d"]
    assert clean_name(text, "Player 1")


@given(st.text("a\u0301\u0323\u202e\u200d", max_size=30))
def test_cleaned_text_has_few_combining_marks_per_letter(text):
    shown = clean_text(text).replace("\u200d", "")
    assert "mmm" not in "".join("m" if unicodedata.category(letter) in ("Mn", "Me") else "." for letter in shown)


@pytest.mark.parametrize("letter", ["\u200d", "\ufe0f", "\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u034f"])
def test_a_name_without_visible_characters_is_empty(letter):
    assert clean_name(letter * 3, "Player 1") == "Player 1"
