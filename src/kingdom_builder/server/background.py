"""Work of requests that takes a CPU: analyses in one thread; hints, pictures, reviews and long searches in processes.

The processes have a low priority, below that of bots. Each kind of work has a fair and bounded queue. What was
made lately is kept, and equal requests at the same time are done once.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, TypeVar

import structlog

from kingdom_builder.engine.view import View
from kingdom_builder.puzzles.puzzle import KnownTurn, Puzzle
from kingdom_builder.server import bot_tasks, metrics
from kingdom_builder.server.bot_tasks import PER_MILLE, DrawPicture, GradeTurn, PlanTurn, ReviewGame, ValueTurn
from kingdom_builder.server.bots import ATTEMPTS, HANG_SECONDS, Pool, try_again
from kingdom_builder.server.errors import busy
from kingdom_builder.server.fair_queue import FairQueue, Lane, QueueFull, Ticket
from kingdom_builder.table.errors import Rejected
from kingdom_builder.workers import TaskFailed
from kingdom_builder.workers.aio import AsyncWorkerPool

log = structlog.get_logger()
T = TypeVar("T")
NICENESS = 14
"""Not the lowest priority: beside busy programs of the machine a picture would then take minutes."""
BOTS_PER_HINT_PROCESS = 4
"""There is one process for hints for so many processes of bots, and at least one."""


class Work(StrEnum):
    """The kinds of work; each has its queue."""

    ANALYSIS = "analysis"
    HINT = "hint"
    """A quick hint, or the value of a turn in a puzzle."""
    PICTURE = "picture"
    REVIEW = "review"
    SEARCH = "search"
    """A hint for which a person has set the time."""


LANES = {
    Work.ANALYSIS: Lane(limit=100, group_limit=25),
    Work.HINT: Lane(limit=20, group_limit=4),
    Work.PICTURE: Lane(limit=16, group_limit=6),
    Work.REVIEW: Lane(limit=16, group_limit=4),
    Work.SEARCH: Lane(limit=8, group_limit=2),
}
"""How much work may be unfinished, in all and of one address.

An analysis takes milliseconds, a hint or a picture up to a second, a review a second or, without the kernel, minutes.
"""

SHORTEST_SEARCH = 1.0
"""The least seconds of a search, however many addresses wait."""

TOO_MUCH = ("busy", "too_fast")
"""The codes of a rejection that concerns one sender: others may have their work done."""


class Background:
    """The thread, the processes, their queues, and the results that are kept. `group` is the sender's address."""

    def __init__(self, cache_bytes: int, *, search_seconds: float = 0.0, hint_workers: int = 1) -> None:
        """Prepare; a process starts with its first task. `search_seconds` is the longest time of a search."""
        slots = {Work.HINT: hint_workers}
        self._queues = {kind: FairQueue(slots.get(kind, 1), {kind: lane}) for kind, lane in LANES.items()}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="analysis")
        self._processes = {kind: _processes() for kind in (Work.PICTURE, Work.REVIEW)}
        self._processes[Work.HINT] = _processes(hint_workers)
        self._processes[Work.SEARCH] = _processes(hang_seconds=HANG_SECONDS + search_seconds)
        self._search_seconds = search_seconds
        self._results = ByteCache(cache_bytes)
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}

    async def analyse(self, group: str, function: Callable[[], T]) -> T:
        """Run a function in the thread; raise Rejected if too much work waits."""
        loop = asyncio.get_running_loop()
        return await self._queued(Work.ANALYSIS, group, lambda: loop.run_in_executor(self._thread, function))

    async def draw(self, group: str, svg: str) -> bytes:
        """Draw an SVG as PNG in the process; raise Rejected if too many pictures wait, or if the process fails."""
        process = self._processes[Work.PICTURE]
        try:
            return await self._queued(Work.PICTURE, group, lambda: process.call(DrawPicture(svg)))
        except TaskFailed as error:
            log.warning("picture not drawn", reason=str(error))
            raise Rejected("unavailable", "There is no picture just now: try again.") from error

    async def hint(self, group: str, view: View) -> list[int] | None:
        """Return how the champion would continue; None if its process fails, Rejected if too many hints wait."""
        task = PlanTurn(view, secrets.randbits(32))
        answers: list[int] | None = await self._queued(Work.HINT, group, lambda: self._try(Work.HINT, task))
        return answers

    async def value_turn(self, group: str, puzzle: Puzzle, answers: tuple[int, ...]) -> KnownTurn | None:
        """Return the value of a turn that was played in a puzzle; None and Rejected as for hints."""
        task = ValueTurn(puzzle, answers)
        value: KnownTurn | None = await self._queued(Work.HINT, group, lambda: self._try(Work.HINT, task))
        return value

    async def search(self, group: str, view: View, seconds: float) -> list[int] | None:
        """Return how the analyst would continue after a search of so many seconds; None if its process fails.

        While other addresses wait, all searches are shorter: one of each address takes `search_seconds` in all.
        Raise Rejected if too many such searches wait.
        """
        queue = self._queues[Work.SEARCH]

        def seconds_now() -> float:
            return min(seconds, max(SHORTEST_SEARCH, self._search_seconds / queue.groups(Work.SEARCH)))

        async def work() -> list[int] | None:
            task = PlanTurn(view, secrets.randbits(32), seconds_now())
            answers: list[int] | None = await self._try(Work.SEARCH, task, attempts=1)  # others wait for the process
            return answers

        return await self._turn(Work.SEARCH, self._enter(Work.SEARCH, group, seconds_now), work)

    def enter_review(self, group: str) -> Ticket:
        """Take a place among the reviews that wait; raise Rejected if there are too many."""
        return self._enter(Work.REVIEW, group)

    async def review(
        self, ticket: Ticket, task: Callable[[], ReviewGame | GradeTurn], watch: Callable[[float], None]
    ) -> bytes:
        """Review a game that is over, or grade a turn; `watch` is told how much of it is done, from 0 to 1.

        The task is made in the thread for analyses. Raise TaskFailed if the process does not succeed.
        """
        loop = asyncio.get_running_loop()

        async def work() -> bytes:
            made = await loop.run_in_executor(self._thread, task)
            process = self._processes[Work.REVIEW]
            review: bytes = await process.call(made, lambda label: watch(label.moment / PER_MILLE))
            return review

        return await self._turn(Work.REVIEW, ticket, work)

    async def once(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return what was made for a key lately, or is being made now, or else make it.

        If it is rejected because somebody else has too much work, it is made for those who wait for it too.
        """
        while (found := self._results.get(key)) is None:
            making = self._making.get(key)
            if making is None:
                making = self._making[key] = asyncio.ensure_future(_run(make))
                making.add_done_callback(lambda done: self._made(key, done))
                return await asyncio.shield(making)
            try:
                return await asyncio.shield(making)
            except Rejected as rejected:
                if rejected.code not in TOO_MUCH:
                    raise
        return found

    async def stop(self) -> None:
        """End the processes and the thread."""
        for task in self._making.values():
            task.cancel()
        for process in self._processes.values():
            await process.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _queued(self, kind: Work, group: str, work: Callable[[], Awaitable[T]]) -> T:
        return await self._turn(kind, self._enter(kind, group), work)

    async def _try(self, kind: Work, task: bot_tasks.Task, attempts: int = ATTEMPTS) -> Any:
        return await try_again(self._processes[kind], kind, task, attempts)

    def _enter(self, kind: Work, group: str, seconds: Callable[[], float] | None = None) -> Ticket:
        queue = self._queues[kind]
        with self._rejecting(kind):
            ticket = queue.enter(kind, group, seconds)
        metrics.work_waiting.labels(kind).set(queue.waiting(kind))
        return ticket

    async def _turn(self, kind: Work, ticket: Ticket, work: Callable[[], Awaitable[T]]) -> T:
        queue = self._queues[kind]
        with self._rejecting(kind):
            async with queue.turn(ticket):
                metrics.work_waiting.labels(kind).set(queue.waiting(kind))
                with metrics.work_seconds.labels(kind).time():
                    return await work()

    @contextmanager
    def _rejecting(self, kind: Work) -> Iterator[None]:
        """Raise Rejected with the time to wait if a queue is full, or becomes full while work waits in it."""
        try:
            yield
        except QueueFull as full:
            metrics.limit_rejections.labels(f"{kind}_queue").inc()
            raise busy(self._queues[kind].seconds_until_free()) from full

    def _made(self, key: Hashable, done: asyncio.Task[bytes]) -> None:
        del self._making[key]
        if not done.cancelled() and done.exception() is None:
            self._results.put(key, done.result())


class ByteCache:
    """The results that were used last, up to a number of bytes.

    >>> cache = ByteCache(5)
    >>> cache.put("a", b"12"); cache.put("b", b"34"); cache.get("a"); cache.put("c", b"56")
    b'12'
    >>> cache.get("a"), cache.get("b"), cache.get("c")
    (b'12', None, b'56')
    """

    def __init__(self, most_bytes: int) -> None:
        """Start empty."""
        self._most = most_bytes
        self._size = 0
        self._values: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """Return a value; None if it is not kept."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def put(self, key: Hashable, value: bytes) -> None:
        """Keep a value, and forget those that were not used for the longest time if they are too many."""
        self._size += len(value) - len(self._values.pop(key, b""))
        self._values[key] = value
        while self._size > self._most:
            self._size -= len(self._values.popitem(last=False)[1])


def _processes(count: int = 1, *, hang_seconds: float = HANG_SECONDS) -> Pool:
    return AsyncWorkerPool(bot_tasks.start, {}, workers=count, hang_seconds=hang_seconds, nice=NICENESS)


async def _run(make: Callable[[], Awaitable[bytes]]) -> bytes:
    return await make()
