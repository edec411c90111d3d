"""The settings of every connection to SQLite that writes."""

from __future__ import annotations

from typing import Any

BUSY_SECONDS = 10
"""How long a statement waits for another process that writes."""


def configure(connection: Any) -> None:
    """Use a write-ahead log, so that readers and the writer do not wait for each other; sync every commit."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
