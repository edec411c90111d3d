"""`kingdom-builder games`: keep a copy of all games of a server, or bring one in."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import Any

from kingdom_builder.cli.arguments import STANDARD_INPUT
from kingdom_builder.cli.extras import extra


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "games",
        help="export or import a server's games",
        description="Copy all games of a server's database to a file, or from one: for backup, or to change databases.",
        epilog="Example: kingdom-builder games export backup.jsonl && "
        "kingdom-builder games import backup.jsonl --database postgresql://localhost/kingdom",
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    exporting = "write all games to a file, while a server is running or not"
    importing = "bring in all games of such a file, all of them or none; with SQLite, while no server is running"
    for name, words, work in (("export", exporting, export_to), ("import", importing, import_from)):
        action: argparse.ArgumentParser = actions.add_parser(name, help=words, description=words.capitalize() + ".")
        action.add_argument("file", metavar="FILE", help="lines of JSON; - for standard input or output")
        action.add_argument("--database", metavar="URL", help="as for `kingdom-builder serve`")
        action.set_defaults(run=run, work=work)


def run(options: argparse.Namespace) -> int:
    """Copy games."""
    with extra("server"):
        from kingdom_builder.server.settings import read_settings
    chosen = {} if options.database is None else {"database": options.database}
    asyncio.run(options.work(read_settings(chosen).database, options.file))
    return 0


async def export_to(url: str, name: str) -> None:
    """Write all games; the file is there whole or not at all."""
    from kingdom_builder.store.backup import export_games
    from kingdom_builder.store.database import Database

    database = Database(url)
    await database.open(to_read=True)
    try:
        if name == STANDARD_INPUT:
            async for line in export_games(database):
                print(line)
            return
        unfinished = Path(f"{name}.part")
        try:
            # It holds the decks of games that are going on: nobody else may read it.
            with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                async for line in export_games(database):
                    file.write(f"{line}\n")
            unfinished.replace(name)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                unfinished.unlink()
            raise
    finally:
        await database.close()


async def import_from(url: str, name: str) -> None:
    """Bring in all games of a file."""
    from kingdom_builder.store.backup import import_games
    from kingdom_builder.store.database import Database

    database = Database(url)
    await database.open()
    try:
        if name == STANDARD_INPUT:
            count = await import_games(database, sys.stdin)
        else:
            with Path(name).open(encoding="utf-8") as file:
                count = await import_games(database, file)
        print(f"{count} games imported", file=sys.stderr)
    finally:
        await database.close()
