"""The Kingdom Builder cards of the base game and the castles (docs/rules.md R7.4, R7.7 to R7.16)."""

from __future__ import annotations

from kingdom_builder.engine.actions.where import Where
from kingdom_builder.engine.hexes import SECTIONS, areas, neighbours
from kingdom_builder.engine.hooks import Score
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.scoring import per_piece
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.entries import Card, Special

LORDS_FIRST, LORDS_SECOND = 12, 6


def merchants(pos: Position, seat: int) -> Score:
    """4 gold for each special hex that an area of own pieces links with another; the hexes are those (R7.8)."""
    special, beside, linked = pos.board.special, pos.board.near_special, 0
    for area in areas(pos.players[seat].pieces):
        if area & beside:
            touched = neighbours(area) & special
            if touched & (touched - 1):
                linked |= touched
    return 4 * linked.bit_count(), linked


def discoverers(pos: Position, seat: int) -> Score:
    """1 gold for each horizontal line with an own piece (R7.9)."""
    pieces = pos.players[seat].pieces
    return len([row for row in pos.board.rows if pieces & row]), pieces


def hermits(pos: Position, seat: int) -> Score:
    """1 gold for each settlement area (R7.10)."""
    pieces = pos.players[seat].pieces
    return len(areas(pieces)), pieces


def citizens(pos: Position, seat: int) -> Score:
    """1 gold for every two pieces of the largest settlement area (R7.11)."""
    largest = max(areas(pos.players[seat].pieces), key=int.bit_count, default=0)
    gold = largest.bit_count() // 2
    return gold, largest if gold else 0


def knights(pos: Position, seat: int) -> Score:
    """2 gold for each piece on the one horizontal line with the most (R7.14)."""
    pieces = pos.players[seat].pieces
    best = max([pieces & row for row in pos.board.rows], key=int.bit_count)
    return 2 * best.bit_count(), best


def lords(pos: Position, seat: int) -> Score:
    """In each section 12 gold for the most pieces and 6 for the second most, zeros and ties included (R7.15)."""
    gold = earning = 0
    for section in SECTIONS:
        counts = [(player.pieces & section).bit_count() for player in pos.players]
        ranks = sorted(set(counts), reverse=True)
        if counts[seat] == ranks[0]:
            gold += LORDS_FIRST
        elif counts[seat] == ranks[1]:
            gold += LORDS_SECOND
        else:
            continue
        earning |= pos.players[seat].pieces & section
    return gold, earning


def farmers(pos: Position, seat: int) -> Score:
    """3 gold for each piece in the section where the player has the fewest (R7.16)."""
    pieces = pos.players[seat].pieces
    fewest = min((pieces & section for section in SECTIONS), key=int.bit_count)
    return 3 * fewest.bit_count(), fewest


def castles(pos: Position, seat: int) -> Score:
    """3 gold for each castle next to an own piece; the hexes are the castles (R7.4)."""
    reached = pos.players[seat].adjacent & pos.board.special_hexes("castle")
    return 3 * reached.bit_count(), reached


def _always(setup: Setup) -> bool:
    return True


CARDS = (
    Card("fishermen", "R7.7", score=per_piece(1, Where.NEAR_WATER)),
    Card("merchants", "R7.8", score=merchants),
    Card("discoverers", "R7.9", score=discoverers),
    Card("hermits", "R7.10", score=hermits),
    Card("citizens", "R7.11", score=citizens),
    Card("miners", "R7.12", score=per_piece(1, Where.NEAR_MOUNTAIN)),
    Card("workers", "R7.13", score=per_piece(1, Where.NEAR_SPECIAL)),
    Card("knights", "R7.14", score=knights),
    Card("lords", "R7.15", score=lords, shared=True),
    Card("farmers", "R7.16", score=farmers),
)

SPECIALS = (
    Special("castle", "R7.4", letter="K", score=castles, present=_always),
    Special("location", "R0.4", letter="L"),
)
