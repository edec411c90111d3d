"""`kingdom-builder simulate`: let bots play many games."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from kingdom_builder.arena.simulate import SimulationResult, simulate
from kingdom_builder.bots import BOTS, new_bot
from kingdom_builder.cli.arguments import add_setup_options, seed_of, setup_from, whole_number, words
from kingdom_builder.cli.words import table

BAR = 40


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "simulate",
        help="let bots play many games and count who wins",
        description="Play many games between bots on one core, each with a set-up of its own drawn from the seed.",
        epilog="Example: kingdom-builder simulate --games 1000 --bots random,greedy --json",
    )
    add_setup_options(parser)
    parser.add_argument("--games", type=whole_number, default=100, metavar="N", help="how many (default %(default)s)")
    parser.add_argument(
        "--bots",
        type=words,
        metavar="A,B",
        help=f"one for each player, of {', '.join(BOTS)}; one name alone plays every seat (default random)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the games and print the result."""
    bots = options.bots or ["random"]
    bots = bots * options.players if len(bots) == 1 else bots
    if len(bots) != options.players:
        raise ValueError(f"--bots: {len(bots)} bots for {options.players} players")
    for name in bots:
        new_bot(name, 0)
    seed = seed_of(options)
    setup_from(options, seed)
    if options.games < 1:
        raise ValueError("--games: expected at least 1")
    show = sys.stderr.isatty() and not options.json
    result = simulate(
        bots,
        lambda game_seed: setup_from(options, game_seed),
        games=options.games,
        seed=seed,
        progress=(lambda played: _bar(played, options.games)) if show else lambda played: None,
    )
    print(json.dumps(result.document()) if options.json else _table(result, seed))
    return 0


def _bar(played: int, games: int) -> None:
    if played == games:
        sys.stderr.write("\r" + " " * (BAR + 30) + "\r")
    elif played % max(1, games // 200) == 0:
        done = BAR * played // games
        sys.stderr.write(f"\r[{'#' * done}{'.' * (BAR - done)}] {played} of {games} games")
    sys.stderr.flush()


def _table(result: SimulationResult, seed: int) -> str:
    facts = result.document()
    rows = [["seat", "bot", "wins", "share", "mean score"]]
    for i, seat in enumerate(facts["seats"], 1):
        share = f"{100 * seat['wins'] / facts['games']:.1f} %"
        rows.append([str(i), seat["bot"], f"{seat['wins']:.1f}", share, f"{seat['mean_score']:.1f}"])
    speed = (
        f"{facts['games']} games in {facts['seconds']:.2f} s of CPU time (seed {seed}): "
        f"{facts['games_per_second']:,.0f} games and {facts['decisions_per_second']:,.0f} decisions a second, "
        f"{facts['turns_per_game']:.1f} turns a game"
    )
    return f"{table(rows)}\n{speed}"
