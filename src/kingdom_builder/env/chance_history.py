"""The history of a game whose cards the caller draws: OpenSpiel's events, and what each player has seen of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, Self

from kingdom_builder.engine.deck import Deck
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import CARD_LETTERS
from kingdom_builder.sets.registry import answer_name


class Drawn(int):
    """A terrain card with the number of the event that drew it."""

    event: int

    def __new__(cls, card: int, event: int) -> Self:
        """Return the card of an event."""
        new = super().__new__(cls, card)
        new.event = event
        return new


class ChanceOutcomeNeeded(Exception):  # noqa: N818 - not an error: the caller draws a card
    """A card has to be drawn from this pile before the game can continue; `shuffle` is the number of piles so far."""

    def __init__(self, pile: tuple[int, ...], shuffle: int) -> None:
        """Keep the pile."""
        super().__init__()
        self.pile = pile
        self.shuffle = shuffle


class ScriptedDealer:
    """Deals the cards it is given, in their order; its draw pile has no order."""

    def __init__(self, dealt: list[Drawn]) -> None:
        """Deal these cards."""
        self.dealt = dealt

    def draw(self, setup: Setup, deck: Deck, count: int) -> tuple[tuple[int, ...], Deck]:
        """Draw the next cards (R3.29); ChanceOutcomeNeeded if there are no more."""
        draw, discard, removed, shuffles = deck
        drawn: tuple[int, ...] = ()
        for _ in range(count):
            if not draw:
                if not discard:
                    break
                draw = tuple(sorted([int(card) for card in discard]))
                discard, shuffles = (), (*shuffles, ())
            if not self.dealt:
                raise ChanceOutcomeNeeded(draw, len(shuffles))
            card = self.dealt.pop(0)
            at = draw.index(card)
            draw = draw[:at] + draw[at + 1 :]
            drawn += (card,)
        return drawn, Deck(draw, discard, removed, shuffles)


class ChanceHistory:
    """The events of a game so far, and its position, or an answer of which some draws are still missing."""

    def __init__(self, setup: Setup) -> None:
        """Begin before the deal."""
        self.setup = setup
        self.game: Game | None = None
        self.pending: int | None = None
        self.dealt: tuple[Drawn, ...] = ()
        self.needed: ChanceOutcomeNeeded | None = None
        self.events: tuple[int, ...] = ()
        self.shuffle_of: dict[int, int] = {}
        self.seen = [""] * setup.players
        self._continue()

    def __deepcopy__(self, memo: dict[int, Any]) -> ChanceHistory:
        """Share what never changes."""
        new = ChanceHistory.__new__(ChanceHistory)
        new.__dict__.update(self.__dict__)
        new.seen = self.seen.copy()
        new.shuffle_of = self.shuffle_of.copy()
        return new

    def __reduce__(self) -> tuple[Callable[..., ChanceHistory], tuple[Setup, tuple[int, ...]]]:
        """Pickle the events."""
        return _replayed, (self.setup, self.events)

    def apply(self, event: int) -> None:
        """Play an answer, or draw a card."""
        number = len(self.events)
        if self.needed is None:
            self.pending = event
        else:
            self.shuffle_of[number] = self.needed.shuffle
            self.dealt = (*self.dealt, Drawn(event, number))
        self.events = (*self.events, event)
        self._continue()

    @property
    def is_dealt(self) -> bool:
        """Whether all players have their first cards."""
        return self.game is not None

    @property
    def to_play(self) -> int | None:
        """The seat that has to answer; None before the deal and when the game is over."""
        return None if self.game is None else self.game.to_play

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.needed is None and self.game is not None and self.game.over

    def legal_answers(self) -> list[int]:
        """Return the legal answers in the order of their numbers."""
        return [] if self.game is None else sorted(self.game.legal_answers())

    def scores(self) -> list[int]:
        """Return every player's score for the current board."""
        assert self.game is not None
        return self.game.scores()

    def _continue(self) -> None:
        """Play the pending answer if all its draws are known; otherwise find the next one that is needed."""
        before = self.game
        try:
            if before is None:
                self.game = Game(self.setup, ScriptedDealer(list(self.dealt)))
            else:
                assert self.pending is not None
                self.game = _after(before, self.pending, list(self.dealt))
        except ChanceOutcomeNeeded as needed:
            self.needed = needed
            return
        self._remember(before, self.game)
        self.pending = self.needed = None
        self.dealt = ()

    def _remember(self, before: Game | None, game: Game) -> None:
        """Add to what each player has seen: the answer, and all cards that are open or their own."""
        text = "" if self.pending is None else f" {answer_name(self.pending)}"
        same = before is not None and before.deck is game.deck and before.card is game.card
        for player in range(len(self.seen)):
            self.seen[player] += text if same else f"{text} [{_cards_seen(game, player)}]"

    def closed(self, player: int) -> list[list[int]]:
        """Return for each seat the events that drew the cards in hand which this player cannot see."""
        game = self.game
        assert game is not None
        found: list[list[int]] = []
        for seat, state in enumerate(game.players):
            hand = list(state.hand) if seat != player else []
            if hand and seat == game.active and game.card is not None:
                hand.remove(game.card)
            found.append([card.event for card in hand if isinstance(card, Drawn)])
        return found

    def known_closed(self, player: int) -> tuple[list[int], list[int]]:
        """Return the kinds of the closed cards that were drawn before the last shuffle, and how many each seat has.

        A new pile is shuffled when the last one is empty, and by then all its other cards have been seen: a player who
        counts cards knows which are still closed, but not who has which (R3.29).
        """
        game = self.game
        assert game is not None
        last = len(game.deck.shuffles)
        old = [[event for event in events if self.shuffle_of[event] != last] for events in self.closed(player)]
        return sorted(self.events[event] for events in old for event in events), [len(events) for events in old]

    def redealt(self, player: int, uniform: Callable[[], float]) -> tuple[int, ...]:
        """Return the events of a random history that this player cannot distinguish from this one.

        A closed card was drawn from one pile, and all open cards of that pile are known: the card is one of those that
        were drawn from the same pile and are still closed, or that are left in it.
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


def _after(game: Game, answer: int, dealt: list[Drawn]) -> Game:
    """Return the game after an answer that draws these cards."""
    new = game.copy()
    new.dealer = ScriptedDealer(dealt)
    new.play(answer)
    return new


def _replayed(setup: Setup, events: tuple[int, ...]) -> ChanceHistory:
    history = ChanceHistory(setup)
    for event in events:
        history.apply(event)
    return history


def _cards_seen(game: Game, player: int) -> str:
    """Return what a player sees of the terrain cards, as text."""

    def letters(cards: tuple[int, ...]) -> str:
        return "".join([CARD_LETTERS[card] for card in sorted(cards)])

    deck = game.deck
    played = "-" if game.card is None else CARD_LETTERS[game.card]
    hands = ",".join([str(len(state.hand)) for state in game.players])
    return (
        f"hand {letters(game.players[player].hand)} played {played} hands {hands} "
        f"draw {len(deck.draw)} discard {letters(deck.discard)} out {letters(deck.removed)}"
    )
