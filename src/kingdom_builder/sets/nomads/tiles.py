"""The location tiles and nomad tiles of Nomads (docs/rules.md R5.9 to R5.12 and section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kingdom_builder.engine.actions.base import (
    CARD,
    LAND,
    NONE,
    Action,
    Asked,
    Build,
    Prompt,
    hexes_on,
    obstacle,
    pop,
    swap,
    target_name,
)
from kingdom_builder.engine.actions.move import SLIDE, STEP, Move
from kingdom_builder.engine.answers import DONATION_TERRAINS, HEX_OF_ANSWER, STOP
from kingdom_builder.engine.hexes import beside
from kingdom_builder.engine.position import WALLS, Frame, Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import FLOWER, terrain_number


def three_own_neighbours(pos: Position, who: int) -> int:
    """Return the hexes that at least three own pieces touch (R5.11)."""
    return beside(pos.own(who))[2]


@dataclass(frozen=True)
class Quarry(Action):
    """Place one or two walls on the played terrain, each next to an own piece (R5.9). Frame: number, seat, placed."""

    needs_card: ClassVar[bool] = True

    def ready(self, pos: Position, who: int) -> bool:
        """Need a wall in stock (R1.9)."""
        return pos.walls.bit_count() < WALLS

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return where a wall may stand while there is one (R1.9); walls do not support one another."""
        if not self.ready(pos, who):
            return 0
        return hexes_on(pos, CARD) & pos.free & pos.support(who)

    def begin(self, pos: Position, who: int) -> None:
        """Ask for the first wall."""
        pos.stack = (*pos.stack, (self.number, who, 0))

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer the targets; the second wall may be left out."""
        return self.targets(pos, frame[1]), (STOP,) if frame[2] else ()

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Place a wall and, if there can be a second, ask for it."""
        number, who, placed = frame
        if answer != STOP:
            pos.add_wall(HEX_OF_ANSWER[answer])
            if not placed and self.usable(pos, who):
                swap(pos, number, who, 1)
                return
        pop(pos)

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask where to put a wall."""
        return Prompt("wall", target_name(pos, CARD), 2 - frame[2])

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say why no wall can stand there."""
        return obstacle(pos, h, (CARD,), self.rule) or Reason("needs_own_neighbour", self.rule)

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that all walls are used, the terrain is not chosen, used up, or touches no own piece."""
        if not self.ready(pos, who):
            return Reason("on_board_already", "R1.9", {"kind": "wall"})
        if pos.card is None:
            return Reason("choose_card_first", "R3.4")
        if hexes_on(pos, CARD) & pos.free:
            return Reason("needs_own_neighbour", self.rule)
        return Reason("no_target", self.rule, {"needed": target_name(pos, CARD)})


@dataclass(frozen=True)
class Resettlement(Move):
    """Move own pieces by up to four single steps in all (R6.3). Frame: number, seat, steps left, then the piece's hex.

    Each step is a move of its own, so four pieces are never exceeded.
    """

    steps: int = 4

    def begin(self, pos: Position, who: int) -> None:
        """Ask for the first piece."""
        pos.stack = (*pos.stack, (self.number, who, self.steps))

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer the pieces or a piece's neighbours; from the second step on, also to stop."""
        if len(frame) == 4:
            return self.targets(pos, frame[1], frame[3]), ()
        return self.targets(pos, frame[1]), (STOP,) if frame[2] < self.steps else ()

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Pick a piece, or step with it and ask for the next one."""
        if answer == STOP:
            pop(pos)
            return
        h = HEX_OF_ANSWER[answer]
        if len(frame) == 3:
            swap(pos, *frame, h)
            return
        number, who, left, origin = frame
        pos.move(who, origin, h)
        if left > 1 and self.targets(pos, who):
            swap(pos, number, who, left - 1)
        else:
            pop(pos)

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask which piece, then where to, with the steps left."""
        return super().prompt(pos, (frame[0], frame[1], *frame[3:]))._replace(left=frame[2])

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say why a piece cannot step, or why not there."""
        return super().why_not(pos, (frame[0], frame[1], *frame[3:]), h)


@dataclass(frozen=True)
class Sword(Action):
    """Remove one piece of every other player (R6.5). Frame: number, seat, then the seats already hit."""

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return the pieces that can be removed; a city hall cannot."""
        return self._removable(pos, {who})

    def _removable(self, pos: Position, spared: set[int]) -> int:
        return sum(seat.pieces & ~seat.tokens.city_hall for i, seat in enumerate(pos.seats) if i not in spared)

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer the pieces of every player not hit yet."""
        return self._removable(pos, set(frame[1:])), ()

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Remove the piece and go on while somebody is left to be hit."""
        h = HEX_OF_ANSWER[answer]
        victim = next(i for i, seat in enumerate(pos.seats) if seat.pieces >> h & 1)
        pos.remove(victim, h)
        if self._removable(pos, {*frame[1:], victim}):
            swap(pos, *frame, victim)
        else:
            pop(pos)

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask which piece to remove."""
        return Prompt("remove")

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say why a piece cannot be removed."""
        for owner, seat in enumerate(pos.seats):
            if seat.pieces >> h & 1:
                if owner in frame[2:]:
                    return Reason("already_hit", self.rule, {"owner": owner})
                return Reason("own_piece" if owner == frame[1] else "city_hall_stays", self.rule)
        return Reason("no_foreign_piece_here", self.rule)

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say that nobody else has a piece to lose."""
        return Reason("no_foreign_piece", self.rule)


TILES: tuple[Action, ...] = (
    Quarry("quarry", "R5.9"),
    Move("caravan", "R5.10", to=LAND, travel=SLIDE, adjacency=NONE),
    Build("village", "R5.11", on=LAND, where=three_own_neighbours, unmet="too_few_neighbours", adjacency=NONE),
    Build("garden", "R5.12", on=FLOWER),
)

NOMAD_TILES: tuple[Action, ...] = (
    *(Build(f"donation:{name}", "R6.2", on=terrain_number(name), count=3) for name in DONATION_TERRAINS),
    Resettlement("resettlement", "R6.3", to=LAND, travel=STEP, adjacency=NONE),
    Sword("sword", "R6.5"),
)
