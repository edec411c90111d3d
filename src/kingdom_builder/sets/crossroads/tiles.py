"""The location tiles of Crossroads (docs/rules.md R5.13 to R5.20)."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom_builder.engine.actions.base import (
    LAND,
    Action,
    Asked,
    Build,
    BuildOnEither,
    Prompt,
    hexes_on,
    obstacle,
    pop,
    swap,
)
from kingdom_builder.engine.answers import HEX_OF_ANSWER, STOP, TAKE_BACK
from kingdom_builder.engine.hexes import BIT, NEIGHBOURS, neighbours, surrounded
from kingdom_builder.engine.player import CITY_HALL, SHIP, WAGON, WARRIOR
from kingdom_builder.engine.position import WARRIORS, Frame, Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import CANYON, FOREST, MOUNTAIN, TERRAINS, TERRAINS_OF_CARD, WATER

STEPS = 3


def placing_targets(pos: Position, who: int, field: int) -> int:
    """Return where a meeple may be placed: adjacent if possible (R4.4)."""
    return field & pos.support(who) or field


@dataclass(frozen=True)
class Traveller(Action):
    """The ship and the wagon: place it, move it one to three steps, or take it back (R5.13, R5.20).

    Frame: number, seat, steps taken.
    """

    kind: str
    on: tuple[int, ...]

    def standing(self, pos: Position, who: int) -> int:
        """Return the hex of the token as a set, empty while it is in hand."""
        tokens = pos.seats[who].tokens
        return tokens.ship if self.kind == SHIP else tokens.wagon

    def field(self, pos: Position) -> int:
        """Return the free hexes where this token may stand."""
        return sum(hexes_on(pos, on) for on in self.on) & pos.free

    def usable(self, pos: Position, who: int) -> bool:
        """A token on the board can always be taken back."""
        return self.standing(pos, who) != 0 or self.targets(pos, who) != 0

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return where the token may be placed, or the hexes one step away from where it stands."""
        standing = self.standing(pos, who)
        if origin is None:
            return 0 if standing else placing_targets(pos, who, self.field(pos))
        return NEIGHBOURS[origin] & self.field(pos) if standing == BIT[origin] else 0

    def begin(self, pos: Position, who: int) -> None:
        """Ask where to."""
        pos.stack = (*pos.stack, (self.number, who, 0))

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer places, or steps; before the first step also to take the token back, afterwards to stop."""
        who = frame[1]
        standing = self.standing(pos, who)
        if not standing:
            return self.targets(pos, who), ()
        return self.targets(pos, who, standing.bit_length() - 1), (STOP if frame[2] else TAKE_BACK,)

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Place, step or take back; after a step ask for the next one while there is any (R3.18, R8.39)."""
        number, who, steps = frame
        standing = self.standing(pos, who)
        if answer == STOP:
            pop(pos)
        elif answer == TAKE_BACK:
            pop(pos)
            pos.remove(who, standing.bit_length() - 1)
        elif not standing:
            pop(pos)
            pos.place(who, self.kind, BIT[HEX_OF_ANSWER[answer]])
        else:
            h = HEX_OF_ANSWER[answer]
            pos.move(who, standing.bit_length() - 1, h)
            if steps + 1 < STEPS and self.targets(pos, who, h):
                swap(pos, number, who, steps + 1)
            else:
                pop(pos)

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask where to place it, or where to step with it."""
        standing = self.standing(pos, frame[1])
        if not standing:
            return Prompt("place")
        return Prompt("step", left=STEPS - frame[2], piece=standing.bit_length() - 1)

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say why the token cannot stand there, or cannot step there."""
        reason = obstacle(pos, h, self.on, self.rule)
        if reason is not None:
            return reason
        if self.standing(pos, frame[1]):
            return Reason("not_adjacent_step", self.rule)
        return Reason("must_be_adjacent", "R4.4", hexes=self.targets(pos, frame[1]))

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that it stands on the board already, or is not there, or cannot step."""
        standing = self.standing(pos, who)
        if origin is None:
            return Reason("on_board_already" if standing else "no_target", self.rule, {"kind": self.kind})
        return Reason("piece_cannot_move" if standing == BIT[origin] else "not_your_piece", self.rule)


@dataclass(frozen=True)
class Barracks(Action):
    """Place a warrior from hand, or take one back from the board: an own warrior's hex means that (R5.15)."""

    def usable(self, pos: Position, who: int) -> bool:
        """Need a warrior to take back or a place for one."""
        return pos.seats[who].tokens.warriors != 0 or self.targets(pos, who) != 0

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return where a warrior may be placed."""
        if pos.seats[who].tokens.warriors.bit_count() == WARRIORS:
            return 0
        return placing_targets(pos, who, pos.board.land & pos.free)

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer places, and the own warriors on the board."""
        return self.targets(pos, frame[1]) | pos.seats[frame[1]].tokens.warriors, ()

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Place a warrior or take one back."""
        who, h = frame[1], HEX_OF_ANSWER[answer]
        pop(pos)
        if pos.seats[who].tokens.warriors >> h & 1:
            pos.remove(who, h)
        else:
            pos.place(who, WARRIOR, BIT[h])

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask where to place a warrior, or which to take back."""
        return Prompt("place_or_take_back")

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say why no warrior can be placed there."""
        targets = self.targets(pos, frame[1])
        if not targets:
            return self.why_none(pos, frame[1])
        return obstacle(pos, h, (LAND,), self.rule) or Reason("must_be_adjacent", "R4.4", hexes=targets)

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that both warriors stand on the board, or that no land is free."""
        both = pos.seats[who].tokens.warriors.bit_count() == WARRIORS
        return Reason("on_board_already" if both else "no_target", self.rule, {"kind": WARRIOR})


@dataclass(frozen=True)
class CityHall(Action):
    """Place the city hall once: a hex and its six neighbours, all free land, next to an own piece (R5.17)."""

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return the centres."""
        seat = pos.seats[who]
        if seat.tokens.city_hall:
            return 0
        # All seven hexes are free, so an own piece next to one of them is a piece at distance 2 of the centre.
        return surrounded(pos.board.land & pos.free) & neighbours(pos.support(who))

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer the centres."""
        return self.targets(pos, frame[1]), ()

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Place all seven hexes at once."""
        centre = HEX_OF_ANSWER[answer]
        pop(pos)
        pos.place(frame[1], CITY_HALL, BIT[centre] | NEIGHBOURS[centre])

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask for the centre."""
        return Prompt("city_hall")

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Name the hexes that are in the way, or that it touches no own piece."""
        reason = obstacle(pos, h, (LAND,), self.rule)
        if reason is not None:
            return reason
        footprint = BIT[h] | NEIGHBOURS[h]
        bad = footprint & ~(pos.board.land & pos.free)
        if bad or footprint.bit_count() < 7:
            return Reason("city_hall_does_not_fit", self.rule, hexes=bad)
        return Reason("needs_own_neighbour", self.rule)

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that it is placed already, or fits nowhere."""
        placed = pos.seats[who].tokens.city_hall
        return Reason("on_board_already" if placed else "no_target", self.rule, {"kind": CITY_HALL})


@dataclass(frozen=True)
class Fort(BuildOnEither):
    """Draw a terrain card and build one settlement on its terrain, either one of a swamp card (R5.18)."""

    def terrains(self, key: int) -> tuple[int, ...]:
        """Return what the card drawn shows."""
        return TERRAINS_OF_CARD[key]

    def ready(self, pos: Position, who: int) -> bool:
        """Need a settlement in supply and a card to draw."""
        return pos.seats[who].supply > 0 and bool(pos.deck.draw or pos.deck.discard)

    def usable(self, pos: Position, who: int) -> bool:
        """Which terrain it will be is not known before the draw, so no target is asked for."""
        return self.ready(pos, who)

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return where to build on the terrain of the position, which stands for the card drawn."""
        return 0 if pos.card is None else Build(self.name, self.rule, on=pos.card).targets(pos, who, outpost=outpost)

    def begin(self, pos: Position, who: int) -> None:
        """Draw and discard the card, then ask where to build; without a hex nothing is built (R8.40)."""
        (card,) = drawn = pos.draw_cards(1)
        pos.draw_cards(0, laid_down=drawn)
        if self.field(pos, card):
            pos.stack = (*pos.stack, (self.number, who, card, 0))

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that the terrain is not known or has no free hex."""
        if pos.card is None:
            return Reason("choose_card_first", "R5.18")
        return Reason("no_target", self.rule, {"needed": TERRAINS[pos.card]})


@dataclass(frozen=True)
class Passive(Action):
    """A tile that works by itself and offers no action, such as crossroads (R5.16)."""

    def usable(self, pos: Position, who: int) -> bool:
        """There is nothing to do with it."""
        return False

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return nothing: it chooses no hex."""
        return 0

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that the tile is no action."""
        return Reason("not_an_action", self.rule)


TILES: tuple[Action, ...] = (
    Traveller("lighthouse", "R5.13", SHIP, (WATER,)),
    Build("foresters_lodge", "R5.14", on=FOREST),
    Barracks("barracks", "R5.15"),
    Passive("crossroads", "R5.16"),
    CityHall("city_hall", "R5.17"),
    Fort("fort", "R5.18"),
    Build("monastery", "R5.19", on=CANYON),
    Traveller("wagon", "R5.20", WAGON, (LAND, MOUNTAIN)),
)
