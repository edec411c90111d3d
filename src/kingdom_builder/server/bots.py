"""Bots and pictures in worker processes at low priority; one that crashes or hangs is replaced."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import structlog

from kingdom_builder.bots import new_bot
from kingdom_builder.engine.view import View
from kingdom_builder.server import bot_tasks, metrics
from kingdom_builder.server.bot_tasks import BotTurn, DrawPicture, PlanTurn
from kingdom_builder.workers import FailureKind, TaskFailed
from kingdom_builder.workers.aio import AsyncWorkerPool

HANG_SECONDS = 30.0
"""A process that takes longer is killed and replaced."""

ATTEMPTS = 3
_NICENESS = 19
log = structlog.get_logger()


class Bots:
    """The bots' processes. They get a seat's view, never a game."""

    def __init__(self, workers: int) -> None:
        """Prepare; processes start with the first task."""
        self.workers = workers
        self._pool = _new_pool(workers)
        self._one_hint = asyncio.Lock()

    async def turn(self, view: View, level: str) -> tuple[int, ...]:
        """Return a bot's answers to a view, one or more; a random legal answer if its processes fail repeatedly."""
        with metrics.bot_seconds.time():
            answers: tuple[int, ...] | None = await self._try(level, BotTurn(view, level, secrets.randbits(32)))
        return answers or (new_bot("random", secrets.randbits(32)).answer(view),)

    async def hint(self, view: View) -> list[int] | None:
        """Return how a bot would continue from a view; None if its processes fail repeatedly. One hint at a time."""
        async with self._one_hint:
            answers: list[int] | None = await self._try("hint", PlanTurn(view, secrets.randbits(32)))
            return answers

    async def stop(self) -> None:
        """End the processes."""
        await self._pool.stop()

    async def _try(self, level: str, task: BotTurn | PlanTurn) -> Any:
        """Run a task, again if its process is lost; return None if it fails."""
        for _ in range(ATTEMPTS):
            try:
                return await self._pool.call(task)
            except TaskFailed as error:
                metrics.bot_failures.inc()
                if error.failure.kind is FailureKind.RAISED:
                    log.error("bot failed", level=level, reason=error.failure.message)
                    break
                log.warning("bot process replaced", level=level, reason=error.failure.kind.value)
        return None


class Pictures:
    """One process that draws pictures."""

    def __init__(self) -> None:
        """Prepare; the process starts with the first picture."""
        self._pool = _new_pool(1)

    async def png(self, svg: str) -> bytes:
        """Return an SVG drawing as PNG."""
        picture: bytes = await self._pool.call(DrawPicture(svg))
        return picture

    async def stop(self) -> None:
        """End the process."""
        await self._pool.stop()


def _new_pool(workers: int) -> AsyncWorkerPool[None, bot_tasks.Task, Any]:
    return AsyncWorkerPool(bot_tasks.start, None, workers=workers, hang_seconds=HANG_SECONDS, nice=_NICENESS)
