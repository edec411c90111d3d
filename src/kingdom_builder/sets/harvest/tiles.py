"""The location tiles of Harvest, the farm action, the silos (docs/rules.md R5.25 to R5.32, R5.40, R3.35 to R3.38)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kingdom_builder.engine.actions.base import (
    CARD,
    LAND,
    REQUIRED,
    Action,
    Asked,
    Build,
    Prompt,
    has_outpost,
    hexes_on,
    obstacle,
    pop,
    swap,
    target_name,
    use_nomad,
)
from kingdom_builder.engine.actions.move import Move, free_lifted, movable
from kingdom_builder.engine.answers import COLLECT, HEX_OF_ANSWER, OUTPOST, PASS, STOP, option_number
from kingdom_builder.engine.hexes import BIT, area_of, areas, each, neighbours
from kingdom_builder.engine.position import CANOE, SCOUTS, Frame, Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import FARMLAND, MOUNTAIN, WATER

BAZAAR = option_number("bazaar")
CROSSROADS = option_number("crossroads")
PER_SILO = 3
_GROUND_FOR_SCOUTS = (LAND, WATER, MOUNTAIN)


def near_water(pos: Position, who: int) -> int:
    """Return the hexes next to water (R5.26)."""
    return pos.board.near_water


def near_mountain(pos: Position, who: int) -> int:
    """Return the hexes next to a mountain, caves included (R5.27)."""
    return pos.board.near_mountain


def near_special(pos: Position, who: int) -> int:
    """Return the hexes next to a special hex (R5.31)."""
    return pos.board.near_special


def near_others(pos: Position, who: int) -> int:
    """Return the hexes next to a piece of another player (R5.29)."""
    found = 0
    for i, seat in enumerate(pos.seats):
        if i != who:
            found |= seat.reach
    return found


@dataclass(frozen=True)
class Bazaar(Action):
    """Perform once more the action of another tile that the player owns (R5.25)."""

    def repeatable(self, pos: Position, who: int) -> tuple[int, ...]:
        """Return the tiles that can be repeated now, used or unused, but not those taken in this turn."""
        from kingdom_builder.sets.registry import ACTIONS

        kinds = dict.fromkeys(tile.kind for tile in pos.seats[who].tiles if tile.since != pos.turn)
        return tuple(
            [k for k in kinds if k not in (BAZAAR, CANOE) and (k == CROSSROADS or ACTIONS[k].usable(pos, who))]
        )

    def usable(self, pos: Position, who: int) -> bool:
        """Need something to repeat."""
        return bool(self.repeatable(pos, who))

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return nothing: the bazaar chooses a tile, and that tile its hexes."""
        return 0

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer the tiles."""
        return 0, self.repeatable(pos, frame[1])

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Begin the tile's action; crossroads gives one more card at the end of the turn."""
        from kingdom_builder.sets.registry import ACTIONS

        pop(pos)
        if answer == CROSSROADS:
            pos.phase = pos.phase._replace(cards=pos.phase.cards + 1)
        else:
            ACTIONS[answer].begin(pos, frame[1])

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask which tile."""
        return Prompt("repeat")

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say that a tile is asked for."""
        return Reason("no_hex_asked", self.rule)

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that it chooses no hex."""
        return Reason("not_an_action", self.rule)


@dataclass(frozen=True)
class Cathedral(Build):
    """Take a number tile, or give back some and build as many on the played terrain (R5.28).

    Frame: number, seat, how many are built, 1 if an outpost is declared.
    """

    def ready(self, pos: Position, who: int) -> bool:
        """Need number tiles and settlements to build with."""
        seat = pos.seats[who]
        return seat.supply > 0 and seat.holdings.numbers > 0

    def can_build(self, pos: Position, who: int) -> bool:
        """Need all that, and a hex."""
        return self.ready(pos, who) and self.field(pos, who) != 0

    def usable(self, pos: Position, who: int) -> bool:
        """Need a number tile in the bank, or all it takes to build."""
        return pos.numbers_left() > 0 or self.can_build(pos, who)

    def can_go_on(self, pos: Position, frame: Frame) -> bool:
        """Go on while another can be built."""
        return self.can_build(pos, frame[1])

    def begin(self, pos: Position, who: int) -> None:
        """Ask where to build, or whether to collect."""
        pos.stack = (*pos.stack, (self.number, who, 0, 0))

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer hexes, to collect instead of the first and to stop after it."""
        _, who, built, outposted = frame
        if outposted:
            return self.field(pos, who), ()
        hexes = self.targets(pos, who) if self.can_build(pos, who) else 0
        options: tuple[int, ...] = (STOP,) if built else (COLLECT,) if pos.numbers_left() else ()
        if hexes and hexes != self.field(pos, who) and has_outpost(pos, who):
            options += (OUTPOST,)
        return hexes, options

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Collect, stop, or build one for a number tile and ask again while another can be built."""
        number, who, built, _ = frame
        if answer == OUTPOST:
            use_nomad(pos, who, OUTPOST)
            swap(pos, number, who, built, 1)
            return
        if answer == COLLECT:
            seat = pos.change(who)
            seat.holdings = seat.holdings._replace(numbers=seat.holdings.numbers + 1)
        elif answer != STOP:
            pos.spend_number(who)
            pos.build(who, HEX_OF_ANSWER[answer])
            if self.can_build(pos, who):
                swap(pos, number, who, built + 1, 0)
                return
        pop(pos)

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say that there is nothing to build with, or why not there."""
        if not self.ready(pos, frame[1]):
            return Reason("no_hex_asked", self.rule)
        return super().why_not(pos, frame, h)

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask where to build, with the number tiles left."""
        return Prompt("cathedral", target_name(pos, CARD), pos.seats[frame[1]].holdings.numbers)


@dataclass(frozen=True)
class ScoutCabin(Action):
    """Place one or two scouts next to own pieces or each other until the end of the turn (R5.30).

    Frame: number, seat, how many are placed.
    """

    def usable(self, pos: Position, who: int) -> bool:
        """Need a place for the first scout; those on the board are taken back before."""
        free = pos.free_with_scouts_lifted() if pos.phase.scouts else pos.free
        return self._ground(pos) & free & pos.seats[who].reach != 0

    def _ground(self, pos: Position) -> int:
        return sum(hexes_on(pos, on) for on in _GROUND_FOR_SCOUTS)

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return where a scout may stand while there is one in hand (R1.11)."""
        if pos.phase.scouts.bit_count() == SCOUTS:
            return 0
        return self._ground(pos) & pos.free & pos.support(who)

    def begin(self, pos: Position, who: int) -> None:
        """Take scouts placed before back, and ask for the first."""
        if pos.phase.scouts:
            pos.set_scouts(0)
        pos.stack = (*pos.stack, (self.number, who, 0))

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer the targets; the second may be left out."""
        return self.targets(pos, frame[1]), (STOP,) if frame[2] else ()

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Place a scout and, if there can be another, ask for it."""
        number, who, placed = frame
        if answer != STOP:
            pos.set_scouts(pos.phase.scouts | BIT[HEX_OF_ANSWER[answer]])
            if placed + 1 < SCOUTS and self.targets(pos, who):
                swap(pos, number, who, placed + 1)
                return
        pop(pos)

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask where to put a scout."""
        return Prompt("scout", left=SCOUTS - frame[2])

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say why no scout can stand there."""
        return obstacle(pos, h, _GROUND_FOR_SCOUTS, self.rule) or Reason("needs_own_neighbour", self.rule)

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that both scouts stand on the board, or that nothing free touches an own piece."""
        if pos.phase.scouts.bit_count() == SCOUTS:
            return Reason("on_board_already", "R1.11", {"kind": "scout"})
        return Reason("needs_own_neighbour", self.rule)


@dataclass(frozen=True)
class Palisade(Move):
    """Move a piece of an area next to what else belonged to that area (R5.32)."""

    def sources(self, pos: Position, who: int) -> int:
        """Return the pieces of areas of at least two that have somewhere to go."""
        pieces, found = movable(pos.seats[who], self.kinds), 0
        for area in areas(pos.own(who)):
            for h in each(area & pieces):
                if self.destinations(pos, who, h):
                    found |= BIT[h]
        return found

    def destinations(self, pos: Position, who: int, origin: int) -> int:
        """Return the free land next to every remainder of the piece's area."""
        area = area_of(BIT[origin], pos.own(who))
        return neighbours(area ^ BIT[origin]) & pos.board.land & free_lifted(pos, who, origin)


@dataclass(frozen=True)
class Silo(Move):
    """Build up to three, or move up to three, or nothing, for each silo next to own pieces (R3.36).

    A free hex begins building and an own piece begins moving. Frame: number, seat, silos left, 0 for open, 1 for
    building, 2 for moving, how many are left of the three, then the hex of a piece picked up.
    """

    OPEN: ClassVar[int] = 0
    BUILDING: ClassVar[int] = 1
    MOVING: ClassVar[int] = 2

    def frame(self, who: int, silos: int) -> Frame:
        """Return the question for the first of some silos."""
        return self.number, who, silos, self.OPEN, PER_SILO

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return where to build, or where the piece on `origin` can go."""
        if origin is None:
            return pos.board.land & pos.free & pos.support(who)
        return super().targets(pos, who, origin)

    def destinations(self, pos: Position, who: int, origin: int) -> int:
        """Return the free land next to own pieces, the moved one left out (R3.37)."""
        return pos.board.land & free_lifted(pos, who, origin) & neighbours(pos.own(who) ^ BIT[origin])

    def sources(self, pos: Position, who: int) -> int:
        """Return the pieces that have somewhere to go."""
        pieces = movable(pos.seats[who], self.kinds)
        return sum(BIT[h] for h in each(pieces) if self.destinations(pos, who, h))

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer what the silo still allows."""
        _, who, _, mode, _, *origin = frame
        if origin:
            return self.destinations(pos, who, origin[0]), ()
        hexes = 0
        if mode != self.MOVING and pos.seats[who].supply:
            hexes = self.targets(pos, who)
        if mode != self.BUILDING:
            hexes |= self.sources(pos, who)
        return hexes, (PASS if mode == self.OPEN else STOP,)

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Build, pick up, put down, or go on to the next silo."""
        number, who, silos, _, left, *origin = frame
        if answer in (PASS, STOP):
            self._next(pos, frame)
            return
        h = HEX_OF_ANSWER[answer]
        if not origin and pos.seats[who].pieces >> h & 1:
            swap(pos, number, who, silos, self.MOVING, left, h)
            return
        if origin:
            pos.move_in_silo_phase(who, origin[0], h)
        else:
            pos.build_in_silo_phase(who, h)
        following = (number, who, silos, self.MOVING if origin else self.BUILDING, left - 1)
        if left > 1 and self.ask(pos, following)[0]:
            swap(pos, *following)
        else:
            self._next(pos, frame)

    def _next(self, pos: Position, frame: Frame) -> None:
        who, silos = frame[1:3]
        if silos > 1:
            swap(pos, *self.frame(who, silos - 1))
        else:
            pop(pos)

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask for a hex or a piece."""
        if len(frame) > 5:
            return Prompt("move_to", "land", piece=frame[5])
        return Prompt(("silo", "silo_build", "silo_move")[frame[3]], "land", frame[4])

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say why nothing can be built there, or no piece moved."""
        _, who, _, mode, _, *origin = frame
        if origin:
            reason = obstacle(pos, h, (LAND,), self.rule, lifted=BIT[origin[0]])
            return reason or Reason("needs_own_neighbour", self.rule)
        if mode == self.MOVING or pos.seats[who].pieces >> h & 1:
            mixed = mode == self.BUILDING and self.sources(pos, who) >> h & 1
            return Reason("no_mixture", self.rule) if mixed else self._why_not_piece(pos, who, h)
        lacking = "no_supply" if not pos.seats[who].supply else "needs_own_neighbour"
        return obstacle(pos, h, (LAND,), self.rule) or Reason(lacking, self.rule)

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that nothing free touches an own piece, or the piece cannot move."""
        if origin is not None:
            return self._why_not_piece(pos, who, origin)
        return Reason("needs_own_neighbour", self.rule)


TILES: tuple[Action, ...] = (
    Bazaar("bazaar", "R5.25"),
    Build("water_mill", "R5.26", on=LAND, where=near_water, unmet="not_near_water"),
    Build("mountain_station", "R5.27", on=LAND, where=near_mountain, unmet="not_near_mountain"),
    Cathedral("cathedral", "R5.28", on=CARD),
    Build("watchtower", "R5.29", on=LAND, where=near_others, unmet="not_near_others"),
    ScoutCabin("scout_cabin", "R5.30"),
    Build("university", "R5.31", on=LAND, where=near_special, unmet="not_near_special"),
    Palisade("palisade", "R5.32", to=LAND, unmet="not_near_area"),
)
FARM_ACTION = Build("farm_action", "R5.40", on=FARMLAND, adjacency=REQUIRED)
SILO = Silo("silo", "R3.36", to=LAND)
