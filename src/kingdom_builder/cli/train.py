"""`kingdom-builder train`: train the weights or the network of the bots by self-play."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from importlib import import_module
from pathlib import Path

from kingdom_builder.cli.arguments import whole_number
from kingdom_builder.cli.extras import extra
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words

BAR = 40


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    number = whole_number(say)
    parser = commands.add("train", run, example="train training --generations 4 --games 2000")
    parser.add_argument("folder", type=Path, metavar=say("metavar.folder"), help=say("option.folder"))
    parser.add_argument("--generations", type=number, default=4, metavar="N", help=say("option.generations"))
    parser.add_argument("--games", type=number, default=2000, metavar="N", help=say("option.games.train"))
    parser.add_argument("--comparisons", type=number, default=0, metavar="N", help=say("option.comparisons"))
    parser.add_argument("--network", type=number, default=0, metavar="N", help=say("option.network"))
    parser.add_argument("--seed", type=number, default=1, metavar="N", help=say("option.seed.train"))
    parser.add_argument("--workers", type=number, metavar="N", help=say("option.workers.train"))
    parser.add_argument("--ray", metavar=say("metavar.address"), help=say("option.ray"))


def run(options: argparse.Namespace, say: Words) -> int:
    """Train, and print where the result is."""
    if not options.network and (options.games < 1 or not (options.generations or options.comparisons)):
        raise ValueError(say("error.at_least_one", option="--generations, --games"))
    if options.workers == 0:
        raise ValueError(say("error.at_least_one", option="--workers"))
    with extra("train", say):
        from kingdom_builder.arena import training  # it needs numpy
    if options.ray is not None:
        with extra("arena", say):
            import_module("ray")  # say that it is missing before games are played
    stages = 1 if options.network else options.generations + bool(options.comparisons)
    show = sys.stderr.isatty()

    def progress(stage: int, played: int) -> None:
        if show:
            games = options.network or (options.games if stage < options.generations else options.comparisons)
            done = BAR * played // games
            bar = f"[{'#' * done}{'.' * (BAR - done)}]"
            text = say("train.progress", generation=stage + 1, generations=stages, bar=bar, played=played, games=games)
            sys.stderr.write(f"\r{text}")
            sys.stderr.flush()

    shared = {"seed": options.seed, "workers": options.workers, "ray": options.ray}
    if options.network:
        result = training.train_network(options.folder, games=options.network, progress=partial(progress, 0), **shared)
    else:
        result = training.train(
            options.folder,
            generations=options.generations,
            games=options.games,
            comparisons=options.comparisons,
            progress=progress,
            **shared,
        )
    if show:
        sys.stderr.write("\n")
    print(say("train.done", file=str(result)))
    return 0
