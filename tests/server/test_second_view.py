"""Nobody sees the cards of two seats: every way to get a second view of a game (docs/protocol.md, Fair play)."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kingdom_builder.engine.terrain import TERRAINS
from tests.server.client import ME, OPEN, Browser, Socket, bot, new_id, watch
from tests.server.serving import ServerProcess, serving, wait_until
from tests.test_documents import ROOT

ACCEPT_SECONDS = 4


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving(accept_seconds=ACCEPT_SECONDS) as running:
        yield running
        running.assert_clean_log()


class Game(NamedTuple):
    """A running game of Ada, who has created it, Bob and Cyd."""

    table: dict[str, Any]
    ada: Browser
    bob: Browser
    cyd: Browser


def new_game(server: ServerProcess, **options: Any) -> Game:
    ada, bob, cyd = (Browser(server) for _ in range(3))
    table = ada.create({**ME, "name": "Ada"}, OPEN, OPEN, **options)
    bob.join(table["invite"], name="Bob", seat=1)
    cyd.join(table["invite"], name="Cyd", seat=2)
    return Game(ada.get(f"/api/tables/{table['id']}"), ada, bob, cyd)


def seat_path(table: dict[str, Any], seat: int) -> str:
    return f"/api/tables/{table['id']}/seats/{seat}"


def hand_over(browser: Browser, table: dict[str, Any], seat: int) -> dict[str, Any]:
    changed: dict[str, Any] = browser.post(f"{seat_path(table, seat)}/bot", {}, 200)
    return changed


def ask(browser: Browser, table: dict[str, Any], status: int = 202, **wanted: Any) -> Any:
    """Ask for a free seat; return the table, or the code of the error."""
    answer = browser.post(f"/api/invites/{table['invite']}/requests", wanted, status)
    return answer if status == 202 else answer["error"]["code"]


def vote(browser: Browser, table: dict[str, Any], seat: int, *, accept: bool = True) -> None:
    request = browser.get(f"/api/tables/{table['id']}")["request"]
    browser.post(f"{seat_path(table, seat)}/votes", {"request": request["seq"], "accept": accept}, 200)


def move_link(browser: Browser, table: dict[str, Any], seat: int) -> str:
    link: str = browser.post(f"{seat_path(table, seat)}/move", {}, 201)["link"]
    return f"/api{link}"


def token_of(browser: Browser, table: dict[str, Any], seat: int) -> dict[str, str]:
    made = browser.post(f"{seat_path(table, seat)}/tokens", {}, 201)
    return {"Authorization": f"Bearer {made['token']}"}


def status_of_seat(browser: Browser, table: dict[str, Any], seat: int, **headers: str) -> int:
    return browser.http.get(f"{seat_path(table, seat)}/state", headers=headers).status_code


def test_every_way_of_the_document_has_a_test():
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    named = re.findall(r"`(test_\w+)` \|", text)
    own = Path(__file__).read_text(encoding="utf-8")
    assert len(named) > 20
    assert [name for name in named if f"def {name}(" not in own] == []


def test_the_creator_cannot_free_a_seat_and_take_it(server):
    table, ada, bob, _cyd = new_game(server)
    assert ada.post(f"{seat_path(table, 1)}/revoke", {}, 409)["error"]["code"] == "begun"
    assert ada.post(f"/api/invites/{table['invite']}/seats", {"name": "Bob"}, 409)["error"]["code"] == "begun"
    assert status_of_seat(ada, table, 1) == 403
    assert bob.state(table, 1)["view"]["you"]["seat"] == 1


def test_the_creator_cannot_take_a_seat_that_was_handed_to_a_bot(server):
    table, ada, bob, cyd = new_game(server)
    changed = hand_over(ada, table, 1)
    assert (changed["seats"][1]["kind"], changed["seats"][1]["free"]) == ("bot", True)
    with cyd.seat(table, 2):
        assert ask(ada, table, 409, name="Bob") == "not_new"
    for browser in (ada, bob):
        assert status_of_seat(browser, table, 1) == 403
    lines = [line["sentence"] for event in ada.state(table, 0)["events"] for line in event["lines"]]
    assert {"key": "log.handed_over", "params": {"name": {"seat": 0}, "person": "Bob"}} in lines


def test_only_the_holder_and_the_creator_hand_over_a_seat_and_only_once(server):
    table, _ada, bob, cyd = new_game(server)
    assert bob.post(f"{seat_path(table, 2)}/bot", {}, 403)["error"]["code"] == "forbidden"
    message = {"id": new_id()}
    seq = cyd.post(f"{seat_path(table, 2)}/bot", message, 200)["seq"]
    assert cyd.post(f"{seat_path(table, 2)}/bot", message, 200)["seq"] >= seq
    kinds = [event["kind"] for event in bob.state(table, 1)["events"]]
    assert kinds.count("handed_over") == 1
    assert cyd.post(f"{seat_path(table, 2)}/bot", {}, 403)["error"]["code"] == "forbidden"


def test_a_former_player_can_only_come_back_to_the_own_seat(server):
    table, ada, bob, cyd = new_game(server)
    hand_over(bob, table, 1)
    hand_over(cyd, table, 2)
    with ada.seat(table, 0):
        assert ask(bob, table, 409, seat=2) == "not_new"
        ask(bob, table, seat=1, name="Bob")
        assert status_of_seat(bob, table, 1) == 403
        vote(ada, table, 0)
    assert status_of_seat(bob, table, 1) == 200
    assert status_of_seat(bob, table, 2) == 403


def test_whoever_had_a_seat_before_the_start_cannot_take_another_one(server):
    ada, bob, cyd, dan = (Browser(server) for _ in range(4))
    table = ada.create(ME, OPEN, OPEN)
    dan.join(table["invite"], seat=1)
    dan.post(f"{seat_path(table, 1)}/revoke", {}, 200)
    bob.join(table["invite"], seat=1)
    cyd.join(table["invite"], seat=2)
    hand_over(cyd, table, 2)
    with ada.seat(table, 0):
        assert ask(dan, table, 409, seat=2) == "not_new"


@pytest.mark.parametrize("how", ["WebSocket", "request", "picture"])
def test_a_spectator_cannot_take_a_seat(server, how):
    table, ada, bob, _cyd = new_game(server)
    dan = Browser(server)
    dan.get(f"/api/invites/{table['invite']}")
    if how == "WebSocket":
        cookies = "; ".join(f"{name}={value}" for name, value in dan.http.cookies.items())
        with Socket(f"{server.ws_url}/api/watch/{table['watch']}/live", {"Cookie": cookies}) as socket:
            socket.read()
    elif how == "request":
        dan.get(f"/api/watch/{table['watch']}")
    else:
        assert dan.http.get(f"/api/watch/{table['watch']}/picture.svg").status_code == 200
    hand_over(bob, table, 1)
    with ada.seat(table, 0):
        assert ask(dan, table, 409) == "not_new"
        kinds = [event["kind"] for event in ada.state(table, 0)["events"]]
        assert kinds.count("watched") == 1


def test_a_spectator_sees_no_cards(server):
    table, ada, _bob, _cyd = new_game(server)
    shown = ada.get(f"/api/watch/{table['watch']}")
    assert shown["view"]["you"] is None
    assert shown["view"]["public"] == ada.state(table, 0)["view"]["public"]
    with watch(server, table) as socket:
        socket.read()
        assert socket.view["you"] is None
    assert "hand" not in json.dumps(shown["view"]).replace('"hands"', "").replace('"handed', "")


def test_a_request_ends_when_the_person_watches(server):
    table, ada, bob, _cyd = new_game(server)
    dan = Browser(server)
    hand_over(bob, table, 1)
    with ada.seat(table, 0):
        request = ask(dan, table)["request"]
        dan.get(f"/api/watch/{table['watch']}")
        path = f"{seat_path(table, 0)}/votes"
        assert ada.post(path, {"request": request["seq"], "accept": True}, 409)["error"]["code"] == "stale"
    assert status_of_seat(dan, table, 1) == 403


def test_a_second_browser_needs_the_consent_of_the_players(server):
    table, ada, bob, cyd = new_game(server)
    second = Browser(server)
    hand_over(ada, table, 1)
    assert ask(second, table, 409) == "nobody_here"
    with ada.seat(table, 0), cyd.seat(table, 2):
        message = {"id": new_id(), "name": "Dan"}
        first = second.post(f"/api/invites/{table['invite']}/requests", message, 202)
        again = second.post(f"/api/invites/{table['invite']}/requests", message, 202)
        assert first["request"]["seq"] == again["request"]["seq"]
        assert (first["request"]["asked"], first["request"]["mine"]) == ([0, 2], True)
        vote(ada, table, 0)
        assert status_of_seat(second, table, 1) == 403, "one of two players has accepted"
        vote(cyd, table, 2, accept=False)
        assert second.get(f"/api/invites/{table['invite']}")["request"] is None
        ask(second, table, name="Dan")
        wait_until(lambda: ada.get(f"/api/tables/{table['id']}")["request"] is None, "the request has lapsed")
        assert status_of_seat(second, table, 1) == 403
        last = {"id": new_id(), "name": "Dan"}
        second.post(f"/api/invites/{table['invite']}/requests", last, 202)
        vote(ada, table, 0)
        vote(cyd, table, 2)
        assert second.post(f"/api/invites/{table['invite']}/requests", last, 202)["my_seats"] == [1]
    assert second.get(f"/api/invites/{table['invite']}")["my_seats"] == [1]
    assert second.state(table, 1)["view"]["you"]["seat"] == 1
    assert status_of_seat(bob, table, 1) == 403
    kinds = [event["kind"] for event in ada.state(table, 0)["events"] if event["kind"] not in ("answer", "undo")]
    asking = ["requested", "accepted", "refused", "requested", "lapsed", "requested", "accepted", "accepted"]
    assert kinds[-9:] == ["handed_over", *asking]


def test_players_of_another_process_are_asked(postgres, tmp_path):
    database = postgres.database("second_view")
    with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as two:
        table, ada, bob, _cyd = new_game(one)
        hand_over(bob, table, 1)
        dan = Browser(two)
        with ada.seat(table, 0) as socket:
            socket.read()
            assert ask(dan, table)["request"]["asked"] == [0]


def test_a_move_link_gives_nobody_a_second_seat(server):
    table, ada, bob, cyd = new_game(server)
    spectator, telephone = Browser(server), Browser(server)
    spectator.get(f"/api/invites/{table['invite']}")
    spectator.get(f"/api/watch/{table['watch']}")
    hand_over(bob, table, 1)
    link = move_link(cyd, table, 2)
    for browser in (ada, bob, spectator):
        assert browser.post(link, {}, 409)["error"]["code"] == "not_new"
        assert status_of_seat(browser, table, 2) == 403
    assert telephone.post(link, {}, 200)["my_seats"] == [2]


def test_the_old_device_of_a_moved_seat_sees_nothing(server):
    table, _ada, bob, _cyd = new_game(server)
    telephone = Browser(server)
    telephone.post(move_link(bob, table, 1), {}, 200)
    assert status_of_seat(bob, table, 1) == 403
    assert telephone.post(move_link(telephone, table, 1), {}, 200)["my_seats"] == [1]
    bob.post(move_link(telephone, table, 1), {}, 200)
    assert (status_of_seat(bob, table, 1), status_of_seat(telephone, table, 1)) == (200, 403)


@pytest.mark.parametrize("how", ["moved", "handed over"])
def test_tokens_end_with_the_holder_of_the_seat(server, how):
    table, ada, bob, _cyd = new_game(server)
    token = token_of(bob, table, 1)
    assert status_of_seat(Browser(server), table, 1, **token) == 200
    if how == "moved":
        Browser(server).post(move_link(bob, table, 1), {}, 200)
    else:
        hand_over(ada, table, 1)
    assert status_of_seat(Browser(server), table, 1, **token) == 401


def test_the_holder_of_a_token_cannot_take_a_second_seat(server):
    table, ada, bob, cyd = new_game(server)
    token = token_of(cyd, table, 2)
    hand_over(bob, table, 1)
    with ada.seat(table, 0):
        path = f"/api/invites/{table['invite']}/requests"
        assert Browser(server).post(path, {}, 409, **token)["error"]["code"] == "not_new"
    assert status_of_seat(Browser(server), table, 1, **token) == 403


def test_only_the_holder_renews_the_credentials_of_a_seat(server):
    table, ada, _bob, _cyd = new_game(server)
    for path in ("tokens", "move"):
        assert ada.post(f"{seat_path(table, 1)}/{path}", {}, 403)["error"]["code"] == "forbidden"
    hand_over(ada, table, 1)
    for path in ("tokens", "move"):
        assert ada.post(f"{seat_path(table, 1)}/{path}", {}, 403)["error"]["code"] == "forbidden"


def test_seats_of_one_browser_are_shown_to_everybody(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, ME, OPEN)
    bob.join(table["invite"])
    assert [seat["device"] for seat in bob.get(f"/api/tables/{table['id']}")["seats"]] == [0, 0, 2]
    assert [seat["device"] for seat in bob.get(f"/api/watch/{table['watch'] or ''}", 200)["table"]["seats"]] == [
        0,
        0,
        2,
    ]


def test_a_hint_needs_a_table_without_other_people(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, bot(), setup={"start": 0})
    bob.join(table["invite"])
    assert ada.post(f"{seat_path(table, 0)}/hint", {}, 409)["error"]["code"] == "no_hints"
    hand_over(ada, table, 1)
    assert ada.post(f"{seat_path(table, 0)}/hint", {}, 409)["error"]["code"] == "no_hints"
    assert ada.post(f"{seat_path(table, 1)}/hint", {}, 403)["error"]["code"] == "forbidden"


def test_previews_and_reasons_are_for_the_own_seat(server):
    table, ada, bob, _cyd = new_game(server)
    for path in ("preview?answer=0", "why-not?hex=0"):
        assert ada.http.get(f"{seat_path(table, 1)}/{path}").status_code == 403
    hand_over(bob, table, 1)
    for browser in (ada, bob):
        assert browser.http.get(f"{seat_path(table, 1)}/preview?answer=0").status_code == 403


def test_a_rematch_shows_nothing_of_a_running_game(server):
    table, ada, bob, _cyd = new_game(server)
    for browser in (ada, bob):
        assert browser.post(f"/api/tables/{table['id']}/rematch", {}, 409)["error"]["code"] == "not_over"
    hand_over(ada, table, 1)
    assert bob.post(f"/api/tables/{table['id']}/rematch", {}, 403)["error"]["code"] == "forbidden"


def test_a_running_or_closed_game_has_no_replay(server):
    table, ada, bob, _cyd = new_game(server)
    paths = ("", "/record", "/history", "/summary", "/picture.svg")
    for path in paths:
        assert ada.http.get(f"/api/games/{table['id']}{path}").json()["error"]["code"] == "not_over"
    assert bob.post(f"/api/tables/{table['id']}/close", {}, 403)["error"]["code"] == "not_creator"
    message = {"id": new_id()}
    assert ada.post(f"/api/tables/{table['id']}/close", message, 200)["status"] == "closed"
    assert ada.post(f"/api/tables/{table['id']}/close", message, 200)["status"] == "closed"
    for path in paths:
        assert ada.http.get(f"/api/games/{table['id']}{path}").json()["error"]["code"] == "not_over"
    view = bob.state(table, 1)["view"]
    assert view["public"]["deck"]["seed"] is None
    answer = {"seen_seq": view["public"]["seq"], "answer": 0}
    assert bob.post(f"{seat_path(table, 1)}/answers", answer, 409)["error"]["code"] == "closed"


def test_link_previews_and_pictures_show_no_cards(server):
    table, _ada, bob, _cyd = new_game(server)
    stranger = Browser(server)
    invited = stranger.get(f"/api/invites/{table['invite']}")
    assert "view" not in invited
    assert invited["seats"][1]["name"] == "Bob"
    preview = stranger.http.get(f"/t/{table['invite']}", headers={"accept": "text/html"}).text
    assert "Bob" not in preview
    hand = bob.state(table, 1)["view"]["you"]["hand"]
    assert set(hand) <= set(TERRAINS)
    one, two = (stranger.http.get(f"/api/watch/{table['watch']}/picture.svg").text for _ in range(2))
    assert one == two
    assert one == bob.http.get(f"/api/games/{table['id']}/board.svg").text


def test_a_long_poll_sees_nothing_after_the_seat_was_lost(server):
    table, ada, bob, _cyd = new_game(server)
    seq = bob.state(table, 1)["table"]["seq"]
    with ThreadPoolExecutor(1) as pool:
        query = pool.submit(bob.http.get, f"{seat_path(table, 1)}/state", params={"after": seq, "wait": 20})
        time.sleep(0.5)  # give the request time to arrive; a late one is rejected too
        hand_over(ada, table, 1)
        response = query.result()
    assert response.status_code == 403


def test_a_socket_sees_nothing_after_the_seat_was_lost(server):
    table, ada, bob, _cyd = new_game(server)
    with bob.seat(table, 1) as socket:
        socket.read()
        hand_over(ada, table, 1)
        assert socket.closed() == 4403
        assert "handed_over" not in [event["kind"] for event in socket.events]
