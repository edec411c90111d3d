"""Short games that are played to their end."""

from __future__ import annotations

from typing import Any

from kingdom_builder.bots import new_bot
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.game import Game
from kingdom_builder.library.answer import answer_number
from kingdom_builder.setup.builder import new_setup
from kingdom_builder.setup.curriculum import smaller


def short_game(seed: int, *, settlements: int = 6, bot: str = "novice", **options: Any) -> Game:
    """Return a finished game with few settlements."""
    return played_on(Game(smaller(new_setup(seed, **options), settlements=settlements)), bot)


def played_on(game: Game, bot: str = "greedy") -> Game:
    """Let bots play a game to its end."""
    bots = [new_bot(bot, seat) for seat in range(len(game.players))]
    while (seat := game.to_play) is not None:
        game.play(bots[seat].answer(game.view(seat)))
    return game


def turn(game: Game, hexes: str) -> Game:
    """Play a turn: hexes and options by their names, then its end."""
    for name in hexes.split():
        game.play(int(answer_number(name)))
    game.play(END_TURN)
    return game
