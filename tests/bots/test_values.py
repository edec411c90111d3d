"""Evaluations are the same to the last bit in every version of Python, because nothing uses `sum` for floats."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import Any

import pytest

from kingdom_builder.arena.sprt import log_likelihood_ratio
from kingdom_builder.arena.statistics import statistics, win_interval
from tests.arena.examples import pair
from tests.bots.values import FILE, values

_sum = builtins.sum


def sum_without_floats(numbers: Iterable[Any], start: Any = 0) -> Any:
    """Add as `sum`, but fail if there is a float: from Python 3.12 on its sum is rounded in another way."""
    found = list(numbers)
    assert not any(isinstance(number, float) for number in found), "use ordered_sum for floats"
    return _sum(found, start)


@pytest.fixture(autouse=True)
def no_sum_of_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "sum", sum_without_floats)


def test_values_of_recorded_positions_are_the_same_to_the_last_bit():
    recorded = FILE.read_text(encoding="utf-8").splitlines()
    assert [str(found) for found in values()] == recorded, (
        "values differ: run `make golden` if the evaluation or the golden games have changed on purpose"
    )


def test_statistics_of_an_arena_are_the_same_to_the_last_bit():
    ratio = log_likelihood_ratio({0.0: 23, 0.25: 34, 0.5: 2, 0.75: 30}, 0.5, 0.55)
    wins = (0, 1 / 3, 0, 2 / 3, 1, 1 / 3, 1, 4 / 3)
    assert ratio.hex() == "-0x1.1569ef14c47b5p+3"
    assert [bound.hex() for bound in win_interval([(won, 2) for won in wins])] == [
        "0x1.22170df318ad9p-3",
        "0x1.0377672a66292p-1",
    ]
    assert statistics(pair(0, (50, 40), (50, 50)))["bots"]["a"]["wins"] == 1.5
