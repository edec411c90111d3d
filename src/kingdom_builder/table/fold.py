"""All stored events of a table: its state, its state before any event, and its game.

Answers that were undone are left out where nobody asks for the moment between them and their undo, so a table with
very many of them is loaded fast. If the rules have changed since, a stored move may not fit: the table stops before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.game import Game
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.table.bounds import count
from kingdom_builder.table.events import CHANGES_QUESTION, Event, EventKind, TableStatus
from kingdom_builder.table.evolve import apply_event, apply_to_game, initial_state
from kingdom_builder.table.state import Moment, TableState, UnfitMove


class Transition(NamedTuple):
    """An event with the state before and after it; before the first event there is none."""

    before: TableState | None
    event: Event
    after: TableState


def fold(events: Sequence[Event], at: Moment) -> TableState:
    """Return the state that all events of a table lead to.

    If the present rules do not allow a move, it is the state before that move with the status `stopped`.
    """
    unfit: UnfitMove | None = None
    while True:
        folder = _Folder(events[0], at)
        for event in without_undone(events)[1:]:
            folder.take(event)
            if folder.unfit is not None:
                break
        if folder.unfit is None:
            break
        unfit = folder.unfit
        events = events[: unfit.seq - 1]  # an answer that is undone later belongs to what is shown
    state = _numbered(folder.state, events)
    return state if unfit is None else replace(state, status=TableStatus.STOPPED, request=None, unfit=unfit)


def stop(state: TableState, event: Event) -> TableState:
    """Return a state with the status `stopped`, before an event that does not fit."""
    return replace(state, status=TableStatus.STOPPED, request=None, unfit=_unfit_move(state, event))


def transitions(events: Sequence[Event], start: int, at: Moment) -> Iterator[Transition]:
    """Yield every event from an index on, with the states before and after it; first the earlier ones that last.

    The states of earlier events have the numbers of those only that were not undone. An undone answer that does not
    fit the present rules changes nothing, nor do the answers after it and their undo.
    """
    folder = _Folder(events[0], at)
    yield Transition(None, events[0], folder.state)
    for event in without_undone(events[:start])[1:]:
        before = folder.state
        folder.take(event)
        yield Transition(before, event, folder.state)
    folder.state = _numbered(folder.state, events[: max(1, start)])
    for event in events[max(1, start) :]:
        before = folder.state
        folder.take(event)
        folder.state = folder.state.changed(seq=event.seq)
        yield Transition(before, event, folder.state)


def lasting_transitions(events: Sequence[Event], at: Moment) -> Iterator[Transition]:
    """Yield the events of a table without undone answers and their undos."""
    return transitions(events, len(events), at)


def without_undone(events: Sequence[Event]) -> list[Event]:
    """Return the events of a table without undone answers and their undos.

    What a time-out does depends on the question at that moment, so what is undone after it stays.
    """
    kept: list[Event | None] = []
    answers: list[int] = []
    for event in events:
        kind = event.kind
        if kind is EventKind.ANSWER:
            if event.value == END_TURN:
                answers.clear()  # the end of a turn cannot be undone
            else:
                answers.append(len(kept))
        elif kind is EventKind.UNDO and event.value <= len(answers):
            for _ in range(event.value):
                kept[answers.pop()] = None
            continue
        elif kind in (EventKind.TIMEOUT, EventKind.UNDO, EventKind.STARTED):
            answers.clear()
        kept.append(event)
    return [event for event in kept if event is not None]


def game_at(events: Sequence[Event], seq: int) -> Game:
    """Return the game as it was after an event, with all answers in its history; before one that does not fit."""
    setup = ""
    game: Game | None = None
    for event in without_undone(events[:seq]):
        if event.kind in (EventKind.CREATED, EventKind.STARTED):
            setup = event.value["setup"] or setup
            game = None
        elif event.kind in CHANGES_QUESTION:
            game = Game.from_record(setup, any_rules=True) if game is None else game
            try:
                apply_to_game(game, event)
            except IllegalAnswer:
                break
    return Game.from_record(setup, any_rules=True) if game is None else game


class _Folder:
    """Applies stored events one after the other."""

    def __init__(self, created: Event, at: Moment) -> None:
        self.state = initial_state(created, at)
        self.unfit: UnfitMove | None = None
        """The first answer that does not fit and was not undone yet."""
        self._at = at
        self._left_out = 0
        """How many answers were left out since: that one, and those after it."""

    def take(self, event: Event) -> None:
        """Apply an event; leave out an answer that does not fit, and all answers until it is undone."""
        if event.kind is EventKind.ANSWER:
            if self.unfit is None and self.state.game.to_play == event.seat:
                try:
                    self.state = apply_event(self.state, event, self._at)
                except IllegalAnswer:
                    pass
                else:
                    return
            self.unfit = self.unfit or _unfit_move(self.state, event)
            self._left_out += 1
        elif event.kind is EventKind.UNDO:
            undone = min(event.value, self._left_out)
            self._left_out -= undone
            if not self._left_out:
                self.unfit = None
            if event.value > undone:
                self._undo(event, event.value - undone)
        else:
            self.state = apply_event(self.state, event, self._at)

    def _undo(self, event: Event, answers: int) -> None:
        try:
            self.state = apply_event(self.state, replace(event, value=answers), self._at)
        except IndexError:  # by the present rules there is nothing to undo
            self.unfit = _unfit_move(self.state, event)
            self._left_out += 1


def _unfit_move(state: TableState, event: Event) -> UnfitMove:
    assert event.seat is not None
    answer = answer_name(event.value) if event.kind is EventKind.ANSWER else event.kind.value
    return UnfitMove(event.seq, answer, state.seats[event.seat].name, event.seat)


def _numbered(state: TableState, events: Sequence[Event]) -> TableState:
    """Return a state with the numbers and counts of all events that led to it, also of those that were left out."""
    question = next((event.seq for event in reversed(events) if event.kind in CHANGES_QUESTION), 1)
    return replace(state, seq=events[-1].seq, question_seq=question, counts=count({}, events))
