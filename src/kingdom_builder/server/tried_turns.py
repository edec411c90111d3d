"""Turns of finished games that are tried again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder.server.bot_tasks import GradeTurn
from kingdom_builder.server.lobby import playing_on
from kingdom_builder.server.requests import PlayOnRequest, TryTurnRequest
from kingdom_builder.table import messages, previews
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.event_views import public_event
from kingdom_builder.table.events import Event, EventKind
from kingdom_builder.table.fold import game_at, without_undone
from kingdom_builder.table.state import Moment, TableState, has_ended_turn
from kingdom_builder.table.steps import Step, creation_steps
from kingdom_builder.table.trying import tried_steps
from kingdom_builder.table.views import public_view, reason_message, seat_view

_KEPT = 64


class _Beginning(NamedTuple):
    """The moment at which a turn begins: the record of the finished game, and the state of a table that plays it on."""

    record: str
    state: TableState


class Tried(NamedTuple):
    """What moves have led to, and the task that grades the turn if it has ended."""

    events: list[messages.TableEvent]
    view: messages.View
    preview: messages.Preview | None
    reason: messages.Reason | None
    answers: tuple[int, ...]
    record: str
    ended: bool

    def grading(self, begun: int, budget: int) -> GradeTurn:
        """Return the task that grades the turn."""
        return GradeTurn(self.record, begun, self.answers, budget)


class TriedTurns:
    """The beginnings of turns that were tried last. One thread uses it."""

    def __init__(self) -> None:
        """Start empty."""
        self._begun: OrderedDict[tuple[str, int, int], _Beginning] = OrderedDict()

    def play(self, state: TableState, events: Sequence[Event], request: TryTurnRequest, at: Moment) -> Tried:
        """Return what moves lead to at a finished table; Rejected if one is not possible."""
        begun = self._beginning(state, events, request, at)
        seat, steps = request.seat, tried_steps(begun.state, request.seat, request.moves, at)
        now = steps[-1].after if steps else begun.state
        ended = has_ended_turn(begun.state.game, now.game)
        preview, reason = None, None
        if not ended and request.preview is not None:
            preview = previews.preview(now.game, seat, request.preview, scored=True)
        if not ended and request.why_not is not None:
            reason = reason_message(now.game, request.why_not)
        view: messages.View = {"public": public_view(now), "clock": None, "you": seat_view(now, seat)}
        shown = [public_event(*step) for step in _ordered(steps)]
        return Tried(shown, view, preview, reason, _answers(steps), begun.record, ended)

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


def _ordered(steps: Sequence[Step]) -> list[tuple[Event, TableState | None, TableState]]:
    return [(step.event, step.before, step.after) for step in steps]


def _answers(steps: Sequence[Step]) -> tuple[int, ...]:
    """Return the answers that were not undone."""
    events = without_undone([step.event for step in steps])
    return tuple(event.value for event in events if event.kind is EventKind.ANSWER)
