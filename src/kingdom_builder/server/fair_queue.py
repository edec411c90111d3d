"""A fair and bounded queue for work that needs a CPU: lanes share its slots by weight, and groups share a lane equally.

A group is whoever causes the work, such as all tables of one address. A group with much work does not delay the others:
the lane that has used its slots for the shortest time in proportion to its weight is next, and in it the group that
has used them for the shortest time. Work of one group is done in the order in which it came.
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
    guess: float = 0.0
    """The seconds that were charged for it in advance."""


class FairQueue(Generic[K]):
    """Gives slots to work. All methods run on one event loop."""

    def __init__(self, slots: int, lanes: Mapping[K, Lane], *, clock: Callable[[], float] = time.monotonic) -> None:
        """Start empty, with so many slots."""
        self._clock = clock
        self._slots = self._free = slots
        self._lanes = {kind: _LaneFlow(lane=lane) for kind, lane in lanes.items()}
        self._least = 0.0
        self._seconds = _FIRST_GUESS

    def waiting(self, kind: K) -> int:
        """Return how much work of a lane has no slot yet."""
        return self._lanes[kind].waiting

    def seconds_until_free(self) -> float:
        """Return in how many seconds the work that waits now will have begun, if all of it takes as long as usual."""
        return self._seconds * (1 + sum(lane.waiting for lane in self._lanes.values())) / self._slots

    def enter(self, kind: K, group: str) -> Ticket:
        """Take the last place of a group in a lane; raise QueueFull if too much of its work is unfinished."""
        lane = self._lanes[kind]
        limits = lane.lane
        own = lane.groups.get(group)
        if own is not None and limits.group_limit is not None and own.unfinished >= limits.group_limit:
            raise QueueFull(of_group=True)
        if limits.limit is not None and lane.waiting + lane.running >= limits.limit:
            raise QueueFull(of_group=False)
        ticket = Ticket(lane, lane.group(group), asyncio.get_running_loop().create_future())
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
        """Wait for a slot, and keep it during the `with` block."""
        try:
            await ticket.ready
        except asyncio.CancelledError:
            if not ticket.ready.cancelled():
                self._release(ticket, 0.0)
            elif ticket in ticket.group.waiting:
                self._remove(ticket)
            raise
        began = self._clock()
        try:
            yield
        finally:
            self._release(ticket, self._clock() - began)

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
            ticket.guess = self._seconds
            self._charge(ticket, ticket.guess)
            ticket.ready.set_result(None)

    def _release(self, ticket: Ticket, seconds: float) -> None:
        lane, group = ticket.lane, ticket.group
        self._free += 1
        lane.running -= 1
        group.running -= 1
        self._charge(ticket, seconds - ticket.guess)
        self._seconds += _SMOOTHING * (seconds - self._seconds)
        lane.forget_idle_groups()
        self._grant()

    def _charge(self, ticket: Ticket, seconds: float) -> None:
        ticket.lane.used += seconds / ticket.lane.lane.weight
        ticket.group.used += seconds
