"""The cathedral and its number tiles (docs/rules.md R5.28)."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom_builder.engine.actions.base import (
    CARD,
    Asked,
    Prompt,
    pop,
    push,
    swap,
    target_name,
    use_waiver,
    waiver_option,
)
from kingdom_builder.engine.actions.build import Build, BuildFrame
from kingdom_builder.engine.answers import HEX_OF_ANSWER, STOP
from kingdom_builder.engine.player import Seat
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.sets.harvest.state import state_of
from kingdom_builder.sets.slots import HARVEST

NUMBERS = 18
"""The value of all number tiles together (R1.11)."""

COLLECT = 513
"""The answer that takes a number tile instead of building."""


def numbers_left(pos: Position) -> int:
    """Return the value of the number tiles in the bank (R1.11)."""
    return NUMBERS - sum([state_of(seat).numbers for seat in pos.seats])


def add_numbers(seat: Seat, count: int) -> None:
    """Take number tiles from the bank, or return them."""
    state = state_of(seat)
    seat.set_extra(HARVEST, state._replace(numbers=state.numbers + count))


def take_number(pos: Position, seat: Seat, kind: int) -> None:
    """Take a number tile with the cathedral, while there is one (R4.15)."""
    if numbers_left(pos):
        add_numbers(seat, 1)


def lose_numbers(pos: Position, seat: Seat, kind: int) -> None:
    """Lose the number tiles with the cathedral (R4.22)."""
    add_numbers(seat, -state_of(seat).numbers)


@dataclass(frozen=True)
class Cathedral(Build):
    """Take a number tile, or give back some and build as many on the played terrain.

    In its frames `left` is how many have been built.
    """

    def ready(self, pos: Position, who: int) -> bool:
        """Return whether there are number tiles and settlements to build with."""
        seat = pos.seats[who]
        return seat.supply > 0 and state_of(seat).numbers > 0

    def can_build(self, pos: Position, who: int) -> bool:
        """Return whether there are number tiles, settlements and a hex."""
        return self.ready(pos, who) and self.field(pos, who) != 0

    def usable(self, pos: Position, who: int) -> bool:
        """Return whether there is a number tile in the bank, or all it takes to build."""
        return numbers_left(pos) > 0 or self.can_build(pos, who)

    def can_go_on(self, pos: Position, frame: BuildFrame) -> bool:
        """Return whether another settlement can be built."""
        return self.can_build(pos, frame.seat)

    def begin(self, pos: Position, who: int) -> None:
        """Ask where to build, or whether to collect."""
        push(pos, BuildFrame(self.number, who, 0))

    def ask(self, pos: Position, frame: BuildFrame) -> Asked:
        """Return hexes, to collect instead of the first and to stop after it."""
        _, who, built, waived = frame
        if waived:
            return self.field(pos, who), ()
        hexes = self.targets(pos, who) if self.can_build(pos, who) else 0
        options: tuple[int, ...] = (STOP,) if built else (COLLECT,) if numbers_left(pos) else ()
        if hexes:
            options += waiver_option(pos, who, hexes, self.field(pos, who))
        return hexes, options

    def answer(self, pos: Position, frame: BuildFrame, answer: int) -> None:
        """Collect, stop, or build one for a number tile and ask again while another can be built."""
        number, who, built, _ = frame
        if use_waiver(pos, who, answer):
            swap(pos, BuildFrame(number, who, built, waived=True))
            return
        if answer == COLLECT:
            add_numbers(pos.change(who), 1)
        elif answer != STOP:
            add_numbers(pos.change(who), -1)
            pos.build(who, HEX_OF_ANSWER[answer])
            if self.can_build(pos, who):
                swap(pos, BuildFrame(number, who, built + 1))
                return
        pop(pos)

    def why_not(self, pos: Position, frame: BuildFrame, h: int) -> Reason:
        """Return that there is nothing to build with, or why not there."""
        if not self.ready(pos, frame.seat):
            return Reason("no_hex_asked", self.rule)
        return super().why_not(pos, frame, h)

    def prompt(self, pos: Position, frame: BuildFrame) -> Prompt:
        """Ask where to build, with the number tiles left."""
        return Prompt("cathedral", target_name(pos, CARD), state_of(pos.seats[frame.seat]).numbers)
