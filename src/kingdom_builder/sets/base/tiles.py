"""The location tiles of the base game (docs/rules.md R5.1 to R5.8)."""

from __future__ import annotations

from kingdom_builder.engine.actions.base import CARD, LAND, NONE, Action, Build
from kingdom_builder.engine.actions.move import JUMP, ON_WATER, Move
from kingdom_builder.engine.hexes import AXES, OUTER_EDGE, shift
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import DESERT, GRASS, WATER


def ends_of_lines(pos: Position, who: int) -> int:
    """Return the hexes that continue a straight line of at least three own pieces (R5.5)."""
    own, ends = pos.own(who), 0
    for axis in AXES:
        thirds = own & shift(own, axis) & shift(own, 2 * axis)
        if thirds:
            ends |= shift(thirds, axis) | shift(thirds, -3 * axis)
    return ends


def outer_edge(pos: Position, who: int) -> int:
    """Return the outer edge of the main board, never of the Island (R5.4, R0.17)."""
    return OUTER_EDGE


TILES: tuple[Action, ...] = (
    Build("oracle", "R5.1", on=CARD),
    Build("farm", "R5.2", on=GRASS),
    Build("oasis", "R5.3", on=DESERT),
    Build("tower", "R5.4", on=LAND, where=outer_edge, unmet="not_on_edge"),
    Build("tavern", "R5.5", on=LAND, where=ends_of_lines, unmet="not_end_of_line", adjacency=NONE),
    Move("barn", "R5.6", to=CARD),
    Move("harbor", "R5.7", to=WATER, kinds=ON_WATER),
    Move("paddock", "R5.8", to=LAND, travel=JUMP, adjacency=NONE),
)
