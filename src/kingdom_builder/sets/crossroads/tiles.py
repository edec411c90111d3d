"""The location tiles of Crossroads (docs/rules.md R5.13 to R5.20)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kingdom_builder.engine.actions.base import LAND, Passive
from kingdom_builder.engine.actions.build import Build, BuildOnEither
from kingdom_builder.engine.hooks import Hooks
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import CANYON, FOREST, MOUNTAIN, TERRAINS, TERRAINS_OF_CARD, WATER
from kingdom_builder.sets.crossroads.pieces import SHIP, WAGON
from kingdom_builder.sets.crossroads.tokens import Barracks, CityHall, MovableToken
from kingdom_builder.sets.entries import Tile

_CROSSROADS = 478


@dataclass(frozen=True)
class Fort(BuildOnEither):
    """Draw a terrain card and build one settlement on its terrain, either one of a swamp card (R5.18)."""

    draws_cards: ClassVar[bool] = True

    def terrains(self, key: int) -> tuple[int, ...]:
        """Return what the card drawn shows."""
        return TERRAINS_OF_CARD[key]

    def has_resources(self, pos: Position, seat: int) -> bool:
        """Return whether there is a settlement in supply and a card to draw."""
        return pos.players[seat].supply > 0 and bool(pos.deck.draw or pos.deck.discard)

    def can_start(self, pos: Position, seat: int) -> bool:
        """Return whether it is ready: the terrain is not known before the draw, so no target is needed."""
        return self.has_resources(pos, seat)

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return where to build on the terrain of the position, which stands for the card drawn."""
        if pos.terrain is None:
            return 0
        return Build(self.id, self.number, self.rule, on=pos.terrain).targets(pos, seat, waived=waived)

    def start(self, pos: Position, seat: int) -> None:
        """Draw and discard the card, then ask where to build; without a hex nothing is built (R8.40)."""
        (card,) = drawn = pos.draw_cards(1)
        pos.draw_cards(0, discarded=drawn)
        if self.candidates(pos, card):
            self.start_with(pos, seat, card)

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that the terrain is not known or has no free hex."""
        if pos.terrain is None:
            return Reason("choose_card_first", "R5.18")
        return Reason("no_target", self.rule, {"needed": TERRAINS[pos.terrain]})


@dataclass(frozen=True)
class Crossroads(Passive):
    """Draw one more card at the end of the turn (R5.16)."""

    def repeatable(self, pos: Position, seat: int) -> bool:
        """Return True: it can always be repeated (R5.25)."""
        return True

    def repeat(self, pos: Position, seat: int) -> None:
        """Draw one card more at the end of this turn."""
        pos.turn_state = pos.turn_state._replace(extra_cards=pos.turn_state.extra_cards + 1)


def draw_more(pos: Position, player: PlayerState) -> None:
    """Draw one card more for each crossroads tile (R3.28)."""
    count = sum([tile.kind == _CROSSROADS for tile in player.tiles])
    if count:
        pos.turn_state = pos.turn_state._replace(extra_cards=pos.turn_state.extra_cards + count)


TILES = (
    Tile(MovableToken("lighthouse", 475, "R5.13", SHIP, (WATER,))),
    Tile(Build("foresters_lodge", 476, "R5.14", on=FOREST), builds=0.9),
    Tile(Barracks("barracks", 477, "R5.15")),
    Tile(Crossroads("crossroads", _CROSSROADS, "R5.16"), hooks=Hooks(turn_end=draw_more)),
    Tile(CityHall("city_hall", 479, "R5.17")),
    Tile(Fort("fort", 480, "R5.18"), builds=0.9),
    Tile(Build("monastery", 481, "R5.19", on=CANYON), builds=0.9),
    Tile(MovableToken("wagon", 482, "R5.20", WAGON, (LAND, MOUNTAIN))),
)
