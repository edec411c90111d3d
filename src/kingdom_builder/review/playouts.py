"""Games played on from several plans, with the same hidden cards for all plans."""

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

NO_LIMIT = 1 << 62


class Policy(NamedTuple):
    """How the turns of a playout are searched: the width of the beam, the hexes of a question, evaluations a turn."""

    width: int = 1
    breadth: int = 6
    evaluations: int = 150


QUICK = Policy()


class Playouts(NamedTuple):
    """What came out for every deal and plan, and how many evaluations it took.

    `values` are the margins that the search of the player's next turn expects, the final one if there is no such turn.
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
    *,
    to_end: bool = True,
    limit: int = NO_LIMIT,
    policy: Policy = QUICK,
) -> Playouts:
    """Deal the hidden cards with each seed and play on from each plan: to the end, or to the player's next turn.

    No deal is begun when `limit` evaluations are spent. The result is the same with and without the compiled kernel.
    """
    if kernel.available():
        try:
            return _compiled(view, plans, seeds, evaluator, policy, to_end=to_end, limit=limit)
        except NotImplementedError:
            pass
    player = _Player(view.seat, evaluator, policy, to_end=to_end)
    values, results = [], []
    for seed in seeds:
        if player.spent >= limit:
            break
        dealt = view.sample(seed)
        ends = [player.play(dealt, plan) for plan in plans]
        values.append([value for value, _ in ends])
        results.append([_gold(game) for _, game in ends])
    return Playouts(values, results if to_end else [], player.spent)


class _Player:
    """Plays games on with a search for every turn, and counts evaluations."""

    def __init__(self, seat: int, evaluator: Evaluator, policy: Policy, *, to_end: bool) -> None:
        self._seat, self._evaluator, self._to_end, self._policy = seat, evaluator, to_end, policy
        self.spent = 0

    def play(self, dealt: Game, plan: Answers) -> tuple[float, Game]:
        """Return the value of the next turn, and the game where it was left."""
        seat, policy = self._seat, self._policy
        value: float | None = None
        game = played(dealt, Plan(0.0, plan))
        while (player := game.to_play) is not None:
            meter = Meter(Budget(evaluations=policy.evaluations))
            best = beam_search(game.copy(), player, self._evaluator, policy.width, meter, breadth=policy.breadth)[0]
            self.spent += meter.spent
            if value is None and player == game.active == seat and game.turn > dealt.turn:
                value = best.value
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
    *,
    to_end: bool,
    limit: int,
) -> Playouts:
    setup, game = games.sampled(view, 0)
    values, gold, spent = kernel.native().playouts(
        search.evaluator(setup, evaluator),
        game,
        view.seat,
        tuple(plans),
        tuple(seeds),
        policy.width,
        policy.breadth,
        policy.evaluations,
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
