"""The location tiles of Nomads (docs/rules.md R5.9 to R5.12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kingdom_builder.engine.actions.base import (
    CARD,
    LAND,
    NONE,
    CountFrame,
    Prompt,
    blocking_reason,
    hexes_on,
    target_name,
)
from kingdom_builder.engine.actions.build import Build
from kingdom_builder.engine.actions.move import Move
from kingdom_builder.engine.actions.place import Place
from kingdom_builder.engine.actions.where import Travel, Where
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import FLOWER
from kingdom_builder.sets.entries import Tile

WALLS = 25
"""How many walls the game has (R1.9)."""


@dataclass(frozen=True)
class Quarry(Place):
    """Place one or two walls on the played terrain, each next to an own piece (R5.9)."""

    most: ClassVar[int] = 2

    @property
    def needs_card(self) -> bool:
        """Walls go on the played terrain."""
        return True

    def has_resources(self, pos: Position, seat: int) -> bool:
        """Return whether there is a wall in stock (R1.9)."""
        return pos.walls.bit_count() < WALLS

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return where a wall may stand while there is one (R1.9); walls do not support one another."""
        if not self.has_resources(pos, seat):
            return 0
        return hexes_on(pos, CARD) & pos.free & pos.own_adjacent(seat)

    def place(self, pos: Position, h: int) -> None:
        """Place a wall."""
        pos.add_wall(h)

    def prompt(self, pos: Position, frame: CountFrame) -> Prompt:
        """Ask where to put a wall."""
        return Prompt("wall", target_name(pos, CARD), self.most - frame.done, places="wall")

    def why_not(self, pos: Position, frame: CountFrame, h: int) -> Reason:
        """Return why no wall can stand there."""
        return blocking_reason(pos, h, (CARD,), self.rule) or Reason("needs_own_neighbour", self.rule)

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that all walls are used, or the terrain is not chosen, used up, or touches no own piece."""
        if not self.has_resources(pos, seat):
            return Reason("on_board_already", "R1.9", {"kind": "wall"})
        if pos.terrain is None:
            return Reason("choose_card_first", "R3.4")
        if hexes_on(pos, CARD) & pos.free:
            return Reason("needs_own_neighbour", self.rule)
        return Reason("no_target", self.rule, {"needed": target_name(pos, CARD)})


TILES = (
    Tile(Quarry("quarry", 471, "R5.9")),
    Tile(Move("caravan", 472, "R5.10", to=LAND, travel=Travel.SLIDE, adjacency=NONE)),
    Tile(Build("village", 473, "R5.11", on=LAND, where=Where.THREE_OWN_NEIGHBOURS, adjacency=NONE), builds=0.9),
    Tile(Build("garden", 474, "R5.12", on=FLOWER), builds=0.9),
)
