"""The task cards of Crossroads (docs/rules.md R7.34 to R7.39), each fulfilled at most once."""

from __future__ import annotations

from kingdom_builder.engine.hexes import (
    DIAGONALS,
    EDGES,
    NEIGHBOURS,
    OUTER_EDGE,
    each,
    in_lines,
    neighbours,
    surrounded,
)
from kingdom_builder.engine.position import Position
from kingdom_builder.sets.base.cards import Earned


def home_country(pos: Position, who: int) -> Earned:
    """5 gold for occupying a whole terrain area of any size and kind (R7.34)."""
    pieces = pos.seats[who].pieces
    owned = sum(area for area in pos.board.terrain_areas if area & pieces == area)
    return (5, owned) if owned else (0, 0)


def fortress(pos: Position, who: int) -> Earned:
    """6 gold for a piece whose six neighbours all hold own pieces (R7.35)."""
    pieces = pos.seats[who].pieces
    centres = surrounded(pieces)
    return (6, centres | neighbours(centres)) if centres else (0, 0)


def road(pos: Position, who: int) -> Earned:
    """7 gold for seven pieces without a gap on a diagonal line (R7.36)."""
    earning = in_lines(pos.seats[who].pieces, 7, DIAGONALS)
    return (7, earning) if earning else (0, 0)


def place_of_refuge(pos: Position, who: int) -> Earned:
    """8 gold for a special hex whose six neighbours all hold own pieces (R7.37)."""
    pieces, earning = pos.seats[who].pieces, 0
    for h in each(pos.board.special & pos.seats[who].reach):
        around = NEIGHBOURS[h]
        if around.bit_count() == 6 and around & pieces == around:
            earning |= around
    return (8, earning) if earning else (0, 0)


def advance(pos: Position, who: int) -> Earned:
    """9 gold for seven pieces on one outer edge (R7.38)."""
    pieces = pos.seats[who].pieces
    earning = 0
    for edge in EDGES:
        if (pieces & edge).bit_count() >= 7:
            earning |= pieces & edge
    return (9, earning) if earning else (0, 0)


def compass_points(pos: Position, who: int) -> Earned:
    """10 gold for a piece on each of the four outer edges; a corner serves two (R7.39)."""
    pieces = pos.seats[who].pieces
    return (10, pieces & OUTER_EDGE) if all(pieces & edge for edge in EDGES) else (0, 0)


TASK_CARDS = {task.__name__: task for task in (home_country, fortress, road, place_of_refuge, advance, compass_points)}
