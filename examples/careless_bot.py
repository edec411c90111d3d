"""A careless player, to measure the weakest level: it builds next to its own settlements and never uses a tile.

kingdom-builder arena --bots ./examples/careless_bot.py:CarelessBot,beginner --games 400
"""

import random

from kingdom_builder import View
from kingdom_builder.engine.answers import ANSWER_OF_HEX, END_TURN
from kingdom_builder.engine.hexes import iter_hexes, neighbours


class CarelessBot:
    """Builds on a random hex, next to its own settlements if it may choose, and ends its turn as soon as it may."""

    def __init__(self, seed: int) -> None:
        """Start from a seed."""
        self._random = random.Random(seed)

    def answer(self, view: View) -> int:
        """Return one of the answers that the view offers."""
        hexes, options = view.legal()
        if END_TURN in options:
            return END_TURN
        beside = hexes & neighbours(view.players[view.seat].pieces)
        places = [ANSWER_OF_HEX[h] for h in iter_hexes(beside or hexes)]
        return self._random.choice(places or list(options))
