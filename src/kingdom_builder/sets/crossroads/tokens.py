"""Location tiles of Crossroads that place a piece: lighthouse, barracks, city hall, wagon."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom_builder.engine.actions.base import (
    LAND,
    Action,
    CountFrame,
    LegalAnswers,
    PlainFrame,
    Prompt,
    Stage,
    blocking_reason,
    hexes_on,
    pop_frame,
    push_frame,
    replace_frame,
)
from kingdom_builder.engine.answers import HEX_OF_ANSWER, STOP, TAKE_BACK
from kingdom_builder.engine.hexes import BIT, NEIGHBOURS, interior, neighbours
from kingdom_builder.engine.pieces import PieceKind
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.sets.crossroads.pieces import CITY_HALL, WARRIOR, WARRIORS

STEPS = 3


@dataclass(frozen=True)
class MovableToken(Action[CountFrame]):
    """The ship and the wagon: place it, move it one to three steps, or take it back (R5.13, R5.20)."""

    kind: PieceKind
    on: tuple[int, ...]

    def standing(self, pos: Position, seat: int) -> int:
        """Return the hex of the token as a set, empty while it is in hand."""
        return pos.players[seat].hexes_of(self.kind.id)

    def candidates(self, pos: Position) -> int:
        """Return the free hexes where this token may stand."""
        return sum(hexes_on(pos, on) for on in self.on) & pos.free

    def can_start(self, pos: Position, seat: int) -> bool:
        """Return whether it can be placed; a token on the board can always be taken back."""
        return self.standing(pos, seat) != 0 or self.targets(pos, seat) != 0

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return where the token may be placed, or the hexes one step away from where it stands."""
        standing = self.standing(pos, seat)
        if origin is None:
            return 0 if standing else _placing_targets(pos, seat, self.candidates(pos))
        return NEIGHBOURS[origin] & self.candidates(pos) if standing == BIT[origin] else 0

    def start(self, pos: Position, seat: int) -> None:
        """Ask where to."""
        push_frame(pos, CountFrame(self.number, seat))

    def legal(self, pos: Position, frame: CountFrame) -> LegalAnswers:
        """Return places, or steps; before the first step also to take the token back, afterwards to stop."""
        seat = frame.seat
        standing = self.standing(pos, seat)
        if not standing:
            return self.targets(pos, seat), ()
        return self.targets(pos, seat, standing.bit_length() - 1), (STOP if frame.done else TAKE_BACK,)

    def apply(self, pos: Position, frame: CountFrame, answer: int) -> None:
        """Place, step or take back; after a step ask for the next one while there is any (R3.18, R8.39)."""
        number, seat, steps = frame
        standing = self.standing(pos, seat)
        if answer == STOP:
            pop_frame(pos)
        elif answer == TAKE_BACK:
            pop_frame(pos)
            pos.remove(seat, standing.bit_length() - 1)
        elif not standing:
            pop_frame(pos)
            pos.place(seat, self.kind, BIT[HEX_OF_ANSWER[answer]])
        else:
            h = HEX_OF_ANSWER[answer]
            pos.move(seat, standing.bit_length() - 1, h)
            if steps + 1 < STEPS and self.targets(pos, seat, h):
                replace_frame(pos, CountFrame(number, seat, steps + 1))
            else:
                pop_frame(pos)

    def prompt(self, pos: Position, frame: CountFrame) -> Prompt:
        """Ask where to place it, or where to step with it."""
        standing = self.standing(pos, frame.seat)
        if not standing:
            return Prompt(Stage.PLACE, places=self.kind.id)
        return Prompt(Stage.STEP, left=STEPS - frame.done, piece=standing.bit_length() - 1, places=self.kind.id)

    def why_not(self, pos: Position, frame: CountFrame, h: int) -> Reason:
        """Return why the token cannot stand there, or cannot step there."""
        reason = blocking_reason(pos, h, self.on, self.rule)
        if reason is not None:
            return reason
        if self.standing(pos, frame.seat):
            return Reason("not_adjacent_step", self.rule)
        return Reason("must_be_adjacent", "R4.4", hexes=self.targets(pos, frame.seat))

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that it stands on the board already, or is not there, or cannot step."""
        standing = self.standing(pos, seat)
        if origin is None:
            return Reason("on_board_already" if standing else "no_target", self.rule, {"kind": self.kind.id})
        return Reason("piece_cannot_move" if standing == BIT[origin] else "not_your_piece", self.rule)


@dataclass(frozen=True)
class Barracks(Action[PlainFrame]):
    """Place a warrior from hand, or take one back from the board: an own warrior's hex means that (R5.15)."""

    def can_start(self, pos: Position, seat: int) -> bool:
        """Return whether there is a warrior to take back or a place for one."""
        return _warriors(pos, seat) != 0 or self.targets(pos, seat) != 0

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return where a warrior may be placed."""
        if _warriors(pos, seat).bit_count() == WARRIORS:
            return 0
        return _placing_targets(pos, seat, pos.board.land & pos.free)

    def start(self, pos: Position, seat: int) -> None:
        """Ask for the hex."""
        push_frame(pos, PlainFrame(self.number, seat))

    def legal(self, pos: Position, frame: PlainFrame) -> LegalAnswers:
        """Return places, and the own warriors on the board."""
        return self.targets(pos, frame.seat) | _warriors(pos, frame.seat), ()

    def apply(self, pos: Position, frame: PlainFrame, answer: int) -> None:
        """Place a warrior or take one back."""
        seat, h = frame.seat, HEX_OF_ANSWER[answer]
        pop_frame(pos)
        if _warriors(pos, seat) >> h & 1:
            pos.remove(seat, h)
        else:
            pos.place(seat, WARRIOR, BIT[h])

    def prompt(self, pos: Position, frame: PlainFrame) -> Prompt:
        """Ask where to place a warrior, or which to take back."""
        return Prompt("place_or_take_back", places=WARRIOR.id)

    def why_not(self, pos: Position, frame: PlainFrame, h: int) -> Reason:
        """Return why no warrior can be placed there."""
        targets = self.targets(pos, frame.seat)
        if not targets:
            return self.why_none(pos, frame.seat)
        return blocking_reason(pos, h, (LAND,), self.rule) or Reason("must_be_adjacent", "R4.4", hexes=targets)

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that both warriors stand on the board, or that no land is free."""
        both = _warriors(pos, seat).bit_count() == WARRIORS
        return Reason("on_board_already" if both else "no_target", self.rule, {"kind": WARRIOR.id})


@dataclass(frozen=True)
class CityHall(Action[PlainFrame]):
    """Place the city hall once: a hex and its six neighbours, all free land, next to an own piece (R5.17)."""

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return the centres."""
        if pos.players[seat].hexes_of(CITY_HALL.id):
            return 0
        # All seven hexes are free, so an own piece next to one of them is a piece at distance 2 of the centre.
        return interior(pos.board.land & pos.free) & neighbours(pos.own_adjacent(seat))

    def start(self, pos: Position, seat: int) -> None:
        """Ask for the centre."""
        push_frame(pos, PlainFrame(self.number, seat))

    def legal(self, pos: Position, frame: PlainFrame) -> LegalAnswers:
        """Return the centres."""
        return self.targets(pos, frame.seat), ()

    def apply(self, pos: Position, frame: PlainFrame, answer: int) -> None:
        """Place all seven hexes at once."""
        centre = HEX_OF_ANSWER[answer]
        pop_frame(pos)
        pos.place(frame.seat, CITY_HALL, BIT[centre] | NEIGHBOURS[centre])

    def prompt(self, pos: Position, frame: PlainFrame) -> Prompt:
        """Ask for the centre."""
        return Prompt("city_hall", places=CITY_HALL.id)

    def why_not(self, pos: Position, frame: PlainFrame, h: int) -> Reason:
        """Return the hexes that are in the way, or that it touches no own piece."""
        reason = blocking_reason(pos, h, (LAND,), self.rule)
        if reason is not None:
            return reason
        footprint = BIT[h] | NEIGHBOURS[h]
        bad = footprint & ~(pos.board.land & pos.free)
        if bad or footprint.bit_count() < CITY_HALL.footprint:
            return Reason("city_hall_does_not_fit", self.rule, hexes=bad)
        return Reason("needs_own_neighbour", self.rule)

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that it is placed already, or fits nowhere."""
        placed = pos.players[seat].hexes_of(CITY_HALL.id)
        return Reason("on_board_already" if placed else "no_target", self.rule, {"kind": CITY_HALL.id})


def _warriors(pos: Position, seat: int) -> int:
    return pos.players[seat].hexes_of(WARRIOR.id)


def _placing_targets(pos: Position, seat: int, field: int) -> int:
    """Return where a piece may be placed: adjacent if possible (R4.4)."""
    return field & pos.own_adjacent(seat) or field
