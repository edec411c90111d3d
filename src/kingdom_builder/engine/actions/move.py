"""Moving one own piece: how pieces travel, and the action that asks which piece and where to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kingdom_builder.engine.actions.base import (
    CARD,
    IF_POSSIBLE,
    Action,
    Asked,
    Prompt,
    hexes_on,
    obstacle,
    pop,
    swap,
    target_name,
)
from kingdom_builder.engine.answers import HEX_OF_ANSWER
from kingdom_builder.engine.hexes import BIT, DIRECTIONS, NEIGHBOURS, each, neighbours, shift
from kingdom_builder.engine.player import SETTLEMENT, SHIP, WAGON, WARRIOR, Seat
from kingdom_builder.engine.position import Frame, Position
from kingdom_builder.engine.reasons import Reason


@dataclass(frozen=True)
class Travel:
    """How a piece gets from its hex to another: `targets` from one hex, `sources` all pieces that have a target."""

    targets: Callable[[int, int], int]
    sources: Callable[[int, int], int]
    unmet: str = ""


def _jump_targets(origin: int, field: int) -> int:
    bit = BIT[origin]
    return sum(shift(bit, 2 * direction) for direction in DIRECTIONS) & field


def _jump_sources(pieces: int, field: int) -> int:
    # Written out for speed: this is asked whenever somebody has a paddock.
    return (field << 2 | field >> 2 | field << 60 | field >> 60 | field << 62 | field >> 62) & pieces


def _slide_targets(origin: int, field: int) -> int:
    found = 0
    for direction in DIRECTIONS:
        here = BIT[origin]
        ahead = shift(here, direction) & field
        while ahead:
            here = ahead
            ahead = shift(here, direction) & field
        found |= here
    return found & ~BIT[origin]


def _step_sources(pieces: int, field: int) -> int:
    return neighbours(field) & pieces


ANYWHERE = Travel(lambda origin, field: field, lambda pieces, field: pieces if field else 0)
JUMP = Travel(_jump_targets, _jump_sources, "not_two_away")
SLIDE = Travel(_slide_targets, _step_sources, "not_where_it_slides")
STEP = Travel(lambda origin, field: NEIGHBOURS[origin] & field, _step_sources, "not_adjacent_step")

ON_LAND = (SETTLEMENT, WARRIOR, WAGON)
ON_WATER = (SETTLEMENT, SHIP)
"""The kinds of piece that may be moved to land and to water (R4.24)."""


def free_lifted(pos: Position, who: int, origin: int) -> int:
    """Return the free hexes with the piece on a hex lifted; a warrior takes its block with it (R0.21)."""
    return pos.free_without(BIT[origin]) if pos.seats[who].tokens.warriors >> origin & 1 else pos.free


def movable(seat: Seat, kinds: tuple[str, ...]) -> int:
    """Return the hexes of a player's pieces of these kinds."""
    tokens = seat.tokens
    pieces = seat.pieces & ~tokens.city_hall
    if SHIP not in kinds:
        pieces &= ~tokens.ship
    if WARRIOR not in kinds:
        pieces &= ~(tokens.warriors | tokens.wagon)
    return pieces


@dataclass(frozen=True)
class Move(Action):
    """Move one own piece in two questions: which piece, and where to. Frame: number, seat, then the piece's hex."""

    to: int
    travel: Travel = ANYWHERE
    adjacency: int = IF_POSSIBLE
    kinds: tuple[str, ...] = ON_LAND
    unmet: str = ""

    @property
    def needs_card(self) -> bool:  # type: ignore[override]  # a fact of the value here, of the class elsewhere
        """Say whether the action moves to the played terrain."""
        return self.to == CARD

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return the pieces that can move, or where the piece on `origin` can go."""
        if origin is None:
            return self.sources(pos, who)
        if not movable(pos.seats[who], self.kinds) >> origin & 1:
            return 0
        return self.destinations(pos, who, origin)

    def sources(self, pos: Position, who: int) -> int:
        """Return the pieces that have somewhere to go."""
        seat = pos.seats[who]
        pieces = movable(seat, self.kinds)
        warriors = seat.tokens.warriors & pieces
        found = self.travel.sources(pieces ^ warriors, hexes_on(pos, self.to) & pos.free)
        for warrior in each(warriors):
            if self.destinations(pos, who, warrior):
                found |= BIT[warrior]
        return found

    def destinations(self, pos: Position, who: int, origin: int) -> int:
        """Judge everything with the piece lifted: it supports nothing and, if a warrior, blocks nothing (R0.21)."""
        field = self.travel.targets(origin, hexes_on(pos, self.to) & free_lifted(pos, who, origin))
        if self.adjacency == IF_POSSIBLE:
            return field & neighbours(pos.own(who) ^ BIT[origin]) or field
        return field

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer the pieces, or the picked piece's destinations."""
        return self.targets(pos, frame[1], frame[2] if len(frame) > 2 else None), ()

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Pick the piece, or put it down."""
        h = HEX_OF_ANSWER[answer]
        if len(frame) == 2:
            swap(pos, *frame, h)
        else:
            pop(pos)
            pos.move(frame[1], frame[2], h)

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask which piece, then where to."""
        if len(frame) == 2:
            return Prompt("pick_piece", target_name(pos, self.to))
        return Prompt("move_to", target_name(pos, self.to), piece=frame[2])

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say why a piece cannot move, or why the picked one cannot go there."""
        if len(frame) == 2:
            return self._why_not_piece(pos, frame[1], h)
        return self._why_not_there(pos, frame[1], frame[2], h)

    def _why_not_piece(self, pos: Position, who: int, h: int) -> Reason:
        seat = pos.seats[who]
        if not seat.pieces >> h & 1:
            return Reason("not_your_piece", self.rule)
        if not movable(seat, self.kinds) >> h & 1:
            return Reason("kind_cannot_move", "R4.24", {"kind": seat.kind_at(h)})
        return Reason("piece_cannot_move", self.rule)

    def _why_not_there(self, pos: Position, who: int, origin: int, h: int) -> Reason:
        if h == origin:
            return Reason("occupied", "R0.21", {"kind": pos.seats[who].kind_at(h), "owner": who})
        reason = obstacle(pos, h, (self.to,), self.rule, lifted=BIT[origin])
        if reason is not None:
            return reason
        destinations = self.destinations(pos, who, origin)
        unmet = self.unmet or self.travel.unmet
        if unmet:
            return Reason(unmet, self.rule, hexes=destinations)
        return Reason("must_be_adjacent", "R4.4", hexes=destinations)

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that there is no piece, or nowhere to go."""
        if self.to == CARD and pos.card is None:
            return Reason("choose_card_first", "R3.4")
        if origin is not None:
            return self._why_not_piece(pos, who, origin)
        if not movable(pos.seats[who], self.kinds):
            return Reason("no_piece", self.rule)
        return Reason("no_target", self.rule, {"needed": target_name(pos, self.to)})
