"""The result of a finished challenge, and the text with which it is shared."""

from __future__ import annotations

from typing import NamedTuple

from kingdom_builder.daily.bot import BOT_LEVEL
from kingdom_builder.daily.challenge import Challenge
from kingdom_builder.game import Game
from kingdom_builder.texts.catalogue import Catalogue, Noun, Sentence
from kingdom_builder.texts.sentences import sentence, text

PLAYER_SEAT, BOT_SEAT = 0, 1
_BETWEEN = " · "
"""Between the sentences of a line."""


class Result(NamedTuple):
    """The gold of the person, and the margin: by how much it is more than the bot's."""

    gold: int
    margin: int


def result_of(game: Game) -> Result:
    """Return the result of a game that is over."""
    totals = game.scores()
    return Result(totals[PLAYER_SEAT], totals[PLAYER_SEAT] - totals[BOT_SEAT])


def share_lines(challenge: Challenge, game: Game, *, hinted: bool = False) -> list[list[Sentence]]:
    """Return the lines of the text to share: the number, the result, and the gold by card.

    It tells nothing about the board and the cards that were drawn. `hinted`: the person has asked for hints.
    """
    result = result_of(game)
    bot: Noun = text(f"level.{BOT_LEVEL}.name")
    outcome = "won" if result.margin > 0 else "lost" if result.margin < 0 else "drawn"
    own = [line for line in game.score(PLAYER_SEAT) if line.gold or line.source in game.setup.cards]
    told = sentence(f"daily.share.{outcome}", gold=result.gold, bot=bot, n=abs(result.margin))
    return [
        [sentence("daily.share.title", n=challenge.number)],
        [told, sentence("daily.share.hinted")] if hinted else [told],
        [sentence("daily.share.source", name=text(f"card.{line.source}.name"), n=line.gold) for line in own],
    ]


def share_text(challenge: Challenge, game: Game, texts: Catalogue) -> str:
    """Return the text to share in a language."""
    return "\n".join(_BETWEEN.join(map(texts.say, line)) for line in share_lines(challenge, game))
