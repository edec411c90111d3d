"""Games played on from a turn to their end, on deals of the hidden cards that all turns have in common."""

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
from kingdom_builder.bots.rollouts import quick_search
from kingdom_builder.engine.view import View
from kingdom_builder.kernel import games, search


class Ending(NamedTuple):
    """The end of a game: by how much gold the player beats the best of the others, and the player's gold by source."""

    margin: int
    gold: list[int]


class Difference(NamedTuple):
    """The mean difference of two turns on the same deals, and its standard error."""

    mean: float
    error: float


class Playouts:
    """The endings of games after several turns; each turn is tried on the same deals in the same order."""

    def __init__(self, view: View, seed: int) -> None:
        """Begin without games; the seed decides the deals."""
        self._view = view
        self._evaluator = Evaluator(view.sample(0))
        self._rng = random.Random(seed)
        self._deals: list[int] = []
        self.endings: dict[tuple[int, ...], list[Ending]] = {}

    def play(self, turn: tuple[int, ...], deals: int) -> None:
        """Play games after a turn until it has been tried on so many deals."""
        found = self.endings.setdefault(turn, [])
        while len(self._deals) < deals:
            self._deals.append(self._rng.getrandbits(32))
        found += [self._ending(turn, deal) for deal in self._deals[len(found) : deals]]

    def expected(self, turn: tuple[int, ...]) -> tuple[float, ...]:
        """Return the player's mean final gold by source."""
        found = self.endings[turn]
        return tuple([sum(gold) / len(found) for gold in zip(*[ending.gold for ending in found], strict=True)])

    def lost(self, turn: tuple[int, ...], best: tuple[int, ...]) -> Difference:
        """Return the gold lost by a turn against another, on the deals on which both were tried."""
        pairs = zip(self.endings[best], self.endings[turn], strict=False)
        return difference([one.margin - other.margin for one, other in pairs])

    def _ending(self, turn: tuple[int, ...], deal: int) -> Ending:
        lines = self._compiled(turn, deal)
        if lines is None:
            game = played(self._view.sample(deal), Plan(0.0, turn))
            while (seat := game.to_play) is not None:
                game = played(game, quick_search(game, seat, self._evaluator, Meter(Budget())))
            lines = [[line.gold for line in game.score(seat)] for seat in range(len(game.players))]
        seat = self._view.seat
        totals = [sum(gold) for gold in lines]
        return Ending(totals[seat] - max(totals[:seat] + totals[seat + 1 :]), lines[seat])

    def _compiled(self, turn: tuple[int, ...], deal: int) -> list[list[int]] | None:
        """Return every player's gold by source at the end of the same game in the kernel; None if it cannot play it."""
        if not kernel.available():
            return None
        try:
            setup, game = games.sampled(self._view, deal)
            evaluator = search.evaluator(setup, self._evaluator)
            native = kernel.native()
            return [native.play_on(evaluator, game, seat, turn) for seat in range(len(self._view.players))]
        except NotImplementedError:
            return None


def difference(values: Sequence[float]) -> Difference:
    """Return the mean of values and its standard error.

    >>> difference([2, 4])
    Difference(mean=3.0, error=1.0)
    """
    count = len(values)
    mean = ordered_sum(list(map(float, values))) / count
    squares = ordered_sum([(value - mean) ** 2 for value in values])
    return Difference(mean, sqrt(squares / (count - 1) / count) if count > 1 else float("inf"))
