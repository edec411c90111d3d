"""Measure export and import of many games: the time, and the most memory, which must not grow with their number.

The games are copies of one with new ids. `kingdom-builder games export` and `games import` run as users run them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.store import fill
from kingdom_builder.store.database import Database

MOST_GROWTH = 1.25
"""The target: the most memory for all games, as a multiple of that for a tenth of them."""


class Run(NamedTuple):
    """What a command has used: seconds, CPU time, and the most resident memory in MiB."""

    seconds: float
    cpu_seconds: float
    memory: float


def run(*words: str) -> Run:
    """Run a command of this program and return what it has used."""
    arguments = [sys.executable, "-m", "kingdom_builder", *words]
    began = time.perf_counter()
    child = os.posix_spawn(sys.executable, arguments, os.environ)
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"kingdom-builder {' '.join(words)} has failed")
    return Run(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


async def write(url: str, games: int, answers: int) -> None:
    """Write a database with games."""
    database = Database(url)
    await database.open()
    await fill(database, games, answers)
    await database.close()


def measure(folder: Path, games: int, answers: int) -> dict[str, Run]:
    """Export some games, import them into a new database, and print what both need."""
    source, target, backup = (folder / f"{games}-{name}" for name in ("source.db", "target.db", "backup.jsonl"))
    asyncio.run(write(f"sqlite:///{source}", games, answers))
    found = {
        "export": run("games", "export", str(backup), "--database", f"sqlite:///{source}"),
        "import": run("games", "import", str(backup), "--database", f"sqlite:///{target}"),
    }
    size = backup.stat().st_size / 2**20
    for name, used in found.items():
        print(
            f"  {name} of {games:>7,} games, {size:6.0f} MiB: {used.seconds:6.1f} s, {used.cpu_seconds:6.1f} s CPU, "
            f"most memory {used.memory:6.1f} MiB",
            flush=True,
        )
    for file in (source, target, backup):
        file.unlink()
    return found


def main() -> int:
    """Measure a tenth of the games, and all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="the number of games")
    parser.add_argument("--answers", type=int, default=8, help="the answers of a game")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kingdom-builder-bench-") as folder:
        few, many = (measure(Path(folder), count, options.answers) for count in (options.games // 10, options.games))
    growths = {name: many[name].memory / few[name].memory for name in many}
    for name, growth in growths.items():
        verdict = "OK" if growth < MOST_GROWTH else "missed"
        print(f"  {name}: memory for ten times as many games {growth:.2f}   target < {MOST_GROWTH:g}: {verdict}")
    return 0 if all(growth < MOST_GROWTH for growth in growths.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
