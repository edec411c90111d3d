"""Steps: the events that one request causes at a table. They are stored together or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder.table.commands import Answer, Command, CreateTable, StartIfFull
from kingdom_builder.table.decide import decide, decide_creation
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import Actor, Event, SeatKind
from kingdom_builder.table.evolve import evolve, initial_state
from kingdom_builder.table.state import Moment, TableState


class Step(NamedTuple):
    """An event, and the states before and after it; a new table has none before."""

    event: Event
    before: TableState | None
    after: TableState


def creation_steps(command: CreateTable, then: Sequence[Command], at: Moment) -> list[Step]:
    """Return the steps of a new table; Rejected if there is no such set-up."""
    event = decide_creation(command, at)
    first = Step(event, None, initial_state(event, at))
    steps = [first, *_started_if_full(first.after, _steps(first.after, then, at), at)]
    for answer in command.answers:
        steps += _steps(steps[-1].after, [_answer(steps[-1].after, answer)], at)
    return steps


def decide_steps(state: TableState, commands: Sequence[Command], at: Moment) -> list[Step]:
    """Return the steps of commands, one after the other; Rejected if the table does not allow one of them."""
    return _started_if_full(state, _steps(state, commands, at), at)


def _steps(state: TableState, commands: Sequence[Command], at: Moment) -> list[Step]:
    found = []
    for command in commands:
        event = decide(state, command, at)
        step = Step(event, state, evolve(state, event, at))
        found.append(step)
        state = step.after
    return found


def _answer(state: TableState, answer: int) -> Answer:
    """Return the command with which the asked player gives an answer."""
    seat = state.game.to_play
    if seat is None:
        raise Rejected("game_over", "The game is over.")
    by = Actor.BOT if state.seats[seat].kind is SeatKind.BOT else Actor.PLAYER
    return Answer(seat=seat, seen_seq=state.seq, answer=answer, by=by)


def _started_if_full(state: TableState, steps: list[Step], at: Moment) -> list[Step]:
    """Add the start of a table that is full now, if it is to start then."""
    last = steps[-1].after if steps else state
    return [*steps, *_steps(last, [StartIfFull()], at)] if last.starts_now else steps
