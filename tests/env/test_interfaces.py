"""What users of Gymnasium and PettingZoo expect: ids, forms of observations, infos, copies, ends and errors."""

from __future__ import annotations

import copy
import pickle
import random
from functools import partial
from io import BytesIO
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from PIL import Image
from resvg_py import svg_to_bytes

import kingdom_builder as kb
from kingdom_builder.env import kingdom_builder_v0
from kingdom_builder.env.pictures import to_pixels
from kingdom_builder.env.rewards import rewards_of_winners
from kingdom_builder.env.single import KingdomBuilderEnv
from kingdom_builder.env.text import KingdomBuilderTextEnv
from kingdom_builder.env.vector import KingdomBuilderVectorEnv
from kingdom_builder.game import new_game
from kingdom_builder.render import fonts
from tests.env.random_steps import any_legal
from tests.random_play import play_randomly

ID = "kingdom_builder.env:KingdomBuilder-v0"
ENVIRONMENTS: dict[str, Any] = {
    "single": KingdomBuilderEnv,
    "text": KingdomBuilderTextEnv,
    "vector": partial(KingdomBuilderVectorEnv, 1),
    "pettingzoo": kingdom_builder_v0.env,
}


def test_one_id_creates_single_and_vector_environments() -> None:
    single = gymnasium.make(ID, opponents="random", first_game=True)
    assert isinstance(single.unwrapped, KingdomBuilderEnv)
    many = gymnasium.make_vec(ID, num_envs=3, opponents="random", first_game=True, render_mode="ansi")
    assert isinstance(many, KingdomBuilderVectorEnv)
    many.reset(seed=1)
    boards = many.render()
    assert boards is not None
    assert len(boards) == 3


@pytest.mark.parametrize(
    ("form", "keys"),
    [
        ({}, ["planes", "vector"]),
        ({"mask_in_observation": True}, ["action_mask", "planes", "vector"]),
        ({"observation": "flat"}, None),
        ({"observation": "flat", "mask_in_observation": True}, ["action_mask", "observation"]),
    ],
)
def test_every_form_of_observation_is_in_every_environment(form: dict[str, Any], keys: list[str] | None) -> None:
    """Single, vector and PettingZoo's observations have the same numbers, and are in their spaces."""
    single = KingdomBuilderEnv(opponents=None, first_game=True, **form)
    many = KingdomBuilderVectorEnv(1, opponents=None, first_game=True, **form)
    agents = kingdom_builder_v0.raw_env(first_game=True, **form)
    seen, info = single.reset(seed=3)
    all_seen, _ = many.reset(seed=3)
    agents.reset(seed=3)
    assert single.observation_space.contains(seen)
    assert many.observation_space.contains(all_seen)
    agent = agents.agent_selection
    assert agents.observation_space(agent).contains(agents.observe(agent))
    other = agents.observe(agent)
    if keys is None:
        assert np.array_equal(seen, all_seen[0])
        assert np.array_equal(seen, other)
        planes, vector = single.observation_spec.split(seen)
        assert planes.shape == single.observation_spec.planes_shape
        assert len(vector) == single.observation_spec.vector_size
        return
    assert sorted(seen) == keys
    for key in keys:
        assert np.array_equal(seen[key], all_seen[key][0])
    if "action_mask" in keys:
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        assert np.array_equal(seen["action_mask"], other["action_mask"])


def test_a_flat_vector_environment_shows_the_end_in_its_form() -> None:
    env = KingdomBuilderVectorEnv(2, first_game=True, observation="flat", mask_in_observation=True)
    env.reset(seed=1)
    illegal = np.flatnonzero(env.action_masks()[0] == 0)[0]
    legal = np.flatnonzero(env.action_masks()[1])[0]
    *_, infos = env.step(np.array([illegal, legal]))
    assert env.single_observation_space.contains(infos["final_obs"][0])
    assert infos["final_info"]["seat"][0] in (0, 1)
    assert infos["final_info"]["action_mask"][0].all()


def test_infos_name_the_seat() -> None:
    single, many = KingdomBuilderEnv(first_game=True), KingdomBuilderVectorEnv(3, first_game=True)
    _, info = single.reset(seed=4)
    _, infos = many.reset(seed=4)
    assert info["seat"] == single.seat == infos["seat"][0]
    *_, info = single.step(any_legal(info["action_mask"], random.Random(1)))
    assert info["seat"] == single.seat


def test_without_opponents_one_environment_plays_all_seats() -> None:
    env = KingdomBuilderEnv(opponents=None, players=3, first_game=True)
    chance = random.Random(2)
    _, info = env.reset(seed=1)
    ended, seats = False, set()
    while not ended:
        assert info["seat"] == env.game.to_play
        seats.add(answering := info["seat"])
        _, reward, ended, _, info = env.step(any_legal(info["action_mask"], chance))
    assert seats == {0, 1, 2}
    assert info["rewards"] == rewards_of_winners(env.game.scores())
    assert reward == info["rewards"][answering]


def test_no_step_follows_the_end_of_an_episode() -> None:
    """An illegal answer is paid once; what follows is an error until the next reset."""
    env = KingdomBuilderEnv(first_game=True)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.action_masks() == 0)[0])
    assert env.step(illegal)[1:3] == (-1.0, True)
    with pytest.raises(ResetNeeded):
        env.step(illegal)
    env.reset()
    assert not env.step(int(np.flatnonzero(env.action_masks())[0]))[2]


def test_masked_policies_play_on_where_the_next_game_begins_one_step_later() -> None:
    """The mask after the end allows something, so that probabilities of the legal answers can be computed."""
    env = SyncVectorEnv(
        [lambda: KingdomBuilderEnv(first_game=True, mask_in_observation=True)] * 2,
        autoreset_mode=AutoresetMode.NEXT_STEP,
    )
    generator = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    ends = 0
    for _ in range(160):
        shares = seen["action_mask"] / seen["action_mask"].sum(axis=1, keepdims=True)
        assert np.isfinite(shares).all()
        actions = np.array([generator.choice(len(row), p=row) for row in shares])
        seen, _, ended, _, _ = env.step(actions)
        ends += int(ended.sum())
    assert ends


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_copies_of_pettingzoos_environment_have_the_game(clone: Any, observation: str) -> None:
    """A copy goes on from the same question, independently, and its next game is that of the original."""
    env = kingdom_builder_v0.env(players=3, observation=observation)
    env.reset(seed=2)
    chance = random.Random(1)
    for _ in range(400):
        if env.game.over:
            break
        env.step(chance.choice(env.game.legal_answers()))
        if len(env.game.answers()) == 120:
            other = clone(env)
            before = other.game.to_record()
    assert before == other.game.to_record()
    assert len(other.game.answers()) == 120
    again = kingdom_builder_v0.env(players=3, observation=observation)
    again.reset(seed=2)
    for answer in env.game.answers()[:120]:
        again.step(answer)
    for answer in env.game.answers()[120:]:
        assert again.agent_selection == other.agent_selection
        for one, same in zip(again.last(), other.last(), strict=True):
            np.testing.assert_equal(one, same)
        again.step(answer)
        other.step(answer)
    assert other.game.to_record() == env.game.to_record()
    for one in (env, other):
        one.reset()
    assert env.game.to_record() == other.game.to_record()


def test_the_parallel_form_plays_a_game() -> None:
    """In each step one agent has a mask and answers; at the end all have their rewards."""
    env = kingdom_builder_v0.parallel_env(players=3, first_game=True)
    seen, _ = env.reset(seed=1)
    chance = random.Random(1)
    rewards: dict[str, float] = {}
    while env.agents:
        asked = [agent for agent in env.agents if seen[agent]["action_mask"].any()]
        assert len(asked) == 1
        actions = dict.fromkeys(env.agents)
        actions[asked[0]] = any_legal(seen[asked[0]]["action_mask"], chance)
        seen, rewards, *_ = env.step(actions)
    game = env.aec_env.unwrapped.game
    assert game.over
    assert list(rewards.values()) == rewards_of_winners(game.scores())


def test_a_copy_before_the_first_game_has_none() -> None:
    env = copy.deepcopy(kingdom_builder_v0.raw_env())
    with pytest.raises(RuntimeError, match="reset"):
        _ = env.game
    env.reset(seed=1)


@pytest.mark.parametrize(
    "make",
    [KingdomBuilderEnv, lambda: KingdomBuilderVectorEnv(2), kingdom_builder_v0.raw_env],
    ids=["single", "vector", "pettingzoo"],
)
def test_unknown_options_of_reset_are_errors(make: Any) -> None:
    with pytest.raises(ValueError, match=r"'setup_sed': reset has only the option 'setup_seed'"):
        make().reset(seed=1, options={"setup_sed": 3})


@pytest.mark.parametrize("make", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_unknown_options_of_environments_are_errors_that_name_those_there_are(make: Any) -> None:
    with pytest.raises(
        ValueError, match=r"'oponents': no such option, expected .*reward, .*settlements.*island"
    ) as error:
        make(oponents="greedy")
    assert "\n" not in str(error.value)
    assert ("opponents" in str(error.value)) == (make is not kingdom_builder_v0.env)


@pytest.mark.parametrize("action", [84.0, "e5", [1, 2], None])
def test_an_action_is_the_number_of_an_answer(action: Any) -> None:
    """Nothing else is played, and the game goes on."""
    single, many = KingdomBuilderEnv(first_game=True), KingdomBuilderVectorEnv(1, first_game=True)
    agents = kingdom_builder_v0.env(first_game=True)
    for env in (single, many, agents):
        env.reset(seed=1)
    with pytest.raises(TypeError, match="an action is the number of an answer, found"):
        single.step(action)
    with pytest.raises(TypeError, match="actions are 1 numbers of answers, found"):
        many.step([action])  # type: ignore[arg-type]  # a list is as good as an array
    if action is not None:
        with pytest.raises(TypeError, match="an action is the number of an answer, found"):
            agents.step(action)
    legal = int(np.flatnonzero(single.action_masks())[0])
    forms: tuple[Any, ...] = (legal, np.int64(legal), np.array(legal))
    for one in forms:
        assert not copy.deepcopy(single).step(one)[2]


@pytest.mark.parametrize("make", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": 3}, "reward: 3 is not one of win, margin, nor a function of the scores"),
        ({"step_reward": "gold"}, "step_reward: 'gold' is not a function of a game and a seat"),
    ],
)
def test_a_reward_that_cannot_be_paid_is_an_error(make: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(**options)


def test_a_vector_environment_has_a_game() -> None:
    with pytest.raises(ValueError, match="num_envs: expected at least 1, found 0"):
        KingdomBuilderVectorEnv(0)


@pytest.mark.parametrize("make", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_the_game_of_an_environment_is_that_of_the_library(make: Any) -> None:
    """It is the game that is being played: what is played in the environment is played there."""
    seen: list[kb.Game] = []

    def note(game: kb.Game, seat: int) -> float:
        seen.append(game)
        return 0.0

    env = make(first_game=True, step_reward=note).unwrapped
    with pytest.raises(RuntimeError, match="reset"):
        _ = game_of(env)
    env.reset(seed=1)
    game = game_of(env)
    assert type(game) is kb.Game
    assert game == game_of(env)
    answer = game.legal_answers()[0]
    if isinstance(env, KingdomBuilderVectorEnv):
        env.step(np.array([answer]))
    else:
        env.step(str(answer) if isinstance(env, KingdomBuilderTextEnv) else answer)
    assert game == game_of(env)
    assert [type(one) for one in seen] == [kb.Game]


def game_of(env: Any) -> kb.Game:
    """Return the game, of a vector environment its only one."""
    game: kb.Game = env.game(0) if isinstance(env, KingdomBuilderVectorEnv) else env.game
    return game


def test_pictures_are_those_of_resvg() -> None:
    """Put together from drawings that are kept, a picture differs from a new one by rounding only."""
    game = new_game(3, players=4, sets=["base", "crossroads", "harvest", "nomads", "island"])
    to_pixels(game.to_svg())
    play_randomly(game, 1, 180)
    svg = game.to_svg()
    png = bytes(svg_to_bytes(svg_string=svg, **fonts.options(svg)))
    expected = np.array(Image.open(BytesIO(png)).convert("RGB"), np.int16)
    assert np.abs(to_pixels(svg) - expected).max() <= 8
