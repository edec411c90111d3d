"""How many turns a game still has, and how much each player will build in them."""

from __future__ import annotations

from kingdom_builder.engine.player import SETTLEMENTS
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import REGULAR_SETTLEMENTS
from kingdom_builder.sets.registry import REGISTRY

ROUNDS = 14.0
"""How many rounds a game has, about: the unit of turns that are left."""


def still_to_come(pos: Position) -> tuple[list[float], list[float]]:
    """Return for each player the number of turns left, and which part of all settlements will be built in them.

    The turn that is being played counts as over. The game ends after the round in which the first player has built
    everything (R3.32), so a fast player leaves the others fewer turns, and later seats of the round have one more.
    """
    start, count = pos.setup.start, len(pos.players)
    played = (pos.active - start) % count
    rounds = 99.0
    paces = []
    tiles = REGISTRY.tiles
    for seat, player in enumerate(pos.players):
        rate: float = REGULAR_SETTLEMENTS
        for tile in player.tiles:
            rate += tiles[tile.kind].builds
        due = (seat - start) % count > played
        paces.append((rate, due, player.supply))
        rounds = min(rounds, player.supply / rate - due)
    rounds = max(rounds, 0.0)
    turns = [rounds + due for _, due, _ in paces]
    return turns, [min(supply, (rounds + due) * rate) / SETTLEMENTS for rate, due, supply in paces]
