"""The turn played and the best turn found, compared by playouts on the same deals.

A search that looks for the best of many plans finds one that looks better than it is. So the plans of the search are
compared with each other on some deals, and the best of them with the turn played on other deals.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.beam_search import Plan, played
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.view import View
from kingdom_builder.review.chances import margins_of
from kingdom_builder.review.playouts import Answers, Result, play_out

_SEARCH_SHARE, _CHOICE_SHARE = 0.2, 0.25
"""The parts of a turn's budget for the search of plans, and for the choice among the best of them."""

_CANDIDATES = 3
"""How many plans of the search are compared by playouts."""

_CHOICE_DEALS = 8
_LEAST_DEALS, _MOST_DEALS = 8, 64
"""How many deals the best plan and the turn played are compared on."""

_MORE_DEALS = 128
"""How many deals at most, with a second budget, when the turn may be a mistake."""

_USUAL_DIFFERENCE = 3.0
"""The standard deviation of true differences between turns, in gold: measured differences are shrunk by it."""

_LEAST_ERROR = 0.25
"""The least standard error of a difference: a few deals with the same difference do not make it certain."""


class Comparison(NamedTuple):
    """The best turn found beside the turn played.

    `better` are the answers of the best turn; those played if no other is better. `gold_lost` is the expected
    difference of the margins, at least 0, and `error` its standard error. `played` and `best` are the ends of the
    playouts from both, deal for deal; they are the same if the turns are.
    """

    better: Answers
    same: bool
    gold_lost: float
    error: float
    played: list[Result]
    best: list[Result]

    @property
    def certainty(self) -> float:
        """How many standard errors the difference is above 0."""
        return self.gold_lost / self.error if self.error else 0.0


def compare(view: View, answers: Answers, evaluator: Evaluator, budget: int, seed: int) -> Comparison:
    """Search the best turn and compare it with the answers of the turn played."""
    rng = random.Random(seed)
    bot = PlanningBot(rng.getrandbits(32), LEVELS["champion"], Budget(evaluations=max(1, int(_SEARCH_SHARE * budget))))
    sample = view.sample(0)
    end = _position_after(sample, answers, view.seat)
    others = []
    for plan in bot.ranked(view):
        if _position_after(sample, plan.answers, view.seat) == end:
            if not others:
                break
        else:
            others.append(plan)
        if len(others) == _CANDIDATES:
            break
    if not others:
        return _without_better(view, answers, evaluator, budget // 2, rng)
    spent = int(_SEARCH_SHARE * budget)
    best = others[0].answers
    if len(others) > 1:
        best, used = _choose(view, others, evaluator, int(_CHOICE_SHARE * budget), rng)
        spent += used
    return _compare_two(view, answers, best, evaluator, (budget - spent, budget), rng)


def _without_better(view: View, answers: Answers, evaluator: Evaluator, limit: int, rng: random.Random) -> Comparison:
    """Return the comparison of a turn that is the best one found with itself."""
    results: list[Result] = []
    for deals, left in ((_LEAST_DEALS, None), (_MOST_DEALS - _LEAST_DEALS, limit)):
        found = play_out(view, [answers], _seeds(rng, deals), evaluator, _no_limit(left))
        results += [ends[0] for ends in found.results]
        limit -= found.spent
    return Comparison(answers, True, 0.0, 0.0, results, results)


def _choose(
    view: View, plans: Sequence[Plan], evaluator: Evaluator, limit: int, rng: random.Random
) -> tuple[Answers, int]:
    """Return the best of several plans on a few deals, and what was spent."""
    found = play_out(view, [plan.answers for plan in plans], _seeds(rng, _CHOICE_DEALS), evaluator, limit)
    means = [ordered_sum([margin(ends[i], view.seat) for ends in found.results]) for i in range(len(plans))]
    return plans[means.index(max(means))].answers, found.spent


def _compare_two(
    view: View, answers: Answers, best: Answers, evaluator: Evaluator, limits: tuple[int, int], rng: random.Random
) -> Comparison:
    """Compare the best plan with the turn played on new deals, on more of them when it may be a mistake."""
    seat = view.seat
    first, second = limits
    pairs: list[list[Result]] = []
    found = play_out(view, [answers, best], _seeds(rng, _LEAST_DEALS), evaluator, _no_limit(None))
    pairs += found.results
    found = play_out(view, [answers, best], _seeds(rng, _MOST_DEALS - _LEAST_DEALS), evaluator, first - found.spent)
    pairs += found.results
    lost, error = _difference(pairs, seat)
    if lost >= SUSPICIOUS and lost < CERTAIN * error * 2.0:
        found = play_out(view, [answers, best], _seeds(rng, _MORE_DEALS - len(pairs)), evaluator, second)
        pairs += found.results
        lost, error = _difference(pairs, seat)
    played_ends = [ends[0] for ends in pairs]
    if lost <= 0.0:
        return Comparison(answers, True, 0.0, 0.0, played_ends, played_ends)
    return Comparison(best, False, lost, error, played_ends, [ends[1] for ends in pairs])


SUSPICIOUS = 2.0
"""From how many gold on a difference is measured with a second budget."""

CERTAIN = 2.5
"""How many standard errors above 0 the difference of a mistake is at least."""


def _difference(pairs: Sequence[Sequence[Result]], seat: int) -> tuple[float, float]:
    """Return by how much gold the second plan is better than the first, shrunk by its error, and the standard error."""
    differences = [margin(best, seat) - margin(own, seat) for own, best in pairs]
    count = len(differences)
    mean = ordered_sum(differences) / count
    squares = ordered_sum([(d - mean) ** 2 for d in differences])
    error = max(_LEAST_ERROR, math.sqrt(squares / max(1, count - 1) / count))
    return mean * _USUAL_DIFFERENCE**2 / (_USUAL_DIFFERENCE**2 + error**2), error


def margin(result: Result, seat: int) -> int:
    """Return by how much gold a player has beaten the best of the others at the end of a playout."""
    return margins_of([sum(lines) for lines in result])[seat]


def _seeds(rng: random.Random, count: int) -> list[int]:
    return [rng.getrandbits(32) for _ in range(count)]


def _no_limit(limit: int | None) -> int:
    return 1 << 62 if limit is None else limit


def _position_after(game: Game, answers: Answers, seat: int) -> tuple[object, ...]:
    """Return what is on the table after answers: turns that lead to the same are the same turn."""
    after = played(game, Plan(0.0, answers))
    players = [
        (player.pieces, player.tokens, sorted(player.tiles), sorted(player.nomads), player.extra, player.gold)
        for player in after.players
    ]
    return after.walls, after.free, after.tiles_left, after.to_play == seat, players
