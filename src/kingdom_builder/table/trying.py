"""A turn of a finished game that is tried again. Nothing of it is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from kingdom_builder.engine.answers import PASS
from kingdom_builder.table.commands import Answer, Command, Undo
from kingdom_builder.table.state import Moment, TableState, has_ended_turn
from kingdom_builder.table.steps import Step, decide_steps

Move = int | Literal["undo", "undo_turn"]
"""An answer, or what takes back the last one or the whole turn."""


def tried_steps(state: TableState, seat: int, moves: Sequence[Move], at: Moment) -> list[Step]:
    """Return the steps of a seat's moves; Rejected if one is not possible. Others pass what they are asked."""
    steps: list[Step] = []
    for move in moves:
        now = steps[-1].after if steps else state
        steps += decide_steps(now, [_command(now, seat, move)], at)
        while (other := steps[-1].after).game.to_play not in (seat, None) and not has_ended_turn(
            state.game, other.game
        ):
            steps += decide_steps(other, [_pass(other)], at)
    return steps


def _command(state: TableState, seat: int, move: Move) -> Command:
    if isinstance(move, int):
        return Answer(seat=seat, seen_seq=state.seq, answer=move)
    return Undo(seat=seat, seen_seq=state.seq, whole_turn=move == "undo_turn")


def _pass(state: TableState) -> Command:
    seat, legal = state.game.to_play, state.game.legal_answers()
    assert seat is not None
    return Answer(seat=seat, seen_seq=state.seq, answer=PASS if PASS in legal else legal[0])
