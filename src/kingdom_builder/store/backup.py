"""Backups: all games as lines of JSON, which can be imported into another database.

Both directions need the same memory for any number of games. An import is one transaction: all of it, or nothing.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import groupby, islice
from typing import Any
from uuid import uuid4

from sqlalchemy import Table, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.backup_lines import FORMAT, TABLES, Backup, Line
from kingdom_builder.store.database import Database
from kingdom_builder.store.schema import cookie_keys, processes
from kingdom_builder.store.version_1 import convert_rows
from kingdom_builder.store.version_2 import FREE_SEATS
from kingdom_builder.store.version_5 import FULL_TABLES
from kingdom_builder.store.version_9 import participants_of_events

_ROWS_AT_ONCE = 500


async def export_games(database: Database) -> AsyncIterator[str]:
    """Yield the lines of a backup: a heading, then every row. It holds secrets: decks of unfinished games, hashes."""
    yield json.dumps({"format": FORMAT})
    async with database.engine.connect() as connection:
        if not database.embedded:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        async with connection.begin():
            for name, table in TABLES.items():
                query = select(table).order_by(*table.primary_key.columns)
                rows = await connection.stream(query.execution_options(yield_per=_ROWS_AT_ONCE))
                async for row in rows:
                    yield json.dumps({"table": name, **row._mapping})


async def import_games(database: Database, lines: Iterable[str]) -> int:
    """Import a backup in one transaction; return the number of games. ValueError names the invalid line."""
    backup = Backup(lines)
    return await database.event_log.run(_Import(backup).run)


class _Import:
    """One import: what it counts while it writes."""

    def __init__(self, backup: Backup) -> None:
        self._backup = backup
        self._games = 0
        self._first, self._last = float("inf"), float("-inf")

    async def run(self, connection: AsyncConnection) -> int:
        """Write all rows and return the number of games."""
        if self._backup.staging:
            await self._run_staged(connection, self._backup.staging)
        else:
            await self._write_lines(connection, TABLES)
        if not self._backup.is_current:
            for statement in (*FREE_SEATS, FULL_TABLES):
                await connection.execute(text(statement))
        for statement in participants_of_events(connection.dialect.name):
            await connection.execute(text(statement))
        await self._record_uptime(connection)
        return self._games

    async def _run_staged(self, connection: AsyncConnection, staging: dict[str, Table]) -> None:
        """Write rows of the first version to temporary tables, and convert one game after the other."""
        for table in staging.values():
            await connection.run_sync(table.create)
        await self._write_lines(connection, staging)
        old_games = staging["games"]
        last = ""
        while game := (
            await connection.execute(select(old_games).where(old_games.c.id > last).order_by(old_games.c.id).limit(1))
        ).first():
            last = game.id
            rows = {"games": [dict(game._mapping)]}
            for name, table in staging.items():
                if name != "games":
                    own = await connection.execute(select(table).where(table.c.game == game.id))
                    rows[name] = [dict(row._mapping) for row in own]
            for name, converted in convert_rows(rows).items():
                complete = [self._backup.complete(name, row) for row in converted]
                self._count(name, complete)
                if complete:
                    await connection.execute(insert(TABLES[name]), complete)
        for table in staging.values():
            await connection.run_sync(table.drop)

    async def _write_lines(self, connection: AsyncConnection, tables: dict[str, Table]) -> None:
        """Write the lines to tables, some at once."""
        for name, lines in groupby(self._backup.rows(), lambda line: line.table):
            while batch := list(islice(lines, _ROWS_AT_ONCE)):
                if name == cookie_keys.name:
                    batch = await _without_known_keys(connection, batch)
                await _write(connection, tables[name], batch)
                if not self._backup.staging:
                    self._count(name, [line.row for line in batch])

    def _count(self, name: str, rows: Sequence[dict[str, Any]]) -> None:
        if name == "games":
            self._games += len(rows)
        if name == "events" and rows:
            self._first = min(self._first, *(row["time"] for row in rows))
            self._last = max(self._last, *(row["time"] for row in rows))

    async def _record_uptime(self, connection: AsyncConnection) -> None:
        """Record until when a server has certainly served the imported games: clocks stop from then on."""
        if self._first <= self._last:
            served = {"id": f"import {uuid4().hex}", "started_at": self._first, "seen_at": self._last, "ended": True}
            await connection.execute(insert(processes), [served])


async def _without_known_keys(connection: AsyncConnection, batch: Sequence[Line]) -> list[Line]:
    known = set(await connection.scalars(select(cookie_keys.c.key)))
    return [line for line in batch if line.row["key"] not in known]


async def _write(connection: AsyncConnection, table: Table, batch: Sequence[Line]) -> None:
    """Insert some rows; ValueError names the line of the first that the database rejects."""
    if not batch:
        return
    try:
        async with connection.begin_nested():
            await connection.execute(insert(table), [line.row for line in batch])
    except DBAPIError as error:
        if error.connection_invalidated:
            raise
        if len(batch) == 1:
            raise ValueError(f"line {batch[0].number}: {_reason(error)}; nothing was imported") from None
        for line in batch:
            await _write(connection, table, [line])
        raise


def _reason(error: DBAPIError) -> str:
    reason = " ".join(str(error.orig).split())
    if "unique" in reason.lower():
        return "this is in the database already"
    return "this refers to something that is not in the file" if "foreign key" in reason.lower() else reason[:200]
