"""Everything that is true at one moment of a game, and the elementary changes that rules make to it.

A `Seat` and a `Deck` are never changed once another value refers to them: a change replaces them by a new one. So a
copy of a position, and the memory of every earlier one, is a handful of references.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self

from kingdom_builder.engine.answers import LOCATION_TILES, TREASURE, option_number
from kingdom_builder.engine.board import Board
from kingdom_builder.engine.hexes import BIT, NEIGHBOURS, each, neighbours
from kingdom_builder.engine.player import NO_HOLDINGS, SETTLEMENT, BonusTile, NomadTile, OwnedTile, Seat
from kingdom_builder.engine.rng import Chance
from kingdom_builder.engine.terrain import FARMLAND
from kingdom_builder.setup.builder import Setup

WARRIORS = 2
WALLS = 25
TREASURE_GOLD = 3
REGULAR_SETTLEMENTS = 3
BONUS_TILES = 2
NUMBERS = 18
SCOUTS = 2
LINE_TO_MARK = 4
CANOE, CATHEDRAL = option_number("canoe"), option_number("cathedral")
BONUS_KINDS = frozenset(option_number(name) for name in LOCATION_TILES["marshlands"])
NOT_BEGUN = -1
"""The value of `Position.to_build` before the mandatory action."""

ANSWER, PAST, TURN, DECK, SEATS, ACTIVE, STACK = range(7)
"""Where a snapshot holds these."""

Frame = tuple[int, ...]
"""A question to be answered before the turn goes on: the number of its action, the seat asked, and what it needs."""


class Phase(NamedTuple):
    """What only some sets need to remember within a turn.

    `scouts` stand on these hexes (R5.30); `due` are the held settlements among those still to be built in the mandatory
    action (R3.7) and `regular` how many regular ones it builds beside them; `sections` in which the player has built
    (R7.33), `done` the actions without a tile already used (R3.16), `cards` to be drawn extra (R5.25), all as bits or
    counts; `closing` is set in the silo phase (R3.35).
    """

    scouts: int = 0
    due: int = 0
    regular: int = REGULAR_SETTLEMENTS
    sections: int = 0
    done: int = 0
    cards: int = 0
    closing: bool = False


PLAIN = Phase()


class Deck(NamedTuple):
    """The terrain cards: draw pile (its top is last), discard pile, cards out of the game, outcomes of all shuffles."""

    draw: tuple[int, ...]
    discard: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    shuffles: tuple[tuple[int, ...], ...] = ()


def _actions_without_tile(setup: Setup) -> tuple[int, ...]:
    """Return what everybody may do in this game without a tile: the farm and the cave action (R3.16)."""
    farm = (option_number("farm_action"),) if setup.board.terrain[FARMLAND] else ()
    return (*farm, option_number("cave_action")) if setup.caves else farm


RedCard = Callable[["Position", int, int], int]
"""A card that pays during play: (position, seat, hexes just built at once) -> gold (R7.17)."""


class Position:
    """All facts of one moment. Sets of hexes are ints (see `hexes`); seats count from 0.

    `free` are the hexes that can receive something (R0.20); `stocked` the location and nomad hexes with a tile left and
    `second` the location hexes with two. `to_build` is what the mandatory action still builds. `card` is the played
    terrain (R3.4) and `played` the card it is on. `stack` holds the open questions, the next one last. `past` leads to
    the positions before. `events` counts, while an answer is being played, the hexes that `taker` has emptied (R3.19).
    """

    __slots__ = (
        "_asked",
        "active",
        "board",
        "built",
        "calls_canoes",
        "card",
        "common",
        "deck",
        "ending",
        "events",
        "free",
        "last_built",
        "over",
        "past",
        "phase",
        "played",
        "reds",
        "seats",
        "second",
        "setup",
        "stack",
        "stocked",
        "taker",
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
        self.deck = Deck((), setup.deck)
        self.phase = PLAIN
        self.calls_canoes = CANOE in board.location_at.values()
        self.events = self.taker = 0
        self.common = _actions_without_tile(setup)
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
        new.calls_canoes = self.calls_canoes
        new.common = self.common
        new.events = new.taker = 0
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
            self.phase,
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
            self.phase,
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
            self._take_tiles(who, seat, near)
        if self.reds:
            self._pay(who, seat, bit)
        if not seat.supply and not seat.holdings.held:
            self.ending = True

    def own(self, who: int) -> int:
        """Return the hexes that count as a player's pieces while acting: scouts too, in the own turn (R0.6)."""
        pieces = self.seats[who].pieces
        return pieces | self.phase.scouts if who == self.active else pieces

    def support(self, who: int) -> int:
        """Return the hexes next to something that counts as a player's piece while acting (R0.20 ownAdj)."""
        reach = self.seats[who].reach
        scouts = self.phase.scouts
        return reach | neighbours(scouts) if scouts and who == self.active else reach

    def place(self, who: int, kind: str, hexes: int) -> None:
        """Put a meeple or the seven hexes of a city hall on the board, one event with all that follows (R3.18)."""
        seat = self.change(who)
        seat.tokens = seat.tokens.toggled(kind, hexes)
        seat.pieces |= hexes
        seat.reach = neighbours(seat.pieces)
        self.refresh_free()
        self._take_tiles(who, seat, neighbours(hexes))
        self._pay(who, seat, hexes)

    def move(self, who: int, origin: int, target: int) -> None:
        """Move one piece, with all that follows from it; moving is never building (R0.9, R3.18)."""
        seat = self.shift_piece(who, origin, target)
        self._lose_tiles(seat)
        self._take_tiles(who, seat, NEIGHBOURS[target])
        self._mark_lines(who, BIT[target])

    def shift_piece(self, who: int, origin: int, target: int) -> Seat:
        """Move one piece and nothing else."""
        seat = self.change(who)
        swap = BIT[origin] | BIT[target]
        kind = seat.kind_at(origin)
        if kind != SETTLEMENT:
            seat.tokens = seat.tokens.toggled(kind, swap)
        seat.pieces ^= swap
        seat.reach = neighbours(seat.pieces)
        self.refresh_free()
        return seat

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
        occupied, warriors = self.walls | self.phase.scouts, 0
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

    def _take_tiles(self, who: int, seat: Seat, near: int) -> None:
        """Take a tile from every location never taken from, and every nomad tile (R4.12, R4.13, R6.6).

        A hex that this empties is an event for canoes (R3.19).
        """
        for h in each(near & self.stocked):
            kind = self.board.location_at.get(h)
            if kind is None:
                self.stocked ^= BIT[h]
                self._emptied(who)
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
                    self._emptied(who)
                seat.tiles = (*seat.tiles, OwnedTile(kind, h, since=self.turn))
                if kind in BONUS_KINDS or kind == CATHEDRAL:
                    self._take_with(seat, kind)

    def _emptied(self, who: int) -> None:
        if self.calls_canoes:
            self.events += 1
            self.taker = who

    def _take_with(self, seat: Seat, kind: int) -> None:
        """Take what comes with a tile: a number tile, or with the second of a kind the bonus tile (R4.15)."""
        holdings = seat.holdings
        if kind == CATHEDRAL:
            if self.numbers_left():
                seat.holdings = holdings._replace(numbers=holdings.numbers + 1)
            return
        owned = sum(tile.kind == kind for tile in seat.tiles)
        taken = sum(other.holdings.bonus_ever.count(kind) for other in self.seats)
        if owned == 2 and taken < BONUS_TILES:
            seat.holdings = holdings._replace(
                bonus=(*holdings.bonus, BonusTile(kind, self.turn)), bonus_ever=(*holdings.bonus_ever, kind)
            )

    def numbers_left(self) -> int:
        """Return the value of the number tiles in the bank (R1.11)."""
        return NUMBERS - sum(seat.holdings.numbers for seat in self.seats)

    def _lose_tiles(self, seat: Seat) -> None:
        """Lose every location tile whose hex no own piece touches any more (R4.18).

        Of two equal tiles the one that can still be used this turn is kept (R4.20).
        """
        lost = [tile for tile in seat.tiles if not seat.reach >> tile.at & 1]
        if not lost:
            return
        if seat.holdings is not NO_HOLDINGS:
            self._lose_with(seat, lost)
        kept = [tile for tile in seat.tiles if seat.reach >> tile.at & 1]
        for tile in lost:
            if self.is_ready(tile):
                for i, other in enumerate(kept):
                    if other.kind == tile.kind and not self.is_ready(other):
                        kept[i] = other._replace(used=False, since=tile.since)
                        break
        seat.tiles = tuple(kept)

    def _lose_with(self, seat: Seat, lost: list[OwnedTile]) -> None:
        """Lose the bonus tile with one of its two location tiles, and the number tiles with the cathedral (R4.22)."""
        kinds = {tile.kind for tile in lost}
        holdings = seat.holdings
        seat.holdings = holdings._replace(
            bonus=tuple([tile for tile in holdings.bonus if tile.kind not in kinds]),
            numbers=0 if CATHEDRAL in kinds else holdings.numbers,
        )

    def hold(self, who: int, h: int) -> None:
        """Lift a settlement and hold it for the next turn (R5.24)."""
        self.remove(who, h)
        seat = self.seats[who]
        seat.supply -= 1
        seat.holdings = seat.holdings._replace(held=seat.holdings.held + 1)

    def release(self, who: int) -> None:
        """Put a held settlement with the supply, from which it is built at once (R3.7)."""
        seat = self.change(who)
        seat.supply += 1
        seat.holdings = seat.holdings._replace(held=seat.holdings.held - 1)

    def spend_number(self, who: int) -> None:
        """Return number tiles worth 1 to the bank (R5.28)."""
        seat = self.change(who)
        seat.holdings = seat.holdings._replace(numbers=seat.holdings.numbers - 1)

    def free_with_scouts_lifted(self) -> int:
        """Return the hexes that would be free without the scouts on the board."""
        warriors = sum(seat.tokens.warriors for seat in self.seats)
        return self.free | self.phase.scouts & ~neighbours(warriors)

    def set_scouts(self, scouts: int) -> None:
        """Let the scouts stand on these hexes (R5.30)."""
        self.phase = self.phase._replace(scouts=scouts)
        self.refresh_free()

    def build_in_silo_phase(self, who: int, h: int) -> None:
        """Build without tiles, gold or canoes (R3.38)."""
        seat = self.change(who)
        seat.supply -= 1
        seat.pieces |= BIT[h]
        seat.reach |= NEIGHBOURS[h]
        self.free ^= BIT[h]
        self._mark_lines(who, BIT[h])

    def move_in_silo_phase(self, who: int, origin: int, target: int) -> None:
        """Move without tiles, gold or canoes (R3.38)."""
        self.shift_piece(who, origin, target)
        self._mark_lines(who, BIT[target])

    def _mark_lines(self, who: int, placed: int) -> None:
        if "mayors" in self.setup.cards:
            mark_lines(self, who, placed)

    def is_ready(self, tile: OwnedTile | BonusTile) -> bool:
        """Say whether a tile can be used now: not used, and not taken in this turn (R3.13, R4.16)."""
        return not tile.used and tile.since != self.turn

    def _pay(self, who: int, seat: Seat, built: int) -> None:
        for red in self.reds:
            seat.gold += red(self, who, built)


def mark_lines(pos: Position, who: int, placed: int) -> int:
    """Mark every unmarked line of a piece just placed that holds four own pieces, from the supply (R7.31).

    It stands among the cards that look at every build, and pays nothing there.
    """
    seat = pos.seats[who]
    marked = 0
    for other in pos.seats:
        marked |= other.holdings.lines
    for i, line in enumerate(pos.board.rows):
        if line & placed and not marked >> i & 1 and seat.supply and (seat.pieces & line).bit_count() >= LINE_TO_MARK:
            seat.supply -= 1
            seat.holdings = seat.holdings._replace(lines=seat.holdings.lines | 1 << i)
            if not seat.supply and not seat.holdings.held:
                pos.ending = True
    return 0
