"""The measurements of one period of load."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Figures:
    """The measurements of one period of load, in seconds."""

    rate: float
    seconds: float = 0.0
    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    """The delay of this process itself for each answer that was due."""
    refused: Counter[str] = field(default_factory=Counter)
    missing: int = 0
    """Answers not acknowledged or not received by all in time; they count with the time until then."""

    def worst(self, share: float) -> float:
        """Return the percentile of the later of acknowledgement and last receipt."""
        return max(percentile(self.acknowledged, share), percentile(self.seen, share))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all values does not exceed.

    >>> percentile([3.0, 1.0, 2.0, 4.0], 0.5)
    2.0
    """
    if not values:
        return 0.0
    return sorted(values)[max(0, math.ceil(len(values) * share) - 1)]
