"""Smaller and varied games to learn from: fewer sections and settlements, drawn sets, rewards of one's own."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from kingdom_builder import kernel
from kingdom_builder.env import kingdom_builder_v0
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
    board = env.game.board
    assert (board.open | board.special).bit_count() >= 100 * sections
    assert all(row < 10 * ((sections + 1) // 2) for row, text in enumerate(board.to_rows()) if text.strip("."))
    assert all(player.supply + player.settlements.bit_count() <= 12 for player in env.game.players)
    assert env.game.over
    observation, _ = env.reset(seed=2)
    board = env.game.board
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
    assert {env.game(i).setup.sets for i in range(12)} == {("base",), ("nomads",), ("base", "crossroads")}
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


class Progress:
    """Pays what the seat's gold has changed since its last step."""

    def __init__(self) -> None:
        self.before: dict[int, int] = {}

    def __call__(self, game: Game, seat: int) -> float:
        gold = game.scores()[seat]
        change = gold - self.before.get(seat, 0)
        self.before[seat] = gold
        return float(change)


def nothing(scores: Sequence[int]) -> list[float]:
    return [0.0] * len(scores)


def test_steps_can_be_paid() -> None:
    """Paid by its progress, an agent gets its score in the end, in all environments."""
    env = KingdomBuilderEnv(first_game=True, reward=nothing, step_reward=Progress())
    assert play(env, 2) == env.game.scores()[env.seat]
    many = KingdomBuilderVectorEnv(1, first_game=True, reward=nothing, step_reward=Progress())
    many.reset(seed=2)
    paid, ended, chance = 0.0, np.array([False]), random.Random(2)
    while not ended[0]:
        _, rewards, ended, _, infos = many.step(np.array([any_legal(many.action_masks()[0], chance)]))
        paid += float(rewards[0])
    assert paid == infos["final_info"]["scores"][0][infos["final_info"]["seat"][0]]
    agents = kingdom_builder_v0.env(first_game=True, reward=nothing, step_reward=Progress())
    agents.reset(seed=2)
    got = dict.fromkeys(agents.possible_agents, 0.0)
    for agent in agents.agent_iter():
        _, reward, over, _, _ = agents.last()
        got[agent] += reward
        agents.step(None if over else chance.choice(agents.game.legal_answers()))
    mover = agents.game.last_seat
    assert mover is not None
    assert got[f"player_{mover}"] == agents.game.scores()[mover]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"board_sections": 5}, "board_sections: expected 1 to 4, found 5"),
        ({"settlements": 0}, "settlements: expected 1 to 40, found 0"),
        ({"first_game": True, "choose_sets": ["base"]}, "choose_sets: the first game has its own"),
        ({"sets": ["base"], "choose_sets": ["base"]}, "drawn from `choose_sets`"),
        ({"choose_sets": ["bases"]}, "is not a set"),
    ],
)
def test_impossible_options_are_errors(options: dict[str, Any], message: str) -> None:
    for make in (KingdomBuilderEnv, KingdomBuilderTextEnv, kingdom_builder_v0.env):
        with pytest.raises(ValueError, match=message):
            make(**options)
