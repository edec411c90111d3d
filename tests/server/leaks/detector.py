"""The leak detector: what each viewer may know, and a search for secrets in everything that is sent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from kingdom_builder.engine.terrain import CARD_LETTERS
from kingdom_builder.table.events import TableStatus
from kingdom_builder.table.state import TableState
from tests.server.leaks.tagged_cards import TAG, Card, cards_of, public_tags, tags

NOBODY = "nobody"
"""A reader of the log or the metrics: they may see no card, and no deck's seed even when the game is over."""

SPECTATOR, STRANGER = "spectator", "stranger"
MINIMUM_RUN = 14
"""The length of a part of a shuffle, in letters, that does not occur in a text by chance."""

_LETTERS = re.compile(rb"[%b]{%d,}" % (CARD_LETTERS.encode(), MINIMUM_RUN))

LONGEST_SECRET = 64
"""The maximum length of a tag and of a written secret, in bytes."""


@dataclass
class DeckSecrets:
    """The secrets of one table's deck: all tags, the tags that were public, and the tags that each seat has had."""

    over: bool = False
    """Whether the game is over, so that everybody may know everything."""
    everything: set[str] = field(default_factory=set)
    everybody: set[str] = field(default_factory=set)
    seats: dict[int | None, set[str]] = field(default_factory=dict)
    forms: set[bytes] = field(default_factory=set)
    """The forms in which the seed could be written."""
    runs: set[bytes] = field(default_factory=set)
    """All parts of the shuffles, as letters, of the length of `MINIMUM_RUN`."""


class LeakDetector:
    """Follow all tables of a server, and compare what is sent with what its receiver may know."""

    def __init__(self) -> None:
        self.decks: dict[int, DeckSecrets] = {}
        """All decks by their seeds."""
        self.leaks: list[str] = []
        self.received: Counter[str] = Counter()
        """The number of tags sent to each viewer; a test checks that it is not 0."""
        self.sent: Counter[str] = Counter()

    def draw_seed(self, seed: int) -> None:
        """Register a new seed."""
        self.decks[seed] = DeckSecrets(forms=_forms(seed))

    def learn(self, state: TableState) -> None:
        """Register what everybody and every seat may know after the last event."""
        game = state.game
        seed = game.setup.deck_seed
        if seed not in self.decks:
            self.draw_seed(seed)
        deck = self.decks[seed]
        for order in game.deck.shuffles:
            letters = "".join(CARD_LETTERS[card] for card in reversed(order)).encode()
            deck.runs.update(_runs(letters))
        cards = cards_of(game)
        deck.everything |= tags(cards)
        if not all(isinstance(card, Card) for card in cards):
            self.leaks.append(f"a card has lost its tag after event {state.seq}")
        if state.begun:
            deck.everybody |= public_tags(game)
            for number, seat in enumerate(game.players):
                deck.seats.setdefault(number, set()).update(tags(seat.hand))
        deck.over |= state.status is TableStatus.OVER

    def check(self, viewer: str, data: bytes, what: str) -> None:
        """Record every tag and seed in the data that the viewer (a seat's number or a name) may not know."""
        self.sent[viewer] += len(data)
        for tag in TAG.findall(data):
            self.received[viewer] += 1
            if not self._may_know(viewer, tag.decode()):
                self._leak(viewer, data, tag, what)
        runs = {run for letters in _LETTERS.findall(data) for run in _runs(letters)}
        for deck in self.decks.values():
            if not deck.over or viewer == NOBODY:
                for found in {form for form in deck.forms if form in data} | (deck.runs & runs):
                    self._leak(viewer, data, found, what)

    def _may_know(self, viewer: str, tag: str) -> bool:
        if viewer == NOBODY:
            return False
        seat = int(viewer) if viewer.isdigit() else None
        return any(
            tag in (deck.everything if deck.over else deck.everybody) or tag in deck.seats.get(seat, ())
            for deck in self.decks.values()
        )

    def _leak(self, viewer: str, data: bytes, found: bytes, what: str) -> None:
        at = data.index(found)
        self.leaks.append(f"{what} to {viewer}: {data[max(0, at - 60) : at + len(found) + 20]!r}")


def _runs(letters: bytes) -> Iterator[bytes]:
    return (letters[i : i + MINIMUM_RUN] for i in range(len(letters) - MINIMUM_RUN + 1))


def _forms(seed: int) -> set[bytes]:
    raw = seed.to_bytes(16, "big")
    return {str(seed).encode(), f"{seed:x}".encode(), f"{seed:X}".encode(), raw, raw[::-1]}
