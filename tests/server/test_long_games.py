"""Games with very many events: a viewer gets the recent ones, the rest in pages, and bounds keep them few."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from typing import Any

from kingdom_builder.server.event_pages import PAGE
from kingdom_builder.table import bounds, messages, responses
from tests.server.client import ME, OPEN, Browser, bot, check, watch
from tests.server.database_file import database_path
from tests.server.serving import ServerProcess, serving


def store(server: ServerProcess, table: dict[str, Any], events: Sequence[tuple[str, int, Any]]) -> None:
    """Store events after those that a table has; the server must not run."""
    connection = sqlite3.connect(database_path(server))
    with connection:
        (last,) = connection.execute("SELECT max(seq) FROM events WHERE game = ?", (table["id"],)).fetchone()
        connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?, 'player', ?, NULL, ?)",
            [
                (table["id"], seq, kind, seat, json.dumps(value), time.time())
                for seq, (kind, seat, value) in enumerate(events, last + 1)
            ],
        )
    connection.close()


def all_pages(browser: Browser, path: str, before: int) -> list[Any]:
    """Return all events before a number, page by page."""
    found: list[Any] = []
    while page := browser.get(path, before=before):
        check(list[messages.TableEvent], page)
        assert len(page) <= PAGE
        assert page[-1]["seq"] == before - 1
        found = page + found
        before = page[0]["seq"]
    return found


def numbers(events: Sequence[Any]) -> list[int]:
    return [event["seq"] for event in events]


def test_a_long_game_is_sent_in_parts_and_loaded_as_it_was(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        table = ada.create(*[bot()] * 5, setup={"sets": ["base", "nomads"]})
        with watch(server, table) as spectator:
            spectator.read_until(lambda: spectator.view and spectator.public["over"])
            lived = spectator.events
        assert numbers(lived) == list(range(1, len(lived) + 1))
        assert len(lived) > 2 * PAGE
        path = f"/api/watch/{table['watch']}"
        for restart in (False, True):
            if restart:
                server.kill()
                server.start()
            viewer = Browser(server)
            state = viewer.get(path)
            check(messages.Snapshot, state)
            assert PAGE < len(state["events"]) <= 2 * PAGE
            first = state["events"][0]["seq"]
            assert first % PAGE == 1
            assert lived[first - 1 :] == state["events"]
            assert state["earlier_gold"] == [event["gold"] for event in lived[: first - 1] if "gold" in event]
            assert all_pages(viewer, f"{path}/events", first) == lived[: first - 1]
            assert viewer.get(f"{path}/events", before=1) == []
            assert numbers(viewer.get(f"{path}/events", before=len(lived) + 1000))[-1] == len(lived)
            # Whoever has recent events gets exactly the rest.
            assert viewer.get(path, after=len(lived) - 2)["events"] == lived[-2:]
            assert viewer.get(path, after=5)["events"] == state["events"]
            with watch(server, table, after=first + 3) as late:
                late.read()
                assert numbers(late.events)[0] == first + 4
            history = viewer.get(f"/api/games/{table['id']}/history")
            check(responses.History, history)
            assert history["events"] == lived
        server.assert_clean_log()


def test_a_flood_of_chat_and_undos_from_before_the_bounds_is_loaded(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        table = ada.create(ME, ME)
        seat = ada.state(table, 0)["view"]["public"]["to_play"]
        position = ada.state(table, seat)["view"]["public"]["position"]
        answer = ada.state(table, seat)["view"]["you"]["hexes"][0]
        server.kill()
        store(server, table, [("chat", 0, {"text": "x" * 500})] * 2500)
        store(server, table, [("answer", seat, answer), ("undo", seat, 1)] * 2500)
        server.start()
        back = Browser(server)
        back.http.cookies = ada.http.cookies
        response = back.http.get(f"/api/tables/{table['id']}/seats/{seat}/state")
        assert len(response.content) < 200_000
        state = response.json()
        assert state["view"]["public"]["position"] == position
        assert numbers(state["events"])[-1] == 7502
        page = back.get(f"/api/tables/{table['id']}/seats/{seat}/events", before=2502)
        assert [event["kind"] for event in page] == ["chat"] * len(page)
        chat = {"id": "0123456789", "text": "one more"}
        assert back.post(f"/api/tables/{table['id']}/seats/0/chat", chat, 409)["error"]["code"] == "too_much_chat"
        with back.seat(table, seat) as me:
            me.read()
            assert not me.view["you"]["can_undo"]
            assert me.answer(answer)["type"] == "ack"
            assert me.request("undo", seen_seq=me.seq)["code"] == "too_many_undos"
        server.assert_clean_log()


def test_one_person_cannot_fill_the_chat_of_the_others(tmp_path):
    with serving(tmp_path) as server:
        ada, bob = Browser(server), Browser(server)
        table = ada.create(ME, OPEN)
        bob.join(table["invite"])
        server.kill()
        store(server, table, [("chat", 0, {"text": "x"})] * (bounds.CHATS_OF_PERSON - PAGE))
        server.start()
        back, other = Browser(server), Browser(server)
        back.http.cookies, other.http.cookies = ada.http.cookies, bob.http.cookies
        with back.seat(table, 0) as first, other.seat(table, 1) as second:
            for number in range(PAGE):
                first.send({"type": "chat", "id": f"message-{number}", "text": "x" * 200})
            first.read_until(lambda: f"message-{PAGE - 1}" in first.replies)
            assert {reply["type"] for reply in first.replies.values()} == {"ack"}
            assert first.request("chat", text="more")["code"] == "too_much_chat"
            assert second.request("chat", text="Hello")["type"] == "ack"
            second.read_until(lambda: second.events[-1]["seat"] == 1)
            first.read_until(lambda: first.seq == second.seq)
            assert second.events[-PAGE:] == first.events[-PAGE:]
        assert len(back.state(table, 0)["events"]) <= 2 * PAGE
