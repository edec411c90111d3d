"""Measure how many games a second the arena plays: in one process, on all cores, and through Ray, in the same run.

Each way plays the same games, so their results are compared too. Starting processes is not counted: a few games are
played before the clock starts.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable

from kingdom_builder.arena.cluster import LOCAL, Cluster
from kingdom_builder.arena.crew import Alone, Crew, Processes
from kingdom_builder.arena.players import Kit
from kingdom_builder.arena.results import GameResult, without_times
from kingdom_builder.arena.running import run_arena
from kingdom_builder.arena.schedule import Plan

WARM_UP = 8


def measure(start: Callable[[], Crew], plan: Plan) -> tuple[float, float, list[GameResult]]:
    """Return how long it took to start and to play, and the results without times."""
    begun = time.monotonic()
    crew = start()
    try:
        list(crew.play([fixture for group in range(WARM_UP) for fixture in plan.group(group)]))
        started = time.monotonic()
        results = run_arena(plan, crew)
        return started - begun, time.monotonic() - started, [without_times(result) for result in results]
    finally:
        crew.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games of each match (default %(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (default: all cores)")
    parser.add_argument("--ray", default=LOCAL, help="address of a Ray cluster (default: one of our own)")
    parser.add_argument("--bots", default="random,greedy", help="two bots (default %(default)s)")
    options = parser.parse_args()
    kit = Kit()
    ways: list[tuple[str, Callable[[], Crew]]] = [
        ("this process", lambda: Alone(kit)),
        (f"{options.workers} processes", lambda: Processes(kit, options.workers)),
        (f"Ray, {options.workers} processes", lambda: Cluster(kit, options.ray, options.workers)),
    ]
    first, second = options.bots.split(",")
    print(f"{'':40}{'games/s':>10}{'times one':>12}{'start, s':>10}")
    for match, games, lineup in (
        (f"{first} against {second}", options.games, (first, second)),
        ("random against random, quick games", 20 * options.games, ("random", "random")),
    ):
        plan = Plan(1, games, lineup=lineup)
        expected: list[GameResult] = []
        alone = 0.0
        print(match)
        for name, start in ways:
            starting, playing, results = measure(start, plan)
            expected = expected or results
            if results != expected:
                raise SystemExit(f"{name}: the results differ from those of one process")
            rate = len(results) / playing
            alone = alone or rate
            print(f"  {name:38}{rate:>10,.1f}{rate / alone:>12.2f}{starting:>10.1f}")


if __name__ == "__main__":
    main()
