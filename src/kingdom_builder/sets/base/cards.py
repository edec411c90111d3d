"""The Kingdom Builder cards of the base game and the castles (docs/rules.md R7.4, R7.7 to R7.16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kingdom_builder.engine.actions.where import Where
from kingdom_builder.engine.hexes import EVERYWHERE, SECTIONS, areas, neighbours
from kingdom_builder.engine.hooks import Score
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.scoring import PerPiece
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.entries import Card, Feature, Special
from kingdom_builder.sets.paying import beside_unreached, new_lines

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


def beside_unreached_special(pos: Position, seat: int) -> int:
    """Return the neighbours of the special hexes without an own piece next to them."""
    return beside_unreached(pos, seat, pos.board.special)


def discoverers(pos: Position, seat: int) -> Score:
    """1 gold for each horizontal line with an own piece (R7.9)."""
    pieces = pos.players[seat].pieces
    return len([row for row in pos.board.rows if pieces & row]), pieces


def hermits(pos: Position, seat: int) -> Score:
    """1 gold for each settlement area (R7.10)."""
    pieces = pos.players[seat].pieces
    return len(areas(pieces)), pieces


def new_area(pos: Position, seat: int) -> int:
    """Return the hexes that are not next to an own piece: a piece there begins an area."""
    return EVERYWHERE & ~pos.players[seat].adjacent


def citizens(pos: Position, seat: int) -> Score:
    """1 gold for every two pieces of the largest settlement area (R7.11)."""
    largest = _largest_area(pos, seat)
    gold = largest.bit_count() // 2
    return gold, largest if gold else 0


def beside_largest_area(pos: Position, seat: int) -> int:
    """Return the neighbours of the largest settlement area."""
    return neighbours(_largest_area(pos, seat))


def _largest_area(pos: Position, seat: int) -> int:
    return max(areas(pos.players[seat].pieces), key=int.bit_count, default=0)


def knights(pos: Position, seat: int) -> Score:
    """2 gold for each piece on the one horizontal line with the most (R7.14)."""
    pieces = pos.players[seat].pieces
    best = max([pieces & row for row in pos.board.rows], key=int.bit_count)
    return 2 * best.bit_count(), best


def fullest_lines(pos: Position, seat: int) -> int:
    """Return the lines with the most own pieces."""
    return _parts_with(max, pos.board.rows, pos.players[seat].pieces)


def _parts_with(which: Callable[[list[int]], int], parts: Sequence[int], pieces: int) -> int:
    """Return the union of the parts of the board with the most, or the fewest, pieces."""
    counts = [(pieces & part).bit_count() for part in parts]
    wanted, found = which(counts), 0
    for part, count in zip(parts, counts, strict=True):
        if count == wanted:
            found |= part
    return found


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


def contested_sections(pos: Position, seat: int) -> int:
    """Return the sections where the settlements of a turn can take the lead or defend it."""
    found = 0
    for section in SECTIONS:
        counts = [(player.pieces & section).bit_count() for player in pos.players]
        own = counts.pop(seat)
        if -2 <= own - max(counts) <= 3:
            found |= section
    return found


def farmers(pos: Position, seat: int) -> Score:
    """3 gold for each piece in the section where the player has the fewest (R7.16)."""
    pieces = pos.players[seat].pieces
    fewest = min((pieces & section for section in SECTIONS), key=int.bit_count)
    return 3 * fewest.bit_count(), fewest


def emptiest_sections(pos: Position, seat: int) -> int:
    """Return the sections with the fewest own pieces."""
    return _parts_with(min, SECTIONS, pos.players[seat].pieces)


def castles(pos: Position, seat: int) -> Score:
    """3 gold for each castle next to an own piece; the hexes are the castles (R7.4)."""
    reached = pos.players[seat].adjacent & pos.board.special_hexes("castle")
    return 3 * reached.bit_count(), reached


def beside_unreached_castles(pos: Position, seat: int) -> int:
    """Return the neighbours of the castles without an own piece next to them."""
    return beside_unreached(pos, seat, pos.board.special_hexes("castle"))


def _always(setup: Setup) -> bool:
    return True


CARDS = (
    Card("fishermen", "R7.7", score=PerPiece(1, Where.NEAR_WATER), pays_at=Where.NEAR_WATER.hexes),
    Card(
        "merchants",
        "R7.8",
        score=merchants,
        pays_at=beside_unreached_special,
        piece_value=2.0,
        features=(Feature.AREAS,),
    ),
    Card("discoverers", "R7.9", score=discoverers, pays_at=new_lines),
    Card("hermits", "R7.10", score=hermits, pays_at=new_area, features=(Feature.AREAS,)),
    Card("citizens", "R7.11", score=citizens, pays_at=beside_largest_area, features=(Feature.AREAS,)),
    Card("miners", "R7.12", score=PerPiece(1, Where.NEAR_MOUNTAIN), pays_at=Where.NEAR_MOUNTAIN.hexes),
    Card("workers", "R7.13", score=PerPiece(1, Where.NEAR_SPECIAL), pays_at=Where.NEAR_SPECIAL.hexes),
    Card("knights", "R7.14", score=knights, pays_at=fullest_lines, piece_value=2.0),
    Card(
        "lords",
        "R7.15",
        score=lords,
        shared=True,
        pays_at=contested_sections,
        features=(Feature.SECTION_LEADS,),
        whole_board=True,
    ),
    Card(
        "farmers",
        "R7.16",
        score=farmers,
        pays_at=emptiest_sections,
        features=(Feature.SECTION_COUNTS,),
        whole_board=True,
    ),
)

SPECIALS = (
    Special(
        "castle",
        "R7.4",
        letter="K",
        score=castles,
        present=_always,
        pays_at=beside_unreached_castles,
        piece_value=3.0,
    ),
    Special("location", "R0.4", letter="L"),
)
