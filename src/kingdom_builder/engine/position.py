"""The state of a game at one moment, and the elementary changes that rules make to it.

A `PlayerState` and a `Deck` are never changed once another value refers to them: a change replaces them by a new one.
So a copy or a snapshot of a position is only a few references.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, Self

from kingdom_builder.engine.board import Board
from kingdom_builder.engine.deck import SEEDED, Dealer, Deck
from kingdom_builder.engine.hexes import BIT, NEIGHBOURS, neighbours
from kingdom_builder.engine.pieces import PieceKind, blocking, toggled
from kingdom_builder.engine.player import RESERVE, PlayerState
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import REGULAR_SETTLEMENTS
from kingdom_builder.engine.tiles import lose_tiles, take_tiles

NOT_BEGUN = -1
"""The value of `Position.to_build` before the mandatory action."""

_ANSWER, _HISTORY, _TURN, _DECK, _PLAYERS, _ACTIVE, _STACK = range(7)
"""The indexes of these fields in a snapshot."""

Snapshot = tuple[Any, ...]


class Frame(Protocol):
    """An open question of an action: a NamedTuple with the data that the action needs.

    A field that is a hex is called `origin`, one that is a set of hexes `moved`; position files write them as such. A
    set lists its classes of frames in its `FileFields`.
    """

    @property
    def action(self) -> int:
        """The number of the action."""

    @property
    def seat(self) -> int:
        """The seat that has to answer."""


class TurnState(NamedTuple):
    """The part of the state of a turn that only some games need.

    `temporary` are the hexes of pieces that stay for this turn only. `additional` settlements from the reserve are
    among those still to be built in the mandatory action (R3.7), which also builds `regular` ones.
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


NO_TURN_STATE = TurnState()


class Position:
    """The complete state of a game. Sets of hexes are ints (see `hexes`); seats count from 0.

    `free` are the hexes on which something can be placed (R0.20). `tiles_left` are the location and nomad spaces with a
    tile left, `two_tiles_left` the location hexes with two. `to_build` is the number of settlements that the mandatory
    action still builds. `terrain` is the played terrain (R3.4) and `card` its card. `stack` has the open questions, the
    next one last. `history` is the snapshot before the last answer. While an answer is applied, `emptied` counts the
    hexes that lost their last tile to `emptied_by` (R3.19).
    """

    __slots__ = (
        "_legal",
        "active",
        "board",
        "built_this_turn",
        "card",
        "dealer",
        "deck",
        "emptied",
        "emptied_by",
        "end_triggered",
        "free",
        "history",
        "last_built",
        "over",
        "players",
        "rules",
        "setup",
        "stack",
        "terrain",
        "tiles_left",
        "to_build",
        "turn",
        "turn_state",
        "two_tiles_left",
        "walls",
    )

    def __init__(self, setup: Setup, dealer: Dealer = SEEDED) -> None:
        """Begin with the set-up, before cards are dealt (R2.2 to R2.5)."""
        board = setup.board
        self.setup = setup
        self.board: Board = board
        self.rules = setup.rules
        self.dealer = dealer
        self.players = [PlayerState(self.rules.extra, setup.settlements) for _ in range(setup.players)]
        self.active = setup.start
        self.turn = 0
        self.stack: tuple[Any, ...] = ()
        self.terrain: int | None = None
        self.card: int | None = None
        self.to_build = NOT_BEGUN
        self.built_this_turn = 0
        self.free = board.open
        self.walls = 0
        self.tiles_left = board.locations | board.nomads
        self.two_tiles_left = board.locations
        self.deck = Deck((), setup.deck)
        self.turn_state = NO_TURN_STATE
        self.emptied = self.emptied_by = 0
        self.end_triggered = False
        self.last_built = -1
        self.over = False
        self.history: Snapshot | None = None
        self._legal: tuple[int, tuple[int, ...]] | None = None

    def deal(self) -> None:
        """Deal a hand to every player, beginning with the start player (R2.3, R2.6)."""
        for i in range(self.setup.players):
            player = self.change((self.setup.start + i) % self.setup.players)
            player.hand = self.draw_cards(self.setup.hand_size)

    def copy(self) -> Self:
        """Return an independent copy with the same history."""
        new = type(self).__new__(type(self))
        new.setup = self.setup
        new.board = self.board
        new.rules = self.rules
        new.dealer = self.dealer
        new.emptied = new.emptied_by = 0
        new.restore(self.snapshot(0))
        new.history = self.history
        return new

    def snapshot(self, answer: int) -> Snapshot:
        """Return all fields that can change, and the answer about to be played, for `restore`."""
        return (
            answer,
            self.history,
            self.turn,
            self.deck,
            tuple(self.players),
            self.active,
            self.stack,
            self.terrain,
            self.card,
            self.to_build,
            self.built_this_turn,
            self.free,
            self.walls,
            self.tiles_left,
            self.two_tiles_left,
            self.end_triggered,
            self.last_built,
            self.over,
            self.turn_state,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Restore the state of the snapshot."""
        (
            _,
            self.history,
            self.turn,
            self.deck,
            players,
            self.active,
            self.stack,
            self.terrain,
            self.card,
            self.to_build,
            self.built_this_turn,
            self.free,
            self.walls,
            self.tiles_left,
            self.two_tiles_left,
            self.end_triggered,
            self.last_built,
            self.over,
            self.turn_state,
        ) = snapshot
        self.players = list(players)
        self._legal = None

    def state(self) -> Snapshot:
        """Return all fields that can change but the history: positions of one set-up are equal if these are."""
        return self.snapshot(0)[_TURN:]

    def answers(self) -> list[int]:
        """Return the answers played so far, without undone ones."""
        return self.answers_since(None) or []

    def answers_since(self, before: Snapshot | None) -> list[int] | None:
        """Return the answers played since `history` was `before`; None if that is not a part of it any more."""
        found = []
        past = self.history
        while past is not before:
            if past is None:
                return None
            found.append(past[_ANSWER])
            past = past[_HISTORY]
        return found[::-1]

    @property
    def last_answer(self) -> int | None:
        """The last answer played, None if there is none."""
        return None if self.history is None else self.history[_ANSWER]

    @property
    def last_seat(self) -> int | None:
        """The seat that gave the last answer, None if there is none."""
        if self.history is None:
            return None
        stack = self.history[_STACK]
        seat: int = stack[-1].seat if stack else self.history[_ACTIVE]
        return seat

    @property
    def turn_before(self) -> int | None:
        """The turn in which the last answer was given, None if there is none."""
        return None if self.history is None else self.history[_TURN]

    @property
    def drew_cards(self) -> bool:
        """Whether the last answer changed the piles of cards."""
        return self.history is not None and self.history[_DECK] is not self.deck

    def change(self, seat: int) -> PlayerState:
        """Replace a player's state by a copy that may be changed, and return the copy."""
        self.players[seat] = player = self.players[seat].clone()
        return player

    def build(self, seat: int, h: int) -> None:
        """Build a settlement from the supply on a hex, with all consequences (R3.18)."""
        self.players[seat] = player = self.players[seat].clone()
        bit, near = BIT[h], NEIGHBOURS[h]
        player.pieces |= bit
        player.adjacent |= near
        player.supply -= 1
        self.free ^= bit
        self.last_built = self.turn
        if near & self.tiles_left:
            take_tiles(self, seat, player, near)
        if self.rules.build:
            for hook in self.rules.build:
                hook(self, seat, player, bit)
        if not player.supply and not player.extra[RESERVE]:
            self.end_triggered = True

    def place(self, seat: int, kind: PieceKind, hexes: int) -> None:
        """Place a piece of one or more hexes on the board, then apply the consequences once (R3.18)."""
        player = self.change(seat)
        player.tokens = toggled(player.tokens, kind, hexes)
        player.pieces |= hexes
        player.adjacent = neighbours(player.pieces)
        self.refresh_free()
        take_tiles(self, seat, player, neighbours(hexes))
        for hook in self.rules.build:
            hook(self, seat, player, hexes)

    def move(self, seat: int, origin: int, target: int) -> None:
        """Move one piece, with all consequences; moving is never building (R0.9, R3.18)."""
        player = self._shift_piece(seat, origin, target)
        lose_tiles(self, player)
        take_tiles(self, seat, player, NEIGHBOURS[target])
        for hook in self.rules.move:
            hook(self, seat, player, BIT[target])

    def build_after_last_turn(self, seat: int, h: int) -> None:
        """Build without tiles, gold or reactions (R3.38)."""
        player = self.change(seat)
        player.supply -= 1
        player.pieces |= BIT[h]
        player.adjacent |= NEIGHBOURS[h]
        self.free ^= BIT[h]
        for hook in self.rules.move:
            hook(self, seat, player, BIT[h])

    def move_after_last_turn(self, seat: int, origin: int, target: int) -> None:
        """Move without tiles, gold or reactions (R3.38)."""
        player = self._shift_piece(seat, origin, target)
        for hook in self.rules.move:
            hook(self, seat, player, BIT[target])

    def remove(self, seat: int, h: int) -> None:
        """Remove a piece from the board: a settlement returns to the supply, another piece to its owner (R6.5)."""
        player = self.change(seat)
        kind = _kind_at(player, h)
        if kind is None:
            player.supply += 1
        else:
            player.tokens = toggled(player.tokens, kind, BIT[h])
        player.pieces ^= BIT[h]
        player.adjacent = neighbours(player.pieces)
        self.refresh_free()
        lose_tiles(self, player)

    def set_aside(self, seat: int, h: int) -> None:
        """Move a settlement from the board to the reserve, from which a later mandatory action builds it."""
        self.remove(seat, h)
        player = self.players[seat]
        player.supply -= 1
        player.set_extra(RESERVE, player.reserve + 1)

    def release(self, seat: int) -> None:
        """Move a settlement from the reserve to the supply, from which it is built at once (R3.7)."""
        player = self.change(seat)
        player.supply += 1
        player.set_extra(RESERVE, player.reserve - 1)

    def spend(self, player: PlayerState) -> None:
        """Take a settlement from the supply without building it."""
        player.supply -= 1
        if not player.supply and not player.reserve:
            self.end_triggered = True

    def add_wall(self, h: int) -> None:
        """Place a wall on a hex (R0.7)."""
        self.walls |= BIT[h]
        self.free &= ~BIT[h]

    def set_temporary(self, hexes: int) -> None:
        """Set the hexes of all temporary pieces."""
        self.turn_state = self.turn_state._replace(temporary=hexes)
        self.refresh_free()

    def own_pieces(self, seat: int) -> int:
        """Return the hexes that count as a player's own pieces; in the own turn also temporary ones (R0.6)."""
        pieces = self.players[seat].pieces
        return pieces | self.turn_state.temporary if seat == self.active else pieces

    def own_adjacent(self, seat: int) -> int:
        """Return the hexes next to a piece that counts as the player's for an action (R0.20 ownAdj)."""
        adjacent = self.players[seat].adjacent
        temporary = self.turn_state.temporary
        return adjacent | neighbours(temporary) if temporary and seat == self.active else adjacent

    def near_others(self, seat: int) -> int:
        """Return the hexes next to a piece of another player."""
        found = 0
        for i, player in enumerate(self.players):
            if i != seat:
                found |= player.adjacent
        return found

    def refresh_free(self) -> None:
        """Compute the free hexes again: neither special nor occupied nor blocked (R0.20)."""
        self.free = self.free_without(0)

    def free_without(self, lifted: int) -> int:
        """Return the hexes that would be free with these pieces lifted, without their own hexes (R0.21)."""
        occupied, blockers = self.walls | self.turn_state.temporary, 0
        for player in self.players:
            occupied |= player.pieces
            if player.tokens:
                blockers |= blocking(player.tokens)
        free = self.board.open & ~occupied
        blockers &= ~lifted
        return free & ~neighbours(blockers) if blockers else free

    def blockers(self) -> int:
        """Return the hexes of all pieces that block their neighbours (R4.10)."""
        found = 0
        for player in self.players:
            found |= blocking(player.tokens)
        return found

    def draw_cards(self, count: int, discarded: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Discard some terrain cards, then draw `count` cards, or fewer if there are no more (R3.29)."""
        deck = self.deck
        if discarded:
            deck = Deck(deck.draw, deck.discard + discarded, deck.removed, deck.shuffles)
        drawn, self.deck = self.dealer.draw(self.setup, deck, count)
        return drawn

    def remove_card(self, card: int) -> None:
        """Remove a card from the game (R3.10)."""
        draw, discard, removed, shuffles = self.deck
        self.deck = Deck(draw, discard, (*removed, card), shuffles)

    def turn_extra(self, slot: int, default: Any = None) -> Any:
        """Return the value that a set has stored for this turn."""
        return next((value for found, value in self.turn_state.extra if found == slot), default)

    def set_turn_extra(self, slot: int, value: Any) -> None:
        """Store a value of a set until the end of the turn."""
        rest = tuple([pair for pair in self.turn_state.extra if pair[0] != slot])
        self.turn_state = self.turn_state._replace(extra=(*rest, (slot, value)))

    def _shift_piece(self, seat: int, origin: int, target: int) -> PlayerState:
        player = self.change(seat)
        swap = BIT[origin] | BIT[target]
        kind = _kind_at(player, origin)
        if kind is not None:
            player.tokens = toggled(player.tokens, kind, swap)
        player.pieces ^= swap
        player.adjacent = neighbours(player.pieces)
        self.refresh_free()
        return player


def _kind_at(player: PlayerState, h: int) -> PieceKind | None:
    """Return the kind of the piece on a hex, None for a settlement."""
    for kind, hexes in player.tokens:
        if hexes >> h & 1:
            return kind
    return None
