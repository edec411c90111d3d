"""The red cards of Nomads, which pay during play (docs/rules.md R7.17 to R7.20)."""

from __future__ import annotations

from kingdom_builder.engine.hexes import NEIGHBOURS, each, in_lines
from kingdom_builder.engine.position import Position

FAMILIES_GOLD = 2
FAMILIES_SETTLEMENTS = 3


def families(built: int) -> int:
    """Return 2 gold when three settlements of one mandatory action lie in a straight line without a gap (R7.18)."""
    return FAMILIES_GOLD if built.bit_count() >= FAMILIES_SETTLEMENTS and in_lines(built, 3) else 0


def shepherds(pos: Position, who: int, built: int) -> int:
    """Return 2 gold for each settlement just built with no empty neighbour of its own terrain (R7.19)."""
    taken = pos.walls
    for seat in pos.seats:
        taken |= seat.pieces
    gold = 0
    for h in each(built):
        terrain = pos.board.terrain_of(h)
        if terrain is not None and not NEIGHBOURS[h] & pos.board.terrain[terrain] & ~taken:
            gold += 2
    return gold


def ambassadors(pos: Position, who: int, built: int) -> int:
    """Return 1 gold for each settlement just built next to a piece of another player (R7.20)."""
    reached = 0
    for i, seat in enumerate(pos.seats):
        if i != who:
            reached |= seat.reach
    return (built & reached).bit_count()


RED_CARDS = {"shepherds": shepherds, "ambassadors": ambassadors}
"""The cards that look at every build; Families looks at the mandatory action as a whole."""
