"""What several commands have in common on the command line."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path

from kingdom_builder.engine.fields import PositionError
from kingdom_builder.engine.hexes import Coordinate, parse_hex
from kingdom_builder.engine.setup import Setup
from kingdom_builder.library import Game
from kingdom_builder.sets.draft import OptionKind
from kingdom_builder.setup.builder import ALL_SETS, first_game, new_setup
from kingdom_builder.setup.options import GENERAL_OPTIONS, set_options

STANDARD_INPUT = "-"
OWN_SECTIONS = "KINGDOM_BUILDER_SECTIONS"
"""The environment variable that names a folder with more board sections."""


def words(text: str) -> list[str]:
    """Split a list on the command line: `a,b,c`."""
    return [word.strip() for word in text.split(",") if word.strip()]


def sets_argument(text: str) -> list[str]:
    """Read sets on the command line; `all` stands for every set and Queenie."""
    return list(ALL_SETS) if text == "all" else words(text)


def hex_argument(text: str) -> Coordinate:
    """Read a hex on the command line."""
    try:
        return parse_hex(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def whole_number(text: str) -> int:
    """Read a whole number from 0 on the command line."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def add_setup_options(parser: argparse.ArgumentParser, *, players: int = 2) -> None:
    """Add the options that describe a set-up."""
    group = parser.add_argument_group("set-up", "What is not chosen is drawn at random; the same seed draws the same.")
    for option in (*GENERAL_OPTIONS, *set_options()):
        name = f"--{option.argument or option.name.replace('_', '-')}"
        if option.kind is OptionKind.FLAG:
            group.add_argument(name, dest=option.name, action="store_true", help=option.help)
        elif option.name == "players":
            text = f"{option.help} (default %(default)s)"
            group.add_argument(name, type=whole_number, default=players, metavar=option.metavar, help=text)
        elif option.name == "sets":
            text = f"any of {','.join(ALL_SETS)}, or all"
            group.add_argument(name, type=sets_argument, default=["base"], metavar=option.metavar, help=text)
        elif option.kind is OptionKind.NUMBER:
            group.add_argument(name, dest=option.name, type=whole_number, metavar=option.metavar, help=option.help)
        elif option.kind is OptionKind.NAME:
            group.add_argument(name, dest=option.name, metavar=option.metavar, help=option.help)
        else:
            group.add_argument(name, dest=option.name, type=words, default=[], metavar=option.metavar, help=option.help)


def seed_of(options: argparse.Namespace) -> int:
    """Return the seed asked for, or a new one."""
    return secrets.randbelow(10**9) if options.seed is None else int(options.seed)


def setup_from(options: argparse.Namespace, seed: int) -> Setup:
    """Make the set-up that the options describe."""
    if options.first_game:
        chosen = [n for n in ("sections", "cards", "tasks", "without_lords", "two_cards") if getattr(options, n)]
        if chosen or options.sets != ["base"]:
            name = (chosen or ["sets"])[0].replace("_", "-")
            raise ValueError(f"--first-game fixes the set-up, so --{name} cannot be chosen with it")
        return first_game(seed, players=options.players, start=options.start, deck_seed=options.deck_seed)
    names = [option.name for option in (*GENERAL_OPTIONS, *set_options())]
    values = {name: getattr(options, name) for name in names if name not in ("seed", "first_game")}
    return new_setup(seed, **values)


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    try:
        return sys.stdin.read() if name == STANDARD_INPUT else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{name}: this is not a text file in UTF-8") from None


def read_record(name: str) -> str:
    """Return the text of a game record; say what to do with a position file, which has no game to go through."""
    text = read_text(name)
    if text.lstrip().startswith("{"):
        raise ValueError(
            f"{name}: this is a position file, not a game record; read it with the commands analyse, legal and score"
        )
    return text


def add_position_options(parser: argparse.ArgumentParser) -> None:
    """Add what the commands that read positions share."""
    parser.add_argument(
        "file", metavar="FILE", help="a position file (docs/position-format.md), or - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--lines", action="store_true", help="one position per line (the default for a .jsonl file)")


def one_per_line(options: argparse.Namespace) -> bool:
    """Say whether every line of the file is a position, and every line of output the answer to one."""
    return bool(options.lines or options.file.endswith(".jsonl"))


def positions(options: argparse.Namespace) -> Iterator[Game]:
    """Yield the positions in the file named: the whole file, or each of its lines; a mistake names its line."""
    text = read_text(options.file)
    if not one_per_line(options):
        yield Game.from_position(text)
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield Game.from_position(line)
            except PositionError as error:
                raise PositionError(f"line {number}: {error}") from None
