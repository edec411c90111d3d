"""The environments give the same results with the kernel and without it."""

from __future__ import annotations

import copy
import pickle
import random
import threading
import time
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # one compiled file without types
import pytest

from kingdom_builder import kernel, new_game
from kingdom_builder.env import openspiel
from kingdom_builder.env.kernel_chance import KernelChanceHistory
from kingdom_builder.env.vector import KingdomBuilderVectorEnv
from kingdom_builder.env.vector_games import KernelGames, PythonGames
from kingdom_builder.kernel.games import setup_capsule
from kingdom_builder.kernel.plans import plan_of
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import first_game, new_setup
from tests.env.random_steps import step
from tests.sets.example import SET

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not kernel.available(), reason="the kernel is not built"),
]
OFF = (kernel.VARIABLE, "off")
ILLEGAL = (549, -1, 600, 3, 450, 1 << 40)

CHOICES: list[dict[str, Any]] = [
    {"opponents": None},
    {"opponents": "random"},
    {"opponents": None, "first_game": True, "copy": False},
    {"opponents": "random", "players": 3, "seat": 1, "reward": "margin"},
    {"opponents": None, "players": 4, "sets": ("base", "nomads", "crossroads"), "scores": True, "reward": "margin"},
    {"opponents": None, "players": 5, "sets": ("marshlands", "harvest", "island"), "full_observation": True},
    {"opponents": ["random"], "sets": ("base", "harvest", "capitol", "caves"), "two_cards": True},
    {"opponents": "random", "players": 5, "cards": ["lords", "?"], "sections": ["farm:180"], "start": 2},
]


def assert_equal(one: Any, other: Any) -> None:
    """Compare values of environments: the types, and everything in them."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert list(one) == list(other)
        for name in one:
            assert_equal(one[name], other[name])
    elif isinstance(one, tuple | list) or (isinstance(one, np.ndarray) and one.dtype == object):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert_equal(a, b)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)
    else:
        assert one == other


def both_environments(
    monkeypatch: pytest.MonkeyPatch, count: int, **options: Any
) -> tuple[KingdomBuilderVectorEnv, KingdomBuilderVectorEnv]:
    """Return an environment in Python and one in the kernel."""
    with monkeypatch.context() as without:
        without.setenv(*OFF)
        python = KingdomBuilderVectorEnv(count, **options)
    compiled = KingdomBuilderVectorEnv(count, **options)
    assert isinstance(python._games, PythonGames)
    assert isinstance(compiled._games, KernelGames)
    return python, compiled


@pytest.mark.parametrize("options", CHOICES)
def test_every_step_is_the_same(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Observations, masks, rewards, ends, illegal answers and all infos; also of copies."""
    python, compiled = both_environments(monkeypatch, 3, **options)
    assert_equal(python.reset(seed=4), compiled.reset(seed=4))
    generators = [np.random.default_rng(3) for _ in range(2)]
    ends = 0
    for i in range(300):
        actions = python.random_actions(generators[0])
        assert np.array_equal(actions, compiled.random_actions(generators[1]))
        if i % 47 == 20:
            actions[1] = ILLEGAL[i // 47 % len(ILLEGAL)]
        expected = python.step(actions)
        assert_equal(expected, compiled.step(actions))
        ends += int(expected[2].sum())
        if i == 100:
            compiled = copy.deepcopy(compiled)
        if i == 200:
            compiled = pickle.loads(pickle.dumps(compiled))
    assert ends > 3
    assert_equal(python.reset(seed=[5, None, 6]), compiled.reset(seed=[5, None, 6]))
    option = {"setup_seed": 77}
    assert_equal(python.reset(options=option), compiled.reset(options=option))
    assert compiled.game(0).seed == 77


def test_a_game_of_the_kernel_can_be_looked_at_in_python() -> None:
    env = KingdomBuilderVectorEnv(2, players=3)
    _, infos = env.reset(seed=1, options={"setup_seed": 5})
    for _ in range(20):
        *_, infos = env.step(env.random_actions(np.random.default_rng(1)))
    game = env.game(0)
    assert (game.seed, game.sections) == (5, new_game(5, players=3).sections)
    assert np.flatnonzero(infos["action_mask"][0]).tolist() == sorted(game.legal_answers())


def test_other_bots_and_other_sets_play_in_python() -> None:
    """The kernel plays only random bots, and only sets of which it knows every entry."""
    assert isinstance(KingdomBuilderVectorEnv(1, opponents="greedy")._games, PythonGames)
    with REGISTRY.extended(SET):
        assert isinstance(KingdomBuilderVectorEnv(1, sets=["base", "example"])._games, PythonGames)
        assert isinstance(KingdomBuilderVectorEnv(1)._games, KernelGames)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"first_game": True, "players": 3},
        {"players": 4, "sections": ["farm:180", "?", "tower"], "cards": ["lords"]},
        {"players": 5, "two_cards": True, "without_lords": True, "start": 1},
        {"deck_seed": 5, "cards": "?,lords", "sections": "farm"},
    ],
)
def test_the_kernel_draws_the_set_ups_of_python(options: dict[str, Any]) -> None:
    """Board, cards, start player and deck of a seed: the whole game and all its observations are the same."""
    plan = plan_of(**options)
    assert plan is not None
    games = KingdomBuilderVectorEnv(2, opponents=None, players=options.get("players", 2))._games
    assert isinstance(games, KernelGames)
    batch = games._batch
    kwargs = {name: value for name, value in options.items() if name != "first_game"}
    for seed in (*range(40), 1 << 62, (1 << 64) - 1):
        setup = (first_game if options.get("first_game") else new_setup)(seed, **kwargs)
        batch.draw(0, plan, seed, -1, ())
        batch.begin(1, setup_capsule(setup), setup.deck_seed, -1, ())
        batch.seed(seed)
        ended = np.zeros(2, np.bool_)
        for i in range(2):
            batch.write(i)
        while not ended.any():
            for array in (games.planes, games.vectors, games.masks, games.seats):
                assert np.array_equal(array[0], array[1])
            answers = np.zeros(2, np.int64)
            batch.random_answers(answers)
            answers[1] = answers[0]
            batch.step(answers, ended)
        assert ended.all()
        assert batch.result(0) == batch.result(1)


def test_only_plain_games_have_a_plan() -> None:
    for sets in (["harvest"], ["base", "nomads"], ["base", "island"]):
        assert plan_of(sets=sets) is None
    assert plan_of(sections=["generated"]) is None


def test_masks_alone_are_bytes_or_bits() -> None:
    """Both are the legal answers; games that end are followed by others of the plan."""
    plan, count = plan_of(), 5
    masks, packed = np.zeros((count, 550), np.int8), np.zeros((count, 9), np.uint64)
    batches = [
        kernel.native().batch(count, None, None, None, array, np.zeros(count, np.int64)) for array in (masks, packed)
    ]
    answers, ended = np.zeros(count, np.int64), np.zeros(count, np.bool_)
    for batch in batches:
        batch.seed(1)
        for i in range(count):
            batch.draw(i, plan, i, -1, ())
            batch.write(i)
    ends = 0
    for _ in range(400):
        bits = np.unpackbits(packed.view(np.uint8), axis=1, count=550, bitorder="little")
        assert np.array_equal(bits, masks)
        answers[:] = [np.flatnonzero(mask)[-1 if ends % 2 else 0] for mask in masks]
        for batch in batches:
            found = batch.step(answers, ended, plan)
        ends += found
    assert ends


@pytest.mark.parametrize(
    "name",
    [
        "python_kingdom_builder(first_game=True)",
        "python_kingdom_builder(players=3,sets=base+nomads+crossroads,seed=4)",
        "python_kingdom_builder(players=4,sets=marshlands+harvest+island,seed=5)",
        "python_kingdom_builder(players=3,sets=marshlands,two_cards=True,seed=6)",
    ],
)
def test_openspiel_has_the_same_states(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance outcomes, legal answers, tensors, strings and returns are equal in every state of a game."""
    game = pyspiel.load_game(name)
    assert isinstance(game, openspiel.KingdomBuilderGame)
    with monkeypatch.context() as without:
        without.setenv(*OFF)
        python = game.new_initial_state()
    compiled, chance = game.new_initial_state(), random.Random(1)
    assert not isinstance(python.chance_history, KernelChanceHistory)
    assert isinstance(compiled.chance_history, KernelChanceHistory)
    for number in range(400):
        assert compiled.current_player() == python.current_player()
        assert compiled.is_terminal() == python.is_terminal()
        assert compiled.legal_actions() == python.legal_actions()
        if python.is_terminal():
            break
        if python.is_chance_node():
            assert compiled.chance_outcomes() == python.chance_outcomes()
        elif number % 7 == 0:
            for player in range(game.num_players()):
                assert compiled.observation_tensor(player) == python.observation_tensor(player)
                assert compiled.information_state_tensor(player) == python.information_state_tensor(player)
                assert compiled.information_state_string(player) == python.information_state_string(player)
        state = chance.getstate()
        step(python, chance)
        chance.setstate(state)
        step(compiled, chance)
        if number % 50 == 49:
            compiled = compiled.clone()
    assert str(compiled) == str(python)
    assert compiled.returns() == python.returns()


def test_two_threads_cannot_step_the_same_games() -> None:
    """The second thread gets an error while the first one plays without the global interpreter lock."""
    games = 2000
    answers, ended = np.zeros(games, np.int64), np.zeros(games, np.bool_)
    masks, seats = np.zeros((games, 9), np.uint64), np.zeros(games, np.int64)
    batch, plan = kernel.native().batch(games, None, None, None, masks, seats), plan_of()
    for i in range(games):
        batch.draw(i, plan, i, -1, ())
    batch.random_answers(answers)
    refused = threading.Event()

    def play() -> None:
        deadline = time.monotonic() + 60
        while not refused.is_set() and time.monotonic() < deadline:
            try:
                batch.step(answers, ended, plan)
            except RuntimeError:
                refused.set()

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused.is_set()
    batch.step(answers, ended, plan)
