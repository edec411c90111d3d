"""How a game goes whose draws are told to it: the events of OpenSpiel's history, and what they tell each player."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, Self

from kingdom_builder.engine.answers import answer_name
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.position import Deck
from kingdom_builder.engine.terrain import CARD_LETTERS
from kingdom_builder.setup.builder import Setup


class Drawn(int):
    """A terrain card that remembers which event of the history drew it."""

    event: int

    def __new__(cls, card: int, event: int) -> Self:
        """Make the card of an event."""
        new = super().__new__(cls, card)
        new.event = event
        return new


class CardWanted(Exception):  # noqa: N818 - it is a question, not an error
    """A card has to be drawn from this pile before the game can go on; `shuffle` counts the piles so far."""

    def __init__(self, pile: tuple[int, ...], shuffle: int) -> None:
        """Keep the pile."""
        super().__init__()
        self.pile = pile
        self.shuffle = shuffle


class DealtGame(Game):
    """A game whose draws are told to it: its draw pile has no order."""

    __slots__ = ("told",)
    told: list[Drawn]

    @classmethod
    def begun(cls, setup: Setup, told: list[Drawn]) -> Self:
        """Lay the table and deal the cards told."""
        game = cls.laid(setup)
        game.told = told
        game.deal()
        game._begin_turn()
        return game

    def after(self, answer: int, told: list[Drawn]) -> Self:
        """Return the game after an answer that draws the cards told."""
        game = self.copy()
        game.told = told
        game.play(answer)
        return game

    def draw_cards(self, count: int, laid_down: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Discard some terrain cards, then draw those told (R3.29)."""
        draw, discard, removed, shuffles = self.deck
        discard += laid_down
        drawn: tuple[int, ...] = ()
        for _ in range(count):
            if not draw:
                if not discard:
                    break
                draw = tuple(sorted([int(card) for card in discard]))
                discard, shuffles = (), (*shuffles, ())
            if not self.told:
                raise CardWanted(draw, len(shuffles))
            card = self.told.pop(0)
            at = draw.index(card)
            draw = draw[:at] + draw[at + 1 :]
            drawn += (card,)
        self.deck = Deck(draw, discard, removed, shuffles)
        return drawn


class Course:
    """How a game has gone: a position, or an answer whose draws are not all told yet."""

    def __init__(self, setup: Setup) -> None:
        """Begin before the deal."""
        self.setup = setup
        self.game: DealtGame | None = None
        self.pending: int | None = None
        self.told: tuple[Drawn, ...] = ()
        self.wanted: CardWanted | None = None
        self.events: tuple[int, ...] = ()
        self.shuffle_of: dict[int, int] = {}
        self.seen = [""] * setup.players
        self._go_on()

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        """Share everything that never changes."""
        new = Course.__new__(Course)
        new.__dict__.update(self.__dict__)
        new.seen = self.seen.copy()
        new.shuffle_of = self.shuffle_of.copy()
        return new

    def __reduce__(self) -> tuple[Callable[..., Course], tuple[Setup, tuple[int, ...]]]:
        """Pickle as what has happened."""
        return _replayed, (self.setup, self.events)

    def apply(self, event: int) -> None:
        """Play an answer, or tell a card."""
        number = len(self.events)
        if self.wanted is None:
            self.pending = event
        else:
            self.shuffle_of[number] = self.wanted.shuffle
            self.told = (*self.told, Drawn(event, number))
        self.events = (*self.events, event)
        self._go_on()

    def _go_on(self) -> None:
        """Play the pending answer if all its draws are told, and find out which one is not otherwise."""
        before = self.game
        try:
            if before is None:
                self.game = DealtGame.begun(self.setup, list(self.told))
            else:
                assert self.pending is not None
                self.game = before.after(self.pending, list(self.told))
        except CardWanted as wanted:
            self.wanted = wanted
            return
        self._remember(before, self.game)
        self.pending = self.wanted = None
        self.told = ()

    def _remember(self, before: DealtGame | None, game: DealtGame) -> None:
        """Add to what each player has seen: the answer, and all cards that are open or one's own."""
        text = "" if self.pending is None else f" {answer_name(self.pending)}"
        same = before is not None and before.deck is game.deck and before.played is game.played
        for player in range(len(self.seen)):
            self.seen[player] += text if same else f"{text} [{_cards_seen(game, player)}]"

    def closed(self, player: int) -> list[list[int]]:
        """Return for each seat the events that drew the cards which this player cannot know: those closed elsewhere."""
        game = self.game
        assert game is not None
        found: list[list[int]] = []
        for who, seat in enumerate(game.seats):
            hand = list(seat.hand) if who != player else []
            if hand and who == game.active and game.played is not None:
                hand.remove(game.played)
            found.append([card.event for card in hand if isinstance(card, Drawn)])
        return found

    def known_closed(self, player: int) -> tuple[list[int], list[int]]:
        """Return the kinds of the closed cards that were drawn before the last shuffle, and how many each seat has.

        A pile is shuffled when the one before is used up, and all its other cards have been seen: whoever counts
        cards knows which are still closed, though not who has which (R3.29).
        """
        game = self.game
        assert game is not None
        last = len(game.deck.shuffles)
        old = [[event for event in events if self.shuffle_of[event] != last] for events in self.closed(player)]
        return sorted(self.events[event] for events in old for event in events), [len(events) for events in old]

    def redealt(self, player: int, uniform: Callable[[], float]) -> tuple[int, ...]:
        """Return the events of a course that this player cannot tell from this one.

        A closed card was drawn from one pile, and what has become of the other cards of that pile is open: it is one of
        those that were drawn from the same pile and are closed still, or that are left in it.
        """
        game = self.game
        assert game is not None
        events = list(self.events)
        by_pile: dict[int, list[int]] = {}
        for event in chain.from_iterable(self.closed(player)):
            by_pile.setdefault(self.shuffle_of[event], []).append(event)
        for pile, closed in by_pile.items():
            pool = [events[event] for event in closed]
            if pile == len(game.deck.shuffles):
                pool += game.deck.draw
            for event in closed:
                events[event] = pool.pop(int(uniform() * len(pool)))
        return tuple(events)


def _replayed(setup: Setup, events: tuple[int, ...]) -> Course:
    course = Course(setup)
    for event in events:
        course.apply(event)
    return course


def _cards_seen(game: Game, player: int) -> str:
    """Write what a player sees of the terrain cards."""

    def letters(cards: tuple[int, ...]) -> str:
        return "".join([CARD_LETTERS[card] for card in sorted(cards)])

    deck = game.deck
    played = "-" if game.played is None else CARD_LETTERS[game.played]
    hands = ",".join([str(len(seat.hand)) for seat in game.seats])
    return (
        f"hand {letters(game.seats[player].hand)} played {played} hands {hands} "
        f"draw {len(deck.draw)} discard {letters(deck.discard)} out {letters(deck.removed)}"
    )
