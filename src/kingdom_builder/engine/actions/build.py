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
    Asked,
    Prompt,
    build_stage,
    hexes_on,
    obstacle,
    pop,
    push,
    swap,
    target_name,
    use_waiver,
    waiver_option,
)
from kingdom_builder.engine.actions.where import Condition, Where
from kingdom_builder.engine.answers import HEX_OF_ANSWER
from kingdom_builder.engine.position import Frame, Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import TERRAINS


class BuildFrame(NamedTuple):
    """Where to build: how many settlements are left, and whether adjacency is waived for the next one."""

    action: int
    seat: int
    left: int
    waived: bool = False


class EitherFrame(NamedTuple):
    """Where to build on one of several terrains, which depend on `key`."""

    action: int
    seat: int
    key: int
    waived: bool = False


@dataclass(frozen=True)
class Build(Action[BuildFrame]):
    """Build `count` settlements on a terrain, CARD or LAND, where a condition holds."""

    on: int
    where: Where | Condition | None = None
    adjacency: int = IF_POSSIBLE
    count: int = 1

    @property
    def needs_card(self) -> bool:
        """Whether it builds on the played terrain."""
        return self.on == CARD

    def ready(self, pos: Position, who: int) -> bool:
        """Return whether there is a settlement in supply (R5.0)."""
        return pos.seats[who].supply > 0

    def usable(self, pos: Position, who: int) -> bool:
        """Return whether there is a settlement and a target; unless adjacency is required every candidate is one."""
        if not pos.seats[who].supply:
            return False
        return (self.targets(pos, who) if self.adjacency == REQUIRED else self.field(pos, who)) != 0

    def field(self, pos: Position, who: int) -> int:
        """Return the set T of R4.3: free hexes with the right terrain that meet the condition."""
        field = hexes_on(pos, self.on) & pos.free
        return field & self.where.hexes(pos, who) if field and self.where is not None else field

    def targets(self, pos: Position, who: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return where the next settlement may be built (R4.4, R4.5); a waiver lifts "if possible" (R6.4)."""
        field = self.field(pos, who)
        if self.adjacency == NONE or (waived and self.adjacency == IF_POSSIBLE):
            return field
        adjacent = field & pos.support(who)
        return adjacent or (field if self.adjacency == IF_POSSIBLE else 0)

    def begin(self, pos: Position, who: int) -> None:
        """Ask for the first hex."""
        pos.stack = (*pos.stack, BuildFrame(self.number, who, self.count))

    def ask(self, pos: Position, frame: BuildFrame) -> Asked:
        """Return the targets, and the waiver where it would widen them."""
        who = frame.seat
        if frame.waived:
            return self.field(pos, who), ()
        targets = self.targets(pos, who)
        if self.adjacency == IF_POSSIBLE and pos.seats[who].nomads:
            return targets, waiver_option(pos, who, targets, self.field(pos, who))
        return targets, ()

    def answer(self, pos: Position, frame: BuildFrame, answer: int) -> None:
        """Build, and ask again while something is left to build, to build with and to build on (R6.2)."""
        number, who, left, _ = frame
        if use_waiver(pos, who, answer):
            swap(pos, BuildFrame(number, who, left, waived=True))
            return
        pos.build(who, HEX_OF_ANSWER[answer])
        if left > 1 and self.usable(pos, who):
            swap(pos, BuildFrame(number, who, left - 1))
        else:
            pop(pos)

    def can_go_on(self, pos: Position, frame: BuildFrame) -> bool:
        """Return whether there is a settlement and a hex."""
        return self.usable(pos, frame.seat)

    def prompt(self, pos: Position, frame: BuildFrame) -> Prompt:
        """Ask where to build."""
        return Prompt(build_stage(pos, waived=frame.waived), target_name(pos, self.on), frame.left)

    def why_not(self, pos: Position, frame: BuildFrame, h: int) -> Reason:
        """Return the first condition that the hex fails."""
        who = frame.seat
        reason = obstacle(pos, h, (self.on,), self.rule)
        if reason is not None:
            return reason
        if self.where is not None and not self.field(pos, who) >> h & 1:
            return Reason(self.where.code, self.rule)
        if self.adjacency == REQUIRED:
            return Reason("needs_own_neighbour", "R4.5")
        return Reason("must_be_adjacent", "R4.4", hexes=self.targets(pos, who))

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Return which terrain has no free hex, or which condition no hex meets."""
        if self.on == CARD and pos.card is None:
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

    The hex chosen says which terrain it is.
    """

    def terrains(self, key: int) -> tuple[int, ...]:
        """Return the terrains."""
        raise NotImplementedError

    def ready(self, pos: Position, who: int) -> bool:
        """Return whether there is a settlement in supply (R5.0)."""
        return pos.seats[who].supply > 0

    def field(self, pos: Position, key: int) -> int:
        """Return the free hexes of all the terrains."""
        return sum(pos.board.terrain[terrain] for terrain in self.terrains(key)) & pos.free

    def targets_on(self, pos: Position, who: int, key: int) -> int:
        """Return where to build: on each terrain next to own pieces if possible (R4.4)."""
        found = 0
        for terrain in self.terrains(key):
            field = pos.board.terrain[terrain] & pos.free
            found |= field & pos.support(who) or field
        return found

    def why_not_on(self, pos: Position, who: int, key: int, h: int) -> Reason:
        """Return why a hex is not among the targets."""
        reason = obstacle(pos, h, self.terrains(key), self.rule)
        return reason or Reason("must_be_adjacent", "R4.4", hexes=self.targets_on(pos, who, key))


@dataclass(frozen=True)
class BuildOnEither(EitherTerrain[EitherFrame]):
    """Build one settlement on one of several terrains in the own turn; a waiver lifts adjacency."""

    def begin_with(self, pos: Position, who: int, key: int) -> None:
        """Ask for the hex."""
        push(pos, EitherFrame(self.number, who, key))

    def ask(self, pos: Position, frame: EitherFrame) -> Asked:
        """Return the targets, and the waiver where it would widen them."""
        _, who, key, waived = frame
        field = self.field(pos, key)
        if waived:
            return field, ()
        targets = self.targets_on(pos, who, key)
        return targets, waiver_option(pos, who, targets, field)

    def answer(self, pos: Position, frame: EitherFrame, answer: int) -> None:
        """Build, or use the waiver first."""
        number, who, key, _ = frame
        if use_waiver(pos, who, answer):
            swap(pos, EitherFrame(number, who, key, waived=True))
        else:
            pop(pos)
            pos.build(who, HEX_OF_ANSWER[answer])

    def prompt(self, pos: Position, frame: EitherFrame) -> Prompt:
        """Ask where to build."""
        names = "_or_".join(TERRAINS[terrain] for terrain in self.terrains(frame.key))
        return Prompt(build_stage(pos, waived=frame.waived), names, 1)

    def why_not(self, pos: Position, frame: EitherFrame, h: int) -> Reason:
        """Return why not there."""
        return self.why_not_on(pos, frame.seat, frame.key, h)
