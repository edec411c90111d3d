"""Which SQLite is needed, and the settings of every connection to it that writes."""

from __future__ import annotations

import sqlite3
from typing import Any

LEAST_VERSION = (3, 35, 0)
"""The first version with all statements that the store uses: `RETURNING` is the newest of them."""

BUSY_SECONDS = 10
"""How long a statement waits for another process that writes."""


def check_version() -> None:
    """Raise ValueError if the SQLite of this Python is too old."""
    if sqlite3.sqlite_version_info < LEAST_VERSION:
        least = ".".join(map(str, LEAST_VERSION))
        raise ValueError(
            f"SQLite {least} or newer is needed, and this Python has {sqlite3.sqlite_version}: "
            "use another Python, or PostgreSQL"
        )


def configure(connection: Any) -> None:
    """Use a write-ahead log, so that readers and the writer do not wait for each other; sync every commit."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
