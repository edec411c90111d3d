"""The vocabulary that tiles are written in: what all actions have in common, and building.

An action is a value that never changes. While it is being carried out, what is still to be asked stands in the
position's stack as a frame of plain ints: the action's number, the seat asked, and the action's own few numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from kingdom_builder.engine.answers import HEX_OF_ANSWER, OUTPOST, option_number
from kingdom_builder.engine.hexes import NEIGHBOURS
from kingdom_builder.engine.position import Frame, Position
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import TERRAINS

CARD, LAND = -1, -2
"""Targets that are not one fixed terrain: the played terrain (R3.4), and any land (R0.3)."""

Asked = tuple[int, tuple[int, ...]]
"""A question's answers: a set of hexes and some options."""


class Prompt(NamedTuple):
    """What a question asks for: the kind of thing, its terrain, how many can still follow, the piece in hand."""

    stage: str
    terrain: str | None = None
    left: int | None = None
    piece: int | None = None


@dataclass(frozen=True)
class Action:
    """Something a player can do. `rule` is where docs/rules.md says how."""

    name: str
    rule: str

    needs_card: ClassVar[bool] = False

    @property
    def number(self) -> int:
        """The number of the option that begins this action; it is also what its frames begin with."""
        return option_number(self.name)

    def ready(self, pos: Position, who: int) -> bool:
        """Say whether the player has what the action uses up (supply, tokens), whatever the board looks like."""
        return True

    def usable(self, pos: Position, who: int) -> bool:
        """Say whether the action can be begun now (R4.9)."""
        return self.ready(pos, who) and self.targets(pos, who) != 0

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return what the board alone allows: where to build or place, which pieces can move, or where one can go."""
        raise NotImplementedError

    def begin(self, pos: Position, who: int) -> None:
        """Put the action's first question on the stack."""
        pos.stack = (*pos.stack, (self.number, who))

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Return what may be answered to the question in the frame."""
        raise NotImplementedError

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Carry out an answer that `ask` offered."""
        raise NotImplementedError

    def can_go_on(self, pos: Position, frame: Frame) -> bool:
        """Say whether the question in the frame still has an answer after somebody else's reaction."""
        return any(self.ask(pos, frame))

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Say what the question in the frame asks for."""
        raise NotImplementedError

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say why a hex is not offered for the question in the frame."""
        raise NotImplementedError

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say why `targets` is empty."""
        return Reason("no_target", self.rule)


def pop(pos: Position) -> None:
    """Take the answered question off the stack."""
    pos.stack = pos.stack[:-1]


def swap(pos: Position, *frame: int) -> None:
    """Replace the answered question by the one that follows it."""
    pos.stack = (*pos.stack[:-1], frame)


def hexes_on(pos: Position, on: int) -> int:
    """Return the hexes of a target: a terrain, CARD or LAND.

    Without a played terrain CARD has no hex.
    """
    if on == LAND:
        return pos.board.land
    if on == CARD:
        return 0 if pos.card is None else pos.board.terrain[pos.card]
    return pos.board.terrain[on]


def target_name(pos: Position, on: int) -> str:
    """Return the name of a target: a terrain's, or `land`."""
    if on == LAND:
        return "land"
    if on == CARD:
        return "card" if pos.card is None else TERRAINS[pos.card]
    return TERRAINS[on]


def obstacle(pos: Position, h: int, on: tuple[int, ...], rule: str, lifted: int = 0) -> Reason | None:
    """Say why a hex is no free hex of one of the targets, None if it is; a lifted piece blocks nothing (R0.21)."""
    board = pos.board
    if not (board.open | board.special) >> h & 1:
        return Reason("off_board", "R0.2")
    special = board.special_of(h)
    if special is not None:
        return Reason("special_hex", "R0.4", {"kind": special})
    if pos.walls >> h & 1:
        return Reason("occupied", "R4.1", {"kind": "wall"})
    if pos.phase.scouts >> h & 1:
        return Reason("occupied", "R4.1", {"kind": "scout"})
    for owner, seat in enumerate(pos.seats):
        if seat.pieces >> h & 1:
            return Reason("occupied", "R4.1", {"kind": seat.kind_at(h), "owner": owner})
    if not any(hexes_on(pos, target) >> h & 1 for target in on):
        found = board.terrain_of(h)
        assert found is not None
        needed = "_or_".join(target_name(pos, target) for target in on)
        return Reason("wrong_terrain", rule, {"needed": needed, "found": TERRAINS[found]})
    warriors = sum(seat.tokens.warriors for seat in pos.seats) & ~lifted & NEIGHBOURS[h]
    return Reason("blocked", "R4.10", hexes=warriors) if warriors else None


IF_POSSIBLE, REQUIRED, NONE = range(3)
"""Whether a build must touch an own piece: if it can (R4.4), always, or never (R4.5)."""

Condition = Callable[[Position, int], int]
"""The hexes that fulfil a tile's own condition: (position, seat) -> set."""


@dataclass(frozen=True)
class Build(Action):
    """Build settlements from the supply (R5.0). Frame: number, seat, how many are left, 1 if an outpost is declared."""

    on: int
    where: Condition | None = None
    unmet: str = ""
    adjacency: int = IF_POSSIBLE
    count: int = 1

    @property
    def needs_card(self) -> bool:  # type: ignore[override]  # a fact of the value here, of the class elsewhere
        """Say whether the action builds on the played terrain."""
        return self.on == CARD

    def ready(self, pos: Position, who: int) -> bool:
        """Need a settlement in supply (R5.0)."""
        return pos.seats[who].supply > 0

    def usable(self, pos: Position, who: int) -> bool:
        """Need a settlement and a target; without a duty to be adjacent every hex of T is one."""
        if not pos.seats[who].supply:
            return False
        return (self.targets(pos, who) if self.adjacency == REQUIRED else self.field(pos, who)) != 0

    def field(self, pos: Position, who: int) -> int:
        """Return the target set T of R4.3: free hexes that fulfil terrain and condition."""
        field = hexes_on(pos, self.on) & pos.free
        return field & self.where(pos, who) if field and self.where else field

    def targets(self, pos: Position, who: int, origin: int | None = None, *, outpost: bool = False) -> int:
        """Return where the next settlement may be built (R4.4, R4.5); an outpost waives "if possible" (R6.4)."""
        field = self.field(pos, who)
        if self.adjacency == NONE or (outpost and self.adjacency == IF_POSSIBLE):
            return field
        adjacent = field & pos.support(who)
        return adjacent or (field if self.adjacency == IF_POSSIBLE else 0)

    def begin(self, pos: Position, who: int) -> None:
        """Ask for the first hex."""
        pos.stack = (*pos.stack, (self.number, who, self.count, 0))

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer the targets, and an outpost where it would widen them."""
        _, who, _, outposted = frame
        if outposted:
            return self.field(pos, who), ()
        targets = self.targets(pos, who)
        if self.adjacency == IF_POSSIBLE and has_outpost(pos, who) and targets != self.field(pos, who):
            return targets, (OUTPOST,)
        return targets, ()

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Build, and ask again while something is left to build, to build with and to build on (R6.2)."""
        number, who, left, _ = frame
        if answer == OUTPOST:
            use_nomad(pos, who, OUTPOST)
            swap(pos, number, who, left, 1)
            return
        pos.build(who, HEX_OF_ANSWER[answer])
        if left > 1 and self.usable(pos, who):
            swap(pos, number, who, left - 1, 0)
        else:
            pop(pos)

    def can_go_on(self, pos: Position, frame: Frame) -> bool:
        """Need a settlement and a hex."""
        return self.usable(pos, frame[1])

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask where to build."""
        return Prompt("build_outpost" if frame[3] else "build", target_name(pos, self.on), frame[2])

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Name the first condition that the hex fails."""
        who = frame[1]
        reason = obstacle(pos, h, (self.on,), self.rule)
        if reason is not None:
            return reason
        if not self.field(pos, who) >> h & 1:
            return Reason(self.unmet, self.rule)
        if self.adjacency == REQUIRED:
            return Reason("needs_own_neighbour", "R4.5")
        return Reason("must_be_adjacent", "R4.4", hexes=self.targets(pos, who))

    def why_none(self, pos: Position, who: int, origin: int | None = None) -> Reason:
        """Say which terrain has no free hex, or which condition no hex meets."""
        if self.on == CARD and pos.card is None:
            return Reason("choose_card_first", "R3.4")
        if hexes_on(pos, self.on) & pos.free:
            return Reason(self.unmet or "needs_own_neighbour", self.rule)
        return Reason("no_target", self.rule, {"needed": target_name(pos, self.on)})


@dataclass(frozen=True)
class BuildOnEither(Action):
    """Build one settlement on one of several terrains, adjacent if possible within the one chosen.

    The hex chosen says which terrain it is. Frame: number, seat, what the terrains depend on, 1 for an outpost.
    """

    def terrains(self, key: int) -> tuple[int, ...]:
        """Return the terrains."""
        raise NotImplementedError

    def ready(self, pos: Position, who: int) -> bool:
        """Need a settlement in supply (R5.0)."""
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

    def ask(self, pos: Position, frame: Frame) -> Asked:
        """Offer the targets, and an outpost where it would widen them."""
        _, who, key, outposted = frame
        field = self.field(pos, key)
        if outposted:
            return field, ()
        targets = self.targets_on(pos, who, key)
        return targets, (OUTPOST,) if targets != field and has_outpost(pos, who) else ()

    def answer(self, pos: Position, frame: Frame, answer: int) -> None:
        """Build, or declare an outpost first."""
        number, who, key, _ = frame
        if answer == OUTPOST:
            use_nomad(pos, who, OUTPOST)
            swap(pos, number, who, key, 1)
        else:
            pop(pos)
            pos.build(who, HEX_OF_ANSWER[answer])

    def prompt(self, pos: Position, frame: Frame) -> Prompt:
        """Ask where to build."""
        names = "_or_".join(TERRAINS[terrain] for terrain in self.terrains(frame[2]))
        return Prompt("build_outpost" if frame[3] else "build", names, 1)

    def why_not(self, pos: Position, frame: Frame, h: int) -> Reason:
        """Say why not there."""
        targets = self.targets_on(pos, frame[1], frame[2])
        reason = obstacle(pos, h, self.terrains(frame[2]), self.rule)
        return reason or Reason("must_be_adjacent", "R4.4", hexes=targets)


def has_outpost(pos: Position, who: int) -> bool:
    """Say whether the player can declare an outpost now (R6.1, R6.4)."""
    return any(tile.kind == OUTPOST and tile.since != pos.turn for tile in pos.seats[who].nomads)


def use_tile(pos: Position, who: int, kind: int) -> None:
    """Mark a ready location tile of that kind as used (R3.13)."""
    seat = pos.change(who)
    tiles = list(seat.tiles)
    i = next(i for i, tile in enumerate(tiles) if tile.kind == kind and pos.is_ready(tile))
    tiles[i] = tiles[i]._replace(used=True)
    seat.tiles = tuple(tiles)


def use_nomad(pos: Position, who: int, kind: int) -> None:
    """Take a usable nomad tile of that kind out of the game (R6.1)."""
    seat = pos.change(who)
    tile = next(tile for tile in seat.nomads if tile.kind == kind and tile.since != pos.turn)
    nomads = list(seat.nomads)
    nomads.remove(tile)
    seat.nomads = tuple(nomads)
