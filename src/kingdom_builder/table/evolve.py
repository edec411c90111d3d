"""Step 5 of a move: apply an event to a state. A stored event fails here only if the rules have changed since.

`fold.py` applies all stored events of a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kingdom_builder.game import Game
from kingdom_builder.table.bounds import count
from kingdom_builder.table.events import (
    CHANGES_QUESTION,
    CreatedValue,
    Event,
    EventKind,
    HandedOverValue,
    JoinedValue,
    LinkKind,
    MovedValue,
    RematchValue,
    RenamedValue,
    RenewedValue,
    RequestedValue,
    SeatKind,
    SeatValue,
    StartedValue,
    TableStatus,
    WatchedValue,
)
from kingdom_builder.table.options import SetupOptions
from kingdom_builder.table.seats import open_seat, substitute_seat
from kingdom_builder.table.state import (
    DailyAttempt,
    Moment,
    NextTable,
    Seat,
    SeatRequest,
    TableOptions,
    TableState,
    TurnClock,
    is_reaction,
)
from kingdom_builder.table.tasks import SUBSTITUTE_LEVEL


def evolve(state: TableState, event: Event, at: Moment) -> TableState:
    """Return the state after an event; `at` is the moment on the host's clocks at which the event is applied."""
    if event.seq != state.seq + 1:
        raise ValueError(f"event {event.seq} does not follow {state.seq}")
    after = apply_event(state, event, at)
    counts = count(state.counts, (event,))
    return after if counts is state.counts else replace(after, counts=counts)


def apply_event(state: TableState, event: Event, at: Moment) -> TableState:
    """Return the state after an event, whatever its number is, without counting it."""
    changes = _CHANGES[event.kind](state, event, at) if event.kind in _CHANGES else {}
    question_seq = event.seq if event.kind in CHANGES_QUESTION else state.question_seq
    if "seats" in changes:
        changes["held"] = _with_holders(state.held, changes["seats"])
    return state.changed(seq=event.seq, question_seq=question_seq, **changes)


def initial_state(event: Event, at: Moment) -> TableState:
    """Return the state after the first event of a table; ValueError if its set-up cannot be read."""
    value: CreatedValue = event.value
    options = value["options"]
    return TableState(
        id=value["table"],
        invite=value["invite"],
        watch=value["watch"],
        creator=value["creator"],
        listed=value["listed"],
        created_at=event.time,
        options=TableOptions(
            setup=SetupOptions.from_dict(options["setup"]),
            start_when_full=options["start_when_full"],
            running_score=options["running_score"],
            turn_seconds=options["turn_seconds"],
            reaction_seconds=options["reaction_seconds"],
            daily=DailyAttempt(**options["daily"]) if "daily" in options else None,
            played_on=options.get("played_on", False),
        ),
        setup=value["setup"],
        seats=(seats := _seats(value["seats"])),
        held=_with_holders({}, seats),
        game=Game.from_record(value["setup"], any_rules=True),
        clock=_new_turn(event, at),
        rules=value["rules"],
    )


def fold_table(events: Iterable[Event], at: Moment) -> TableState:
    """Return what the events that change a table (`CHANGES_TABLE`) lead to; its game remains at the beginning."""
    remaining = iter(events)
    state = initial_state(next(remaining), at)
    for event in remaining:
        state = apply_event(state, event, at)
    return state


def apply_to_game(game: Game, event: Event) -> None:
    """Apply an answer or an undo to a game in place."""
    if event.kind is EventKind.ANSWER:
        game.play(event.value)
    elif event.kind is EventKind.UNDO:
        for _ in range(event.value):
            game.undo()


def _answered(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    before, after = state.game, state.game.copy()
    apply_to_game(after, event)
    if after.turn != before.turn:
        after.history = None  # an undo never goes back that far, and the histories of many games need much memory
    changes = {"game": after, "clock": _moved_clock(state.clock, before, after, event, at)}
    return {**changes, "status": TableStatus.OVER, "request": None} if after.over else changes


def _started(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: StartedValue = event.value
    changes = {
        "begun": True,
        "status": TableStatus.PLAYING,
        "seats": _seats(value["seats"]),
        "clock": _new_turn(event, at),
    }
    if value["setup"] is not None:
        changes |= {"setup": value["setup"], "game": Game.from_record(value["setup"], any_rules=True)}
    return changes


def _auto_pass(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    return {"auto_pass": {**state.auto_pass, event.seat: state.game.turn}}


def _timed_out(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    """Pass for the seat where it can pass; elsewhere a bot plays the rest of this turn for it."""
    if state.offers_pass() and not state.game.turn_state.after_last_turn:
        return _auto_pass(state, event, at)
    return {"substitute": (event.seat, state.game.turn)}


def _joined(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: JoinedValue = event.value
    return _with_seat(state, event, Seat(SeatKind.PERSON, value["person"], None, value["name"]))


def _renamed(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: RenamedValue = event.value
    assert event.seat is not None
    return _with_seat(state, event, replace(state.seats[event.seat], name=value["name"]))


def _revoked(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    """Free a seat. Earlier versions did so during the game too: then a bot keeps the seat."""
    assert event.seat is not None
    return _with_seat(state, event, substitute_seat(SUBSTITUTE_LEVEL) if state.begun else open_seat(event.seat))


def _handed_over(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: HandedOverValue = event.value
    return {**_with_seat(state, event, substitute_seat(value["level"])), "request": None}


def _moved(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    """Give a seat to another device; if its person asks for a seat too, that ends."""
    value: MovedValue = event.value
    assert event.seat is not None
    changes = _with_seat(state, event, replace(state.seats[event.seat], person=value["person"]))
    return {**changes, **_without_request_of(state, value["person"])}


def _requested(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: RequestedValue = event.value
    assert event.seat is not None
    ends = _steady(event, at) + value["seconds"]
    asked = frozenset(value["asked"])
    request = SeatRequest(event.seq, event.seat, value["person"], value["name"], asked, ends)
    return {"request": request, "requests": state.requests + 1}


def _accepted(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    """Count the consent of a player at all their seats; the person gets the seat when all have accepted."""
    request = state.request
    assert request is not None
    assert event.seat is not None
    own = state.seats_of(state.seats[event.seat].person)
    request = request._replace(accepted=request.accepted.union(own, (event.seat,)))
    if not request.is_accepted:
        return {"request": request}
    taken = list(state.seats)
    taken[request.seat] = Seat(SeatKind.PERSON, request.person, None, request.name)
    return {"seats": tuple(taken), "request": None}


def _ended_request(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    return {"request": None}


def _watched(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: WatchedValue = event.value
    return {"watched": state.watched | {value["person"]}, **_without_request_of(state, value["person"])}


def _closed(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    return {"status": TableStatus.CLOSED, "request": None}


def _renewed(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: RenewedValue = event.value
    return {LinkKind(value["link"]).value: value["code"], "renewals": state.renewals + 1}


def _rematch(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: RematchValue = event.value
    return {"rematch": NextTable(value["table"], value["invite"])}


def _hinted(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    return {"hinted": True}


def _archived(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    return {"status": TableStatus.ARCHIVED}


def _resumed(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    return {"status": TableStatus.PLAYING if state.begun else TableStatus.OPEN}


_CHANGES: dict[EventKind, Callable[[TableState, Event, Moment], dict[str, Any]]] = {
    EventKind.ANSWER: _answered,
    EventKind.UNDO: _answered,
    EventKind.STARTED: _started,
    EventKind.PASSING: _auto_pass,
    EventKind.TIMEOUT: _timed_out,
    EventKind.JOINED: _joined,
    EventKind.RENAMED: _renamed,
    EventKind.REVOKED: _revoked,
    EventKind.MOVED: _moved,
    EventKind.REMATCH: _rematch,
    EventKind.ARCHIVED: _archived,
    EventKind.RESUMED: _resumed,
    EventKind.HANDED_OVER: _handed_over,
    EventKind.REQUESTED: _requested,
    EventKind.ACCEPTED: _accepted,
    EventKind.REFUSED: _ended_request,
    EventKind.LAPSED: _ended_request,
    EventKind.WATCHED: _watched,
    EventKind.CLOSED: _closed,
    EventKind.RENEWED: _renewed,
    EventKind.HINTED: _hinted,
}
"""The fields of the state that each kind of event changes; the other kinds change nothing but the sequence number."""


def _with_seat(state: TableState, event: Event, seat: Seat) -> dict[str, Any]:
    seats = list(state.seats)
    assert event.seat is not None
    seats[event.seat] = seat
    return {"seats": tuple(seats)}


def _with_holders(held: Mapping[str, frozenset[int]], seats: Sequence[Seat]) -> dict[str, frozenset[int]]:
    """Return who has held which seats, with those who hold one now."""
    found = dict(held)
    for number, seat in enumerate(seats):
        if seat.person is not None:
            found[seat.person] = found.get(seat.person, frozenset()) | {number}
    return found


def _without_request_of(state: TableState, person: str | None) -> dict[str, Any]:
    """End the request of a person who has got to know the table in another way."""
    return {"request": None} if state.request is not None and state.request.person == person else {}


def _seats(values: list[SeatValue]) -> tuple[Seat, ...]:
    return tuple(Seat(SeatKind(seat["kind"]), seat["person"], seat["level"], seat["name"]) for seat in values)


def _new_turn(event: Event, at: Moment) -> TurnClock:
    now = _steady(event, at)
    return TurnClock(now, now)


def _moved_clock(clock: TurnClock, before: Game, after: Game, event: Event, at: Moment) -> TurnClock:
    """Count a turn's time from its beginning, without what other players took to answer in it."""
    if after.turn != before.turn:
        return _new_turn(event, at)
    if after.to_play == before.to_play:
        return clock
    now = _steady(event, at)
    waited = max(0.0, now - clock.asked_at) if is_reaction(before) else 0.0
    return TurnClock(clock.turn_began, now, clock.waited + waited)


def _steady(event: Event, at: Moment) -> float:
    """Return when an event happened on the steady clock; one that the wall clock puts in the future happens now."""
    return at.steady - at.seconds_since(event.time)
