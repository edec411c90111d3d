"""Smaller and varied games to learn from: fewer sections and settlements, drawn sets, rewards of one's own."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import kingdom_builder as kb
from kingdom_builder import kernel
from kingdom_builder.env import kingdom_builder_v0
from kingdom_builder.env.factory import GameFactory
from kingdom_builder.env.rewards import ChangeOf, rewards_of
from kingdom_builder.env.single import KingdomBuilderEnv
from kingdom_builder.env.text import KingdomBuilderTextEnv
from kingdom_builder.env.vector import KingdomBuilderVectorEnv
from kingdom_builder.env.vector_games import KernelGames, PythonGames
from kingdom_builder.game import Game
from kingdom_builder.kernel.games import begin, load, random_bots
from kingdom_builder.setup.builder import new_setup
from kingdom_builder.setup.curriculum import smaller
from tests.env.random_steps import any_legal

ALL = ("base", "nomads", "crossroads", "marshlands", "harvest", "capitol", "caves", "island")


def play(env: KingdomBuilderEnv, seed: int) -> float:
    """Play a game at random; return the sum of all rewards."""
    chance, paid, ended = random.Random(seed), 0.0, False
    _, info = env.reset(seed=seed)
    while not ended:
        _, reward, ended, _, info = env.step(any_legal(info["action_mask"], chance))
        paid += float(reward)
    return paid


@pytest.mark.parametrize("sections", [1, 2, 3])
@pytest.mark.parametrize("sets", [("base",), ALL])
def test_a_board_can_have_fewer_sections(sections: int, sets: tuple[str, ...]) -> None:
    """Nothing is outside the sections, and games end with fewer settlements."""
    env = KingdomBuilderEnv(board_sections=sections, settlements=12, sets=sets)
    play(env, 1)
    board = env._episode.game.board
    assert (board.open | board.special).bit_count() >= 100 * sections
    assert all(row < 10 * ((sections + 1) // 2) for row, text in enumerate(board.to_rows()) if text.strip("."))
    players = env._episode.game.players
    assert all(player.supply + player.settlements.bit_count() <= 12 for player in players)
    assert env.game.over
    observation, _ = env.reset(seed=2)
    board = env._episode.game.board
    assert observation["planes"][0].sum() == (board.open | board.special).bit_count()


def test_smaller_games_are_shorter() -> None:
    small, whole = KingdomBuilderEnv(board_sections=1, settlements=9, seat=0), KingdomBuilderEnv(seat=0)
    for env in (small, whole):
        play(env, 3)
    assert 3 * len(small.game.answers()) < len(whole.game.answers())


def test_smaller_games_have_neither_records_nor_position_files() -> None:
    env = KingdomBuilderEnv(settlements=12)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="no record"):
        env.game.to_record()
    with pytest.raises(ValueError, match="not the standard game"):
        env.game.to_position()


@pytest.mark.parametrize("sets", [("base",), ALL])
def test_smaller_boards_have_no_card_that_counts_the_whole_board(sets: tuple[str, ...]) -> None:
    """Lords and Farmers count four sections (R7.15, R7.16), the compass points four edges (R7.39)."""
    factory, whole = GameFactory(board_sections=2, sets=sets), GameFactory(sets=sets)
    unfit = {"lords", "farmers", "compass_points"}
    replaced = 0
    for seed in range(40):
        setup, other = factory.new_setup(seed), whole.new_setup(seed)
        assert unfit.isdisjoint((*setup.cards, *setup.tasks))
        assert len(set(setup.cards)) == len(other.cards)
        assert len(set(setup.tasks)) == len(other.tasks)
        assert set(other.cards) - unfit <= set(setup.cards)
        replaced += setup.cards != other.cards
        assert setup.cards == factory.new_setup(seed).cards
    assert replaced


@pytest.mark.skipif(not kernel.available(), reason="the compiled kernel is not built")
def test_the_kernel_plays_smaller_boards_as_python_does(monkeypatch: pytest.MonkeyPatch) -> None:
    envs = [KingdomBuilderVectorEnv(2, opponents=None, board_sections=2, sets=("base", "nomads"))]
    monkeypatch.setenv(kernel.VARIABLE, "off")
    envs.append(KingdomBuilderVectorEnv(2, opponents=None, board_sections=2, sets=("base", "nomads")))
    assert [type(env._games) for env in envs] == [KernelGames, PythonGames]
    monkeypatch.delenv(kernel.VARIABLE)
    ours, theirs = envs
    chance = random.Random(1)
    seen, expected = ours.reset(seed=1), theirs.reset(seed=1)
    for _ in range(150):
        for name in ("planes", "vector"):
            assert np.array_equal(seen[0][name], expected[0][name])
        masks = seen[-1]["action_mask"]
        assert np.array_equal(masks, expected[-1]["action_mask"])
        actions = np.array([any_legal(mask, chance) for mask in masks])
        seen, expected = ours.step(actions), theirs.step(actions)  # type: ignore[assignment]  # the infos are last
        assert np.array_equal(seen[1], expected[1])  # type: ignore[arg-type]  # the rewards


@pytest.mark.skipif(not kernel.available(), reason="the compiled kernel is not built")
def test_the_kernel_does_not_begin_games_with_fewer_settlements() -> None:
    """It plays on from their positions, where the supply is known."""
    setup = smaller(new_setup(1), settlements=10)
    for start in (begin, lambda setup: random_bots(setup, (1, 2))):
        with pytest.raises(NotImplementedError):
            start(setup)
    assert load(Game(setup)).legal_answers() == Game(setup).legal_answers()
    env = KingdomBuilderVectorEnv(2, settlements=10)
    assert isinstance(env._games, PythonGames)


@pytest.mark.parametrize("opponent", ["greedy", "steward@50e"])
def test_bots_play_smaller_games(opponent: str) -> None:
    env = KingdomBuilderEnv(opponents=opponent, board_sections=1, settlements=8)
    play(env, 2)
    assert env.game.over


def test_sets_can_be_drawn_for_each_game() -> None:
    env = KingdomBuilderVectorEnv(12, choose_sets=["base", ("nomads",), ("base", "crossroads")])
    env.reset(seed=1)
    assert {env.game(i).sets for i in range(12)} == {("base",), ("nomads",), ("base", "crossroads")}
    assert set(env.observation_spec.sets) == {"base", "nomads", "crossroads"}


def test_a_reward_can_be_a_function_of_the_scores() -> None:
    def share(scores: Sequence[int]) -> list[float]:
        return [gold / max(1, sum(scores)) for gold in scores]

    env = KingdomBuilderEnv(first_game=True, reward=share)
    paid = play(env, 1)
    assert paid == share(env.game.scores())[env.seat]
    many = KingdomBuilderVectorEnv(1, first_game=True, reward=share)
    many.reset(seed=1)
    ended, chance = np.array([False]), random.Random(1)
    while not ended[0]:
        _, rewards, ended, _, infos = many.step(np.array([any_legal(many.action_masks()[0], chance)]))
    assert rewards[0] == share(infos["final_info"]["scores"][0])[infos["final_info"]["seat"][0]]


def gold(game: kb.Game, seat: int) -> float:
    return float(game.scores()[seat])


def nothing(scores: Sequence[int]) -> list[float]:
    return [0.0] * len(scores)


def test_steps_can_be_paid_by_a_value_of_the_game() -> None:
    """The function gets the library's game, and its value is the reward."""
    env = KingdomBuilderEnv(first_game=True, reward=nothing, step_reward=gold)
    env.reset(seed=2)
    chance = random.Random(2)
    for _ in range(60):
        _, reward, _, _, _ = env.step(any_legal(env.action_masks(), chance))
        assert reward == env.game.scores()[env.seat]


def test_steps_can_be_paid_by_a_change() -> None:
    """Paid by the change of its gold, an agent gets its score in the end, in each of several games."""
    options: dict[str, Any] = {"first_game": True, "reward": nothing, "step_reward": ChangeOf(gold)}
    env = KingdomBuilderEnv(**options)
    for seed in (2, 3):
        assert play(env, seed) == env.game.scores()[env.seat]
    many = KingdomBuilderVectorEnv(3, **options)
    many.reset(seed=2)
    paid, ends, chance = np.zeros(3), 0, random.Random(2)
    while ends < 4:
        _, rewards, ended, _, infos = many.step(np.array([any_legal(mask, chance) for mask in many.action_masks()]))
        paid += rewards
        for i in np.flatnonzero(ended).tolist():
            final = infos["final_info"]
            assert paid[i] == final["scores"][i][final["seat"][i]]
            paid[i] = 0.0
            ends += 1
    agents = kingdom_builder_v0.env(**options)
    agents.reset(seed=2)
    got = dict.fromkeys(agents.possible_agents, 0.0)
    for agent in agents.agent_iter():
        _, reward, over, _, _ = agents.last()
        got[agent] += reward
        if not over:
            mover = agents.game.to_play
        agents.step(None if over else chance.choice(agents.game.legal_answers()))
    assert mover is not None
    assert got[f"player_{mover}"] == agents.game.scores()[mover]


@pytest.mark.parametrize("returned", [1.0, [1.0], None, [None, None], "ab"])
def test_a_reward_function_returns_a_number_for_each_seat(returned: Any) -> None:
    message = re.escape(f"reward: the function returned {returned!r}, expected a list of 2 numbers, one for each seat")
    with pytest.raises(TypeError, match=message):
        rewards_of(lambda scores: returned)([41, 50])
    assert rewards_of(lambda scores: np.array(scores))([41, 50]) == [41.0, 50.0]  # type: ignore[arg-type,return-value]


def test_a_step_reward_is_a_function_that_returns_a_number() -> None:
    with pytest.raises(ValueError, match="ChangeOf: 'gold' is not a function of a game and a seat"):
        ChangeOf("gold")  # type: ignore[arg-type]  # a name
    env = KingdomBuilderEnv(settlements=5, step_reward=lambda game, seat: None)
    _, info = env.reset(seed=1)
    with pytest.raises(TypeError, match="step_reward: the function returned None, expected a number"):
        env.step(any_legal(info["action_mask"], random.Random(1)))


@pytest.mark.parametrize("seed", ["x", 1.5, None])
def test_the_seed_of_a_setup_is_a_whole_number(seed: object) -> None:
    for env in (KingdomBuilderEnv(), KingdomBuilderVectorEnv(1), kingdom_builder_v0.env()):
        with pytest.raises(ValueError, match=re.escape(f"setup_seed: expected a whole number from 0, found {seed!r}")):
            env.reset(options={"setup_seed": seed})


def test_copies_pay_changes_of_their_own_game() -> None:
    env = KingdomBuilderEnv(first_game=True, reward=nothing, step_reward=ChangeOf(gold))
    env.reset(seed=2)
    answers = [int(np.flatnonzero(env.action_masks())[0])]
    other = copy.deepcopy(env)
    assert env.step(answers[0])[1] == other.step(answers[0])[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"board_sections": 5}, "board_sections: expected 1 to 4, found 5"),
        ({"board_sections": 3, "cards": ["lords"]}, "cards: 'lords' counts the whole board"),
        ({"board_sections": 1, "cards": "miners,farmers"}, "cards: 'farmers' counts the whole board"),
        (
            {"board_sections": 3, "sets": ["crossroads"], "tasks": ["compass_points"]},
            "tasks: 'compass_points' counts the whole board",
        ),
        (
            {"board_sections": 1, "sections": ["oracle", "farm"]},
            "sections: 2 are chosen, but board_sections is 1",
        ),
        ({"settlements": 0}, "settlements: expected 1 to 40, found 0"),
        ({"settlements": "12"}, "settlements: expected 1 to 40, found '12'"),
        ({"board_sections": None}, "board_sections: expected 1 to 4, found None"),
        ({"board_sections": 2.0}, "board_sections: expected 1 to 4, found 2.0"),
        ({"players": 2.0}, "players: expected a whole number, found 2.0"),
        ({"choose_sets": "base"}, "choose_sets: expected a list of sets, .*, found 'base'"),
        ({"choose_sets": 3}, "choose_sets: expected a list of sets, .*, found 3"),
        ({"first_game": True, "choose_sets": ["base"]}, "choose_sets: the first game has its own"),
        ({"sets": ["base"], "choose_sets": ["base"]}, "drawn from `choose_sets`"),
        ({"choose_sets": ["bases"]}, "is not a set"),
    ],
)
def test_impossible_options_are_errors(options: dict[str, Any], message: str) -> None:
    for make in (KingdomBuilderEnv, KingdomBuilderTextEnv, kingdom_builder_v0.env):
        with pytest.raises(ValueError, match=message):
            make(**options)
