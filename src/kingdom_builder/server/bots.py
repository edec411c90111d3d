"""Bots in worker processes at low priority; one that crashes or hangs is replaced. A fair queue leads to them."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import structlog

from kingdom_builder.bots import new_bot
from kingdom_builder.bots.specs import BotSource
from kingdom_builder.engine.view import View
from kingdom_builder.server import bot_tasks, metrics
from kingdom_builder.server.bot_tasks import BotTurn
from kingdom_builder.server.fair_queue import FairQueue, Lane, Ticket
from kingdom_builder.workers import FailureKind, TaskFailed
from kingdom_builder.workers.aio import AsyncWorkerPool

HANG_SECONDS = 30.0
"""A process that takes longer is killed and replaced."""

ATTEMPTS = 3
NICENESS = 5
"""Bots think after the server has done its work, and before hints, pictures and reviews (`background.NICENESS`)."""

log = structlog.get_logger()


class Thinking(StrEnum):
    """What bots think about."""

    CONNECTED = "connected"
    """A turn at a table to which somebody is connected."""
    ABSENT = "absent"
    """A turn at a table of people none of whom is connected."""


LANES = {Thinking.CONNECTED: Lane(weight=4.0), Thinking.ABSENT: Lane(weight=1.0)}
"""How the processes are shared while more is asked of them than they can do."""

Pool = AsyncWorkerPool[Mapping[str, BotSource], bot_tasks.Task, Any]


class Bots:
    """The bots' processes. They get a seat's view, never a game."""

    def __init__(self, workers: int, own_bots: Mapping[str, BotSource] = MappingProxyType({})) -> None:
        """Prepare; processes start with the first task. `own_bots` are those that the operator offers."""
        self.workers = workers
        self._queue = FairQueue(workers, LANES)
        self._pool: Pool = AsyncWorkerPool(
            bot_tasks.start, dict(own_bots), workers=workers, hang_seconds=HANG_SECONDS, nice=NICENESS
        )

    def enter(self, kind: Thinking, group: str) -> Ticket:
        """Take a place in the queue; groups share the processes equally."""
        ticket = self._queue.enter(kind, group)
        self._count_waiting()
        return ticket

    def move(self, ticket: Ticket, kind: Thinking, group: str) -> None:
        """Change the place of a turn that waits."""
        self._queue.move(ticket, kind, group)
        self._count_waiting()

    @asynccontextmanager
    async def process(self, ticket: Ticket) -> AsyncIterator[None]:
        """Wait until a process is free, and keep it during the `with` block."""
        began = time.perf_counter()
        async with self._queue.turn(ticket):
            metrics.bot_wait_seconds.observe(time.perf_counter() - began)
            self._count_waiting()
            yield

    async def turn(self, view: View, level: str, seed: int) -> tuple[int, ...]:
        """Return a bot's answers to a view, one or more; a random legal answer if its processes fail repeatedly."""
        with metrics.bot_seconds.time():
            answers: tuple[int, ...] | None = await try_again(self._pool, level, BotTurn(view, level, seed))
        return answers or (new_bot("random", secrets.randbits(32)).answer(view),)

    async def stop(self) -> None:
        """End the processes."""
        await self._pool.stop()

    def _count_waiting(self) -> None:
        for kind in Thinking:
            metrics.bots_waiting.labels(kind.value).set(self._queue.waiting(kind))


async def try_again(pool: Pool, name: str, task: bot_tasks.Task, attempts: int = ATTEMPTS) -> Any:
    """Run a task, again if its process is lost; return None if it fails."""
    for _ in range(attempts):
        try:
            return await pool.call(task)
        except TaskFailed as error:
            metrics.bot_failures.inc()
            if error.failure.kind is FailureKind.RAISED:
                log.error("bot failed", level=name, reason=error.failure.message)
                break
            log.warning("bot process replaced", level=name, reason=error.failure.kind.value)
    return None
