"""A table in memory: its state, its subscribers, and who is connected."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, NamedTuple

from kingdom_builder.server.clock import ServerClock
from kingdom_builder.server.serializer import TableSerializer, Viewer
from kingdom_builder.table.events import Actor, Event, SeatKind
from kingdom_builder.table.fold import fold
from kingdom_builder.table.state import TableState

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
        if self.sockets and not (table or access):
            # Soon and not now: the player who has caused an event gets the acknowledgement first.
            asyncio.get_running_loop().call_soon(self._push)
        self._changed.set()
        self._changed = asyncio.Event()

    def _push(self) -> None:
        """Send new events at once where that is possible; wake the tasks of the other subscribers."""
        for subscriber in list(self.sockets):
            if not subscriber.push():
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
        """Wait until `is_done` is true after a notification, or until the time-out."""
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


class LoadedTable:
    """A table in memory. Only its host changes its state, and only while it holds the lock."""

    def __init__(self, events: list[Event], clock: ServerClock | None = None, state: TableState | None = None) -> None:
        """Load a table from its events, on the server's clock, with the state that they lead to.

        ValueError if its set-up cannot be read.
        """
        self._clock = clock or ServerClock()
        self.state: TableState = fold(events, self._clock.now()) if state is None else state
        self.events = events[: self.state.seq]
        self.lock = asyncio.Lock()
        self.state_without_task: TableState | None = None
        """A state in which the server waits for people without a time limit: nothing is due at any time."""
        self.stale = False
        """Whether the database may have events that are not loaded."""
        self.refresh_requests = 0
        """The number of refresh requests; a read does not answer a request that arrives during it."""
        self.own_seq = 0
        """The last event that this process has stored itself."""
        self.used_at = self.applied_at = time.monotonic()
        self.subscribers = Subscribers()
        self.presence = Presence(self.subscribers)
        self._serializer = TableSerializer(len(self.events))
        self._message_ids = {event.message_id: event.seq for event in self.events if event.message_id is not None}
        self._acted_at = {event.seat: event.time for event in self.events if event.by is Actor.PLAYER}
        """When a player did something at each seat for the last time."""

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.state.id

    def apply(self, event: Event, after: TableState) -> None:
        """Apply the next event and the state after it."""
        self._serializer.append(event, self.state, after)
        self.events.append(event)
        if event.message_id is not None:
            self._message_ids[event.message_id] = event.seq
        if event.by is Actor.PLAYER:
            self._acted_at[event.seat] = event.time
        self.state = after
        self.applied_at = time.monotonic()

    def replace_events(self, events: list[Event]) -> None:
        """Forget all events and take these, which a person's names and chat were deleted from."""
        fresh = LoadedTable(events, self._clock)
        state, known = fresh.state, self.state.unfit
        if state.unfit is not None and known is not None:
            state = replace(state, unfit=state.unfit._replace(over=known.over))
        self.state, self.events = state, fresh.events
        self._serializer, self._message_ids = fresh._serializer, fresh._message_ids

    def event_of(self, message_id: str | None) -> Event | None:
        """Return the event of a message; None if there is none."""
        seq = None if message_id is None else self._message_ids.get(message_id)
        return None if seq is None else self.events[seq - 1]

    def request_refresh(self) -> None:
        """Record that the database may have more events."""
        self.stale = True
        self.refresh_requests += 1

    def seats_of(self, person: str | None) -> list[int]:
        """Return the seats that a person has."""
        return self.state.seats_of(person)

    def viewer_of(self, person: str | None) -> Viewer:
        """Return a person as a viewer of this table, at no seat in particular."""
        return Viewer(my_seats=self.seats_of(person), person=person)

    def table_message(self, viewer: Viewer) -> dict[str, Any]:
        """Return what is shown of the table (`messages.Table`). A person is connected at all their seats or at none."""
        connected, watchers = self.presence.everywhere()
        seats = frozenset(seat for one in connected for seat in {one, *self.seats_of(self.state.seats[one].person)})
        return self._serializer.table(self.state, viewer, seats, self._seconds_away(seats), watchers, self._clock.now())

    def _seconds_away(self, connected: frozenset[int]) -> dict[int, int]:
        """Return for how long the person at each other seat is not connected.

        After a restart no process remembers the last connection: then it is the time since the person's last event.
        """
        remembered = self.presence.seconds_away()
        found = {}
        for number, seat in enumerate(self.state.seats):
            if seat.kind is SeatKind.PERSON and number not in connected:
                own = self.seats_of(seat.person)
                found[number] = min((remembered[one] for one in own if one in remembered), default=self._age(own))
        return found

    def _age(self, seats: Sequence[int]) -> int:
        """Return how long ago the player at one of these seats did something; the first thing is to be at the table."""
        own = [self._acted_at[seat] for seat in seats if seat in self._acted_at]
        return max(0, round(time.time() - max(own, default=self.events[0].time)))

    @property
    def is_prepared(self) -> bool:
        """Whether the recent events can be sent."""
        return self._serializer.is_prepared

    async def prepare(self) -> None:
        """Write the recent events, so that they can be sent. This must come before a message with events."""
        await self._serializer.prepare(self.events, self._clock.now())

    def has_update(self, after: int) -> bool:
        """Return whether all events after a number are recent, so that an update can have them."""
        return after + 1 >= self._serializer.first_recent

    def update_message(self, after: int, seat: int | None) -> dict[str, Any]:
        """Return the recent events after a number, and the view now (`responses.SocketUpdate` without its type)."""
        return {
            "events": self._serializer.recent_events(self.events, after, self.state, seat),
            "view": self._serializer.view(self.state, seat, self._clock.now()),
        }

    def snapshot_message(self, after: int, viewer: Viewer) -> dict[str, Any]:
        """Return the table, the recent events after a number, and the view now (`messages.Snapshot`)."""
        return {
            "table": self.table_message(viewer),
            "earlier_gold": self._serializer.earlier_gold(after),
            **self.update_message(after, viewer.seat),
        }

    async def page(self, before: int, seat: int | None) -> list[Any]:
        """Return a page of events before a number (`messages.TableEvent`); none if there is no earlier event."""
        return await self._serializer.page(self.events, before, self.state, seat, self._clock.now())
