"""A fair and bounded queue for work that needs a CPU: lanes share its slots by weight, and groups share a lane equally.

A group is whoever causes the work, such as all tables of one address. A group with much work does not delay the others:
the lane that has used its slots for the shortest time in proportion to its weight is next, and in it the group that
has used them for the shortest time. Work of one group is done in the order in which it came. When a lane is full, a
group with little work displaces the last work of the group that has most of it.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

K = TypeVar("K")

_MAX_IDLE_GROUPS = 1000
_FIRST_GUESS = 0.05
_SMOOTHING = 0.2


class QueueFull(Exception):  # noqa: N818 - the usual word for it
    """Too much work waits; `of_group` if it is that of one group."""

    def __init__(self, *, of_group: bool) -> None:
        """Say whose work it is."""
        super().__init__("too much work waits")
        self.of_group = of_group


@dataclass(frozen=True)
class Lane:
    """A kind of work: its share of the slots, and how much of it may be unfinished, in all and of one group."""

    weight: float = 1.0
    limit: int | None = None
    group_limit: int | None = None


@dataclass(eq=False)
class _Flow:
    """What shares something with others: the seconds it has used, in proportion to its weight."""

    used: float = 0.0
    running: int = 0


@dataclass(eq=False)
class _Group(_Flow):
    waiting: deque[Ticket] = field(default_factory=deque)

    @property
    def unfinished(self) -> int:
        return self.running + len(self.waiting)


@dataclass(eq=False)
class _LaneFlow(_Flow):
    lane: Lane = field(default_factory=Lane)
    groups: dict[str, _Group] = field(default_factory=dict)
    waiting: int = 0
    least: float = 0.0
    """What the group had used that got a slot last; a group that comes now has used as much."""

    def group(self, name: str) -> _Group:
        group = self.groups.get(name)
        if group is None:
            group = self.groups[name] = _Group()
        if not group.unfinished:
            group.used = max(group.used, self.least)
        return group

    def forget_idle_groups(self) -> None:
        """Forget groups without work; if there is other work, only those that have no more to wait for."""
        if not self.running and not self.waiting:
            self.groups.clear()
            self.least = 0.0
        elif len(self.groups) > _MAX_IDLE_GROUPS:
            self.groups = {name: group for name, group in self.groups.items() if group.unfinished}


@dataclass(eq=False)
class Ticket:
    """The place of some work in the queue."""

    lane: _LaneFlow
    group: _Group
    ready: asyncio.Future[None]
    seconds: Callable[[], float] | None = None
    """Returns how long it takes if it begins now; None if that is not known."""
    guess: float = 0.0
    """The seconds that were charged for it in advance."""
    began: float = 0.0


class FairQueue(Generic[K]):
    """Gives slots to work. All methods run on one event loop."""

    def __init__(self, slots: int, lanes: Mapping[K, Lane], *, clock: Callable[[], float] = time.monotonic) -> None:
        """Start empty, with so many slots."""
        self._clock = clock
        self._slots = self._free = slots
        self._lanes = {kind: _LaneFlow(lane=lane) for kind, lane in lanes.items()}
        self._least = 0.0
        self._seconds = _FIRST_GUESS
        self._running: set[Ticket] = set()

    def waiting(self, kind: K) -> int:
        """Return how much work of a lane has no slot yet."""
        return self._lanes[kind].waiting

    def groups(self, kind: K) -> int:
        """Return how many groups have unfinished work in a lane."""
        return sum(1 for group in self._lanes[kind].groups.values() if group.unfinished)

    def seconds_until_free(self) -> float:
        """Return in how many seconds all present work will be done, if it takes as long as known now or as usual."""
        now = self._clock()
        left = sum(max(0.0, ticket.began + ticket.guess - now) for ticket in self._running)
        for lane in self._lanes.values():
            left += sum(self._guess(ticket) for group in lane.groups.values() for ticket in group.waiting)
        return left / self._slots

    def enter(self, kind: K, group: str, seconds: Callable[[], float] | None = None) -> Ticket:
        """Take the last place of a group in a lane; raise QueueFull if too much of its work is unfinished.

        `seconds` returns how long the work takes if it begins now; without it, it is taken to take as long as usual.
        """
        lane = self._lanes[kind]
        limits = lane.lane
        own = lane.groups.get(group)
        unfinished = 0 if own is None else own.unfinished
        if limits.group_limit is not None and unfinished >= limits.group_limit:
            raise QueueFull(of_group=True)
        if limits.limit is not None and lane.waiting + lane.running >= limits.limit:
            self._displace(lane, unfinished)
        ticket = Ticket(lane, lane.group(group), asyncio.get_running_loop().create_future(), seconds)
        self._put(ticket)
        self._grant()
        return ticket

    def move(self, ticket: Ticket, kind: K, group: str) -> None:
        """Move work that has no slot yet to the last place of another lane or group."""
        lane = self._lanes[kind]
        if ticket.ready.done() or (lane is ticket.lane and lane.groups.get(group) is ticket.group):
            return
        self._remove(ticket)
        ticket.lane, ticket.group = lane, lane.group(group)
        self._put(ticket)
        self._grant()

    @asynccontextmanager
    async def turn(self, ticket: Ticket) -> AsyncIterator[None]:
        """Wait for a slot, and keep it during the `with` block; raise QueueFull if others displace this work."""
        try:
            await ticket.ready
        except asyncio.CancelledError:
            if ticket in self._running:
                self._release(ticket, 0.0)
            elif ticket in ticket.group.waiting:
                self._remove(ticket)
            raise
        ticket.began = self._clock()
        try:
            yield
        finally:
            self._release(ticket, self._clock() - ticket.began)

    @asynccontextmanager
    async def slot(self, kind: K, group: str) -> AsyncIterator[None]:
        """Wait for a slot, and keep it during the `with` block; raise QueueFull if too much work waits."""
        async with self.turn(self.enter(kind, group)):
            yield

    def _put(self, ticket: Ticket) -> None:
        lane = ticket.lane
        if not lane.waiting and not lane.running:
            lane.used = max(lane.used, self._least)
        lane.waiting += 1
        ticket.group.waiting.append(ticket)

    def _remove(self, ticket: Ticket) -> None:
        ticket.group.waiting.remove(ticket)
        ticket.lane.waiting -= 1
        ticket.lane.forget_idle_groups()

    def _displace(self, lane: _LaneFlow, unfinished: int) -> None:
        """Make room for a group with so much unfinished work, at the cost of the group that has most of it.

        Raise QueueFull if no group has more than this one will have.
        """
        groups = [group for group in lane.groups.values() if group.waiting and group.unfinished > unfinished + 1]
        if not groups:
            raise QueueFull(of_group=False)
        last = max(groups, key=lambda group: group.unfinished).waiting[-1]
        self._remove(last)
        if not last.ready.done():
            last.ready.set_exception(QueueFull(of_group=True))

    def _grant(self) -> None:
        """Give free slots to those who have used them for the shortest time."""
        while self._free and (lanes := [lane for lane in self._lanes.values() if lane.waiting]):
            lane = min(lanes, key=lambda lane: lane.used)
            group = min((group for group in lane.groups.values() if group.waiting), key=lambda group: group.used)
            self._least, lane.least = lane.used, group.used
            ticket = group.waiting.popleft()
            lane.waiting -= 1
            if ticket.ready.cancelled():
                continue
            self._free -= 1
            lane.running += 1
            group.running += 1
            self._running.add(ticket)
            ticket.guess, ticket.began = self._guess(ticket), self._clock()
            self._charge(ticket, ticket.guess)
            ticket.ready.set_result(None)

    def _release(self, ticket: Ticket, seconds: float) -> None:
        lane, group = ticket.lane, ticket.group
        self._free += 1
        self._running.remove(ticket)
        lane.running -= 1
        group.running -= 1
        self._charge(ticket, seconds - ticket.guess)
        self._seconds += _SMOOTHING * (seconds - self._seconds)
        lane.forget_idle_groups()
        self._grant()

    def _guess(self, ticket: Ticket) -> float:
        return self._seconds if ticket.seconds is None else ticket.seconds()

    def _charge(self, ticket: Ticket, seconds: float) -> None:
        ticket.lane.used += seconds / ticket.lane.lane.weight
        ticket.group.used += seconds
