"""The SQLite database of a server on the disk: tests read it, and change it to avoid waiting."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Any

from tests.server.serving import ServerProcess

_PAUSE, _MOST_READS = 0.25, 40
"""A bot gives its next answer within this pause, or it waits for a person."""

TABLES = ("games", "seats", "events", "credentials")


def database_path(server: ServerProcess) -> Path:
    return Path(server.database.removeprefix("sqlite:///"))


def stored(server: ServerProcess) -> dict[str, list[tuple[Any, ...]]]:
    """Return everything that is stored."""
    with contextlib.closing(sqlite3.connect(f"file:{database_path(server)}?mode=ro", uri=True)) as connection:
        return {table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in TABLES}


def stored_at_rest(server: ServerProcess) -> dict[str, list[tuple[Any, ...]]]:
    """Return everything that is stored, as soon as no bot at a table of an earlier test writes any more."""
    found = stored(server)
    for _ in range(_MOST_READS):
        time.sleep(_PAUSE)
        before, found = found, stored(server)
        if found == before:
            break
    return found


def change(server: ServerProcess, statement: str, *values: Any) -> None:
    """Change rows without the server."""
    with contextlib.closing(sqlite3.connect(database_path(server), timeout=10)) as connection, connection:
        assert connection.execute(statement, values).rowcount > 0, f"nothing to change: {statement}"


def expire_credentials(server: ServerProcess, game: str, kind: str, moment: float = 1.0) -> None:
    """Set the expiry time of the tokens or links (`kind`) of a table, by default in the past."""
    change(server, "UPDATE credentials SET expires_at = ? WHERE game = ? AND kind = ?", moment, game, kind)


def bytes_on_disk(server: ServerProcess) -> bytes:
    """Return the content of all files of the database, with its write-ahead log."""
    path = database_path(server)
    return b"".join(file.read_bytes() for file in sorted(path.parent.glob(path.name + "*")))
