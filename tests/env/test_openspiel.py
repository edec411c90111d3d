"""The game for OpenSpiel: chance nodes for every draw, information states, and resampling."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # one compiled file without types
import pytest
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped]  # it has no types

from kingdom_builder.env import openspiel
from kingdom_builder.env.rewards import rewards_of_winners
from kingdom_builder.game import new_game
from tests.env.random_steps import step

GAMES = (
    "python_kingdom_builder(first_game=True)",
    "python_kingdom_builder(players=3,sets=base+nomads+crossroads,seed=4)",
    "python_kingdom_builder(players=4,sets=marshlands+harvest+island,seed=5)",
    "python_kingdom_builder(players=3,sets=marshlands,two_cards=True,seed=6)",
)


def play(name: str, seed: int, steps: int = 100_000) -> Any:
    """Play random steps, or to the end, and further until a player has to answer."""
    state = pyspiel.load_game(name).new_initial_state()
    chance = random.Random(seed)
    while not state.is_terminal() and (steps > 0 or state.is_chance_node()):
        step(state, chance)
        steps -= 1
    return state


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_openspiels_random_simulation(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Legal actions, chance, returns, observations, copies and serialised states of whole games are consistent."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)
    capfd.readouterr()


@pytest.mark.parametrize("name", GAMES)
def test_returns_are_the_rewards_of_the_final_game(name: str) -> None:
    state = play(name, 1)
    game = state.chance_history.game
    assert game.over
    assert state.returns() == rewards_of_winners(game.scores())
    assert sum(state.returns()) == pytest.approx(0)


def test_the_cards_of_a_known_deck_give_the_librarys_game() -> None:
    """Drawing the cards that a seed would draw leads to the same game, answer for answer (R3.29)."""
    real = new_game(9, players=3, sets=["base", "crossroads"])
    pile, shuffles = list(real.deck.shuffles[0]), 1
    state = pyspiel.load_game("python_kingdom_builder(players=3,sets=base+crossroads,seed=9)").new_initial_state()
    chance = random.Random(2)
    while True:
        while state.is_chance_node():
            if not pile:
                pile = list(real.deck.shuffles[shuffles])
                shuffles += 1
            state.apply_action(pile.pop())
        dealt = state.chance_history.game
        assert dealt.to_play == real.to_play
        assert dealt.scores() == real.scores()
        for seat in range(3):
            assert dealt.view(seat).to_dict() == real.view(seat).to_dict()
        if real.over:
            break
        answer = chance.choice(real.legal_answers())
        real.play(answer)
        state.apply_action(answer)


def test_the_probability_of_a_card_is_its_share_of_the_pile() -> None:
    state = pyspiel.load_game(GAMES[0]).new_initial_state()
    assert state.chance_outcomes() == [(card, 0.2) for card in range(5)]
    state.apply_action(0)
    assert dict(state.chance_outcomes())[0] == pytest.approx(4 / 24)
    assert state.action_to_string(state.current_player(), 1) == "draw canyon"


def test_states_are_copied_restored_and_pickled() -> None:
    state = play(GAMES[1], 3, 80)
    game = state.get_game()
    for other in (state.clone(), game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))):
        assert str(other) == str(state)
        assert other.information_state_string(0) == state.information_state_string(0)
        step(other, random.Random(1))
        assert str(other) != str(state)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("steps", [10, 60, 110])
def test_a_resampled_state_looks_the_same_to_the_player(name: str, steps: int) -> None:
    """It has the same information state, observation and legal answers for the player, and can be serialised."""
    state = play(name, steps, steps)
    player = state.current_player()
    chance = random.Random(1)
    for _ in range(5):
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert len(other.history()) == len(state.history())
        assert str(pyspiel.load_game(name).deserialize_state(other.serialize())) == str(other)


def test_resampled_states_differ_in_hidden_cards() -> None:
    state = play(GAMES[0], 1, 60)
    player = state.current_player()
    chance = random.Random(1)
    hands = Counter(
        state.resample_from_infostate(player, chance.random).chance_history.game.players[1 - player].hand
        for _ in range(60)
    )
    assert len(hands) >= 4


def test_a_player_who_counts_cards_knows_the_last_ones_of_a_pile() -> None:
    """If all other cards of a pile are open, its closed cards are known, but not who has which (R3.29)."""
    state = pyspiel.load_game("python_kingdom_builder(players=3,seed=2)").new_initial_state()
    chance = random.Random(1)
    while (
        state.chance_history.game is None or len(state.chance_history.game.deck.shuffles) < 2 or state.is_chance_node()
    ):
        step(state, chance)
    player, history = state.current_player(), state.chance_history
    kinds, hands = history.known_closed(player)
    assert kinds
    assert sum(hands) == len(kinds)
    assert hands[player] == 0
    tensor = np.array(state.information_state_tensor(player))
    assert tensor[-13:-3].tolist() == pytest.approx([kinds.count(card) / 5 for card in range(10)])
    assert tensor[:-13].tolist() == pytest.approx(state.observation_tensor(player))
    for _ in range(20):
        assert state.resample_from_infostate(player, chance.random).chance_history.known_closed(player) == (
            kinds,
            hands,
        )


def test_information_states_have_own_cards_only() -> None:
    """Two deals that differ in another hand have the same string for this player, and another for that player."""
    state = pyspiel.load_game("python_kingdom_builder(players=3,seed=1)").new_initial_state()
    other = state.clone()
    start = state.get_game().setup.start
    for a, b in ((0, 0), (1, 2), (2, 1)):
        state.apply_action(a)
        other.apply_action(b)
    assert state.information_state_string(start) == other.information_state_string(start)
    assert state.information_state_string((start + 1) % 3) != other.information_state_string((start + 1) % 3)


def test_openspiels_own_ismcts_plays_a_whole_game() -> None:
    """Its search in Python answers every question of one player; the compiled one cannot resample Python games."""
    game = pyspiel.load_game(GAMES[0])
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=2,
        random_state=np.random.RandomState(1),
    )
    state, chance = game.new_initial_state(), random.Random(1)
    answered = 0
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(bot.step(state))
            answered += 1
        else:
            step(state, chance)
    assert answered > 30
    assert state.chance_history.game.over


def test_a_card_being_drawn_cannot_be_resampled() -> None:
    state = pyspiel.load_game(GAMES[0]).new_initial_state()
    with pytest.raises(ValueError, match="a player has to answer"):
        state.resample_from_infostate(0, random.random)
    assert isinstance(state, openspiel.KingdomBuilderState)


def test_only_cards_of_the_pile_can_be_drawn() -> None:
    """Another number is refused at once, and the state stays as it was."""
    state = pyspiel.load_game("python_kingdom_builder(first_game=true)").new_initial_state()
    for card in (99, 5):
        with pytest.raises(ValueError, match=f"{card} is not a card that can be drawn"):
            state.apply_action(card)
    state.apply_action(0)
    assert state.history() == [0]
