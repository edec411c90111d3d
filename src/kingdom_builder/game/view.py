"""What one seat may see: built up from public facts and its own hand (docs/rules.md R0.23)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from kingdom_builder.game.actions import Asked
from kingdom_builder.game.chance import Chance
from kingdom_builder.game.position import Deck
from kingdom_builder.game.scoring import ScoreLine, score_lines
from kingdom_builder.game.seat import Holdings, NomadTile, OwnedTile, Tokens
from kingdom_builder.game.turn import Question

if TYPE_CHECKING:
    from kingdom_builder.game.game import Game


class Player(NamedTuple):
    """What everybody knows of a player; `cards` is how many terrain cards are in hand."""

    pieces: int
    tokens: Tokens
    supply: int
    gold: int
    cards: int
    tiles: tuple[OwnedTile, ...]
    taken: int
    nomads: tuple[NomadTile, ...]
    holdings: Holdings


class View:
    """A window on a game for one seat. It shows the game as it is now and costs nothing until it is looked into.

    Everything it shows is public or the seat's own: other hands, the order of the deck and the seeds are not in it.
    """

    __slots__ = ("_game", "seat")

    def __init__(self, game: Game, seat: int) -> None:
        """Look at a game from a seat."""
        self._game = game
        self.seat = seat

    def asked(self) -> Asked:
        """Return the answers this seat may give now, a set of hexes and options; nothing if another seat is asked."""
        return self._game.asked_of(self.seat)

    def legal_answers(self) -> list[int]:
        """Return the numbers of the answers this seat may give now."""
        return self._game.legal_answers() if self._game.to_play == self.seat else []

    @property
    def question(self) -> Question | None:
        """What is asked of this seat now, if anything."""
        return self._game.question if self._game.to_play == self.seat else None

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
    def card(self) -> int | None:
        """The played terrain of this turn (R3.4), None while it is not revealed."""
        return self._game.card

    @property
    def hand(self) -> tuple[int, ...]:
        """The seat's own terrain cards."""
        return self._game.seats[self.seat].hand

    @property
    def players(self) -> tuple[Player, ...]:
        """What everybody knows of each player."""
        return tuple(
            Player(
                seat.pieces,
                seat.tokens,
                seat.supply,
                seat.gold,
                len(seat.hand),
                seat.tiles,
                seat.taken,
                seat.nomads,
                seat.holdings,
            )
            for seat in self._game.seats
        )

    def score(self, seat: int) -> list[ScoreLine]:
        """Return where every point of a player comes from; the board is open, so everybody may know."""
        return score_lines(self._game, seat)

    def facts(self) -> dict[str, Any]:
        """Return everything the seat may know as one plain value; two views are equal when their facts are."""
        game, setup, deck = self._game, self._game.setup, self._game.deck
        return {
            "seat": self.seat,
            "board": (game.board.to_rows(), tuple(sorted(game.board.location_at.items())), game.board.island),
            "cards": setup.cards,
            "tasks": setup.tasks,
            "nomad_tiles": tuple(sorted(setup.nomad_tiles.items())),
            "start": setup.start,
            "two_cards": setup.two_cards,
            "deck": setup.deck,
            "removed_terrain": setup.removed_terrain,
            "capitols": setup.capitols,
            "caves": setup.caves,
            "players": self.players,
            "hand": tuple(sorted(self.hand)),
            "active": game.active,
            "turn": game.turn,
            "card": game.card,
            "played": game.played,
            "to_build": game.to_build,
            "built": game.built,
            "stack": game.stack,
            "phase": game.phase,
            "walls": game.walls,
            "stocked": game.stocked,
            "second": game.second,
            "draw": len(deck.draw),
            "discard": tuple(sorted(deck.discard)),
            "removed": tuple(sorted(deck.removed)),
            "ending": game.ending,
            "last_built": game.last_built,
            "over": game.over,
            "asked": self.asked(),
        }

    def __eq__(self, other: object) -> bool:
        """Compare what is seen."""
        return isinstance(other, View) and self.facts() == other.facts()

    __hash__ = None  # type: ignore[assignment]  # what it shows changes with the game

    def __reduce__(self) -> tuple[type[View], tuple[Game, int]]:
        """Pickle as a view of another game that looks the same: what is hidden does not leave the process."""
        return View, (self.sample(0), self.seat)

    def sample(self, seed: int) -> Game:
        """Return a whole game that looks the same from this seat, the hidden cards dealt at random.

        Nothing hidden in the real game has any influence on it.
        """
        chance = Chance(seed)
        game = self._game.copy()
        game.past = None
        game.setup = replace(game.setup, seed=None, deck_seed=chance.next64(), orders=())
        unseen = Counter(game.setup.deck)
        unseen.subtract(game.deck.discard)
        unseen.subtract(game.deck.removed)
        unseen.subtract(self.hand)
        known: dict[int, tuple[int, ...]] = {self.seat: self.hand}
        if game.active != self.seat and game.played is not None:
            known[game.active] = (game.played,)
            unseen.subtract(known[game.active])
        cards = chance.shuffled(sorted(unseen.elements()))
        for i, seat in enumerate(game.seats):
            held = known.get(i, ())
            missing = len(seat.hand) - len(held)
            if missing:
                game.change(i).hand = held + cards[:missing]
                cards = cards[missing:]
        deck = game.deck
        game.deck = Deck(cards, deck.discard, deck.removed, ((),) * len(deck.shuffles))
        return game
