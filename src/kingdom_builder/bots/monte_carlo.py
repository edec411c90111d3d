"""A plain Monte Carlo player to measure other bots with: it uses no fitted weight.

A beam search on gold alone finds candidates for the turn. Each of them is played on to the end of the game on the same
deals of the hidden cards, by players that search on gold alone too. The one with the best mean margin is played.
"""

from __future__ import annotations

from kingdom_builder.bots import kernel_search
from kingdom_builder.bots.beam_search import Plan, beam_search
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.imprecision import Imprecision
from kingdom_builder.bots.planning_bot import Level, PlanningBot
from kingdom_builder.bots.playouts import margin, play_out
from kingdom_builder.bots.rollouts import Policy
from kingdom_builder.bots.style import Style
from kingdom_builder.engine.view import View

_GOLD_ALONE = Style(scaled=(("", 0.0),))
"""No weight of the evaluation counts."""

_LEVEL = Level(width=32, error=0.1, rollout_plans=16, budget=Budget(evaluations=100_000), style=_GOLD_ALONE)
"""The error only puts turns with the same gold in a random order, so that candidates come from the whole board."""

_BEAM_SHARE = 0.05
"""The part of a budget for finding candidates."""

_POLICY = Policy(width=1, breadth=3, evaluations=150)
"""How the turns of a playout are searched."""

_LEAST_SPENT = 200
"""A playout counts as at least so many evaluations, else there would be thousands in the last turns of a game."""


class MonteCarloBot(PlanningBot):
    """Plans a turn by playouts to the end of the game."""

    def __init__(self, seed: int, budget: Budget | None = None, *, kernel: bool = True) -> None:
        """Start from a seed, which orders candidates with the same gold and deals hidden cards."""
        super().__init__(seed, _LEVEL, budget, kernel=kernel)

    def ranked(self, view: View, budget: Budget | None = None) -> list[Plan]:
        """Return the candidates by their mean margin at the end of the game, best first.

        Sequential halving: half of the remaining candidates are dropped after each stage, and all stages have the same
        part of the budget.
        """
        meter = Meter(budget or self._budget)
        evaluator = self._evaluator_for(view)
        rest = self._candidates(view, evaluator, Meter((budget or self._budget).part(_BEAM_SHARE)), meter)
        margins: dict[tuple[int, ...], list[int]] = {plan.answers: [] for plan in rest}
        dropped: list[Plan] = []
        stages, begun = (len(rest) - 1).bit_length(), meter.spent_share()
        for stage in range(1, stages + 1):
            while meter.spent_share() < min(1.0, begun + (1.0 - begun) * stage / stages):
                self._play_deal(view, evaluator, rest, margins, meter)
            rest.sort(key=lambda plan: -sum(margins[plan.answers]))
            half = (len(rest) + 1) // 2
            rest, dropped = rest[:half], rest[half:] + dropped
        return _valued(rest + dropped, margins)

    def _candidates(self, view: View, evaluator: Evaluator, part: Meter, meter: Meter) -> list[Plan]:
        """Return the turns with most gold."""
        seed = self._random.getrandbits(32)
        imprecision = Imprecision(self._random, _LEVEL.error, _LEVEL.notices)
        found = None
        if self._kernel:
            found = kernel_search.plans(view, seed, evaluator, _LEVEL.width, part, imprecision=imprecision)
        if found is None:
            game = view.sample(seed)
            found = beam_search(game, view.seat, evaluator, _LEVEL.width, part, imprecision=imprecision)
        meter.spend(part.spent)
        return found[: _LEVEL.rollout_plans]

    def _play_deal(
        self,
        view: View,
        evaluator: Evaluator,
        plans: list[Plan],
        margins: dict[tuple[int, ...], list[int]],
        meter: Meter,
    ) -> None:
        """Play all plans on with one deal; it does not count if the budget does not suffice for all plans."""
        deal = [self._random.getrandbits(32)]
        found = []
        for plan in plans:
            if meter.is_empty():
                return
            played = play_out(view, [plan.answers], deal, evaluator, _POLICY, use_kernel=self._kernel)
            meter.spend(max(_LEAST_SPENT, played.spent))
            found.append(margin(played.results[0][0], view.seat))
        for plan, gold in zip(plans, found, strict=True):
            margins[plan.answers].append(gold)


def _valued(ordered: list[Plan], margins: dict[tuple[int, ...], list[int]]) -> list[Plan]:
    """Return plans with their mean margin; one that was dropped early has no higher value than those before it."""
    found: list[Plan] = []
    most = float("inf")
    for plan in ordered:
        played = margins[plan.answers]
        most = min(most, sum(played) / len(played) if played else plan.value)
        found.append(plan._replace(value=most))
    return found
