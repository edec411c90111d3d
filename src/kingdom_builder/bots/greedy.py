"""A bot that takes the answer with the best score at once."""

from __future__ import annotations

import random

from kingdom_builder.bots import kernel_search
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.scoring import total
from kingdom_builder.engine.view import View

TILE_VALUE = 3.0
"""The value of a location or nomad tile in gold: about that of a castle, because it works every turn."""


class GreedyBot:
    """Takes the answer that leads to the best score; ties are broken at random, by its seed.

    An answer that changes nothing on the board yet (a tile, a piece to move) is evaluated by the best answer that can
    follow, up to the first change on the board. So the two answers of a move are evaluated together.
    """

    def __init__(self, seed: int, *, kernel: bool = True) -> None:
        """Start from a seed, which breaks ties. `kernel` lets the kernel search if it can."""
        self._kernel = kernel
        self._random = random.Random(seed)

    def answer(self, view: View) -> int:
        """Return the answer with the best value."""
        answers = view.legal_answers()
        if len(answers) == 1:
            return answers[0]
        seed = self._random.getrandbits(32)
        best = kernel_search.greedy_answers(view, seed) if self._kernel else None
        return self._random.choice(self._best(view, seed) if best is None else best)

    def _best(self, view: View, seed: int) -> list[int]:
        """Return the answers with the best value in a sampled game."""
        game = view.sample(seed)
        now = _position_value(game, view.seat)
        best: list[int] = []
        best_value = float("-inf")
        for answer in game.legal_answers():
            value = self._value(game, view.seat, answer, now)
            if value > best_value:
                best, best_value = [answer], value
            elif value == best_value:
                best.append(answer)
        return best

    def _value(self, game: Game, seat: int, answer: int, now: float) -> float:
        """Return the value of an answer; that of ending the turn is the present one."""
        if answer == END_TURN:
            return now
        free = game.free
        game.play(answer)
        if game.stack and game.free == free:
            value = max(self._value(game, seat, following, now) for following in game.legal_answers())
        else:
            value = _position_value(game, seat)
        game.undo()
        return value


def _position_value(game: Game, seat: int) -> float:
    player = game.players[seat]
    return total(game, seat) + TILE_VALUE * (len(player.tiles) + len(player.nomads))
