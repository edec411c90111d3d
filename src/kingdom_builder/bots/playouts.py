"""Games played on from several plans, on the same deals of the hidden cards for all plans, and their results."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from kingdom_builder import kernel
from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.beam_search import Plan, played
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.network import Network, correction_of
from kingdom_builder.bots.rollouts import Policy, quick_search
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.view import View
from kingdom_builder.kernel import games, search

Answers = tuple[int, ...]
Result = list[list[int]]
"""The end of a game: every player's gold by source."""

NO_LIMIT = 1 << 62


class Playouts(NamedTuple):
    """What came out for every deal and plan, and how many evaluations it took.

    `values` are the margins that the search of a later turn of the player expects, the final one if there is no such
    turn.
    `results` are empty if the games are not played to their end.
    """

    values: list[list[float]]
    results: list[list[Result]]
    spent: int


def play_out(
    view: View,
    plans: Sequence[Answers],
    seeds: Sequence[int],
    evaluator: Evaluator,
    policy: Policy,
    *,
    network: Network | None = None,
    own_turns: int = 1,
    to_end: bool = True,
    limit: int = NO_LIMIT,
    use_kernel: bool = True,
) -> Playouts:
    """Deal the hidden cards with each seed and play on from each plan, to the end or to the turn that is valued.

    That is the player's next turn, or the one after so many `own_turns`; the value has the correction of the network.
    No deal is begun when `limit` evaluations are spent. The result is the same with and without the compiled kernel.
    """
    if use_kernel and kernel.available():
        try:
            return _compiled(view, plans, seeds, evaluator, policy, network, own_turns, to_end=to_end, limit=limit)
        except NotImplementedError:
            pass
    player = _Player(view.seat, evaluator, policy, network, own_turns, to_end=to_end)
    values, results = [], []
    for seed in seeds:
        if player.spent >= limit:
            break
        dealt = view.sample(seed)
        ends = [player.play(dealt, plan) for plan in plans]
        values.append([value for value, _ in ends])
        results.append([_gold(game) for _, game in ends])
    return Playouts(values, results if to_end else [], player.spent)


def deal_seeds(rng: random.Random, count: int) -> list[int]:
    """Draw the seeds of deals."""
    return [rng.getrandbits(32) for _ in range(count)]


def margins_of(gold: Sequence[int]) -> list[int]:
    """Return by how much gold every player is ahead of the best of the others.

    >>> margins_of([50, 61, 58])
    [-11, 3, -3]
    """
    return [own - best_of_others(gold, seat) for seat, own in enumerate(gold)]


def best_of_others(gold: Sequence[int], seat: int) -> int:
    """Return the most gold that another player has.

    >>> best_of_others([50, 61, 58], 1)
    58
    """
    return max([*gold[:seat], *gold[seat + 1 :]])


def margin(result: Result, seat: int) -> int:
    """Return by how much gold a player has beaten the best of the others at the end of a game.

    >>> margin([[20, 4], [3, 18]], 0)
    3
    """
    return margins_of([sum(lines) for lines in result])[seat]


def mean_gold(results: Sequence[Result], seat: int) -> list[float]:
    """Return a player's mean gold by source.

    >>> mean_gold([[[1, 4]], [[2, 4]]], 0)
    [1.5, 4.0]
    """
    lines = zip(*[result[seat] for result in results], strict=True)
    return [ordered_sum(line) / len(results) for line in lines]


def mean_best_of_others(results: Sequence[Result], seat: int) -> float:
    """Return the mean gold of the best of the other players, who may be another one in every game.

    >>> mean_best_of_others([[[1, 4], [9, 1], [3, 3]], [[2, 4], [3, 2], [4, 4]]], 0)
    9.0
    """
    gold = [best_of_others([sum(lines) for lines in result], seat) for result in results]
    return ordered_sum(gold) / len(results)


class Difference(NamedTuple):
    """The mean difference of two plans on the same deals, and its standard error."""

    mean: float
    error: float


def difference(values: Sequence[float]) -> Difference:
    """Return the mean of values and its standard error.

    >>> difference([2, 4])
    Difference(mean=3.0, error=1.0)
    """
    count = len(values)
    mean = ordered_sum(values) / count
    squares = ordered_sum([(value - mean) ** 2 for value in values])
    return Difference(mean, sqrt(squares / (count - 1) / count) if count > 1 else float("inf"))


class _Player:
    """Plays games on with a search for every turn, and counts evaluations."""

    def __init__(
        self,
        seat: int,
        evaluator: Evaluator,
        policy: Policy,
        network: Network | None,
        own_turns: int,
        *,
        to_end: bool,
    ) -> None:
        self._network, self._own_turns = network, own_turns
        self._seat, self._evaluator, self._to_end, self._policy = seat, evaluator, to_end, policy
        self._meter = Meter(Budget())

    @property
    def spent(self) -> int:
        return self._meter.spent

    def play(self, dealt: Game, plan: Answers) -> tuple[float, Game]:
        """Return the value of the turn that is asked for, and the game where it was left."""
        seat, left, turn = self._seat, self._own_turns, dealt.turn
        value: float | None = None
        game = played(dealt, Plan(0.0, plan))
        while (player := game.to_play) is not None:
            best = quick_search(game, player, self._evaluator, self._meter, self._policy)
            if left and player == game.active == seat and game.turn > turn:
                turn, left = game.turn, left - 1
                if not left:
                    value = best.value + correction_of(self._network, game, best, seat)
                    if not self._to_end:
                        return value, game
            game = played(game, best)
        return self._evaluator.final(game, seat) if value is None else value, game


def _gold(game: Game) -> Result:
    return [[line.gold for line in game.score(seat)] for seat in range(len(game.players))]


def _compiled(
    view: View,
    plans: Sequence[Answers],
    seeds: Sequence[int],
    evaluator: Evaluator,
    policy: Policy,
    network: Network | None,
    own_turns: int,
    *,
    to_end: bool,
    limit: int,
) -> Playouts:
    setup, game = games.sampled(view, 0)
    values, gold, spent = kernel.native().playouts(
        search.evaluator(setup, evaluator),
        None if network is None else search.network(network),
        game,
        view.seat,
        tuple(plans),
        tuple(seeds),
        policy.width,
        policy.breadth,
        policy.evaluations,
        own_turns,
        to_end,
        limit,
    )
    lines, players, count = len(view.score(view.seat)), len(view.players), len(plans)
    ends = [
        [gold[start + lines * seat : start + lines * (seat + 1)] for seat in range(players)]
        for start in range(0, len(gold), lines * players)
    ]
    return Playouts(
        [values[start : start + count] for start in range(0, len(values), count)],
        [ends[start : start + count] for start in range(0, len(ends), count)],
        spent,
    )
