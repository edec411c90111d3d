"""Tables that wait for players, with the person and the address that have created them, so that they can be limited.

The row of a table that waits no longer is not counted, and `delete_waiting` deletes it: no address is kept for long.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.event_log import EventLog
from kingdom_builder.store.schema import games, waiting_tables

_LOCK = 5_273_002
"""An advisory lock of PostgreSQL: processes count one after the other."""


@dataclass(frozen=True)
class WaitingTable:
    """A table that waits for players; `address` is the key of an address for limits."""

    game: str
    person: str
    address: str
    listed: bool


@dataclass(frozen=True)
class WaitingCounts:
    """How many tables of a person and of an address wait for players, and how many of them are listed."""

    of_person: int
    of_address: int
    listed_of_person: int
    listed_of_address: int


async def add_waiting(connection: AsyncConnection, table: WaitingTable) -> WaitingCounts:
    """Add a table in the transaction that creates it, and return the counts with it."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    await connection.execute(insert(waiting_tables).values(**asdict(table)))
    of_person, listed_of_person = await _counts(connection, waiting_tables.c.person == table.person)
    of_address, listed_of_address = await _counts(connection, waiting_tables.c.address == table.address)
    return WaitingCounts(of_person, of_address, listed_of_person, listed_of_address)


async def delete_waiting(event_log: EventLog, limit: int) -> int:
    """Delete rows of tables that wait no longer, at most `limit`; return how many were deleted."""
    status = select(games.c.status).where(games.c.id == waiting_tables.c.game).scalar_subquery()
    chosen = select(waiting_tables.c.game).where(status != "open").limit(limit)

    async def work(connection: AsyncConnection) -> int:
        found = await connection.execute(delete(waiting_tables).where(waiting_tables.c.game.in_(chosen)))
        return found.rowcount

    return await event_log.run(work)


async def _counts(connection: AsyncConnection, condition: ColumnElement[bool]) -> tuple[int, int]:
    listed: Any = func.count().filter(waiting_tables.c.listed)
    joined = waiting_tables.join(games, games.c.id == waiting_tables.c.game)
    query = select(func.count(), listed).select_from(joined).where(condition, games.c.status == "open")
    row = (await connection.execute(query)).one()
    return row[0], row[1]
