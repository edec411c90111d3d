"""Whole games of planning bots in the compiled kernel, with the answers of the same bots in a game of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingdom_builder.bots.beam_search import BREADTH
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.network import Network
from kingdom_builder.bots.planning_bot import FIRST_SHARE, LATER_SHARE, Level
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.setup import Setup
from kingdom_builder.kernel import games, native, search

_NO_LIMIT = -1


def play_to_end(setup: Setup, level: Level, budget: Budget, seeds: Sequence[int]) -> Any:
    """Let bots of one level with these seeds play a game; return it as it ends.

    Raise NotImplementedError if the kernel cannot play it.
    """
    game = games.begin(setup)
    begun = Game(setup)
    evaluator = Evaluator(begun, level.style.weights())
    native().play_bots(
        search.evaluator(games.setup_capsule(setup), evaluator),
        search.network(Network(begun, evaluator)) if level.network else None,
        game,
        tuple(seeds),
        level.width,
        BREADTH,
        level.rollout_plans,
        level.error,
        level.notices,
        *_limits(budget.part(FIRST_SHARE)),
        *_limits(budget.part(LATER_SHARE)),
    )
    return game


def _limits(budget: Budget) -> tuple[int, float]:
    evaluations, seconds = budget.evaluations, budget.seconds
    return _NO_LIMIT if evaluations is None else evaluations, _NO_LIMIT if seconds is None else seconds
