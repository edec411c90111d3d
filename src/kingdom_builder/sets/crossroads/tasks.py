"""The task cards of Crossroads (docs/rules.md R7.34 to R7.39), each fulfilled at most once."""

from __future__ import annotations

from kingdom_builder.engine.hexes import (
    DIAGONALS,
    EDGES,
    NEIGHBOURS,
    OUTER_EDGE,
    interior,
    iter_hexes,
    neighbours,
    runs,
)
from kingdom_builder.engine.hooks import Score
from kingdom_builder.engine.position import Position
from kingdom_builder.sets.entries import Task


def home_country(pos: Position, seat: int) -> Score:
    """5 gold for occupying a whole terrain area of any size and kind (R7.34)."""
    pieces = pos.players[seat].pieces
    owned = sum(area for area in pos.board.terrain_areas if area & pieces == area)
    return (5, owned) if owned else (0, 0)


def fortress(pos: Position, seat: int) -> Score:
    """6 gold for a piece whose six neighbours all hold own pieces (R7.35)."""
    pieces = pos.players[seat].pieces
    centres = interior(pieces)
    return (6, centres | neighbours(centres)) if centres else (0, 0)


def road(pos: Position, seat: int) -> Score:
    """7 gold for seven pieces without a gap on a diagonal line (R7.36)."""
    earning = runs(pos.players[seat].pieces, 7, DIAGONALS)
    return (7, earning) if earning else (0, 0)


def place_of_refuge(pos: Position, seat: int) -> Score:
    """8 gold for a special hex whose six neighbours all hold own pieces (R7.37)."""
    pieces, earning = pos.players[seat].pieces, 0
    for h in iter_hexes(pos.board.special & pos.players[seat].adjacent):
        around = NEIGHBOURS[h]
        if around.bit_count() == 6 and around & pieces == around:
            earning |= around
    return (8, earning) if earning else (0, 0)


def advance(pos: Position, seat: int) -> Score:
    """9 gold for seven pieces on one outer edge (R7.38)."""
    pieces = pos.players[seat].pieces
    earning = 0
    for edge in EDGES:
        if (pieces & edge).bit_count() >= 7:
            earning |= pieces & edge
    return (9, earning) if earning else (0, 0)


def compass_points(pos: Position, seat: int) -> Score:
    """10 gold for a piece on each of the four outer edges; a corner serves two (R7.39)."""
    pieces = pos.players[seat].pieces
    return (10, pieces & OUTER_EDGE) if all(pieces & edge for edge in EDGES) else (0, 0)


TASKS = (
    Task("home_country", "R7.34", home_country),
    Task("fortress", "R7.35", fortress),
    Task("road", "R7.36", road),
    Task("place_of_refuge", "R7.37", place_of_refuge),
    Task("advance", "R7.38", advance),
    Task("compass_points", "R7.39", compass_points, whole_board=True),
)
