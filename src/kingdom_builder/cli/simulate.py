"""`kingdom-builder simulate`: let bots play many games."""

from __future__ import annotations

import argparse
import json
import sys

from kingdom_builder.arena.simulate import SimulationResult, simulate
from kingdom_builder.bots import BOTS
from kingdom_builder.cli.arguments import add_setup_options, bots_argument, seed_of, setup_from, whole_number
from kingdom_builder.cli.bar import show_bar
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words, table


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("simulate", run, example="simulate --games 1000 --bots random,greedy --json")
    add_setup_options(parser)
    parser.add_argument("--games", type=whole_number(say), default=100, metavar="N", help=say("option.games.simulate"))
    parser.add_argument(
        "--bots", type=bots_argument(say), metavar="A,B", help=say("option.bots.simulate", bots=", ".join(BOTS))
    )
    parser.add_argument("--json", action="store_true", help=say("option.json"))


def run(options: argparse.Namespace, say: Words) -> int:
    """Play the games and print the result."""
    bots = options.bots or ["random"]
    bots = bots * options.players if len(bots) == 1 else bots
    if len(bots) != options.players:
        raise ValueError(say("error.bots", named=len(bots), players=options.players))
    seed = seed_of(options)
    setup_from(options, seed, say)
    if options.games < 1:
        raise ValueError(say("error.at_least_one", option="--games"))
    show = sys.stderr.isatty() and not options.json
    result = simulate(
        bots,
        lambda game_seed: setup_from(options, game_seed, say),
        games=options.games,
        seed=seed,
        progress=(lambda played: show_bar(played, options.games, f"{played} of {options.games} games"))
        if show
        else lambda played: None,
    )
    print(json.dumps(result.document()) if options.json else _table(result, seed))
    return 0


def _table(result: SimulationResult, seed: int) -> str:
    facts = result.document()
    rows = [["seat", "bot", "wins", "share", "mean score"]]
    for i, seat in enumerate(facts["seats"], 1):
        share = f"{seat['wins'] / facts['games']:.1%}"
        rows.append([str(i), seat["bot"], f"{seat['wins']:.1f}", share, f"{seat['mean_score']:.1f}"])
    speed = (
        f"{facts['games']} games in {facts['seconds']:.2f} s of CPU time (seed {seed}): "
        f"{facts['games_per_second']:,.0f} games and {facts['decisions_per_second']:,.0f} decisions a second, "
        f"{facts['turns_per_game']:.1f} turns a game"
    )
    return f"{table(rows)}\n{speed}"
