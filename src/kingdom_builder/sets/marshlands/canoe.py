"""The canoe: building on swamp or water as a reaction to an emptied hex (docs/rules.md R3.19 to R3.23, R5.23)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from kingdom_builder.engine.actions.base import LegalAnswers, Prompt, pop_frame, push_frame, replace_frame
from kingdom_builder.engine.actions.build import BuildOnEither, E, EitherFrame, EitherTerrain
from kingdom_builder.engine.answers import HEX_OF_ANSWER, PASS
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import SWAMP, WATER
from kingdom_builder.engine.tiles import is_ready, use_tile
from kingdom_builder.sets.marshlands.bonus import CANOE, BonusAction

SWAMP_OR_WATER = "swamp_or_water"


class CanoeFrame(NamedTuple):
    """Whether to react: who has emptied hexes, and how many are still to be reacted to."""

    action: int
    seat: int
    taker: int
    events: int


@dataclass(frozen=True)
class _SwampOrWater(EitherTerrain[E]):
    """Build on swamp or water."""

    def terrains(self, key: int) -> tuple[int, ...]:
        """Return swamp and water."""
        return SWAMP, WATER

    def targets(self, pos: Position, seat: int, origin: int | None = None, *, waived: bool = False) -> int:
        """Return where to build: on each of the two terrains adjacent if possible."""
        return self.candidates(pos, 0) if waived else self.targets_on(pos, seat, 0)

    def why_none(self, pos: Position, seat: int, origin: int | None = None) -> Reason:
        """Return that no such hex is free."""
        return Reason("no_target", self.rule, {"needed": SWAMP_OR_WATER})


@dataclass(frozen=True)
class Canoe(_SwampOrWater[CanoeFrame]):
    """Build on swamp or water as a reaction when another player empties a hex (R5.23)."""

    def can_start(self, pos: Position, seat: int) -> bool:
        """Return False: it is only a reaction."""
        return False

    def can_react(self, pos: Position, seat: int) -> bool:
        """Return whether the player has an available canoe, a settlement and a hex."""
        player = pos.players[seat]
        for tile in player.tiles:
            if tile.kind == CANOE and is_ready(pos, tile):
                return player.supply > 0 and self.targets_on(pos, seat, 0) != 0
        return False

    def next_question(self, pos: Position, seat: int, taker: int, events: int) -> CanoeFrame | None:
        """Return the question to the first player who can react, in turn order from this seat; None if nobody can."""
        players = len(pos.players)
        while events:
            while seat != taker:
                if self.can_react(pos, seat):
                    return CanoeFrame(self.number, seat, taker, events)
                seat = (seat + 1) % players
            seat = (taker + 1) % players
            events -= 1
        return None

    def resume(self, pos: Position, frame: CanoeFrame) -> CanoeFrame | None:
        """Continue with the first player who can still react."""
        return self.next_question(pos, frame.seat, frame.taker, frame.events)

    def legal(self, pos: Position, frame: CanoeFrame) -> LegalAnswers:
        """Return the hexes, and to pass."""
        return self.targets_on(pos, frame.seat, 0), (PASS,)

    def apply(self, pos: Position, frame: CanoeFrame, answer: int) -> None:
        """Pass to the next player, or build; a player with another canoe may use it for the same event."""
        _, seat, taker, events = frame
        if answer == PASS:
            following = self.next_question(pos, (seat + 1) % len(pos.players), taker, events)
            if following is None:
                pop_frame(pos)
            else:
                replace_frame(pos, following)
            return
        use_tile(pos, seat, CANOE)
        pos.build(seat, HEX_OF_ANSWER[answer])

    def prompt(self, pos: Position, frame: CanoeFrame) -> Prompt:
        """Ask whether and where to build."""
        return Prompt("react", SWAMP_OR_WATER, 1, places=SETTLEMENT)

    def why_not(self, pos: Position, frame: CanoeFrame, h: int) -> Reason:
        """Return why not there."""
        return self.why_not_on(pos, frame.seat, 0, h)


CANOE_ACTION = Canoe("canoe", CANOE, "R5.23")


def ask_canoes(pos: Position, taker: int, events: int) -> None:
    """Ask everybody but the taker about the hexes just emptied, each event separately (R3.20, R3.21)."""
    frame = CANOE_ACTION.next_question(pos, (taker + 1) % len(pos.players), taker, events)
    if frame is not None:
        push_frame(pos, frame)


@dataclass(frozen=True)
class _BuildOnSwampOrWater(_SwampOrWater[EitherFrame], BuildOnEither):
    """Build on swamp or water in the own turn."""

    def start(self, pos: Position, seat: int) -> None:
        """Ask for the hex."""
        self.start_with(pos, seat, 0)


@dataclass(frozen=True)
class CanoeBonus(BonusAction, _BuildOnSwampOrWater):  # type: ignore[type-arg]
    """Build on swamp or water in the own turn (R5.38)."""

    bonus: ClassVar[int] = CANOE
