"""Ratings on one scale for games of two to five: a Plackett–Luce model, fitted to all games at once.

A game is a row of choices: who comes first of all, who comes first of the rest, and so on; each time a bot is chosen
with a chance in proportion to its strength. For two players this is the model of Bradley and Terry, and Elo's formula.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain, permutations, product
from math import exp, log
from typing import Any

from kingdom_builder.arena.results import GameResult

MEAN = 1500.0
SCALE = 400 / log(10)
"""A bot that is rated 400 higher is ten times as strong, as in chess."""

SAMPLES = 200
_STEPS = 50
_EXACT = 1e-9
_LONGEST_STEP = 5.0
"""Newton's method may leap far too wide where one bot has hardly lost; so much is 868 points."""

Choice = tuple[int, tuple[int, ...]]
"""The bot chosen, and how many seats each bot has among those it was chosen from."""

Kind = tuple[tuple[Choice, float], ...]
"""The choices of a group with their weights."""


def rate(groups: Sequence[Sequence[GameResult]]) -> dict[str, dict[str, Any]]:
    """Return rating and 95 % interval of each bot; the interval comes from drawing the groups again with repetition."""
    bots = sorted({name for group in groups for result in group for name in result.fixture.seats})
    if len(bots) < 2:
        return {}
    # Many groups end alike, so drawing counts how often each kind of end is drawn.
    kinds = [tuple(sorted(choices(group, bots).items())) for group in groups]
    strengths = fit(_sum(Counter(kinds)), len(bots))
    chance = random.Random(len(groups))
    samples = []
    for _ in range(SAMPLES):
        drawn = _sum(Counter(chance.choices(kinds, k=len(kinds))))
        samples.append(_on_scale(fit(drawn, len(bots), strengths)))
    found = {}
    for i, (name, rating) in enumerate(zip(bots, _on_scale(strengths), strict=True)):
        drawn_ratings = sorted(sample[i] for sample in samples)
        low, high = drawn_ratings[round(0.025 * (SAMPLES - 1))], drawn_ratings[round(0.975 * (SAMPLES - 1))]
        found[name] = {"rating": rating, "rating_interval": [low, high]}
    return found


def choices(games: Sequence[GameResult], bots: Sequence[str]) -> dict[Choice, float]:
    """Return the choices that games consist of, with their weights."""
    number = {name: i for i, name in enumerate(bots)}
    found: defaultdict[Choice, float] = defaultdict(float)
    for game in games:
        orders, weight = _orders(game)
        for seats in orders:
            order = [number[game.fixture.seats[seat]] for seat in seats]
            for i in range(len(order) - 1):
                rest = Counter(order[i:])
                found[order[i], tuple(rest[bot] for bot in range(len(bots)))] += weight
    return found


def _orders(game: GameResult) -> tuple[list[tuple[int, ...]], float]:
    """Return the orders of seats that a game stands for, and what each counts.

    A tie is all orders in equal parts. A fault says that each of the others comes before the faulty bot, and nothing
    about them among each other.
    """
    if game.fault is not None:
        faulty = game.fault.seat
        return [(seat, faulty) for seat in range(game.fixture.players) if seat != faulty], 1.0
    ranks: defaultdict[int, list[int]] = defaultdict(list)
    for seat, gold in enumerate(game.scores):
        ranks[gold].append(seat)
    ways = list(product(*[permutations(ranks[gold]) for gold in sorted(ranks, reverse=True)]))
    return [tuple(chain.from_iterable(way)) for way in ways], 1 / len(ways)


def fit(weights: Mapping[Choice, float], bots: int, start: Sequence[float] | None = None) -> list[float]:
    """Return the logarithms of the strengths that make the choices most likely, found by Newton's method.

    Each bot has also drawn one game against an average one, so that a bot that always wins is not infinitely strong.
    """
    x = list(start or [0.0] * bots)
    value = _likelihood(weights, x)
    for _ in range(_STEPS):
        slope = [0.0] * bots
        bend = [[0.0] * bots for _ in range(bots)]
        for i in range(bots):
            p = 1 / (1 + exp(-x[i]))
            slope[i] += 0.5 - p
            bend[i][i] += p * (1 - p)
        for (chosen, rest), weight in weights.items():
            total = sum(count * exp(x[i]) for i, count in enumerate(rest))
            parts = [count * exp(x[i]) / total for i, count in enumerate(rest)]
            slope[chosen] += weight
            for i, p in enumerate(parts):
                if p:
                    slope[i] -= weight * p
                    bend[i][i] += weight * p
                    for j, q in enumerate(parts):
                        bend[i][j] -= weight * p * q
        step = _solve(bend, slope)
        too_long = max(1.0, max(map(abs, step)) / _LONGEST_STEP)
        step = [b / too_long for b in step]
        while True:
            new = [a + b for a, b in zip(x, step, strict=True)]
            new_value = _likelihood(weights, new)
            if new_value >= value or max(map(abs, step)) < _EXACT:
                break
            step = [b / 2 for b in step]
        x, value = new, new_value
        if max(map(abs, step)) < _EXACT:
            break
    return x


def _likelihood(weights: Mapping[Choice, float], x: Sequence[float]) -> float:
    value = sum(0.5 * a - log(1 + exp(a)) for a in x)
    for (chosen, rest), weight in weights.items():
        value += weight * (x[chosen] - log(sum(count * exp(x[i]) for i, count in enumerate(rest) if count)))
    return value


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a system of linear equations, symmetric and positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    n = len(rows)
    for i in range(n):
        for j in range(i + 1, n):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    found = [0.0] * n
    for i in reversed(range(n)):
        found[i] = (rows[i][n] - sum(rows[i][j] * found[j] for j in range(i + 1, n))) / rows[i][i]
    return found


def _on_scale(strengths: Sequence[float]) -> list[float]:
    mean = sum(strengths) / len(strengths)
    return [MEAN + SCALE * (x - mean) for x in strengths]


def _sum(kinds: Mapping[Kind, int]) -> dict[Choice, float]:
    found: defaultdict[Choice, float] = defaultdict(float)
    for kind, count in kinds.items():
        for choice, weight in kind:
            found[choice] += count * weight
    return found
