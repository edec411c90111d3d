"""The pool for an event loop: calls share its processes, and a lost process fails one call only."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from kingdom_builder.workers import FailureKind, Label, StartError, TaskFailed
from kingdom_builder.workers.aio import AsyncWorkerPool
from tests.workers.tasks import Do, start

Pool = AsyncWorkerPool[str, Do, Any]


@asynccontextmanager
async def new_pool(
    workers: int = 2, hang_seconds: float | None = None, context: str = "context"
) -> AsyncIterator[Pool]:
    pool: Pool = AsyncWorkerPool(start, context, workers=workers, hang_seconds=hang_seconds)
    try:
        yield pool
    finally:
        await pool.stop()


def with_pool(test: Callable[[Pool], Awaitable[None]], workers: int = 2, hang_seconds: float | None = None) -> None:
    """Run a test on an event loop with a pool; check that the pool leaves no process behind."""

    async def run() -> None:
        async with new_pool(workers, hang_seconds) as pool:
            await test(pool)

    before = set(psutil.Process().children(recursive=True))
    asyncio.run(run())
    for child in set(psutil.Process().children(recursive=True)) - before:
        assert "forkserver" in " ".join(child.cmdline()) or "resource_tracker" in " ".join(child.cmdline())


def test_calls_share_the_processes() -> None:
    async def test(pool: Pool) -> None:
        values = await asyncio.gather(*[pool.call(Do("echo", number)) for number in range(20)])
        assert values == [("context", number) for number in range(20)]
        assert len(set(await asyncio.gather(*[pool.call(Do("pid")) for _ in range(20)]))) <= 2

    with_pool(test)


def test_a_caller_can_watch_what_the_process_reports() -> None:
    async def test(pool: Pool) -> None:
        seen: list[Label] = []
        assert await pool.call(Do("work under labels", 0.5), seen.append) == "done"
        assert Label(0) in seen

    with_pool(test)


def test_the_event_loop_goes_on_during_a_call() -> None:
    async def test(pool: Pool) -> None:
        call = asyncio.create_task(pool.call(Do("sleep", 0.5)))
        ticks = 0
        while not call.done():
            await asyncio.sleep(0.01)
            ticks += 1
        assert ticks > 5

    with_pool(test)


@pytest.mark.parametrize(
    ("task", "kind", "words"),
    [
        (Do("raise", "x"), FailureKind.RAISED, "KeyError: 'x'"),
        (Do("crash", 4), FailureKind.CRASHED, "its process ended with status 4"),
        (Do("hang", (3, 1)), FailureKind.HUNG, "its process made no report for 0.5 s"),
    ],
)
def test_a_failure_is_raised_and_the_next_call_succeeds(task: Do, kind: FailureKind, words: str) -> None:
    async def test(pool: Pool) -> None:
        with pytest.raises(TaskFailed) as failed:
            await pool.call(task)
        assert (failed.value.failure.kind, failed.value.failure.message) == (kind, words)
        if kind == FailureKind.HUNG:
            assert failed.value.failure.label == Label(3, 1)
        assert await pool.call(Do("echo", 1)) == ("context", 1)

    with_pool(test, workers=1, hang_seconds=0.5)


def test_a_call_can_be_tried_again_after_a_crash(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        task = Do("crash once", str(tmp_path / "mark"))
        with pytest.raises(TaskFailed):
            await pool.call(task)
        assert await pool.call(task) == "done"

    with_pool(test)


def test_a_process_that_dies_while_idle_fails_no_call() -> None:
    async def test(pool: Pool) -> None:
        pid = await pool.call(Do("pid"))
        os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(psutil.NoSuchProcess):
            psutil.Process(pid).wait(10)
        assert await pool.call(Do("pid")) != pid

    with_pool(test, workers=1)


def test_a_cancelled_call_frees_its_process() -> None:
    async def test(pool: Pool) -> None:
        call = asyncio.create_task(pool.call(Do("sleep", 0.3)))
        await asyncio.sleep(0.1)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await pool.call(Do("echo", 1)) == ("context", 1)

    with_pool(test, workers=1)


def test_stopping_ends_all_calls_at_once() -> None:
    async def test(pool: Pool) -> None:
        calls = [asyncio.create_task(pool.call(Do("sleep", 600))) for _ in range(3)]
        await asyncio.sleep(0.3)
        begun = time.monotonic()
        await pool.stop()
        results = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(result, TaskFailed | asyncio.CancelledError) for result in results)
        assert time.monotonic() - begun < 30

    with_pool(test)


def test_an_entry_point_that_raises_is_a_start_error() -> None:
    async def test() -> None:
        async with new_pool(context=__file__) as pool:
            with pytest.raises(StartError, match="LookupError: no such model"):
                await pool.call(Do("echo"))

    asyncio.run(test())
