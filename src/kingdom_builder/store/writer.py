"""Commits in groups: whatever waits when the last commit ends goes into the next one together.

A commit that survives a power cut takes a moment, whatever it holds. One at a time, a busy server would wait for
hundreds of them each second; together they cost as much as one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Executable
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kingdom_builder.store.schema import entries

T = TypeVar("T")
LARGEST_GROUP = 200


class StorageError(Exception):
    """The database could not be reached or refused to write. Ask again: what was meant may or may not be stored."""


@dataclass
class Append:
    """An entry to be stored, and the changes that go with it: all of it, or nothing if the number is taken."""

    entry: dict[str, Any]
    also: tuple[Executable, ...] = ()

    @property
    def key(self) -> tuple[str, int]:
        """The game, and the number in it."""
        return self.entry["game"], self.entry["number"]


class Writer:
    """The one task that writes."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Write through this engine; `start` begins."""
        self._engine = engine
        self._appends: list[tuple[Append, asyncio.Future[bool]]] = []
        self._work: list[tuple[Callable[[AsyncConnection], Awaitable[Any]], asyncio.Future[Any]]] = []
        self._wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        dialect = sqlite if engine.dialect.name == "sqlite" else postgresql
        self._insert = dialect.insert(entries).on_conflict_do_nothing().returning(entries.c.game, entries.c.number)

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what is waiting, then stop."""
        if self._task is not None:
            while self._appends or self._work:
                await asyncio.sleep(0.01)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def append(self, wanted: Append) -> bool:
        """Store an entry; False if its number or its message's id is taken. Returns when it is on the disk."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._appends.append((wanted, done))
        self._wanted.set()
        return await done

    async def run(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do some work in a transaction of its own."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work.append((work, done))
        self._wanted.set()
        return await done

    async def _run(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            while self._appends or self._work:
                try:
                    async with self._engine.connect() as connection:
                        await self._empty(connection)
                except (SQLAlchemyError, OSError) as error:
                    # Without a connection nothing can be said of anything that waits, so all of it is refused now.
                    waiting = [done for _, done in (*self._appends, *self._work)]
                    self._appends, self._work = [], []
                    _refuse(waiting, error)

    async def _empty(self, connection: AsyncConnection) -> None:
        """Write until nothing waits."""
        while self._appends or self._work:
            group = self._next_group()
            if group:
                await self._write(connection, group)
            if self._work:
                await self._carry_out(connection, *self._work.pop(0))

    def _next_group(self) -> list[tuple[Append, asyncio.Future[bool]]]:
        """Take what is to be written next: of several wishes for one number the first, the others come later."""
        group: dict[tuple[str, int], tuple[Append, asyncio.Future[bool]]] = {}
        later = []
        for item in self._appends:
            if len(group) < LARGEST_GROUP and item[0].key not in group:
                group[item[0].key] = item
            else:
                later.append(item)
        self._appends = later
        # In one order everywhere, so that two processes that write at once wait for each other and do not block.
        return [group[key] for key in sorted(group)]

    async def _write(self, connection: AsyncConnection, group: list[tuple[Append, asyncio.Future[bool]]]) -> None:
        rows = [wanted.entry for wanted, _ in group]
        try:
            async with connection.begin():
                result = await connection.execute(self._insert, rows)
                stored = {(row.game, row.number) for row in result}
                for wanted, _ in group:
                    if wanted.key in stored:
                        for change in wanted.also:
                            await connection.execute(change)
        except Exception as error:
            _refuse([done for _, done in group], error)
            _give_up_if_lost(error)
        else:
            for wanted, done in group:
                if not done.done():
                    done.set_result(wanted.key in stored)

    async def _carry_out(
        self,
        connection: AsyncConnection,
        work: Callable[[AsyncConnection], Awaitable[Any]],
        done: asyncio.Future[Any],
    ) -> None:
        try:
            async with connection.begin():
                result = await work(connection)
        except Exception as error:
            _refuse([done], error)
            _give_up_if_lost(error)
        else:
            if not done.done():
                done.set_result(result)


def _refuse(waiting: Sequence[asyncio.Future[Any]], error: Exception) -> None:
    for done in waiting:
        if not done.done():
            done.set_exception(_translated(error))


def _give_up_if_lost(error: Exception) -> None:
    """Raise the error if it ended the connection, so that the next group gets a new one."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        raise error


def _translated(error: Exception) -> Exception:
    """Return what callers are told: StorageError for the database's troubles, other errors as they are."""
    if isinstance(error, SQLAlchemyError | OSError):
        reason = getattr(error, "orig", None) or error
        told = StorageError(" ".join(str(reason).split())[:200])
        told.__cause__ = error
        return told
    return error
