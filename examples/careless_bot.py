"""A careless player, to measure the weakest level: it builds next to its own settlements and never uses a tile.

kingdom-builder arena --bots ./examples/careless_bot.py:CarelessBot,beginner --games 400
"""

import random

from kingdom_builder import Answer, View


class CarelessBot:
    """Builds on a random hex, next to its own settlements if it may choose, and ends its turn as soon as it may."""

    def __init__(self, seed: int) -> None:
        """Start from a seed."""
        self._random = random.Random(seed)

    def answer(self, view: View) -> Answer:
        """Return one of the answers that the view offers."""
        if view.is_legal("end_turn"):
            return Answer("end_turn")
        beside = view.legal_hexes & view.players[view.seat].hexes.neighbours()
        return self._random.choice([*(beside or view.legal_hexes)] or view.legal_answers())
