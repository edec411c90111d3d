"""The terrain cards: the piles, and where the order of the cards comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kingdom_builder.engine.rng import Rng

if TYPE_CHECKING:
    from kingdom_builder.engine.setup import Setup


class Deck(NamedTuple):
    """The terrain cards: draw pile (its top is last), discard pile, cards out of the game, outcomes of all shuffles."""

    draw: tuple[int, ...]
    discard: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    shuffles: tuple[tuple[int, ...], ...] = ()


class Dealer(Protocol):
    """Decides which cards are drawn."""

    def draw(self, setup: Setup, deck: Deck, count: int) -> tuple[tuple[int, ...], Deck]:
        """Draw cards, fewer when there are no more; return them and the deck without them.

        When the draw pile is empty the discard pile is shuffled into a new one (R3.29).
        """


class SeededDealer:
    """Shuffles with the seed of the set-up, except for shuffles whose order the set-up already contains."""

    def draw(self, setup: Setup, deck: Deck, count: int) -> tuple[tuple[int, ...], Deck]:
        """Draw from the top of the draw pile."""
        draw, discard, removed, shuffles = deck
        drawn: tuple[int, ...] = ()
        for _ in range(count):
            if not draw:
                if not discard:
                    break
                draw = shuffled(setup, discard, len(shuffles))
                discard, shuffles = (), (*shuffles, draw)
            drawn += draw[-1:]
            draw = draw[:-1]
        return drawn, Deck(draw, discard, removed, shuffles)


SEEDED = SeededDealer()


def shuffled(setup: Setup, cards: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the cards of a pile in the order of shuffle `number`; an order given in the set-up is used."""
    known = setup.orders
    if number < len(known) and sorted(known[number]) == sorted(cards):
        return known[number]
    return Rng(setup.deck_seed, number).shuffled(sorted(cards))
