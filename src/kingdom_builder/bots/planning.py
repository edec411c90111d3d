"""Bots that plan their turns. They differ in how far they look and in how carefully they choose."""

from __future__ import annotations

import random
from dataclasses import dataclass

from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.planner import Plan, before_the_end, plans
from kingdom_builder.bots.value import Valuer
from kingdom_builder.game.game import Game
from kingdom_builder.game.view import View

_UNLIMITED = Budget()
_WORLDS = 4
"""On so many deals of the hidden cards all plans are tried first, and on twice as many after each halving."""

_PRIOR = 6
"""What a plan seemed worth at first counts like so many deals."""

_REPLY = Budget(evaluations=150)
"""For a turn that is only imagined: another player's reply, one's own next turn."""


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
        answers = view.legal_answers()
        if len(answers) == 1:
            return answers[0]
        turn = view.turn
        if turn != self._turn or not self._plan or self._plan[0] not in answers:
            self._plan, self._turn = self.turn(view), turn
        answer, *rest = self._plan
        self._plan = tuple(rest)
        return answer

    def turn(self, view: View) -> tuple[int, ...]:
        """Return answers for the rest of the turn, as far as it can be foreseen."""
        answers = view.legal_answers()
        return (answers[0],) if len(answers) == 1 else self.ranked(view)[0].answers

    def ranked(self, view: View) -> list[Plan]:
        """Return the plans it has thought of, best first."""
        meter = Meter(self._budget)
        game = view.sample(self._random.getrandbits(32))
        valuer = self._valuer_for(game)
        found = plans(game, view.seat, valuer, self._level.width, meter, self._error)
        if self._level.imagined and len(found) > 1:
            found = self._imagine(view, valuer, found, meter)
        return found

    def _error(self) -> float:
        return self._random.gauss(0.0, self._level.error) if self._level.error else 0.0

    def _valuer_for(self, game: Game) -> Valuer:
        # A sample has a set-up of its own each time, with the same board and cards.
        key = (game.board, game.setup.cards, game.setup.tasks, len(game.seats))
        if self._valuer is None or self._setup != key:
            self._valuer, self._setup = Valuer(game), key
        return self._valuer

    def _imagine(self, view: View, valuer: Valuer, found: list[Plan], meter: Meter) -> list[Plan]:
        """Order the best plans by what follows: the others' replies and the own next turn, on cards drawn at random.

        All plans are tried on the same cards, and half of those still in the race are dropped each time (sequential
        halving), so that most is thought about the few that matter.
        """
        racing = found[: self._level.imagined]
        rest = found[self._level.imagined :]
        worth: dict[tuple[int, ...], list[float]] = {plan.answers: [] for plan in racing}
        dropped: list[Plan] = []
        worlds = _WORLDS
        while len(racing) > 1 and not meter.is_empty():
            for _ in range(worlds):
                world = self._random.getrandbits(32)
                for plan in racing:
                    worth[plan.answers].append(self._follow(view, plan, valuer, world, meter))
                if meter.is_empty():
                    break
            ranked = _blended(racing, worth)
            half = (len(racing) + 1) // 2
            racing, dropped = ranked[:half], ranked[half:] + dropped
            worlds *= 2
        return [plan._replace(value=_mean(worth[plan.answers])) for plan in racing + dropped] + rest

    def _follow(self, view: View, plan: Plan, valuer: Valuer, world: int, meter: Meter) -> float:
        """Play a plan and what follows up to the end of the own next turn, and value where that leads."""
        game = view.sample(world)
        seat = view.seat
        for answer in plan.answers:
            if answer not in game.legal_answers():
                break
            game.play(answer)
        mine = False
        while (asked := game.to_play) is not None:
            if asked == seat and game.active == seat:
                mine = True
            best = plans(game, asked, valuer, 1, Meter(_REPLY))[0]
            meter.spend(_REPLY.evaluations or 1)
            if mine and game.active == seat:
                return best.value if best.game.over else valuer.value(before_the_end(game, best), seat)
            game = best.game
        return valuer.final(game, seat)


def _blended(racing: list[Plan], worth: dict[tuple[int, ...], list[float]]) -> list[Plan]:
    """Order plans by what was imagined of them, tempered by what they seemed worth before: few deals tell little."""
    offset = _mean([_mean(worth[plan.answers]) - plan.value for plan in racing])

    def blend(plan: Plan) -> float:
        seen = worth[plan.answers]
        return (_PRIOR * (plan.value + offset) + sum(seen)) / (_PRIOR + len(seen))

    return sorted(racing, key=blend, reverse=True)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else float("-inf")
