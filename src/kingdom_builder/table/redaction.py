"""Redaction: the stored events of a table without the names and the chat of one person.

The numbers, kinds and moves of the events stay, so the game can be replayed. It needs no rules of the game: also tables
that the present rules cannot replay are redacted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kingdom_builder.table.events import ChatValue, Event, EventKind, SeatKind
from kingdom_builder.table.seats import default_name
from kingdom_builder.table.state import SeatRequest

TEXT_KINDS = frozenset(
    {
        EventKind.CREATED,
        EventKind.STARTED,
        EventKind.JOINED,
        EventKind.RENAMED,
        EventKind.MOVED,
        EventKind.REVOKED,
        EventKind.HANDED_OVER,
        EventKind.REQUESTED,
        EventKind.ACCEPTED,
        EventKind.CHAT,
    }
)
"""The kinds of events that hold names or chat, or that say who holds a seat."""


class Redaction(NamedTuple):
    """New values of events, by their number, and the seats whose name is neutral after it."""

    values: dict[int, Any]
    seats: list[int]


def redact(events: Iterable[Event], person: str) -> Redaction:
    """Return what changes if a person's names and chat are deleted; `events` has at least those of TEXT_KINDS.

    Theirs is what was said and named at a seat until they gave it away, also on devices from which they had moved it.
    """
    walk = _Walk()
    for event in events:
        walk.add(event)
    values: dict[int, Any] = {}
    for tenure in walk.tenures:
        for event in tenure.texts_of(person):
            values[event.seq] = _without_text(values.get(event.seq, event.value), event.kind, tenure.seat)
    old = {event.seq: event.value for event in walk.events}
    changed = {seq: value for seq, value in values.items() if value != old[seq]}
    neutral = [holder.seat for holder in walk.holders.values() if holder.named_by in changed]
    return Redaction(changed, sorted(neutral))


@dataclass
class _Tenure:
    """A seat while one person after the other holds it, who have moved it from device to device."""

    seat: int
    people: list[str | None]
    named_by: int
    """The number of the event that has given the seat its name."""
    texts: list[tuple[Event, int]] = field(default_factory=list)
    """The events with a name or chat, and how many people had held the seat then."""

    def add(self, event: Event, *, is_name: bool = True) -> None:
        self.texts.append((event, len(self.people)))
        if is_name:
            self.named_by = event.seq

    def texts_of(self, person: str) -> list[Event]:
        """Return the events until this person gave the seat away; none if they have not held it."""
        last = max((number for number, one in enumerate(self.people, 1) if one == person), default=0)
        return [event for event, people in self.texts if people <= last]


class _Walk:
    """Who has held which seat, event by event."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.tenures: list[_Tenure] = []
        self.holders: dict[int, _Tenure] = {}
        self._requests: dict[int, SeatRequest] = {}

    def add(self, event: Event) -> None:
        """Take the next event."""
        self.events.append(event)
        kind, seat, value = event.kind, event.seat, event.value
        if kind in (EventKind.CREATED, EventKind.STARTED):
            self._sit_down(event)
        elif kind is EventKind.REQUESTED:
            assert seat is not None
            asked = frozenset(value["asked"])
            self._requests[event.seq] = SeatRequest(event.seq, seat, value["person"], value["name"], asked, 0.0)
            asking = _Tenure(seat, [value["person"]], event.seq)
            asking.add(event)
            self.tenures.append(asking)
        elif kind is EventKind.ACCEPTED:
            self._accept(event)
        elif kind is EventKind.JOINED:
            assert seat is not None
            self._take(seat, value["person"], event)
        elif seat in self.holders:
            holder = self.holders[seat]
            if kind is EventKind.MOVED:
                holder.people.append(value["person"])
            elif kind in (EventKind.RENAMED, EventKind.CHAT, EventKind.HANDED_OVER):
                holder.add(event, is_name=kind is EventKind.RENAMED)
            if kind in (EventKind.REVOKED, EventKind.HANDED_OVER):
                del self.holders[seat]

    def _sit_down(self, event: Event) -> None:
        """Take the seats of a new table, or those with which the game starts."""
        for number, seat in enumerate(event.value["seats"]):
            if seat["kind"] != SeatKind.PERSON:
                self.holders.pop(number, None)
            elif number in self.holders:
                self.holders[number].add(event)
            else:
                self._take(number, seat["person"], event)

    def _accept(self, event: Event) -> None:
        request = self._requests.get(event.value["request"])
        if request is None or event.seat is None:
            return
        voter = self.holders.get(event.seat)
        person = voter.people[-1] if voter else None
        own = [seat for seat, holder in self.holders.items() if person is not None and holder.people[-1] == person]
        request = self._requests[request.seq] = request._replace(accepted=request.accepted.union(own, (event.seat,)))
        if request.is_accepted:
            self.holders[request.seat] = _Tenure(request.seat, [request.person], request.seq)
            self.tenures.append(self.holders[request.seat])

    def _take(self, seat: int, person: str | None, event: Event) -> None:
        self.holders[seat] = _Tenure(seat, [person], event.seq)
        self.holders[seat].add(event)
        self.tenures.append(self.holders[seat])


def _without_text(value: Any, kind: EventKind, seat: int) -> Any:
    if kind is EventKind.CHAT:
        deleted: ChatValue = {"text": None}
        return deleted
    if kind in (EventKind.CREATED, EventKind.STARTED):
        named = [{**one, "name": default_name(n)} if n == seat else one for n, one in enumerate(value["seats"])]
        return {**value, "seats": named}
    return {**value, "name": default_name(seat)}
