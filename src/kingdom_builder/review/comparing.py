"""The turn played and the best turn found, compared by playouts on the same deals.

A search that looks for the best of many plans finds one that looks better than it is. So its values decide only which
plan is compared with the turn played, and both are played on with other deals.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder.bots.beam_search import Plan, played
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.network import Network
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.bots.playouts import Answers, Playouts, Result, deal_seeds, difference, margin, play_out
from kingdom_builder.bots.rollouts import Policy
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.view import View

POLICY = Policy(width=1, breadth=6, evaluations=150)
"""How the turns of games that are played to their end are searched."""

_SEARCH_SHARE = 0.4
"""The part of a turn's budget for the search of the best turn."""

_NEAR_TURNS, _NEAR_DEALS = 2, 10
_NEAR_POLICY = Policy(width=2, breadth=10, evaluations=400)
"""To which own turn both turns are played on, on how many deals, and how these turns are searched: a better search of
few turns says more than games to the end, which vary much."""

_LEAST_DEALS, _MOST_DEALS = 8, 32
"""On how many deals both turns are played to the end, as the budget allows."""

_USUAL_BIAS = 1.5
"""By how much gold the mean of the nearer values is usually wrong, however many deals there are."""

_SUSPICIOUS, _CLEAR = 3.0, 4.0
_MORE_DEALS = 20
"""From how many gold on the difference may be a mistake: up to so many standard errors it is measured on more deals."""

NO_LOSS = 0.3
"""Up to this difference in gold the turn played is as good as the best one found."""

_LEAST_ERROR = 0.25
"""The least standard error of results: a few deals with the same difference do not make it certain."""


class Evaluation(NamedTuple):
    """How positions of a game are evaluated: by the linear evaluation, and with the correction of the network."""

    evaluator: Evaluator
    network: Network

    @classmethod
    def of(cls, game: Game) -> Evaluation:
        """Return the evaluation for positions of a game."""
        evaluator = Evaluator(game)
        return cls(evaluator, Network(game, evaluator))


class Deals(NamedTuple):
    """The deals on which both turns were played on to a later own turn: their seeds, and both values there."""

    seeds: Sequence[int] = ()
    values: Sequence[Sequence[float]] = ()


class Comparison(NamedTuple):
    """The best turn found beside the turn played.

    `better` are the answers of the best turn; those played if no other is better. `gold_lost` is the expected
    difference of the margins, at least 0, and `error` its standard error. `played` and `best` are the ends of the
    playouts from both, deal for deal; they are the same if the turns are. `deals` are empty then, and for a turn whose
    loss was not measured here.
    """

    better: Answers
    same: bool
    gold_lost: float
    error: float
    played: list[Result]
    best: list[Result]
    deals: Deals = Deals()

    @property
    def certainty(self) -> float:
        """How many standard errors the difference is above 0."""
        return self.gold_lost / self.error if self.error else 0.0


def compare(view: View, answers: Answers, evaluation: Evaluation, budget: int, seed: int) -> Comparison:
    """Search the best turn and compare it with the answers of the turn played."""
    rng = random.Random(seed)
    best = _best_turn(view, rng.getrandbits(32), int(_SEARCH_SHARE * budget))
    left = int((1.0 - _SEARCH_SHARE) * budget)
    if is_same_turn(view, answers, best):
        return _without_better(_to_the_end(view, [answers], evaluation, left // 2, rng), answers)
    plans = [answers, best]
    seeds = deal_seeds(rng, _NEAR_DEALS)
    near = play_near(view, plans, seeds, evaluation)
    found = _to_the_end(view, plans, evaluation, left - near.spent, rng)
    lost, error = _difference(found, near, view.seat)
    if lost >= _SUSPICIOUS and lost < _CLEAR * error:
        more = deal_seeds(rng, _MORE_DEALS)
        near = _together(near, play_near(view, plans, more, evaluation))
        seeds += more
        lost, error = _difference(found, near, view.seat)
    if lost < NO_LOSS:
        return _without_better(found, answers)
    own_ends, best_ends = [[ends[plan] for ends in found.results] for plan in range(2)]
    deals = Deals(seeds[:_NEAR_DEALS], near.values[:_NEAR_DEALS])
    return Comparison(best, same=False, gold_lost=lost, error=error, played=own_ends, best=best_ends, deals=deals)


def play_near(view: View, plans: Sequence[Answers], seeds: Sequence[int], evaluation: Evaluation) -> Playouts:
    """Play on from plans to a later own turn, on a deal for each seed, and value the position there."""
    evaluator, network = evaluation
    return play_out(view, plans, seeds, evaluator, _NEAR_POLICY, network=network, own_turns=_NEAR_TURNS, to_end=False)


def is_same_turn(view: View, answers: Answers, other: Answers) -> bool:
    """Return whether two turns lead to the same position."""
    game = view.sample(0)
    return _position_after(game, answers, view.seat) == _position_after(game, other, view.seat)


def _best_turn(view: View, seed: int, evaluations: int) -> Answers:
    bot = PlanningBot(seed, LEVELS["champion"], Budget(evaluations=max(1, evaluations)))
    return bot.ranked(view)[0].answers


def _without_better(found: Playouts, answers: Answers) -> Comparison:
    """Return the comparison of a turn that is the best one found with itself."""
    results = [ends[0] for ends in found.results]
    return Comparison(answers, same=True, gold_lost=0.0, error=0.0, played=results, best=results)


def _to_the_end(
    view: View, plans: Sequence[Answers], evaluation: Evaluation, limit: int, rng: random.Random
) -> Playouts:
    """Play on from plans on the least number of deals, and on more of them within the limit."""
    first = play_out(view, plans, deal_seeds(rng, _LEAST_DEALS), evaluation.evaluator, POLICY)
    more = deal_seeds(rng, _MOST_DEALS - _LEAST_DEALS)
    return _together(first, play_out(view, plans, more, evaluation.evaluator, POLICY, limit=limit - first.spent))


def _together(first: Playouts, second: Playouts) -> Playouts:
    return Playouts(first.values + second.values, first.results + second.results, first.spent + second.spent)


def _difference(found: Playouts, near: Playouts, seat: int) -> tuple[float, float]:
    """Return by how much gold the second plan is better than the first, and the standard error.

    Both means are weighted with the inverse of their variances; that of the nearer values has the usual bias added.
    """
    ends = difference([margin(best, seat) - margin(own, seat) for own, best in found.results])
    values = difference([best - own for own, best in near.values])
    of_ends = 1.0 / max(_LEAST_ERROR, ends.error) ** 2
    of_values = 1.0 / (values.error**2 + _USUAL_BIAS**2)
    weight = of_ends + of_values
    return (of_ends * ends.mean + of_values * values.mean) / weight, 1.0 / math.sqrt(weight)


def _position_after(game: Game, answers: Answers, seat: int) -> tuple[object, ...]:
    """Return what is on the table after answers."""
    after = played(game, Plan(0.0, answers))
    players = [
        (player.pieces, player.tokens, sorted(player.tiles), sorted(player.nomads), player.extra, player.gold)
        for player in after.players
    ]
    return after.walls, after.free, after.tiles_left, after.to_play == seat, players
