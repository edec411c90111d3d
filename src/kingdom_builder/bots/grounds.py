"""Where one more piece would pay, about: for every source of gold the hexes that a player would like to build on.

Only what is cheap to see is seen: these hexes tell how promising a position is, not what it is worth to the last gold.
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
    beside,
    each,
    neighbours,
)
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.scoring import Source
from kingdom_builder.engine.terrain import MOUNTAIN, WATER
from kingdom_builder.setup.builder import Setup

Ground = Callable[[Position, int], int]


def _fixed(hexes: Callable[[Setup], int]) -> Callable[[Setup], Ground]:
    """Make ground of hexes that pay whoever stands there, for the whole game."""

    def ground(setup: Setup) -> Ground:
        found = hexes(setup)
        return lambda pos, who: found

    return ground


def _beside_terrain(setup: Setup, terrain: int | None) -> int:
    if terrain is None:
        return 0
    there = setup.board.terrain[terrain]
    return neighbours(there) & ~there


def _new_lines(setup: Setup) -> Ground:
    """Lines without an own piece (R7.9, R7.27)."""
    rows = setup.board.rows

    def ground(pos: Position, who: int) -> int:
        pieces, found = pos.seats[who].pieces, 0
        for row in rows:
            if not pieces & row:
                found |= row
        return found

    return ground


def _best_line(setup: Setup) -> Ground:
    """The lines with the most own pieces (R7.14)."""
    rows = setup.board.rows
    return lambda pos, who: _parts_with(max, rows, pos.seats[who].pieces)


def _largest_area(setup: Setup) -> Ground:
    """Around the largest area (R7.11)."""
    return lambda pos, who: neighbours(max(areas(pos.seats[who].pieces), key=int.bit_count, default=0))


def _poorest_section(setup: Setup) -> Ground:
    """The sections with the fewest own pieces (R7.16)."""
    return lambda pos, who: _parts_with(min, SECTIONS, pos.seats[who].pieces)


def _parts_with(which: Callable[[list[int]], int], parts: Sequence[int], pieces: int) -> int:
    """Return the parts of the board with the most or the fewest pieces, all of them together."""
    counts = [(pieces & part).bit_count() for part in parts]
    wanted, found = which(counts), 0
    for part, count in zip(parts, counts, strict=True):
        if count == wanted:
            found |= part
    return found


def _richest_section(setup: Setup) -> Ground:
    """The section with the most own pieces (R7.30)."""

    def ground(pos: Position, who: int) -> int:
        pieces = pos.seats[who].pieces
        return max(SECTIONS, key=lambda section: (pieces & section).bit_count())

    return ground


def _contested_sections(setup: Setup) -> Ground:
    """The sections where a turn's building can take the lead, or keep it (R7.15)."""

    def ground(pos: Position, who: int) -> int:
        found = 0
        for section in SECTIONS:
            counts = [(seat.pieces & section).bit_count() for seat in pos.seats]
            mine = counts.pop(who)
            if -2 <= mine - max(counts) <= 3:
                found |= section
        return found

    return ground


def _unlinked(kind: Callable[[Setup], int]) -> Callable[[Setup], Ground]:
    """Beside those hexes of a kind that no own piece stands next to (R7.8, R7.21)."""

    def make(setup: Setup) -> Ground:
        hexes = kind(setup)
        return lambda pos, who: neighbours(hexes & ~pos.seats[who].reach)

    return make


def _untouched_castles(setup: Setup) -> Ground:
    """Beside the castles without an own piece next to them (R7.4)."""
    castles = [(1 << h, NEIGHBOURS[h]) for h in each(setup.board.castles)]

    def ground(pos: Position, who: int) -> int:
        reach, found = pos.seats[who].reach, 0
        for castle, around in castles:
            if not reach & castle:
                found |= around
        return found

    return ground


def _apart(setup: Setup) -> Ground:
    """Away from all own pieces: a new area (R7.10)."""
    return lambda pos, who: EVERYWHERE & ~pos.seats[who].reach


def _beside_two(setup: Setup) -> Ground:
    """Beside at least two own pieces (R7.25)."""
    return lambda pos, who: beside(pos.seats[who].pieces)[1]


def _beside_others(setup: Setup) -> Ground:
    """Beside pieces of the others (R7.20)."""

    def ground(pos: Position, who: int) -> int:
        found = 0
        for other, seat in enumerate(pos.seats):
            if other != who:
                found |= seat.reach
        return found

    return ground


def _stocked(setup: Setup) -> Ground:
    """Beside the location and nomad hexes that still have a tile for this player (R3.18)."""
    return lambda pos, who: neighbours(pos.stocked & ~pos.seats[who].taken)


_GROUNDS: Mapping[str, Callable[[Setup], Ground]] = {
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


def grounds(setup: Setup) -> list[tuple[str, Ground]]:
    """Return the sources of a game of which it is known where a piece pays, and where that is."""
    there = {*setup.cards, "castle", "tiles"}
    return [(name, make(setup)) for name, make in _GROUNDS.items() if name in there]


_MORE = {"tiles": 3.0, "castle": 3.0, "merchants": 2.0, "knights": 2.0}
"""What a piece on a ground is good for, about; on the others it is 1."""


class Promise:
    """Says which hexes are worth a closer look when there are too many to look at all of them."""

    def __init__(self, setup: Setup, pays: Sequence[Source]) -> None:
        """Prepare for a game in which these sources pay."""
        self._grounds = [(ground, _MORE.get(name, 1.0)) for name, ground in grounds(setup)]
        self._sources = pays

    def best(self, pos: Position, who: int, hexes: int, most: int) -> list[int]:
        """Return the most promising of some hexes: own pieces to move away, or places to build on."""
        pieces = pos.seats[who].pieces
        if hexes & pieces == hexes:
            # What earns little where it is can be moved; what stands alone rather than what holds others together.
            earning = [source(pos, who)[1] for source in self._sources]
            return sorted(
                each(hexes),
                key=lambda h: (
                    sum([paid >> h & 1 for paid in earning]),
                    (NEIGHBOURS[h] & pieces).bit_count(),
                    _mixed(h),
                ),
            )[:most]
        promise = dict.fromkeys(each(hexes), 0.0)
        for ground, worth in self._grounds:
            for h in each(ground(pos, who) & hexes):
                promise[h] += worth
        return sorted(promise, key=lambda h: (-promise[h], _mixed(h)))[:most]


def _mixed(h: int) -> int:
    """Return a number that orders hexes in no order, so that no part of the board is looked at first."""
    return h * 40503 & 0xFFFF
