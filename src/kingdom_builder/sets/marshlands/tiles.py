"""The location tiles of Marshlands and their bonus actions (docs/rules.md R5.21 to R5.24, R5.36 to R5.39)."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom_builder.engine.actions.base import (
    LAND,
    NONE,
    Action,
    LegalAnswers,
    PlainFrame,
    Prompt,
    blocking_reason,
    hexes_on,
    pop_frame,
    push_frame,
)
from kingdom_builder.engine.actions.build import Build, BuildFrame
from kingdom_builder.engine.actions.move import Move
from kingdom_builder.engine.actions.where import Travel, Where
from kingdom_builder.engine.answers import HEX_OF_ANSWER
from kingdom_builder.engine.hooks import Hooks
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import MOUNTAIN
from kingdom_builder.sets.entries import FreeAction, Tile
from kingdom_builder.sets.marshlands.bonus import (
    FOUNTAIN,
    REFUGE,
    TEMPLE,
    RefugeBonus,
    has_bonus,
    in_game,
    lose_bonus,
    ready_bonuses,
    take_bonus,
)
from kingdom_builder.sets.marshlands.canoe import CANOE_ACTION, CanoeBonus, ask_canoes


@dataclass(frozen=True)
class Fountain(Build):
    """Build next to exactly one own piece and no foreign one; with the bonus on mountains too (R5.22, R5.37)."""

    def grounds(self, pos: Position, seat: int) -> tuple[int, ...]:
        """Return where it may build."""
        return (LAND, MOUNTAIN) if has_bonus(pos, seat, FOUNTAIN) else (LAND,)

    def candidates(self, pos: Position, seat: int) -> int:
        """Return the free hexes that meet the condition."""
        ground = sum(hexes_on(pos, on) for on in self.grounds(pos, seat))
        return ground & pos.free & Where.ONE_OWN_NEIGHBOUR.hexes(pos, seat)

    def why_not(self, pos: Position, frame: BuildFrame, h: int) -> Reason:
        """Return what the hex lacks."""
        reason = blocking_reason(pos, h, self.grounds(pos, frame.seat), self.rule)
        return reason or Reason(Where.ONE_OWN_NEIGHBOUR.code, self.rule)


@dataclass(frozen=True)
class Temple(Action[PlainFrame]):
    """Set one own settlement aside until the mandatory action of the next turn (R5.24)."""

    def has_resources(self, pos: Position, seat: int) -> bool:
        """Return whether there is a supply, or the end cannot be delayed any more because it is triggered (R3.34)."""
        return pos.players[seat].supply > 0 or pos.end_triggered

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return the own settlements; other pieces are none (R4.25)."""
        return pos.players[seat].settlements

    def start(self, pos: Position, seat: int) -> None:
        """Ask for the settlement."""
        push_frame(pos, PlainFrame(self.number, seat))

    def legal(self, pos: Position, frame: PlainFrame) -> LegalAnswers:
        """Return the settlements."""
        return self.targets(pos, frame.seat), ()

    def apply(self, pos: Position, frame: PlainFrame, answer: int) -> None:
        """Lift the settlement."""
        pop_frame(pos)
        pos.set_aside(frame.seat, HEX_OF_ANSWER[answer])

    def prompt(self, pos: Position, frame: PlainFrame) -> Prompt:
        """Ask which settlement."""
        return Prompt("hold")

    def why_not(self, pos: Position, frame: PlainFrame, h: int) -> Reason:
        """Return that it is not an own settlement."""
        player = pos.players[frame.seat]
        if player.pieces >> h & 1:
            return Reason("kind_cannot_move", "R4.25", {"kind": player.kind_at(h)})
        return Reason("not_your_piece", self.rule)

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that there is no settlement to set aside."""
        return Reason("no_piece", self.rule)


def has_temple_bonus(pos: Position, seat: int) -> bool:
    """Return whether the first mandatory settlement may stand anywhere (R5.39)."""
    return has_bonus(pos, seat, TEMPLE)


TILES = (
    Tile(
        Temple("temple", TEMPLE, "R5.24"),
        hooks=Hooks(taken=take_bonus, lost=lose_bonus, turn_end=ready_bonuses, first_anywhere=has_temple_bonus),
    ),
    Tile(
        Move("refuge", REFUGE, "R5.21", to=LAND, travel=Travel.STEP, adjacency=NONE),
        hooks=Hooks(taken=take_bonus, lost=lose_bonus, turn_end=ready_bonuses),
    ),
    Tile(
        CANOE_ACTION,
        builds=0.3,
        hooks=Hooks(taken=take_bonus, lost=lose_bonus, turn_end=ready_bonuses, emptied=ask_canoes),
    ),
    Tile(
        Fountain("fountain", FOUNTAIN, "R5.22", on=LAND, where=Where.ONE_OWN_NEIGHBOUR, adjacency=NONE),
        builds=0.9,
        hooks=Hooks(taken=take_bonus, lost=lose_bonus, turn_end=ready_bonuses),
    ),
)

BONUS_ACTIONS = (
    FreeAction(
        RefugeBonus("refuge_bonus", 510, "R5.36", to=LAND, travel=Travel.FIRST_FREE, adjacency=NONE), present=in_game
    ),
    FreeAction(CanoeBonus("canoe_bonus", 511, "R5.38"), present=in_game),
)
"""The bonus actions of refuge and canoe; the bonuses of temple and fountain change other actions instead."""
