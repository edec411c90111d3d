"""Sums of floats that are bit for bit the same in every version of Python."""

from __future__ import annotations

from collections.abc import Iterable


def ordered_sum(numbers: Iterable[float]) -> float:
    """Return the sum of floats, added one by one from left to right, each addition rounded to a double.

    From Python 3.12 on `sum` corrects its rounding errors, so it gives other last bits than Python 3.11. Bots compare
    sums, so the last bits can decide what they play.

    >>> ordered_sum([0.1] * 10)
    0.9999999999999999
    """
    total = 0.0
    for number in numbers:
        total += number
    return total
