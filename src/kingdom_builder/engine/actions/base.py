"""What all actions have in common.

An action is an immutable value. While it is carried out, its open question is a frame in the position's stack: a
NamedTuple with the action's number, the seat that has to answer, and the data that the action needs to continue.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from kingdom_builder.engine.hexes import NEIGHBOURS
from kingdom_builder.engine.position import Frame, Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import TERRAINS

CARD, LAND = -1, -2
"""Targets that are not one fixed terrain: the played terrain (R3.4), and any land (R0.3)."""

IF_POSSIBLE, REQUIRED, NONE = range(3)
"""Whether a target must touch an own piece: if it can (R4.4), always, or never (R4.5)."""

LegalAnswers = tuple[int, tuple[int, ...]]
"""The legal answers to a question: a set of hexes and some options."""

F = TypeVar("F", bound=Frame)


class Stage(StrEnum):
    """The kind of choice of a question. Sets add their own stages."""

    CHOOSE_CARD = "choose_card"
    MANDATORY = "mandatory"
    MANDATORY_MORE = "mandatory_more"
    EXTRA = "extra"
    BUILD = "build"
    PICK_PIECE = "pick_piece"
    MOVE_TO = "move_to"
    PLACE = "place"
    STEP = "step"
    REMOVE = "remove"


class Prompt(NamedTuple):
    """The content of a question: its stage, its terrain, the number of choices left, the piece picked up.

    `places` is the kind of piece that the answer puts on a free hex, None if it puts none there.
    """

    stage: str
    terrain: str | None = None
    left: int | None = None
    piece: int | None = None
    places: str | None = None


class PlainFrame(NamedTuple):
    """A question without further data."""

    action: int
    seat: int


class CountFrame(NamedTuple):
    """A question with the number of pieces placed or steps taken."""

    action: int
    seat: int
    done: int = 0


@dataclass(frozen=True)
class Action(Generic[F]):
    """An action: its id, its permanent answer number, and its rule in docs/rules.md."""

    id: str
    number: int
    rule: str

    repeats: ClassVar[bool] = False
    """Whether it repeats another tile's action."""
    draws_cards: ClassVar[bool] = False
    """Whether starting it draws terrain cards."""

    @property
    def needs_card(self) -> bool:
        """Whether it needs the played terrain."""
        return False

    def has_resources(self, pos: Position, seat: int) -> bool:
        """Return whether the player has the resources of the action (supply, tokens), without looking at the board."""
        return True

    def can_start(self, pos: Position, seat: int) -> bool:
        """Return whether the action can be started now (R4.9)."""
        return self.has_resources(pos, seat) and self.targets(pos, seat) != 0

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return the targets by the board alone: hexes to build on, pieces that can move, or destinations of one."""
        raise NotImplementedError

    def start(self, pos: Position, seat: int) -> None:
        """Put the action's first question on the stack."""
        raise NotImplementedError

    def legal(self, pos: Position, frame: F) -> LegalAnswers:
        """Return the legal answers to the question in the frame."""
        raise NotImplementedError

    def apply(self, pos: Position, frame: F, answer: int) -> None:
        """Apply a legal answer."""
        raise NotImplementedError

    def can_go_on(self, pos: Position, frame: F) -> bool:
        """Return whether the question in the frame still has an answer after another player's reaction."""
        return any(self.legal(pos, frame))

    def resume(self, pos: Position, frame: F) -> F | None:
        """Return the question to continue with after another player's reaction: this one, another, or None."""
        return frame if self.can_go_on(pos, frame) else None

    def repeatable(self, pos: Position, seat: int) -> bool:
        """Return whether another tile can repeat the action now."""
        return self.can_start(pos, seat)

    def repeat(self, pos: Position, seat: int) -> None:
        """Repeat the action."""
        self.start(pos, seat)

    def prompt(self, pos: Position, frame: F) -> Prompt:
        """Return the content of the question in the frame."""
        raise NotImplementedError

    def why_not(self, pos: Position, frame: F, h: int) -> Reason:
        """Return why a hex is not legal for the question in the frame."""
        raise NotImplementedError

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return why `targets` is empty."""
        return Reason("no_target", self.rule)


@dataclass(frozen=True)
class Passive(Action[Frame]):
    """A tile without an action."""

    def can_start(self, pos: Position, seat: int) -> bool:
        """Return False: it is never started."""
        return False

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return no hexes."""
        return 0

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that the tile is not an action."""
        return Reason("not_an_action", self.rule)


def push_frame(pos: Position, frame: Frame) -> None:
    """Push a question; it is answered before those on the stack."""
    pos.stack = (*pos.stack, frame)


def pop_frame(pos: Position) -> None:
    """Pop the answered question from the stack."""
    pos.stack = pos.stack[:-1]


def replace_frame(pos: Position, frame: Frame) -> None:
    """Replace the answered question by the one that follows it."""
    pos.stack = (*pos.stack[:-1], frame)


def hexes_on(pos: Position, on: int) -> int:
    """Return the hexes of a target: a terrain, CARD or LAND. Without a played terrain CARD has no hex."""
    if on == LAND:
        return pos.board.land
    if on == CARD:
        return 0 if pos.terrain is None else pos.board.terrain[pos.terrain]
    return pos.board.terrain[on]


def target_name(pos: Position, on: int) -> str:
    """Return the name of a target: a terrain's, or `land`."""
    if on == LAND:
        return "land"
    if on == CARD:
        return "card" if pos.terrain is None else TERRAINS[pos.terrain]
    return TERRAINS[on]


def blocking_reason(pos: Position, h: int, on: tuple[int, ...], rule: str, lifted: int = 0) -> Reason | None:
    """Return why a hex is no free hex of one of the targets, None if it is; a lifted piece blocks nothing (R0.21)."""
    board = pos.board
    if not (board.open | board.special) >> h & 1:
        return Reason("off_board", "R0.2")
    special = board.special_of(h)
    if special is not None:
        return Reason("special_hex", "R0.4", {"kind": special})
    if pos.walls >> h & 1:
        return Reason("occupied", "R4.1", {"kind": "wall"})
    if pos.turn_state.temporary >> h & 1:
        return Reason("occupied", "R4.1", {"kind": pos.rules.temporary})
    for owner, player in enumerate(pos.players):
        if player.pieces >> h & 1:
            return Reason("occupied", "R4.1", {"kind": player.kind_at(h), "owner": owner})
    if not any(hexes_on(pos, target) >> h & 1 for target in on):
        found = board.terrain_of(h)
        assert found is not None
        needed = "_or_".join(target_name(pos, target) for target in on)
        return Reason("wrong_terrain", rule, {"needed": needed, "found": TERRAINS[found]})
    blockers = pos.blockers() & ~lifted & NEIGHBOURS[h]
    return Reason("blocked", "R4.10", hexes=blockers) if blockers else None


def waiver_option(pos: Position, seat: int, targets: int, candidates: int) -> tuple[int, ...]:
    """Return the waiver's answer if the player can use it and it would add targets."""
    if pos.players[seat].nomads and targets != candidates:
        waiver = pos.rules.waiver
        if waiver is not None and waiver.can_waive(pos, seat):
            return (waiver.number,)
    return ()


def use_waiver(pos: Position, seat: int, answer: int) -> bool:
    """Use the waiver if that is the answer; return whether it was."""
    waiver = pos.rules.waiver
    if waiver is None or answer != waiver.number:
        return False
    waiver.waive(pos, seat)
    return True


def build_stage(pos: Position, *, waived: bool) -> str:
    """Return the stage of a build question."""
    return pos.rules.waiver.stage if waived and pos.rules.waiver is not None else Stage.BUILD


AnyAction = Action[Any]
