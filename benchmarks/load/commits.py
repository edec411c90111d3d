"""The simple way for comparison: one commit for each row, without a game."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path


def single_commits(path: Path, rate: float, seconds: float) -> tuple[list[float], float]:
    """Commit single rows at a rate, then as fast as possible; return the delay of each until it was on the disk."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, value TEXT NOT NULL)")
        times = []
        begun = time.perf_counter()
        for count in range(max(1, round(rate * seconds))):
            due = begun + count / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            connection.execute("INSERT INTO events (value) VALUES (?)", ("x" * 100,))
            times.append(time.perf_counter() - due)
            if time.perf_counter() - begun > 2 * seconds:
                break  # a disk that cannot keep up: what it has shown by now says so
        committed, end = 0, time.perf_counter() + min(2.0, seconds / 2)
        begun = time.perf_counter()
        while time.perf_counter() < end:
            connection.execute("INSERT INTO events (value) VALUES (?)", ("x" * 100,))
            committed += 1
        return times, committed / (time.perf_counter() - begun)
