"""How much a bot may search in one turn: a time for play, or a number of evaluations for matches and tests."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

MOST = 10**12
"""The greatest budget in evaluations or seconds: no search spends more, and the kernel counts in 64 bits."""


@dataclass(frozen=True)
class Budget:
    """`seconds` or `evaluations` for a turn, or both; None is no limit. With evaluations a bot is deterministic."""

    seconds: float | None = None
    evaluations: int | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for values that are no positive numbers, or too great."""
        limits: dict[str, object] = {"seconds": self.seconds, "evaluations": self.evaluations}
        for name, value in limits.items():
            if value is not None and not (isinstance(value, int | float) and value > 0):
                raise ValueError(f"{name}: expected a number above 0, not {value!r}")
            if value is not None and value > MOST:
                raise ValueError(f"{name}: expected at most {MOST}")

    def part(self, share: float) -> Budget:
        """Return a part of this budget.

        >>> str(Budget(evaluations=400).part(0.8)), str(Budget(seconds=0.5).part(0.1))
        ('320e', '0.05s')
        """
        seconds = None if self.seconds is None else self.seconds * share
        evaluations = None if self.evaluations is None else max(1, int(self.evaluations * share))
        return Budget(seconds, evaluations)

    def __str__(self) -> str:
        """Write it as `read_budget` reads it: 0.5s, 400e, or both."""
        parts = [f"{self.seconds:g}s"] if self.seconds is not None else []
        return "+".join(parts + ([f"{self.evaluations}e"] if self.evaluations is not None else []))


def read_budget(text: str) -> Budget:
    """Read a budget such as 0.05s or 400e; raise ValueError if it is none.

    >>> read_budget("0.05s"), str(read_budget("400e"))
    (Budget(seconds=0.05, evaluations=None), '400e')
    """
    seconds = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)s", str(text))
    evaluations = re.fullmatch(r"([0-9]{1,20})e", str(text))
    if seconds and 0 < float(seconds[1]) <= MOST:
        return Budget(seconds=float(seconds[1]))
    if evaluations and 0 < int(evaluations[1]) <= MOST:
        return Budget(evaluations=int(evaluations[1]))
    expected = f"expected seconds such as 0.5s or evaluations such as 400e, at most {MOST}"
    raise ValueError(f"{text!r:.80} is not a budget: {expected}")


class Meter:
    """Counts what is spent of a budget in one turn."""

    __slots__ = ("_begun", "_limit", "_seconds", "spent")

    def __init__(self, budget: Budget) -> None:
        """Start to count."""
        self.spent = 0
        self._limit = float("inf") if budget.evaluations is None else budget.evaluations
        self._seconds = budget.seconds
        self._begun = time.perf_counter()

    @property
    def evaluations_left(self) -> int | None:
        """How many evaluations are left, at least 0; None if there is no limit."""
        return None if self._limit == float("inf") else max(0, int(self._limit) - self.spent)

    @property
    def seconds_left(self) -> float | None:
        """How much time is left, at least 0; None if there is no limit."""
        return None if self._seconds is None else max(0.0, self._begun + self._seconds - time.perf_counter())

    def spend(self, evaluations: int = 1) -> None:
        """Count evaluations."""
        self.spent += evaluations

    def spent_share(self) -> float:
        """Return the part of the budget that is spent: 0 at first, 1 or more when it is empty."""
        found = self.spent / self._limit
        return found if self._seconds is None else max(found, (time.perf_counter() - self._begun) / self._seconds)

    def is_empty(self) -> bool:
        """Return whether the budget is spent."""
        return self.spent_share() >= 1.0
