"""Progress on a terminal while games are played: a live table by the library Rich, or a line of text without it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from kingdom_builder.arena.results import GameResult
from kingdom_builder.arena.runner import Progress
from kingdom_builder.arena.sprt import SequentialTest
from kingdom_builder.arena.statistics import statistics

if TYPE_CHECKING:
    from rich.table import Table

_SECONDS = 0.5
"""Seconds between two updates. Each computes the statistics again, which takes at most a tenth of the time."""


@contextmanager
def live_table(games: int, bots: Sequence[str], test: SequentialTest | None = None) -> Iterator[Progress]:
    """Show a table and a bar on standard error; raise ModuleNotFoundError if Rich is not installed."""
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("left:"), TimeRemainingColumn()
    )
    task = bar.add_task("games", total=games)
    due = 0.0
    with Live(_table(bots, [], test), console=Console(stderr=True), transient=True, auto_refresh=False) as live:

        def progress(results: list[GameResult]) -> None:
            nonlocal due
            begun = time.monotonic()
            if begun > due:
                bar.update(task, completed=len(results))
                live.update(Group(_table(bots, results, test), bar), refresh=True)
                ended = time.monotonic()
                due = ended + max(_SECONDS, 10 * (ended - begun))

        yield progress


@contextmanager
def progress_line(games: int, stream: TextIO) -> Iterator[Progress]:
    """Write how many games have been played, always in the same line of a terminal."""
    due = 0.0
    width = 0

    def progress(results: list[GameResult]) -> None:
        nonlocal due, width
        if (now := time.monotonic()) > due:
            due = now + _SECONDS
            text = f"{len(results)} of {games} games"
            width = len(text)
            stream.write(f"\r{text}")
            stream.flush()

    try:
        yield progress
    finally:
        stream.write(f"\r{' ' * width}\r")
        stream.flush()


def _table(bots: Sequence[str], results: Sequence[GameResult], test: SequentialTest | None) -> Table:
    from rich.table import Table

    table = Table()
    table.add_column("bot")
    for heading in ("win rate", "95 % interval", "mean score", "margin", "ms / turn", "faults"):
        table.add_column(heading, justify="right")
    found = statistics(results, ratings=False)["bots"] if results else {}
    for name in bots:
        if (bot := found.get(name)) is None:
            table.add_row(name)
            continue
        low, high = bot["interval"]
        table.add_row(
            name,
            f"{bot['win_rate']:.1%}",
            f"{low:.1%} – {high:.1%}",
            "" if bot["mean_score"] is None else f"{bot['mean_score']:.1f}",
            "" if bot["score_margin"] is None else f"{bot['score_margin']:+.1f}",
            f"{1000 * bot['seconds_per_turn']:.2f}",
            str(bot["faults"]),
        )
    if test is not None:
        lower, upper = test.bounds
        table.caption = f"is {test.bot} better? {test.ratio:+.2f}, ends at {lower:.2f} or {upper:.2f}"
    return table
