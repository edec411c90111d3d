"""Processes of low priority for work that takes long: bots and pictures. One that dies or hangs is replaced."""

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
from kingdom_builder.engine.view import View
from kingdom_builder.server import bot_worker, metrics

T = TypeVar("T")
LONGEST = 30.0
"""Seconds after which a process is taken to hang and is replaced."""

TRIES = 3
log = structlog.get_logger()


class Lost(Exception):  # noqa: N818 - it is what happened
    """The process that had the work died or hung; another one may be asked."""


class Pool:
    """So many processes. Each is a pool of its own in the library's sense, and has one thing to do at a time.

    Processes that share a pool share its locks, and one that is killed takes a lock with it; the library also gives a
    pool up for good when a process dies that has nothing to do. A pool of one is thrown away instead.
    """

    def __init__(self, workers: int) -> None:
        """Prepare; processes start with the first work."""
        self.workers = workers
        self._free: asyncio.LifoQueue[ProcessPool] = asyncio.LifoQueue()
        self._all = {_new_process() for _ in range(workers)}
        for process in self._all:
            self._free.put_nowait(process)
        self._hints = asyncio.Lock()

    async def turn(self, view: View, level: str) -> tuple[int, ...]:
        """Return a bot's answers to a view, one or more. If its processes keep dying, any legal one goes on."""
        with metrics.bot_seconds.time():
            answers = await self._try(level, bot_worker.turn, pickle.dumps(view), level, secrets.randbits(32))
        return answers or (new_bot("random", secrets.randbits(32)).answer(view),)

    async def hint(self, view: View) -> list[int] | None:
        """Return how a bot would play on from a view; None if its processes keep dying. Hints wait for each other."""
        async with self._hints:
            return await self._try("hint", bot_worker.hint, pickle.dumps(view), secrets.randbits(32))

    async def picture(self, svg: str) -> bytes:
        """Return a drawing as PNG."""
        return await self._do(bot_worker.picture, svg)

    async def _try(self, level: str, work: Callable[..., T], *arguments: Any) -> T | None:
        """Let a bot work, more than once if its process dies; None if nothing comes of it."""
        for _ in range(TRIES):
            try:
                return await self._do(work, *arguments)
            except Lost as error:
                metrics.bot_failures.inc()
                log.warning("bot process replaced", level=level, reason=str(error))
            except Exception as error:
                metrics.bot_failures.inc()
                log.error("bot failed", level=level, reason=f"{type(error).__name__}: {error}")
                break
        return None

    async def _do(self, work: Callable[..., T], *arguments: Any) -> T:
        process = await self._free.get()
        try:
            try:
                future = process.schedule(work, args=arguments, timeout=LONGEST)
            except RuntimeError:  # it has died since its last work
                process = await self._replaced(process)
                future = process.schedule(work, args=arguments, timeout=LONGEST)
            result: T = await _done(asyncio.wrap_future(future), process)
            return result
        except (ProcessExpired, BrokenProcessPool, TimeoutError) as error:
            process = await self._replaced(process)
            raise Lost(type(error).__name__) from error
        finally:
            self._free.put_nowait(process)

    async def _replaced(self, process: ProcessPool) -> ProcessPool:
        new = _new_process()
        self._all.add(new)
        self._all.discard(process)
        await _end(process)
        return new

    async def stop(self) -> None:
        """End the processes."""
        await asyncio.gather(*(_end(process) for process in self._all))


def _new_process() -> ProcessPool:
    context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
    if sys.platform != "win32":
        context.set_forkserver_preload([bot_worker.__name__])
    return ProcessPool(max_workers=1, initializer=bot_worker.lower_priority, context=context)


async def _done(work: asyncio.Future[T], process: ProcessPool) -> T:
    """Wait for work; the library forgets what is asked of a process at the very moment of its death."""
    while not work.done():
        await asyncio.wait((work,), timeout=0.5)
        if not work.done() and not process.active:
            raise BrokenProcessPool
    return work.result()


async def _end(process: ProcessPool) -> None:
    process.stop()  # type: ignore[no-untyped-call]  # the library has no annotations here
    await asyncio.to_thread(process.join)
