"""Backups: all games as lines of JSON, which can be imported into another database."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

from sqlalchemy import Table, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.database import Database
from kingdom_builder.store.schema import cookie_keys, credentials, events, games, processes, seats
from kingdom_builder.store.version_1 import convert_rows
from kingdom_builder.store.version_2 import FREE_SEATS
from kingdom_builder.store.version_5 import FULL_TABLES

FORMAT = "kingdom-builder/games-3"
_TABLES: dict[str, Table] = {table.name: table for table in (cookie_keys, games, seats, events, credentials)}
"""In the order of their references: a row comes after the rows that it refers to."""

_COLUMNS: dict[str, dict[str, list[str]]] = {
    FORMAT: {name: table.columns.keys() for name, table in _TABLES.items()},
    "kingdom-builder/games-2": {
        "games": ["id", "invite", "watch", "creator", "status", "listed", "wake_at", "created_at"],
        "seats": ["game", "seat", "kind", "person", "level", "name"],
        "events": ["game", "seq", "kind", "seat", "by", "value", "message_id", "time"],
        "credentials": ["id", "hash", "kind", "game", "seat", "label", "created_at", "expires_at"],
    },
    "kingdom-builder/games-1": {
        "games": [
            "id",
            "invite",
            "watch",
            "creator",
            "status",
            "listed",
            "options",
            "setup",
            "rules",
            "wake_at",
            "created_at",
        ],
        "seats": ["game", "seat", "kind", "person", "level", "name"],
        "entries": ["game", "number", "kind", "seat", "by", "value", "message_id", "time"],
        "keys": ["id", "hash", "kind", "game", "seat", "label", "created_at", "expires_at"],
    },
}
"""The tables of each format, and their columns."""

_ROWS_AT_ONCE = 200


async def export_games(database: Database) -> AsyncIterator[str]:
    """Yield the lines of a backup: a heading, then every row. It holds secrets: decks of unfinished games, hashes."""
    yield json.dumps({"format": FORMAT})
    async with database.engine.connect() as connection:
        if not database.embedded:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        async with connection.begin():
            for name, table in _TABLES.items():
                rows = await connection.stream(select(table).order_by(*table.primary_key.columns))
                async for row in rows:
                    yield json.dumps({"table": name, **row._mapping})


async def import_games(database: Database, lines: Iterable[str]) -> int:
    """Import a backup in one transaction; return the number of games. ValueError names the invalid line."""
    rows = _read(lines)

    async def work(connection: AsyncConnection) -> int:
        known = set(await connection.scalars(select(cookie_keys.c.key)))
        rows[cookie_keys.name] = [row for row in rows[cookie_keys.name] if row["key"] not in known]
        for name, table in _TABLES.items():
            chosen = rows[name]
            for i in range(0, len(chosen), _ROWS_AT_ONCE):
                await connection.execute(insert(table), chosen[i : i + _ROWS_AT_ONCE])
        for statement in (*FREE_SEATS, FULL_TABLES):
            await connection.execute(text(statement))
        await _record_uptime(connection, rows["events"])
        return len(rows["games"])

    try:
        return await database.event_log.run(work)
    except Exception as error:
        if isinstance(error.__cause__, IntegrityError):
            raise ValueError("some of these games are in the database already; nothing was imported") from None
        raise


async def _record_uptime(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> None:
    """Record until when a server has certainly served the imported games: clocks stop from then on."""
    if rows:
        first, last = min(row["time"] for row in rows), max(row["time"] for row in rows)
        served = {"id": f"import {last}", "started_at": first, "seen_at": last, "ended": True}
        await connection.execute(insert(processes), [served])


def _read(lines: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    """Read the rows of a backup of any version, as rows of the current tables."""
    numbered = ((number, _json(number, line)) for number, line in enumerate(lines, 1))
    _, heading = next(numbered, (1, None))
    form = heading.get("format") if isinstance(heading, dict) else None
    if form not in _COLUMNS or heading != {"format": form}:
        raise ValueError(f"line 1: expected the heading of a backup, {' or '.join(_COLUMNS)}")
    tables = _COLUMNS[form]
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in tables}
    for number, row in numbered:
        name = row.pop("table", None) if isinstance(row, dict) else None
        if name not in tables:
            raise ValueError(f"line {number}: expected a row of {', '.join(tables)}")
        if set(row) != set(tables[name]):
            odd = ", ".join(sorted(set(row) ^ set(tables[name])))
            raise ValueError(
                f"line {number}: a row of {name} has the columns {', '.join(sorted(tables[name]))} ({odd})"
            )
        found[name].append(row)
    if form == "kingdom-builder/games-1":
        found = convert_rows(found)
    return {name: found.get(name, []) for name in _TABLES}


def _json(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        raise ValueError(f"line {number}: this is not JSON") from None
