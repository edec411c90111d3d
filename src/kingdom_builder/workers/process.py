"""One supervised child process: it runs a function for each task it gets, and its owner can kill it at any time."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable
from ctypes import Array, c_double
from dataclasses import dataclass, field
from enum import StrEnum
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from typing import Any, Generic, NamedTuple, TypeVar, cast

C = TypeVar("C")
T = TypeVar("T")
V = TypeVar("V")

START_SECONDS = 60.0
"""How long a child may take to start; then it counts as crashed, so that another one gets its jobs."""

_PIPE_BYTES = 8000
"""Tasks of this size in all fit into the pipe of a busy child, so sending them does not block."""

_EXIT_SECONDS = 5.0
"""How long to wait for the exit status of a child that has closed its pipe."""


class Label(NamedTuple):
    """What a child is busy with. The entry point gives it its meaning, such as the seat that thinks and the turn.

    A pool counts lost children for each task by `subject`.
    """

    subject: int
    moment: int = 0


NO_LABEL = Label(-1)

Report = Callable[[Label], None]
"""Called in the child: publishes the label and restarts the clock that detects hanging."""

Entry = Callable[[C, Report], Callable[[T], V]]
"""Called once in each child with the pool's context; it returns the function that is called for every task.

It is pickled by its name, so it must be a function of a module.
"""


class FailureKind(StrEnum):
    """Why a task has no value."""

    RAISED = "raised"
    CRASHED = "crashed"
    HUNG = "hung"


@dataclass(frozen=True)
class Failure:
    """A task without a value: `label` is what the child last reported, `traceback` is that of an exception."""

    kind: FailureKind
    message: str
    label: Label = NO_LABEL
    exit_status: int | None = None
    traceback: str = ""


class TaskFailed(Exception):  # noqa: N818 - the usual word for it
    """A task has failed."""

    def __init__(self, failure: Failure) -> None:
        """Keep the failure."""
        super().__init__(failure)
        self.failure = failure

    def __str__(self) -> str:
        return f"{self.failure.kind}: {self.failure.message}"


class StartError(ChildProcessError):
    """A child cannot start because the entry point has raised an exception."""


@dataclass(frozen=True)
class Outcome(Generic[T, V]):
    """The value of a task, or why it has none."""

    task: T
    value: V | None = None
    failure: Failure | None = None

    def result(self) -> V:
        """Return the value; raise TaskFailed if there is none."""
        if self.failure is not None:
            raise TaskFailed(self.failure)
        return cast(V, self.value)


@dataclass(eq=False)
class Job(Generic[T]):
    """A task that is pickled once, and how many children it has lost, by the subject of their label."""

    task: T
    losses: Counter[int] = field(default_factory=Counter)
    data: bytes = b""

    def __post_init__(self) -> None:
        """Pickle the task."""
        self.data = pickle.dumps(self.task)


class WorkerProcess(Generic[C, T, V]):
    """A child process and the jobs it has been given; it does them in order."""

    def __init__(self, entry: Entry[C, T, V], context: C, *, hang_seconds: float | None = None, nice: int = 0) -> None:
        """Start the child."""
        multiprocess: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
        if sys.platform != "win32":
            multiprocess.set_forkserver_preload([__name__, entry.__module__])
            _start_forkserver()
        self._hang_seconds = hang_seconds
        self._status = _Status(multiprocess.RawArray(c_double, [*NO_LABEL, 0.0]))
        self.connection: Connection
        self.connection, theirs = multiprocess.Pipe()
        self.process: multiprocessing.Process = multiprocess.Process(
            target=_work, args=(theirs, self._status.numbers, entry, context, nice), daemon=True
        )
        self.process.start()
        theirs.close()
        self.jobs: deque[Job[T]] = deque()
        self._ready = False
        self._clock = time.monotonic()  # when it started or got what is now its first job

    def has_room_for(self, job: Job[T]) -> bool:
        """Return whether this job can be given now without waiting for the child to read."""
        return not self.jobs or sum(len(given.data) for given in self.jobs) + len(job.data) <= _PIPE_BYTES

    def give(self, job: Job[T]) -> None:
        """Give the child a job. If the child is dead, `outcome` reports that."""
        if not self.jobs:
            self._clock = time.monotonic()
        self.jobs.append(job)
        with contextlib.suppress(OSError):
            self.connection.send_bytes(job.data)

    def outcome(self) -> Outcome[T, V] | None:
        """Return the outcome of the first job if there is one now, else None; raise StartError if it cannot start.

        A value or an exception removes the job from `jobs`. A crash or hanging leaves it there and stops the child.
        """
        while self._has_message():
            try:
                kind, *parts = self.connection.recv()
            except (EOFError, OSError):
                return self._ended()
            self._clock = time.monotonic()
            if kind == _READY:
                self._ready = True
            elif kind == _START_ERROR:
                self.stop()
                raise StartError(f"a worker process cannot start: {parts[0]}")
            else:
                task = self.jobs.popleft().task
                if kind == _VALUE:
                    return Outcome(task, value=parts[0])
                return Outcome(task, failure=Failure(FailureKind.RAISED, parts[0], traceback=parts[1]))
        if self.jobs and self._is_silent():
            if self._ready:
                return self._lost(FailureKind.HUNG, f"its process made no report for {self._limit:g} s")
            return self._lost(FailureKind.CRASHED, f"its process did not start within {self._limit:g} s")
        return None

    @property
    def label(self) -> Label:
        """What the child has reported last."""
        return self._status.label

    @property
    def lost(self) -> bool:
        """Whether the child is gone: it crashed, hung or was stopped. It takes no more jobs."""
        return self.connection.closed

    @property
    def died_idle(self) -> bool:
        """Whether the child has ended after its last job. Its pipe shows that before its exit status is known."""
        return self._has_message()

    def stop(self) -> None:
        """Kill the child."""
        self.process.kill()
        self.process.join()
        self.connection.close()

    def _has_message(self) -> bool:
        """Return whether something can be received, be it the end of the pipe."""
        try:
            return self.connection.poll()
        except OSError:
            return True

    def _is_silent(self) -> bool:
        limit = self._limit
        return limit is not None and time.monotonic() - max(self._clock, self._status.since) >= limit

    @property
    def _limit(self) -> float | None:
        """How long the child may take until its next report; None if there is no limit."""
        return self._hang_seconds if self._ready else START_SECONDS

    def _ended(self) -> Outcome[T, V] | None:
        self.process.join(_EXIT_SECONDS)
        return self._lost(FailureKind.CRASHED, f"its process ended with status {self.process.exitcode}")

    def _lost(self, kind: FailureKind, message: str) -> Outcome[T, V] | None:
        label, status = self._status.label, self.process.exitcode
        self.stop()
        return Outcome(self.jobs[0].task, failure=Failure(kind, message, label, status)) if self.jobs else None


def _start_forkserver() -> None:
    """Start the process that forks children, if it does not run, with SIGINT blocked.

    Ctrl+C reaches it too, and would print a traceback while it imports. Children inherit the blocked signal.
    """
    resource_tracker.ensure_running()  # it blocks the signal too, and unblocks it afterwards
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent(end: Callable[[], None] = lambda: os._exit(1)) -> None:
    """Call a function, which should end this process, when the process that started it has ended or was killed."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        end()

    threading.Thread(target=wait, daemon=True).start()


_READY, _START_ERROR, _VALUE, _RAISED = "ready", "start_error", "value", "raised"
"""The first words of a child's messages."""


class _Status:
    """What a child publishes in shared memory: its label and when it last gave a sign of life."""

    def __init__(self, numbers: Array[c_double]) -> None:
        self.numbers = numbers

    @property
    def label(self) -> Label:
        return Label(int(self.numbers[0]), int(self.numbers[1]))

    @property
    def since(self) -> float:
        return float(self.numbers[2])

    def report(self, label: Label) -> None:
        subject, moment = label
        numbers = self.numbers
        numbers[2] = time.monotonic()
        numbers[1] = moment
        numbers[0] = subject


def _work(connection: Connection, numbers: Array[c_double], entry: Entry[C, T, V], context: C, nice: int) -> None:
    """Do what comes until the owner closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all processes of a terminal; the owner decides
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    end_with_parent()
    sys.stdout = sys.stderr  # what a task prints must not get into the owner's output
    os.dup2(2, 1)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    status = _Status(numbers)
    with contextlib.suppress(EOFError, OSError):
        try:
            function = entry(context, status.report)
        except BaseException as error:
            connection.send((_START_ERROR, _describe(error)))
            return
        connection.send((_READY,))
        while True:
            data = connection.recv_bytes()
            status.report(NO_LABEL)
            connection.send_bytes(_answer(function, data))


def _answer(function: Callable[[T], V], data: bytes) -> bytes:
    try:
        return pickle.dumps((_VALUE, function(pickle.loads(data))))
    except BaseException as error:
        return pickle.dumps((_RAISED, _describe(error), "".join(traceback.format_exception(error))))


def _describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
