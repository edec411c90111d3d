"""Games played on from a turn to their end, on deals of the hidden cards that all turns have in common."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.engine.view import View
from kingdom_builder.review.chances import margins_of
from kingdom_builder.review.playouts import Policy, play_out

POLICY = Policy(width=1, breadth=6, evaluations=80)
"""How the games are played on: quickly, so that there are many of them."""


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

    def deals(self, count: int) -> list[int]:
        """Return the seeds of the first deals."""
        while len(self._deals) < count:
            self._deals.append(self._rng.getrandbits(32))
        return self._deals[:count]

    def play(self, turn: tuple[int, ...], deals: int) -> None:
        """Play games after a turn until it has been tried on so many deals."""
        found = self.endings.setdefault(turn, [])
        seat = self._view.seat
        seeds = self.deals(deals)[len(found) :]
        for (lines,) in play_out(self._view, [turn], seeds, self._evaluator, policy=POLICY).results:
            found.append(Ending(margins_of([sum(gold) for gold in lines])[seat], lines[seat]))

    def expected(self, turn: tuple[int, ...]) -> tuple[float, ...]:
        """Return the player's mean final gold by source."""
        found = self.endings[turn]
        return tuple([sum(gold) / len(found) for gold in zip(*[ending.gold for ending in found], strict=True)])

    def lost(self, turn: tuple[int, ...], best: tuple[int, ...]) -> Difference:
        """Return the gold lost by a turn against another, on the deals on which both were tried."""
        pairs = zip(self.endings[best], self.endings[turn], strict=False)
        return difference([one.margin - other.margin for one, other in pairs])


def difference(values: Sequence[float]) -> Difference:
    """Return the mean of values and its standard error.

    >>> difference([2, 4])
    Difference(mean=3.0, error=1.0)
    """
    count = len(values)
    mean = ordered_sum(list(map(float, values))) / count
    squares = ordered_sum([(value - mean) ** 2 for value in values])
    return Difference(mean, sqrt(squares / (count - 1) / count) if count > 1 else float("inf"))
