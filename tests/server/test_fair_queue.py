"""The fair queue: who gets the next slot, how much may wait, and what happens to work that is moved or given up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum
from functools import partial

import pytest

from kingdom_builder.server.fair_queue import FairQueue, Lane, QueueFull


class Kind(StrEnum):
    """The lanes of these tests."""

    FIRST = "first"
    SECOND = "second"
    BOUNDED = "bounded"


LANES = {Kind.FIRST: Lane(weight=3.0), Kind.SECOND: Lane(), Kind.BOUNDED: Lane(limit=5, group_limit=2)}
Queue = FairQueue[Kind]


class Work:
    """Work that keeps a slot until it is told to end, and the order in which it began."""

    def __init__(self, slots: int) -> None:
        self.now = 0.0
        self.queue: Queue = FairQueue(slots, LANES, clock=lambda: self.now)
        self.begun: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def add(self, name: str, kind: Kind, group: str) -> None:
        ticket = self.queue.enter(kind, group)
        end = self.ends[name] = asyncio.Event()

        async def run() -> None:
            async with self.queue.turn(ticket):
                self.begun.append(name)
                await end.wait()

        self.tasks[name] = asyncio.create_task(run())
        await settle()

    async def run_next(self) -> bool:
        """Let the work that began first end, a second later; return whether there was any."""
        running = [name for name in self.begun if not self.tasks[name].done()]
        for name in running[:1]:
            self.now += 1.0
            self.ends[name].set()
            await settle()
        return bool(running)

    async def run_all(self) -> list[str]:
        """Let all work end, one after the other, and return the order in which it began."""
        while await self.run_next():
            pass
        return self.begun


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def run(test: Callable[[Work], Awaitable[None]], slots: int = 1) -> None:
    async def with_queue() -> None:
        await test(Work(slots))

    asyncio.run(with_queue())


def test_a_group_with_much_work_does_not_delay_another() -> None:
    async def test(work: Work) -> None:
        for number in range(10):
            await work.add(f"many {number}", Kind.FIRST, "many")
        await work.add("one", Kind.FIRST, "one")
        assert (await work.run_all())[:3] == ["many 0", "one", "many 1"]

    run(test)


def test_work_of_one_group_is_done_in_its_order() -> None:
    async def test(work: Work) -> None:
        names = [f"many {number}" for number in range(6)]
        for name in names:
            await work.add(name, Kind.FIRST, "many")
        assert await work.run_all() == names

    run(test, slots=2)


def test_a_group_that_comes_later_gets_no_credit_for_the_time_before() -> None:
    async def test(work: Work) -> None:
        for number in range(12):
            await work.add(f"early {number}", Kind.FIRST, "early")
        for _ in range(6):
            await work.run_next()
        for number in range(6):
            await work.add(f"late {number}", Kind.FIRST, "late")
        order = [name.split()[0] for name in (await work.run_all())[7:]]
        assert order[:6] == ["late", "early"] * 3

    run(test)


def test_a_lane_gets_its_share_and_the_other_one_is_not_starved() -> None:
    async def test(work: Work) -> None:
        for number in range(40):
            for kind in (Kind.SECOND, Kind.FIRST):
                await work.add(f"{kind} {number}", kind, f"group {number}")
        begun = (await work.run_all())[:40]
        assert 9 <= sum(name.startswith("second") for name in begun) <= 11

    run(test)


def test_only_so_many_have_a_slot() -> None:
    async def test(work: Work) -> None:
        for number in range(5):
            await work.add(str(number), Kind.FIRST, str(number))
        assert work.begun == ["0", "1"]
        assert work.queue.waiting(Kind.FIRST) == 3
        await work.run_all()
        assert work.queue.waiting(Kind.FIRST) == 0

    run(test, slots=2)


def test_too_much_unfinished_work_is_refused() -> None:
    async def test(work: Work) -> None:
        await work.add("0", Kind.BOUNDED, "ada")
        await work.add("1", Kind.BOUNDED, "ada")
        with pytest.raises(QueueFull) as full:
            work.queue.enter(Kind.BOUNDED, "ada")
        assert full.value.of_group
        await work.run_all()
        for name in "23456":
            await work.add(name, Kind.BOUNDED, f"group {name}")
        with pytest.raises(QueueFull) as full:
            work.queue.enter(Kind.BOUNDED, "bob")
        assert not full.value.of_group
        await work.add("another lane", Kind.FIRST, "ada")
        await work.run_all()
        await work.add("again", Kind.BOUNDED, "ada")
        assert work.begun[-1] == "again"

    run(test)


def test_in_a_full_lane_a_group_displaces_the_last_work_of_the_group_that_has_most() -> None:
    async def test(work: Work) -> None:
        for name, group in (("a0", "a"), ("a1", "a"), ("b0", "b"), ("b1", "b"), ("c0", "c")):
            await work.add(name, Kind.BOUNDED, group)
        await work.add("d0", Kind.BOUNDED, "d")
        displaced = work.tasks.pop("a1")
        with pytest.raises(QueueFull):
            await displaced
        await work.add("e0", Kind.BOUNDED, "e")
        displaced = work.tasks.pop("b1")
        with pytest.raises(QueueFull):
            await displaced
        for group in ("f", "a"):  # every group has one place now
            with pytest.raises(QueueFull) as full:
                work.queue.enter(Kind.BOUNDED, group)
            assert not full.value.of_group
        assert work.queue.groups(Kind.BOUNDED) == 5
        assert await work.run_all() == ["a0", "b0", "c0", "d0", "e0"]
        assert work.queue.groups(Kind.BOUNDED) == 0

    run(test)


def test_displaced_work_that_is_cancelled_at_the_same_moment_frees_no_slot() -> None:
    async def test(work: Work) -> None:
        for name, group in (("a0", "a"), ("a1", "a"), ("b0", "b"), ("c0", "c"), ("d0", "d")):
            await work.add(name, Kind.BOUNDED, group)
        work.queue.enter(Kind.BOUNDED, "e")
        work.tasks["a1"].cancel()
        await settle()
        assert work.tasks["a1"].cancelled()
        assert work.begun == ["a0"]

    run(test)


def test_the_time_until_the_queue_is_free_counts_what_is_known_of_the_work() -> None:
    async def test(work: Work) -> None:
        assert work.queue.seconds_until_free() == 0
        for seconds in (30.0, 10.0):
            work.queue.enter(Kind.BOUNDED, "a", partial(float, seconds))
        assert work.queue.seconds_until_free() == 40
        work.now += 12
        assert work.queue.seconds_until_free() == 28
        work.now += 1000
        assert work.queue.seconds_until_free() == 10

    run(test)


def test_work_that_is_moved_to_a_better_lane_begins_earlier() -> None:
    async def test(work: Work) -> None:
        await work.add("running", Kind.SECOND, "a")
        for number in range(5):
            await work.add(f"before {number}", Kind.SECOND, "a")
        ticket = work.queue.enter(Kind.SECOND, "a")
        work.queue.move(ticket, Kind.FIRST, "b")
        work.ends["running"].set()
        await settle()
        assert ticket.ready.done()
        assert work.begun == ["running"]
        work.queue.move(ticket, Kind.SECOND, "a")  # it has its slot already: nothing changes
        async with work.queue.turn(ticket):
            pass
        await settle()
        assert len(await work.run_all()) == 6

    run(test)


@pytest.mark.parametrize("slots", [1, 2, 4])
def test_cancelled_work_gives_up_its_place_or_its_slot(slots: int) -> None:
    async def test(work: Work) -> None:
        for number in range(6):
            await work.add(str(number), Kind.FIRST, str(number % 2))
        for name in ("0", "3"):
            work.tasks[name].cancel()
        await settle()
        assert set(await work.run_all()) == {"0", "1", "2", "4", "5"} | ({"3"} if slots == 4 else set())
        assert work.queue.waiting(Kind.FIRST) == 0
        await work.add("last", Kind.FIRST, "9")
        assert work.begun[-1] == "last"

    run(test, slots)


def test_work_that_is_cancelled_at_the_moment_of_its_slot_keeps_none() -> None:
    async def test(work: Work) -> None:
        await work.add("0", Kind.FIRST, "a")
        await work.add("1", Kind.FIRST, "a")
        work.ends["0"].set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        work.tasks["1"].cancel()
        await settle()
        await work.add("2", Kind.FIRST, "a")
        assert work.begun[-1] == "2"

    run(test)
