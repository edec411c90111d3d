"""The options and arguments that several commands share."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from kingdom_builder.bots import BOTS, new_bot
from kingdom_builder.bots.specs import is_file
from kingdom_builder.cli.parser import Parser
from kingdom_builder.cli.words import Words
from kingdom_builder.engine.answers import FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.fields import PositionError
from kingdom_builder.engine.hexes import COORDINATES, Coordinate, parse_hex
from kingdom_builder.engine.problems import InputError
from kingdom_builder.engine.setup import Setup
from kingdom_builder.game import Game
from kingdom_builder.sets.draft import OptionKind
from kingdom_builder.sets.problems import PositionProblem
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import first_game, new_setup, read_sets
from kingdom_builder.setup.options import GENERAL_OPTIONS, set_options

STANDARD_INPUT = "-"
_BOM = "\ufeff"
"""What some editors write at the beginning of a text in UTF-8."""
_MOST_DIGITS = 1000
OWN_SECTIONS = "KINGDOM_BUILDER_SECTIONS"
"""The environment variable that names a folder with more board sections."""


def comma_separated(text: str) -> list[str]:
    """Read a list on the command line: `a,b,c`."""
    return [word.strip() for word in text.split(",") if word.strip()]


def sets_argument(text: str) -> list[str]:
    """Read sets on the command line; `all` stands for every set and Queenie."""
    return list(read_sets(text))


def bots_argument(say: Words, *others: str) -> Callable[[str], list[str]]:
    """Return a function that reads a list of bots on the command line; `others` are names that it may contain too.

    Files of bots are read later, when the command runs.
    """

    def read(text: str) -> list[str]:
        names = comma_separated(text)
        for name in names:
            if name not in others and not is_file(name):
                try:
                    new_bot(name, 0)
                except ValueError:
                    expected = ", ".join((*others, *BOTS))
                    raise argparse.ArgumentTypeError(say("error.bot", text=repr(name), bots=expected)) from None
        return names

    return read


def hex_argument(say: Words) -> Callable[[str], Coordinate]:
    """Return a function that reads a hex on the command line: its name, or its number as an answer."""

    def read(text: str) -> Coordinate:
        try:
            number = REGISTRY.read_answer(text) if text.strip().isdecimal() else FIRST_OPTION
            return COORDINATES[HEX_OF_ANSWER[number]] if number < FIRST_OPTION else parse_hex(text)
        except InputError as error:
            raise argparse.ArgumentTypeError(say.problem(error)) from None

    return read


def whole_number(say: Words) -> Callable[[str], int]:
    """Return a function that reads a whole number from 0 on the command line."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit()):
            raise argparse.ArgumentTypeError(say("error.number", text=repr(text)))
        if len(text) > _MOST_DIGITS:
            raise argparse.ArgumentTypeError(say("error.long_number", n=_MOST_DIGITS))
        return int(text)

    return read


def add_setup_options(parser: Parser, *, players: int = 2) -> None:
    """Add the options that describe a set-up."""
    say = parser.say
    number = whole_number(say)
    group = parser.add_argument_group(say("group.setup"), say("group.setup.about"))
    for option in (*GENERAL_OPTIONS, *set_options()):
        name = f"--{option.argument or option.name.replace('_', '-')}"
        text = say(f"option.{option.name}")
        if option.kind is OptionKind.FLAG:
            group.add_argument(name, dest=option.name, action="store_true", help=text)
        elif option.name == "players":
            group.add_argument(name, type=number, default=players, metavar="N", help=text)
        elif option.name == "sets":
            text = say("option.sets", sets=", ".join(read_sets("all")))
            group.add_argument(name, type=sets_argument, default=["base"], metavar="A,B", help=text)
        elif option.kind is OptionKind.NUMBER:
            group.add_argument(name, dest=option.name, type=number, metavar="N", help=text)
        elif option.kind is OptionKind.NAME:
            group.add_argument(name, dest=option.name, metavar=say("metavar.name"), help=text)
        else:
            group.add_argument(name, dest=option.name, type=comma_separated, default=[], metavar="A,B", help=text)


def seed_of(options: argparse.Namespace) -> int:
    """Return the seed that was given, or a new one."""
    return secrets.randbelow(10**9) if options.seed is None else int(options.seed)


def setup_from(options: argparse.Namespace, seed: int, say: Words) -> Setup:
    """Make the set-up that the options describe."""
    if options.first_game:
        chosen = [n for n in ("sections", "cards", "tasks", "without_lords", "two_cards") if getattr(options, n)]
        if chosen or options.sets != ["base"]:
            name = (chosen or ["sets"])[0].replace("_", "-")
            raise ValueError(say("error.first_game", option=name))
        return first_game(seed, players=options.players, start=options.start, deck_seed=options.deck_seed)
    names = [option.name for option in (*GENERAL_OPTIONS, *set_options())]
    values = {name: getattr(options, name) for name in names if name not in ("seed", "first_game")}
    return new_setup(seed, **values)


def check_target(file: Path | None, option: str, say: Words) -> None:
    """Raise ValueError if a file cannot be written, before hours are spent on what it is to contain."""
    if file is not None and (file.is_dir() or not file.parent.is_dir()):
        raise ValueError(say("error.target", option=option, file=str(file)))


def read_text(name: str, say: Words) -> str:
    """Return the text of a file, or of standard input for `-`."""
    try:
        return sys.stdin.read().removeprefix(_BOM) if name == STANDARD_INPUT else Path(name).read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(say("error.not_text", file=name)) from None


def read_record(name: str, say: Words) -> str:
    """Return the text of a game record; say what to do with a position file, which has no game to go through."""
    text = read_text(name, say)
    if text.lstrip().startswith("{"):
        raise ValueError(say("error.not_record", file=name))
    return text


def add_position_options(parser: Parser) -> None:
    """Add the options of the commands that read positions."""
    say = parser.say
    parser.add_argument("file", metavar=say("metavar.file"), help=say("option.file.position"))
    parser.add_argument("--json", action="store_true", help=say("option.json"))
    parser.add_argument("--lines", action="store_true", help=say("option.lines"))


def one_per_line(options: argparse.Namespace) -> bool:
    """Return whether every line of the file is a position; then every position has one line of output."""
    return bool(options.lines or options.file.endswith(".jsonl"))


def positions(options: argparse.Namespace, say: Words) -> Iterator[Game]:
    """Yield the positions of the file: the whole file, or each of its lines; an error names its line."""
    text = read_text(options.file, say)
    if not one_per_line(options):
        yield Game.from_position(text)
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield Game.from_position(line)
            except PositionError as error:
                raise PositionError(PositionProblem.IN_LINE, n=number, error=error) from None
