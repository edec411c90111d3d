"""The environment for PettingZoo passes PettingZoo's own tests and gives the right rewards."""

from __future__ import annotations

import pickle
import random
import warnings
from typing import Any

import numpy as np
import pettingzoo  # type: ignore[import-untyped]  # it has annotations, but no py.typed
import pytest
from pettingzoo.utils.wrappers import TerminateIllegalWrapper  # type: ignore[import-untyped]  # likewise

from kingdom_builder.env import kingdom_builder_v0
from kingdom_builder.env.aec import KingdomBuilderAEC
from kingdom_builder.env.rewards import margins, rewards_of_winners
from kingdom_builder.library.game import new_game
from tests.env.random_steps import any_legal

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # importing its tests imports one of its games with a warning
    from pettingzoo.test import (  # type: ignore[import-untyped]  # no py.typed
        api_test,
        parallel_api_test,
        parallel_seed_test,
        seed_test,
    )

CHOICES: list[dict[str, Any]] = [
    {},
    {"players": 3, "sets": ("base", "nomads", "crossroads"), "reward": "margin"},
    {"players": 5, "full_observation": True, "sets": ("marshlands", "harvest", "island")},
    {"first_game": True},
]


OF_DICTIONARIES = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)
"""What PettingZoo's test warns about if an observation is a dictionary, except in seven games of its own."""


def test_an_agent_that_has_to_answer_cannot_step_none() -> None:
    """Only an agent whose game is over steps None; the game goes on."""
    env = kingdom_builder_v0.env(first_game=True)
    env.reset(seed=1)
    agent = env.agent_selection
    with pytest.raises(TypeError, match=f"{agent} is to answer, but its action is None"):
        env.step(None)
    assert env.agent_selection == agent
    assert not any(env.terminations.values())
    parallel = kingdom_builder_v0.parallel_env(first_game=True)
    parallel.reset(seed=1)
    with pytest.raises(TypeError, match=f"{agent} is to answer, but its action is None"):
        parallel.step(dict.fromkeys(parallel.agents))
    with pytest.raises(ValueError, match=f"{agent} is to answer, but has no action"):
        parallel.step({})


def test_both_forms_are_registered() -> None:
    assert pettingzoo.make("parallel", "kingdom_builder-v0", players=3).possible_agents == [
        "player_0",
        "player_1",
        "player_2",
    ]
    assert pettingzoo.make("aec", "kingdom_builder-v0").max_num_agents == 2


@pytest.mark.parametrize("options", CHOICES)
def test_it_passes_pettingzoos_api_test(options: dict[str, Any]) -> None:
    """The only warnings are those about dictionaries."""
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        api_test(kingdom_builder_v0.env(**options), num_cycles=120)
    assert {str(warning.message) for warning in given} == set(OF_DICTIONARIES)


@pytest.mark.parametrize("options", CHOICES)
def test_flat_observations_pass_pettingzoos_api_test(options: dict[str, Any]) -> None:
    """Warnings are errors in our tests, so there are none."""
    api_test(kingdom_builder_v0.env(observation="flat", **options), num_cycles=120)


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_it_passes_pettingzoos_seed_test(observation: str) -> None:
    seed_test(lambda: kingdom_builder_v0.env(players=3, observation=observation), num_cycles=40)


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_the_parallel_form_passes_pettingzoos_tests(observation: str) -> None:
    """Warnings are errors in our tests, so there are none."""
    parallel_api_test(kingdom_builder_v0.parallel_env(players=3, observation=observation), num_cycles=60)
    parallel_seed_test(lambda: kingdom_builder_v0.parallel_env(observation=observation), num_cycles=20)


def play(env: Any, seed: int) -> tuple[dict[str, float], dict[str, Any]]:
    """Play a game to its end; return the rewards of all agents, and the last infos."""
    chance = random.Random(seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    infos = {}
    for agent in env.agent_iter():
        observation, reward, ended, _, info = env.last()
        got[agent] += reward
        infos[agent] = info
        mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
        env.step(None if ended else any_legal(mask, chance))
    return got, infos


@pytest.mark.parametrize("observation", ["flat", "dict"])
@pytest.mark.parametrize("players", [2, 4])
def test_rewards_come_at_the_end_of_the_game(players: int, observation: str) -> None:
    """In a game played by masks alone, the rewards sum to 0 and correspond to the winners (R3.39)."""
    env = kingdom_builder_v0.raw_env(players=players, observation=observation)
    env.reset(seed=players)
    got, infos = play(env, 1)
    game = env.game
    assert game.over
    assert list(got.values()) == rewards_of_winners(game.scores())
    assert sum(got.values()) == pytest.approx(0)
    assert [infos[agent]["score"] for agent in env.possible_agents] == game.scores()


def test_flat_and_dict_observations_have_the_same_numbers() -> None:
    flat, parts = kingdom_builder_v0.raw_env(observation="flat"), kingdom_builder_v0.raw_env()
    for env in (flat, parts):
        env.reset(seed=4)
    for agent in flat.possible_agents:
        planes, vector = flat.observation_spec.split(flat.observe(agent))
        other = parts.observe(agent)
        assert np.array_equal(planes, other["observation"]["planes"])
        assert np.array_equal(vector, other["observation"]["vector"])
        assert np.array_equal(flat.infos[agent]["action_mask"], other["action_mask"])


def test_rewards_are_victories_or_margins() -> None:
    """A sole winner gets 1, the losers divide -1, winners share; margins are to the best of the others."""
    assert rewards_of_winners([5, 9, 2]) == [-0.5, 1.0, -0.5]
    assert margins([5, 9, 2]) == [-4.0, 4.0, -7.0]
    assert rewards_of_winners([9, 9, 2]) == [0.25, 0.25, -0.5]
    assert margins([9, 9, 2]) == [0.0, 0.0, -7.0]
    for players in range(2, 6):
        assert rewards_of_winners([7] * players) == [0.0] * players


def test_a_set_up_seed_gives_the_game_of_new_game() -> None:
    env = kingdom_builder_v0.raw_env(players=3, sets=["base", "nomads"])
    env.reset(seed=1, options={"setup_seed": 77})
    assert env.game.to_record() == new_game(77, players=3, sets=["base", "nomads"]).to_record()


def test_pettingzoo_creates_it_by_name() -> None:
    assert pettingzoo.make("aec", "kingdom_builder-v0", players=4).possible_agents[-1] == "player_3"


def test_an_illegal_answer_raises_value_error() -> None:
    """Without the wrapper it raises ValueError and changes nothing."""
    env = kingdom_builder_v0.raw_env()
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    before = env.game.to_record()
    with pytest.raises(ValueError, match="player_"):
        env.step(illegal)
    assert env.game.to_record() == before


@pytest.mark.parametrize("observation", ["flat", "dict"])
@pytest.mark.parametrize("answer", [None, 549, 9999, -1])
def test_an_illegal_answer_ends_the_game(observation: str, answer: int | None) -> None:
    """As with PettingZoo's own wrapper, the agent gets -1 and all agents are terminated."""
    ours = kingdom_builder_v0.env(players=3, observation=observation)
    theirs = TerminateIllegalWrapper(kingdom_builder_v0.raw_env(players=3, observation=observation), -1.0)
    got = []
    for env in (ours, theirs):
        env.reset(seed=1)
        guilty = env.agent_selection
        mask = env.last()[0]["action_mask"] if observation == "dict" else env.infos[guilty]["action_mask"]
        env.step(int(np.flatnonzero(mask == 0)[0]) if answer is None or env is theirs else answer)
        assert "illegal" in env.infos[guilty] or env is theirs
        got.append(play(env, 1)[0])
        assert not env.agents
    assert got[0] == got[1] == {agent: -1.0 * (agent == guilty) for agent in ours.possible_agents}


def test_a_step_after_the_end_is_an_error() -> None:
    env = kingdom_builder_v0.env(first_game=True)
    env.reset(seed=1)
    play(env, 1)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 6}, "2 to 5 can play"),
        ({"observation": "picture"}, "not one of dict, flat"),
        ({"reward": "fame"}, "not one of win, margin"),
        ({"illegal": "frowned"}, "not one of refused, ends"),
        ({"render_mode": "smoke"}, "not one of ansi, svg, rgb_array"),
        ({"first_game": True, "sets": ["nomads"]}, "the first game has its own"),
    ],
)
def test_impossible_options_are_errors(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kingdom_builder_v0.env(**options)


def test_the_render_mode_decides_what_render_returns() -> None:
    pictures = {}
    for mode in ("ansi", "svg", "rgb_array"):
        env = kingdom_builder_v0.raw_env(render_mode=mode)
        env.reset(seed=1)
        chance = random.Random(1)
        for _ in range(60):
            env.step(chance.choice(env.game.legal_answers()))
        pictures[mode] = env.render()
        env.close()
    game = env.game
    text = pictures["ansi"]
    assert isinstance(text, str)
    assert game.to_text().startswith(text)
    assert pictures["svg"] == game.to_svg()
    array = pictures["rgb_array"]
    assert isinstance(array, np.ndarray)
    assert array.dtype == np.uint8
    assert f'width="{array.shape[1]}" height="{array.shape[0]}"' in game.to_svg()
    assert len(np.unique(array.reshape(-1, 3), axis=0)) > 50


def test_it_can_be_pickled_with_its_options() -> None:
    env = KingdomBuilderAEC(players=3, reward="margin")
    again = pickle.loads(pickle.dumps(env))
    assert again.possible_agents == env.possible_agents
    assert again.observation_spec == env.observation_spec


def test_use_before_reset_is_an_error() -> None:
    env = kingdom_builder_v0.raw_env()
    for act in (env.render, lambda: env.step(0), lambda: env.observe("player_0")):
        with pytest.raises(RuntimeError, match="reset"):
            act()
