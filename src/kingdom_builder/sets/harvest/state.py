"""What Harvest keeps for each player."""

from __future__ import annotations

from typing import NamedTuple

from kingdom_builder.engine.player import Seat
from kingdom_builder.sets.slots import HARVEST


class HarvestPlayer(NamedTuple):
    """The value of a player's number tiles (R5.28), and the lines marked for Mayors as bits (R7.31)."""

    numbers: int = 0
    lines: int = 0


def state_of(seat: Seat) -> HarvestPlayer:
    """Return what Harvest keeps for a player."""
    found: HarvestPlayer = seat.extra[HARVEST]
    return found
