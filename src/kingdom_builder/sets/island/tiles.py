"""The tiles of the Island and the cave action (docs/rules.md R5.33, R5.34, R5.41)."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom_builder.engine.actions.base import LAND, NONE, Action
from kingdom_builder.engine.actions.move import Move, movable
from kingdom_builder.engine.hexes import BIT, each, neighbours
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import CANYON, FOREST


@dataclass(frozen=True)
class CaveAction(Move):
    """Move a piece next to a cave to land next to any cave (R5.41)."""

    def sources(self, pos: Position, who: int) -> int:
        """Return the pieces next to a cave that have somewhere to go."""
        near = movable(pos.seats[who], self.kinds) & neighbours(pos.setup.caves)
        return sum(BIT[h] for h in each(near) if self.destinations(pos, who, h))

    def destinations(self, pos: Position, who: int, origin: int) -> int:
        """Return the free land next to any cave; a piece on a cave is not next to that one."""
        near = neighbours(pos.setup.caves)
        return super().destinations(pos, who, origin) & near if near >> origin & 1 else 0


TILES: tuple[Action, ...] = (
    Move("rope_bridge", "R5.33", to=CANYON),
    Move("tree_house", "R5.34", to=FOREST),
)
CAVE_ACTION = CaveAction("cave_action", "R5.41", to=LAND, adjacency=NONE, unmet="not_near_cave")
