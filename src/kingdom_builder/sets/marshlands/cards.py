"""The Kingdom Builder cards of Marshlands and the palaces (docs/rules.md R7.5, R7.21 to R7.26)."""

from __future__ import annotations

from kingdom_builder.engine.actions.where import Where
from kingdom_builder.engine.hexes import WIDTH, areas, iter_hexes, neighbour_counts, neighbours
from kingdom_builder.engine.hooks import Score
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.scoring import PerPiece, majorities
from kingdom_builder.engine.terrain import MOUNTAIN
from kingdom_builder.sets.entries import Card, Feature, Special
from kingdom_builder.sets.paying import beside_two, beside_unreached


def geologists(pos: Position, seat: int) -> Score:
    """2 gold for each mountain that an area of own pieces links with another; the hexes are those pieces (R7.21)."""
    mountains = areas(pos.board.terrain[MOUNTAIN])
    linked: set[int] = set()
    earning = 0
    for area in areas(pos.players[seat].pieces):
        touched = {m for m in mountains if m & (area | neighbours(area))}
        if len(touched) > 1:
            linked |= touched
            earning |= area
    return 2 * len(linked), earning


def beside_unreached_mountains(pos: Position, seat: int) -> int:
    """Return the neighbours of the mountain hexes without an own piece next to them."""
    return beside_unreached(pos, seat, pos.board.terrain[MOUNTAIN])


def messengers(pos: Position, seat: int) -> Score:
    """2 gold for each hex of the longest shortest path between two connected own pieces, both included (R7.22)."""
    best, earning = 0, 0
    for area in areas(pos.players[seat].pieces):
        length = _span(area)
        if length > best:
            best, earning = length, area
    return (2 * (best + 1), earning) if best else (0, 0)


def _span(area: int) -> int:
    """Return the largest distance within a set: along one of the three axes it is the whole extent (R0.15)."""
    places = [divmod(h, WIDTH) for h in iter_hexes(area)]
    extents = ([row for row, _ in places], [q for _, q in places], [row + q for row, q in places])
    return max(max(values) - min(values) for values in extents)


def noblewomen(pos: Position, seat: int) -> Score:
    """5 gold for each special hex but palaces that no player has more pieces next to; the hexes are those (R7.23)."""
    won = majorities(pos, seat, pos.board.special & ~pos.board.special_hexes("palace"))
    return 5 * won.bit_count(), won


def captains(pos: Position, seat: int) -> Score:
    """1 gold for each piece with at least three own pieces beside it (R7.25)."""
    earning = pos.players[seat].pieces & neighbour_counts(pos.players[seat].pieces)[2]
    return earning.bit_count(), earning


def palaces(pos: Position, seat: int) -> Score:
    """5 gold for each palace that no player has more pieces next to; the hexes are the palaces (R7.5)."""
    won = majorities(pos, seat, pos.board.special_hexes("palace"))
    return 5 * won.bit_count(), won


CARDS = (
    Card("geologists", "R7.21", score=geologists, pays_at=beside_unreached_mountains, features=(Feature.AREAS,)),
    Card("messengers", "R7.22", score=messengers, features=(Feature.AREAS,)),
    Card(
        "noblewomen",
        "R7.23",
        score=noblewomen,
        shared=True,
        pays_at=Where.NEAR_SPECIAL.hexes,
        features=(Feature.SECTION_LEADS,),
    ),
    Card("vassals", "R7.24", score=PerPiece(1, Where.INNER_EDGE), pays_at=Where.INNER_EDGE.hexes),
    Card("captains", "R7.25", score=captains, pays_at=beside_two),
    Card("scouts", "R7.26", score=PerPiece(1, Where.NEAR_REMOVED_TERRAIN), pays_at=Where.NEAR_REMOVED_TERRAIN.hexes),
)

PALACE = Special("palace", "R7.5", letter="P", score=palaces, shared=True)
