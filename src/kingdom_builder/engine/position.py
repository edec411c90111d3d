"""The state of a game at one moment, and the elementary changes that rules make to it.

A `Seat` and a `Deck` are never changed once another value refers to them: a change replaces them by a new one. So a
copy of a position, and the memory of every earlier one, is a handful of references.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, Self

from kingdom_builder.engine.board import Board
from kingdom_builder.engine.deck import SEEDED, Dealer, Deck
from kingdom_builder.engine.hexes import BIT, NEIGHBOURS, each, neighbours
from kingdom_builder.engine.pieces import PieceKind, blocking, toggled
from kingdom_builder.engine.player import RESERVE, NomadTile, OwnedTile, Seat
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import REGULAR_SETTLEMENTS

NOT_BEGUN = -1
"""The value of `Position.to_build` before the mandatory action."""

_ANSWER, _PAST, _TURN, _DECK, _SEATS, _ACTIVE, _STACK = range(7)
"""The places of these in a snapshot."""

Snapshot = tuple[Any, ...]


class Frame(Protocol):
    """A question to be answered before the turn goes on: a NamedTuple with what its action needs."""

    @property
    def action(self) -> int:
        """The number of the action."""

    @property
    def seat(self) -> int:
        """The seat that is asked."""


class Phase(NamedTuple):
    """What only some games need to remember within a turn.

    `temporary` are the hexes of pieces that stand for this turn only. `additional` settlements from the reserve are
    among those still to be built in the mandatory action (R3.7), which builds `regular` ones beside them.
    `used_actions` are the actions without a tile already used, as bits (R3.16); `extra_cards` are drawn at the end of
    the turn. `after_last_turn` is set while questions before scoring are asked (R3.35). `extra` has pairs (slot, value)
    of sets.
    """

    temporary: int = 0
    additional: int = 0
    regular: int = REGULAR_SETTLEMENTS
    used_actions: int = 0
    extra_cards: int = 0
    after_last_turn: bool = False
    extra: tuple[tuple[int, Any], ...] = ()


PLAIN = Phase()


class Position:
    """All facts of one moment. Sets of hexes are ints (see `hexes`); seats count from 0.

    `free` are the hexes that can receive something (R0.20); `stocked` the location and nomad hexes with a tile left and
    `second` the location hexes with two. `to_build` is what the mandatory action still builds. `card` is the played
    terrain (R3.4) and `played` the card it is on. `stack` holds the open questions, the next one last. `past` is the
    snapshot before the last answer. `emptied` counts, while an answer is being played, the hexes that lost their last
    tile to `emptied_by` (R3.19).
    """

    __slots__ = (
        "_asked",
        "active",
        "board",
        "built",
        "card",
        "dealer",
        "deck",
        "emptied",
        "emptied_by",
        "ending",
        "free",
        "last_built",
        "over",
        "past",
        "phase",
        "played",
        "rules",
        "seats",
        "second",
        "setup",
        "stack",
        "stocked",
        "to_build",
        "turn",
        "walls",
    )

    def __init__(self, setup: Setup, dealer: Dealer = SEEDED) -> None:
        """Begin with the set-up, before cards are dealt (R2.2 to R2.5)."""
        board = setup.board
        self.setup = setup
        self.board: Board = board
        self.rules = setup.rules
        self.dealer = dealer
        self.seats = [Seat(self.rules.extra) for _ in range(setup.players)]
        self.active = setup.start
        self.turn = 0
        self.stack: tuple[Any, ...] = ()
        self.card: int | None = None
        self.played: int | None = None
        self.to_build = NOT_BEGUN
        self.built = 0
        self.free = board.open
        self.walls = 0
        self.stocked = board.locations | board.nomads
        self.second = board.locations
        self.deck = Deck((), setup.deck)
        self.phase = PLAIN
        self.emptied = self.emptied_by = 0
        self.ending = False
        self.last_built = -1
        self.over = False
        self.past: Snapshot | None = None
        self._asked: tuple[int, tuple[int, ...]] | None = None

    def deal(self) -> None:
        """Give every player a hand, from the start player on (R2.3, R2.6)."""
        for i in range(self.setup.players):
            seat = self.change((self.setup.start + i) % self.setup.players)
            seat.hand = self.draw_cards(self.setup.hand_size)

    def copy(self) -> Self:
        """Return an independent position that is equal now; it can be undone as far back as this one."""
        new = type(self).__new__(type(self))
        new.setup = self.setup
        new.board = self.board
        new.rules = self.rules
        new.dealer = self.dealer
        new.emptied = new.emptied_by = 0
        new.restore(self.snapshot(0))
        new.past = self.past
        return new

    def snapshot(self, answer: int) -> Snapshot:
        """Return all that can change, to be restored later, with the answer about to be played."""
        return (
            answer,
            self.past,
            self.turn,
            self.deck,
            tuple(self.seats),
            self.active,
            self.stack,
            self.card,
            self.played,
            self.to_build,
            self.built,
            self.free,
            self.walls,
            self.stocked,
            self.second,
            self.ending,
            self.last_built,
            self.over,
            self.phase,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Become what the snapshot was."""
        (
            _,
            self.past,
            self.turn,
            self.deck,
            seats,
            self.active,
            self.stack,
            self.card,
            self.played,
            self.to_build,
            self.built,
            self.free,
            self.walls,
            self.stocked,
            self.second,
            self.ending,
            self.last_built,
            self.over,
            self.phase,
        ) = snapshot
        self.seats = list(seats)
        self._asked = None

    def answers(self) -> list[int]:
        """Return the answers played so far, undone ones left out."""
        found = []
        past = self.past
        while past is not None:
            found.append(past[_ANSWER])
            past = past[_PAST]
        return found[::-1]

    @property
    def last_answer(self) -> int | None:
        """The last answer played, None if there is none."""
        return None if self.past is None else self.past[_ANSWER]

    @property
    def last_seat(self) -> int | None:
        """The seat that gave the last answer, None if there is none."""
        if self.past is None:
            return None
        stack = self.past[_STACK]
        seat: int = stack[-1].seat if stack else self.past[_ACTIVE]
        return seat

    @property
    def turn_before(self) -> int | None:
        """The turn in which the last answer was given, None if there is none."""
        return None if self.past is None else self.past[_TURN]

    @property
    def drew_cards(self) -> bool:
        """Whether the last answer changed the piles of cards."""
        return self.past is not None and self.past[_DECK] is not self.deck

    def change(self, who: int) -> Seat:
        """Return a player's state that may be changed, already in its place."""
        self.seats[who] = seat = self.seats[who].clone()
        return seat

    def build(self, who: int, h: int) -> None:
        """Put a settlement from the supply on a hex, with all that follows from it (R3.18)."""
        self.seats[who] = seat = self.seats[who].clone()
        bit, near = BIT[h], NEIGHBOURS[h]
        seat.pieces |= bit
        seat.reach |= near
        seat.supply -= 1
        self.free ^= bit
        self.last_built = self.turn
        if near & self.stocked:
            self._take_tiles(who, seat, near)
        if self.rules.build:
            for hook in self.rules.build:
                hook(self, who, seat, bit)
        if not seat.supply and not seat.extra[RESERVE]:
            self.ending = True

    def place(self, who: int, kind: PieceKind, hexes: int) -> None:
        """Put a piece of one or more hexes on the board, one event with all that follows (R3.18)."""
        seat = self.change(who)
        seat.tokens = toggled(seat.tokens, kind, hexes)
        seat.pieces |= hexes
        seat.reach = neighbours(seat.pieces)
        self.refresh_free()
        self._take_tiles(who, seat, neighbours(hexes))
        for hook in self.rules.build:
            hook(self, who, seat, hexes)

    def move(self, who: int, origin: int, target: int) -> None:
        """Move one piece, with all that follows from it; moving is never building (R0.9, R3.18)."""
        seat = self._shift_piece(who, origin, target)
        self._lose_tiles(seat)
        self._take_tiles(who, seat, NEIGHBOURS[target])
        for hook in self.rules.move:
            hook(self, who, seat, BIT[target])

    def build_after_last_turn(self, who: int, h: int) -> None:
        """Build without tiles, gold or reactions (R3.38)."""
        seat = self.change(who)
        seat.supply -= 1
        seat.pieces |= BIT[h]
        seat.reach |= NEIGHBOURS[h]
        self.free ^= BIT[h]
        for hook in self.rules.move:
            hook(self, who, seat, BIT[h])

    def move_after_last_turn(self, who: int, origin: int, target: int) -> None:
        """Move without tiles, gold or reactions (R3.38)."""
        seat = self._shift_piece(who, origin, target)
        for hook in self.rules.move:
            hook(self, who, seat, BIT[target])

    def remove(self, who: int, h: int) -> None:
        """Take a piece off the board: a settlement returns to the supply, another piece to its owner (R6.5)."""
        seat = self.change(who)
        kind = _kind_at(seat, h)
        if kind is None:
            seat.supply += 1
        else:
            seat.tokens = toggled(seat.tokens, kind, BIT[h])
        seat.pieces ^= BIT[h]
        seat.reach = neighbours(seat.pieces)
        self.refresh_free()
        self._lose_tiles(seat)

    def set_aside(self, who: int, h: int) -> None:
        """Lift a settlement into the reserve, from which a later mandatory action builds it."""
        self.remove(who, h)
        seat = self.seats[who]
        seat.supply -= 1
        seat.set_extra(RESERVE, seat.reserve + 1)

    def release(self, who: int) -> None:
        """Put a settlement of the reserve into the supply, from which it is built at once (R3.7)."""
        seat = self.change(who)
        seat.supply += 1
        seat.set_extra(RESERVE, seat.reserve - 1)

    def spend(self, seat: Seat) -> None:
        """Use up a settlement of the supply without building it."""
        seat.supply -= 1
        if not seat.supply and not seat.reserve:
            self.ending = True

    def add_wall(self, h: int) -> None:
        """Put a wall on a hex (R0.7)."""
        self.walls |= BIT[h]
        self.free &= ~BIT[h]

    def set_temporary(self, hexes: int) -> None:
        """Let temporary pieces stand on these hexes and no others."""
        self.phase = self.phase._replace(temporary=hexes)
        self.refresh_free()

    def own(self, who: int) -> int:
        """Return the hexes that count as a player's pieces while acting: in the own turn temporary ones too (R0.6)."""
        pieces = self.seats[who].pieces
        return pieces | self.phase.temporary if who == self.active else pieces

    def support(self, who: int) -> int:
        """Return the hexes next to something that counts as a player's piece while acting (R0.20 ownAdj)."""
        reach = self.seats[who].reach
        temporary = self.phase.temporary
        return reach | neighbours(temporary) if temporary and who == self.active else reach

    def near_others(self, who: int) -> int:
        """Return the hexes next to a piece of another player."""
        found = 0
        for i, seat in enumerate(self.seats):
            if i != who:
                found |= seat.reach
        return found

    def refresh_free(self) -> None:
        """Find the free hexes anew: neither special nor occupied nor blocked (R0.20)."""
        self.free = self.free_without(0)

    def free_without(self, lifted: int) -> int:
        """Return the hexes that would be free with these pieces lifted, their own hexes left out (R0.21)."""
        occupied, blockers = self.walls | self.phase.temporary, 0
        for seat in self.seats:
            occupied |= seat.pieces
            if seat.tokens:
                blockers |= blocking(seat.tokens)
        free = self.board.open & ~occupied
        blockers &= ~lifted
        return free & ~neighbours(blockers) if blockers else free

    def blockers(self) -> int:
        """Return the hexes of all pieces that block their neighbours (R4.10)."""
        found = 0
        for seat in self.seats:
            found |= blocking(seat.tokens)
        return found

    def draw_cards(self, count: int, laid_down: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Discard some terrain cards, then draw others; fewer when there are no more (R3.29)."""
        deck = self.deck
        if laid_down:
            deck = Deck(deck.draw, deck.discard + laid_down, deck.removed, deck.shuffles)
        drawn, self.deck = self.dealer.draw(self.setup, deck, count)
        return drawn

    def remove_card(self, card: int) -> None:
        """Put a card out of the game (R3.10)."""
        draw, discard, removed, shuffles = self.deck
        self.deck = Deck(draw, discard, (*removed, card), shuffles)

    def is_ready(self, tile: OwnedTile) -> bool:
        """Return whether a tile can be used now: not used, and not taken in this turn (R3.13, R4.16)."""
        return not tile.used and tile.since != self.turn

    def use_tile(self, who: int, kind: int) -> None:
        """Mark a ready location tile of that kind as used (R3.13)."""
        seat = self.change(who)
        tiles = seat.tiles
        for i, (other, at, since, used) in enumerate(tiles):
            if other == kind and not used and since != self.turn:
                seat.tiles = (*tiles[:i], OwnedTile(kind, at, since, used=True), *tiles[i + 1 :])
                return
        raise ValueError(f"no tile {kind} is ready")

    def use_nomad(self, who: int, kind: int) -> None:
        """Take a usable nomad tile of that kind out of the game (R6.1)."""
        seat = self.change(who)
        tile = next(tile for tile in seat.nomads if tile.kind == kind and tile.since != self.turn)
        nomads = list(seat.nomads)
        nomads.remove(tile)
        seat.nomads = tuple(nomads)

    def turn_extra(self, slot: int, default: Any = None) -> Any:
        """Return what a set remembers within this turn."""
        return next((value for found, value in self.phase.extra if found == slot), default)

    def set_turn_extra(self, slot: int, value: Any) -> None:
        """Let a set remember a value until the end of the turn."""
        rest = tuple([pair for pair in self.phase.extra if pair[0] != slot])
        self.phase = self.phase._replace(extra=(*rest, (slot, value)))

    def _shift_piece(self, who: int, origin: int, target: int) -> Seat:
        seat = self.change(who)
        swap = BIT[origin] | BIT[target]
        kind = _kind_at(seat, origin)
        if kind is not None:
            seat.tokens = toggled(seat.tokens, kind, swap)
        seat.pieces ^= swap
        seat.reach = neighbours(seat.pieces)
        self.refresh_free()
        return seat

    def _take_tiles(self, who: int, seat: Seat, near: int) -> None:
        """Take a tile from every location never taken from, and every nomad tile (R4.12, R4.13, R6.6)."""
        rules = self.rules
        for h in each(near & self.stocked):
            kind = self.board.location_at.get(h)
            if kind is None:
                self.stocked ^= BIT[h]
                self._count_emptied(who)
                kind = self.setup.nomad_tiles[h]
                if rules.at_once is not None and kind in rules.at_once:
                    rules.at_once[kind](seat)
                else:
                    seat.nomads = (*seat.nomads, NomadTile(kind, self.turn))
            elif not seat.taken & BIT[h]:
                seat.taken |= BIT[h]
                if self.second & BIT[h]:
                    self.second ^= BIT[h]
                else:
                    self.stocked ^= BIT[h]
                    self._count_emptied(who)
                seat.tiles = (*seat.tiles, OwnedTile(kind, h, self.turn))
                if rules.taken is not None and kind in rules.taken:
                    rules.taken[kind](self, seat, kind)

    def _count_emptied(self, who: int) -> None:
        if self.rules.emptied:
            self.emptied += 1
            self.emptied_by = who

    def _lose_tiles(self, seat: Seat) -> None:
        """Lose every location tile whose hex no own piece touches any more (R4.18).

        Of two equal tiles the one that can still be used this turn is kept (R4.20).
        """
        lost = [tile for tile in seat.tiles if not seat.reach >> tile.at & 1]
        if not lost:
            return
        hooks = self.rules.lost
        if hooks is not None:
            for kind in dict.fromkeys([tile.kind for tile in lost]):
                if kind in hooks:
                    hooks[kind](self, seat, kind)
        kept = [tile for tile in seat.tiles if seat.reach >> tile.at & 1]
        for tile in lost:
            if self.is_ready(tile):
                for i, other in enumerate(kept):
                    if other.kind == tile.kind and not self.is_ready(other):
                        kept[i] = other._replace(used=False, since=tile.since)
                        break
        seat.tiles = tuple(kept)


def _kind_at(seat: Seat, h: int) -> PieceKind | None:
    """Return the kind of the piece on a hex, None for a settlement."""
    for kind, hexes in seat.tokens:
        if hexes >> h & 1:
            return kind
    return None
