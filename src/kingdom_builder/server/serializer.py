"""Step 8 of a move, the bytes: what all viewers of a table share is written as JSON once and nested in each message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from kingdom_builder.table.board_views import setup_view
from kingdom_builder.table.events import Event, EventKind
from kingdom_builder.table.state import Moment, TableState
from kingdom_builder.table.views import (
    clock_view,
    public_event,
    public_events,
    public_view,
    seat_event,
    seat_view,
    table_view,
)


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
        self._events: list[bytes | None] = [None] * events
        self._public: tuple[int, orjson.Fragment] = (0, orjson.Fragment(b""))
        self._setup: tuple[str, orjson.Fragment] = ("", orjson.Fragment(b""))

    def append(self, event: Event, before: TableState, after: TableState) -> None:
        """Add the fragment of an event."""
        self._events.append(orjson.dumps(public_event(event, before, after)))

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

    def events(
        self, events: Sequence[Event], after: int, state: TableState, seat: int | None, now: Moment
    ) -> list[orjson.Fragment]:
        """Return the events after a number (`messages.TableEvent`). Players alone learn the invite to a rematch."""
        if None in self._events[after:]:
            self._events = [orjson.dumps(event) for event in public_events(events, now)]
        found = [orjson.Fragment(event) for event in self._events[after:] if event is not None]
        if seat is not None and state.rematch is not None:
            for i, event in enumerate(events[after:]):
                if event.kind is EventKind.REMATCH:
                    found[i] = orjson.Fragment(orjson.dumps(seat_event(public_event(event, state, state), state)))
        return found

    def _public_fragment(self, state: TableState) -> orjson.Fragment:
        if self._public[0] != state.seq:
            self._public = (state.seq, orjson.Fragment(orjson.dumps(public_view(state))))
        return self._public[1]

    def _setup_fragment(self, state: TableState) -> orjson.Fragment:
        if self._setup[0] != state.setup:
            self._setup = (state.setup, orjson.Fragment(orjson.dumps(setup_view(state.game))))
        return self._setup[1]
