"""Who may know what, and the search for what nobody may know in all that is sent."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from kingdom_builder.engine.terrain import CARD_LETTERS
from kingdom_builder.table.events import TableStatus
from kingdom_builder.table.state import TableState
from tests.server.leaks.tagging import WORD, Card, cards_of, open_words, words

NOBODY = "nobody"
"""Whoever reads the log or the figures: no card is for them, and no deck's seed even when the game is over."""

SPECTATOR, STRANGER = "spectator", "stranger"
WINDOW = 14
"""So many letters of a shuffle in a row do not stand in a text by chance."""

LONGEST = 64
"""No word and no form of a secret is longer."""


@dataclass
class Deck:
    """What there is to know of one table's cards: those that lie or lay open, and those each seat has had."""

    over: bool = False
    """Whether the game is over and everybody may know everything."""
    everything: set[str] = field(default_factory=set)
    everybody: set[str] = field(default_factory=set)
    seats: dict[int | None, set[str]] = field(default_factory=dict)
    forms: set[bytes] = field(default_factory=set)
    """The seed and the order of the cards as they could be written."""


class Knowledge:
    """Follows all tables of a server, and holds what is sent against what its receiver may know."""

    def __init__(self) -> None:
        self.decks: dict[int, Deck] = {}
        """All decks by their seeds."""
        self.leaks: list[str] = []
        self.received: Counter[str] = Counter()
        """How many words each viewer has been sent, so that a test can see that it has looked at something."""
        self.sent: Counter[str] = Counter()

    def draw_seed(self, seed: int) -> None:
        """Take in that there is a new secret."""
        self.decks[seed] = Deck(forms=_forms(seed))

    def learn(self, state: TableState) -> None:
        """Take in what everybody, and every seat, has come to know with the last event."""
        game = state.game
        seed = game.setup.deck_seed
        if seed not in self.decks:
            self.draw_seed(seed)
        deck = self.decks[seed]
        for order in game.deck.shuffles:
            letters = "".join(CARD_LETTERS[card] for card in reversed(order)).encode()
            deck.forms |= {letters[i : i + WINDOW] for i in range(len(letters) - WINDOW + 1)}
        cards = cards_of(game)
        deck.everything |= words(cards)
        if not all(isinstance(card, Card) for card in cards):
            self.leaks.append(f"a card has lost its tag after event {state.seq}")
        if state.begun:
            deck.everybody |= open_words(game)
            for number, seat in enumerate(game.players):
                deck.seats.setdefault(number, set()).update(words(seat.hand))
        deck.over |= state.status is TableStatus.OVER

    def check(self, viewer: str, data: bytes, what: str) -> None:
        """Note every word and every secret in the data that the viewer, a seat's number or a name, may not know."""
        self.sent[viewer] += len(data)
        for word in WORD.findall(data):
            self.received[viewer] += 1
            if not self._may_know(viewer, word.decode()):
                self._leak(viewer, data, word, what)
        for deck in self.decks.values():
            if not deck.over or viewer == NOBODY:
                for form in deck.forms:
                    if form in data:
                        self._leak(viewer, data, form, what)

    def _may_know(self, viewer: str, word: str) -> bool:
        if viewer == NOBODY:
            return False
        seat = int(viewer) if viewer.isdigit() else None
        return any(
            word in (deck.everything if deck.over else deck.everybody) or word in deck.seats.get(seat, ())
            for deck in self.decks.values()
        )

    def _leak(self, viewer: str, data: bytes, found: bytes, what: str) -> None:
        at = data.index(found)
        self.leaks.append(f"{what} to {viewer}: {data[max(0, at - 60) : at + len(found) + 20]!r}")


def _forms(seed: int) -> set[bytes]:
    raw = seed.to_bytes(16, "big")
    return {str(seed).encode(), f"{seed:x}".encode(), f"{seed:X}".encode(), raw, raw[::-1]}
