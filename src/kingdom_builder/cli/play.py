"""`kingdom-builder play`: a game in the terminal, against bots or each other."""

from __future__ import annotations

import argparse

from kingdom_builder.bots import BOTS
from kingdom_builder.bots.specs import resolve
from kingdom_builder.cli.arguments import add_setup_options, bots_argument, read_record, seed_of, setup_from
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.screen import use_colour
from kingdom_builder.cli.terminal_game import ME, TerminalGame
from kingdom_builder.cli.words import Words
from kingdom_builder.engine.rng import Rng
from kingdom_builder.game import Game


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("play", run, example="play --players 3 --seats me,greedy,random --sets base,nomads")
    add_setup_options(parser)
    parser.add_argument(
        "--seats", type=bots_argument(say, ME), metavar="A,B", help=say("option.seats", me=ME, bots=", ".join(BOTS))
    )
    parser.add_argument("--load", metavar=say("metavar.file"), help=say("option.load"))
    parser.add_argument("--no-colour", "--no-color", action="store_true", help=say("option.no_colour"))


def run(options: argparse.Namespace, say: Words) -> int:
    """Play one game."""
    seed = seed_of(options)
    game = Game.from_record(read_record(options.load, say)) if options.load else Game(setup_from(options, seed, say))
    players = len(game.players)
    seats = options.seats or [ME] + ["greedy"] * (players - 1)
    if len(seats) != players:
        raise ValueError(say("error.seats", named=len(seats), players=players))
    chance = Rng(seed, 1)
    bots = {i: resolve(name).new(chance.next64()) for i, name in enumerate(seats) if name != ME}
    TerminalGame(game, seats, bots, say, colour=use_colour(plain=options.no_colour)).play()
    return 0
