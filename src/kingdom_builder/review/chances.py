"""Expected margins and winning chances from the results of playouts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.playouts import Result, margins_of

_USUAL_GAMES = 32
_USUAL_VARIANCE, _USUAL_VARIANCE_A_TURN = 2.0, 22.0
"""The usual spread of margins, for every turn that the players still have: it counts as so many playouts.

Players differ from each other more than the players of playouts do. The numbers are measured: by how much the results
of games differ from the expected margins on the way (docs/review.md).
"""


class Outlook(NamedTuple):
    """What is expected of the end of a game: every player's margin and winning chance, and how far margins spread."""

    margins: list[float]
    chances: list[float]
    variances: list[float]

    def chance_with(self, seat: int, more: float) -> float:
        """Return the winning chance of a player whose expected margin is so much higher.

        >>> final_outlook([10, 10, 10]).chance_with(2, 1.0), final_outlook([9, 10, 10]).chance_with(0, 1.0)
        (1.0, 0.3333333333333333)
        """
        margin, variance = self.margins[seat], self.variances[seat]
        if not variance:
            return self._final_chance(seat, margin + more)
        now, then = normal_chance(margin, variance), normal_chance(margin + more, variance)
        return min(1.0, self.chances[seat] * then / now) if now else then

    def _final_chance(self, seat: int, margin: float) -> float:
        """Return the share of the victory of a player with another final margin, at least the present one (R3.39)."""
        if margin:
            return float(margin > 0.0)
        best_others = [other for other, each in enumerate(self.margins) if other != seat and each >= 0.0]
        return 1.0 / (1 + len(best_others))


def final_outlook(gold: Sequence[int]) -> Outlook:
    """Return the outlook of a game that is over; players who share the victory share the chance (R3.39).

    >>> final_outlook([50, 50]).chances
    [0.5, 0.5]
    """
    best = max(gold)
    winners = [own == best for own in gold]
    return Outlook([float(m) for m in margins_of(gold)], [won / sum(winners) for won in winners], [0.0] * len(gold))


def outlook(results: Sequence[Result], turns_left: float) -> Outlook:
    """Return the mean margins of playouts, and winning chances from a normal distribution with their spread.

    `turns_left` is about how many turns each player still has.
    """
    games = [margins_of([sum(lines) for lines in result]) for result in results]
    margins, variances, chances = [], [], []
    for seat in range(len(games[0])):
        mean = ordered_sum([game[seat] for game in games]) / len(games)
        squares = ordered_sum([(game[seat] - mean) ** 2 for game in games])
        usual = _USUAL_VARIANCE + _USUAL_VARIANCE_A_TURN * turns_left
        variance = (_USUAL_GAMES * usual + squares) / (_USUAL_GAMES + len(games))
        margins.append(mean)
        variances.append(variance)
        chances.append(normal_chance(mean, variance))
    whole = ordered_sum(chances)
    return Outlook(margins, [chance / whole for chance in chances], variances)


def normal_chance(mean: float, variance: float) -> float:
    """Return the probability that a normally distributed margin is above 0.

    >>> normal_chance(0.0, 4.0)
    0.5
    """
    if variance <= 0.0:
        return 0.5 * (1.0 + (mean > 0.0) - (mean < 0.0))
    return 0.5 * (1.0 + math.erf(mean / math.sqrt(2.0 * variance)))
