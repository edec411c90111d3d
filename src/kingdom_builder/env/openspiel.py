"""The game for OpenSpiel, as `python_kingdom_builder`: every drawn card is a chance node (docs/research.md).

>>> import pyspiel
>>> from kingdom_builder.env import openspiel
>>> game = pyspiel.load_game("python_kingdom_builder(players=3,seed=7)")
>>> game.num_players(), game.new_initial_state().is_chance_node()
(3, True)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # one compiled file without types

from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.kernel_chance import KernelChanceHistory, new_history
from kingdom_builder.env.kernel_encoder import new_observer
from kingdom_builder.env.observation_spec import CARDS, ObservationSpec
from kingdom_builder.env.rewards import rewards_of_winners
from kingdom_builder.env.words import question_text, state_text
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.setup.builder import first_game, new_setup

LONGEST = 20_000
"""More answers and draws than any game has."""
RESAMPLES = 1_000
"""How many deals that contradict what a player has seen are rejected before the real one is used."""
SEPARATOR = "+"
"""The separator of names in a parameter, such as sets=base+nomads."""

_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
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
    """One set-up, which all players know; what the parameters do not set is random, from the seed."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Create the set-up; raise ValueError if it is not possible."""
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
        self.observation_spec = ObservationSpec(players, self.setup.sets)
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
        """Return an observer of states; with perfect recall it includes all that a player has seen."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return KingdomBuilderObserver(self.observation_spec, recall=recall)


@lru_cache(maxsize=16)
def _list_observer(spec: ObservationSpec) -> Any:
    """Return an observer in the kernel that gives lists, None if the kernel cannot write such observations."""
    return new_observer(Encoder(spec))


def _list(text: str) -> list[str]:
    return text.split(SEPARATOR) if text else []


class KingdomBuilderState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A state of the game: a player has to answer, a card is drawn, or the game is over."""

    def __init__(self, game: KingdomBuilderGame) -> None:
        """Begin before the deal."""
        super().__init__(game)
        self.chance_history = new_history(game.setup)
        self._spec = game.observation_spec

    def current_player(self) -> int:
        """Return the player who has to answer, or chance, or the terminal player."""
        history = self.chance_history
        if history.needed is not None:
            return _CHANCE
        player = history.to_play
        return _TERMINAL if player is None else player

    def is_chance_node(self) -> bool:
        """Return whether a card is drawn next."""
        return self.chance_history.needed is not None

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.chance_history.is_over

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal answers of a player, of the one who has to answer by default, or the cards to draw."""
        history = self.chance_history
        if history.needed is not None:
            return [card for card, _ in self.chance_outcomes()] if player in (None, _CHANCE) else []
        return history.legal_answers() if player in (None, history.to_play) else []

    def _legal_actions(self, player: int) -> list[int]:
        history = self.chance_history
        return history.legal_answers() if history.to_play == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can be drawn with their probabilities."""
        assert self.chance_history.needed is not None
        pile = self.chance_history.needed.pile
        return [(card, pile.count(card) / len(pile)) for card in sorted(set(pile))]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return what a player sees, the one who has to answer by default, as numbers: planes, then the vector."""
        history = self.chance_history
        seat = self.current_player() if player is None else player
        if isinstance(history, KernelChanceHistory) and history.kernel_game is not None and seat >= 0:
            observer = _list_observer(self._spec)
            if observer is not None:
                return observer.list(history.kernel_game, seat)  # type: ignore[no-any-return]
        found: list[float] = super().observation_tensor(*(() if player is None else (player,)))
        return found

    def _apply_action(self, action: int) -> None:
        needed = self.chance_history.needed
        if needed is not None and action not in needed.pile:
            raise ValueError(f"{action} is not a card that can be drawn: {sorted(set(needed.pile))}")
        self.chance_history.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {CARDS[action]}" if player == pyspiel.PlayerId.CHANCE else answer_name(action)

    def returns(self) -> list[float]:
        """Return the rewards of all players: 1 for a sole winner, -1 divided among the losers."""
        history = self.chance_history
        return rewards_of_winners(history.scores()) if history.is_over else [0.0] * self.num_players()

    def resample_from_infostate(self, player: int, uniform: Callable[[], float]) -> KingdomBuilderState:
        """Return a random state that this player cannot distinguish from this one.

        What other players do may also say something about their cards (with two cards in hand); a deal that
        contradicts it is rejected.
        """
        history = self.chance_history
        if history.needed is not None:
            raise ValueError("a card is being drawn: resample when a player has to answer")
        for _ in range(RESAMPLES):
            state = self.get_game().new_initial_state()
            events = history.redealt(player, uniform)
            try:
                for event in events:
                    state.apply_action(event)
            except ValueError:
                continue
            if state.chance_history.needed is None and state.chance_history.seen[player] == history.seen[player]:
                assert isinstance(state, KingdomBuilderState)
                return state
        return self.clone()  # type: ignore[no-any-return]  # pyspiel has no types

    def __str__(self) -> str:
        """Return the board, the players and the question, and all draws and answers so far by name."""
        history = self.chance_history
        state = "The terrain cards are being dealt.\n" if history.game is None else state_text(history.game)
        moves = [self._action_to_string(player, event) for player, event in self._moves()]
        return f"{state}Moves: {' '.join(moves) or 'none'}\n"

    def _moves(self) -> list[tuple[int, int]]:
        """Return all draws and answers with their players."""
        return [(move.player, move.action) for move in self.full_history()]


class KingdomBuilderObserver:
    """A player's observation as a tensor, planes before the vector, and as a string.

    With perfect recall the string has all that the player has seen, and the end of the tensor what follows from
    counting cards: of each kind of terrain card how many are in others' hands since before the last shuffle, and how
    many of them each player has, own seat first, all / 5.
    """

    def __init__(self, spec: ObservationSpec, *, recall: bool) -> None:
        """Prepare the tensor."""
        self._recall = recall
        self.tensor = np.zeros(spec.size + (len(CARDS) + spec.players if recall else 0), np.float32)
        planes, vector = spec.split(self.tensor[: spec.size])
        self.dict = {"planes": planes, "vector": vector}
        self._encoder, self._in_kernel = Encoder.flat(spec), Encoder.flat(spec)
        self._observer = new_observer(self._in_kernel)
        if recall:
            self.dict["closed_cards"], self.dict["closed_hands"] = np.split(self.tensor[spec.size :], [len(CARDS)])

    def set_from(self, state: KingdomBuilderState, player: int) -> None:
        """Write the player's observation; while a card is being drawn, that before the answer."""
        history = state.chance_history
        if not history.is_dealt:
            self.tensor.fill(0)
            return
        if isinstance(history, KernelChanceHistory) and self._observer is not None:
            self._observer.write(history.kernel_game, player)
            whole = self._in_kernel.whole
        else:
            assert history.game is not None
            self._encoder.write(history.game.view(player))
            whole = self._encoder.whole
        self.tensor[: whole.size] = whole
        if self._recall:
            kinds, hands = history.known_closed(player)
            self.dict["closed_cards"][:] = np.bincount(kinds, minlength=len(CARDS)) / 5
            self.dict["closed_hands"][:] = np.array(hands[player:] + hands[:player]) / 5

    def string_from(self, state: KingdomBuilderState, player: int) -> str:
        """Return the player's observation as text."""
        history = state.chance_history
        if self._recall:
            return f"player {player}{history.seen[player]}"
        return f"player {player}" if history.game is None else question_text(history.game.view(player))


pyspiel.register_game(_TYPE, KingdomBuilderGame)
