"""What one seat may see: public information and its own hand (docs/rules.md R0.23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from kingdom_builder.engine.actions.base import LegalAnswers
from kingdom_builder.engine.board import Board
from kingdom_builder.engine.deck import Deck
from kingdom_builder.engine.player import PublicPlayer
from kingdom_builder.engine.position import Snapshot, TurnState
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.scoring import ScoreLine, score_lines, total

if TYPE_CHECKING:
    from kingdom_builder.engine.game import Game
    from kingdom_builder.engine.question import Question
    from kingdom_builder.engine.setup import Setup


class TurnView(NamedTuple):
    """The public state of the turn; each field is that of `Position`."""

    turn: int
    active: int
    terrain: int | None
    card: int | None
    to_build: int
    built_this_turn: int
    free: int
    walls: int
    tiles_left: int
    two_tiles_left: int
    turn_state: TurnState
    end_triggered: bool
    over: bool


class SetupView(NamedTuple):
    """The public part of the set-up, without the seeds; each field is that of `Setup`."""

    players: int
    board: Board
    cards: tuple[str, ...]
    tasks: tuple[str, ...]
    nomad_tiles: Mapping[int, int]
    start: int
    two_cards: bool
    deck: tuple[int, ...]
    removed_terrain: int | None
    parts: Mapping[str, int]


class CardsView(NamedTuple):
    """The terrain cards that a seat sees: the size of the draw pile, and the cards that are not in it."""

    left: int
    hand: tuple[int, ...]
    discard: tuple[int, ...]
    removed: tuple[int, ...]


_turn_fields, _setup_fields = attrgetter(*TurnView._fields), attrgetter(*SetupView._fields)


class View:
    """The view of a game for one seat. It always shows the current state and computes values only when they are read.

    It contains only public information and the seat's own hand: no other hands, no order of the deck, no seeds.
    """

    __slots__ = ("_deck", "_game", "_piles", "seat")

    def __init__(self, game: Game, seat: int) -> None:
        """Create the view of a game for a seat."""
        self._game = game
        self.seat = seat
        self._deck: Deck | None = None

    def legal(self) -> LegalAnswers:
        """Return the legal answers of this seat, a set of hexes and options; none if another seat has to answer."""
        return self._game.legal_of(self.seat)

    def legal_answers(self) -> list[int]:
        """Return the numbers of the legal answers of this seat."""
        return self._game.legal_answers() if self._game.to_play == self.seat else []

    @property
    def question(self) -> Question | None:
        """The current question if this seat has to answer it, else None."""
        game = self._game
        stack = game.stack
        return game.question if (stack[-1].seat if stack else game.active) == self.seat else None

    @property
    def to_play(self) -> int | None:
        """The seat that has to answer; None when the game is over."""
        return self._game.to_play

    @property
    def turn(self) -> int:
        """The number of turns played."""
        return self._game.turn

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._game.over

    @property
    def terrain(self) -> int | None:
        """The played terrain of this turn (R3.4), None while it is not revealed."""
        return self._game.terrain

    @property
    def hand(self) -> tuple[int, ...]:
        """The seat's own terrain cards."""
        return self._game.players[self.seat].hand

    @property
    def players(self) -> tuple[PublicPlayer, ...]:
        """The public information about each player; it is the same object while the player's state does not change."""
        return tuple([player.public for player in self._game.players])

    @property
    def turn_view(self) -> TurnView:
        """The public state of the turn."""
        return TurnView._make(_turn_fields(self._game))

    @property
    def setup_view(self) -> SetupView:
        """The public part of the set-up: all of it but the cards still to be drawn."""
        return SetupView._make(_setup_fields(self._game.setup))

    @property
    def cards_view(self) -> CardsView:
        """The terrain cards that the seat sees; it is the same object while the deck does not change."""
        deck = self._game.deck
        if deck is not self._deck:
            self._deck, self._piles = deck, CardsView(len(deck.draw), self.hand, deck.discard, deck.removed)
        return self._piles

    def shares_setup(self, other: View) -> bool:
        """Return whether both views are of games with the same set-up object."""
        return self._game.setup is other._game.setup

    def gold(self, seat: int) -> int:
        """Return a player's score for the current board."""
        return total(self._game, seat)

    def score(self, seat: int) -> list[ScoreLine]:
        """Return a player's score lines; they are public because the board is public."""
        return score_lines(self._game, seat)

    def to_dict(self) -> dict[str, Any]:
        """Return everything the seat may know as one plain value; views are equal if these values are equal."""
        game, setup, piles = self._game, self.setup_view, self.cards_view
        board = setup.board
        return {
            **setup._asdict(),
            **self.turn_view._asdict(),
            "seat": self.seat,
            "board": board.contents(),
            "nomad_tiles": tuple(sorted(setup.nomad_tiles.items())),
            "parts": tuple(sorted(setup.parts.items())),
            "players": self.players,
            "hand": tuple(sorted(piles.hand)),
            "stack": game.stack,
            "draw": piles.left,
            "discard": tuple(sorted(piles.discard)),
            "removed": tuple(sorted(piles.removed)),
            "last_built": game.last_built,
            "asked": self.legal(),
        }

    def __eq__(self, other: object) -> bool:
        """Compare everything that the seats may know."""
        return isinstance(other, View) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # its values change with the game

    def __reduce__(self) -> tuple[type[View], tuple[Game, int]]:
        """Pickle as a view of a sampled game that looks the same, so that hidden information is not pickled."""
        return View, (self.sample(0), self.seat)

    def sample(self, seed: int) -> Game:
        """Return a whole game that looks the same from this seat, the hidden cards dealt at random.

        The hidden information of the real game has no influence on it.
        """
        rng = Rng(seed)
        game = self._game.copy()
        game.history = None
        game.setup = replace(game.setup, seed=None, deck_seed=rng.next64(), orders=())
        unseen = Counter(game.setup.deck)
        unseen.subtract(game.deck.discard)
        unseen.subtract(game.deck.removed)
        unseen.subtract(self.hand)
        known: dict[int, tuple[int, ...]] = {self.seat: self.hand}
        if game.active != self.seat and game.card is not None:
            known[game.active] = (game.card,)
            unseen.subtract(known[game.active])
        cards = rng.shuffled(sorted(unseen.elements()))
        for i, player in enumerate(game.players):
            held = known.get(i, ())
            missing = len(player.hand) - len(held)
            if missing:
                game.change(i).hand = held + cards[:missing]
                cards = cards[missing:]
        deck = game.deck
        game.deck = Deck(cards, deck.discard, deck.removed, ((),) * len(deck.shuffles))
        return game


def whole_game(view: View) -> Game:
    """Return the game of a view with all hidden cards; only for code that replaces them as `sample` does."""
    return view._game


class Moment(NamedTuple):
    """A moment of a game: its set-up, and the snapshot before its last answer."""

    setup: Setup
    history: Snapshot | None


def moment_of(view: View) -> Moment:
    """Return the present moment of a game."""
    return Moment(view._game.setup, view._game.history)


def has_gone_on(view: View, since: Moment) -> bool:
    """Return whether the game is the one of a moment, and answers were played since, none of them undone."""
    return view._game.setup is since.setup and bool(view._game.answers_since(since.history))
