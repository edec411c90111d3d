"""The gold that is expected at the end after the turn played and after the better one, by source.

The games that are played to their end say where the gold comes from, but how much a turn loses is known better from
other playouts. So the figures of the better turn are moved towards the loss by linear regression: a figure that has
differed much together with the whole difference takes much of what is missing. All figures together then add up to it.
"""

from __future__ import annotations

from typing import NamedTuple

from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.playouts import mean_best_of_others, mean_gold
from kingdom_builder.review.comparing import Comparison


class Expected(NamedTuple):
    """The player's mean gold by source after both turns, and that of the best of the others.

    All of it after the better turn less all of it after the turn played, the others' counted negative, is the gold
    lost.
    """

    played: list[float]
    better: list[float]
    others_played: float
    others_better: float

    @property
    def more(self) -> list[float]:
        """By how much more gold every source pays after the better turn."""
        return [better - played for played, better in zip(self.played, self.better, strict=True)]


def expected_gold(compared: Comparison, seat: int) -> Expected:
    """Return what a player and the best of the others are expected to have at the end."""
    played, better = [
        [*mean_gold(results, seat), -mean_best_of_others(results, seat)] for results in (compared.played, compared.best)
    ]
    missing = compared.gold_lost - (ordered_sum(better) - ordered_sum(played))
    better = [gold + missing * share for gold, share in zip(better, _shares(compared, seat), strict=True)]
    return Expected(played[:-1], better[:-1], -played[-1], -better[-1])


def _shares(compared: Comparison, seat: int) -> list[float]:
    """Return how much every figure differs when the whole difference is 1 more, by linear regression; the sum is 1.

    The last figure is the gold of the best of the others, counted negative. If the whole difference is the same on all
    deals, nothing is known of the shares, and all are 0.
    """
    rows = []
    for own, best in zip(compared.played, compared.best, strict=True):
        lines = [float(b - a) for a, b in zip(own[seat], best[seat], strict=True)]
        rows.append([*lines, mean_best_of_others([own], seat) - mean_best_of_others([best], seat)])
    wholes = [ordered_sum(row) for row in rows]
    mean = ordered_sum(wholes) / len(wholes)
    squares = ordered_sum([(whole - mean) ** 2 for whole in wholes])
    if not squares:
        return [0.0] * len(rows[0])
    columns = zip(*rows, strict=True)
    return [
        ordered_sum([(whole - mean) * gold for whole, gold in zip(wholes, column, strict=True)]) / squares
        for column in columns
    ]
