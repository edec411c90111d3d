"""A bot that plays uniformly at random."""

from __future__ import annotations

import random

from kingdom_builder.engine.answers import ANSWER_OF_HEX
from kingdom_builder.engine.hexes import nth_hex
from kingdom_builder.engine.view import View


class RandomBot:
    """Chooses uniformly among all legal answers; the same seed gives the same choices."""

    def __init__(self, seed: int) -> None:
        """Start from a seed."""
        self._random = random.Random(seed)

    def answer(self, view: View) -> int:
        """Return a random legal answer."""
        hexes, options = view.legal()
        count = hexes.bit_count()
        n = int(self._random.random() * (count + len(options)))
        return ANSWER_OF_HEX[nth_hex(hexes, n)] if n < count else options[n - count]
