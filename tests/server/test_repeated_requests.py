"""A request that is sent again with the same id is done once, and has the same result: table, seat, cookie, token."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx
import pytest

from kingdom_builder.store.version_5 import FULL_TABLES
from tests.server.client import ME, OPEN, Browser, bot, new_id
from tests.server.serving import ServerProcess, serving, wait_until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running
        running.assert_clean_log()


def post(server: ServerProcess, path: str, message: dict[str, Any]) -> tuple[Any, str]:
    """Send a request without a cookie; return its answer and the cookie that it sets."""
    response = httpx.post(server.url + path, json=message)
    assert response.status_code == 201, response.text
    return response.json(), response.headers["set-cookie"].split(";")[0]


def can_play(server: ServerProcess, table: str, token: dict[str, Any]) -> bool:
    path = f"{server.url}/api/tables/{table}/seats/{token['seat']}/state"
    return httpx.get(path, headers={"authorization": f"Bearer {token['token']}"}).status_code == 200


def test_a_new_browser_creates_one_table_and_gets_the_same_cookie_and_token_again(server):
    message = {"id": new_id(), "seats": [ME, OPEN], "tokens": True}
    first, cookie = post(server, "/api/tables", message)
    second, again = post(server, "/api/tables", message)
    assert (second["table"]["id"], second["tokens"], again) == (first["table"]["id"], first["tokens"], cookie)
    mine = httpx.get(f"{server.url}/api/my/tables", headers={"cookie": cookie}).json()
    assert [table["id"] for table in mine] == [first["table"]["id"]]
    assert can_play(server, first["table"]["id"], first["tokens"][0])


def test_a_program_without_a_cookie_takes_one_seat(server):
    table = Browser(server).create(ME, OPEN, OPEN, OPEN)
    message = {"id": new_id(), "name": "Bob", "token": True}
    path = f"/api/invites/{table['invite']}/seats"
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: post(server, path, message), range(4)))
    assert len({cookie for _, cookie in answers}) == 1
    assert len({str(answer["tokens"]) for answer, _ in answers}) == 1
    last = answers[-1][0]
    assert [seat["kind"] for seat in last["table"]["seats"]] == ["person", "person", "open", "open"]
    assert can_play(server, table["id"], last["tokens"][0])
    other, cookie = post(server, path, {**message, "id": new_id()})
    assert other["tokens"][0]["seat"] == 2
    assert cookie != answers[0][1]


def test_a_short_id_is_no_secret_and_gives_no_cookie_again(server):
    message = {"id": "short-id", "seats": [ME, OPEN]}
    assert post(server, "/api/tables", message)[1] != post(server, "/api/tables", message)[1]


def test_the_same_cookie_is_given_for_some_minutes_only(tmp_path):
    with serving(tmp_path) as server:
        message = {"id": new_id(), "seats": [ME, OPEN]}
        first, cookie = post(server, "/api/tables", message)
        with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
            assert database.execute("UPDATE newcomers SET expires_at = 1").rowcount == 1
        second, other = post(server, "/api/tables", message)
        assert cookie != other
        assert first["table"]["id"] != second["table"]["id"]


def test_a_token_is_the_same_again_and_stays_removed(server):
    ada = Browser(server)
    table = ada.create(ME, OPEN)
    path, message = f"/api/tables/{table['id']}/seats/0/tokens", {"id": new_id()}
    token = ada.post(path, message, 201)
    assert ada.post(path, message, 201) == token
    assert can_play(server, table["id"], token)
    assert ada.http.delete(f"{path}/{token['id']}").status_code == 204
    assert ada.post(path, message, 201) == token
    assert not can_play(server, table["id"], token)


def test_a_move_link_is_the_same_again(server):
    ada = Browser(server)
    table = ada.create(ME, OPEN)
    path, message = f"/api/tables/{table['id']}/seats/0/move", {"id": new_id()}
    assert ada.post(path, message, 201) == ada.post(path, message, 201)


def test_a_seat_is_moved_once_and_the_same_message_gets_the_table_again(server):
    ada, telephone = Browser(server), Browser(server)
    table = ada.create(ME, OPEN)
    link = ada.post(f"/api/tables/{table['id']}/seats/0/move", {}, 201)["link"]
    message = {"id": new_id()}
    answers = [httpx.post(f"{server.url}/api{link}", json=message) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.json()["my_seats"] for answer in answers] == [[0], [0]]
    assert answers[0].headers["set-cookie"] == answers[1].headers["set-cookie"]
    assert telephone.post(f"/api{link}", {}, 410)["error"]["code"] == "gone"


def test_a_rematch_is_created_once_with_its_seats_and_starts(server):
    ada = Browser(server)
    table = ada.create(ME, bot(), setup={"first_game": True}, turn_seconds=10)
    with ada.seat(table, 0) as socket:
        socket.read_until(lambda: socket.view is not None)
        while not socket.public["over"]:
            if socket.mine:
                socket.answer(socket.legal()[-1])
            else:
                socket.read()
    message = {"id": new_id()}
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda _: ada.post(f"/api/tables/{table['id']}/rematch", message, 201), range(3)))
    assert len({answer["id"] for answer in answers}) == 1
    assert [answer["status"] for answer in answers] == ["playing"] * 3
    assert len(ada.get("/api/my/tables")) == 2
    state = ada.state(answers[0], 0)
    assert [event["kind"] for event in state["events"][:2]] == ["created", "started"]


def test_joining_creates_a_token_and_starts_the_game_in_one_step(server):
    table = Browser(server).create(ME, OPEN)
    bob = Browser(server)
    joined = bob.post(f"/api/invites/{table['invite']}/seats", {"token": True}, 201)
    kinds = [event["kind"] for event in bob.state(joined["table"], 1)["events"]]
    assert kinds[:4] == ["created", "joined", "keys", "started"]


def test_a_stored_table_that_is_full_and_was_not_started_is_started(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        tables = [ada.create(ME, OPEN, start_when_full=when_full) for when_full in (True, False)]
        for table in tables:
            Browser(server).join(table["invite"])
        server.kill()
        with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
            game = tables[0]["id"]
            # As a server left it that was killed after somebody had joined.
            database.execute("DELETE FROM events WHERE game = ? AND kind != 'created' AND kind != 'joined'", (game,))
            database.execute("UPDATE games SET status = 'open', wake_at = NULL WHERE id = ?", (game,))
            database.execute(FULL_TABLES)  # by the migration
        server.start()
        back = Browser(server)
        back.http.cookies = ada.http.cookies
        wait_until(lambda: back.get(f"/api/tables/{game}")["status"] == "playing", "the game has started")
        assert back.get(f"/api/tables/{tables[1]['id']}")["status"] == "open"
        server.assert_clean_log()
