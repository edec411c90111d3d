"""The worker pool for an event loop: a call waits for a free process, and a thread waits on its pipe."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import wait
from threading import Lock
from typing import Generic, TypeVar

from kingdom_builder.workers.process import (
    Entry,
    Failure,
    FailureKind,
    Job,
    Label,
    Outcome,
    TaskFailed,
    WorkerProcess,
)

C = TypeVar("C")
T = TypeVar("T")
V = TypeVar("V")

_WATCH_SECONDS = 0.2
"""How often a report is read that somebody waits for."""


class AsyncWorkerPool(Generic[C, T, V]):
    """Processes that run one task at a time each. One that crashes or hangs is replaced; the caller may try again."""

    def __init__(
        self, entry: Entry[C, T, V], context: C, *, workers: int, hang_seconds: float | None = None, nice: int = 0
    ) -> None:
        """Prepare; processes start with the first calls."""
        self.workers = workers
        self._entry = entry
        self._context = context
        self._hang_seconds = hang_seconds
        self._nice = nice
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker-pool")
        self._lock = Lock()
        self._free: deque[WorkerProcess[C, T, V]] = deque()
        self._all: set[WorkerProcess[C, T, V]] = set()
        self._stopped = False

    async def call(self, task: T, watch: Callable[[Label], None] | None = None) -> V:
        """Run a task in the next free process and return its value; `watch` gets what the process reports, in a thread.

        Raise TaskFailed if the task raised, crashed or hung, StartError if processes cannot start. A cancelled call
        that has begun keeps its process until the task has ended.
        """
        loop = asyncio.get_running_loop()
        outcome = await loop.run_in_executor(self._threads, self._run, Job(task), watch)
        return outcome.result()

    async def stop(self) -> None:
        """Kill the processes. Calls that are not done raise TaskFailed or CancelledError."""
        with self._lock:
            self._stopped = True
            for worker in self._all:
                worker.process.kill()
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
        for worker in self._free:
            worker.stop()

    def _run(self, job: Job[T], watch: Callable[[Label], None] | None) -> Outcome[T, V]:
        """Run a job in this thread; there are as many threads as processes, so there is always a free one."""
        worker = self._take()
        try:
            worker.give(job)
            pause = _WATCH_SECONDS if watch else min(1.0, (self._hang_seconds or 4.0) / 4)
            while (outcome := worker.outcome()) is None:
                wait([worker.connection], timeout=pause)
                if watch is not None:
                    watch(worker.label)
            return outcome
        finally:
            self._give_back(worker)

    def _take(self) -> WorkerProcess[C, T, V]:
        """Return the process that was used last, because its memory is warm; start one if none lives."""
        with self._lock:
            while self._free:
                worker = self._free.pop()
                if not worker.died_idle:
                    return worker
                self._discard(worker)
            if self._stopped:
                raise TaskFailed(Failure(FailureKind.CRASHED, "the pool has been stopped"))
            worker = WorkerProcess(self._entry, self._context, hang_seconds=self._hang_seconds, nice=self._nice)
            self._all.add(worker)
            return worker

    def _give_back(self, worker: WorkerProcess[C, T, V]) -> None:
        with self._lock:
            if worker.lost:
                self._discard(worker)
            else:
                self._free.append(worker)

    def _discard(self, worker: WorkerProcess[C, T, V]) -> None:
        self._all.discard(worker)
        worker.stop()
