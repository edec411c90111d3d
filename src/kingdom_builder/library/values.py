"""The values that games and views return: questions, reasons, pieces, players, score lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from kingdom_builder.engine import question as engine
from kingdom_builder.engine import reasons, scoring
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.terrain import CARD_NAMES, TERRAINS
from kingdom_builder.library.answer import ANSWER_AT, Answer, to_answers
from kingdom_builder.library.hexes import Hexes, hexes_of_bits
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.texts.catalogue import Sentence, catalogue
from kingdom_builder.texts.sentences import question_sentences, reason_sentence

_MOST_PLAYERS = 5


@dataclass(frozen=True)
class Question:
    """The question that a seat has to answer; `text`, which is also its `str`, says it in words.

    `seat` has to answer; `hexes` and `options` are the legal answers. `action` is `turn` between actions, else the
    name of a tile or action, `stage` the kind of choice. `terrain` is that of the hexes, `left` how many settlements,
    walls or steps can still follow. `piece` is the hex of the piece picked up, `places` the kind of piece that the
    answer puts on a free hex.
    """

    seat: int
    action: str
    stage: str
    hexes: Hexes
    options: tuple[Answer, ...]
    terrain: str | None
    left: int | None
    piece: Answer | None
    places: str | None
    text: str

    def __str__(self) -> str:
        """Return the question in words."""
        return self.text


@dataclass(frozen=True)
class Reason:
    """Why an answer is not legal; `text` says it in words, `str` adds the hexes and the rule.

    `code` is the kind of reason, `rule` the rule in docs/rules.md and `hexes` are the hexes that cause it. `params` has
    more about some codes: `kind` and `owner` of a piece, the terrain `needed` and `found`.
    """

    code: str
    rule: str
    hexes: Hexes
    text: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the reason in words, with its rule."""
        hexes = f" ({self.hexes})" if self.hexes else ""
        return f"{self.text}{hexes} [{self.rule}]"


class Piece(NamedTuple):
    """A piece on a hex: the `seat` of its owner, and its `kind` such as settlement or ship.

    The owner of a wall or scout, which nobody owns, is None.
    """

    seat: int | None
    kind: str


class Tile(NamedTuple):
    """A location tile of a player: its `name`, the `location` hex that gave it, and whether it can be used.

    It cannot while it is `used` in this turn or `locked`, because it was taken in this turn (R3.13, R4.16).
    """

    name: str
    location: Answer
    used: bool
    locked: bool


@dataclass(frozen=True)
class Player:
    """What everybody knows about the player at a `seat`.

    `supply` are the settlements still to build, `hexes` all hexes with a piece, `pieces` the hexes by kind of piece,
    `gold` what was earned during play, without the score of cards and castles. `cards` is the number of terrain cards
    in hand. `tiles` are location tiles, `nomad_tiles` are the names of tiles that are used once.
    """

    seat: int
    supply: int
    gold: int
    cards: int
    hexes: Hexes
    pieces: Mapping[str, Hexes]
    tiles: tuple[Tile, ...]
    nomad_tiles: tuple[str, ...]


class ScoreLine(NamedTuple):
    """The `gold` from one `source`, and the `hexes` that earn it.

    A source is a card, a task, `castle`, `palace`, `capitol`, or `in_game` for gold earned during play.
    """

    source: str
    gold: int
    hexes: Hexes


def question_of(found: engine.Question | None) -> Question | None:
    """Return the engine's question as the library shows it."""
    if found is None:
        return None
    return Question(
        found.seat,
        found.action,
        str(found.stage),
        hexes_of_bits(found.hexes),
        to_answers(found.options),
        found.terrain,
        found.left,
        None if found.piece is None else ANSWER_AT[found.piece],
        found.places,
        " ".join(_say(sentence) for sentence in question_sentences(found)),
    )


def reason_of(found: reasons.Reason | None, question: engine.Question | None, here: int | None) -> Reason | None:
    """Return the engine's reason as the library shows it; `here` is the terrain of the hex that was tried."""
    if found is None:
        return None
    seat = 0 if question is None else question.seat
    text = _say(reason_sentence(found, seat, question, None if here is None else TERRAINS[here]))
    return Reason(found.code, found.rule, hexes_of_bits(found.hexes), text, found.params)


def player_of(game: Game, seat: int) -> Player:
    """Return what everybody knows about a player."""
    player = game.players[seat]
    pieces = {SETTLEMENT: player.settlements, **{kind.id: hexes for kind, hexes in player.tokens}}
    return Player(
        seat,
        player.supply,
        player.gold,
        len(player.hand),
        hexes_of_bits(player.pieces),
        {kind: hexes_of_bits(hexes) for kind, hexes in pieces.items()},
        tuple(
            Tile(REGISTRY.answer_name(tile.kind), ANSWER_AT[tile.location], tile.used, tile.acquired_turn == game.turn)
            for tile in player.tiles
        ),
        tuple(REGISTRY.answer_name(tile.kind) for tile in player.nomads),
    )


def score_line_of(line: scoring.ScoreLine) -> ScoreLine:
    """Return the engine's score line as the library shows it."""
    return ScoreLine(line.source, line.gold, hexes_of_bits(line.hexes))


def card_names(cards: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of terrain cards; a card with two terrains has both.

    >>> card_names((0, 5))
    ('grass', 'swamp/grass')
    """
    return tuple(CARD_NAMES[card] for card in cards)


def _say(sentence: Sentence) -> str:
    """Return a sentence in English."""
    text = catalogue("en").say(sentence, [f"seat {seat}" for seat in range(_MOST_PLAYERS)])
    return text[:1].upper() + text[1:]
