"""All games as lines of JSON, to keep or to carry to another database."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable
from typing import Any

from sqlalchemy import Table, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.database import Database
from kingdom_builder.store.schema import entries, games, keys, seats

FORMAT = "kingdom-builder/games-1"
_TABLES: dict[str, Table] = {table.name: table for table in (games, seats, entries, keys)}
"""In an order in which every row finds what it refers to."""

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
    """Bring in a backup, all of it or nothing; return how many games it held. ValueError says which line is wrong."""
    rows = _read(lines)

    async def work(connection: AsyncConnection) -> int:
        for name, table in _TABLES.items():
            chosen = rows[name]
            for i in range(0, len(chosen), _ROWS_AT_ONCE):
                await connection.execute(insert(table), chosen[i : i + _ROWS_AT_ONCE])
        return len(rows["games"])

    try:
        return await database.writer.run(work)
    except Exception as error:
        if isinstance(error.__cause__, IntegrityError):
            raise ValueError("some of these games are in the database already; nothing was imported") from None
        raise


def _read(lines: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in _TABLES}
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
        except ValueError:
            raise ValueError(f"line {number}: this is not JSON") from None
        if number == 1:
            if row != {"format": FORMAT}:
                raise ValueError(f"line 1: expected the heading of a backup, {FORMAT}")
            continue
        name = row.pop("table", None) if isinstance(row, dict) else None
        if name not in _TABLES:
            raise ValueError(f"line {number}: expected a row of {', '.join(_TABLES)}")
        columns = set(_TABLES[name].columns.keys())
        if set(row) != columns:
            odd = ", ".join(sorted(set(row) ^ columns))
            raise ValueError(f"line {number}: a row of {name} has the columns {', '.join(sorted(columns))} ({odd})")
        found[name].append(row)
    return found
