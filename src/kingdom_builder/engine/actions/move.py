"""Moving one own piece: choose the piece, then the destination."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from kingdom_builder.engine.actions.base import (
    CARD,
    IF_POSSIBLE,
    Action,
    LegalAnswers,
    Prompt,
    Stage,
    blocking_reason,
    hexes_on,
    pop_frame,
    push_frame,
    replace_frame,
    target_name,
)
from kingdom_builder.engine.actions.where import Travel, WayOfMoving
from kingdom_builder.engine.answers import HEX_OF_ANSWER
from kingdom_builder.engine.hexes import BIT, iter_hexes, neighbours
from kingdom_builder.engine.pieces import ON_LAND, ON_WATER, blocking
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Frame, Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import WATER

NO_PIECE = -1
"""The origin in a frame before a piece is picked up."""


class MoveFrame(NamedTuple):
    """A move question: the piece to move, or the destination of the piece on `origin`."""

    action: int
    seat: int
    origin: int = NO_PIECE


class FrameWithOrigin(Frame, Protocol):
    """A frame of an action that moves pieces."""

    @property
    def origin(self) -> int:
        """The hex of the piece picked up, or NO_PIECE."""


M = TypeVar("M", bound=FrameWithOrigin)


def free_lifted(pos: Position, seat: int, origin: int) -> int:
    """Return the free hexes with the piece on a hex lifted; it no longer blocks its neighbours (R0.21)."""
    tokens = pos.players[seat].tokens
    return pos.free_without(BIT[origin]) if tokens and blocking(tokens) >> origin & 1 else pos.free


def movable(player: PlayerState, ground: str = ON_LAND) -> int:
    """Return the hexes of a player's pieces that can be moved to land, or to water (R4.24)."""
    pieces = player.pieces
    for kind, hexes in player.tokens:
        if kind.moves_on != ground:
            pieces &= ~hexes
    return pieces


@dataclass(frozen=True)
class MovePieces(Action[M], Generic[M]):
    """The common part of actions that move own pieces: the pieces that can move, and their destinations."""

    to: int
    travel: Travel | WayOfMoving = Travel.ANYWHERE
    adjacency: int = IF_POSSIBLE
    code: str = ""
    """The reason why a hex is not legal, instead of that of `travel`."""

    @property
    def needs_card(self) -> bool:
        """Whether it moves to the played terrain."""
        return self.to == CARD

    @property
    def ground(self) -> str:
        """The ground that determines which kinds of piece can move."""
        return ON_WATER if self.to == WATER else ON_LAND

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return the pieces that can move, or the destinations of the piece on `origin`."""
        if origin is None:
            return self.sources(pos, seat)
        if not movable(pos.players[seat], self.ground) >> origin & 1:
            return 0
        return self.destinations(pos, seat, origin)

    def sources(self, pos: Position, seat: int) -> int:
        """Return the pieces that have a destination."""
        player = pos.players[seat]
        pieces = player.pieces
        candidates = hexes_on(pos, self.to) & pos.free
        if not player.tokens:
            return self.travel.sources(pieces, candidates)
        pieces = movable(player, self.ground)
        blockers = blocking(player.tokens) & pieces
        found = self.travel.sources(pieces ^ blockers, candidates)
        for blocker in iter_hexes(blockers):
            if self.destinations(pos, seat, blocker):
                found |= BIT[blocker]
        return found

    def destinations(self, pos: Position, seat: int, origin: int) -> int:
        """Return the destinations of a piece; the lifted piece gives no adjacency and blocks nothing (R0.21)."""
        candidates = self.travel.targets(origin, hexes_on(pos, self.to) & free_lifted(pos, seat, origin))
        if self.adjacency == IF_POSSIBLE:
            return candidates & neighbours(pos.own_pieces(seat) ^ BIT[origin]) or candidates
        return candidates

    def prompt(self, pos: Position, frame: M) -> Prompt:
        """Ask for the piece, then for its destination."""
        if frame.origin == NO_PIECE:
            return Prompt(Stage.PICK_PIECE, target_name(pos, self.to))
        moved = pos.players[frame.seat].kind_at(frame.origin)
        return Prompt(Stage.MOVE_TO, target_name(pos, self.to), piece=frame.origin, places=moved)

    def why_not(self, pos: Position, frame: M, h: int) -> Reason:
        """Return why a piece cannot move, or why a hex is no destination of the chosen piece."""
        if frame.origin == NO_PIECE:
            return self.why_not_piece(pos, frame.seat, h)
        return self._why_not_there(pos, frame.seat, frame.origin, h)

    def why_not_piece(self, pos: Position, seat: int, h: int) -> Reason:
        """Return why no piece on this hex can be moved."""
        player = pos.players[seat]
        if not player.pieces >> h & 1:
            return Reason("not_your_piece", self.rule)
        if not movable(player, self.ground) >> h & 1:
            return Reason("kind_cannot_move", "R4.24", {"kind": player.kind_at(h)})
        return Reason("piece_cannot_move", self.rule)

    def _why_not_there(self, pos: Position, seat: int, origin: int, h: int) -> Reason:
        if h == origin:
            return Reason("occupied", "R0.21", {"kind": pos.players[seat].kind_at(h), "owner": seat})
        reason = blocking_reason(pos, h, (self.to,), self.rule, lifted=BIT[origin])
        if reason is not None:
            return reason
        destinations = self.destinations(pos, seat, origin)
        code = self.code or self.travel.code
        if code:
            return Reason(code, self.rule, hexes=destinations)
        return Reason("must_be_adjacent", "R4.4", hexes=destinations)

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that there is no piece, or no destination."""
        if self.to == CARD and pos.terrain is None:
            return Reason("choose_card_first", "R3.4")
        if origin is not None:
            return self.why_not_piece(pos, seat, origin)
        if not movable(pos.players[seat], self.ground):
            return Reason("no_piece", self.rule)
        return Reason("no_target", self.rule, {"needed": target_name(pos, self.to)})


@dataclass(frozen=True)
class Move(MovePieces[MoveFrame]):
    """Move one own piece in two questions: the piece, then its destination."""

    def start(self, pos: Position, seat: int) -> None:
        """Ask for the piece."""
        push_frame(pos, MoveFrame(self.number, seat))

    def legal(self, pos: Position, frame: MoveFrame) -> LegalAnswers:
        """Return the pieces, or the destinations of the chosen piece."""
        origin = frame.origin
        if origin == NO_PIECE:
            return self.sources(pos, frame.seat), ()
        return self.targets(pos, frame.seat, origin), ()

    def apply(self, pos: Position, frame: MoveFrame, answer: int) -> None:
        """Choose the piece, or move it."""
        number, seat, origin = frame
        h = HEX_OF_ANSWER[answer]
        if origin == NO_PIECE:
            replace_frame(pos, MoveFrame(number, seat, h))
        else:
            pop_frame(pos)
            pos.move(seat, origin, h)
