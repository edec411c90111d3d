"""The Kingdom Builder cards of Marshlands (docs/rules.md R7.21 to R7.26)."""

from __future__ import annotations

from kingdom_builder.engine.hexes import INNER_EDGE, WIDTH, areas, beside, each, neighbours
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import MOUNTAIN
from kingdom_builder.sets.base.cards import Earned, majorities


def geologists(pos: Position, who: int) -> Earned:
    """2 gold for each mountain that an area of own pieces links with another; the hexes are those pieces (R7.21)."""
    mountains = areas(pos.board.terrain[MOUNTAIN])
    linked: set[int] = set()
    earning = 0
    for area in areas(pos.seats[who].pieces):
        touched = {m for m in mountains if m & (area | neighbours(area))}
        if len(touched) > 1:
            linked |= touched
            earning |= area
    return 2 * len(linked), earning


def messengers(pos: Position, who: int) -> Earned:
    """2 gold for each hex of the longest shortest path between two connected own pieces, both included (R7.22)."""
    best, earning = 0, 0
    for area in areas(pos.seats[who].pieces):
        length = _span(area)
        if length > best:
            best, earning = length, area
    return (2 * (best + 1), earning) if best else (0, 0)


def _span(area: int) -> int:
    """Return the largest distance within a set: along one of the three axes it is the whole extent (R0.15)."""
    places = [divmod(h, WIDTH) for h in each(area)]
    extents = ([row for row, _ in places], [q for _, q in places], [row + q for row, q in places])
    return max(max(values) - min(values) for values in extents)


def noblewomen(pos: Position, who: int) -> Earned:
    """5 gold for each special hex but palaces that no player has more pieces next to; the hexes are those (R7.23)."""
    won = majorities(pos, who, pos.board.special & ~pos.board.palaces)
    return 5 * won.bit_count(), won


def vassals(pos: Position, who: int) -> Earned:
    """1 gold for each piece on the inner edge (R7.24)."""
    earning = pos.seats[who].pieces & INNER_EDGE
    return earning.bit_count(), earning


def captains(pos: Position, who: int) -> Earned:
    """1 gold for each piece with at least three own pieces beside it (R7.25)."""
    earning = pos.seats[who].pieces & beside(pos.seats[who].pieces)[2]
    return earning.bit_count(), earning


def scouts(pos: Position, who: int) -> Earned:
    """1 gold for each piece next to the removed terrain that does not itself stand on it (R7.26)."""
    if pos.setup.removed_terrain is None:
        return 0, 0
    removed = pos.board.terrain[pos.setup.removed_terrain]
    earning = pos.seats[who].pieces & neighbours(removed) & ~removed
    return earning.bit_count(), earning


CARDS = {card.__name__: card for card in (geologists, messengers, noblewomen, vassals, captains, scouts)}
