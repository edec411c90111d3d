"""What one seat may see: built up from public facts and its own hand (docs/rules.md R0.23)."""

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
from kingdom_builder.engine.position import TurnState
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.scoring import ScoreLine, score_lines, total

if TYPE_CHECKING:
    from kingdom_builder.engine.game import Game, Question


class TurnView(NamedTuple):
    """What lies open beside what the players have; each field is the one of `Position`."""

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
    """What lies open before the first turn; each field is the one of `Setup`, whose seeds are not here."""

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
    """The terrain cards as far as a seat sees them: how many are left to draw, and which lie elsewhere."""

    left: int
    hand: tuple[int, ...]
    discard: tuple[int, ...]
    removed: tuple[int, ...]


_turn_fields, _setup_fields = attrgetter(*TurnView._fields), attrgetter(*SetupView._fields)


class View:
    """A window on a game for one seat. It shows the game as it is now and costs nothing until it is looked into.

    Everything it shows is public or the seat's own: other hands, the order of the deck and the seeds are not in it.
    """

    __slots__ = ("_deck", "_game", "_piles", "seat")

    def __init__(self, game: Game, seat: int) -> None:
        """Look at a game from a seat."""
        self._game = game
        self.seat = seat
        self._deck: Deck | None = None

    def legal(self) -> LegalAnswers:
        """Return the answers this seat may give now, a set of hexes and options; nothing if another seat is asked."""
        return self._game.legal_of(self.seat)

    def legal_answers(self) -> list[int]:
        """Return the numbers of the answers this seat may give now."""
        return self._game.legal_answers() if self._game.to_play == self.seat else []

    @property
    def question(self) -> Question | None:
        """What is asked of this seat now, if anything."""
        game = self._game
        stack = game.stack
        return game.question if (stack[-1].seat if stack else game.active) == self.seat else None

    @property
    def to_play(self) -> int | None:
        """The seat whose answer is wanted."""
        return self._game.to_play

    @property
    def turn(self) -> int:
        """How many turns have been played."""
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
        """What everybody knows of each player; as long as nothing of a player changes it is the same object."""
        return tuple([player.public for player in self._game.players])

    @property
    def turn_view(self) -> TurnView:
        """Everything that lies open beside what the players have, read at once."""
        return TurnView._make(_turn_fields(self._game))

    @property
    def setup_view(self) -> SetupView:
        """The set-up as far as it is open, which is all of it but what will be drawn."""
        return SetupView._make(_setup_fields(self._game.setup))

    @property
    def cards_view(self) -> CardsView:
        """The terrain cards that the seat sees; the same object as long as none of all cards changes its place."""
        deck = self._game.deck
        if deck is not self._deck:
            self._deck, self._piles = deck, CardsView(len(deck.draw), self.hand, deck.discard, deck.removed)
        return self._piles

    def shares_setup(self, other: View) -> bool:
        """Say whether both look at games of one set-up, the very same object."""
        return self._game.setup is other._game.setup

    def gold(self, seat: int) -> int:
        """Return what a player's score would be as the board stands now."""
        return total(self._game, seat)

    def score(self, seat: int) -> list[ScoreLine]:
        """Return where every point of a player comes from; the board is open, so everybody may know."""
        return score_lines(self._game, seat)

    def to_dict(self) -> dict[str, Any]:
        """Return everything the seat may know as one plain value; two views are equal when their facts are."""
        game, laid, piles = self._game, self.setup_view, self.cards_view
        board = laid.board
        return {
            **laid._asdict(),
            **self.turn_view._asdict(),
            "seat": self.seat,
            "board": board.contents(),
            "nomad_tiles": tuple(sorted(laid.nomad_tiles.items())),
            "parts": tuple(sorted(laid.parts.items())),
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
        """Compare what is seen."""
        return isinstance(other, View) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # what it shows changes with the game

    def __reduce__(self) -> tuple[type[View], tuple[Game, int]]:
        """Pickle as a view of another game that looks the same: what is hidden does not leave the process."""
        return View, (self.sample(0), self.seat)

    def sample(self, seed: int) -> Game:
        """Return a whole game that looks the same from this seat, the hidden cards dealt at random.

        Nothing hidden in the real game has any influence on it.
        """
        chance = Rng(seed)
        game = self._game.copy()
        game.history = None
        game.setup = replace(game.setup, seed=None, deck_seed=chance.next64(), orders=())
        unseen = Counter(game.setup.deck)
        unseen.subtract(game.deck.discard)
        unseen.subtract(game.deck.removed)
        unseen.subtract(self.hand)
        known: dict[int, tuple[int, ...]] = {self.seat: self.hand}
        if game.active != self.seat and game.card is not None:
            known[game.active] = (game.card,)
            unseen.subtract(known[game.active])
        cards = chance.shuffled(sorted(unseen.elements()))
        for i, player in enumerate(game.players):
            held = known.get(i, ())
            missing = len(player.hand) - len(held)
            if missing:
                game.change(i).hand = held + cards[:missing]
                cards = cards[missing:]
        deck = game.deck
        game.deck = Deck(cards, deck.discard, deck.removed, ((),) * len(deck.shuffles))
        return game
