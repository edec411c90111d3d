"""Named conditions of hexes, and named ways of moving. A plain tile or card is data made of these.

A set may define its own `Condition` or `WayOfMoving`; one that several sets need belongs in the lists here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from kingdom_builder.engine.hexes import (
    AXES,
    BIT,
    DIRECTIONS,
    EVERYWHERE,
    INNER_EDGE,
    NEIGHBOURS,
    OUTER_EDGE,
    neighbour_counts,
    neighbours,
    shift,
)
from kingdom_builder.engine.position import Position


@dataclass(frozen=True)
class Condition:
    """A condition of hexes: `hexes(position, seat)` are those that meet it, `code` is the reason for the others."""

    hexes: Callable[[Position, int], int]
    code: str


def _ends_of_lines(pos: Position, seat: int) -> int:
    """Return the hexes that continue a straight line of at least three own pieces (R5.5)."""
    own, ends = pos.own_pieces(seat), 0
    for axis in AXES:
        thirds = own & shift(own, axis) & shift(own, 2 * axis)
        if thirds:
            ends |= shift(thirds, axis) | shift(thirds, -3 * axis)
    return ends


def _outer_edge(pos: Position, seat: int) -> int:
    """Return the outer edge of the main board (R5.4, R0.17)."""
    return OUTER_EDGE


def _inner_edge(pos: Position, seat: int) -> int:
    return INNER_EDGE


def _three_own_neighbours(pos: Position, seat: int) -> int:
    """Return the hexes that at least three own pieces touch (R5.11)."""
    return neighbour_counts(pos.own_pieces(seat))[2]


def _one_own_neighbour(pos: Position, seat: int) -> int:
    """Return the hexes with exactly one own piece and no foreign piece next to them (R5.22)."""
    once, twice, _ = neighbour_counts(pos.own_pieces(seat))
    return once & ~twice & ~pos.near_others(seat)


def _near_water(pos: Position, seat: int) -> int:
    return pos.board.near_water


def _near_mountain(pos: Position, seat: int) -> int:
    return pos.board.near_mountain


def _near_special(pos: Position, seat: int) -> int:
    return pos.board.near_special


def _near_others(pos: Position, seat: int) -> int:
    return pos.near_others(seat)


def _near_removed_terrain(pos: Position, seat: int) -> int:
    """Return the hexes next to the terrain that was removed in the set-up, without that terrain itself (R7.26)."""
    if pos.setup.removed_terrain is None:
        return 0
    removed = pos.board.terrain[pos.setup.removed_terrain]
    return neighbours(removed) & ~removed


class Where(Enum):
    """The conditions of hexes that plain entries use; `hexes` and `code` are those of a `Condition`."""

    OUTER_EDGE = (_outer_edge, "not_on_edge")
    """On the outer edge of the main board (R0.17)."""
    INNER_EDGE = (_inner_edge, "not_on_inner_edge")
    """Next to another section (R0.17)."""
    END_OF_LINE = (_ends_of_lines, "not_end_of_line")
    """At the end of a straight line of three or more own pieces."""
    THREE_OWN_NEIGHBOURS = (_three_own_neighbours, "too_few_neighbours")
    """Next to three or more own pieces."""
    ONE_OWN_NEIGHBOUR = (_one_own_neighbour, "not_one_own_neighbour")
    """Next to one own piece and to no other piece."""
    NEAR_WATER = (_near_water, "not_near_water")
    """Next to water (R5.35); water itself does not meet it."""
    NEAR_MOUNTAIN = (_near_mountain, "not_near_mountain")
    """Next to a mountain; a mountain itself does not meet it."""
    NEAR_SPECIAL = (_near_special, "not_near_special")
    """Next to a special hex (R0.4)."""
    NEAR_OTHERS = (_near_others, "not_near_others")
    """Next to a piece of another player."""
    NEAR_REMOVED_TERRAIN = (_near_removed_terrain, "not_near_removed_terrain")
    """Next to the terrain that was removed in the set-up; that terrain itself does not meet it."""

    def __init__(self, hexes: Callable[[Position, int], int], code: str) -> None:
        """Store function and code as attributes, which are faster to read than `value`."""
        self.hexes = hexes
        self.code = code


@dataclass(frozen=True)
class WayOfMoving:
    """A way of moving: `targets` from one hex, `sources` all pieces that have a target, `code` for other hexes."""

    targets: Callable[[int, int], int]
    sources: Callable[[int, int], int]
    code: str = ""


def _anywhere_targets(origin: int, candidates: int) -> int:
    return candidates


def _anywhere_sources(pieces: int, candidates: int) -> int:
    return pieces if candidates else 0


def _jump_targets(origin: int, candidates: int) -> int:
    bit = BIT[origin]
    return sum(shift(bit, 2 * direction) for direction in DIRECTIONS) & candidates


def _jump_sources(pieces: int, candidates: int) -> int:
    # Written without a loop for speed: it is called whenever a player has such a tile.
    return (
        candidates << 2 | candidates >> 2 | candidates << 60 | candidates >> 60 | candidates << 62 | candidates >> 62
    ) & pieces


def _slide_targets(origin: int, candidates: int) -> int:
    found = 0
    for direction in DIRECTIONS:
        here = BIT[origin]
        ahead = shift(here, direction) & candidates
        while ahead:
            here = ahead
            ahead = shift(here, direction) & candidates
        found |= here
    return found & ~BIT[origin]


def _step_targets(origin: int, candidates: int) -> int:
    return NEIGHBOURS[origin] & candidates


def _step_sources(pieces: int, candidates: int) -> int:
    return neighbours(candidates) & pieces


def _first_free_targets(origin: int, candidates: int) -> int:
    found = 0
    for direction in DIRECTIONS:
        here = shift(BIT[origin], direction) & EVERYWHERE
        while here and not here & candidates:
            here = shift(here, direction) & EVERYWHERE
        found |= here
    return found


def _first_free_sources(pieces: int, candidates: int) -> int:
    found = 0
    for direction in DIRECTIONS:
        here = shift(candidates, -direction) & EVERYWHERE
        while here:
            found |= here & pieces
            here = shift(here, -direction) & EVERYWHERE
    return found


class Travel(Enum):
    """The ways of moving that plain entries use; `targets`, `sources` and `code` are those of a `WayOfMoving`."""

    ANYWHERE = (_anywhere_targets, _anywhere_sources, "")
    JUMP = (_jump_targets, _jump_sources, "not_two_away")
    SLIDE = (_slide_targets, _step_sources, "not_where_it_slides")
    STEP = (_step_targets, _step_sources, "not_adjacent_step")
    FIRST_FREE = (_first_free_targets, _first_free_sources, "not_first_free")

    def __init__(self, targets: Callable[[int, int], int], sources: Callable[[int, int], int], code: str) -> None:
        """Store functions and code as attributes."""
        self.targets = targets
        self.sources = sources
        self.code = code
