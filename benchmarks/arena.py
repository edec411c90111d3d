"""Measure how many games a second the arena plays in one process, on all cores and through Ray, in the same run.

All play the same games, and their results are compared too. The start of processes is not counted: a few games are
played before the clock starts.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable

from kingdom_builder.arena.players import BotEnvironment
from kingdom_builder.arena.results import GameResult, without_times
from kingdom_builder.arena.runner import InProcessRunner, Runner, process_runner, ray_runner, run_arena
from kingdom_builder.arena.schedule import Schedule
from kingdom_builder.workers.ray import LOCAL

WARM_UP = 8


def measure(start: Callable[[], Runner], schedule: Schedule) -> tuple[float, float, list[GameResult]]:
    """Return the seconds of the start and of the games, and the results without times."""
    begun = time.monotonic()
    runner = start()
    try:
        list(runner.play([game for group in range(WARM_UP) for game in schedule.group(group)]))
        started = time.monotonic()
        results = run_arena(schedule, runner)
        return started - begun, time.monotonic() - started, [without_times(result) for result in results]
    finally:
        runner.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games of each match (default %(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (default: all cores)")
    parser.add_argument("--ray", default=LOCAL, help="address of a Ray cluster (default: one on this machine)")
    parser.add_argument("--bots", default="random,greedy", help="two bots (default %(default)s)")
    options = parser.parse_args()
    environment = BotEnvironment()
    runners: list[tuple[str, Callable[[], Runner]]] = [
        ("this process", lambda: InProcessRunner(environment)),
        (f"{options.workers} processes", lambda: process_runner(environment, options.workers)),
        (f"Ray, {options.workers} processes", lambda: ray_runner(environment, options.ray, options.workers)),
    ]
    first, second = options.bots.split(",")
    print(f"{'':40}{'games/s':>10}{'times one':>12}{'start, s':>10}")
    for match, games, lineup in (
        (f"{first} against {second}", options.games, (first, second)),
        ("random against random, quick games", 20 * options.games, ("random", "random")),
    ):
        schedule = Schedule(1, games, lineup=lineup)
        expected: list[GameResult] = []
        alone = 0.0
        print(match)
        for name, start in runners:
            starting, playing, results = measure(start, schedule)
            expected = expected or results
            if results != expected:
                raise SystemExit(f"{name}: the results differ from those of one process")
            rate = len(results) / playing
            alone = alone or rate
            print(f"  {name:38}{rate:>10,.1f}{rate / alone:>12.2f}{starting:>10.1f}")


if __name__ == "__main__":
    main()
