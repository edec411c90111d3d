"""The table and the bar that people watch while games are played, by the library Rich, on standard error."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kingdom_builder.arena.figures import figures
from kingdom_builder.arena.results import GameResult
from kingdom_builder.arena.running import Progress
from kingdom_builder.arena.sequential import SequentialTest

_EVERY = 0.5
"""Seconds between two pictures; the figures are reckoned anew for each, and take at most a tenth of the time."""


@contextmanager
def live_table(games: int, bots: Sequence[str], test: SequentialTest | None = None) -> Iterator[Progress]:
    """Show how far the arena is; ModuleNotFoundError if Rich is not installed."""
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Table

    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("left:"), TimeRemainingColumn()
    )
    task = bar.add_task("games", total=games)
    due = 0.0

    def picture(results: Sequence[GameResult]) -> Table:
        table = Table()
        table.add_column("bot")
        for heading in ("win rate", "95 % interval", "mean score", "margin", "ms / turn", "faults"):
            table.add_column(heading, justify="right")
        found = figures(results, ratings=False)["bots"] if results else {}
        for name in bots:
            if (facts := found.get(name)) is None:
                table.add_row(name)
                continue
            low, high = facts["interval"]
            table.add_row(
                name,
                f"{facts['win_rate']:.1%}",
                f"{low:.1%} – {high:.1%}",
                "" if facts["mean_score"] is None else f"{facts['mean_score']:.1f}",
                "" if facts["score_margin"] is None else f"{facts['score_margin']:+.1f}",
                f"{1000 * facts['seconds_per_turn']:.2f}",
                str(facts["faults"]),
            )
        if test is not None:
            lower, upper = test.bounds
            table.caption = f"is {test.bot} better? {test.ratio:+.2f}, ends at {lower:.2f} or {upper:.2f}"
        return table

    with Live(Group(picture([]), bar), console=Console(stderr=True), transient=True, auto_refresh=False) as live:

        def progress(results: list[GameResult]) -> None:
            nonlocal due
            begun = time.monotonic()
            if begun > due:
                bar.update(task, completed=len(results))
                live.update(Group(picture(results), bar), refresh=True)
                ended = time.monotonic()
                due = ended + max(_EVERY, 10 * (ended - begun))

        yield progress
