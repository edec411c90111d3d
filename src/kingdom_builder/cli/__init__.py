"""The command `kingdom-builder`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import kingdom_builder
from kingdom_builder import kernel
from kingdom_builder.cli import (
    admin,
    analyse,
    arena,
    daily,
    games,
    join,
    ladder,
    legal,
    new,
    play,
    puzzles,
    replay,
    review,
    score,
    sections,
    serve,
    simulate,
    statistics,
    train,
)
from kingdom_builder.cli.arguments import OWN_SECTIONS
from kingdom_builder.cli.parser import Commands, Parser, chosen_language, translate_argparse
from kingdom_builder.cli.words import Words
from kingdom_builder.setup.sections import add_folder

COMMANDS = (
    play,
    daily,
    serve,
    join,
    new,
    score,
    legal,
    analyse,
    review,
    simulate,
    arena,
    ladder,
    train,
    statistics,
    replay,
    puzzles,
    sections,
    games,
    admin,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; wrong input is one line on standard error and status 2."""
    language = chosen_language(arguments)
    translate_argparse(language)
    say = Words(language)
    options = new_parser(say).parse_args(arguments)
    try:
        if os.environ.get(kernel.VARIABLE):
            kernel.available()  # an error if it is required and cannot be used
        if os.environ.get(OWN_SECTIONS):
            add_folder(Path(os.environ[OWN_SECTIONS]))
        status: int = options.run(options, say)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of the output has closed the pipe; Python would report that again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError, kernel.KernelError) as error:
        print(f"kingdom-builder: {_one_line(error, say)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def new_parser(say: Words) -> Parser:
    """Return the parser of all commands, with texts in one language."""
    parser = Parser(
        say,
        prog="kingdom-builder",
        description=say("about"),
        epilog=say("own_sections", variable=OWN_SECTIONS),
    )
    parser.add_argument("--version", action=_Version, nargs=0, help=say("option.version"))
    commands = Commands(parser)
    for command in COMMANDS:
        command.add_to(commands, say)
    return parser


class _Version(argparse.Action):
    """Prints the version and whether the compiled kernel is used, which loads it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f"kingdom-builder {kingdom_builder.__version__}, kernel: {kernel.status()}")
        parser.exit()


def _one_line(error: Exception, say: Words) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return say.file_error(error)
    return " ".join(say.problem(error).split())
