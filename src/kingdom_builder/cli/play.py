"""`kingdom-builder play`: a game in the terminal, against bots or each other."""

from __future__ import annotations

import argparse
from typing import Any

from kingdom_builder.bots import BOTS, new_bot
from kingdom_builder.cli.arguments import add_setup_options, read_record, seed_of, setup_from, words
from kingdom_builder.cli.screen import use_colour
from kingdom_builder.cli.terminal_game import ME, TerminalGame
from kingdom_builder.cli.words import Words, add_language_option
from kingdom_builder.engine.rng import Rng
from kingdom_builder.library import Game


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play in the terminal, against bots or with several people at one keyboard.",
        epilog="Example: kingdom-builder play --players 3 --seats me,greedy,random --sets base,nomads",
    )
    add_setup_options(parser)
    parser.add_argument("--terminal", action="store_true", help="play in the terminal (the default)")
    parser.add_argument(
        "--seats",
        type=words,
        metavar="A,B",
        help=f"who plays each seat: {ME}, {', '.join(BOTS)} (default: {ME}, and greedy for all others)",
    )
    parser.add_argument("--load", metavar="FILE", help="go on with a game written by 'save'")
    add_language_option(parser)
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="plain text")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play one game."""
    seed = seed_of(options)
    game = Game.from_record(read_record(options.load)) if options.load else Game(setup_from(options, seed))
    players = len(game.players)
    seats = options.seats or [ME] + ["greedy"] * (players - 1)
    if len(seats) != players:
        raise ValueError(f"--seats: {len(seats)} named for {players} players")
    chance = Rng(seed, 1)
    bots = {i: new_bot(name, chance.next64()) for i, name in enumerate(seats) if name != ME}
    TerminalGame(game, seats, bots, Words(options.language), colour=use_colour(plain=options.no_colour)).play()
    return 0
