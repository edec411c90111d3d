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
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # one compiled file without types

from kingdom_builder.engine.answers import ANSWERS, answer_name
from kingdom_builder.env.course import Course
from kingdom_builder.env.encoding import Encoder
from kingdom_builder.env.episodes import win_rewards
from kingdom_builder.env.layout import CARDS, Layout
from kingdom_builder.setup.builder import first_game, new_setup

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
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
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
        """Return something that observes states: with perfect recall, all that has been seen and what it tells."""
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
    """What a player sees as a tensor, planes before the vector, and as a string: everything seen so far, or now.

    With perfect recall the tensor has at its end what counting cards tells: of each kind of terrain card how many are
    closed elsewhere since before the last shuffle, and how many of them each player has, own seat first, all / 5.
    """

    def __init__(self, layout: Layout, *, recall: bool) -> None:
        """Prepare the tensor."""
        self._recall = recall
        self._encoder = Encoder.flat(layout)
        self.tensor = np.zeros(layout.size + (len(CARDS) + layout.players if recall else 0), np.float32)
        planes, vector = layout.split(self.tensor[: layout.size])
        self.dict = {"planes": planes, "vector": vector}
        if recall:
            self.dict["closed_cards"], self.dict["closed_hands"] = np.split(self.tensor[layout.size :], [len(CARDS)])

    def set_from(self, state: KingdomBuilderState, player: int) -> None:
        """Write what the player sees; while a card is being drawn, what was seen before the answer."""
        course = state.course
        if course.game is None:
            self.tensor.fill(0)
            return
        self._encoder.write(course.game.view(player))
        self.tensor[: self._encoder.whole.size] = self._encoder.whole
        if self._recall:
            kinds, hands = course.known_closed(player)
            self.dict["closed_cards"][:] = np.bincount(kinds, minlength=len(CARDS)) / 5
            self.dict["closed_hands"][:] = np.array(hands[player:] + hands[:player]) / 5

    def string_from(self, state: KingdomBuilderState, player: int) -> str:
        """Return what the player sees as text."""
        course = state.course
        if self._recall:
            return f"player {player}{course.seen[player]}"
        return f"player {player}" if course.game is None else str(course.game.view(player).facts())


pyspiel.register_game(_TYPE, KingdomBuilderGame)
