"""The command `kingdom-builder`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import kingdom_builder
from kingdom_builder.cli import analyse, arena, games, legal, new, play, replay, score, sections, serve, simulate, train
from kingdom_builder.cli.arguments import OWN_SECTIONS
from kingdom_builder.setup.sections import add_folder

COMMANDS = (play, serve, new, score, legal, analyse, simulate, arena, train, replay, sections, games)


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Leave with status 2."""
        self.exit(2, f"{self.prog}: {message} (try {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; wrong input is one line on standard error and status 2."""
    parser = Parser(
        prog="kingdom-builder",
        description="Kingdom Builder, the board game: play it, score a table, settle what is legal, measure bots.",
        epilog=f"A folder with board sections of your own can be named in the environment variable {OWN_SECTIONS}.",
    )
    parser.add_argument("--version", action="version", version=f"kingdom-builder {kingdom_builder.__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    options = parser.parse_args(arguments)
    try:
        if os.environ.get(OWN_SECTIONS):
            add_folder(Path(os.environ[OWN_SECTIONS]))
        status: int = options.run(options)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Whoever reads the output has had enough; Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError) as error:
        print(f"kingdom-builder: {_one_line(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())
