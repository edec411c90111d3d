"""What the bots know about single cards, tiles and other sources of gold.

`PAYS_AT` says for a source of gold on which hexes one more piece would pay. It is an estimate that is cheap to compute:
it tells how promising a hex is, not what it is worth exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kingdom_builder.engine.hexes import (
    EVERYWHERE,
    INNER_EDGE,
    NEIGHBOURS,
    OUTER_EDGE,
    SECTIONS,
    areas,
    iter_hexes,
    neighbour_counts,
    neighbours,
)
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import MOUNTAIN, WATER
from kingdom_builder.sets.registry import REGISTRY

PaysAt = Callable[[Position, int], int]
"""Returns the hexes where one more piece of a player would pay."""


def _fixed(hexes: Callable[[Setup], int]) -> Callable[[Setup], PaysAt]:
    """Return hexes that are the same for all players during the whole game."""

    def pays_at(setup: Setup) -> PaysAt:
        found = hexes(setup)
        return lambda pos, who: found

    return pays_at


def _beside_terrain(setup: Setup, terrain: int | None) -> int:
    if terrain is None:
        return 0
    there = setup.board.terrain[terrain]
    return neighbours(there) & ~there


def _new_lines(setup: Setup) -> PaysAt:
    """Return the lines without an own piece (R7.9, R7.27)."""
    rows = setup.board.rows

    def pays_at(pos: Position, who: int) -> int:
        pieces, found = pos.players[who].pieces, 0
        for row in rows:
            if not pieces & row:
                found |= row
        return found

    return pays_at


def _best_line(setup: Setup) -> PaysAt:
    """Return the lines with the most own pieces (R7.14)."""
    rows = setup.board.rows
    return lambda pos, who: _parts_with(max, rows, pos.players[who].pieces)


def _largest_area(setup: Setup) -> PaysAt:
    """Return the neighbours of the largest area (R7.11)."""
    return lambda pos, who: neighbours(max(areas(pos.players[who].pieces), key=int.bit_count, default=0))


def _poorest_section(setup: Setup) -> PaysAt:
    """Return the sections with the fewest own pieces (R7.16)."""
    return lambda pos, who: _parts_with(min, SECTIONS, pos.players[who].pieces)


def _parts_with(which: Callable[[list[int]], int], parts: Sequence[int], pieces: int) -> int:
    """Return the union of the parts of the board with the most, or the fewest, pieces."""
    counts = [(pieces & part).bit_count() for part in parts]
    wanted, found = which(counts), 0
    for part, count in zip(parts, counts, strict=True):
        if count == wanted:
            found |= part
    return found


def _richest_section(setup: Setup) -> PaysAt:
    """Return the section with the most own pieces (R7.30)."""

    def pays_at(pos: Position, who: int) -> int:
        pieces = pos.players[who].pieces
        return max(SECTIONS, key=lambda section: (pieces & section).bit_count())

    return pays_at


def _contested_sections(setup: Setup) -> PaysAt:
    """Return the sections where the settlements of a turn can take the lead or defend it (R7.15)."""

    def pays_at(pos: Position, who: int) -> int:
        found = 0
        for section in SECTIONS:
            counts = [(seat.pieces & section).bit_count() for seat in pos.players]
            mine = counts.pop(who)
            if -2 <= mine - max(counts) <= 3:
                found |= section
        return found

    return pays_at


def _unlinked(kind: Callable[[Setup], int]) -> Callable[[Setup], PaysAt]:
    """Return the neighbours of those hexes of a kind that have no own piece next to them (R7.8, R7.21)."""

    def make(setup: Setup) -> PaysAt:
        hexes = kind(setup)
        return lambda pos, who: neighbours(hexes & ~pos.players[who].adjacent)

    return make


def _untouched_castles(setup: Setup) -> PaysAt:
    """Return the neighbours of the castles without an own piece next to them (R7.4)."""
    castles = [(1 << h, NEIGHBOURS[h]) for h in iter_hexes(setup.board.special_hexes("castle"))]

    def pays_at(pos: Position, who: int) -> int:
        reach, found = pos.players[who].adjacent, 0
        for castle, around in castles:
            if not reach & castle:
                found |= around
        return found

    return pays_at


def _apart(setup: Setup) -> PaysAt:
    """Return the hexes that are not next to an own piece, where a new area would begin (R7.10)."""
    return lambda pos, who: EVERYWHERE & ~pos.players[who].adjacent


def _beside_two(setup: Setup) -> PaysAt:
    """Return the hexes with at least two own pieces next to them (R7.25)."""
    return lambda pos, who: neighbour_counts(pos.players[who].pieces)[1]


def _beside_others(setup: Setup) -> PaysAt:
    """Return the hexes next to pieces of other players (R7.20)."""

    def pays_at(pos: Position, who: int) -> int:
        found = 0
        for other, seat in enumerate(pos.players):
            if other != who:
                found |= seat.adjacent
        return found

    return pays_at


def _stocked(setup: Setup) -> PaysAt:
    """Return the neighbours of the location and nomad hexes that have a tile for this player (R3.18)."""
    return lambda pos, who: neighbours(pos.tiles_left & ~pos.players[who].taken_from)


PAYS_AT: Mapping[str, Callable[[Setup], PaysAt]] = {
    "fishermen": _fixed(lambda setup: setup.board.near_water & ~setup.board.terrain[WATER]),
    "miners": _fixed(lambda setup: setup.board.near_mountain & ~setup.board.terrain[MOUNTAIN]),
    "workers": _fixed(lambda setup: setup.board.near_special),
    "vassals": _fixed(lambda setup: INNER_EDGE),
    "travellers": _fixed(lambda setup: OUTER_EDGE),
    "scouts": _fixed(lambda setup: _beside_terrain(setup, setup.removed_terrain)),
    "noblewomen": _fixed(lambda setup: setup.board.near_special),
    "discoverers": _new_lines,
    "rangers": _new_lines,
    "knights": _best_line,
    "citizens": _largest_area,
    "farmers": _poorest_section,
    "homesteaders": _richest_section,
    "lords": _contested_sections,
    "merchants": _unlinked(lambda setup: setup.board.special),
    "geologists": _unlinked(lambda setup: setup.board.terrain[MOUNTAIN]),
    "hermits": _apart,
    "captains": _beside_two,
    "chainers": _beside_two,
    "ambassadors": _beside_others,
    "castle": _untouched_castles,
    "tiles": _stocked,
}
"""Where one more piece would pay, for cards by name, castles and tiles."""

PIECE_VALUE: Mapping[str, float] = {"tiles": 3.0, "castle": 3.0, "merchants": 2.0, "knights": 2.0}
"""How much a piece that pays is worth, about; for the other sources it is 1."""

AREA_CARDS = frozenset(("hermits", "citizens", "merchants", "geologists", "messengers"))
"""Cards for which the number and size of areas matter."""

SECTION_LEAD_CARDS = frozenset(("lords", "noblewomen"))
"""Cards for which it matters who leads in a section."""

SECTION_COUNT_CARDS = frozenset(("farmers", "homesteaders"))
"""Cards for which the number of pieces in each section matters."""

SECTIONS_BUILT_CARD = "rovers"
"""The card that pays at the end of a turn for the sections built in."""


def paying_hexes(setup: Setup) -> list[tuple[str, PaysAt]]:
    """Return the sources of gold of a game with the function that returns where they pay, as far as it is known."""
    present = {*setup.cards, "castle", "tiles"}
    return [(name, make(setup)) for name, make in PAYS_AT.items() if name in present]


def is_shared(source: str) -> bool:
    """Return whether a source pays a player depending on the others' pieces, so a move changes the others' gold too."""
    entry = REGISTRY.cards.get(source) or REGISTRY.specials.get(source)
    return entry is not None and entry.shared
