"""The bot that plans its turns by beam search; its level says how wide and how exact the search is."""

from __future__ import annotations

import random
from dataclasses import dataclass

from kingdom_builder.bots import kernel_search
from kingdom_builder.bots.beam_search import Plan, beam_search
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.imprecision import Imprecision
from kingdom_builder.bots.network import Network
from kingdom_builder.bots.rollouts import BEAM_SHARE, Rollouts
from kingdom_builder.bots.style import PLAIN, Style
from kingdom_builder.engine.view import View

FIRST_SHARE, LATER_SHARE = 0.8, 0.1
"""The parts of a turn's budget for the first search of the turn, and for every later one."""

_WIDER, _MOST_WIDTH = 1.5, 1024
"""How many times as wide a second beam has to be to be worth its time, and how wide it may be."""


@dataclass(frozen=True)
class Level:
    """How a bot plays.

    `width` is that of the beam, `error` the standard deviation of the error of every value (in gold), and
    `rollout_plans` the number of plans that are compared by rollouts. If there are rollouts, a large budget is for a
    wider beam and for more plans. `notices` is the part of the hexes and tiles that the bot notices at every step of
    its search. `style` changes what the bot thinks of positions. With `network` the ends of rollouts have the
    correction of the network.
    """

    width: int
    error: float
    rollout_plans: int
    budget: Budget
    notices: float = 1.0
    style: Style = PLAIN
    network: bool = False


class PlanningBot:
    """Plans a turn when it begins, and again when something happens that was not planned."""

    def __init__(self, seed: int, level: Level, budget: Budget | None = None, *, kernel: bool = True) -> None:
        """Start from a seed, which decides errors and deals of hidden cards.

        `kernel` lets the kernel search if it can.
        """
        self._kernel = kernel
        self._random = random.Random(seed)
        self._level = level
        self._budget = budget or level.budget
        self._plan: tuple[int, ...] = ()
        self._turn = -1
        self._evaluator: Evaluator | None = None
        self._network: Network | None = None
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
        """Return answers for the rest of the turn, as far as it can be planned.

        The budget is for the whole turn: most of it is for the search when the turn begins, and a little for each
        search after a drawn card or another player's answer.
        """
        answers = view.legal_answers()
        if len(answers) == 1:
            return (answers[0],)
        share = LATER_SHARE if has_begun(view) else FIRST_SHARE
        return self.ranked(view, self._budget.part(share))[0].answers

    def ranked(self, view: View, budget: Budget | None = None) -> list[Plan]:
        """Return the plans that were found, best first; without a budget the bot's own is used."""
        meter = Meter(budget or self._budget)
        seed = self._random.getrandbits(32)
        evaluator = self._evaluator_for(view)
        level = self._level
        imprecision = Imprecision(self._random, level.error, level.notices)
        if self._kernel:
            compiled = kernel_search.plans(
                view,
                seed,
                evaluator,
                level.width,
                meter,
                imprecision=imprecision,
                rollout_plans=level.rollout_plans,
                network=self._network,
            )
            if compiled is not None:
                return compiled

        def search(width: int, share: float) -> list[Plan]:
            game = view.sample(seed)
            return beam_search(game, view.seat, evaluator, width, meter, share=share, imprecision=imprecision)

        if not level.rollout_plans:
            return search(level.width, 1.0)
        found = search(level.width, BEAM_SHARE)
        if wider := _wider(level.width, meter.spent_share()):
            found = search(wider, BEAM_SHARE)
        if len(found) < 2:
            return found
        return Rollouts(view, evaluator, self._network, self._random, meter).ranked(found, level.rollout_plans)

    def _evaluator_for(self, view: View) -> Evaluator:
        setup = view.setup_view
        key = (setup.board, setup.cards, setup.tasks, setup.players)
        if self._evaluator is None or self._setup != key:
            game = view.sample(0)
            self._evaluator, self._setup = Evaluator(game, self._level.style.weights()), key
            self._network = Network(game, self._evaluator) if self._level.network else None
        return self._evaluator


def _wider(width: int, spent: float) -> int | None:
    """Return how wide a second beam can be, when the first has spent a share of the budget; None if it is hardly wider.

    >>> _wider(64, 0.1), _wider(64, 0.2)
    (192, None)
    """
    times = (BEAM_SHARE - spent) / spent if spent else 0.0
    return min(int(width * times), _MOST_WIDTH) if times >= _WIDER else None


def has_begun(view: View) -> bool:
    """Return whether this seat has already built or used a tile in this turn."""
    turn = view.turn_view
    if turn.active != view.seat:
        return False
    return bool(turn.built_this_turn) or any(tile.used for tile in view.players[view.seat].tiles)
