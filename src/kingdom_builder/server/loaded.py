"""A table in memory: its state and events, its subscribers, and the messages about it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kingdom_builder.server.clock import ServerClock
from kingdom_builder.server.serializer import TableSerializer, Viewer
from kingdom_builder.server.subscribers import Presence, Subscribers
from kingdom_builder.table.events import Actor, Event, SeatKind
from kingdom_builder.table.fold import fold
from kingdom_builder.table.state import TableState


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

    def is_prepared(self, after: int) -> bool:
        """Return whether the recent events after a number can be sent."""
        return self._serializer.is_prepared(after)

    async def prepare(self, after: int) -> None:
        """Write the recent events after a number, so that they can be sent: before any message with these events."""
        await self._serializer.prepare(self.events, after, self._clock.now())

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
