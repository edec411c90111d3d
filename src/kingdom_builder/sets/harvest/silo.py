"""The silos, resolved after the last turn (docs/rules.md R3.35 to R3.38)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from kingdom_builder.engine.actions.base import (
    LAND,
    LegalAnswers,
    Prompt,
    blocking_reason,
    pop_frame,
    replace_frame,
)
from kingdom_builder.engine.actions.move import NO_PIECE, MovePieces, free_lifted, movable
from kingdom_builder.engine.answers import HEX_OF_ANSWER, PASS, STOP
from kingdom_builder.engine.hexes import BIT, iter_hexes, neighbours
from kingdom_builder.engine.hooks import Hooks
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.position import Frame, Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.entries import FreeAction, Special

PER_SILO = 3
_KIND = "silo"


class SiloMode(IntEnum):
    """What a silo is used for: not decided yet, building or moving."""

    OPEN = 0
    BUILDING = 1
    MOVING = 2


_STAGES = {SiloMode.OPEN: "silo", SiloMode.BUILDING: "silo_build", SiloMode.MOVING: "silo_move"}


class SiloFrame(NamedTuple):
    """What to do with a silo: silos left, its mode, how many are left of the three, the hex of a piece picked up.

    `moved` are the hexes of the pieces already moved for this silo.
    """

    action: int
    seat: int
    silos: int
    mode: SiloMode = SiloMode.OPEN
    left: int = PER_SILO
    origin: int = NO_PIECE
    moved: int = 0


@dataclass(frozen=True)
class Silo(MovePieces[SiloFrame]):
    """Build up to three, or move up to three different pieces, or nothing, for each silo next to own pieces (R3.36).

    A free hex begins building and an own piece begins moving.
    """

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return where to build, or where the piece on `origin` can go."""
        if origin is None:
            return pos.board.land & pos.free & pos.own_adjacent(seat)
        return super().targets(pos, seat, origin)

    def destinations(self, pos: Position, seat: int, origin: int) -> int:
        """Return the free land next to own pieces, the moved one left out (R3.37)."""
        return pos.board.land & free_lifted(pos, seat, origin) & neighbours(pos.own_pieces(seat) ^ BIT[origin])

    def sources(self, pos: Position, seat: int) -> int:
        """Return the pieces that have somewhere to go."""
        return sum(BIT[h] for h in iter_hexes(movable(pos.players[seat])) if self.destinations(pos, seat, h))

    def legal(self, pos: Position, frame: SiloFrame) -> LegalAnswers:
        """Return what the silo still allows."""
        _, seat, _, mode, _, origin, moved = frame
        if origin != NO_PIECE:
            return self.destinations(pos, seat, origin), ()
        hexes = 0
        if mode != SiloMode.MOVING and pos.players[seat].supply:
            hexes = self.targets(pos, seat)
        if mode != SiloMode.BUILDING:
            hexes |= self.sources(pos, seat) & ~moved
        return hexes, (PASS if mode == SiloMode.OPEN else STOP,)

    def apply(self, pos: Position, frame: SiloFrame, answer: int) -> None:
        """Build, pick up, put down, or go on to the next silo."""
        number, seat, silos, _, left, origin, moved = frame
        if answer in (PASS, STOP):
            _go_to_next(pos, frame)
            return
        h = HEX_OF_ANSWER[answer]
        if origin != NO_PIECE:
            pos.move_after_last_turn(seat, origin, h)
            following = SiloFrame(number, seat, silos, SiloMode.MOVING, left - 1, moved=moved | BIT[h])
        elif pos.players[seat].pieces >> h & 1:
            replace_frame(pos, SiloFrame(number, seat, silos, SiloMode.MOVING, left, h, moved))
            return
        else:
            pos.build_after_last_turn(seat, h)
            following = SiloFrame(number, seat, silos, SiloMode.BUILDING, left - 1)
        if left > 1 and self.legal(pos, following)[0]:
            replace_frame(pos, following)
        else:
            _go_to_next(pos, frame)

    def prompt(self, pos: Position, frame: SiloFrame) -> Prompt:
        """Ask for a hex or a piece."""
        if frame.origin != NO_PIECE:
            return super().prompt(pos, frame)
        places = None if frame.mode == SiloMode.MOVING else SETTLEMENT
        return Prompt(_STAGES[frame.mode], "land", frame.left, places=places)

    def why_not(self, pos: Position, frame: SiloFrame, h: int) -> Reason:
        """Return why nothing can be built there, or no piece moved."""
        _, seat, _, mode, _, origin, moved = frame
        if origin != NO_PIECE:
            reason = blocking_reason(pos, h, (LAND,), self.rule, lifted=BIT[origin])
            return reason or Reason("needs_own_neighbour", self.rule)
        if moved >> h & 1:
            return Reason("moved_already", self.rule)
        if mode == SiloMode.MOVING or pos.players[seat].pieces >> h & 1:
            mixed = mode == SiloMode.BUILDING and self.sources(pos, seat) >> h & 1
            return Reason("no_mixture", self.rule) if mixed else self.why_not_piece(pos, seat, h)
        lacking = "no_supply" if not pos.players[seat].supply else "needs_own_neighbour"
        return blocking_reason(pos, h, (LAND,), self.rule) or Reason(lacking, self.rule)

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that nothing free touches an own piece, or the piece cannot move."""
        if origin is not None:
            return self.why_not_piece(pos, seat, origin)
        return Reason("needs_own_neighbour", self.rule)


def _go_to_next(pos: Position, frame: SiloFrame) -> None:
    if frame.silos > 1:
        replace_frame(pos, SiloFrame(frame.action, frame.seat, frame.silos - 1))
    else:
        pop_frame(pos)


SILO_ACTION = Silo("silo", 512, "R3.36", to=LAND)


def ask_silos(pos: Position) -> tuple[Frame, ...]:
    """Return the questions to each player with silos next to own pieces, from the start player on (R3.35)."""
    players = len(pos.players)
    silos = pos.board.special_hexes(_KIND)
    order = [(pos.setup.start + i) % players for i in range(players)]
    entitled = [(seat, (pos.players[seat].adjacent & silos).bit_count()) for seat in reversed(order)]
    return tuple([SiloFrame(SILO_ACTION.number, seat, count) for seat, count in entitled if count])


def _has_silos(setup: Setup, tiles: frozenset[int]) -> bool:
    return setup.board.special_hexes(_KIND) != 0


SILO = Special(_KIND, "R3.35", letter="O", hooks=Hooks(before_scoring=ask_silos))
SILO_USE = FreeAction(SILO_ACTION, present=_has_silos, optional=False)
