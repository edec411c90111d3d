"""Bots that plan their turns. They differ in how far they look and in how carefully they choose."""

from __future__ import annotations

import random
from dataclasses import dataclass

from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.imagination import Imagination
from kingdom_builder.bots.planner import Plan, plans
from kingdom_builder.bots.value import Valuer
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.view import View

_FIRST_SHARE, _LATER_SHARE = 0.8, 0.1
"""Which part of a turn's budget the first plan of the turn may take, and which one every later plan."""


@dataclass(frozen=True)
class Level:
    """How a bot plays: how many ways it follows at once, how much it errs (in gold), how many plans it plays through in
    its mind, and how long it may think.
    """

    width: int
    error: float
    imagined: int
    budget: Budget


class PlanningBot:
    """Plans a turn when it begins, and again whenever something happens that was not planned."""

    def __init__(self, seed: int, level: Level, budget: Budget | None = None) -> None:
        """Start from a seed, for what it errs and what it imagines of hidden cards."""
        self._random = random.Random(seed)
        self._level = level
        self._budget = budget or level.budget
        self._plan: tuple[int, ...] = ()
        self._turn = -1
        self._valuer: Valuer | None = None
        self._setup: object = None

    def answer(self, view: View) -> int:
        """Return the next answer of the plan."""
        turn = view.turn
        if turn != self._turn or not self._plan or self._plan[0] not in view.legal_answers():
            self._plan, self._turn = self.turn(view), turn
        answer, *rest = self._plan
        self._plan = tuple(rest)
        return answer

    def turn(self, view: View) -> tuple[int, ...]:
        """Return answers for the rest of the turn, as far as it can be foreseen.

        The budget is for the whole turn: most of it goes to the plan made when the turn begins, and a little to each
        of those that a drawn card or another player's answer calls for later.
        """
        answers = view.legal_answers()
        if len(answers) == 1:
            return (answers[0],)
        share = _LATER_SHARE if has_begun(view) else _FIRST_SHARE
        return self.ranked(view, self._budget.part(share))[0].answers

    def ranked(self, view: View, budget: Budget | None = None) -> list[Plan]:
        """Return the plans it has thought of, best first; without a budget it spends its own on them."""
        meter = Meter(budget or self._budget)
        game = view.sample(self._random.getrandbits(32))
        valuer = self._valuer_for(game)
        found = plans(game, view.seat, valuer, self._level.width, meter, error=self._error)
        if self._level.imagined and len(found) > 1:
            best, rest = found[: self._level.imagined], found[self._level.imagined :]
            ranked = Imagination(view, valuer, self._random, meter).ranked(best)
            # What was not imagined is valued on another footing: it is worth no more than what was.
            least = ranked[-1].value
            return ranked + [plan._replace(value=min(plan.value, least)) for plan in rest]
        return found

    def _error(self) -> float:
        return self._random.gauss(0.0, self._level.error) if self._level.error else 0.0

    def _valuer_for(self, game: Game) -> Valuer:
        # A sample has a set-up of its own each time, with the same board and cards.
        key = (game.board, game.setup.cards, game.setup.tasks, len(game.seats))
        if self._valuer is None or self._setup != key:
            self._valuer, self._setup = Valuer(game), key
        return self._valuer


def has_begun(view: View) -> bool:
    """Say whether this seat has already built or used a tile in the turn that goes on."""
    moment = view.moment
    if moment.active != view.seat:
        return False
    return bool(moment.built) or any(tile.used for tile in view.players[view.seat].tiles)
