"""Turns of finished games that are tried again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder.server.bot_tasks import GradeTurn
from kingdom_builder.server.lobby import playing_on
from kingdom_builder.server.requests import PlayOnRequest
from kingdom_builder.server.seat_requests import TryTurnRequest
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import Event
from kingdom_builder.table.fold import game_at
from kingdom_builder.table.state import Moment, TableState
from kingdom_builder.table.steps import creation_steps
from kingdom_builder.table.trying import Tried, try_turn

_KEPT = 64


class _Beginning(NamedTuple):
    """The moment at which a turn begins: the record of the finished game, and the state of a table that plays it on."""

    record: str
    state: TableState


class TriedAgain(NamedTuple):
    """What moves have led to, and the record of the finished game."""

    tried: Tried
    record: str

    def grading(self, begun: int, budget: int) -> GradeTurn:
        """Return the task that grades the turn, which began after so many answers."""
        return GradeTurn(self.record, begun, self.tried.answers, budget)


class TriedTurns:
    """The beginnings of turns that were tried last. One thread uses it."""

    def __init__(self) -> None:
        """Start empty."""
        self._begun: OrderedDict[tuple[str, int, int], _Beginning] = OrderedDict()

    def play(self, state: TableState, events: Sequence[Event], request: TryTurnRequest, at: Moment) -> TriedAgain:
        """Return what moves lead to at a finished table; Rejected if one is not possible."""
        begun = self._beginning(state, events, request, at)
        tried = try_turn(begun.state, request.seat, request.moves, at, preview=request.preview, why_not=request.why_not)
        return TriedAgain(tried, begun.record)

    def _beginning(self, state: TableState, events: Sequence[Event], request: TryTurnRequest, at: Moment) -> _Beginning:
        key = (state.id, request.answers, request.seat)
        found = self._begun.get(key)
        if found is None:
            game = game_at(events, len(events))
            answers = game.answers()
            if request.answers >= len(answers):
                raise Rejected("not_found", f"The game has {len(answers)} answers: no turn begins after the last.")
            play_on = PlayOnRequest(id="a-turn-tried", seat=request.seat, answers=request.answers)
            command = playing_on(state, state.id, "", play_on, answers[: request.answers])
            found = self._begun[key] = _Beginning(game.to_record(), creation_steps(command, (), at)[-1].after)
        self._begun.move_to_end(key)
        while len(self._begun) > _KEPT:
            self._begun.popitem(last=False)
        return found
