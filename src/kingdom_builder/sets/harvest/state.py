"""What Harvest keeps for each player."""

from __future__ import annotations

from typing import NamedTuple

from kingdom_builder.engine.player import PlayerState
from kingdom_builder.sets.slots import HARVEST


class HarvestPlayer(NamedTuple):
    """The value of a player's number tiles (R5.28), and the lines marked for Mayors as bits (R7.31)."""

    numbers: int = 0
    lines: int = 0


def state_of(player: PlayerState) -> HarvestPlayer:
    """Return what Harvest keeps for a player."""
    found: HarvestPlayer = player.extra[HARVEST]
    return found


def number_tiles(state: HarvestPlayer) -> int:
    """Return the value of the number tiles."""
    return state.numbers
