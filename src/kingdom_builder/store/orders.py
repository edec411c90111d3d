"""Orders of the server's operator: rows that the command line adds, and every server process reads.

Who can write to the database is trusted, so orders need no other secret and no open port.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.database import Database
from kingdom_builder.store.errors import storage_error
from kingdom_builder.store.schema import orders


class OrderKind(StrEnum):
    """What an operator can order."""

    CLOSE = "close"
    BAN = "ban"
    UNBAN = "unban"
    ANNOUNCE = "announce"
    DRAIN = "drain"


@dataclass(frozen=True)
class Order:
    """An order; `result` is what a server process has done about it, None if nothing yet."""

    id: int
    kind: OrderKind
    value: dict[str, Any]
    created_at: float
    result: str | None


class OrderLog:
    """The rows of the orders. Every method raises StorageError if the database does not answer."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def add(self, kind: OrderKind, value: dict[str, Any], now: float) -> int:
        """Add an order and return its number."""

        async def work(connection: AsyncConnection) -> int:
            row = {"kind": kind.value, "value": json.dumps(value), "created_at": now}
            number: int = (await connection.execute(insert(orders).values(row).returning(orders.c.id))).scalar_one()
            return number

        return await self._database.event_log.run(work)

    async def after(self, number: int) -> list[Order]:
        """Return the orders after a number, oldest first."""
        query = select(orders).where(orders.c.id > number).order_by(orders.c.id)
        try:
            rows = await self._database.rows(query)
        except (SQLAlchemyError, OSError) as error:
            raise storage_error(error) from error
        return [Order(row.id, OrderKind(row.kind), json.loads(row.value), row.created_at, row.result) for row in rows]

    async def finish(self, number: int, result: str) -> None:
        """Record what was done about an order, unless another process has done so."""

        async def work(connection: AsyncConnection) -> None:
            own = update(orders).where(orders.c.id == number, orders.c.result.is_(None))
            await connection.execute(own.values(result=result))

        await self._database.event_log.run(work)
