"""Searches in the compiled kernel, with the results of the Python code; None where Python has to search.

Every search starts from a view and the seed of a sample, so that a hidden card cannot reach it.
"""

from __future__ import annotations

from kingdom_builder import kernel
from kingdom_builder.bots.beam_search import BREADTH, Plan
from kingdom_builder.bots.budget import Meter
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.imprecision import Imprecision
from kingdom_builder.bots.network import Network
from kingdom_builder.engine.view import View
from kingdom_builder.kernel import games, search

_NO_LIMIT = -1


def plans(
    view: View,
    seed: int,
    evaluator: Evaluator,
    width: int,
    meter: Meter,
    *,
    breadth: int = BREADTH,
    imprecision: Imprecision | None = None,
    rollout_plans: int = 0,
    network: Network | None = None,
) -> list[Plan] | None:
    """Return plans for the rest of the turn in a sampled game, best first, the first of them compared by rollouts.

    The random numbers are those of the generator of `imprecision`, which rollouts need too.
    """
    if not kernel.available():
        return None
    error, notices = (0.0, 1.0) if imprecision is None else (imprecision.error_size, imprecision.notices)
    rng = None if imprecision is None or not (rollout_plans or error or notices < 1.0) else imprecision.rng
    evaluations, seconds = meter.evaluations_left, meter.seconds_left
    try:
        setup, game = games.sampled(view, seed)
        found, spent, state = kernel.native().plan(
            search.evaluator(setup, evaluator),
            None if network is None else search.network(network),
            game,
            view.seat,
            width,
            breadth,
            0 if rng is None else rollout_plans,
            _NO_LIMIT if evaluations is None else evaluations,
            _NO_LIMIT if seconds is None else seconds,
            error,
            notices,
            None if rng is None else rng.getstate(),
        )
    except NotImplementedError:
        return None
    meter.spend(spent)
    if rng is not None:
        rng.setstate(state)
    return [Plan(value, answers) for value, answers in found]


def greedy_answers(view: View, seed: int) -> list[int] | None:
    """Return the answers that lead to the best score at once in a sampled game, in the order of the legal answers."""
    if not kernel.available():
        return None
    try:
        game = games.sampled(view, seed).game
        best: list[int] = kernel.native().greedy(game, view.seat)
    except NotImplementedError:
        return None
    return best
