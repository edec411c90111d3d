"""Measure the environments for research on one core, in CPU time, beside those of other games in the same run.

A step is one call of the environment, with the observation and the mask of the next seat to play. Agents choose at
random among the legal answers, from the mask or from catanatron's list, and the time for that is included everywhere.
catanatron's observation is its vector of features. If bots play too, a step includes their answers, as in catanatron.
What is compared takes turns, several rounds each; the median is printed with the lowest and highest, and how many times
catanatron's steps of the same round it was.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel

from kingdom_builder import new_game
from kingdom_builder.env import kingdom_builder_v0, openspiel
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.observation_spec import ObservationSpec
from kingdom_builder.env.single import KingdomBuilderEnv
from kingdom_builder.env.vector import KingdomBuilderVectorEnv
from kingdom_builder.setup.builder import ALL_SETS

MANY = (16, 64)
CATAN = "catanatron_gym, a random bot plays too"
AEC = "PettingZoo, dict"
TARGETS = {AEC: 5, f"Gymnasium, {MANY[-1]} games at once, all seats": 15}
"""The targets: steps relative to those of catanatron's environment."""
Steps = Iterator[int]
"""Steps as they are made, several at once where several games go on at once."""


def chosen(mask: np.ndarray[Any, Any], chance: random.Random) -> int:
    (legal,) = mask.view(np.bool_).nonzero()
    return int(legal[int(chance.random() * len(legal))])


def engine_alone(chance: random.Random) -> Steps:
    while True:
        game = new_game(chance.getrandbits(32))
        while not game.over:
            game.play(chance.choice(game.legal_answers()))
            yield 1


def encoded(chance: random.Random, players: int = 2, sets: tuple[str, ...] = ("base",)) -> Steps:
    encoder = Encoder(ObservationSpec(players, sets))
    while True:
        game = new_game(chance.getrandbits(32), players=players, sets=sets)
        views = [game.view(seat) for seat in range(players)]
        while (seat := game.to_play) is not None:
            encoder.write(views[seat])
            game.play(chosen(encoder.masks[0], chance))
            yield 1


def agents_in_turn(env: Any, chance: random.Random) -> Steps:
    while True:
        env.reset(seed=chance.getrandbits(32))
        for _ in env.agent_iter():
            seen, _, ended, cut, info = env.last()
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(None if ended or cut else chosen(mask, chance))
            yield int(not (ended or cut))


def one_seat(chance: random.Random) -> Steps:
    env = KingdomBuilderEnv(opponents="random")
    while True:
        _, info = env.reset(seed=chance.getrandbits(32))
        ended = False
        while not ended:
            _, _, ended, _, info = env.step(chosen(info["action_mask"], chance))
            yield 1


def chosen_in_each(masks: np.ndarray[Any, Any], generator: np.random.Generator) -> np.ndarray[Any, Any]:
    games, answers = masks.shape
    legal = np.flatnonzero(masks.view(np.bool_))
    first = np.searchsorted(legal, np.arange(games + 1) * answers)
    picked = first[:-1] + (generator.random(games) * np.diff(first)).astype(np.int64)
    return legal[picked] % answers


def many_games(chance: random.Random, games: int, opponents: str | None) -> Steps:
    env = KingdomBuilderVectorEnv(games, opponents=opponents, copy=False)
    generator = np.random.default_rng(chance.getrandbits(32))
    _, info = env.reset(seed=chance.getrandbits(32))
    while True:
        _, _, _, _, info = env.step(chosen_in_each(info["action_mask"], generator))
        yield games


def states(chance: random.Random, *, tensors: bool) -> Steps:
    game = pyspiel.load_game(openspiel.KingdomBuilderGame().get_type().short_name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                cards, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(cards, weights)[0])
                continue
            if tensors:
                state.observation_tensor()
            state.apply_action(chance.choice(state.legal_actions()))
            yield 1


def catan(chance: random.Random) -> Steps:
    env = gymnasium.make("catanatron_gym:catanatron-v1", disable_env_checker=True).unwrapped
    while True:
        _, info = env.reset(seed=chance.getrandbits(31))
        ended = cut = False
        while not (ended or cut):
            _, _, ended, cut, info = env.step(chance.choice(info["valid_actions"]))
            yield 1


def contestants() -> dict[str, Callable[[random.Random], Steps]]:
    found: dict[str, Callable[[random.Random], Steps]] = {
        "engine alone, legal answers as a list": engine_alone,
        "encoding and mask, 2 players, base": encoded,
        "encoding and mask, 4 players, everything": lambda chance: encoded(chance, 4, ALL_SETS),
        "PettingZoo, flat": lambda chance: agents_in_turn(kingdom_builder_v0.env(observation="flat"), chance),
        AEC: lambda chance: agents_in_turn(kingdom_builder_v0.env(), chance),
        "PettingZoo, dict, with scores": lambda chance: agents_in_turn(kingdom_builder_v0.env(scores=True), chance),
        "Gymnasium, one seat, the random bot plays too": one_seat,
    }
    for games in MANY:
        for name, opponents in (("the same", "random"), ("all seats", None)):
            found[f"Gymnasium, {games} games at once, {name}"] = lambda chance, games=games, opponents=opponents: (
                many_games(chance, games, opponents)
            )
    return found | {
        "OpenSpiel, answers alone": lambda chance: states(chance, tensors=False),
        "OpenSpiel, with observation tensors": lambda chance: states(chance, tensors=True),
        "PettingZoo's chess_v6": lambda chance: agents_in_turn(pettingzoo.make("aec", "classic/chess-v6"), chance),
        "PettingZoo's connect_four_v3": lambda chance: agents_in_turn(
            pettingzoo.make("aec", "classic/connect_four-v3"), chance
        ),
        CATAN: catan,
    }


def rate(contestant: Callable[[random.Random], Steps], seconds: float, seed: int) -> float:
    """Return steps a second."""
    steps = contestant(random.Random(seed))
    next(steps)
    made = 0
    begun = time.process_time()
    while (used := time.process_time() - begun) < seconds:
        for _ in range(20):
            made += next(steps)
    return made / used


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of one measurement (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=9, help="turns of each (default %(default)s)")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # of the others: old ways to make environments
    everyone = contestants()
    measured: dict[str, list[float]] = {name: [] for name in everyone}
    for round_number in range(options.rounds):
        for name, contestant in everyone.items():
            measured[name].append(rate(contestant, options.seconds, 1 + round_number))
    print(f"Python {sys.version.split()[0]}, one core, CPU time, median of {options.rounds} rounds in turns")
    print(f"{'':50}{'steps/s':>10}{'lowest':>10}{'highest':>10}{'catanatron':>12}")
    times = {}
    for name, rates in measured.items():
        ratios = [ours / theirs for ours, theirs in zip(rates, measured[CATAN], strict=True)]
        times[name] = f"{statistics.median(ratios):.1f} x"
        print(f"{name:50}{statistics.median(rates):>10,.0f}{min(rates):>10,.0f}{max(rates):>10,.0f}{times[name]:>12}")
    for name, target in TARGETS.items():
        print(f"{name}: {times[name]} catanatron's steps, needed are {target} x")
    return 0


if __name__ == "__main__":
    sys.exit(main())
