"""The kernel and Python write the same observations of a game that goes on."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from kingdom_builder import kernel
from kingdom_builder.env.aec import KingdomBuilderAEC
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.game_encoder import GameEncoder
from kingdom_builder.env.observation_spec import ObservationSpec
from kingdom_builder.env.single import KingdomBuilderEnv
from kingdom_builder.game import Game, new_game

MIXES: list[tuple[int, tuple[str, ...]]] = [
    (2, ("base",)),
    (3, ("base", "nomads", "crossroads")),
    (5, ("marshlands", "harvest", "island")),
]


def assert_writes(encoder: GameEncoder, spec: ObservationSpec, game: Game) -> None:
    """Compare what all seats see with what a new encoder of Python writes."""
    for seat in range(len(game.players)):
        expected = Encoder(spec)
        expected.write(game.view(seat))
        written = encoder.write(game, seat)
        np.testing.assert_array_equal(written.planes, expected.planes)
        np.testing.assert_array_equal(written.vectors, expected.vectors)
        np.testing.assert_array_equal(written.masks, expected.masks)


def play(game: Game, chance: random.Random, answers: int) -> None:
    for _ in range(answers):
        if not game.over:
            game.play(chance.choice(game.legal_answers()))


@pytest.mark.parametrize("for_each_seat", [True, False])
@pytest.mark.parametrize(("players", "sets"), MIXES)
def test_observations_follow_answers_and_undone_ones(
    players: int, sets: tuple[str, ...], for_each_seat: bool, native: ModuleType
) -> None:
    spec, chance = ObservationSpec(players, sets, scores=True), random.Random(players)
    encoder = GameEncoder(spec, players if for_each_seat else 1)
    game = new_game(players, players=players, sets=sets)
    while not game.over:
        play(game, chance, chance.randrange(12))
        for _ in range(chance.choice((0, 0, 0, 1, 3))):
            if game.history is not None:
                game.undo()
        assert_writes(encoder, spec, game)


def test_a_game_that_the_kernel_cannot_play_is_written_by_python(native: ModuleType) -> None:
    spec, chance = ObservationSpec(2, ("base",)), random.Random(1)
    encoder = GameEncoder(spec, 2)
    for seed in range(4):
        game = new_game(seed)
        if seed % 2:
            game = Game(replace(game.setup, deck_seed=1 << 70))
        for _ in range(5):
            play(game, chance, 4)
            assert_writes(encoder, spec, game)


def test_a_game_that_reaches_a_limit_is_continued_by_python(
    native: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, chance, game = ObservationSpec(2, ("base",)), random.Random(1), new_game(3)
    encoder = GameEncoder(spec)
    assert_writes(encoder, spec, game)
    limited = native.begin, native.load

    def reach_limit(*_: object) -> object:
        raise NotImplementedError("the game has reached a limit of the kernel")

    monkeypatch.setattr(native, "load", reach_limit)
    play(game, chance, 6)
    game.undo()
    game.undo()
    game.play(game.legal_answers()[-1])
    assert_writes(encoder, spec, game)
    monkeypatch.undo()
    assert (native.begin, native.load) == limited
    play(game, chance, 6)
    assert_writes(encoder, spec, game)
    assert_writes(encoder, spec, new_game(4))


def steps(make: type[Any], options: dict[str, Any]) -> list[Any]:
    """Return all observations of a game with random answers; a copy and a pickle continue it in between."""
    env = make(**options)
    chance = random.Random(2)
    seen: list[Any] = []
    env.reset(seed=5)
    aec = isinstance(env, KingdomBuilderAEC)
    while len(seen) < 60:
        found = env.observe(env.agent_selection) if aec else {"action_mask": env.action_masks()}
        seen.append(found)
        answer = chance.choice(np.flatnonzero(found["action_mask"]).tolist())
        result = env.step(answer)
        if len(seen) % 20 == 10:
            env = copy.deepcopy(env) if len(seen) < 20 else pickle.loads(pickle.dumps(env))
        if not aec:
            seen.append(result[0])
            if result[2]:
                break
        elif env.terminations[env.agent_selection]:
            break
    return seen


@pytest.mark.parametrize("make", [KingdomBuilderAEC, KingdomBuilderEnv])
def test_environments_of_one_game_are_the_same_without_the_kernel(
    make: type[Any], native: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"sets": ("base", "nomads", "harvest"), "players": 3}
    found = steps(make, options)
    monkeypatch.setenv(kernel.VARIABLE, "off")
    np.testing.assert_equal(found, steps(make, options))
