"""Groups of events in PostgreSQL: one statement for a group, which is a transaction of its own, in one round trip."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import asyncpg
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kingdom_builder.store.appends import EVENT_COLUMNS, Append, Key
from kingdom_builder.store.errors import storage_error
from kingdom_builder.store.projection import CHANGED_COLUMNS

_TYPES = {"seq": "int", "seat": "int", "time": "float8", "wake_at": "float8", "to_play": "int"}


def _arrays(columns: Iterable[str], first: int = 1) -> str:
    """Return the parameters of a statement, an array for each column."""
    return ", ".join(f"${n}::{_TYPES.get(name, 'text')}[]" for n, name in enumerate(columns, first))


_COLUMNS = ", ".join(f'"{name}"' for name in EVENT_COLUMNS)
_CHANGES = ("game", "seq", *CHANGED_COLUMNS)

WRITE_STATEMENT = f"""
WITH stored AS (
  INSERT INTO events ({_COLUMNS}) SELECT * FROM unnest({_arrays(EVENT_COLUMNS)})
  ON CONFLICT DO NOTHING RETURNING game, seq
), changed AS (
  UPDATE games SET {", ".join(f"{name} = change.{name}" for name in CHANGED_COLUMNS)}
  FROM unnest({_arrays(_CHANGES, len(EVENT_COLUMNS) + 1)}) AS change({", ".join(_CHANGES)})
  JOIN stored ON stored.game = change.game AND stored.seq = change.seq
  WHERE games.id = change.game
)
SELECT game, seq FROM stored
"""
"""The row of a game changes only if the event that causes it is stored."""


def parameters(group: Sequence[Append]) -> list[Sequence[Any]]:
    """Return the parameters of the statement: each column of the events, then each column of the changes."""
    changes = [(*append.key, *append.change[1:]) for append in group if append.change is not None]
    found: list[Sequence[Any]] = list(zip(*(append.values for append in group), strict=True))
    return found + (list(zip(*changes, strict=True)) if changes else [()] * len(_CHANGES))


class PostgresqlWriter:
    """Writes on one connection that it keeps."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Take the connection from this engine; the first group connects."""
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def write(self, group: Sequence[Append]) -> set[Key]:
        """Store the events with their changes and return the keys of those that were free."""
        try:
            rows = await (await self._connected()).fetch(WRITE_STATEMENT, *parameters(group))
        except (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            await self._drop()
            raise storage_error(error) from error
        return {(row[0], row[1]) for row in rows}

    async def close(self) -> None:
        """Disconnect."""
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _connected(self) -> asyncpg.Connection[Any]:
        """Return the driver's connection, a new one if the database has closed it."""
        if self._connection is not None:
            driver = await _driver(self._connection)
            if not driver.is_closed():
                return driver
            await self._drop()
        self._connection = await self._engine.connect()
        return await _driver(self._connection)

    async def _drop(self) -> None:
        """Give up a connection whose state is not known."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()


async def _driver(connection: AsyncConnection) -> asyncpg.Connection[Any]:
    found = (await connection.get_raw_connection()).driver_connection
    assert isinstance(found, asyncpg.Connection)
    return found
