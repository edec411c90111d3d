"""The location tiles of Harvest and the farm action (docs/rules.md R5.25 to R5.32, R5.40)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kingdom_builder.engine.actions.base import (
    CARD,
    LAND,
    REQUIRED,
    Action,
    LegalAnswers,
    PlainFrame,
    Prompt,
    pop_frame,
    push_frame,
)
from kingdom_builder.engine.actions.build import Build
from kingdom_builder.engine.actions.move import Move, free_lifted, movable
from kingdom_builder.engine.actions.where import Where
from kingdom_builder.engine.hexes import BIT, area_of, areas, iter_hexes, neighbours
from kingdom_builder.engine.hooks import Hooks
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import FARMLAND
from kingdom_builder.sets.entries import FreeAction, Tile
from kingdom_builder.sets.harvest.cathedral import Cathedral, lose_numbers, take_number
from kingdom_builder.sets.harvest.scouts import ScoutCabin


@dataclass(frozen=True)
class Bazaar(Action[PlainFrame]):
    """Repeat the action of another tile that the player owns (R5.25)."""

    repeats: ClassVar[bool] = True

    def choices(self, pos: Position, seat: int) -> tuple[int, ...]:
        """Return the tiles that can be repeated now, used or unused, but not those taken in this turn."""
        actions = pos.rules.actions
        kinds = dict.fromkeys([tile.kind for tile in pos.players[seat].tiles if tile.acquired_turn != pos.turn])
        return tuple([kind for kind in kinds if actions[kind].repeatable(pos, seat)])

    def repeatable(self, pos: Position, seat: int) -> bool:
        """Return False: no tile repeats this one."""
        return False

    def can_start(self, pos: Position, seat: int) -> bool:
        """Return whether there is something to repeat."""
        return bool(self.choices(pos, seat))

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return no hexes: the bazaar chooses a tile, and that tile its hexes."""
        return 0

    def start(self, pos: Position, seat: int) -> None:
        """Ask which tile."""
        push_frame(pos, PlainFrame(self.number, seat))

    def legal(self, pos: Position, frame: PlainFrame) -> LegalAnswers:
        """Return the tiles."""
        return 0, self.choices(pos, frame.seat)

    def apply(self, pos: Position, frame: PlainFrame, answer: int) -> None:
        """Repeat the tile's action."""
        pop_frame(pos)
        pos.rules.actions[answer].repeat(pos, frame.seat)

    def prompt(self, pos: Position, frame: PlainFrame) -> Prompt:
        """Ask which tile."""
        return Prompt("repeat")

    def why_not(self, pos: Position, frame: PlainFrame, h: int) -> Reason:
        """Return that a tile is asked for."""
        return Reason("no_hex_asked", self.rule)

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that it chooses no hex."""
        return Reason("not_an_action", self.rule)


@dataclass(frozen=True)
class Palisade(Move):
    """Move a piece of an area next to the other pieces of that area (R5.32)."""

    def sources(self, pos: Position, seat: int) -> int:
        """Return the pieces of areas of at least two that have somewhere to go."""
        pieces, found = movable(pos.players[seat]), 0
        for area in areas(pos.own_pieces(seat)):
            for h in iter_hexes(area & pieces):
                if self.destinations(pos, seat, h):
                    found |= BIT[h]
        return found

    def destinations(self, pos: Position, seat: int, origin: int) -> int:
        """Return the free land next to every remainder of the piece's area."""
        area = area_of(BIT[origin], pos.own_pieces(seat))
        return neighbours(area ^ BIT[origin]) & pos.board.land & free_lifted(pos, seat, origin)


def _has_farmland(setup: Setup, tiles: frozenset[int]) -> bool:
    return setup.board.terrain[FARMLAND] != 0


TILES = (
    Tile(Bazaar("bazaar", 487, "R5.25")),
    Tile(Build("water_mill", 488, "R5.26", on=LAND, where=Where.NEAR_WATER), builds=0.9),
    Tile(Build("mountain_station", 489, "R5.27", on=LAND, where=Where.NEAR_MOUNTAIN), builds=0.9),
    Tile(ScoutCabin("scout_cabin", 490, "R5.30")),
    Tile(Cathedral("cathedral", 491, "R5.28", on=CARD), builds=0.7, hooks=Hooks(taken=take_number, lost=lose_numbers)),
    Tile(Build("watchtower", 492, "R5.29", on=LAND, where=Where.NEAR_OTHERS), builds=0.9),
    Tile(Build("university", 493, "R5.31", on=LAND, where=Where.NEAR_SPECIAL), builds=0.9),
    Tile(Palisade("palisade", 494, "R5.32", to=LAND, code="not_near_area")),
)

FARM_ACTION = FreeAction(Build("farm_action", 508, "R5.40", on=FARMLAND, adjacency=REQUIRED), present=_has_farmland)
