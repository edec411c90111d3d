"""The cathedral and its number tiles (docs/rules.md R5.28)."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom_builder.engine.actions.base import (
    CARD,
    LegalAnswers,
    Prompt,
    pop_frame,
    push_frame,
    replace_frame,
    target_name,
    use_waiver,
    waiver_option,
)
from kingdom_builder.engine.actions.build import Build, BuildFrame
from kingdom_builder.engine.answers import HEX_OF_ANSWER, STOP
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.player import PlayerState
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
    taken: int = sum([player.extra[HARVEST].numbers for player in pos.players])
    return NUMBERS - taken


def add_numbers(player: PlayerState, count: int) -> None:
    """Take number tiles from the bank, or return them."""
    state = state_of(player)
    player.set_extra(HARVEST, state._replace(numbers=state.numbers + count))


def take_number(pos: Position, player: PlayerState, kind: int) -> None:
    """Take a number tile with the cathedral, while there is one (R4.15)."""
    if numbers_left(pos):
        add_numbers(player, 1)


def lose_numbers(pos: Position, player: PlayerState, kind: int) -> None:
    """Lose the number tiles with the cathedral (R4.22)."""
    add_numbers(player, -state_of(player).numbers)


@dataclass(frozen=True)
class Cathedral(Build):
    """Take a number tile, or give back some and build as many on the played terrain.

    In its frames `left` is how many have been built.
    """

    def has_resources(self, pos: Position, seat: int) -> bool:
        """Return whether there are number tiles and settlements to build with."""
        player = pos.players[seat]
        return player.supply > 0 and state_of(player).numbers > 0

    def can_build(self, pos: Position, seat: int) -> bool:
        """Return whether there are number tiles, settlements and a hex."""
        return self.has_resources(pos, seat) and self.candidates(pos, seat) != 0

    def can_start(self, pos: Position, seat: int) -> bool:
        """Return whether there is a number tile in the bank, or a settlement can be built."""
        return numbers_left(pos) > 0 or self.can_build(pos, seat)

    def can_go_on(self, pos: Position, frame: BuildFrame) -> bool:
        """Return whether another settlement can be built."""
        return self.can_build(pos, frame.seat)

    def start(self, pos: Position, seat: int) -> None:
        """Ask where to build, or whether to collect."""
        push_frame(pos, BuildFrame(self.number, seat, 0))

    def legal(self, pos: Position, frame: BuildFrame) -> LegalAnswers:
        """Return hexes, to collect instead of the first and to stop after it."""
        _, seat, built, waived = frame
        if waived:
            return self.candidates(pos, seat), ()
        hexes = self.targets(pos, seat) if self.can_build(pos, seat) else 0
        options: tuple[int, ...] = (STOP,) if built else (COLLECT,) if numbers_left(pos) else ()
        if hexes:
            options += waiver_option(pos, seat, hexes, self.candidates(pos, seat))
        return hexes, options

    def apply(self, pos: Position, frame: BuildFrame, answer: int) -> None:
        """Collect, stop, or build one for a number tile and ask again while another can be built."""
        number, seat, built, _ = frame
        if use_waiver(pos, seat, answer):
            replace_frame(pos, BuildFrame(number, seat, built, waived=True))
            return
        if answer == COLLECT:
            add_numbers(pos.change(seat), 1)
        elif answer != STOP:
            add_numbers(pos.change(seat), -1)
            pos.build(seat, HEX_OF_ANSWER[answer])
            if self.can_build(pos, seat):
                replace_frame(pos, BuildFrame(number, seat, built + 1))
                return
        pop_frame(pos)

    def why_not(self, pos: Position, frame: BuildFrame, h: int) -> Reason:
        """Return that there is nothing to build with, or why not there."""
        if not self.has_resources(pos, frame.seat):
            return Reason("no_hex_asked", self.rule)
        return super().why_not(pos, frame, h)

    def prompt(self, pos: Position, frame: BuildFrame) -> Prompt:
        """Ask where to build, with the number tiles left."""
        numbers = state_of(pos.players[frame.seat]).numbers
        return Prompt("cathedral", target_name(pos, CARD), numbers, places=SETTLEMENT)
