"""Whole games of planning bots in the compiled kernel, with the answers of the same bots in a game of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.planning_bot import Level, PlanningBot
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.view import View
from kingdom_builder.kernel import games
from kingdom_builder.kernel.views import KernelView


def play_to_end(setup: Setup, level: Level, budget: Budget, seeds: Sequence[int]) -> Any:
    """Let bots of one level with these seeds play a game; return it as it ends.

    Raise NotImplementedError if the kernel cannot play it.
    """
    game = games.begin(setup)
    capsule, evaluator = games.setup_capsule(setup), Evaluator(Game(setup), level.style.weights())
    views: list[Any] = [KernelView(game, capsule, seat) for seat in range(setup.players)]
    bots = [_KernelBot(seed, level, budget, evaluator) for seed in seeds]
    while (seat := game.to_play) is not None:
        game.play(bots[seat].answer(views[seat]))
    return game


class _KernelBot(PlanningBot):
    """A bot that sees games of the kernel with one set-up; the evaluator is the same for all seats."""

    def __init__(self, seed: int, level: Level, budget: Budget, evaluator: Evaluator) -> None:
        super().__init__(seed, level, budget)
        self._shared_evaluator = evaluator

    def _evaluator_for(self, view: View) -> Evaluator:
        return self._shared_evaluator
