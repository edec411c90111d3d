"""Searches in the compiled kernel, which finds the same plans as the Python code; None where Python has to search."""

from __future__ import annotations

from kingdom_builder import kernel
from kingdom_builder.bots.beam_search import BREADTH, Plan
from kingdom_builder.bots.budget import Meter
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.imprecision import Imprecision
from kingdom_builder.engine.game import Game
from kingdom_builder.kernel import games, search

_NO_LIMIT = -1


def plans(
    game: Game,
    seat: int,
    evaluator: Evaluator,
    width: int,
    meter: Meter,
    imprecision: Imprecision,
    rollout_plans: int = 0,
    breadth: int = BREADTH,
) -> list[Plan] | None:
    """Return plans for the rest of the turn, best first, the first of them compared by rollouts.

    `game` is a sampled game. The random numbers are those of the generator of `imprecision`.
    """
    if not kernel.available():
        return None
    try:
        compiled = games.load(game)
        evaluations, seconds = meter.evaluations_left, meter.seconds_left
        random_needed = rollout_plans or imprecision.error_size or imprecision.notices < 1.0
        found, spent, state = kernel.native().plan(
            search.evaluator(game, evaluator),
            compiled,
            seat,
            width,
            breadth,
            rollout_plans,
            _NO_LIMIT if evaluations is None else evaluations,
            _NO_LIMIT if seconds is None else seconds,
            imprecision.error_size,
            imprecision.notices,
            imprecision.rng.getstate() if random_needed else None,
        )
    except NotImplementedError:
        return None
    meter.spend(spent)
    if random_needed:
        imprecision.rng.setstate(state)
    return [Plan(value, answers) for value, answers in found]
