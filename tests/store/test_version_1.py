"""Games in databases and exports of version 1 can be continued."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.ext.asyncio import create_async_engine

from kingdom_builder.store.backup import export_games, import_games
from kingdom_builder.store.database import Database, database_url
from kingdom_builder.store.migration import migrations
from kingdom_builder.store.schema import metadata
from tests.server.client import Browser, watch
from tests.server.serving import ServerProcess, serving

FOLDER = Path(__file__).parent / "version_1"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text())
"""Every table by name: who held which seat with which cookie, and what a seat saw."""

SHOWN = [name for name, expected in EXPECTED.items() if "seat" in expected]


def write_database(path: Path) -> str:
    """Write the old database to a file; return its address."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript((FOLDER / "database.sql").read_text())
    return f"sqlite:///{path}"


@pytest.fixture(scope="module", params=["migrated", "imported", "imported to PostgreSQL"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the old games, from the old database or from an import of the old export."""
    folder: Path = tmp_path_factory.mktemp("version_1")
    if request.param == "migrated":
        url = write_database(folder / "games.db")
    else:
        url = f"sqlite:///{folder / 'games.db'}"
        if request.param == "imported to PostgreSQL":
            url = request.getfixturevalue("postgres").database("version_1")
        asyncio.run(import_old_export(url))
    with serving(folder, database=url) as running:
        yield running
        running.assert_clean_log()


async def import_old_export(url: str) -> None:
    database = Database(url)
    await database.open()
    try:
        count = await import_games(database, (FOLDER / "export.jsonl").read_text().splitlines())
        assert count == len(EXPECTED)
    finally:
        await database.close()


def person(server: ServerProcess, name: str, seat: int) -> Browser:
    """Return a browser of the person who held a seat."""
    browser = Browser(server)
    browser.http.cookies.set("kingdom_builder", EXPECTED[name]["cookies"][str(seat)])
    return browser


@pytest.mark.parametrize("name", SHOWN)
def test_a_seat_sees_what_it_saw_before(server, name):
    expected = EXPECTED[name]
    state = person(server, name, expected["seat"]).state(expected, expected["seat"])
    table, view = state["table"], state["view"]
    assert (table["status"], table["seq"]) == (expected["status"], expected["seq"])
    assert [[seat["kind"], seat["name"], seat["level"]] for seat in table["seats"]] == expected["seats"]
    assert [event["seq"] for event in state["events"]] == list(range(1, expected["seq"] + 1))
    if "position" in expected:
        assert view["public"]["position"] == expected["position"]
        assert view["public"]["to_play"] == expected["to_play"]
        assert view["you"]["hand"] == expected["hand"]
        assert sorted([*view["you"]["hexes"], *view["you"]["options"]]) == sorted(expected["legal"])


def test_games_are_continued(server):
    expected = EXPECTED["playing"]
    bob = person(server, "playing", 1)
    with bob.seat(expected, 1) as seat, watch(server, expected) as spectator:
        seat.read_until(lambda: seat.view is not None)
        assert seat.answer(seat.legal()[0])["type"] == "ack"
        spectator.read_until(lambda: spectator.seq == seat.seq == expected["seq"] + 1)


def test_tokens_still_give_access(server):
    expected = EXPECTED["playing"]
    path = f"/api/tables/{expected['id']}/seats/1/state"
    response = Browser(server).http.get(path, headers={"authorization": f"Bearer {expected['token']}"})
    assert response.status_code == 200
    assert response.json()["view"]["you"]["seat"] == 1


def test_invites_still_work_and_the_table_starts(server):
    expected = EXPECTED["open"]
    joined = Browser(server).join(expected["invite"], name="Cleo")
    assert joined["status"] == "playing"
    assert joined["seats"][1]["name"] == "Cleo"


def test_a_bot_keeps_a_seat_that_was_freed_during_the_game_until_a_new_person_is_accepted(server):
    expected = EXPECTED["moved"]
    invite = f"/api/invites/{expected['invite']}"
    ada, cyd, dan = person(server, "moved", 0), person(server, "moved", 1), Browser(server)
    with ada.seat(expected, 0), cyd.seat(expected, 1):
        request = dan.post(f"{invite}/requests", {"name": "Dan"}, 202)["request"]
        for number, browser in enumerate((ada, cyd)):
            vote = {"request": request["seq"], "accept": True}
            browser.post(f"/api/tables/{expected['id']}/seats/{number}/votes", vote, 200)
    assert dan.get(invite)["my_seats"] == [2]


def test_a_finished_game_can_be_replayed(server):
    expected = EXPECTED["over"]
    replay = Browser(server).get(f"/api/games/{expected['id']}")
    assert replay["view"]["public"]["position"] == expected["position"]
    ada = person(server, "over", 0)
    again = ada.post(f"/api/tables/{expected['id']}/rematch", {}, 201)
    assert again["id"] == EXPECTED["rematch"]["id"]


def test_an_archived_game_is_resumed(server):
    expected = EXPECTED["archived"]
    with person(server, "archived", 0).seat(expected, 0) as seat:
        seat.read_until(lambda: seat.events and seat.events[-1]["kind"] == "resumed")
        seat.read_until(lambda: seat.table["status"] == "playing")


def write_postgres_database(url: str) -> str:
    """Fill an empty PostgreSQL database with the schema and the rows of version 1; return its address."""

    def write(connection: sa.Connection) -> None:
        config = migrations()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        tables = sa.MetaData()
        tables.reflect(connection)
        _heading, *lines = (FOLDER / "export.jsonl").read_text().splitlines()
        for row in map(json.loads, lines):
            connection.execute(sa.insert(tables.tables[row.pop("table")]).values(row))

    async def connect() -> None:
        engine = create_async_engine(database_url(url))
        async with engine.begin() as connection:
            await connection.run_sync(write)
        await engine.dispose()

    asyncio.run(connect())
    return url


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_migrated_database_and_an_imported_export_hold_the_same_rows(
    tmp_path: Path, new_database: Callable[[str], str], kind: str
) -> None:
    """The migration also leaves the schema that the program uses."""

    async def rows_of(url: str) -> list[str]:
        database = Database(url)
        await database.open()
        try:
            async with database.engine.connect() as connection:
                differences = await connection.run_sync(
                    lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
                )
            assert differences == []
            lines = [line async for line in export_games(database)]
            return [line for line in lines if json.loads(line).get("table") != "cookie_keys"]
        finally:
            await database.close()

    old = write_database(tmp_path / "old.db") if kind == "sqlite" else write_postgres_database(new_database(kind))
    migrated = asyncio.run(rows_of(old))
    imported = new_database(kind)
    asyncio.run(import_old_export(imported))
    assert asyncio.run(rows_of(imported)) == migrated
