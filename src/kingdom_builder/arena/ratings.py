"""Ratings on one scale for games of two to five players: a Plackett–Luce model that is fitted to all games at once.

A game is a sequence of choices: who is first of all, who is first of the rest, and so on; each time the probability of
a bot is proportional to its strength. For two players this is the Bradley–Terry model, and Elo's formula.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain, permutations, product
from math import log
from typing import TYPE_CHECKING, NamedTuple

from kingdom_builder.arena.results import GameResult
from kingdom_builder.bots.arithmetic import ordered_sum

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MEAN = 1500.0
SCALE = 400 / log(10)
"""A bot that is rated 400 higher is ten times as strong, as in chess."""

SAMPLES = 200
_MAX_STEPS = 50
_PRECISION = 1e-9
_LONGEST_STEP = 5.0
"""Newton's method takes steps that are far too long if a bot has hardly lost; this is 868 points."""

Choice = tuple[int, tuple[int, ...]]
"""The bot that was chosen, and how many seats each bot has among those to choose from."""

Kind = tuple[tuple[Choice, float], ...]
"""The choices of a group with their weights."""


class Rating(NamedTuple):
    """The rating of a bot, and its 95 % interval."""

    rating: float
    interval: tuple[float, float]


def rate(groups: Sequence[Sequence[GameResult]]) -> dict[str, Rating]:
    """Return the rating of each bot and its 95 % interval, which is a bootstrap over the groups.

    Raise ModuleNotFoundError if numpy is not installed.
    """
    bots = sorted({name for group in groups for result in group for name in result.scheduled.seats})
    if len(bots) < 2:
        return {}
    # Many groups have the same results, so a sample is how often each kind of result is drawn.
    kinds = [tuple(sorted(choices(group, bots).items())) for group in groups]
    strengths = fit(_sum(Counter(kinds)), len(bots))
    rng = random.Random(len(groups))
    samples = []
    for _ in range(SAMPLES):
        drawn = _sum(Counter(rng.choices(kinds, k=len(kinds))))
        samples.append(_on_scale(fit(drawn, len(bots), strengths)))
    found = {}
    for i, (name, rating) in enumerate(zip(bots, _on_scale(strengths), strict=True)):
        drawn_ratings = sorted(sample[i] for sample in samples)
        low, high = drawn_ratings[round(0.025 * (SAMPLES - 1))], drawn_ratings[round(0.975 * (SAMPLES - 1))]
        found[name] = Rating(rating, (low, high))
    return found


def choices(games: Sequence[GameResult], bots: Sequence[str]) -> dict[Choice, float]:
    """Return the choices of games, with their weights."""
    number = {name: i for i, name in enumerate(bots)}
    found: defaultdict[Choice, float] = defaultdict(float)
    for game in games:
        orders, weight = _orders(game)
        for seats in orders:
            order = [number[game.scheduled.seats[seat]] for seat in seats]
            for i in range(len(order) - 1):
                rest = Counter(order[i:])
                found[order[i], tuple(rest[bot] for bot in range(len(bots)))] += weight
    return found


def _orders(game: GameResult) -> tuple[list[tuple[int, ...]], float]:
    """Return the orders of seats that a game stands for, and the weight of each.

    A tie is all orders with equal weights. A fault says that each of the others is before the faulty bot, and nothing
    about the others among each other.
    """
    if game.fault is not None:
        faulty = game.fault.seat
        return [(seat, faulty) for seat in range(game.scheduled.players) if seat != faulty], 1.0
    ranks: defaultdict[int, list[int]] = defaultdict(list)
    for seat, gold in enumerate(game.scores):
        ranks[gold].append(seat)
    ways = list(product(*[permutations(ranks[gold]) for gold in sorted(ranks, reverse=True)]))
    return [tuple(chain.from_iterable(way)) for way in ways], 1 / len(ways)


def fit(weights: Mapping[Choice, float], bots: int, start: Sequence[float] | None = None) -> list[float]:
    """Return the logarithms of the strengths that make the choices most likely, found by Newton's method.

    Each bot also has one drawn game against an average bot, so that a bot that always wins is not infinitely strong.
    """
    import numpy as np  # optional: without it the arena plays, but does not rate

    chosen = np.array([choice for choice, _ in weights])
    rest = np.array([seats for _, seats in weights], dtype=float)
    weight = np.array(list(weights.values()))
    times_chosen = np.bincount(chosen, weights=weight, minlength=bots)

    def log_likelihood(x: npt.NDArray[np.float64]) -> float:
        return float((0.5 * x - np.logaddexp(0.0, x)).sum() + weight @ (x[chosen] - np.log(rest @ np.exp(x))))

    x = np.array(start or [0.0] * bots)
    value = log_likelihood(x)
    for _ in range(_MAX_STEPS):
        drawn = 1 / (1 + np.exp(-x))
        parts = rest * np.exp(x)
        parts /= parts.sum(axis=1, keepdims=True)
        weighted = weight[:, None] * parts
        gradient = 0.5 - drawn + times_chosen - weighted.sum(axis=0)
        curvature = np.diag(drawn * (1 - drawn) + weighted.sum(axis=0)) - parts.T @ weighted
        step = np.linalg.solve(curvature, gradient)
        step /= max(1.0, np.abs(step).max() / _LONGEST_STEP)
        while (new_value := log_likelihood(x + step)) < value and np.abs(step).max() >= _PRECISION:
            step /= 2
        x, value = x + step, new_value
        if np.abs(step).max() < _PRECISION:
            break
    return [float(strength) for strength in x]


def _on_scale(strengths: Sequence[float]) -> list[float]:
    mean = ordered_sum(strengths) / len(strengths)
    return [MEAN + SCALE * (x - mean) for x in strengths]


def _sum(kinds: Mapping[Kind, int]) -> dict[Choice, float]:
    found: defaultdict[Choice, float] = defaultdict(float)
    for kind, count in kinds.items():
        for choice, weight in kind:
            found[choice] += count * weight
    return found
