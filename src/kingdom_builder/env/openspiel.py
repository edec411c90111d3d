"""The game for OpenSpiel, as `python_kingdom_builder`: every card drawn is a chance node (docs/research.md).

>>> import pyspiel
>>> from kingdom_builder.env import openspiel
>>> game = pyspiel.load_game("python_kingdom_builder(players=3,seed=7)")
>>> game.num_players(), game.new_initial_state().is_chance_node()
(3, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Self

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # one compiled file without types

from kingdom_builder.env.encoding import CARDS, Encoder, Layout
from kingdom_builder.env.episodes import win_rewards
from kingdom_builder.game.answers import ANSWERS, answer_name
from kingdom_builder.game.game import Game
from kingdom_builder.game.position import Deck
from kingdom_builder.game.setup import Setup, first_game, new_setup
from kingdom_builder.game.terrain import CARD_LETTERS

LONGEST = 20_000
"""More answers and draws than any game has."""
RESAMPLES = 1_000
"""How often a deal that contradicts what a player has seen is drawn anew before the real one is taken."""
SEPARATOR = "+"
"""Stands between the names in a parameter, such as sets=base+nomads."""

_PARAMETERS = {
    "players": 2,
    "seed": 0,
    "first_game": False,
    "sets": "base",
    "sections": "",
    "cards": "",
    "tasks": "",
    "two_cards": False,
}
_TYPE = pyspiel.GameType(
    short_name="python_kingdom_builder",
    long_name="Kingdom Builder",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


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

    def hidden(self, player: int) -> list[int]:
        """Return the events that drew the cards which this player cannot know: those closed in other hands."""
        game = self.game
        assert game is not None
        found = []
        for who, seat in enumerate(game.seats):
            if who != player:
                hand = list(seat.hand)
                if who == game.active and game.played is not None:
                    hand.remove(game.played)
                found += [card.event for card in hand if isinstance(card, Drawn)]
        return found

    def redealt(self, player: int, uniform: Callable[[], float]) -> tuple[int, ...]:
        """Return the events of a course that this player cannot tell from this one.

        A closed card was drawn from one pile, and what has become of the other cards of that pile is open: it is one of
        those that were drawn from the same pile and are closed still, or that are left in it.
        """
        game = self.game
        assert game is not None
        events = list(self.events)
        by_pile: dict[int, list[int]] = {}
        for event in self.hidden(player):
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


class KingdomBuilderGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """One set-up, which everybody knows: drawn from the seed where the parameters do not choose."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Make the set-up; ValueError says what cannot be."""
        chosen = {**_PARAMETERS, **(params or {})}
        players, seed = int(chosen["players"]), int(chosen["seed"])
        if chosen["first_game"]:
            self.setup = first_game(seed, players=players)
        else:
            self.setup = new_setup(
                seed,
                players=players,
                sets=_list(chosen["sets"]),
                sections=_list(chosen["sections"]),
                cards=_list(chosen["cards"]),
                tasks=_list(chosen["tasks"]),
                two_cards=bool(chosen["two_cards"]),
            )
        self.layout = Layout(players, self.setup.sets)
        info = pyspiel.GameInfo(
            num_distinct_actions=ANSWERS,
            max_chance_outcomes=len(CARDS),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self, state: str | None = None) -> KingdomBuilderState:
        """Return the state before the deal."""
        return KingdomBuilderState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KingdomBuilderObserver:
        """Return something that observes states: with perfect recall by its string alone."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return KingdomBuilderObserver(self.layout, recall=recall)


def _list(text: str) -> list[str]:
    return text.split(SEPARATOR) if text else []


class KingdomBuilderState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A moment of a game: somebody is asked, or a card is drawn, or it is over."""

    def __init__(self, game: KingdomBuilderGame) -> None:
        """Begin before the deal."""
        super().__init__(game)
        self.course = Course(game.setup)

    def current_player(self) -> int:
        """Return whose answer is wanted."""
        course = self.course
        if course.wanted is not None or course.game is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if course.game.to_play is None else course.game.to_play

    def _legal_actions(self, player: int) -> list[int]:
        game = self.course.game
        return sorted(game.legal_answers()) if game is not None and game.to_play == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return which cards can be drawn, by how many of each are in the pile."""
        assert self.course.wanted is not None
        left = Counter(self.course.wanted.pile)
        return [(card, left[card] / left.total()) for card in sorted(left)]

    def _apply_action(self, action: int) -> None:
        self.course.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {CARDS[action]}" if player == pyspiel.PlayerId.CHANCE else answer_name(action)

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        course = self.course
        return course.wanted is None and course.game is not None and course.game.over

    def returns(self) -> list[float]:
        """Return what everybody gets: 1 for a victory of one's own, -1 shared by the losers."""
        game = self.course.game
        if game is None or not self.is_terminal():
            return [0.0] * self.num_players()
        return win_rewards(game)

    def resample_from_infostate(self, player: int, uniform: Callable[[], float]) -> KingdomBuilderState:
        """Return a state that this player cannot tell from this one, the closed cards dealt at random.

        What players do can tell something about their cards too (with two cards in hand); a deal that contradicts it is
        drawn anew.
        """
        course = self.course
        if course.wanted is not None:
            raise ValueError("a card is being drawn: resample when somebody is asked")
        for _ in range(RESAMPLES):
            state = self.get_game().new_initial_state()
            events = course.redealt(player, uniform)
            try:
                for event in events:
                    state.apply_action(event)
            except ValueError:
                continue
            if state.course.wanted is None and state.course.seen[player] == course.seen[player]:
                assert isinstance(state, KingdomBuilderState)
                return state
        return self.clone()  # type: ignore[no-any-return]  # pyspiel has no types

    def __str__(self) -> str:
        """Write all answers and draws so far."""
        return " ".join(map(str, self.course.events))


class KingdomBuilderObserver:
    """What a player sees as a tensor, planes before the vector, and as a string: everything seen so far, or now."""

    def __init__(self, layout: Layout, *, recall: bool) -> None:
        """Prepare the tensor."""
        self._recall = recall
        self._encoder = Encoder(layout)
        self.tensor = np.zeros(layout.size, np.float32)
        planes, vector = layout.split(self.tensor)
        self.dict = {"planes": planes, "vector": vector}

    def set_from(self, state: KingdomBuilderState, player: int) -> None:
        """Write what the player sees; while a card is being drawn, what was seen before the answer."""
        game = state.course.game
        if game is None:
            self.tensor.fill(0)
        else:
            self._encoder.write(game.view(player), self.dict["planes"], self.dict["vector"])

    def string_from(self, state: KingdomBuilderState, player: int) -> str:
        """Return what the player sees as text."""
        course = state.course
        if self._recall:
            return f"player {player}{course.seen[player]}"
        return f"player {player}" if course.game is None else str(course.game.view(player).facts())


pyspiel.register_game(_TYPE, KingdomBuilderGame)
