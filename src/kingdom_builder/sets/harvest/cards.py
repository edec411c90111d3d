"""The Kingdom Builder cards of Harvest (docs/rules.md R7.27 to R7.33)."""

from __future__ import annotations

from kingdom_builder.engine.hexes import OUTER_EDGE, SECTIONS, beside
from kingdom_builder.engine.position import Position
from kingdom_builder.sets.base.cards import Earned


def rangers(pos: Position, who: int) -> Earned:
    """2 gold for each horizontal line with exactly one own piece (R7.27)."""
    earning = 0
    for row in pos.board.rows:
        here = pos.seats[who].pieces & row
        if here and not here & (here - 1):
            earning |= here
    return 2 * earning.bit_count(), earning


def mayors(pos: Position, who: int) -> Earned:
    """4 gold for each line the player has marked (R7.32)."""
    return 4 * pos.seats[who].holdings.lines.bit_count(), 0


def chainers(pos: Position, who: int) -> Earned:
    """1 gold for each piece with exactly two own pieces beside it (R7.28)."""
    pieces = pos.seats[who].pieces
    _, twice, thrice = beside(pieces)
    earning = pieces & twice & ~thrice
    return earning.bit_count(), earning


def travellers(pos: Position, who: int) -> Earned:
    """1 gold for each piece on the outer edge of the board (R7.29)."""
    earning = pos.seats[who].pieces & OUTER_EDGE
    return earning.bit_count(), earning


def homesteaders(pos: Position, who: int) -> Earned:
    """1 gold for each piece in the section where the player has the most (R7.30)."""
    pieces = pos.seats[who].pieces
    most = max((pieces & section for section in SECTIONS), key=int.bit_count)
    return most.bit_count(), most


def rovers(pos: Position, who: int, built: int) -> int:
    """Note the sections in which the active player builds; they are paid at the end of the turn (R7.33)."""
    if who == pos.active:
        sections = sum(1 << i for i, section in enumerate(SECTIONS) if built & section)
        if sections & ~pos.phase.sections:
            pos.phase = pos.phase._replace(sections=pos.phase.sections | sections)
    return 0


CARDS = {card.__name__: card for card in (rangers, mayors, chainers, travellers, homesteaders)}
