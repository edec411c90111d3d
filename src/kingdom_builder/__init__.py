"""Kingdom Builder, the board game: a complete and fast engine, bots and a game to play.

>>> import kingdom_builder as kb
>>> game = kb.new_game(seed=7, players=2)
>>> while not game.over:
...     game.play(game.legal_answers()[0])
>>> len(game.scores())
2
"""

from __future__ import annotations

from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.engine.fields import PositionError
from kingdom_builder.engine.question import IllegalAnswer, Question
from kingdom_builder.engine.view import View
from kingdom_builder.library import Game, load, new_first_game, new_game
from kingdom_builder.sets.problems import RecordError, SetupError
from kingdom_builder.sets.registry import answer_name, answer_number

__version__ = "0.1.0"
__all__ = [
    "ANSWERS",
    "Game",
    "IllegalAnswer",
    "PositionError",
    "Question",
    "RecordError",
    "SetupError",
    "View",
    "__version__",
    "answer_name",
    "answer_number",
    "load",
    "new_first_game",
    "new_game",
]
