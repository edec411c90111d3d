"""Reads the stored events of tables into memory: all of a table, or those that this process does not have yet."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import TypeVar

import structlog

from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.server.clock import ServerClock
from kingdom_builder.server.errors import not_found, unavailable
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.store.errors import StorageError
from kingdom_builder.store.repository import Repository
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import Event, EventKind, TableStatus
from kingdom_builder.table.evolve import evolve
from kingdom_builder.table.fold import fold, stop
from kingdom_builder.table.state import TableState
from kingdom_builder.table.steps import Step
from kingdom_builder.table.views import unfit_error

T = TypeVar("T")
MAX_REPORTED = 20
"""After so many tables that do not fit the rules or cannot be read, the log names no more of them."""

_EVENTS_INLINE = 200
"""A table with more events is folded in another thread, so that other tables do not wait."""
log = structlog.get_logger()


async def read(query: Awaitable[T]) -> T:
    """Read from the database; if it does not answer, reject."""
    try:
        return await query
    except StorageError as error:
        raise unavailable() from error


class TableReader:
    """Reads tables. A table with a move that the present rules do not allow is read up to that move and reported."""

    def __init__(self, repository: Repository, clock: ServerClock) -> None:
        """Read from a database."""
        self._repository = repository
        self._clock = clock
        self._reported: set[str] = set()

    async def load(self, table: str) -> LoadedTable:
        """Return a table from the database; Rejected if there is none, or if it cannot be read."""
        events = await read(self._repository.events_after(table, 0))
        if not events:
            raise not_found()
        try:
            state = await self._fold(events)
        except Exception as error:  # stored values that this version cannot read may fail in any way
            self._report(table, "table cannot be read", f"{type(error).__name__}: {error}")
            message = "This game cannot be read: a section of its board may be missing here."
            raise Rejected("unreadable", message) from error
        if state.unfit is not None:
            over = (await read(self._repository.rows([table])))[table].status is TableStatus.OVER
            state = replace(state, unfit=state.unfit._replace(over=over))
            self._report_unfit(state)
        loaded = LoadedTable(events, self._clock, state)
        loaded.stale = True  # it may have got an event since the read and before it is followed
        return loaded

    def created(self, steps: Sequence[Step], *, only_process: bool) -> LoadedTable:
        """Return a table that this process has just created with these steps."""
        loaded = LoadedTable([step.event for step in steps], self._clock, steps[-1].after)
        loaded.stale = not only_process  # another one may have found it before this one follows it
        return loaded

    async def catch_up(self, loaded: LoadedTable) -> Sequence[Event]:
        """Apply the events that this process does not have yet, and return them."""
        requests = loaded.refresh_requests
        events = await read(self._repository.events_after(loaded.id, loaded.state.seq))
        if any(event.kind is EventKind.REDACTED for event in events):
            loaded.replace_events(await read(self._repository.events_after(loaded.id, 0)))
        elif loaded.state.unfit is None:
            self._apply(loaded, events)
        loaded.stale = loaded.refresh_requests != requests
        return events

    def _apply(self, loaded: LoadedTable, events: Sequence[Event]) -> None:
        """Apply events of other processes; stop at a move that only the rules of another version allow."""
        at = self._clock.now()
        for event in events:
            try:
                after = evolve(loaded.state, event, at)
            except (IllegalAnswer, IndexError):
                loaded.state = stop(loaded.state, event)
                self._report_unfit(loaded.state)
                loaded.subscribers.notify(table=True)
                return
            loaded.apply(event, after)

    async def _fold(self, events: Sequence[Event]) -> TableState:
        at = self._clock.now()
        return fold(events, at) if len(events) <= _EVENTS_INLINE else await asyncio.to_thread(fold, events, at)

    def _report_unfit(self, state: TableState) -> None:
        assert state.unfit is not None
        self._report(state.id, "table does not fit the rules", str(unfit_error(state.unfit)))

    def _report(self, table: str, what: str, reason: str) -> None:
        """Log a table that does not fit or cannot be read, each once, and only the first of very many."""
        if table in self._reported or len(self._reported) > MAX_REPORTED:
            return
        self._reported.add(table)
        if len(self._reported) <= MAX_REPORTED:
            log.error(what, table=table, reason=reason)
        else:
            log.error("more tables do not fit the rules or cannot be read", named=MAX_REPORTED)
