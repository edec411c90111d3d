"""`kingdom-builder games`: export all games of a server to a file, or import them from one."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
from pathlib import Path

from kingdom_builder.cli.arguments import STANDARD_INPUT
from kingdom_builder.cli.extras import extra
from kingdom_builder.cli.parser import Commands
from kingdom_builder.cli.words import Words


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("games", example="games export backup.jsonl")
    actions = Commands(parser, path="games.", metavar="action")
    restore = "games import backup.jsonl --database postgresql://localhost/kingdom"
    for action in (
        actions.add("export", run_export, example="games export backup.jsonl"),
        actions.add("import", run_import, example=restore),
    ):
        action.add_argument("file", metavar=say("metavar.file"), help=say("option.file.games"))
        action.add_argument("--database", metavar="URL", help=say("option.database.games"))


def run_export(options: argparse.Namespace, say: Words) -> int:
    """Write all games to a file."""
    asyncio.run(export_to(_database_url(options, say), options.file))
    return 0


def run_import(options: argparse.Namespace, say: Words) -> int:
    """Bring in the games of a file and print how many there are."""
    count = asyncio.run(import_from(_database_url(options, say), options.file))
    print(say("games.imported", n=count), file=sys.stderr)
    return 0


def _database_url(options: argparse.Namespace, say: Words) -> str:
    with extra("server", say):
        from kingdom_builder.server.settings import read_settings
    return read_settings({} if options.database is None else {"database": options.database}).database


async def export_to(url: str, name: str) -> None:
    """Write all games to a file, which appears only when it is complete."""
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
            # The file contains the decks of running games: no other user may read it.
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


async def import_from(url: str, name: str) -> int:
    """Bring in all games of a file and return their number."""
    from kingdom_builder.store.backup import import_games
    from kingdom_builder.store.database import Database

    database = Database(url)
    await database.open()
    try:
        if name == STANDARD_INPUT:
            return await import_games(database, sys.stdin)
        with Path(name).open(encoding="utf-8") as file:
            return await import_games(database, file)
    finally:
        await database.close()
