"""A bot that takes what pays most at once."""

from __future__ import annotations

import random

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.scoring import total
from kingdom_builder.engine.view import View

TILE_WORTH = 3.0
"""What a location or nomad tile is taken to be worth in gold: about the castle's, since it works every turn."""


class GreedyBot:
    """For each answer it looks at the score it leads to and takes the best; equal ones by its own seeded chance.

    An answer that only begins something (a tile, a piece picked up) is judged by the best that can follow, up to the
    first change on the board, so the two halves of a move are seen together.
    """

    def __init__(self, seed: int) -> None:
        """Start from a seed, for breaking ties."""
        self._random = random.Random(seed)

    def answer(self, view: View) -> int:
        """Return the answer with the best outlook."""
        answers = view.legal_answers()
        if len(answers) == 1:
            return answers[0]
        game = view.sample(self._random.getrandbits(32))
        now = _worth(game, view.seat)
        best: list[int] = []
        best_value = float("-inf")
        for answer in answers:
            value = self._value(game, view.seat, answer, now)
            if value > best_value:
                best, best_value = [answer], value
            elif value == best_value:
                best.append(answer)
        return self._random.choice(best)

    def _value(self, game: Game, seat: int, answer: int, now: float) -> float:
        """Return what an answer leads to; ending the turn is worth what one has."""
        if answer == END_TURN:
            return now
        free = game.free
        game.play(answer)
        if game.stack and game.free == free:
            value = max(self._value(game, seat, following, now) for following in game.legal_answers())
        else:
            value = _worth(game, seat)
        game.undo()
        return value


def _worth(game: Game, seat: int) -> float:
    player = game.seats[seat]
    return total(game, seat) + TILE_WORTH * (len(player.tiles) + len(player.nomads))
