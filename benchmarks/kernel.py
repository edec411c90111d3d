"""Measure the compiled kernel beside pure Python: random play, the champion's search, conversions, start-up.

Both play the same set-ups and search the same positions, in turns, in CPU time of one core. Pure Python is the engine
with KINGDOM_BUILDER_KERNEL=off.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from kingdom_builder import kernel
from kingdom_builder.arena.game import play_game
from kingdom_builder.bots import planning_bot
from kingdom_builder.bots.analysis import analyse
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.bots.random import RandomBot
from kingdom_builder.engine.setup import Setup
from kingdom_builder.game import Game, new_game
from kingdom_builder.kernel import games
from kingdom_builder.setup.builder import ALL_SETS, new_setup

EVALUATIONS = 10_000
SETUPS = 40
REVIEWED_TURNS = 16
SEARCHED_GAMES, SEARCHED_TURN = 6, 7
"""One turn of each of these games is searched: which cards a game has decides what an evaluation costs."""
STARTS = 7


@contextmanager
def pure_python() -> Iterator[None]:
    """Play without the kernel."""
    before = os.environ.get(kernel.VARIABLE)
    os.environ[kernel.VARIABLE] = "off"
    try:
        yield
    finally:
        del os.environ[kernel.VARIABLE]
        if before is not None:
            os.environ[kernel.VARIABLE] = before


def rate(play: Callable[[Setup, int], int], setups: Sequence[Setup], seconds: float) -> float:
    """Return decisions a second of games on prepared set-ups."""
    decisions = number = 0
    begun = time.process_time()
    while (used := time.process_time() - begun) < seconds:
        for setup in setups:
            decisions += play(setup, number)
            number += 1
    return decisions / used


GAMES_AT_ONCE = 100
"""How many random games one call of the kernel plays."""


def python_game(setup: Setup, seed: int) -> int:
    """Play a random game in Python, with its scores."""
    game = Game(setup)
    played = play_game(game, [RandomBot(seed + seat) for seat in range(setup.players)])
    game.scores()
    return played


def kernel_game(setup: Setup, seed: int) -> int:
    """Play random games inside the kernel, in one call, with their scores."""
    played, _ = games.begin(setup).playouts(GAMES_AT_ONCE, seed)
    return int(played)


def stepped_game(setup: Setup, seed: int) -> int:
    """Play a random game in the kernel, each answer drawn and played by Python, with its scores."""
    game, draw, decisions = games.begin(setup), random.Random(seed).random, 0
    play, legal_answers = game.play, game.legal_answers
    while not game.over:
        answers = legal_answers()
        play(answers[int(draw() * len(answers))])
        decisions += 1
    game.scores()
    return decisions


def show_random_play(seconds: float, rounds: int) -> None:
    """Print decisions a second of random games, and how many times those of pure Python."""
    print(f"Beside pure Python, 2 players, medians of {rounds} rounds taken in turns")
    print(f"{'random play, decisions/s':34}{'pure Python':>13}{'stepped':>13}{'inside':>15}{'ratios':>17}  target")
    for name, sets, target in (("base", ("base",), 100), ("everything", ALL_SETS, 60)):
        setups = [new_setup(seed, players=2, sets=sets) for seed in range(SETUPS)]
        found: dict[Any, list[float]] = {python_game: [], stepped_game: [], kernel_game: []}
        for play in found:
            play(setups[0], 0)
        for _ in range(rounds):
            for play, rates in found.items():
                rates.append(rate(play, setups, seconds))
        python, stepped, inside = map(statistics.median, found.values())
        ratios = f"{stepped / python:.1f}, {inside / python:.1f}"
        print(f"{name:34}{python:>13,.0f}{stepped:>13,.0f}{inside:>15,.0f}{ratios:>17}  {target}")


def evaluation_rate(positions: Sequence[Game]) -> float:
    """Return the champion's evaluations a second."""
    meters: list[Meter] = []

    def new_meter(budget: Budget) -> Meter:
        meters.append(Meter(budget))
        return meters[-1]

    with patch.object(planning_bot, "Meter", new_meter):  # to read what is spent
        begun = time.process_time()
        for game in positions:
            bot = PlanningBot(1, LEVELS["champion"], Budget(evaluations=EVALUATIONS))
            bot.ranked(game.view(game.active))
        used = time.process_time() - begun
    return sum(meter.spent for meter in meters) / used


def turns_of_a_game(seed: int, sets: tuple[str, ...]) -> list[Game]:
    """Return the first turns of a game, each before its first answer."""
    game = new_game(seed, players=2, sets=sets)
    bots = [PlanningBot(seat, LEVELS["steward"], Budget(evaluations=600)) for seat in range(2)]
    turns = []
    while (seat := game.to_play) is not None and len(turns) < REVIEWED_TURNS:
        if len(turns) == game.turn:
            turns.append(game.copy())
        game.play(bots[seat].answer(game.view(seat)))
    return turns


def review_seconds(turns: Sequence[Game]) -> float:
    """Return the CPU time of an analysis of all turns."""
    begun = time.process_time()
    for game in turns:
        analyse(game.view(game.active), budget=Budget(evaluations=EVALUATIONS), best=3)
    return time.process_time() - begun


def show_search(rounds: int) -> None:
    """Print the champion's evaluations a second, and the time of a review."""
    print(f"{'champion, evaluations/s':34}{'pure Python':>13}{'kernel':>13}{'ratio':>15}  target")
    reviews = []
    for name, sets in (("base", ("base",)), ("everything", ALL_SETS)):
        played = [turns_of_a_game(seed, sets) for seed in range(SEARCHED_GAMES)]
        positions = [turns[SEARCHED_TURN] for turns in played]
        rates: tuple[list[float], list[float]] = ([], [])
        for _ in range(rounds):
            with pure_python():
                rates[0].append(evaluation_rate(positions))
            rates[1].append(evaluation_rate(positions))
        python, compiled = map(statistics.median, rates)
        print(f"{name:34}{python:>13,.0f}{compiled:>13,.0f}{compiled / python:>15.1f}  30")
        reviews.append((name, played[0]))
    heading = f"review, {REVIEWED_TURNS} turns of {EVALUATIONS:,}e, s"
    print(f"{heading:34}{'pure Python':>13}{'kernel':>13}{'ratio':>15}  target")
    for name, turns in reviews:
        compiled = statistics.median(review_seconds(turns) for _ in range(rounds))
        with pure_python():
            python = review_seconds(turns)
        print(f"{name:34}{python:>13.2f}{compiled:>13.3f}{python / compiled:>15.1f}  less than 0.5")


def show_conversions() -> None:
    """Print what it costs to take over a set-up and a position."""

    def microseconds(convert: Callable[[Any], object], items: Sequence[Any]) -> float:
        begun = time.process_time()
        for item in items:
            convert(item)
        return 1e6 * (time.process_time() - begun) / len(items)

    print(f"{'conversions, microseconds':34}{'base':>13}{'everything':>13}")
    rows: dict[str, list[float]] = {"a set-up, once for a game": [], "a position": [], "a sampled position": []}
    for sets in (("base",), ALL_SETS):
        begun = [new_game(seed, players=2, sets=sets) for seed in range(200)]
        rows["a set-up, once for a game"].append(microseconds(games.setup_of, begun))
        rows["a position"].append(microseconds(games.load, begun))
        rows["a sampled position"].append(microseconds(lambda game: games.sampled(game.view(0), 1), begun))
    for name, (base, everything) in rows.items():
        print(f"{name:34}{base:>13.1f}{everything:>13.1f}")


def show_start() -> None:
    """Print how long it takes to import the package and to load the kernel, by the wall clock."""
    print(f"{'a new process, ms':34}{'without':>13}{'with kernel':>13}")
    for name, code in (
        ("import kingdom_builder", "import kingdom_builder"),
        ("import kingdom_builder.bots", "import kingdom_builder.bots"),
        ("and load the kernel", "import kingdom_builder.bots as b, kingdom_builder.kernel as k; k.available()"),
    ):
        times: dict[str, list[float]] = {"off": [], "on": []}
        for _ in range(STARTS):
            for setting, spent in times.items():
                begun = time.perf_counter()
                subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, kernel.VARIABLE: setting})
                spent.append(1000 * (time.perf_counter() - begun))
        without, with_kernel = map(statistics.median, times.values())
        print(f"{name:34}{without:>13.1f}{with_kernel:>13.1f}")


def show_kernel(seconds: float, rounds: int) -> None:
    """Run all measurements of the kernel."""
    print(f"\nThe compiled kernel is {kernel.status()}")
    if not kernel.available():
        return
    show_random_play(seconds / 2, rounds)
    show_search(rounds)
    show_conversions()
    show_start()
