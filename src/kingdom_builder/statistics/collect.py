"""Plays many games and adds them up, in shards that an interrupted run does not play again.

A shard is a file with the sums of the games from one number to another. It depends on nothing but the seed, the bot and
these numbers, so neither the number of processes nor an interruption changes the summary.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingdom_builder.arena.game import VERSION
from kingdom_builder.arena.jobs import check_version
from kingdom_builder.arena.results import write_whole
from kingdom_builder.bots.specs import resolve
from kingdom_builder.statistics.document import Origin, SummaryDocument, read_document, write_document
from kingdom_builder.statistics.schedule import BOT, play
from kingdom_builder.statistics.summary import Summary, merged
from kingdom_builder.workers import FailureKind, Report, WorkerPool

SHARD = 250
"""The number of games of a shard."""

TRIES = 5
"""How often a process may crash over one shard before the run ends."""


@dataclass(frozen=True)
class Shard:
    """Some games of a run: `SHARD` of them, from the number `first`."""

    seed: int
    first: int
    bot: str = BOT

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"games-{self.seed}-{self.first:07d}.json"


def collect(
    folder: Path,
    *,
    games: int,
    seed: int = 1,
    workers: int | None = None,
    bot: str = BOT,
    progress: Callable[[int], None] = lambda played: None,
) -> int:
    """Play the shards of a run that are not in the folder yet; return the number of games that are there now.

    Only whole shards are played. Raise ValueError if the folder has games of another run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    resolve(bot)
    wanted = [Shard(seed, first, bot) for first in range(0, games, SHARD)]
    if wanted:
        read_folder(folder, seed=seed, bot=bot)
    missing = [shard for shard in wanted if not (folder / shard.name).exists()]
    played = SHARD * (len(wanted) - len(missing))
    progress(played)
    with closing(_played(missing, workers)) as results:
        for shard, document in results:
            write_whole(folder / shard.name, json.dumps(document) + "\n")
            played += SHARD
            progress(played)
    return played


def play_shard(shard: Shard) -> SummaryDocument:
    """Play the games of a shard."""
    summary = Summary()
    for index in range(shard.first, shard.first + SHARD):
        summary.add(play(shard.seed, index, shard.bot))
    return write_document(summary, Origin(shard.bot, resolve(shard.bot).version, shard.seed))


def read_folder(folder: Path, *, seed: int | None = None, bot: str | None = None) -> tuple[Summary, Origin] | None:
    """Return the sums of all shards of a folder and where they are from; None if there are none.

    Raise ValueError if they are of several runs, or of another run than the one with this seed and bot.
    """
    origin = None if seed is None or bot is None else Origin(bot, resolve(bot).version, seed)
    found = []
    for path in sorted(folder.glob("games-*.json")):
        summary, of_shard = read_document(path.read_bytes(), str(path))
        if origin is not None and of_shard != origin:
            raise ValueError(f"{path}: games of {of_shard}, not of {origin}: give another folder")
        origin = of_shard
        found.append(summary)
    return (merged(found), origin) if found and origin is not None else None


def shard_worker(version: str, _: Report) -> Callable[[Shard], SummaryDocument]:
    """Prepare a process for shards."""
    check_version(version)
    return play_shard


def _played(
    shards: Iterable[Shard], workers: int | None
) -> Generator[tuple[Shard, dict[str, Any] | SummaryDocument], None, None]:
    """Yield the shards as they end."""
    shards = list(shards)
    if workers == 1 or len(shards) < 2:
        for shard in shards:
            yield shard, play_shard(shard)
        return
    pool = WorkerPool(shard_worker, VERSION, workers=workers, retries=TRIES - 1)
    with closing(pool), closing(pool.run(shards)) as outcomes:
        for outcome in outcomes:
            if (failure := outcome.failure) is None:
                yield outcome.task, outcome.result()
            elif failure.kind == FailureKind.RAISED:
                raise RuntimeError(f"games from {outcome.task.first}:\n{failure.traceback}")
            else:
                raise ChildProcessError(f"games from {outcome.task.first} cannot be played: {failure.message}")
