"""The bonus tiles of Marshlands: taken with the second location tile of a kind (docs/rules.md R4.15, R4.22)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeVar

from kingdom_builder.engine.actions.base import Action
from kingdom_builder.engine.actions.move import Move
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Frame, Position
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.marshlands.state import BonusTile, MarshlandsPlayer
from kingdom_builder.sets.slots import MARSHLANDS

TEMPLE, REFUGE, CANOE, FOUNTAIN = 483, 484, 485, 486
TILE_NUMBERS = frozenset((TEMPLE, REFUGE, CANOE, FOUNTAIN))
BONUS_TILES = 2
"""How many bonus tiles there are of each kind (R1.13)."""

F = TypeVar("F", bound=Frame)


def state_of(player: PlayerState) -> MarshlandsPlayer:
    """Return what Marshlands keeps for a player."""
    found: MarshlandsPlayer = player.extra[MARSHLANDS]
    return found


def has_bonus(pos: Position, seat: int, kind: int) -> bool:
    """Return whether a player has the bonus tile of a kind of location, not taken in this turn (R4.16)."""
    for tile in pos.players[seat].extra[MARSHLANDS].bonus:
        if tile.kind == kind and tile.acquired_turn != pos.turn:
            return True
    return False


def take_bonus(pos: Position, player: PlayerState, kind: int) -> None:
    """Take the bonus tile with the second tile of a kind (R4.15)."""
    state = state_of(player)
    owned = sum([tile.kind == kind for tile in player.tiles])
    taken = sum([state_of(other).bonus_ever.count(kind) for other in pos.players])
    if owned == 2 and taken < BONUS_TILES:
        bonus = (*state.bonus, BonusTile(kind, pos.turn))
        player.set_extra(MARSHLANDS, MarshlandsPlayer(bonus, (*state.bonus_ever, kind)))


def lose_bonus(pos: Position, player: PlayerState, kind: int) -> None:
    """Lose the bonus tile with one of its two location tiles (R4.22)."""
    state = state_of(player)
    kept = tuple([tile for tile in state.bonus if tile.kind != kind])
    if len(kept) != len(state.bonus):
        player.set_extra(MARSHLANDS, state._replace(bonus=kept))


def ready_bonuses(pos: Position, player: PlayerState) -> None:
    """Make bonus tiles unused at the end of the turn (R3.27)."""
    state = state_of(player)
    if state.bonus and any(tile.used for tile in state.bonus):
        player.set_extra(MARSHLANDS, state._replace(bonus=tuple([tile._replace(used=False) for tile in state.bonus])))


@dataclass(frozen=True)
class BonusAction(Action[F]):
    """An action that a bonus tile allows once a turn; `bonus` is the number of its location tile."""

    bonus: ClassVar[int]

    def can_start(self, pos: Position, seat: int) -> bool:
        """Return whether the player has the bonus tile unused, and the action itself can start."""
        for kind, since, used in pos.players[seat].extra[MARSHLANDS].bonus:
            if kind == self.bonus and not used and since != pos.turn:
                return super().can_start(pos, seat)
        return False

    def start(self, pos: Position, seat: int) -> None:
        """Use the bonus tile."""
        player = pos.change(seat)
        state = state_of(player)
        used = [tile._replace(used=True) if tile.kind == self.bonus else tile for tile in state.bonus]
        player.set_extra(MARSHLANDS, state._replace(bonus=tuple(used)))
        super().start(pos, seat)


@dataclass(frozen=True)
class RefugeBonus(BonusAction, Move):  # type: ignore[type-arg]
    """Move to the first free land (R5.36)."""

    bonus: ClassVar[int] = REFUGE


def in_game(setup: Setup, tiles: frozenset[int]) -> bool:
    """Return whether a game has a location of Marshlands, so bonus tiles too."""
    return not tiles.isdisjoint(TILE_NUMBERS)
