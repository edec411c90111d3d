"""Means with 95 % intervals from sums, and least squares from sums of products."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple, TypedDict

Z = NormalDist().inv_cdf(0.975)
"""95 % of a normal distribution lie within this many standard deviations."""


class Mean(TypedDict):
    """A mean of `n` values and its 95 % interval; the bounds are null if there are fewer than two values."""

    n: int
    mean: float
    low: float | None
    high: float | None


class Moments(NamedTuple):
    """The number, the sum and the sum of squares of some values."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, n: int, total: float, squares: float, unit: float = 1.0) -> Moments:
        """Return the moments with more values, which are counted in units of `1 / unit`."""
        return Moments(self.n + n, self.total + total / unit, self.squares + squares / unit**2)

    @property
    def mean(self) -> float:
        """The mean; 0 without values."""
        return self.total / self.n if self.n else 0.0

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None for fewer than two values."""
        if self.n < 2:
            return None
        variance = (self.squares - self.total * self.mean) / (self.n - 1)
        return sqrt(max(variance, 0.0) / self.n)

    def figure(self, shift: float = 0.0) -> Mean:
        """Return the mean with its interval, both less `shift`.

        >>> Moments(4, 40, 408).figure()
        {'n': 4, 'mean': 10.0, 'low': 8.3997, 'high': 11.6003}
        """
        return with_interval(self.n, self.mean - shift, self.error)

    def less(self, other: Moments) -> Mean:
        """Return the difference of this mean and that of other values; `n` counts these."""
        errors = self.error, other.error
        error = None if errors[0] is None or errors[1] is None else sqrt(errors[0] ** 2 + errors[1] ** 2)
        return with_interval(self.n, self.mean - other.mean, error)

    def without(self, part: Moments) -> Moments:
        """Return the moments of the values that are not in a part."""
        return Moments(self.n - part.n, self.total - part.total, self.squares - part.squares)


def with_interval(n: int, mean: float, error: float | None) -> Mean:
    """Return a mean with its interval, rounded."""
    margin = None if error is None else Z * error
    return {
        "n": n,
        "mean": round(mean, 4),
        "low": None if margin is None else round(mean - margin, 4),
        "high": None if margin is None else round(mean + margin, 4),
    }


def least_squares(
    products: Sequence[Sequence[float]], with_target: Sequence[float], target: float, freedom: int
) -> list[tuple[float, float] | None]:
    """Return the coefficient of each variable and its standard error.

    `products` are the sums of products of the variables, `with_target` those with the target, `target` its sum of
    squares, `freedom` the number of independent values. A variable that the ones before it determine has none.

    >>> least_squares([[4.0]], [8.0], 18.0, 3)
    [(2.0, 0.5)]
    """
    size = len(with_target)
    rows = [[*map(float, products[i]), *(1.0 if i == j else 0.0 for j in range(size))] for i in range(size)]
    used: list[int] = []
    for i in range(size):
        # The matrix is positive semidefinite, so its pivots are those of the variables in their order.
        if rows[i][i] <= 1e-9 * max(products[i][i], 1.0):
            continue
        used.append(i)
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and (factor := rows[j][i]):
                rows[j] = [value - factor * own for value, own in zip(rows[j], rows[i], strict=True)]
    inverse = {i: [rows[i][size + j] for j in used] for i in used}
    found = {i: sum(a * with_target[j] for a, j in zip(inverse[i], used, strict=True)) for i in used}
    left = max(target - sum(found[i] * with_target[i] for i in used), 0.0)
    degrees = freedom - len(used)
    if degrees < 1:
        return [None] * size
    errors = {i: sqrt(max(left / degrees * inverse[i][used.index(i)], 0.0)) for i in used}
    return [(found[i], errors[i]) if i in found else None for i in range(size)]
