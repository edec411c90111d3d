"""Who is connected to a table: the viewers of this process, and who is present in all processes."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import NamedTuple

LINGER_SECONDS = 10.0
"""The seconds for which a table counts as watched after its last viewer has gone, who may only load the page again."""


def push_nothing() -> bool:
    """Send nothing at once."""
    return False


class Subscriber:
    """A viewer of a table through a WebSocket; `seat` is None for a spectator.

    There is no queue: a subscriber records that it was notified and what has changed, and then reads the current state.
    """

    def __init__(self, seat: int | None, address: str) -> None:
        """Start with nothing to send; `address` is where the viewer is."""
        self.seat = seat
        self.address = address
        self.woken = asyncio.Event()
        self.push: Callable[[], bool] = push_nothing
        """Sends new events at once, if that is possible now; False if nothing was sent."""
        self.table_changed = False
        self.access_changed = False


class Subscribers:
    """The subscribers of a table: WebSockets and long polls."""

    def __init__(self) -> None:
        """Start without subscribers."""
        self.sockets: set[Subscriber] = set()
        self._polls = 0
        self._last_address: str | None = None
        self.since = self._left_at = -math.inf
        """Since when there is a subscriber or a long poll without a longer break, on the steady clock."""
        self._changed = asyncio.Event()
        self._next_push: asyncio.Handle | None = None

    def __bool__(self) -> bool:
        """Return whether there is a subscriber or a long poll."""
        return bool(self.sockets) or self._polls > 0

    @property
    def lately(self) -> bool:
        """Whether there is a subscriber or a long poll, or was one a few seconds ago."""
        return bool(self) or time.monotonic() - self._left_at < LINGER_SECONDS

    @property
    def address(self) -> str | None:
        """The address of a player if one is connected, else of the last viewer who came; None if there was none."""
        seats = (subscriber.address for subscriber in self.sockets if subscriber.seat is not None)
        return next(seats, self._last_address)

    def enter(self, subscriber: Subscriber) -> None:
        """Add a subscriber."""
        self._come(subscriber.address)
        self.sockets.add(subscriber)

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        self.sockets.discard(subscriber)
        self._left_at = time.monotonic()

    def notify(self, *, table: bool = False, access: bool = False) -> None:
        """Notify everybody; `table`: seats or status have changed, `access`: a seat may have been revoked."""
        for subscriber in self.sockets:
            subscriber.table_changed |= table
            subscriber.access_changed |= access
            if table or access:
                subscriber.woken.set()
        if self.sockets and self._next_push is None and not (table or access):
            # Soon and not now: the player who has caused an event gets the acknowledgement first.
            self._next_push = asyncio.get_running_loop().call_soon(self._push)
        if self._polls:
            self._changed.set()
            self._changed = asyncio.Event()

    def push_now(self, *, besides: Subscriber | None = None) -> None:
        """Send new events now that the player who has caused them has the acknowledgement.

        `besides` has got them with it.
        """
        if self._next_push is not None:
            self._next_push.cancel()
            self._push(besides)

    def _push(self, besides: Subscriber | None = None) -> None:
        """Send new events at once where that is possible; wake the tasks of the other subscribers."""
        self._next_push = None
        for subscriber in list(self.sockets):
            if subscriber is not besides and not subscriber.push():
                subscriber.woken.set()

    @contextmanager
    def polled(self, address: str) -> Iterator[None]:
        """Count a long poll during the `with` block."""
        self._come(address)
        self._polls += 1
        try:
            yield
        finally:
            self._polls -= 1
            self._left_at = time.monotonic()

    async def wait(self, is_done: Callable[[], bool], seconds: float) -> None:
        """Wait in a long poll until `is_done` is true after a notification, or until the time-out."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not is_done():
                    await self._changed.wait()

    def _come(self, address: str) -> None:
        if not self.lately:
            self.since = time.monotonic()
        self._last_address = address


class OtherProcess(NamedTuple):
    """What another process has published about a table."""

    seats: frozenset[int]
    watchers: int


class Presence:
    """Which seats and how many spectators are connected to a table, in this process and in the others.

    Times are on the steady clock of this process. Processes send each other how many seconds ago something was.
    """

    def __init__(self, subscribers: Subscribers) -> None:
        """Count these subscribers, and what other processes publish."""
        self._subscribers = subscribers
        self._elsewhere: dict[str, OtherProcess] = {}
        self._left: dict[int, float] = {}
        """When the last connection of a seat has ended."""

    def here(self) -> tuple[frozenset[int], int]:
        """Return the connected seats and the number of spectators in this process."""
        seats = [subscriber.seat for subscriber in self._subscribers.sockets]
        return frozenset(seat for seat in seats if seat is not None), seats.count(None)

    def everywhere(self) -> tuple[frozenset[int], int]:
        """Return the same for all processes."""
        seats, watchers = self.here()
        for other in self._elsewhere.values():
            seats |= other.seats
            watchers += other.watchers
        return seats, watchers

    def anybody(self) -> bool:
        """Return whether somebody is connected to any process, or was connected to this one a few seconds ago."""
        seats, watchers = self.everywhere()
        return bool(seats) or watchers > 0 or self._subscribers.lately

    def record_leaving(self, seat: int) -> None:
        """Record that a connection of a seat has ended now."""
        self._left[seat] = time.monotonic()

    def seconds_away(self) -> dict[int, int]:
        """Return how long ago the last connection of each seat has ended, as far as a process remembers it."""
        now = time.monotonic()
        connected = self.everywhere()[0]
        return {seat: round(now - at) for seat, at in sorted(self._left.items()) if seat not in connected}

    def update(self, process: str, seats: frozenset[int], watchers: int, away: Mapping[int, int]) -> bool:
        """Record the presence that another process has published; return whether it changed."""
        before = self.everywhere(), self.seconds_away().keys()
        now = time.monotonic()
        known = self._elsewhere.get(process)
        if known is not None:
            self._left |= dict.fromkeys(known.seats - seats, now)
        if seats or watchers:
            self._elsewhere[process] = OtherProcess(seats, watchers)
        else:
            self._elsewhere.pop(process, None)
        for seat, seconds in away.items():
            self._left[seat] = max(now - seconds, self._left.get(seat, now - seconds))
        return (self.everywhere(), self.seconds_away().keys()) != before

    def forget(self, process: str, heard_at: float) -> bool:
        """Forget who was connected to a process that was last heard at a time; return whether somebody was."""
        known = self._elsewhere.pop(process, None)
        if known is None:
            return False
        for seat in known.seats:
            self._left[seat] = max(heard_at, self._left.get(seat, heard_at))
        return True
