"""The environments for Gymnasium: one seat against bots, and several games at once with the same games."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import kingdom_builder as kb
from kingdom_builder.bots import new_bot
from kingdom_builder.env import kingdom_builder_v0
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.rewards import rewards_of_winners
from kingdom_builder.env.single import KingdomBuilderEnv
from kingdom_builder.env.vector import KingdomBuilderVectorEnv
from tests.env.random_steps import any_legal


@pytest.mark.parametrize("options", [{}, {"players": 4, "sets": ("base", "nomads"), "opponents": ("random",) * 3}])
def test_it_passes_gymnasiums_checks(options: dict[str, Any]) -> None:
    """Warnings are errors in our tests, so there are none."""
    check_env(gymnasium.make("KingdomBuilder-v0", render_mode="ansi", **options).unwrapped)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_game_is_played_to_its_end(seat: int | None) -> None:
    env = KingdomBuilderEnv(seat=seat)
    chance = random.Random(1)
    _, info = env.reset(seed=2)
    ended, reward = False, 0.0
    while not ended:
        assert env.game.to_play == env.seat
        assert np.array_equal(info["action_mask"], env.action_masks())
        assert np.flatnonzero(env.action_masks()).tolist() == sorted(env.game.legal_answers())
        assert reward == 0.0
        observation, reward, ended, truncated, info = env.step(any_legal(env.action_masks(), chance))
        assert env.observation_space.contains(observation)
        assert not truncated
    assert env.game.over
    assert reward == rewards_of_winners(env.game.scores())[env.seat]
    assert info["scores"] == env.game.scores()
    assert seat in (None, env.seat)


@pytest.mark.parametrize("opponents", ["random", None])
def test_a_copy_is_independent(opponents: str | None) -> None:
    """A copy has the observation of the original and is not changed by its further steps."""
    env = KingdomBuilderVectorEnv(2, opponents=opponents, first_game=True)
    chance = random.Random(1)
    _, infos = env.reset(seed=1)
    for _ in range(20):
        *_, infos = env.step(np.array([any_legal(mask, chance) for mask in infos["action_mask"]]))
    other = copy.deepcopy(env)
    assert np.array_equal(other.action_masks(), env.action_masks())
    before = env.action_masks()
    for _ in range(20):
        actions = np.array([any_legal(mask, chance) for mask in other.action_masks()])
        seen = other.step(actions)[0]
        assert np.array_equal(env.action_masks(), before)
    encoder = Encoder(other.observation_spec)
    for i, seat in enumerate(other._games.seats.tolist()):
        encoder.write(other.game(i).view(seat))
        assert np.array_equal(seen["planes"][i], encoder.planes[0])
        assert np.array_equal(seen["vector"][i], encoder.vectors[0])


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_have_the_random_numbers_of_the_opponents(clone: Any) -> None:
    """Copies that get the same answers play the same game, also one after the other."""
    env = KingdomBuilderEnv(first_game=True)
    env.reset(seed=1)
    records = []
    for copied in [clone(env) for _ in range(2)]:
        chance, over = random.Random(1), False
        while not over:
            _, _, over, _, _ = copied.step(any_legal(copied.action_masks(), chance))
        records.append(copied.game.to_record())
    assert records[0] == records[1]


def test_seats_are_random_and_opponents_are_names_or_objects() -> None:
    env = KingdomBuilderEnv(opponents=[new_bot("random", 1)])
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1}


def test_an_illegal_answer_ends_the_episode() -> None:
    env = KingdomBuilderEnv()
    env.reset(seed=1)
    before = env.game.to_record()
    _, reward, ended, _, info = env.step(int(np.flatnonzero(env.action_masks() == 0)[0]))
    assert (reward, ended) == (-1.0, True)
    assert "illegal" in info
    assert env.game.to_record() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": 2}, "there is no seat 2"),
        ({"opponents": ["random", "random"]}, "2 for 1 seats"),
        ({"opponents": "nobody"}, "is not a bot"),
        ({"opponents": None, "seat": 1}, "all seats are played"),
    ],
)
def test_impossible_options_are_errors(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        KingdomBuilderVectorEnv(1, **options)


@pytest.mark.parametrize("opponents", ["random", "greedy"])
@pytest.mark.parametrize("in_place", [True, False])
def test_games_that_begin_in_the_next_step_are_the_same_as_single_ones(in_place: bool, opponents: str) -> None:
    """Every step is that of Gymnasium's own vector environment, whose games begin in the next step by default."""
    count, mode = 3, AutoresetMode.NEXT_STEP
    options: dict[str, Any] = {"board_sections": 1, "opponents": opponents, "mask_in_observation": True}
    ours = gymnasium.make_vec(
        "kingdom_builder.env:KingdomBuilder-v0", num_envs=count, autoreset_mode=mode, copy=not in_place, **options
    )
    assert isinstance(ours, KingdomBuilderVectorEnv)
    assert ours.metadata["autoreset_mode"] == mode
    theirs = SyncVectorEnv([lambda: KingdomBuilderEnv(**options) for _ in range(count)], autoreset_mode=mode)
    generator, ends = np.random.default_rng(1), 0
    seen, infos = ours.reset(seed=5)
    expected, expected_infos = theirs.reset(seed=5)
    for number in range(200):
        for name in ("planes", "vector", "action_mask"):
            assert np.array_equal(seen[name], expected[name])
        assert sorted(infos) == sorted(expected_infos)
        for name in ("action_mask", "seat", "scores", "winners"):
            if name in infos:
                assert [*map(str, infos[name])] == [*map(str, expected_infos[name])]
        actions = ours.random_actions(generator)
        assert seen["action_mask"][np.arange(count), actions].all()
        if number == 20:
            actions[0] = np.flatnonzero(seen["action_mask"][0] == 0)[0]
        seen, *paid, infos = ours.step(actions)
        expected, *others, expected_infos = theirs.step(actions)
        for one, other in zip(paid, others, strict=True):
            assert np.array_equal(one, other)
        ends += int(paid[1].sum())
    assert ends > count


def test_games_begin_in_the_same_or_in_the_next_step() -> None:
    with pytest.raises(ValueError, match="autoreset_mode: 'never' is not one of SameStep, NextStep"):
        KingdomBuilderVectorEnv(1, autoreset_mode="never")
    assert KingdomBuilderVectorEnv(1, autoreset_mode="NextStep").metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert KingdomBuilderVectorEnv.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


@pytest.mark.parametrize("in_place", [True, False])
def test_several_games_at_once_are_the_same_as_single_ones(in_place: bool) -> None:
    """Every step, also at the end of games, is that of Gymnasium's own vector environment."""
    count = 3
    ours = KingdomBuilderVectorEnv(count, first_game=True, copy=not in_place)
    theirs = SyncVectorEnv(
        [lambda: KingdomBuilderEnv(first_game=True) for _ in range(count)], autoreset_mode=AutoresetMode.SAME_STEP
    )
    chance = random.Random(3)
    seen, infos = ours.reset(seed=5)
    expected, expected_infos = theirs.reset(seed=5)
    ends = 0
    for _ in range(230):
        for name in ("planes", "vector"):
            assert np.array_equal(seen[name], expected[name])
        assert np.array_equal(infos["action_mask"], expected_infos["action_mask"])
        assert np.array_equal(ours.action_masks(), expected_infos["action_mask"])
        actions = np.array([any_legal(mask, chance) for mask in infos["action_mask"]])
        seen, rewards, ended, truncated, infos = ours.step(actions)
        expected, *others, expected_infos = theirs.step(actions)
        for one, other in zip((rewards, ended, truncated), others, strict=True):
            assert np.array_equal(one, other)
        for i in np.flatnonzero(ended):
            ends += 1
            for name in ("planes", "vector"):
                assert np.array_equal(infos["final_obs"][i][name], expected_infos["final_obs"][i][name])
    assert ends >= count
    assert ours.observation_space.contains({name: array.copy() for name, array in seen.items()})
    assert ours.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


def test_all_seats_can_be_played() -> None:
    """Without opponents the agent plays every seat, with its observation, and the end has all rewards (R3.1, R3.39)."""
    env = KingdomBuilderVectorEnv(2, opponents=None, players=3, first_game=True)
    encoder, chance = Encoder(env.observation_spec), random.Random(1)
    seen, infos = env.reset(seed=3)
    ends, asked = 0, set()
    while ends < 2:
        for i in range(2):
            asked.add((i, int(infos["seat"][i])))
            game = env.game(i)
            assert infos["seat"][i] == game.to_play
            encoder.write(game.view(int(infos["seat"][i])))
            assert np.array_equal(seen["planes"][i], encoder.planes[0])
            assert np.array_equal(seen["vector"][i], encoder.vectors[0])
            assert np.array_equal(infos["action_mask"][i], encoder.masks[0])
        answering = infos["seat"]
        seen, rewards, ended, _, infos = env.step(np.array([any_legal(mask, chance) for mask in infos["action_mask"]]))
        for i in np.flatnonzero(ended).tolist():
            ends += 1
            paid = infos["final_info"]["rewards"][i]
            assert sum(paid) == pytest.approx(0)
            assert rewards[i] == paid[answering[i]]
    assert asked == {(i, seat) for i in range(2) for seat in range(3)}


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_game_of_a_vector_environment_has_all_answers(opponents: str) -> None:
    """Played in the kernel or in Python, its record is that of the game."""
    env = KingdomBuilderVectorEnv(2, opponents=opponents, first_game=True)
    env.reset(seed=1)
    generator = np.random.default_rng(1)
    for _ in range(20):
        env.step(env.random_actions(generator))
    game = env.game(1)
    assert len(game.answers()) >= 20
    assert kb.load(game.to_record()) == game


def test_without_copy_the_arrays_are_reused() -> None:
    env = KingdomBuilderVectorEnv(2, first_game=True, copy=False)
    first, infos = env.reset(seed=1)
    actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
    second = env.step(actions)[0]
    assert first["planes"] is second["planes"]


def test_each_game_of_a_vector_environment_has_its_own_seed() -> None:
    env = KingdomBuilderVectorEnv(2, first_game=True)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.array([0, 0]))
    one = env.reset(seed=[7, 7])[0]["vector"]
    assert np.array_equal(one[0], one[1])
    with pytest.raises(ValueError, match="3 for 2 games"):
        env.reset(seed=[1, 2, 3])
    env.reset()


def test_drawing_without_a_render_mode_warns() -> None:
    env = KingdomBuilderEnv(first_game=True)
    env.reset(seed=1)
    agents = kingdom_builder_v0.env(first_game=True)
    agents.reset(seed=1)
    for one in (env, agents):
        with pytest.warns(UserWarning, match="render_mode='ansi'"):
            assert one.render() is None
