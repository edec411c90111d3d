"""Games played to their end from several plans, with the same hidden cards for all plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder import kernel
from kingdom_builder.bots.beam_search import Plan, beam_search, played
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.view import View
from kingdom_builder.kernel import games, search

Answers = tuple[int, ...]
Result = list[list[int]]
"""The end of a game: every player's gold by source."""


class Policy(NamedTuple):
    """How the turns of a playout are searched: the width of the beam, the hexes of a question, evaluations a turn."""

    width: int = 1
    breadth: int = 6
    evaluations: int = 80


QUICK = Policy()


class Playouts(NamedTuple):
    """The ends of games by deal and plan, and how many evaluations they took."""

    results: list[list[Result]]
    spent: int


def play_out(
    view: View,
    plans: Sequence[Answers],
    seeds: Sequence[int],
    evaluator: Evaluator,
    limit: int,
    policy: Policy = QUICK,
) -> Playouts:
    """Deal the hidden cards with each seed and play on from each plan to the end of the game.

    No deal is begun when `limit` evaluations are spent. The result is the same with and without the compiled kernel.
    """
    if kernel.available():
        try:
            return _compiled(view, plans, seeds, evaluator, limit, policy)
        except NotImplementedError:
            pass
    spent = 0
    results: list[list[Result]] = []
    for seed in seeds:
        if spent >= limit:
            break
        dealt = view.sample(seed)
        ends = []
        for plan in plans:
            game, evaluations = _played_to_end(dealt, plan, evaluator, policy)
            spent += evaluations
            ends.append([[line.gold for line in game.score(seat)] for seat in range(len(game.players))])
        results.append(ends)
    return Playouts(results, spent)


def _played_to_end(dealt: Game, plan: Answers, evaluator: Evaluator, policy: Policy) -> tuple[Game, int]:
    spent = 0
    game = played(dealt, Plan(0.0, plan))
    while (seat := game.to_play) is not None:
        meter = Meter(Budget(evaluations=policy.evaluations))
        best = beam_search(game.copy(), seat, evaluator, policy.width, meter, breadth=policy.breadth)[0]
        spent += meter.spent
        game = played(game, best)
    return game, spent


def _compiled(
    view: View, plans: Sequence[Answers], seeds: Sequence[int], evaluator: Evaluator, limit: int, policy: Policy
) -> Playouts:
    setup, game = games.sampled(view, 0)
    gold, spent = kernel.native().playouts(
        search.evaluator(setup, evaluator),
        game,
        view.seat,
        tuple(plans),
        tuple(seeds),
        policy.width,
        policy.breadth,
        policy.evaluations,
        limit,
    )
    lines, players = len(view.score(view.seat)), len(view.players)
    ends = [
        [gold[start + lines * seat : start + lines * (seat + 1)] for seat in range(players)]
        for start in range(0, len(gold), lines * players)
    ]
    return Playouts([ends[start : start + len(plans)] for start in range(0, len(ends), len(plans))], spent)
