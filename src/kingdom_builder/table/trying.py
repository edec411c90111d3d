"""A turn that is tried: in a puzzle, or again in a finished game. Nothing of it is stored: requests have its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypedDict

from kingdom_builder.engine.answers import PASS
from kingdom_builder.table import previews
from kingdom_builder.table.commands import Answer, Command, Undo
from kingdom_builder.table.event_views import public_event
from kingdom_builder.table.events import EventKind
from kingdom_builder.table.fold import without_undone
from kingdom_builder.table.messages import Preview, Reason, TableEvent, View
from kingdom_builder.table.state import Moment, TableState, has_ended_turn
from kingdom_builder.table.steps import Step, decide_steps
from kingdom_builder.table.views import public_view, reason_message, seat_view

Move = int | Literal["undo", "undo_turn"]
"""An answer, or what takes back the last one or the whole turn."""


class TriedMoves(TypedDict):
    """What the moves of a turn that is tried have led to.

    `moves` are the answers that were not undone, for the next request. `events` are those of the last move. `preview`
    and `reason` answer the questions of the request.
    """

    moves: list[int]
    events: list[TableEvent]
    view: View
    preview: Preview | None
    reason: Reason | None


class Tried(NamedTuple):
    """What moves have led to, all answers of the turn that were not undone, and whether it has ended."""

    shown: TriedMoves
    answers: tuple[int, ...]
    ended: bool


def try_turn(
    state: TableState,
    seat: int,
    moves: Sequence[Move],
    at: Moment,
    *,
    preview: int | None = None,
    why_not: int | None = None,
) -> Tried:
    """Return what a seat's moves lead to from the beginning of its turn; Rejected if one is not possible.

    Others pass what they are asked. `preview` asks what an answer would do then, `why_not` why a hex is not offered.
    """
    now, steps, last = state, list[Step](), list[Step]()
    for move in moves:
        last = _steps(state, now, _command(now, seat, move), at)
        steps += last
        now = last[-1].after
    events = [step.event for step in steps]
    answers = [event for event in without_undone(events) if event.kind is EventKind.ANSWER]
    ended = has_ended_turn(state.game, now.game)
    shown: TriedMoves = {
        "moves": [event.value for event in answers if event.seat == seat],
        "events": [public_event(*step) for step in last],
        "view": {"public": public_view(now), "clock": None, "you": seat_view(now, seat)},
        "preview": None if ended or preview is None else previews.preview(now.game, seat, preview, scored=True),
        "reason": None if ended or why_not is None else reason_message(now.game, why_not),
    }
    return Tried(shown, tuple([event.value for event in answers]), ended)


def _steps(begun: TableState, state: TableState, command: Answer | Undo, at: Moment) -> list[Step]:
    """Return the steps of a command, and of the others who pass what they are asked in the turn then."""
    steps = decide_steps(state, [command], at)
    while not has_ended_turn(begun.game, (now := steps[-1].after).game) and now.game.to_play != command.seat:
        steps += decide_steps(now, [_pass(now)], at)
    return steps


def _command(state: TableState, seat: int, move: Move) -> Answer | Undo:
    if isinstance(move, int):
        return Answer(seat=seat, seen_seq=state.seq, answer=move)
    return Undo(seat=seat, seen_seq=state.seq, whole_turn=move == "undo_turn")


def _pass(state: TableState) -> Command:
    seat, legal = state.game.to_play, state.game.legal_answers()
    assert seat is not None
    return Answer(seat=seat, seen_seq=state.seq, answer=PASS if PASS in legal else legal[0])
