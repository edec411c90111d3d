"""The score as lines of source, gold and hexes, so that it can be shown on the board (docs/rules.md section 7)."""

from __future__ import annotations

from typing import NamedTuple

from kingdom_builder.engine.actions.where import Condition, Where
from kingdom_builder.engine.hexes import NEIGHBOURS, iter_hexes
from kingdom_builder.engine.hooks import Score
from kingdom_builder.engine.position import Position


class ScoreLine(NamedTuple):
    """Gold from one source, and the set of hexes that earn it (empty when the gold is 0)."""

    source: str
    gold: int
    hexes: int


def score_lines(pos: Position, seat: int) -> list[ScoreLine]:
    """Return a player's score lines for the current board, including lines with 0 gold."""
    lines = []
    for name, scorer in pos.rules.scorers:
        gold, hexes = scorer(pos, seat)
        lines.append(ScoreLine(name, gold, hexes if gold else 0))
    return lines


def total(pos: Position, seat: int) -> int:
    """Return a player's score for the current board."""
    return sum([scorer(pos, seat)[0] for _, scorer in pos.rules.scorers])


def in_game(pos: Position, seat: int) -> Score:
    """Return the gold earned during play (R7.1)."""
    return pos.players[seat].gold, 0


class PerPiece:
    """A scorer that pays for each piece on a hex that meets a condition."""

    __slots__ = ("_hexes", "gold", "where")

    def __init__(self, gold: int, where: Where | Condition) -> None:
        """Pay this much gold for each piece."""
        self.gold, self.where = gold, where
        self._hexes = where.hexes

    def __call__(self, pos: Position, seat: int) -> Score:
        """Return the gold of a player, and the pieces that earn it."""
        earning = pos.players[seat].pieces & self._hexes(pos, seat)
        return self.gold * earning.bit_count(), earning


def majorities(pos: Position, seat: int, contested: int) -> int:
    """Return the contested hexes next to which the player has a piece and no other player has more."""
    won = 0
    for h in iter_hexes(contested & pos.players[seat].adjacent):
        counts = [(player.pieces & NEIGHBOURS[h]).bit_count() for player in pos.players]
        if counts[seat] == max(counts):
            won |= 1 << h
    return won
