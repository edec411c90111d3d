"""A game that is followed by the events of its table: exact in everything public, with the cards of one seat.

Cards that the seat does not know are placeholders. No rule depends on them but two: which card is revealed, and whether
a card that can be used is left to be drawn. Both are known from the event before its answer is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kingdom_builder.engine.answers import END_TURN, FIRST_ENTRY, FIRST_TERRAIN
from kingdom_builder.engine.deck import SEEDED, Deck
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import TERRAINS_OF_CARD
from kingdom_builder.engine.view import View
from kingdom_builder.formats.record import read_setup
from kingdom_builder.game import Game
from kingdom_builder.table.diff import card_name

_CARDS = {card_name(card): card for card in range(len(TERRAINS_OF_CARD))}


class OutOfStep(Exception):  # noqa: N818 - the game must be followed again from its beginning
    """The events do not fit the game that was followed so far."""


class Replica:
    """The game of a table as one seat knows it; events are applied in their order."""

    def __init__(self, seat: int, started: Mapping[str, Any]) -> None:
        """Begin with the event `started`; raise ValueError if its set-up cannot be read here."""
        setup, _ = read_setup(started["record"])
        self._seat = seat
        cards = started["cards"]
        revealed = _revealed(cards, ())
        dealer = _EventDealer([revealed[:1], *[()] * (setup.players - 1)], revealed[1:])
        self._deck = Deck((), setup.deck)
        self.game = Game(setup, dealer)
        self._show_cards(cards, dealer.dealt)

    @property
    def view(self) -> View:
        """The view of the seat."""
        return self.game.view(self._seat)

    def apply(self, event: Mapping[str, Any]) -> None:
        """Apply an event of the table; raise OutOfStep if it does not fit."""
        if event["kind"] == "answer":
            try:
                self._play(event["answer"], event.get("cards"))
            except (ValueError, KeyError) as error:
                raise OutOfStep(f"event {event['seq']}: {error}") from error
        elif event["kind"] == "undo":
            for _ in range(event["count"]):
                if self.game.history is None:
                    raise OutOfStep(f"event {event['seq']} undoes an answer that is not known")
                self.game.undo()
            self.game.deck = self._deck

    def show(self, hand: Sequence[str]) -> None:
        """Set the seat's own cards, which are in its view."""
        cards = tuple([_CARDS[name] for name in hand])
        if len(cards) != len(self.game.players[self._seat].hand):
            raise OutOfStep(f"{len(cards)} cards in hand")
        if sorted(cards) != sorted(self.game.players[self._seat].hand):
            self.game.change(self._seat).hand = cards
            self.game.restore(self.game.snapshot(0))  # what was legal with other cards is forgotten

    def _play(self, answer: int, cards: Mapping[str, Any] | None) -> None:
        game = self.game
        if cards is None:
            # Nothing is drawn, so there was no card that could be drawn and used.
            game.deck = Deck((), (), self._deck.removed, self._deck.shuffles)
            game.play(answer)
            game.deck = self._deck
            return
        revealed = _revealed(cards, self._deck.removed)
        hidden: list[tuple[int, ...]] = []
        if answer == END_TURN:
            hidden = [()]
            drawn = self._hold((game.active + 1) % len(game.players), revealed)
        elif game.card is None and not game.stack and FIRST_TERRAIN <= answer < FIRST_ENTRY:
            drawn = self._hold(game.active, revealed)
        elif len(cards["removed"]) > len(self._deck.removed):
            drawn = revealed[1:]  # the card that was played is the first that is removed
        else:
            drawn = self._newly_discarded(cards)
        if drawn:
            game.deck = self._deck._replace(draw=drawn[-1:] * len(self._deck.draw))  # a card that can be used is left
        game.dealer = dealer = _EventDealer(hidden, drawn)
        game.play(answer)
        self._show_cards(cards, dealer.dealt)

    def _hold(self, seat: int, revealed: tuple[int, ...]) -> tuple[int, ...]:
        """Let a player hold the card that is revealed first; return the cards that are drawn after it."""
        hand = self.game.players[seat].hand
        if revealed:
            self.game.change(seat).hand = revealed[:1] * len(hand)
        return revealed[1:]

    def _newly_discarded(self, cards: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the card that was drawn and discarded at once; the pile may have been shuffled before."""
        discard = Counter(_CARDS[name] for name in cards["discard"])
        if len(cards["discard"]) > 1:
            discard.subtract(self._deck.discard)
        return tuple((+discard).elements())

    def _show_cards(self, cards: Mapping[str, Any], dealt: int) -> None:
        """Set the piles as everybody sees them after an event that has dealt so many cards."""
        card = None if cards["card"] is None else _CARDS[cards["card"]]
        if card != self.game.card:
            raise ValueError("another card is played")
        discard, removed = (tuple([_CARDS[name] for name in cards[pile]]) for pile in ("discard", "removed"))
        shuffled = cards["draw"] != len(self._deck.draw) - dealt
        shuffles = ((),) * (len(self._deck.shuffles) + shuffled)
        self._deck = Deck(self.game.setup.deck[:1] * cards["draw"], discard, removed, shuffles)
        self.game.deck = self._deck
        self.game.dealer = SEEDED


class _EventDealer:
    """Deals what an event has shown: first hands, of which some cards are known, then the cards drawn openly."""

    def __init__(self, hands: Sequence[tuple[int, ...]], drawn: tuple[int, ...]) -> None:
        self._hands = list(hands)
        self._drawn = list(drawn)
        self._last = drawn[-1:]
        self._available: int | None = None
        self.dealt = 0

    def draw(self, setup: Setup, deck: Deck, count: int) -> tuple[tuple[int, ...], Deck]:
        """Draw the next cards; what is left to draw is the last open card, or nothing that can be used."""
        if self._available is None:
            self._available = len(deck.draw) + len(deck.discard)
        if self._hands:
            dealt = (self._hands.pop(0) or setup.deck[:1]) * min(count, self._available)
        else:
            dealt, self._drawn = tuple(self._drawn[:count]), self._drawn[count:]
            if len(dealt) < count:
                raise ValueError("a card is drawn that the event does not show")
        self._available -= len(dealt)
        self.dealt += len(dealt)
        return dealt, Deck(self._last if self._drawn else (), (), deck.removed, deck.shuffles)


def _revealed(cards: Mapping[str, Any], removed: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards that became open one after the other: those removed as exhausted, then the one played."""
    names = cards["removed"][len(removed) :] + ([] if cards["card"] is None else [cards["card"]])
    return tuple([_CARDS[name] for name in names])
