"""Building settlements from the supply (R5.0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from kingdom_builder.engine.actions.base import (
    CARD,
    IF_POSSIBLE,
    NONE,
    REQUIRED,
    Action,
    LegalAnswers,
    Prompt,
    blocking_reason,
    build_stage,
    hexes_on,
    pop_frame,
    push_frame,
    replace_frame,
    target_name,
    use_waiver,
    waiver_option,
)
from kingdom_builder.engine.actions.where import Condition, Where
from kingdom_builder.engine.answers import HEX_OF_ANSWER
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.position import Frame, Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import TERRAINS


class BuildFrame(NamedTuple):
    """A build question: the number of settlements left, and whether adjacency is waived for the next one."""

    action: int
    seat: int
    left: int
    waived: bool = False


class EitherFrame(NamedTuple):
    """A build question on one of several terrains, which depend on `key`."""

    action: int
    seat: int
    key: int
    waived: bool = False


@dataclass(frozen=True)
class Build(Action[BuildFrame]):
    """Build `count` settlements on a terrain, CARD or LAND, on hexes that meet a condition."""

    on: int
    where: Where | Condition | None = None
    adjacency: int = IF_POSSIBLE
    count: int = 1

    @property
    def needs_card(self) -> bool:
        """Whether it builds on the played terrain."""
        return self.on == CARD

    def has_resources(self, pos: Position, seat: int) -> bool:
        """Return whether there is a settlement in supply (R5.0)."""
        return pos.players[seat].supply > 0

    def can_start(self, pos: Position, seat: int) -> bool:
        """Return whether there is a settlement and a target; only required adjacency excludes candidates."""
        if not pos.players[seat].supply:
            return False
        return (self.targets(pos, seat) if self.adjacency == REQUIRED else self.candidates(pos, seat)) != 0

    def candidates(self, pos: Position, seat: int) -> int:
        """Return the set T of R4.3: free hexes with the right terrain that meet the condition."""
        candidates = hexes_on(pos, self.on) & pos.free
        return candidates & self.where.hexes(pos, seat) if candidates and self.where is not None else candidates

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return where the next settlement may be built (R4.4, R4.5); a waiver lifts "if possible" (R6.4)."""
        candidates = self.candidates(pos, seat)
        if self.adjacency == NONE or (waived and self.adjacency == IF_POSSIBLE):
            return candidates
        adjacent = candidates & pos.own_adjacent(seat)
        return adjacent or (candidates if self.adjacency == IF_POSSIBLE else 0)

    def start(self, pos: Position, seat: int) -> None:
        """Ask for the first hex."""
        pos.stack = (*pos.stack, BuildFrame(self.number, seat, self.count))

    def legal(self, pos: Position, frame: BuildFrame) -> LegalAnswers:
        """Return the targets, and the waiver if it would add targets."""
        seat = frame.seat
        if frame.waived:
            return self.candidates(pos, seat), ()
        targets = self.targets(pos, seat)
        if self.adjacency == IF_POSSIBLE and pos.players[seat].nomads:
            return targets, waiver_option(pos, seat, targets, self.candidates(pos, seat))
        return targets, ()

    def apply(self, pos: Position, frame: BuildFrame, answer: int) -> None:
        """Build, and ask again while settlements are left to build, in the supply and with a target (R6.2)."""
        number, seat, left, _ = frame
        if use_waiver(pos, seat, answer):
            replace_frame(pos, BuildFrame(number, seat, left, waived=True))
            return
        pos.build(seat, HEX_OF_ANSWER[answer])
        if left > 1 and self.can_start(pos, seat):
            replace_frame(pos, BuildFrame(number, seat, left - 1))
        else:
            pop_frame(pos)

    def can_go_on(self, pos: Position, frame: BuildFrame) -> bool:
        """Return whether there is a settlement and a hex."""
        return self.can_start(pos, frame.seat)

    def prompt(self, pos: Position, frame: BuildFrame) -> Prompt:
        """Ask where to build."""
        return Prompt(build_stage(pos, waived=frame.waived), target_name(pos, self.on), frame.left, places=SETTLEMENT)

    def why_not(self, pos: Position, frame: BuildFrame, h: int) -> Reason:
        """Return the first condition that the hex fails."""
        seat = frame.seat
        reason = blocking_reason(pos, h, (self.on,), self.rule)
        if reason is not None:
            return reason
        if self.where is not None and not self.candidates(pos, seat) >> h & 1:
            return Reason(self.where.code, self.rule)
        if self.adjacency == REQUIRED:
            return Reason("needs_own_neighbour", "R4.5")
        return Reason("must_be_adjacent", "R4.4", hexes=self.targets(pos, seat))

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return which terrain has no free hex, or which condition no hex meets."""
        if self.on == CARD and pos.terrain is None:
            return Reason("choose_card_first", "R3.4")
        if hexes_on(pos, self.on) & pos.free:
            return Reason("needs_own_neighbour" if self.where is None else self.where.code, self.rule)
        return Reason("no_target", self.rule, {"needed": target_name(pos, self.on)})


MANDATORY = Build("mandatory", 0, "R3.7", on=CARD)
"""The mandatory action. Its number is not an answer: it begins with its first hex."""

E = TypeVar("E", bound=Frame)


@dataclass(frozen=True)
class EitherTerrain(Action[E], Generic[E]):
    """Build one settlement on one of several terrains, adjacent if possible within the one chosen.

    The chosen hex determines the terrain.
    """

    def terrains(self, key: int) -> tuple[int, ...]:
        """Return the terrains."""
        raise NotImplementedError

    def has_resources(self, pos: Position, seat: int) -> bool:
        """Return whether there is a settlement in supply (R5.0)."""
        return pos.players[seat].supply > 0

    def candidates(self, pos: Position, key: int) -> int:
        """Return the free hexes of all the terrains."""
        return sum(pos.board.terrain[terrain] for terrain in self.terrains(key)) & pos.free

    def targets_on(self, pos: Position, seat: int, key: int) -> int:
        """Return where to build: on each terrain next to own pieces if possible (R4.4)."""
        found = 0
        for terrain in self.terrains(key):
            candidates = pos.board.terrain[terrain] & pos.free
            found |= candidates & pos.own_adjacent(seat) or candidates
        return found

    def why_not_on(self, pos: Position, seat: int, key: int, h: int) -> Reason:
        """Return why a hex is not among the targets."""
        reason = blocking_reason(pos, h, self.terrains(key), self.rule)
        return reason or Reason("must_be_adjacent", "R4.4", hexes=self.targets_on(pos, seat, key))


@dataclass(frozen=True)
class BuildOnEither(EitherTerrain[EitherFrame]):
    """Build one settlement on one of several terrains in the own turn; a waiver lifts adjacency."""

    def start_with(self, pos: Position, seat: int, key: int) -> None:
        """Ask for the hex."""
        push_frame(pos, EitherFrame(self.number, seat, key))

    def legal(self, pos: Position, frame: EitherFrame) -> LegalAnswers:
        """Return the targets, and the waiver if it would add targets."""
        _, seat, key, waived = frame
        candidates = self.candidates(pos, key)
        if waived:
            return candidates, ()
        targets = self.targets_on(pos, seat, key)
        return targets, waiver_option(pos, seat, targets, candidates)

    def apply(self, pos: Position, frame: EitherFrame, answer: int) -> None:
        """Build, or use the waiver first."""
        number, seat, key, _ = frame
        if use_waiver(pos, seat, answer):
            replace_frame(pos, EitherFrame(number, seat, key, waived=True))
        else:
            pop_frame(pos)
            pos.build(seat, HEX_OF_ANSWER[answer])

    def prompt(self, pos: Position, frame: EitherFrame) -> Prompt:
        """Ask where to build."""
        names = "_or_".join(TERRAINS[terrain] for terrain in self.terrains(frame.key))
        return Prompt(build_stage(pos, waived=frame.waived), names, 1, places=SETTLEMENT)

    def why_not(self, pos: Position, frame: EitherFrame, h: int) -> Reason:
        """Return why a hex is not among the targets."""
        return self.why_not_on(pos, frame.seat, frame.key, h)
