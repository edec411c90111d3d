"""A pool of supervised processes: every task has exactly one outcome, also when processes crash or hang."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from multiprocessing.connection import wait
from typing import Generic, Protocol, TypeVar

from kingdom_builder.workers.process import Entry, Failure, FailureKind, Job, Outcome, WorkerProcess

C = TypeVar("C")
T = TypeVar("T")
V = TypeVar("V")

RETRIES = 2
"""How often a task is given to another process after its process has crashed."""

_AHEAD_SECONDS = 0.1
"""How much work a process is given ahead, so that it does not wait for the next task."""

_MAX_AHEAD = 64


class Pool(Protocol[T, V]):
    """What runs tasks: processes of this machine, or of a cluster."""

    def run(self, tasks: Iterable[T]) -> Generator[Outcome[T, V], None, None]:
        """Run tasks and yield each outcome as soon as it is known, in any order."""
        ...

    def close(self) -> None:
        """End the processes."""
        ...


class WorkerPool(Generic[C, T, V]):
    """Processes of this machine that run tasks.

    - A process that crashes or hangs is replaced, and the tasks behind the one that it was at are given again.
    - A task whose process crashes is given again `retries` times, counted separately for each `Label.subject`.
    - A task that hangs, which means that its process makes no report for `hang_seconds`, is not given again.
    - An exception of a task is its outcome. An exception of the entry point is raised as StartError.
    """

    def __init__(
        self,
        entry: Entry[C, T, V],
        context: C,
        *,
        workers: int | None = None,
        hang_seconds: float | None = None,
        retries: int = RETRIES,
        nice: int = 0,
    ) -> None:
        """Prepare; processes start with the first task. `workers` is one for each core if it is not given."""
        self._entry = entry
        self._context = context
        self._count = workers or os.cpu_count() or 1
        self._hang_seconds = hang_seconds
        self._retries = retries
        self._nice = nice
        self.workers: list[WorkerProcess[C, T, V]] = []

    def run(self, tasks: Iterable[T]) -> Generator[Outcome[T, V], None, None]:
        """Run tasks and yield each outcome as soon as it is known, in any order.

        Processes live on for the next call, until `close`; an exception, or closing the generator, ends them too.
        """
        backlog = Backlog(map(Job, tasks))
        ahead, begun, ended = 1, time.monotonic(), 0
        longest_wait = min(1.0, (self._hang_seconds or 4.0) / 4)
        try:
            while True:
                self._hand_out(backlog, ahead)
                connections = [worker.connection for worker in self.workers if worker.jobs]
                if not connections:
                    return
                wait(connections, timeout=longest_wait)
                for worker in list(self.workers):
                    outcome = self._outcome(worker, backlog)
                    if outcome is not None:
                        ended += 1
                        yield outcome
                if ended:
                    seconds_per_task = (time.monotonic() - begun) * self._count / ended
                    ahead = max(1, min(_MAX_AHEAD, int(_AHEAD_SECONDS / max(seconds_per_task, 1e-6))))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the processes."""
        for worker in self.workers:
            worker.stop()
        self.workers.clear()

    def _hand_out(self, backlog: Backlog[Job[T]], ahead: int) -> None:
        """Start missing processes and give each up to `ahead` jobs, those with the fewest first."""
        while len(self.workers) < self._count and (job := backlog.take()) is not None:
            worker = WorkerProcess(self._entry, self._context, hang_seconds=self._hang_seconds, nice=self._nice)
            self.workers.append(worker)
            worker.give(job)
        for worker in sorted(self.workers, key=lambda worker: len(worker.jobs)):
            while len(worker.jobs) < ahead:
                if (job := backlog.take()) is None:
                    return
                if not worker.has_room_for(job):
                    backlog.put_back(job)
                    break
                worker.give(job)

    def _outcome(self, worker: WorkerProcess[C, T, V], backlog: Backlog[Job[T]]) -> Outcome[T, V] | None:
        """Return the next outcome of a process, if there is one. Remove a lost process and keep its jobs."""
        outcome = worker.outcome()
        if not worker.lost:
            return outcome
        self.workers.remove(worker)
        if outcome is not None and self._gives_up(worker.jobs[0], outcome.failure):
            worker.jobs.popleft()
        else:
            outcome = None
        backlog.put_behind(worker.jobs)
        return outcome

    def _gives_up(self, job: Job[T], failure: Failure | None) -> bool:
        """Count a lost process; return whether its first job is not tried again."""
        if failure is None or failure.kind == FailureKind.HUNG:
            return True
        job.losses[failure.label.subject] += 1
        return job.losses[failure.label.subject] > self._retries


class Backlog(Generic[T]):
    """What no process has: first what lost processes had, then what is still to come."""

    def __init__(self, coming: Iterable[T]) -> None:
        """Take from `coming` only when something is wanted."""
        self._coming: Iterator[T] = iter(coming)
        self._again: deque[T] = deque()

    def take(self) -> T | None:
        """Return the next one, None if there is none."""
        return self._again.popleft() if self._again else next(self._coming, None)

    def take_several(self, count: int) -> list[T]:
        """Return up to so many."""
        return list(islice(iter(self.take, None), count))

    def empty(self) -> bool:
        """Return whether there is nothing left."""
        if (item := self.take()) is None:
            return True
        self.put_back(item)
        return False

    def put_back(self, item: T) -> None:
        """Make this the next one."""
        self._again.appendleft(item)

    def put_behind(self, items: Iterable[T]) -> None:
        """Add what a lost process had."""
        self._again.extend(items)
