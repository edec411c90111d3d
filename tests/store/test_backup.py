"""Backups: they restore every game, in the same memory for any number of games; an import is all or nothing."""

from __future__ import annotations

import asyncio
import json
import math
import tracemalloc
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import pytest
from sqlalchemy import func, select

from kingdom_builder.game import new_first_game
from kingdom_builder.store.backup import export_games, import_games
from kingdom_builder.store.backup_lines import FORMAT, TABLES
from kingdom_builder.store.database import Database
from kingdom_builder.store.repository import Repository
from kingdom_builder.store.schema import credentials, events, games, seats
from kingdom_builder.store.version_1 import STAGING
from tests.store.test_database import BOTH, new_table, opened, stored_table
from tests.table.memory_table import START, started_table

HEADING = json.dumps({"format": FORMAT})


@pytest.mark.parametrize(("source", "target"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_games_of_a_backup_can_be_continued_in_another_database(new_database, source, target):
    async def check() -> None:
        async with opened(new_database(source)) as database:
            await new_table(database)
            table = started_table(new_first_game(1))
            for _ in range(9):
                before = table.state
                event = table.play(table.game.legal_answers()[0])
                assert await database.event_log.append(event, before, table.state, START)
            lines = [line async for line in export_games(database)]
        async with opened(new_database(target)) as database:
            assert await import_games(database, lines) == 1
            copy = await stored_table(Repository(database))
            assert copy.game.to_position() == table.game.to_position()
            assert await Repository(database).participations("p") == ["g"]
            exported = [line async for line in export_games(database)]
            own_key = [line for line in exported if line not in lines]
            assert [line for line in exported if line in lines] == lines
            assert len(own_key) == 1
            assert json.loads(own_key[0])["table"] == "cookie_keys"
            with pytest.raises(ValueError, match="nothing was imported"):
                await import_games(database, lines)

    asyncio.run(check())


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "line 1: expected the heading"),
        (["no"], "line 1: this is not JSON"),
        (["[" * 100_000], "line 1: this is not JSON"),
        (["{}"], "line 1: expected the heading"),
        (['{"format": "kingdom-builder/games-9"}'], "line 1: expected the heading"),
        (['{"format": "kingdom-builder/games-3"}', '{"table": "cats"}'], "line 2: expected a row of"),
        (['{"format": "kingdom-builder/games-3"}', '{"table": "seats", "seat": 0}'], "line 2: a row of seats"),
        (['{"format": "kingdom-builder/games-1"}', '{"table": "events"}'], "line 2: expected a row of"),
    ],
)
def test_an_invalid_backup_is_rejected_with_the_number_of_the_line(new_database, lines, message):
    async def check() -> None:
        async with opened(new_database("sqlite")) as database:
            with pytest.raises(ValueError, match=message):
                await import_games(database, lines)

    asyncio.run(check())


def backup_of(count: int) -> Iterator[str]:
    """Yield the lines of a backup of some games, each with two seats and some events."""
    numbers = range(count)
    times = {"wake_at": None, "created_at": 1.0, "active_at": 1.0}
    row: dict[str, Any] = {"status": "over", "listed": False, "to_play": None, "result": None, **times}
    seat = {"kind": "person", "person": None, "level": None, "name": "Ada"}
    event = {"kind": "chat", "seat": 0, "by": "player", "value": "{}", "message_id": None, "time": 1.0}
    found: Iterable[tuple[str, dict[str, Any]]] = chain(
        (("games", {"id": f"{n}", "invite": f"i{n}", "watch": f"w{n}", "creator": "p", **row}) for n in numbers),
        (("seats", {"game": f"{n}", "seat": number, **seat}) for n in numbers for number in (0, 1)),
        (("events", {"game": f"{n}", "seq": seq, **event}) for n in numbers for seq in range(1, 21)),
    )
    yield HEADING
    for name, values in found:
        yield json.dumps({"table": name, **values})


async def counts(database: Database) -> list[int]:
    async with database.reader.connect() as connection:
        queries = [select(func.count()).select_from(table) for table in TABLES.values()]
        return [(await connection.execute(query)).scalar() or 0 for query in queries]


WRONG: list[tuple[int, dict[str, Any], str]] = [
    (2, {"id": 7}, "a row of games cannot have 7 as id"),
    (2, {"listed": 1}, "a row of games cannot have 1 as listed"),
    (4, {"id": "0"}, "this is in the database already; nothing was imported"),
    (50, {"game": "none"}, "this refers to something that is not in the file; nothing was imported"),
    (600, {"seq": 1.5}, "a row of events cannot have 1.5 as seq"),
    (600, {"kind": "teleported"}, "this version knows no events with 'teleported' as kind; .*; nothing was imported"),
    (600, {"kind": ""}, "this version knows no events with '' as kind"),
    (600, {"kind": "x" * 1000}, "this version knows no events with 'x{39} as kind"),
    (600, {"by": "cat"}, "this version knows no events with 'cat' as by"),
    (600, {"seq": 1}, "this is in the database already; nothing was imported"),
    (700, {"game": "none"}, "this refers to something that is not in the file; nothing was imported"),
    (700, {"time": None}, "a row of events cannot have None as time"),
    (700, {"time": math.nan}, "a row of events cannot have nan as time"),
]
"""The number of a line, what is changed in it, and the error."""


@BOTH
def test_a_line_that_the_database_cannot_have_is_named_and_nothing_is_imported(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            for number, change, message in WRONG:
                lines = list(backup_of(40))
                lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **change})
                with pytest.raises(ValueError, match=f"line {number}: {message}"):
                    await import_games(database, lines)
                assert await counts(database) == [1, *[0] * 5], "the key of the cookies alone"
            assert await import_games(database, backup_of(3)) == 3, "the database can still be used"

    asyncio.run(check())


def test_an_entry_of_the_first_version_has_a_known_kind(new_database):
    entries = {column.name: None for column in STAGING["entries"].columns}
    entry = {**entries, "game": "g", "number": 1, "kind": "cat", "by": "player", "value": "{}", "time": 1.0}
    lines = [json.dumps({"format": "kingdom-builder/games-1"}), json.dumps({"table": "entries", **entry})]

    async def check() -> None:
        async with opened(new_database("sqlite")) as database:
            with pytest.raises(ValueError, match="line 2: this version knows no entries with 'cat' as kind"):
                await import_games(database, lines)

    asyncio.run(check())


@BOTH
def test_an_import_and_an_export_need_the_same_memory_for_any_number_of_games(new_database, kind):
    async def peaks(size: int) -> tuple[int, int]:
        """Return the bytes that an import and an export of some games need."""
        async with opened(new_database(kind)) as database:
            await import_games(database, backup_of(10))  # what is loaded once
            await database.event_log.run(lambda connection: connection.run_sync(_empty))
            tracemalloc.start()
            assert await import_games(database, backup_of(size)) == size
            imported = tracemalloc.get_traced_memory()[1]
            tracemalloc.reset_peak()
            count = 0
            async for _ in export_games(database):
                count += 1
            exported = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert count == 2 + size * 23
            return imported, exported

    async def check() -> None:
        few, many = await peaks(30), await peaks(150)
        for small, large in zip(few, many, strict=True):
            assert large < 1.5 * small + 200_000, (few, many)

    asyncio.run(check())


def _empty(connection: Any) -> None:
    for table in (credentials, events, seats, games):
        connection.execute(table.delete())
