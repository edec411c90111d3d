"""Step 5 of a move: apply an event to a state. A stored event fails here only if the rules have changed since."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.library import Game
from kingdom_builder.sets.problems import RecordProblem
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.table.errors import UnfitEvent
from kingdom_builder.table.events import (
    CHANGES_QUESTION,
    CreatedValue,
    Event,
    EventKind,
    JoinedValue,
    MovedValue,
    RematchValue,
    RenamedValue,
    SeatKind,
    SeatValue,
    StartedValue,
    TableStatus,
)
from kingdom_builder.table.options import SetupOptions
from kingdom_builder.table.seats import default_name
from kingdom_builder.table.state import (
    Moment,
    NextTable,
    Seat,
    TableOptions,
    TableState,
    TurnClock,
    is_reaction,
)


def evolve(state: TableState, event: Event, at: Moment) -> TableState:
    """Return the state after an event; `at` is the moment on the host's clocks at which the event is applied."""
    if event.seq != state.seq + 1:
        raise ValueError(f"event {event.seq} does not follow {state.seq}")
    changes = _CHANGES[event.kind](state, event, at) if event.kind in _CHANGES else {}
    question_seq = event.seq if event.kind in CHANGES_QUESTION else state.question_seq
    return replace(state, seq=event.seq, question_seq=question_seq, **changes)


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
        ),
        setup=value["setup"],
        seats=_seats(value["seats"]),
        game=Game.from_record(value["setup"]),
        clock=_new_turn(event, at),
    )


def fold(events: Iterable[Event], at: Moment) -> TableState:
    """Return the state that all events of a table lead to; UnfitEvent if the rules do not allow one of them."""
    remaining = iter(events)
    state = initial_state(next(remaining), at)
    for event in remaining:
        try:
            state = evolve(state, event, at)
        except IllegalAnswer as error:
            raise _unfit_move(state, event) from error
    return state


def _unfit_move(state: TableState, event: Event) -> UnfitEvent:
    assert event.seat is not None
    name = state.seats[event.seat].name
    answer = answer_name(event.value)
    return UnfitEvent(RecordProblem.UNFIT_MOVE, n=event.seq, answer=answer, name=name, seat=event.seat)


def game_at(events: Iterable[Event], seq: int) -> Game:
    """Return the game as it was after an event, with all answers in its history."""
    setup = ""
    game: Game | None = None
    for event in events:
        if event.seq > seq:
            break
        if event.kind in (EventKind.CREATED, EventKind.STARTED):
            setup = event.value["setup"] or setup
            game = None
        elif event.kind in CHANGES_QUESTION:
            game = Game.from_record(setup) if game is None else game
            apply_to_game(game, event)
    return Game.from_record(setup) if game is None else game


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
    status = TableStatus.OVER if after.over else state.status
    return {"game": after, "status": status, "clock": _moved_clock(state.clock, before, after, event, at)}


def _started(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: StartedValue = event.value
    changes = {
        "begun": True,
        "status": TableStatus.PLAYING,
        "seats": _seats(value["seats"]),
        "clock": _new_turn(event, at),
    }
    if value["setup"] is not None:
        changes |= {"setup": value["setup"], "game": Game.from_record(value["setup"])}
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
    return _with_seat(state, event, kind=SeatKind.PERSON, person=value["person"], name=value["name"])


def _renamed(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: RenamedValue = event.value
    return _with_seat(state, event, name=value["name"])


def _revoked(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    assert event.seat is not None
    return _with_seat(state, event, kind=SeatKind.OPEN, person=None, name=default_name(event.seat))


def _moved(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: MovedValue = event.value
    return _with_seat(state, event, person=value["person"])


def _rematch(state: TableState, event: Event, at: Moment) -> dict[str, Any]:
    value: RematchValue = event.value
    return {"rematch": NextTable(value["table"], value["invite"])}


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
}
"""The fields of the state that each kind of event changes; the other kinds change nothing but the sequence number."""


def _with_seat(state: TableState, event: Event, **changes: Any) -> dict[str, Any]:
    seats = list(state.seats)
    assert event.seat is not None
    seats[event.seat] = replace(seats[event.seat], **changes)
    return {"seats": tuple(seats)}


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
    return at.steady - max(0.0, at.wall - event.time)
