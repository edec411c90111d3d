"""Finds out for how long no server process ran, and stops the clock of this process in an outage."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType

import structlog

from kingdom_builder.server.clock import ServerClock
from kingdom_builder.server.security.codes import new_id
from kingdom_builder.store.errors import StorageError
from kingdom_builder.store.uptime import UptimeLog, outages, running

BEAT_SECONDS = 1.0
"""How often a process records that it runs, if there may be others."""

BEAT_SECONDS_ALONE = 5.0
"""The same for the only process of an embedded database."""

OUTAGE_SECONDS = 10.0
"""A process that could not write to the database for this time more than a beat has had an outage."""

log = structlog.get_logger()


class Uptime:
    """Records that this process runs, and sets its clock."""

    def __init__(self, uptime_log: UptimeLog, clock: ServerClock, *, only_process: bool, grace_seconds: float) -> None:
        """Prepare; `only_process`: no other process has the same games."""
        self._log = uptime_log
        self._clock = clock
        self._only_process = only_process
        self._grace = grace_seconds
        self._beat_seconds = BEAT_SECONDS_ALONE if only_process else BEAT_SECONDS
        self._process = ""
        self._written_at = 0.0
        self._last_seen = 0.0
        self._stopped_at: float | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Set the clock by the outages so far, and start to record that this process runs."""
        began = await self._register()
        found = outages(await self._log.rows(), await self._alive(), self._grace)
        had_outage = bool(found) and found[-1].end > began
        if had_outage:
            log.info("clocks start later", seconds=self._grace, outage=round(began - found[-1].begin, 1))
        self._clock.start(found, self._grace if had_outage else 0.0)
        self._trust()
        self._task = asyncio.create_task(self._beat())

    def drain(self) -> None:
        """Stop the clock: the server closes its connections."""
        if self._stopped_at is None:
            self._stopped_at = time.time()
            self._clock.stop()

    async def record_turns(self, turns: int) -> None:
        """Record how many turns this process waits for before it stops."""
        await self._log.record_turns(self._process, turns)

    async def no_turns_anywhere(self) -> bool:
        """Return whether no process waits for a turn any more."""
        return all(row.turns == 0 for row in running(await self._log.rows(), time.time()))

    async def stop(self) -> None:
        """Record when this process has stopped to serve."""
        self.drain()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(StorageError):
            await self._log.update(self._process, self._stopped_at or time.time(), ended=True)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._beat_seconds)
            try:
                await self._write()
            except StorageError:
                continue  # the clock stops by itself
            except Exception as error:
                log.error("will try again", work="_beat", reason=f"{type(error).__name__}: {error}")

    async def _write(self) -> None:
        if self._stopped_at is not None:
            return
        now = time.time()
        is_known = await self._log.update(self._process, now)
        if is_known and time.monotonic() - self._written_at <= self._beat_seconds + OUTAGE_SECONDS:
            self._last_seen = now
            self._trust()
        else:
            await self._recover()

    async def _recover(self) -> None:
        """Set the clock after a time in which this process could not write; other processes may have served then."""
        since, last_seen = self._written_at, self._last_seen
        await self._log.update(self._process, last_seen, ended=True)
        began = await self._register()
        found = outages(await self._log.rows(), await self._alive(), self._grace)
        if found and found[-1].end > began:
            log.warning("clocks have stopped", outage=round(began - last_seen, 1))
            self._clock.restart(found, since, self._grace)
        self._trust()

    async def _register(self) -> float:
        """Begin a new row, and return its time."""
        now = time.time()
        self._process = new_id()
        await self._log.register(self._process, now)
        self._last_seen = now
        return now

    async def _alive(self) -> set[str]:
        """Return the processes that run; wait until those that have not ended properly have shown that they do."""
        seen = {row.id: row.seen_at for row in await self._log.rows() if not row.ended and row.id != self._process}
        alive = {self._process}
        end = time.monotonic() + (0 if self._only_process else 2.5 * self._beat_seconds)
        while seen and time.monotonic() < end:
            await asyncio.sleep(self._beat_seconds / 5)
            for row in await self._log.rows():
                if row.id in seen and row.seen_at != seen[row.id]:
                    del seen[row.id]
                    if not row.ended:
                        alive.add(row.id)
        await self._log.mark_ended(seen)
        return alive

    def _trust(self) -> None:
        self._written_at = time.monotonic()
        self._clock.trust(2 * self._beat_seconds + 1, self._beat_seconds + OUTAGE_SECONDS)


@contextlib.contextmanager
def on_stop_signal(action: Callable[[], None]) -> Iterator[None]:
    """Call a function first when the process gets a signal to stop; only the main thread gets signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def handle(number: int, frame: FrameType | None) -> None:
        action()
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    chosen = [number for number, handler in before.items() if callable(handler)]
    for number in chosen:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number in chosen:
            signal.signal(number, before[number])
