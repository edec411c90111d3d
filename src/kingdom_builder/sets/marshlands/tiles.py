"""The location tiles of Marshlands and their bonus actions (docs/rules.md R5.21 to R5.24, R5.36 to R5.39)."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom_builder.engine.actions.base import (
    LAND,
    NONE,
    Action,
    Asked,
    Build,
    BuildOnEither,
    Prompt,
    hexes_on,
    obstacle,
    pop,
    swap,
    use_tile,
)
from kingdom_builder.engine.actions.move import STEP, Move, Travel
from kingdom_builder.engine.answers import HEX_OF_ANSWER, PASS, option_number
from kingdom_builder.engine.hexes import BIT, DIRECTIONS, EVERYWHERE, beside, shift
from kingdom_builder.engine.position import CANOE, Frame, Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import MOUNTAIN, SWAMP, WATER

TEMPLE, FOUNTAIN = option_number("temple"), option_number("fountain")


def has_bonus(pos: Position, who: int, kind: int) -> bool:
    """Say whether a player has the bonus tile of a kind of location, not taken in this turn (R4.16)."""
    return any(tile.kind == kind and tile.since != pos.turn for tile in pos.seats[who].holdings.bonus)


def one_own_neighbour(pos: Position, who: int) -> int:
    """Return the hexes with exactly one own piece and no foreign one beside them (R5.22)."""
    foreign = 0
    for i, seat in enumerate(pos.seats):
        if i != who:
            foreign |= seat.reach
    once, twice, _ = beside(pos.own(who))
    return once & ~twice & ~foreign


@dataclass(frozen=True)
class Fountain(Build):
    """Build where exactly one own piece and no foreign one is near; with the bonus on mountains too (R5.22, R5.37)."""

    def grounds(self, pos: Position, who: int) -> tuple[int, ...]:
        """Return where it may build."""
        return (LAND, MOUNTAIN) if has_bonus(pos, who, FOUNTAIN) else (LAND,)

    def field(self, pos: Position, who: int) -> int:
        """Return the free hexes that fulfil the condition."""
        ground = sum(hexes_on(pos, on) for on in self.grounds(pos, who))
        return ground & pos.free & one_own_neighbour(pos, who)

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Name what the hex lacks."""
        return obstacle(pos, h, self.grounds(pos, frame[1]), self.rule) or Reason(self.unmet, self.rule)


@dataclass(frozen=True)
class Temple(Action):
    """Hold one own settlement until the mandatory action of the next turn (R5.24)."""

    def ready(self, pos: Position, who: int) -> bool:
        """Without a supply it may not be used, so that nobody delays the end for ever (R3.34)."""
        return pos.seats[who].supply > 0

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return the own settlements; meeples and city halls are none (R4.25)."""
        return pos.seats[who].settlements

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer the settlements."""
        return self.targets(pos, frame[1]), ()

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Lift the settlement."""
        pop(pos)
        pos.hold(frame[1], HEX_OF_ANSWER[answer])

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask which settlement."""
        return Prompt("hold")

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say that it is not an own settlement."""
        seat = pos.seats[frame[1]]
        if seat.pieces >> h & 1:
            return Reason("kind_cannot_move", "R4.25", {"kind": seat.kind_at(h)})
        return Reason("not_your_piece", self.rule)

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that there is no settlement to hold."""
        return Reason("no_piece", self.rule)


@dataclass(frozen=True)
class CanoeBonus(BuildOnEither):
    """Build on swamp or water in the own turn (R5.38); the canoe itself is such a build as a reaction (R5.23)."""

    def terrains(self, key: int) -> tuple[int, ...]:
        """Return swamp and water."""
        return SWAMP, WATER

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return where to build: on each of the two terrains adjacent if possible."""
        return self.field(pos, 0) if outpost else self.targets_on(pos, who, 0)

    def begin(self, pos: Position, who: int) -> None:
        """Ask for the hex."""
        pos.stack = (*pos.stack, (self.number, who, 0, 0))

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that no such hex is free."""
        return Reason("no_target", self.rule, {"needed": "swamp_or_water"})


@dataclass(frozen=True)
class Canoe(CanoeBonus):
    """React to an emptied hex in another player's doing (R3.19 to R3.23). Frame: number, seat, taker, events left."""

    def usable(self, pos: Position, who: int) -> bool:
        """Never between actions: only as a reaction."""
        return False

    def can_react(self, pos: Position, who: int) -> bool:
        """Need a ready canoe, a settlement and a hex."""
        seat = pos.seats[who]
        ready = any(tile.kind == CANOE and pos.is_ready(tile) for tile in seat.tiles)
        return ready and seat.supply > 0 and self.targets_on(pos, who, 0) != 0

    def reactor(self, pos: Position, who: int, taker: int, events: int) -> Frame | None:
        """Return the question to the first who can react, from this seat on in turn order, None if nobody can."""
        players = len(pos.seats)
        while events:
            while who != taker:
                if self.can_react(pos, who):
                    return self.number, who, taker, events
                who = (who + 1) % players
            who = (taker + 1) % players
            events -= 1
        return None

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer the hexes, or to pass."""
        return self.targets_on(pos, frame[1], 0), (PASS,)

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Pass on to the next, or build; whoever has another canoe may use it for the same event."""
        _, who, taker, events = frame
        if answer == PASS:
            following = self.reactor(pos, (who + 1) % len(pos.seats), taker, events)
            if following is None:
                pop(pos)
            else:
                swap(pos, *following)
            return
        use_tile(pos, who, CANOE)
        pos.build(who, HEX_OF_ANSWER[answer])

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask whether and where to build."""
        return Prompt("react", "swamp_or_water", 1)

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say why not there."""
        return super().why_not(pos, (frame[0], frame[1], 0, 0), h)


def call_canoes(pos: Position) -> None:
    """Ask everybody but the taker about the hexes just emptied, each event on its own (R3.20, R3.21)."""
    taker, events = pos.taker, pos.events
    pos.taker = pos.events = 0
    frame = CANOE_TILE.reactor(pos, (taker + 1) % len(pos.seats), taker, events)
    if frame is not None:
        pos.stack = (*pos.stack, frame)


def drop_idle_questions(pos: Position) -> None:
    """Leave out questions that a reaction has left without an answer, and players who can no longer react (R3.22)."""
    from kingdom_builder.sets.registry import ACTIONS

    while pos.stack:
        frame = pos.stack[-1]
        if frame[0] == CANOE:
            following = CANOE_TILE.reactor(pos, *frame[1:])
            if following is not None:
                pos.stack = (*pos.stack[:-1], following)
                return
        elif ACTIONS[frame[0]].can_go_on(pos, frame):
            return
        pop(pos)


def _first_free_targets(origin: int, field: int) -> int:
    found = 0
    for direction in DIRECTIONS:
        here = shift(BIT[origin], direction) & EVERYWHERE
        while here and not here & field:
            here = shift(here, direction) & EVERYWHERE
        found |= here
    return found


def _first_free_sources(pieces: int, field: int) -> int:
    found = 0
    for direction in DIRECTIONS:
        here = shift(field, -direction) & EVERYWHERE
        while here:
            found |= here & pieces
            here = shift(here, -direction) & EVERYWHERE
    return found


FIRST_FREE = Travel(_first_free_targets, _first_free_sources, "not_first_free")

CANOE_TILE = Canoe("canoe", "R5.23")
TILES: tuple[Action, ...] = (
    Move("refuge", "R5.21", to=LAND, travel=STEP, adjacency=NONE),
    Fountain("fountain", "R5.22", on=LAND, unmet="not_one_own_neighbour", adjacency=NONE),
    CANOE_TILE,
    Temple("temple", "R5.24"),
)
BONUS_ACTIONS: dict[int, Action] = {
    option_number("refuge"): Move("refuge_bonus", "R5.36", to=LAND, travel=FIRST_FREE, adjacency=NONE),
    CANOE: CanoeBonus("canoe_bonus", "R5.38"),
}
"""The bonus actions by the kind of location tile; those of temple and fountain change other actions instead."""
