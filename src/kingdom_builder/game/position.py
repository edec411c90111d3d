"""Everything that is true at one moment of a game, and the elementary changes that rules make to it.

A `Seat` and a `Deck` are never changed once another value refers to them: a change replaces them by a new one. So a
copy of a position, and the memory of every earlier one, is a handful of references.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self

from kingdom_builder.game.answers import TREASURE
from kingdom_builder.game.board import Board
from kingdom_builder.game.chance import Chance
from kingdom_builder.game.hexes import BIT, NEIGHBOURS, each, neighbours
from kingdom_builder.game.seat import SETTLEMENT, NomadTile, OwnedTile, Seat
from kingdom_builder.game.setup import Setup
from kingdom_builder.game.terrain import BASE_DECK

WARRIORS = 2
WALLS = 25
TREASURE_GOLD = 3
NOT_BEGUN = -1
"""The value of `Position.to_build` before the mandatory action."""

ANSWER, PAST, TURN, DECK = range(4)
"""Where a snapshot holds these."""

Frame = tuple[int, ...]
"""A question to be answered before the turn goes on: the number of its action, the seat asked, and what it needs."""


class Deck(NamedTuple):
    """The terrain cards: draw pile (its top is last), discard pile, cards out of the game, outcomes of all shuffles."""

    draw: tuple[int, ...]
    discard: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    shuffles: tuple[tuple[int, ...], ...] = ()


RedCard = Callable[["Position", int, int], int]
"""A card that pays during play: (position, seat, hexes just built at once) -> gold (R7.17)."""


class Position:
    """All facts of one moment. Sets of hexes are ints (see `hexes`); seats count from 0.

    `free` are the hexes that can receive something (R0.20); `stocked` the location and nomad hexes with a tile left and
    `second` the location hexes with two. `to_build` is what the mandatory action still builds. `card` is the played
    terrain (R3.4) and `played` the card it is on. `stack` holds the open questions, the next one last. `past` leads to
    the positions before.
    """

    __slots__ = (
        "_asked",
        "active",
        "board",
        "built",
        "card",
        "deck",
        "ending",
        "free",
        "last_built",
        "over",
        "past",
        "played",
        "reds",
        "seats",
        "second",
        "setup",
        "stack",
        "stocked",
        "to_build",
        "turn",
        "walls",
    )

    def __init__(self, setup: Setup, reds: tuple[RedCard, ...] = ()) -> None:
        """Lay the table: tiles on their hexes, cards shuffled and dealt (R2.2 to R2.6)."""
        board = setup.board
        self.setup = setup
        self.board: Board = board
        self.reds = reds
        self.seats = [Seat() for _ in range(setup.players)]
        self.active = setup.start
        self.turn = 0
        self.stack: tuple[Frame, ...] = ()
        self.card: int | None = None
        self.played: int | None = None
        self.to_build = NOT_BEGUN
        self.built = 0
        self.free = board.open
        self.walls = 0
        self.stocked = board.locations | board.nomads
        self.second = board.locations
        self.deck = Deck((), BASE_DECK)
        self.ending = False
        self.last_built = -1
        self.over = False
        self.past: tuple[Any, ...] | None = None
        self._asked: tuple[int, tuple[int, ...]] | None = None

    def deal(self) -> None:
        """Shuffle the deck and give every player a hand, from the start player on (R2.3, R2.6)."""
        for i in range(self.setup.players):
            seat = self.change((self.setup.start + i) % self.setup.players)
            seat.hand = self.draw_cards(self.setup.hand_size)

    def copy(self) -> Self:
        """Return an independent position that is equal now; it can be undone as far back as this one."""
        new = type(self).__new__(type(self))
        new.setup = self.setup
        new.board = self.board
        new.reds = self.reds
        new.restore(self.snapshot(0))
        new.past = self.past
        return new

    def snapshot(self, answer: int) -> tuple[Any, ...]:
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
        )

    def restore(self, snapshot: tuple[Any, ...]) -> None:
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
        ) = snapshot
        self.seats = list(seats)
        self._asked = None

    def change(self, who: int) -> Seat:
        """Return a seat that may be changed, already in its place."""
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
            self._take_tiles(seat, near)
        if self.reds:
            self._pay(who, seat, bit)
        if not seat.supply:
            self.ending = True

    def place(self, who: int, kind: str, hexes: int) -> None:
        """Put a meeple or the seven hexes of a city hall on the board, one event with all that follows (R3.18)."""
        seat = self.change(who)
        seat.tokens = seat.tokens.toggled(kind, hexes)
        seat.pieces |= hexes
        seat.reach = neighbours(seat.pieces)
        self.refresh_free()
        self._take_tiles(seat, neighbours(hexes))
        self._pay(who, seat, hexes)

    def move(self, who: int, origin: int, target: int) -> None:
        """Move one piece, with all that follows from it; moving is never building (R0.9, R3.18)."""
        seat = self.change(who)
        swap = BIT[origin] | BIT[target]
        kind = seat.kind_at(origin)
        if kind != SETTLEMENT:
            seat.tokens = seat.tokens.toggled(kind, swap)
        seat.pieces ^= swap
        seat.reach = neighbours(seat.pieces)
        self.refresh_free()
        self._lose_tiles(seat)
        self._take_tiles(seat, NEIGHBOURS[target])

    def remove(self, who: int, h: int) -> None:
        """Take a piece off the board: a settlement returns to the supply, a meeple to its owner's hand (R6.5)."""
        seat = self.change(who)
        kind = seat.kind_at(h)
        if kind == SETTLEMENT:
            seat.supply += 1
        else:
            seat.tokens = seat.tokens.toggled(kind, BIT[h])
        seat.pieces ^= BIT[h]
        seat.reach = neighbours(seat.pieces)
        self.refresh_free()
        self._lose_tiles(seat)

    def add_wall(self, h: int) -> None:
        """Put a wall on a hex (R0.7)."""
        self.walls |= BIT[h]
        self.free &= ~BIT[h]

    def refresh_free(self) -> None:
        """Find the free hexes anew: neither special nor occupied nor next to a warrior (R0.20)."""
        self.free = self.free_without(0)

    def free_without(self, lifted: int) -> int:
        """Return the hexes that would be free with these pieces lifted, their own hexes left out (R0.21)."""
        occupied, warriors = self.walls, 0
        for seat in self.seats:
            occupied |= seat.pieces
            warriors |= seat.tokens.warriors
        free = self.board.open & ~occupied
        warriors &= ~lifted
        return free & ~neighbours(warriors) if warriors else free

    def draw_cards(self, count: int, laid_down: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Discard some terrain cards, then draw others; fewer when there are no more.

        When the draw pile is empty the discard pile is shuffled into a new one (R3.29).
        """
        draw, discard, removed, shuffles = self.deck
        discard += laid_down
        drawn: tuple[int, ...] = ()
        for _ in range(count):
            if not draw:
                if not discard:
                    break
                draw = self._shuffle(discard, len(shuffles))
                discard, shuffles = (), (*shuffles, draw)
            drawn += draw[-1:]
            draw = draw[:-1]
        self.deck = Deck(draw, discard, removed, shuffles)
        return drawn

    def remove_card(self, card: int) -> None:
        """Put a card out of the game (R3.10)."""
        draw, discard, removed, shuffles = self.deck
        self.deck = Deck(draw, discard, (*removed, card), shuffles)

    def _shuffle(self, cards: tuple[int, ...], number: int) -> tuple[int, ...]:
        """Shuffle a pile; the outcome is the one known for this pile, if there is one."""
        known = self.setup.orders
        if number < len(known) and sorted(known[number]) == sorted(cards):
            return known[number]
        return Chance(self.setup.deck_seed, number).shuffled(sorted(cards))

    def _take_tiles(self, seat: Seat, near: int) -> None:
        """Take a tile from every location never taken from, and every nomad tile (R4.12, R4.13, R6.6)."""
        for h in each(near & self.stocked):
            kind = self.board.location_at.get(h)
            if kind is None:
                self.stocked ^= BIT[h]
                kind = self.setup.nomad_tiles[h]
                if kind == TREASURE:
                    seat.gold += TREASURE_GOLD
                else:
                    seat.nomads = (*seat.nomads, NomadTile(kind, self.turn))
            elif not seat.taken & BIT[h]:
                seat.taken |= BIT[h]
                if self.second & BIT[h]:
                    self.second ^= BIT[h]
                else:
                    self.stocked ^= BIT[h]
                seat.tiles = (*seat.tiles, OwnedTile(kind, h, since=self.turn))

    def _lose_tiles(self, seat: Seat) -> None:
        """Lose every location tile whose hex no own piece touches any more (R4.18).

        Of two equal tiles the one that can still be used this turn is kept (R4.20).
        """
        lost = [tile for tile in seat.tiles if not seat.reach >> tile.at & 1]
        if not lost:
            return
        kept = [tile for tile in seat.tiles if seat.reach >> tile.at & 1]
        for tile in lost:
            if self.is_ready(tile):
                for i, other in enumerate(kept):
                    if other.kind == tile.kind and not self.is_ready(other):
                        kept[i] = other._replace(used=False, since=tile.since)
                        break
        seat.tiles = tuple(kept)

    def is_ready(self, tile: OwnedTile) -> bool:
        """Say whether a tile can be used now: not used, and not taken in this turn (R3.13, R4.16)."""
        return not tile.used and tile.since != self.turn

    def _pay(self, who: int, seat: Seat, built: int) -> None:
        for red in self.reds:
            seat.gold += red(self, who, built)
