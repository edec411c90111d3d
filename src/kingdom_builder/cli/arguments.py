"""What several commands have in common on the command line."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path

from kingdom_builder.engine.fields import PositionError
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import Place, parse
from kingdom_builder.setup.builder import ALL_SETS, Setup, first_game, new_setup

STANDARD_INPUT = "-"
OWN_SECTIONS = "KINGDOM_BUILDER_SECTIONS"
"""The environment variable that names a folder with more board sections."""


def words(text: str) -> list[str]:
    """Split a list on the command line: `a,b,c`."""
    return [word.strip() for word in text.split(",") if word.strip()]


def sets_argument(text: str) -> list[str]:
    """Read sets on the command line; `all` stands for every set and Queenie."""
    return list(ALL_SETS) if text == "all" else words(text)


def hex_argument(text: str) -> Place:
    """Read a hex on the command line."""
    try:
        return parse(text)
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
    group.add_argument(
        "--players", type=whole_number, default=players, metavar="N", help="2 to 5 (default %(default)s)"
    )
    group.add_argument(
        "--sets", type=sets_argument, default=["base"], metavar="A,B", help=f"any of {','.join(ALL_SETS)}, or all"
    )
    group.add_argument("--seed", type=whole_number, metavar="S", help="seed of the set-up (default: a new one)")
    group.add_argument("--deck-seed", type=whole_number, metavar="S", help="seed of the deck (default: from --seed)")
    group.add_argument(
        "--sections",
        type=words,
        default=[],
        metavar="A,B,C,D",
        help="top left, top right, bottom left, bottom right; farm:180 for a turned one, ? for any, generated for a "
        "new one (alone: four new ones)",
    )
    group.add_argument("--cards", type=words, default=[], metavar="A,B,C", help="Kingdom Builder cards, ? for any")
    group.add_argument("--tasks", type=words, default=[], metavar="A,B", help="task cards, one per Crossroads section")
    group.add_argument("--island", metavar="SIDE", help="the side of the Island: rope_bridge or tree_house")
    group.add_argument("--capitols", type=words, default=[], metavar="A,B", help="castles that carry a capitol")
    group.add_argument("--caves", type=words, default=[], metavar="A,B", help="mountains that are caves")
    group.add_argument("--swamp-cards", action="store_true", help="use the swamp cards without a Marshlands section")
    group.add_argument("--start", type=whole_number, metavar="SEAT", help="who begins, counted from 0 (default: any)")
    group.add_argument("--first-game", action="store_true", help="the set-up suggested for a first game")
    group.add_argument("--without-lords", action="store_true", help="leave out the Lords card")
    group.add_argument("--two-cards", action="store_true", help="variant: everybody holds two terrain cards")


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
    return new_setup(
        seed,
        players=options.players,
        sets=options.sets,
        sections=options.sections,
        cards=options.cards,
        tasks=options.tasks,
        start=options.start,
        deck_seed=options.deck_seed,
        two_cards=options.two_cards,
        without_lords=options.without_lords,
        always_swamp_cards=options.swamp_cards,
        island=options.island,
        capitols=options.capitols,
        caves=options.caves,
    )


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    try:
        return sys.stdin.read() if name == STANDARD_INPUT else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{name}: this is not a text file in UTF-8") from None


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
