"""Measure the environments for research on one core, in CPU time, beside those of other games in the same run.

A step is one call of the environment, with the observation and the mask of the next seat to play. Agents choose at
random among the legal answers, from the mask or from catanatron's list, and the time for that is included everywhere.
catanatron's observation is its vector of features. If bots play too, a step includes their answers, as in catanatron.
What is compared takes turns, several rounds each; the median is printed with the lowest and highest, and how many times
catanatron's steps of the same round it was. "Python" marks what plays without the compiled kernel.

Below are rates of the kernel beside fast environments of other games, each with the time inside the environment only.
They need another Python: `--other-python PROGRAM` names one that has fastcatan or envpool.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel

from benchmarks.env_peers import CPU, rate_inside
from kingdom_builder import kernel
from kingdom_builder.env import kingdom_builder_v0, openspiel
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.observation_spec import ObservationSpec
from kingdom_builder.env.single import KingdomBuilderEnv
from kingdom_builder.env.vector import KingdomBuilderVectorEnv
from kingdom_builder.game import new_game
from kingdom_builder.kernel.games import setup_capsule
from kingdom_builder.kernel.plans import plan_of
from kingdom_builder.setup.builder import ALL_SETS

MANY = (16, 64, 1024)
CATAN = "catanatron_gym, a random bot plays too"
AEC = "PettingZoo, dict"
TENSORS = "OpenSpiel, with observation tensors"
TARGETS = {AEC: 5, "Gymnasium, 64 games at once, all seats": 100, TENSORS: 5}
"""The targets: steps relative to those of catanatron's environment."""
GOAL = 1_000_000
"""Steps a second of the vector environment on one idle core."""
ONE_GAME, MASKS = "one game", "{} games, masks"
PEER_TARGETS = {ONE_GAME: 1.5, MASKS.format(64): 1.0, MASKS.format(1024): 1.0}
"""The targets: rates of the kernel relative to fastcatan's."""
PYTHON = ", Python"
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


def many_games(chance: random.Random, games: int, opponents: str | None) -> Steps:
    env = KingdomBuilderVectorEnv(games, opponents=opponents, copy=False)
    generator = np.random.default_rng(chance.getrandbits(32))
    env.reset(seed=chance.getrandbits(32))
    while True:
        env.step(env.random_actions(generator))
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
    found |= {
        "OpenSpiel, answers alone": lambda chance: states(chance, tensors=False),
        TENSORS: lambda chance: states(chance, tensors=True),
    }
    if kernel.available():
        found |= {f"{name}{PYTHON}": run for name, run in found.items() if name.startswith(("Gymnasium, 64", "OpenSp"))}
    return found | {
        "PettingZoo's chess_v6": lambda chance: agents_in_turn(pettingzoo.make("aec", "classic/chess-v6"), chance),
        "PettingZoo's connect_four_v3": lambda chance: agents_in_turn(
            pettingzoo.make("aec", "classic/connect_four-v3"), chance
        ),
        CATAN: catan,
    }


def kernel_rates(seconds: float) -> dict[str, float]:
    """Return the rates of the kernel: one game, legal answers as a list; many games, masks as bits."""
    native, plan, chance, made = kernel.native(), plan_of(), random.Random(1), 0
    setups = [setup_capsule(new_game(seed).setup) for seed in range(50)]
    game = native.begin(setups[0], 0)
    begun = CPU()
    while (used := CPU() - begun) < seconds:
        for _ in range(200):
            legal = game.legal_answers()
            game.play(legal[int(chance.random() * len(legal))])
            if game.over:
                game = native.begin(chance.choice(setups), chance.getrandbits(32))
        made += 200
    found = {ONE_GAME: made / used}
    for games in (64, 1024):
        answers, ended, seats = np.zeros(games, np.int64), np.zeros(games, np.bool_), np.zeros(games, np.int64)
        batch = native.batch(games, None, None, None, np.zeros((games, 9), np.uint64), seats)
        for i in range(games):
            batch.draw(i, plan, i, -1, ())

        def choose(batch: Any = batch, answers: Any = answers) -> Any:
            batch.random_answers(answers)
            return answers

        def step(answers: Any, batch: Any = batch, ended: Any = ended) -> None:
            batch.step(answers, ended, plan)

        found[MASKS.format(games)] = rate_inside(step, choose, games, seconds)
    return found


def peer_rates(other_python: str, seconds: float) -> dict[str, float]:
    """Return the rates of fast environments in another Python; none if it cannot run them."""
    program = [other_python, str(Path(__file__).with_name("env_peers.py")), str(seconds)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    found: dict[str, float] = json.loads(done.stdout) if done.returncode == 0 else {}
    return found


def compare_with_peers(other_python: str, seconds: float, rounds: int) -> None:
    """Print the rates of the kernel beside those of other fast environments."""
    ours: dict[str, list[float]] = {}
    theirs: dict[str, list[float]] = {}
    for _ in range(rounds):
        for measured, rates in ((ours, kernel_rates(seconds)), (theirs, peer_rates(other_python, seconds))):
            for name, steps in rates.items():
                measured.setdefault(name, []).append(steps)
    print(f"{'Inside the environment, steps/s':50}{'median':>12}{'highest':>12}{'fastcatan':>12}")
    for name, rates in (*((f"kernel, {name}", rates) for name, rates in ours.items()), *theirs.items()):
        peer = theirs.get(f"fastcatan, {name.removeprefix('kernel, ')}")
        times = f"{statistics.median(rates) / statistics.median(peer):.1f} x" if peer and "kernel" in name else ""
        print(f"{name:50}{statistics.median(rates):>12,.0f}{max(rates):>12,.0f}{times:>12}")
    for name, target in PEER_TARGETS.items():
        if f"fastcatan, {name}" in theirs:
            times = statistics.median(ours[name]) / statistics.median(theirs[f"fastcatan, {name}"])
            print(f"kernel, {name}: {times:.1f} x fastcatan's steps, needed are {target} x")
    missing = [peer for peer in ("fastcatan", "EnvPool") if not any(name.startswith(peer) for name in theirs)]
    if missing:
        print(f"Not measured, because {other_python} does not have them: {', '.join(missing)}")


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
    parser.add_argument(
        "--other-python", default=sys.executable, help="a Python with fastcatan or envpool (default: this one)"
    )
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # of the others: old ways to make environments
    everyone = contestants()
    measured: dict[str, list[float]] = {name: [] for name in everyone}
    setting = os.environ.get(kernel.VARIABLE, "")
    for round_number in range(options.rounds):
        for name, contestant in everyone.items():
            os.environ[kernel.VARIABLE] = "off" if name.endswith(PYTHON) else setting
            measured[name].append(rate(contestant, options.seconds, 1 + round_number))
    os.environ[kernel.VARIABLE] = setting
    print(f"Python {sys.version.split()[0]}, one core, CPU time, median of {options.rounds} rounds in turns")
    print(f"{'':50}{'steps/s':>10}{'lowest':>10}{'highest':>10}{'catanatron':>12}")
    times = {}
    for name, rates in measured.items():
        ratios = [ours / theirs for ours, theirs in zip(rates, measured[CATAN], strict=True)]
        times[name] = f"{statistics.median(ratios):.1f} x"
        print(f"{name:50}{statistics.median(rates):>10,.0f}{min(rates):>10,.0f}{max(rates):>10,.0f}{times[name]:>12}")
    for name, target in TARGETS.items():
        print(f"{name}: {times[name]} catanatron's steps, needed are {target} x")
    best = max(max(rates) for name, rates in measured.items() if name.startswith("Gymnasium") and "at once" in name)
    print(f"The vector environment makes up to {best:,.0f} steps/s, the goal is {GOAL:,}")
    if kernel.available():
        compare_with_peers(options.other_python, options.seconds, options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
