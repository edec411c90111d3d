"""`kingdom-builder train`: train the weights of the bots by self-play."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from kingdom_builder.cli.arguments import whole_number
from kingdom_builder.cli.extras import extra

BAR = 40


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "train",
        help="train the weights of the bots' evaluation by self-play",
        description="Let a bot play itself and fit its weights to the games, generation after generation. What is in "
        "the folder already is not done again, so an interrupted training can be resumed.",
        epilog="Example: kingdom-builder train training --generations 4 --games 2000",
    )
    parser.add_argument("folder", type=Path, help="where games and weights are stored")
    parser.add_argument("--generations", type=whole_number, default=4, metavar="N", help="default %(default)s")
    parser.add_argument("--games", type=whole_number, default=2000, metavar="N", help="in each (default %(default)s)")
    parser.add_argument(
        "--seed", type=whole_number, default=1, metavar="S", help="of the set-ups (default %(default)s)"
    )
    parser.add_argument("--workers", type=whole_number, metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; local starts one on this machine")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Train, and print where the weights are."""
    if min(options.generations, options.games) < 1:
        raise ValueError("--generations, --games: expected at least 1")
    if options.workers == 0:
        raise ValueError("--workers: expected at least 1")
    with extra("train"):
        from kingdom_builder.arena.training import train  # it needs numpy
    if options.ray is not None:
        with extra("arena"):
            import_module("ray")  # say that it is missing before games are played

    show = sys.stderr.isatty()

    def progress(generation: int, played: int) -> None:
        if show:
            done = BAR * played // options.games
            sys.stderr.write(
                f"\rgeneration {generation + 1} of {options.generations} [{'#' * done}{'.' * (BAR - done)}] "
                f"{played} of {options.games} games"
            )
            sys.stderr.flush()

    result = train(
        options.folder,
        generations=options.generations,
        games=options.games,
        seed=options.seed,
        workers=options.workers,
        ray=options.ray,
        progress=progress,
    )
    if show:
        sys.stderr.write("\n")
    print(f"The weights are in {result}; the bots use those in src/kingdom_builder/bots/weights.json.")
    return 0
