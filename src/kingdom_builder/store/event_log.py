"""Step 6 of a move: append an event and the rows that change with it, in one transaction.

Commits are grouped: everything that waits when a commit ends goes into the next one. A commit that survives a power cut
takes about the same time for one event as for many, so a busy server writes hundreds of events with a few commits.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import bindparam, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kingdom_builder.store.appends import EVENT_COLUMNS, Append, GroupWriter, Key
from kingdom_builder.store.errors import Refused, StorageError, storage_error
from kingdom_builder.store.projection import (
    CredentialChange,
    credential_statement,
    daily_changes,
    game_change,
    link_changes,
    new_participants,
    new_rows,
    row_changes,
    seat_changes,
)
from kingdom_builder.store.schema import events, games, participants, seats
from kingdom_builder.store.sqlite_threads import SqliteThreads
from kingdom_builder.table.events import Event
from kingdom_builder.table.state import Moment, TableState
from kingdom_builder.table.steps import Step

T = TypeVar("T")
Check = Callable[[AsyncConnection], Awaitable[None]]
"""Runs in a transaction; what it raises rolls everything back."""

MAX_GROUP = 200


class _TakenError(Exception):
    """An id or a number is taken: the transaction is rolled back."""


class EventLog:
    """Appends events; one task writes them in groups."""

    def __init__(self, engine: AsyncEngine, writer: GroupWriter, threads: SqliteThreads | None = None) -> None:
        """Write groups of events with `writer`, everything else with `threads` on SQLite, or else with the engine.

        `start` starts to write.
        """
        self._engine = engine
        self._threads = threads
        self._writer = writer
        self._appends: list[tuple[Append, asyncio.Future[bool]]] = []
        self._work: list[tuple[Callable[[AsyncConnection], Awaitable[Any]], asyncio.Future[Any]]] = []
        self._has_work = asyncio.Event()
        self.can_write = True
        """Whether the last transaction was stored, or failed for another reason than the database itself."""
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        dialect = sqlite if engine.dialect.name == "sqlite" else postgresql
        self._insert_event = dialect.insert(events).on_conflict_do_nothing().returning(events.c.game)
        self._insert_participant = dialect.insert(participants).on_conflict_do_nothing()
        self._insert_game = dialect.insert(games).on_conflict_do_nothing().returning(games.c.id)

    def start(self) -> None:
        """Start the writer."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what is waiting, then stop."""
        if self._task is not None:
            self._stopping = True
            self._has_work.set()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
            await self._writer.close()

    async def store(
        self,
        steps: Sequence[Step],
        at: Moment,
        credentials: Sequence[CredentialChange] = (),
        check: Check | None = None,
    ) -> bool:
        """Store the events of one or more tables, also new ones, in one transaction, which `check` can forbid.

        Return False, with nothing stored, if a table's id, an event's number or a message id is taken.
        """

        async def work(connection: AsyncConnection) -> None:
            for table, group in groupby(steps, lambda step: step.after.id):
                part = list(group)
                if part[0].before is None:
                    await self._insert_table(connection, part, at)
                else:
                    await self._insert_events(connection, part, at)
                people = [{"person": person, "game": table} for step in part for person in new_participants(step.event)]
                if people:
                    await connection.execute(self._insert_participant, people)
            for change in credentials:
                await connection.execute(credential_statement(change))
            if check is not None:
                await check(connection)

        try:
            await self.run(work)
        except _TakenError:
            return False
        return True

    async def _insert_table(self, connection: AsyncConnection, steps: Sequence[Step], at: Moment) -> None:
        """Insert a new table with its first events; nobody can have another event of it."""
        first, last = steps[0].after, steps[-1].after
        game, sitting = new_rows(first, at)
        if (await connection.execute(self._insert_game, game)).first() is None:
            raise _TakenError
        await connection.execute(insert(seats), sitting)
        await connection.execute(insert(events), [event_row(last.id, step.event) for step in steps])
        for statement in row_changes(first, last, at):
            await connection.execute(statement)

    async def _insert_events(self, connection: AsyncConnection, steps: Sequence[Step], at: Moment) -> None:
        for event, before, after in steps:
            assert before is not None
            if (await connection.execute(self._insert_event, event_row(after.id, event))).first() is None:
                raise _TakenError
            for statement in row_changes(before, after, at):
                await connection.execute(statement)

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
        if (
            credentials
            or seat_changes(before, after)
            or link_changes(before, after)
            or new_participants(event)
            or daily_changes(before, after, at)
        ):
            return await self.store([Step(event, before, after)], at, credentials)
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        values = event_values(after.id, event)
        self._appends.append((Append((after.id, event.seq), values, game_change(before, after, at)), done))
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
        while not self._stopping or self._appends or self._work:
            await self._has_work.wait()
            self._has_work.clear()
            while self._appends or self._work:
                if self._appends:
                    await self._write_group(self._next_group())
                if self._work:
                    await self._do_work()

    def _next_group(self) -> list[tuple[Append, asyncio.Future[bool]]]:
        """Return the next group of writes: of several events with one number only the first."""
        group: dict[Key, tuple[Append, asyncio.Future[bool]]] = {}
        later = []
        for item in self._appends:
            if len(group) < MAX_GROUP and item[0].key not in group:
                group[item[0].key] = item
            else:
                later.append(item)
        self._appends = later
        # The same order in all processes prevents deadlocks.
        return [group[key] for key in sorted(group)]

    async def _write_group(self, group: list[tuple[Append, asyncio.Future[bool]]]) -> None:
        try:
            stored = await self._writer.write([append for append, _ in group])
        except Exception as error:
            self._fail([done for _, done in group], error)
        else:
            self.can_write = True
            for append, done in group:
                if not done.done():
                    done.set_result(append.key in stored)

    async def _do_work(self) -> None:
        """Run the next waiting function in a transaction. If there is no connection, all that wait fail now."""
        waiting = [done for _, done in self._work]
        try:
            if self._threads is not None:
                work, done = self._work.pop(0)
                waiting = [done]
                result = await self._threads.run(work)
            else:
                async with self._engine.connect() as connection:
                    work, done = self._work.pop(0)
                    waiting = [done]
                    async with connection.begin():
                        result = await work(connection)
        except Exception as error:
            self._work = [(work, done) for work, done in self._work if done not in waiting]
            self._fail(waiting, error)
        else:
            self.can_write = True
            if not done.done():
                done.set_result(result)

    def _fail(self, waiting: Sequence[asyncio.Future[Any]], error: Exception) -> None:
        found = storage_error(error) if isinstance(error, SQLAlchemyError | OSError) else error
        if isinstance(found, StorageError) and not isinstance(found, Refused):
            self.can_write = False
        for done in waiting:
            if not done.done():
                done.set_exception(found)


def event_row(game: str, event: Event) -> dict[str, Any]:
    """Return an event as its row."""
    return dict(zip(EVENT_COLUMNS, event_values(game, event), strict=True))


def event_values(game: str, event: Event) -> tuple[Any, ...]:
    """Return the values of an event's row in the order of the columns."""
    return (
        game,
        event.seq,
        event.kind.value,
        event.seat,
        event.by.value,
        str(event.value) if type(event.value) is int else json.dumps(event.value),  # most are answers
        event.message_id,
        event.time,
    )
