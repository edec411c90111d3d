"""The generalised sequential probability ratio test: is a bot better or not? It stops as soon as that is decided.

It is used for chess engines too. There are two hypotheses about the mean share of victories in a group; each stands
for the most likely distribution of the observed shares that has this mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import log
from typing import TypedDict

from kingdom_builder.bots.arithmetic import ordered_sum

_UNSEEN = 1e-3
"""How many groups an outcome counts for that has not been observed: nothing is impossible."""

_DIGITS = 9


class Verdict(StrEnum):
    """What a test says about its bot."""

    BETTER = "better"
    NOT_BETTER = "not better"
    UNDECIDED = "undecided"


class SequentialDocument(TypedDict):
    """The state of a test under public names."""

    bot: str
    win_rates: list[float]
    alpha: float
    beta: float
    groups: int
    log_likelihood_ratio: float
    bounds: list[float]
    verdict: Verdict


@dataclass
class SequentialTest:
    """The test of one bot; its shares are added group by group, in the order of the groups."""

    bot: str
    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    games_in_group: int = 2
    seen: Counter[float] = field(default_factory=Counter)
    ratio: float = 0.0
    verdict: Verdict = Verdict.UNDECIDED

    def __post_init__(self) -> None:
        """Raise ValueError if this cannot be tested."""
        if not 0 < self.low < self.high < 1:
            raise ValueError("--sequential: expected two win rates, 0 < low < high < 1, such as 0.5,0.55")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("--alpha and --beta: expected chances of error above 0 and below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds of the log-likelihood ratio, at which the test ends."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def add(self, share: float) -> Verdict:
        """Add a group and return the verdict so far."""
        self.seen[round(share, _DIGITS)] += 1
        usual = [round(i / self.games_in_group, _DIGITS) for i in range(self.games_in_group + 1)]
        self.ratio = log_likelihood_ratio(self.seen, self.low, self.high, usual)
        lower, upper = self.bounds
        self.verdict = (
            Verdict.NOT_BETTER if self.ratio <= lower else Verdict.BETTER if self.ratio >= upper else Verdict.UNDECIDED
        )
        return self.verdict

    def document(self) -> SequentialDocument:
        """Return the state under public names."""
        return {
            "bot": self.bot,
            "win_rates": [self.low, self.high],
            "alpha": self.alpha,
            "beta": self.beta,
            "groups": self.seen.total(),
            "log_likelihood_ratio": self.ratio,
            "bounds": list(self.bounds),
            "verdict": self.verdict,
        }


def log_likelihood_ratio(
    counts: Mapping[float, int], low: float, high: float, usual: Sequence[float] = (0.0, 1.0)
) -> float:
    """Return the log-likelihood ratio of the observed shares for a mean of `high` over one of `low`.

    >>> round(log_likelihood_ratio({1.0: 60, 0.0: 40}, 0.5, 0.55), 2)
    1.5
    """
    seen: dict[float, float] = {**dict.fromkeys(usual, _UNSEEN), **counts}
    under_low, under_high = most_likely(seen, low), most_likely(seen, high)
    return ordered_sum(count * log(under_high[share] / under_low[share]) for share, count in seen.items())


def most_likely(seen: Mapping[float, float], mean: float) -> dict[float, float]:
    """Return the probabilities of the outcomes, with a given mean, that make what was observed most likely.

    They are p / (1 + t (share - mean)) for the one t that gives this mean; t is found by bisection.
    """
    total = ordered_sum(seen.values())
    least, most = min(seen) - mean, max(seen) - mean
    low, high = -1 / most, -1 / least
    for _ in range(60):
        t = (low + high) / 2
        slope = ordered_sum(count * (share - mean) / (1 + t * (share - mean)) for share, count in seen.items())
        if slope > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return {share: count / total / (1 + t * (share - mean)) for share, count in seen.items()}
