"""What Marshlands keeps for each player."""

from __future__ import annotations

from typing import NamedTuple


class BonusTile(NamedTuple):
    """A bonus tile: the number of the location tile it belongs to, the turn it was taken in, whether it is used."""

    kind: int
    acquired_turn: int
    used: bool = False


class MarshlandsPlayer(NamedTuple):
    """The bonus tiles of a player, and the kinds of bonus tile ever taken."""

    bonus: tuple[BonusTile, ...] = ()
    bonus_ever: tuple[int, ...] = ()


def bonus_tiles(state: MarshlandsPlayer) -> list[int]:
    """Return the numbers of the bonus tiles: those of their location tiles."""
    return [tile.kind for tile in state.bonus]
