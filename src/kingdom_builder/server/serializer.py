"""Step 8 of a move, the bytes: what all viewers of a table share is written as JSON once and nested in each message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from kingdom_builder.server.event_pages import EventPages
from kingdom_builder.server.json_bytes import kept_bytes
from kingdom_builder.server.public_parts import KeptParts
from kingdom_builder.table.board_views import setup_view
from kingdom_builder.table.event_views import public_event, seat_event
from kingdom_builder.table.events import Event, EventKind
from kingdom_builder.table.state import Moment, TableState
from kingdom_builder.table.views import clock_view, public_view, seat_view, table_view


@dataclass(frozen=True)
class Viewer:
    """A viewer: the current seat, all seats of the person, and the person; None for a spectator."""

    seat: int | None = None
    my_seats: Sequence[int] = ()
    person: str | None = None


class TableSerializer:
    """The fragments of one table. Only this class keeps bytes of it."""

    def __init__(self, events: int) -> None:
        """Start with a number of events whose fragments are made when they are needed."""
        self._events = EventPages(events)
        self._parts = KeptParts()
        self._public: tuple[int, orjson.Fragment] = (0, orjson.Fragment(b""))
        self._setup: tuple[str, orjson.Fragment] = ("", orjson.Fragment(b""))

    def append(self, event: Event, before: TableState, after: TableState) -> None:
        """Add the fragment of an event if somebody wants to see it."""
        if self._events.is_wanted:
            self._events.append(public_event(event, before, after))
        else:
            self._events.skip()

    def table(
        self,
        state: TableState,
        viewer: Viewer,
        connected: frozenset[int],
        seconds_away: Mapping[int, int],
        watchers: int,
        now: Moment,
    ) -> dict[str, Any]:
        """Return what is shown of a table (`messages.Table`)."""
        is_creator = viewer.person is not None and viewer.person == state.creator
        setup: Any = self._setup_fragment(state)
        shown = table_view(
            state,
            setup,
            connected=connected,
            seconds_away=seconds_away,
            watchers=watchers,
            my_seats=viewer.my_seats,
            is_creator=is_creator,
            person=viewer.person,
            now=now.steady,
        )
        return {**shown}

    def view(self, state: TableState, seat: int | None, now: Moment) -> dict[str, Any] | None:
        """Return the view of a seat or a spectator (`messages.View`); None before the game has begun."""
        if not state.begun:
            return None
        return {
            "public": self._public_fragment(state),
            "clock": clock_view(state, now.steady, now.resumes_in),
            "you": None if seat is None else seat_view(state, seat),
        }

    async def prepare(self, events: Sequence[Event], after: int, now: Moment) -> None:
        """Write the fragments of the recent events after a number if this is not done yet."""
        await self._events.prepare(events, after, now)

    def is_prepared(self, after: int) -> bool:
        """Return whether the fragments of the recent events after a number are written."""
        return self._events.is_prepared(after)

    @property
    def first_recent(self) -> int:
        """The number of the first recent event."""
        return self._events.start + 1

    def recent_events(
        self, events: Sequence[Event], after: int, state: TableState, seat: int | None
    ) -> list[orjson.Fragment]:
        """Return the recent events after a number (`messages.TableEvent`), once they are prepared."""
        start, found = self._events.recent(after)
        return _fragments(events, start, found, state, seat)

    def earlier_gold(self, after: int) -> list[list[int]]:
        """Return the gold before the recent events after a number (`messages.Snapshot`)."""
        return self._events.gold_before(max(after, self._events.start))

    async def page(
        self, events: Sequence[Event], before: int, state: TableState, seat: int | None, now: Moment
    ) -> list[orjson.Fragment]:
        """Return a page of events before a number (`messages.TableEvent`)."""
        start, found = await self._events.page(events, before, now)
        return _fragments(events, start, found, state, seat)

    def _public_fragment(self, state: TableState) -> orjson.Fragment:
        if self._public[0] != state.seq:
            shown = public_view(state, self._parts)
            self._public = (state.seq, orjson.Fragment(kept_bytes(shown)))
        return self._public[1]

    def _setup_fragment(self, state: TableState) -> orjson.Fragment:
        if self._setup[0] != state.setup:
            self._setup = (state.setup, orjson.Fragment(kept_bytes(setup_view(state.game))))
        return self._setup[1]


def _fragments(
    events: Sequence[Event], start: int, written: Sequence[bytes], state: TableState, seat: int | None
) -> list[orjson.Fragment]:
    """Return written events, from an index on, for a viewer. Players alone learn the invite to a rematch."""
    found = [orjson.Fragment(event) for event in written]
    if seat is not None and state.rematch is not None:
        for i in range(len(written)):
            event = events[start + i]
            if event.kind is EventKind.REMATCH:
                found[i] = orjson.Fragment(orjson.dumps(seat_event(public_event(event, state, state), state)))
    return found
