"""The red cards of Nomads, which pay during play (docs/rules.md R7.17 to R7.20)."""

from __future__ import annotations

from kingdom_builder.engine.actions.where import Where
from kingdom_builder.engine.hexes import NEIGHBOURS, iter_hexes, runs
from kingdom_builder.engine.hooks import Hooks
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import REGULAR_SETTLEMENTS
from kingdom_builder.sets.entries import Card

FAMILIES_GOLD = 2
FAMILIES_SETTLEMENTS = 3


def families(built: int) -> int:
    """Return 2 gold when three settlements of one mandatory action lie in a straight line without a gap (R7.18)."""
    return FAMILIES_GOLD if built.bit_count() >= FAMILIES_SETTLEMENTS and runs(built, 3) else 0


def pay_families(pos: Position, regular: int) -> None:
    """Pay Families if three regular settlements were due (R7.18)."""
    if regular == REGULAR_SETTLEMENTS:
        pos.change(pos.active).gold += families(pos.built_this_turn)


def pay_shepherds(pos: Position, seat: int, player: PlayerState, built: int) -> None:
    """Pay 2 gold for each settlement just built with no empty neighbour of its own terrain (R7.19)."""
    taken = pos.walls
    for other in pos.players:
        taken |= other.pieces
    for h in iter_hexes(built):
        terrain = pos.board.terrain_of(h)
        if terrain is not None and not NEIGHBOURS[h] & pos.board.terrain[terrain] & ~taken:
            player.gold += 2


def pay_ambassadors(pos: Position, seat: int, player: PlayerState, built: int) -> None:
    """Pay 1 gold for each settlement just built next to a piece of another player (R7.20)."""
    player.gold += (built & pos.near_others(seat)).bit_count()


CARDS = (
    Card("families", "R7.18", hooks=Hooks(mandatory_done=pay_families)),
    Card("shepherds", "R7.19", hooks=Hooks(build=pay_shepherds)),
    Card("ambassadors", "R7.20", hooks=Hooks(build=pay_ambassadors), pays_at=Where.NEAR_OTHERS.hexes),
)
