"""The server's own tasks at tables: answers of bots, time-outs, and archiving idle games.

A game of bots only goes on while somebody watches it.

With several processes on one database, the process that accepted a move runs the tasks that follow; the others run
them if nothing has happened for some time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import structlog

from kingdom_builder.engine.answers import PASS
from kingdom_builder.server.archive import archive_batch
from kingdom_builder.server.bot_turns import BotTurns, may_think
from kingdom_builder.server.bots import Bots
from kingdom_builder.server.host import TableHost
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.store.errors import StorageError
from kingdom_builder.store.projection import TAKEOVER_SECONDS
from kingdom_builder.table.commands import Answer, Archive, Lapse, StartIfFull, TimeOut
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import Actor
from kingdom_builder.table.tasks import Task, TaskKind, next_task

IDLE_SECONDS = 300.0
"""A table that was not used for this time is removed from memory."""

IDLE_TABLES = 500
"""The most tables without a viewer that stay in memory, so that it does not grow with the number of games."""

SPARED_SECONDS = 10.0
"""Even of more tables none is removed that was used so lately: a request may still need it."""

TIMED = (TaskKind.TIME_OUT, TaskKind.LAPSE)
"""Tasks that end somebody's time."""

HOUR = 60 * 60
DAY = 24 * HOUR
_CHECKS_AT_ONCE = 200
"""How many tables in memory are checked before messages are answered again."""

_TABLES_AT_ONCE = 500
_LOADS_AT_ONCE = 50
"""How many tables are loaded each second because they are due, so that people do not wait after a start."""

log = structlog.get_logger()


class Scheduler:
    """Runs the tasks of all tables of a host. It owns the asyncio tasks that do so."""

    def __init__(
        self, host: TableHost, bots: Bots, *, only_process: bool, archive_days: float, bot_table_hours: float
    ) -> None:
        """Prepare; `only_process`: no other process has the same games."""
        self._host = host
        self._bot_turns = BotTurns(host, bots)
        self._only_process = only_process
        self._archive_seconds = archive_days * DAY
        self._bot_table_seconds = bot_table_hours * HOUR
        self._running: set[asyncio.Task[None]] = set()
        self._tables: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        """Start, with the tasks that remained when the last server stopped."""
        self._host.on_change = self._on_change
        self._host.on_presence = self._on_presence
        self._spawn(_repeat(self._check_tables, 1.0))
        self._spawn(_repeat(self._archive_idle_tables, 3600.0))

    async def stop(self) -> None:
        """Stop in the middle of any task: the next server continues it."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _on_change(self, loaded: LoadedTable) -> None:
        """Run the task after an event of this process at once; without other processes, after any event."""
        if self._only_process or loaded.state.seq == loaded.own_seq:
            self._run_due_tasks(loaded)

    def _on_presence(self, loaded: LoadedTable) -> None:
        """Continue the game of bots that somebody watches now."""
        self._bot_turns.on_presence(loaded)
        if loaded.state.bots_only:
            # No other process has a table in memory that was not used for long.
            is_own = loaded.subscribers and time.time() - loaded.events[-1].time > 2 * IDLE_SECONDS
            if is_own or self._only_process or loaded.state.seq == loaded.own_seq:
                self._run_due_tasks(loaded)

    def _run_due_tasks(self, loaded: LoadedTable) -> None:
        if self._due_task(loaded) is not None and loaded.id not in self._tables:
            running = self._tables[loaded.id] = self._spawn(self._run_tasks(loaded))
            running.add_done_callback(lambda _: self._tables.pop(loaded.id, None))

    async def _run_tasks(self, loaded: LoadedTable) -> None:
        while (task := self._due_task(loaded)) is not None:
            try:
                await self._run_task(loaded, task)
            except Rejected as rejected:
                # Stale: another answer or an undo was first. Otherwise the database may be available again later.
                await asyncio.sleep(0 if rejected.code == "stale" else 1.0)
                if rejected.code == "stale" and not self._only_process and loaded.state.seq != loaded.own_seq:
                    return  # another process plays here

    async def _run_task(self, loaded: LoadedTable, task: Task) -> None:
        seen_seq = loaded.state.question_seq
        if task.kind is TaskKind.BOT_TURN:
            await self._bot_turns.play(loaded, self._due_task)
        elif task.kind is TaskKind.AUTO_PASS:
            await self._host.submit(loaded, Answer(by=Actor.CLOCK, seat=task.seat, seen_seq=seen_seq, answer=PASS))
        elif task.kind is TaskKind.LAPSE:
            if loaded.state.request is not None:
                await self._host.submit(loaded, Lapse(by=Actor.CLOCK, request=loaded.state.request.seq))
        elif task.kind is TaskKind.START:
            await self._host.submit(loaded, StartIfFull(by=Actor.CLOCK))
        else:
            await self._host.submit(loaded, TimeOut(by=Actor.CLOCK, seat=task.seat, seen_seq=seen_seq))

    async def _check_tables(self) -> None:
        """Find time-outs, bots whose process has ended, and tables without viewers."""
        now = time.monotonic()
        idle = []
        for number, loaded in enumerate(list(self._host.tables.values()), 1):
            if number % _CHECKS_AT_ONCE == 0:
                await asyncio.sleep(0)
            task = self._due_task(loaded)
            if task is not None:
                if self._only_process or task.kind in TIMED or _may_take_over(loaded, now):
                    self._run_due_tasks(loaded)
            elif _is_idle(loaded):
                idle.append(loaded)
        self._unload(idle, now)
        loads = 0
        for table in await self._host.repository.due(time.time(), limit=_TABLES_AT_ONCE + len(self._tables)):
            found = self._host.tables.get(table)
            if found is None:
                if loads == _LOADS_AT_ONCE:
                    break
                found = await self._load(table)
                if found is None:
                    await self._host.postpone(table, None)
                    continue
                if found.state.unfit is None:
                    loads += 1  # a table that stops is not due again, so it does not delay others
                self._run_due_tasks(found)
            if not self._has_work(found):
                await self._postpone(found)

    def _unload(self, idle: list[LoadedTable], now: float) -> None:
        """Remove the tables from memory that were not used for long, or are too many."""
        idle.sort(key=lambda loaded: loaded.used_at, reverse=True)
        for number, loaded in enumerate(idle):
            if now - loaded.used_at > (IDLE_SECONDS if number < IDLE_TABLES else SPARED_SECONDS) and _is_idle(loaded):
                self._host.unload(loaded)

    def _has_work(self, loaded: LoadedTable) -> bool:
        task = next_task(loaded.state, self._host.clock.now().steady)
        return task is not None and task.wait <= 0 and not _waits_for_viewers(loaded, task)

    async def _postpone(self, loaded: LoadedTable) -> None:
        """Correct the row of a table that is due too early, because clocks have stood still since it was written."""
        loaded.request_refresh()
        await self._host.get(loaded.id)
        task = next_task(loaded.state, self._host.clock.now().steady)
        if task is None:
            await self._host.postpone(loaded.id, None)
        elif _waits_for_viewers(loaded, task):
            left = loaded.events[-1].time + self._bot_table_seconds - time.time()
            if left > 0:
                await self._host.postpone(loaded.id, left)
            else:
                await self._host.submit(loaded, Archive(by=Actor.CLOCK))
        elif task.wait > 0:
            await self._host.postpone(loaded.id, max(task.wait, TAKEOVER_SECONDS))

    async def _load(self, table: str) -> LoadedTable | None:
        """Return a table; None if this version of the server can never load it. Other errors end the check."""
        try:
            return await self._host.get(table)
        except Rejected as rejected:
            if rejected.code in ("unreadable", "not_found"):
                return None
            raise

    async def _archive_idle_tables(self) -> None:
        """Archive games without an event for a long time; they can be resumed. What cannot be loaded stays."""
        since = time.time() - self._archive_seconds
        while await archive_batch(self._host, self._load, since):
            await asyncio.sleep(1.0)

    def _due_task(self, loaded: LoadedTable) -> Task | None:
        """Return the task that is due at a table now. In an outage nobody's time runs out."""
        if loaded.state is loaded.state_without_task:
            return None
        clock = self._host.clock
        task = next_task(loaded.state, clock.now().steady)
        if task is None:
            loaded.state_without_task = loaded.state
        if task is None or task.wait > 0 or (task.kind in TIMED and not clock.is_fresh):
            return None
        return None if self._host.is_paused(loaded) or _waits_for_viewers(loaded, task) else task

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._on_end)
        return task

    def _on_end(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task failed", reason=f"{type(error).__name__}: {error}")


def _is_idle(loaded: LoadedTable) -> bool:
    """Return whether nobody is connected to a table and nothing happens at it."""
    return not loaded.subscribers and not loaded.lock.locked()


def _waits_for_viewers(loaded: LoadedTable, task: Task) -> bool:
    """Return whether a task is a bot's turn in a game of bots only that nobody watches."""
    return task.kind is TaskKind.BOT_TURN and not may_think(loaded)


def _may_take_over(loaded: LoadedTable, now: float) -> bool:
    """Return whether a task should be done by now by another process; bots play where somebody watches."""
    since = loaded.applied_at
    if loaded.state.bots_only:
        if not loaded.subscribers.lately:
            return False
        since = max(since, loaded.subscribers.since)
    return now - since > TAKEOVER_SECONDS


async def _repeat(work: Callable[[], Awaitable[None]], seconds: float) -> None:
    """Run a function periodically; an error is logged and does not end it."""
    while True:
        try:
            await work()
        except (StorageError, Rejected) as error:
            log.warning("will try again", work=work.__name__, reason=str(error))
        except Exception as error:
            log.error("will try again", work=work.__name__, reason=f"{type(error).__name__}: {error}")
        await asyncio.sleep(seconds)
