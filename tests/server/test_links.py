"""The creator renews the links of a table: the old ones stop working at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from kingdom_builder.table.decide import MAX_RENEWALS
from tests.server.client import ME, OPEN, Browser, new_id, watch
from tests.server.serving import ServerProcess, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running
        running.assert_clean_log()


def renew(browser: Browser, table: dict[str, Any], link: str, status: int = 200) -> dict[str, Any]:
    renewed: dict[str, Any] = browser.post(f"/api/tables/{table['id']}/links", {"link": link}, status)
    return renewed


def test_an_old_invite_takes_no_seat_and_the_new_one_does(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN)
    renewed = renew(ada, table, "invite")
    assert renewed["invite"] != table["invite"]
    assert renewed["watch"] == table["watch"]
    bob.get(f"/api/invites/{table['invite']}", 404)
    bob.post(f"/api/invites/{table['invite']}/seats", {}, 404)
    assert bob.join(renewed["invite"])["my_seats"] == [1]


def test_players_learn_the_new_link_and_who_has_renewed_it(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, OPEN)
    bob.join(table["invite"])
    with bob.seat(table, 1) as socket:
        renewed = renew(ada, table, "invite")
        socket.read_until(lambda: socket.table and socket.table["invite"] == renewed["invite"])
        socket.read_until(lambda: socket.events[-1]["kind"] == "renewed")
        event = socket.events[-1]
        assert (event["seat"], event["link"]) == (0, "invite")
        assert [line["sentence"]["key"] for line in event["lines"]] == ["log.renewed_invite"]
        assert renewed["invite"] not in str(event)


def test_a_spectator_with_the_old_link_is_disconnected_and_sees_nothing_more(server):
    ada = Browser(server)
    table = ada.create(ME, OPEN)
    state = f"{server.url}/api/watch/{table['watch']}"
    waiting: list[int] = []
    with watch(server, table) as old:
        old.read()
        poll = threading.Thread(
            target=lambda: waiting.append(
                httpx.get(state, params={"after": table["seq"], "wait": 60}, timeout=90).status_code
            )
        )
        poll.start()
        time.sleep(0.5)  # it waits for the next event
        renewed = renew(ada, table, "watch")
        assert old.closed() == 4404
        assert [event["kind"] for event in old.events] == ["created"]
    assert httpx.get(state).status_code == 404
    assert httpx.get(f"{state}/picture.svg").status_code == 404
    poll.join()
    assert waiting == [404]
    with watch(server, renewed) as new:
        new.read()
        assert new.table["watch"] is None


def test_only_the_creator_renews_links_and_the_same_message_does_so_once(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, OPEN)
    bob.join(table["invite"])
    assert renew(bob, table, "watch", 403)["error"]["code"] == "not_creator"
    message = {"id": new_id(), "link": "watch"}
    answers = [ada.post(f"/api/tables/{table['id']}/links", message, 200)["watch"] for _ in range(2)]
    assert answers[0] == answers[1] != table["watch"]


def test_links_are_renewed_a_limited_number_of_times(server):
    ada = Browser(server)
    table = ada.create(ME, OPEN)
    for _ in range(MAX_RENEWALS):
        renew(ada, table, "watch")
    assert renew(ada, table, "watch", 409)["error"]["code"] == "too_many"


def test_a_renewed_link_is_the_link_after_a_restart(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        renewed = renew(ada, ada.create(ME, OPEN), "invite")
        server.kill()
        server.start()
        assert Browser(server).join(renewed["invite"])["my_seats"] == [1]
