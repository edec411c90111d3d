"""The scout cabin and its scouts, which stand for one turn (docs/rules.md R5.30)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kingdom_builder.engine.actions.base import (
    LAND,
    CountFrame,
    Prompt,
    blocking_reason,
    hexes_on,
)
from kingdom_builder.engine.actions.place import Place
from kingdom_builder.engine.hexes import BIT, neighbours
from kingdom_builder.engine.pieces import PieceKind
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import MOUNTAIN, WATER

SCOUT = PieceKind("scout", 4, removable=False, temporary=True)
SCOUTS = 2
"""How many scouts a player has (R1.11)."""

_GROUND = (LAND, WATER, MOUNTAIN)


@dataclass(frozen=True)
class ScoutCabin(Place):
    """Place one or two scouts next to own pieces or each other until the end of the turn."""

    most: ClassVar[int] = SCOUTS

    def can_start(self, pos: Position, seat: int) -> bool:
        """Return whether there is a place for the first scout; those on the board are taken back before."""
        return _ground(pos) & _free_without_scouts(pos) & pos.players[seat].adjacent != 0

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return where a scout may stand while there is one in hand (R1.11)."""
        if pos.turn_state.temporary.bit_count() == SCOUTS:
            return 0
        return _ground(pos) & pos.free & pos.own_adjacent(seat)

    def start(self, pos: Position, seat: int) -> None:
        """Take back scouts placed before, and ask for the first."""
        if pos.turn_state.temporary:
            pos.set_temporary(0)
        super().start(pos, seat)

    def place(self, pos: Position, h: int) -> None:
        """Place a scout."""
        pos.set_temporary(pos.turn_state.temporary | BIT[h])

    def prompt(self, pos: Position, frame: CountFrame) -> Prompt:
        """Ask where to put a scout."""
        return Prompt("scout", left=SCOUTS - frame.done, places=SCOUT.id)

    def why_not(self, pos: Position, frame: CountFrame, h: int) -> Reason:
        """Return why no scout can stand there."""
        return blocking_reason(pos, h, _GROUND, self.rule) or Reason("needs_own_neighbour", self.rule)

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that both scouts stand on the board, or that nothing free touches an own piece."""
        if pos.turn_state.temporary.bit_count() == SCOUTS:
            return Reason("on_board_already", "R1.11", {"kind": SCOUT.id})
        return Reason("needs_own_neighbour", self.rule)


def _ground(pos: Position) -> int:
    return sum(hexes_on(pos, on) for on in _GROUND)


def _free_without_scouts(pos: Position) -> int:
    """Return the hexes that would be free without the scouts on the board."""
    scouts = pos.turn_state.temporary
    return pos.free | scouts & ~neighbours(pos.blockers()) if scouts else pos.free
