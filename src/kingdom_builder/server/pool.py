"""Processes of low priority for work that takes long: bots and pictures. One that dies is replaced."""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import secrets
import sys
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import structlog
from pebble import ProcessExpired, ProcessPool

from kingdom_builder.bots import new_bot
from kingdom_builder.game.view import View
from kingdom_builder.server import bot_worker, metrics

T = TypeVar("T")
LONGEST = 30.0
"""Seconds after which a process is taken to hang and is replaced."""

TRIES = 3
log = structlog.get_logger()


class Pool:
    """A pool of processes."""

    def __init__(self, workers: int) -> None:
        """Prepare; processes start with the first work."""
        self.workers = workers
        self._processes = self._new_processes()

    async def answer(self, view: View, level: str) -> int:
        """Return a bot's answer to a view. If its processes keep dying, any legal answer keeps the game going."""
        pickled = pickle.dumps(view)
        for _ in range(TRIES):
            try:
                with metrics.bot_seconds.time():
                    return await self._do(bot_worker.answer, pickled, level, secrets.randbits(32))
            except (ProcessExpired, BrokenProcessPool, TimeoutError) as error:
                metrics.bot_failures.inc()
                log.warning("bot process replaced", level=level, reason=type(error).__name__)
            except Exception as error:
                metrics.bot_failures.inc()
                log.error("bot failed", level=level, reason=f"{type(error).__name__}: {error}")
                break
        return new_bot("random", secrets.randbits(32)).answer(view)

    async def picture(self, svg: str) -> bytes:
        """Return a drawing as PNG."""
        return await self._do(bot_worker.picture, svg)

    async def _do(self, work: Callable[..., T], *arguments: Any) -> T:
        if not self._processes.active:
            # All its processes died while they had nothing to do, which ends a pool of this library for good.
            self._processes = self._new_processes()
        result: T = await asyncio.wrap_future(self._processes.schedule(work, args=arguments, timeout=LONGEST))
        return result

    def _new_processes(self) -> ProcessPool:
        context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
        if sys.platform != "win32":
            context.set_forkserver_preload([bot_worker.__name__])
        return ProcessPool(max_workers=self.workers, initializer=bot_worker.lower_priority, context=context)

    async def stop(self) -> None:
        """End the processes."""
        self._processes.stop()  # type: ignore[no-untyped-call]  # the library has no annotations here
        await asyncio.to_thread(self._processes.join)
