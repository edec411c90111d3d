"""Databases: brought up to date when opened, each entry once and only once, copies that bring back every game."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from kingdom_builder.engine.game import new_first_game
from kingdom_builder.server.table import Table
from kingdom_builder.store.backup import export_games, import_games
from kingdom_builder.store.database import Database, database_url
from kingdom_builder.store.games import Games, StoredEntry, StoredGame, StoredSeat, game_change, seat_change
from kingdom_builder.store.schema import metadata

BOTH = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


async def new_stored_game(games: Games, game: str = "g") -> StoredGame:
    """Store a game with two open seats and its first entry."""
    options: dict[str, Any] = {"turn_seconds": None, "reaction_seconds": 60, "running_score": True, "setup": {}}
    record = new_first_game(1).to_record()
    stored = StoredGame(game, f"i{game}", f"w{game}", "p", "playing", True, options, record, 1, None, time.time())
    await games.create(stored, [StoredSeat(n, "open", None, None, f"P{n}") for n in (0, 1)], entry(1, "created"))
    return stored


def entry(number: int, kind: str = "answer", value: object = None, message_id: str | None = None) -> StoredEntry:
    return StoredEntry(number, kind, None, "player", value, message_id, time.time())


@BOTH
def test_the_migrations_make_the_schema_that_the_program_uses(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database, database.engine.connect() as connection:
            differences = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
        assert differences == []

    asyncio.run(check())


@BOTH
def test_of_many_entries_with_one_number_exactly_one_is_stored(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            games = Games(database)
            await new_stored_game(games)
            wishes = [games.append("g", entry(number, value=wish)) for wish in range(5) for number in range(2, 100)]
            stored = await asyncio.gather(*wishes)
            assert sum(stored) == 98
            assert [found.number for found in await games.entries_after("g", 0)] == list(range(1, 100))

    asyncio.run(check())


@BOTH
def test_a_message_s_id_is_stored_once(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            games = Games(database)
            await new_stored_game(games)
            await new_stored_game(games, "h")
            assert await games.append("g", entry(2, message_id="same"))
            assert not await games.append("g", entry(3, message_id="same"))
            assert await games.append("h", entry(2, message_id="same"))

    asyncio.run(check())


@BOTH
def test_what_goes_with_an_entry_is_stored_with_it_or_not_at_all(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            games = Games(database)
            await new_stored_game(games)
            changes = (seat_change("g", 1, kind="person", person="b", name="Bob"), game_change("g", status="over"))
            assert not await games.append("g", entry(1), *changes)
            assert (await games.seats_of("g"))[1].kind == "open"
            assert await games.append("g", entry(2), *changes)
            assert (await games.seats_of("g"))[1] == StoredSeat(1, "person", "b", None, "Bob")
            stored = await games.load("g")
            assert stored is not None
            assert stored.status == "over"

    asyncio.run(check())


@pytest.mark.parametrize(("source", "target"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_copy_brings_every_game_to_another_database_where_it_can_be_played_on(new_database, source, target):
    async def check() -> None:
        async with opened(new_database(source)) as database:
            games = Games(database)
            stored = await new_stored_game(games)
            game = new_first_game(1)
            await games.append("g", entry(2, "started"))
            for number in range(3, 12):
                answer = game.legal_answers()[0]
                game.play(answer)
                await games.append("g", entry(number, value=answer, message_id=f"m{number}"))
            lines = [line async for line in export_games(database)]
        async with opened(new_database(target)) as database:
            games = Games(database)
            assert await import_games(database, lines) == 1
            table = Table(stored, await games.seats_of("g"), await games.entries_after("g", 0))
            assert table.game_at(table.number).to_record() == game.to_record()
            assert [line async for line in export_games(database)] == lines
            with pytest.raises(ValueError, match="nothing was imported"):
                await import_games(database, lines)

    asyncio.run(check())


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["no"], "line 1: this is not JSON"),
        (["{}"], "line 1: expected the heading"),
        (['{"format": "kingdom-builder/games-1"}', '{"table": "cats"}'], "line 2: expected a row of"),
        (['{"format": "kingdom-builder/games-1"}', '{"table": "seats", "seat": 0}'], "line 2: a row of seats"),
    ],
)
def test_a_broken_copy_is_refused_with_the_line_that_is_wrong(new_database, lines, message):
    async def check() -> None:
        async with opened(new_database("sqlite")) as database:
            with pytest.raises(ValueError, match=message):
                await import_games(database, lines)

    asyncio.run(check())


def test_two_servers_cannot_use_one_embedded_database(new_database):
    async def check() -> None:
        url = new_database("sqlite")
        async with opened(url):
            with pytest.raises(ValueError, match="another server is using"):
                await Database(url).open()
            reader = Database(url)
            await reader.open(to_read=True)
            await reader.close()

    asyncio.run(check())


def test_a_database_of_a_newer_version_is_left_alone(new_database: Callable[[str], str]) -> None:
    async def check() -> None:
        url = new_database("sqlite")
        async with opened(url):
            pass
        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.close()
        with pytest.raises(ValueError, match="newer version"):
            await Database(url).open()

    asyncio.run(check())


def test_every_commit_reaches_the_disk(new_database):
    async def check() -> None:
        async with opened(new_database("sqlite")) as database, database.engine.connect() as connection:
            full, write_ahead = 2, "wal"
            assert (await connection.exec_driver_sql("PRAGMA synchronous")).scalar() == full
            assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar() == write_ahead

    asyncio.run(check())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mysql://localhost/kingdom", "expected sqlite or postgresql"),
        ("sqlite://", "would lose every game"),
        ("sqlite:///:memory:", "would lose every game"),
        ("://", "is not the address"),
    ],
)
def test_a_database_must_be_one_that_keeps_games(text, message):
    with pytest.raises(ValueError, match=message):
        database_url(text)
