"""A person deletes their names and messages: they are gone from tables, files and all processes; the games stay."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from kingdom_builder.store.backup import export_games
from kingdom_builder.store.database import Database
from tests.server.client import ME, OPEN, Browser, bot, watch
from tests.server.serving import ServerProcess, serving

TEXTS = ("Bobby", "Robert", "call me at home")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with serving(tmp_path) as running:
        yield running
        running.assert_clean_log()


def talk(server: ServerProcess, ada: Browser, bob: Browser, **options: Any) -> dict[str, Any]:
    """Create a table at which Bob takes a seat, is renamed and writes."""
    table = ada.create({**ME, "name": "Ada"}, OPEN, **options)
    bob.join(table["invite"], name="Bobby")
    path = f"/api/tables/{table['id']}/seats/1"
    bob.post(f"{path}/chat", {"text": "call me at home"}, 200)
    assert bob.put(f"{path}/name", {"name": "Robert"}).status_code == 200
    ada.post(f"/api/tables/{table['id']}/seats/0/chat", {"text": "ada writes"}, 200)
    return table


def delete(browser: Browser) -> int:
    response = browser.http.delete("/api/my/texts")
    assert response.status_code == 200, response.text
    return int(response.json()["tables"])


def exported(server: ServerProcess) -> str:
    async def read() -> str:
        database = Database(server.database)
        await database.open(to_read=True)
        lines = [line async for line in export_games(database)]
        await database.close()
        return "\n".join(lines)

    return asyncio.run(read())


def test_names_and_messages_are_deleted_everywhere_and_only_once(server):
    ada, bob = Browser(server), Browser(server)
    tables = [talk(server, ada, bob) for _ in range(2)]
    with ada.seat(tables[0], 0) as socket:
        socket.read_until(lambda: socket.events)
        assert "call me at home" in socket.received[0]
        assert delete(bob) == 2
        socket.read_until(lambda: socket.events[-1]["kind"] == "redacted")
        assert [seat["name"] for seat in socket.table["seats"]] == ["Ada", "Player 2"]
        numbers = socket.events[-1]["redacted"]
        assert [event["kind"] for event in socket.events if event["seq"] in numbers] == [
            "joined",
            "started",
            "chat",
            "renamed",
        ]
    assert delete(bob) == 0
    for table in tables:
        state = ada.state(table, 0)
        shown = str(state) + str(ada.get("/api/my/tables"))
        assert not [text for text in TEXTS if text in shown]
        assert "ada writes" in shown
        chat = next(event for event in state["events"] if event["kind"] == "chat")
        assert (chat["text"], chat["lines"][0]["sentence"]["key"]) == (None, "log.deleted")
        with watch(server, ada.get(f"/api/tables/{table['id']}")) as spectator:
            spectator.read()
            assert not [text for text in TEXTS if text in spectator.received[0]]
    rows = exported(server)
    assert not [text for text in TEXTS if text in rows]
    assert "ada writes" in rows


def test_a_person_keeps_the_seat_and_can_take_a_name_again(server):
    ada, bob = Browser(server), Browser(server)
    table = talk(server, ada, bob)
    delete(bob)
    assert bob.put(f"/api/tables/{table['id']}/seats/1/name", {"name": "Bob again"}).status_code == 200
    assert bob.state(table, 1)["table"]["seats"][1]["name"] == "Bob again"
    assert delete(bob) == 1
    assert bob.state(table, 1)["table"]["seats"][1]["name"] == "Player 2"


def test_a_finished_game_can_still_be_replayed(server):
    ada = Browser(server)
    table = ada.create({**ME, "name": "Bobby"}, bot(), setup={"first_game": True})
    with ada.seat(table, 0) as socket:
        socket.request("chat", text="call me at home")
        socket.read_until(lambda: socket.view is not None)
        while not socket.public["over"]:
            if socket.mine:
                socket.answer(socket.legal()[-1])
            else:
                socket.read()
        scores = socket.public["scores"]
    before = ada.get(f"/api/games/{table['id']}/history")
    assert delete(ada) == 1
    game = ada.get(f"/api/games/{table['id']}")
    assert game["view"]["public"]["scores"] == scores
    assert ada.get(f"/api/games/{table['id']}/history")["totals"] == before["totals"]
    assert ada.get(f"/api/games/{table['id']}", seq=20)["view"]["public"]["seq"] == 20
    for path in ("record", "history", "summary", "picture.svg"):
        shown = httpx.get(f"{server.url}/api/games/{table['id']}/{path}").text
        assert not [text for text in TEXTS if text in shown], path
    server.kill()
    server.start()
    assert "Bobby" not in httpx.get(f"{server.url}/api/games/{table['id']}").text


def test_a_browser_without_a_table_has_nothing_to_delete(server):
    assert delete(Browser(server)) == 0


def test_other_processes_forget_the_texts_too(new_database, tmp_path):
    database = new_database("postgresql")
    with serving(tmp_path / "one", database=database) as one, serving(tmp_path / "two", database=database) as two:
        ada, bob = Browser(one), Browser(two)
        table = talk(one, ada, bob)
        with ada.seat(table, 0) as socket:
            socket.read_until(lambda: socket.events and socket.table["seats"][1]["name"] == "Robert")
            assert delete(bob) == 1
            socket.read_until(lambda: socket.events[-1]["kind"] == "redacted")
            shown = str(ada.state(table, 0))
            assert not [text for text in TEXTS if text in shown]
        for server in (one, two):
            server.assert_clean_log()
