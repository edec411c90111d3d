"""Kingdom Builder, the board game: a complete and fast engine, bots and a game to play.

>>> import kingdom_builder as kb
>>> game = kb.new_game(seed=7, players=2)
>>> while not game.over:
...     game.play(game.legal_answers()[0])
>>> len(game.scores())
2
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.engine.fields import PositionError
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.library.answer import Answer, answer_name, answer_number
from kingdom_builder.library.bot import Bot
from kingdom_builder.library.game import Game, load, new_first_game, new_game
from kingdom_builder.library.hexes import Hexes
from kingdom_builder.library.values import Piece, Player, Question, Reason, ScoreLine, Tile
from kingdom_builder.library.view import View
from kingdom_builder.sets.problems import RecordError, SetupError

if TYPE_CHECKING:
    from kingdom_builder.arena.match import BotFaultWarning, Match
    from kingdom_builder.arena.match import play_match as arena
    from kingdom_builder.bots.budget import Budget
    from kingdom_builder.bots.engine import Engine, Move, Suggestion, analyse
    from kingdom_builder.bots.guarded import BotError, WrongAnswer
else:
    from kingdom_builder import arena  # the package itself can be called

__version__ = "0.1.0"
__all__ = [
    "ANSWERS",
    "Answer",
    "Bot",
    "BotError",
    "BotFaultWarning",
    "Budget",
    "Engine",
    "Game",
    "Hexes",
    "IllegalAnswer",
    "Match",
    "Move",
    "Piece",
    "Player",
    "PositionError",
    "Question",
    "Reason",
    "RecordError",
    "ScoreLine",
    "SetupError",
    "Suggestion",
    "Tile",
    "View",
    "WrongAnswer",
    "__version__",
    "analyse",
    "answer_name",
    "answer_number",
    "arena",
    "load",
    "new_first_game",
    "new_game",
]

_LATER = {
    "BotError": "kingdom_builder.bots.guarded",
    "BotFaultWarning": "kingdom_builder.arena.match",
    "Budget": "kingdom_builder.bots.budget",
    "Engine": "kingdom_builder.bots.engine",
    "Match": "kingdom_builder.arena.match",
    "Move": "kingdom_builder.bots.engine",
    "Suggestion": "kingdom_builder.bots.engine",
    "WrongAnswer": "kingdom_builder.bots.guarded",
    "analyse": "kingdom_builder.bots.engine",
}
"""The public names of modules that are imported when they are first used, because commands do not need all of them."""


def __getattr__(name: str) -> object:
    """Import a public name of a module that is imported late."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(_LATER[name]), name)
    return found


def __dir__() -> list[str]:
    """Return the public names, also those that are imported late, and special ones."""
    return sorted({*__all__, *[name for name in globals() if name.startswith("_")]})
