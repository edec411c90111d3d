"""The nomad tiles (docs/rules.md section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from kingdom_builder.engine.actions.base import (
    LAND,
    NONE,
    Action,
    LegalAnswers,
    Passive,
    Prompt,
    Stage,
    pop_frame,
    push_frame,
    replace_frame,
)
from kingdom_builder.engine.actions.build import Build
from kingdom_builder.engine.actions.move import NO_PIECE, MovePieces
from kingdom_builder.engine.actions.where import Travel
from kingdom_builder.engine.answers import HEX_OF_ANSWER, STOP
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import CANYON, DESERT, FLOWER, FOREST, GRASS, MOUNTAIN, WATER
from kingdom_builder.engine.tiles import use_nomad
from kingdom_builder.sets.entries import NomadTile

TREASURE_GOLD = 3


class StepsFrame(NamedTuple):
    """Which piece to move by one step, or where to: steps left, and the hex of the piece picked up."""

    action: int
    seat: int
    left: int
    origin: int = NO_PIECE


@dataclass(frozen=True)
class Resettlement(MovePieces[StepsFrame]):
    """Move own pieces by up to four single steps in all (R6.3).

    Each step is a separate move, so at most four pieces are moved.
    """

    steps: int = 4

    def start(self, pos: Position, seat: int) -> None:
        """Ask for the first piece."""
        push_frame(pos, StepsFrame(self.number, seat, self.steps))

    def legal(self, pos: Position, frame: StepsFrame) -> LegalAnswers:
        """Return the pieces or a piece's neighbours; from the second step on, also to stop."""
        if frame.origin != NO_PIECE:
            return self.targets(pos, frame.seat, frame.origin), ()
        return self.targets(pos, frame.seat), (STOP,) if frame.left < self.steps else ()

    def apply(self, pos: Position, frame: StepsFrame, answer: int) -> None:
        """Pick a piece up, or step with it and ask for the next one."""
        number, seat, left, origin = frame
        if answer == STOP:
            pop_frame(pos)
            return
        h = HEX_OF_ANSWER[answer]
        if origin == NO_PIECE:
            replace_frame(pos, StepsFrame(number, seat, left, h))
            return
        pos.move(seat, origin, h)
        if left > 1 and self.targets(pos, seat):
            replace_frame(pos, StepsFrame(number, seat, left - 1))
        else:
            pop_frame(pos)

    def prompt(self, pos: Position, frame: StepsFrame) -> Prompt:
        """Ask which piece, then where to, with the steps left."""
        return super().prompt(pos, frame)._replace(left=frame.left)


class SwordFrame(NamedTuple):
    """Which piece to remove: the seats that have lost one already."""

    action: int
    seat: int
    hit: tuple[int, ...] = ()


@dataclass(frozen=True)
class Sword(Action[SwordFrame]):
    """Remove one piece of every other player (R6.5)."""

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return the pieces that can be removed."""
        return _removable(pos, {seat})

    def start(self, pos: Position, seat: int) -> None:
        """Ask for the first piece."""
        push_frame(pos, SwordFrame(self.number, seat))

    def legal(self, pos: Position, frame: SwordFrame) -> LegalAnswers:
        """Return the pieces of every player who has not lost one yet."""
        return _removable(pos, {frame.seat, *frame.hit}), ()

    def apply(self, pos: Position, frame: SwordFrame, answer: int) -> None:
        """Remove the piece, and ask again while another player can lose one."""
        number, seat, hit = frame
        h = HEX_OF_ANSWER[answer]
        owner = next(i for i, player in enumerate(pos.players) if player.pieces >> h & 1)
        pos.remove(owner, h)
        if _removable(pos, {seat, *hit, owner}):
            replace_frame(pos, SwordFrame(number, seat, (*hit, owner)))
        else:
            pop_frame(pos)

    def prompt(self, pos: Position, frame: SwordFrame) -> Prompt:
        """Ask which piece to remove."""
        return Prompt(Stage.REMOVE)

    def why_not(self, pos: Position, frame: SwordFrame, h: int) -> Reason:
        """Return why a piece cannot be removed."""
        for owner, player in enumerate(pos.players):
            if player.pieces >> h & 1:
                if owner in frame.hit:
                    return Reason("already_hit", self.rule, {"owner": owner})
                return Reason("own_piece" if owner == frame.seat else "city_hall_stays", self.rule)
        return Reason("no_foreign_piece_here", self.rule)

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that nobody else has a piece to lose."""
        return Reason("no_foreign_piece", self.rule)


def _removable(pos: Position, spared: set[int]) -> int:
    found = 0
    for i, player in enumerate(pos.players):
        if i not in spared:
            found |= player.pieces
            for kind, hexes in player.tokens:
                if not kind.removable:
                    found &= ~hexes
    return found


@dataclass(frozen=True)
class Outpost(Passive):
    """Build one settlement without being adjacent; offered inside a build (R6.4)."""

    stage: ClassVar[str] = "build_outpost"

    def can_waive(self, pos: Position, seat: int) -> bool:
        """Return whether the player has one that was not taken in this turn (R6.1)."""
        for tile in pos.players[seat].nomads:  # noqa: SIM110 - faster than any()
            if tile.kind == self.number and tile.acquired_turn != pos.turn:
                return True
        return False

    def waive(self, pos: Position, seat: int) -> None:
        """Use it up."""
        use_nomad(pos, seat, self.number)


def pay_treasure(player: PlayerState) -> None:
    """Pay 3 gold when the tile is taken (R6.6)."""
    player.gold += TREASURE_GOLD


NOMAD_TILES = (
    NomadTile(Build("donation:grass", 497, "R6.2", on=GRASS, count=3)),
    NomadTile(Build("donation:canyon", 498, "R6.2", on=CANYON, count=3)),
    NomadTile(Build("donation:desert", 499, "R6.2", on=DESERT, count=3)),
    NomadTile(Build("donation:flower", 500, "R6.2", on=FLOWER, count=3)),
    NomadTile(Build("donation:forest", 501, "R6.2", on=FOREST, count=3)),
    NomadTile(Build("donation:water", 502, "R6.2", on=WATER, count=3)),
    NomadTile(Build("donation:mountain", 503, "R6.2", on=MOUNTAIN, count=3)),
    NomadTile(Resettlement("resettlement", 504, "R6.3", to=LAND, travel=Travel.STEP, adjacency=NONE), copies=2),
    NomadTile(Outpost("outpost", 505, "R6.4"), copies=2, waiver=True),
    NomadTile(Sword("sword", 506, "R6.5"), copies=2),
    NomadTile(Passive("treasure", 507, "R6.6"), copies=2, at_once=pay_treasure),
)
