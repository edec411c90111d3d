"""Step 6 of a move: append an event and the rows that change with it, in one transaction.

Commits are grouped: everything that waits when a commit ends goes into the next one. A commit that survives a power cut
takes about the same time for one event as for many, so a busy server writes hundreds of events with a few commits.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Executable, bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kingdom_builder.store.projection import CredentialChange, credential_statement, new_rows, row_changes
from kingdom_builder.store.schema import events, games, seats
from kingdom_builder.table.events import Event
from kingdom_builder.table.state import Moment, TableState
from kingdom_builder.table.steps import Step

T = TypeVar("T")
MAX_GROUP = 200


class StorageError(Exception):
    """The database cannot be reached or cannot write. The write may or may not be stored: read again."""


class _TakenError(Exception):
    """An id or a number is taken: the transaction is rolled back."""


@dataclass
class Append:
    """An event to be stored, and the statements that go with it: all of it, or nothing if the number is taken."""

    row: dict[str, Any]
    statements: Sequence[Executable] = ()

    @property
    def key(self) -> tuple[str, int]:
        """The game, and the event's number in it."""
        return self.row["game"], self.row["seq"]


class EventLog:
    """Appends events; one task writes them in groups."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Use this engine; `start` starts the writer."""
        self._engine = engine
        self._appends: list[tuple[Append, asyncio.Future[bool]]] = []
        self._work: list[tuple[Callable[[AsyncConnection], Awaitable[Any]], asyncio.Future[Any]]] = []
        self._has_work = asyncio.Event()
        self.can_write = True
        """Whether the last transaction was stored, or failed for another reason than the database itself."""
        self._task: asyncio.Task[None] | None = None
        dialect = sqlite if engine.dialect.name == "sqlite" else postgresql
        self._insert_event = dialect.insert(events).on_conflict_do_nothing().returning(events.c.game, events.c.seq)
        self._insert_game = dialect.insert(games).on_conflict_do_nothing().returning(games.c.id)

    def start(self) -> None:
        """Start the writer."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what is waiting, then stop."""
        if self._task is not None:
            while self._appends or self._work:
                await asyncio.sleep(0.01)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def store(self, steps: Sequence[Step], at: Moment, credentials: Sequence[CredentialChange] = ()) -> bool:
        """Store the events of one or more tables, also new ones, in one transaction.

        Return False, with nothing stored, if a table's id, an event's number or a message id is taken.
        """

        async def work(connection: AsyncConnection) -> None:
            for event, before, after in steps:
                if before is None:
                    game, sitting = new_rows(after, at)
                    if (await connection.execute(self._insert_game, game)).first() is None:
                        raise _TakenError
                    await connection.execute(insert(seats), sitting)
                if (await connection.execute(self._insert_event, event_row(after.id, event))).first() is None:
                    raise _TakenError
                for statement in [] if before is None else row_changes(before, after, at):
                    await connection.execute(statement)
            for change in credentials:
                await connection.execute(credential_statement(change))

        try:
            await self.run(work)
        except _TakenError:
            return False
        return True

    async def append(
        self,
        event: Event,
        before: TableState,
        after: TableState,
        at: Moment,
        credentials: Sequence[CredentialChange] = (),
    ) -> bool:
        """Store an event with the rows that it changes; False, and nothing stored, if its number or id is taken.

        Returns when it is on the disk.
        """
        statements = [*row_changes(before, after, at), *(credential_statement(change) for change in credentials)]
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._appends.append((Append(event_row(after.id, event), statements), done))
        self._has_work.set()
        return await done

    async def postpone(self, table: str, wake_at: float | None, now: float) -> None:
        """Let the server look at a table later, if it would do so now."""

        async def work(connection: AsyncConnection) -> None:
            due = update(games).where(games.c.id == table, games.c.wake_at <= now)
            await connection.execute(due.values(wake_at=wake_at))

        await self.run(work)

    async def set_active(self, times: Mapping[str, float]) -> None:
        """Record the time of the last event of some tables."""

        async def work(connection: AsyncConnection) -> None:
            chosen = update(games).where(games.c.id == bindparam("table")).values(active_at=bindparam("time"))
            await connection.execute(chosen, [{"table": table, "time": time} for table, time in times.items()])

        if times:
            await self.run(work)

    async def run(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run a function in its own transaction."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work.append((work, done))
        self._has_work.set()
        return await done

    async def _run(self) -> None:
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            while self._appends or self._work:
                try:
                    async with self._engine.connect() as connection:
                        await self._write_all(connection)
                except (SQLAlchemyError, OSError) as error:
                    # Without a connection the state of the waiting writes is unknown, so all of them fail now.
                    waiting = [done for _, done in (*self._appends, *self._work)]
                    self._appends, self._work = [], []
                    self._fail(waiting, error)

    async def _write_all(self, connection: AsyncConnection) -> None:
        """Write until nothing waits."""
        while self._appends or self._work:
            group = self._next_group()
            if group:
                await self._write_group(connection, group)
            if self._work:
                await self._write_work(connection, *self._work.pop(0))

    def _next_group(self) -> list[tuple[Append, asyncio.Future[bool]]]:
        """Return the next group of writes: of several events with one number only the first."""
        group: dict[tuple[str, int], tuple[Append, asyncio.Future[bool]]] = {}
        later = []
        for item in self._appends:
            if len(group) < MAX_GROUP and item[0].key not in group:
                group[item[0].key] = item
            else:
                later.append(item)
        self._appends = later
        # The same order in all processes prevents deadlocks.
        return [group[key] for key in sorted(group)]

    async def _write_group(self, connection: AsyncConnection, group: list[tuple[Append, asyncio.Future[bool]]]) -> None:
        rows = [append.row for append, _ in group]
        try:
            async with connection.begin():
                result = await connection.execute(self._insert_event, rows)
                stored = {(row.game, row.seq) for row in result}
                for append, _ in group:
                    if append.key in stored:
                        for statement in append.statements:
                            await connection.execute(statement)
        except Exception as error:
            self._fail([done for _, done in group], error)
            _raise_if_disconnected(error)
        else:
            self.can_write = True
            for append, done in group:
                if not done.done():
                    done.set_result(append.key in stored)

    async def _write_work(
        self,
        connection: AsyncConnection,
        work: Callable[[AsyncConnection], Awaitable[Any]],
        done: asyncio.Future[Any],
    ) -> None:
        try:
            async with connection.begin():
                result = await work(connection)
        except Exception as error:
            self._fail([done], error)
            _raise_if_disconnected(error)
        else:
            self.can_write = True
            if not done.done():
                done.set_result(result)

    def _fail(self, waiting: Sequence[asyncio.Future[Any]], error: Exception) -> None:
        is_storage = isinstance(error, SQLAlchemyError | OSError)
        if is_storage and not isinstance(error, IntegrityError):
            self.can_write = False
        for done in waiting:
            if not done.done():
                done.set_exception(storage_error(error) if is_storage else error)


def event_row(game: str, event: Event) -> dict[str, Any]:
    """Return an event as its row."""
    return {
        "game": game,
        "seq": event.seq,
        "kind": event.kind.value,
        "seat": event.seat,
        "by": event.by.value,
        "value": json.dumps(event.value),
        "message_id": event.message_id,
        "time": event.time,
    }


def storage_error(error: Exception) -> StorageError:
    """Return a database error as a StorageError with one short line."""
    reason = getattr(error, "orig", None) or error
    found = StorageError(" ".join(str(reason).split())[:200])
    found.__cause__ = error
    return found


def _raise_if_disconnected(error: Exception) -> None:
    """Raise the error if it ended the connection, so that the next group gets a new one."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        raise error
