"""What makes a level of bots weaker: errors of its values, and answers that it overlooks."""

from __future__ import annotations

import random
from dataclasses import dataclass

from kingdom_builder.engine.actions.base import LegalAnswers
from kingdom_builder.engine.answers import ENTRIES
from kingdom_builder.engine.hexes import BIT, iter_hexes, nth_hex


@dataclass(frozen=True)
class Imprecision:
    """The standard deviation of the error of every value, and the part of hexes and tiles that is noticed."""

    rng: random.Random
    error_size: float
    notices: float

    def error(self) -> float:
        """Return the error of one value."""
        return self.rng.gauss(0.0, self.error_size) if self.error_size else 0.0

    def noticed(self, legal: LegalAnswers) -> LegalAnswers:
        """Return some of the hexes and tiles, at random, and all other options; one hex is always noticed."""
        if self.notices >= 1.0:
            return legal
        hexes, options = legal
        noticed = sum(BIT[h] for h in iter_hexes(hexes) if self._notices())
        if hexes and not noticed:
            noticed = BIT[nth_hex(hexes, self.rng.randrange(hexes.bit_count()))]
        kept = tuple([option for option in options if option not in ENTRIES or self._notices()])
        return (noticed, kept) if noticed or kept else legal

    def _notices(self) -> bool:
        return self.rng.random() < self.notices
