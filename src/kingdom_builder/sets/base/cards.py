"""The Kingdom Builder cards of the base game (docs/rules.md R7.7 to R7.16).

A card is a function of a position and a seat that returns the gold and the hexes that earn it.
"""

from __future__ import annotations

from kingdom_builder.engine.hexes import NEIGHBOURS, SECTIONS, areas, each, neighbours
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import MOUNTAIN, WATER

Earned = tuple[int, int]
"""Gold, and the hexes that earn it: the player's pieces unless the card says otherwise."""

LORDS_FIRST, LORDS_SECOND = 12, 6


def fishermen(pos: Position, who: int) -> Earned:
    """1 gold for each piece next to water that does not itself stand on water (R7.7)."""
    earning = pos.seats[who].pieces & pos.board.near_water & ~pos.board.terrain[WATER]
    return earning.bit_count(), earning


def merchants(pos: Position, who: int) -> Earned:
    """4 gold for each special hex that an area of own pieces links with another; the hexes are those (R7.8)."""
    special, beside, linked = pos.board.special, pos.board.near_special, 0
    for area in areas(pos.seats[who].pieces):
        if area & beside:
            touched = neighbours(area) & special
            if touched & (touched - 1):
                linked |= touched
    return 4 * linked.bit_count(), linked


def discoverers(pos: Position, who: int) -> Earned:
    """1 gold for each horizontal line with an own piece (R7.9)."""
    pieces = pos.seats[who].pieces
    return len([row for row in pos.board.rows if pieces & row]), pieces


def hermits(pos: Position, who: int) -> Earned:
    """1 gold for each settlement area (R7.10)."""
    pieces = pos.seats[who].pieces
    return len(areas(pieces)), pieces


def citizens(pos: Position, who: int) -> Earned:
    """1 gold for every two pieces of the largest settlement area (R7.11)."""
    largest = max(areas(pos.seats[who].pieces), key=int.bit_count, default=0)
    gold = largest.bit_count() // 2
    return gold, largest if gold else 0


def miners(pos: Position, who: int) -> Earned:
    """1 gold for each piece next to a mountain that does not itself stand on one (R7.12)."""
    earning = pos.seats[who].pieces & pos.board.near_mountain & ~pos.board.terrain[MOUNTAIN]
    return earning.bit_count(), earning


def workers(pos: Position, who: int) -> Earned:
    """1 gold for each piece next to a special hex (R7.13)."""
    earning = pos.seats[who].pieces & pos.board.near_special
    return earning.bit_count(), earning


def knights(pos: Position, who: int) -> Earned:
    """2 gold for each piece on the one horizontal line with the most (R7.14)."""
    pieces = pos.seats[who].pieces
    best = max([pieces & row for row in pos.board.rows], key=int.bit_count)
    return 2 * best.bit_count(), best


def lords(pos: Position, who: int) -> Earned:
    """In each section 12 gold for the most pieces and 6 for the second most, zeros and ties included (R7.15)."""
    gold = earning = 0
    for section in SECTIONS:
        counts = [(seat.pieces & section).bit_count() for seat in pos.seats]
        ranks = sorted(set(counts), reverse=True)
        if counts[who] == ranks[0]:
            gold += LORDS_FIRST
        elif counts[who] == ranks[1]:
            gold += LORDS_SECOND
        else:
            continue
        earning |= pos.seats[who].pieces & section
    return gold, earning


def farmers(pos: Position, who: int) -> Earned:
    """3 gold for each piece in the section where the player has the fewest (R7.16)."""
    pieces = pos.seats[who].pieces
    fewest = min((pieces & section for section in SECTIONS), key=int.bit_count)
    return 3 * fewest.bit_count(), fewest


def castles(pos: Position, who: int) -> Earned:
    """3 gold for each castle next to an own piece; the hexes are the castles (R7.4)."""
    reached = pos.seats[who].reach & pos.board.castles
    return 3 * reached.bit_count(), reached


def palaces(pos: Position, who: int) -> Earned:
    """5 gold for each palace that no player has more pieces next to; the hexes are the palaces (R7.5)."""
    won = majorities(pos, who, pos.board.palaces)
    return 5 * won.bit_count(), won


def majorities(pos: Position, who: int, contested: int) -> int:
    """Return those of some hexes that the player has a piece next to and nobody more."""
    won = 0
    for h in each(contested & pos.seats[who].reach):
        counts = [(seat.pieces & NEIGHBOURS[h]).bit_count() for seat in pos.seats]
        if counts[who] == max(counts):
            won |= 1 << h
    return won


def capitols(pos: Position, who: int) -> Earned:
    """1 gold for each piece within two hexes of a capitol, for each capitol anew (R7.6)."""
    gold = earning = 0
    for capitol in each(pos.setup.capitols):
        near = NEIGHBOURS[capitol]
        here = pos.seats[who].pieces & (near | neighbours(near))
        gold += here.bit_count()
        earning |= here
    return gold, earning


CARDS = {
    card.__name__: card
    for card in (fishermen, merchants, discoverers, hermits, citizens, miners, workers, knights, lords, farmers)
}
