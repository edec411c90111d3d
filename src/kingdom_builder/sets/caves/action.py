"""The cave action (docs/rules.md R5.41)."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom_builder.engine.actions.base import LAND, NONE
from kingdom_builder.engine.actions.move import Move, movable
from kingdom_builder.engine.hexes import BIT, iter_hexes, neighbours
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.caves.setup import PART
from kingdom_builder.sets.entries import FreeAction


@dataclass(frozen=True)
class CaveAction(Move):
    """Move a piece next to a cave to land next to any cave (R5.41)."""

    def sources(self, pos: Position, seat: int) -> int:
        """Return the pieces next to a cave that have somewhere to go."""
        near = movable(pos.players[seat]) & neighbours(pos.setup.marked(PART))
        return sum(BIT[h] for h in iter_hexes(near) if self.destinations(pos, seat, h))

    def destinations(self, pos: Position, seat: int, origin: int) -> int:
        """Return the free land next to any cave; a piece on a cave is not next to that one."""
        near = neighbours(pos.setup.marked(PART))
        return super().destinations(pos, seat, origin) & near if near >> origin & 1 else 0


def _has_caves(setup: Setup, tiles: frozenset[int]) -> bool:
    return setup.marked(PART) != 0


CAVE_ACTION = FreeAction(
    CaveAction("cave_action", 509, "R5.41", to=LAND, adjacency=NONE, code="not_near_cave"), present=_has_caves
)
