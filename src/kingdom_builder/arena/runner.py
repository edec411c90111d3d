"""Run an arena: play the games of a schedule in this process or a pool of workers; known games are not played again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from statistics import fmean
from typing import Protocol

from kingdom_builder.arena.game import play_scheduled_game, result_of_lost_process
from kingdom_builder.arena.jobs import ArenaContext, arena_worker
from kingdom_builder.arena.players import BotEnvironment
from kingdom_builder.arena.results import FaultKind, GameResult, ResultsFile
from kingdom_builder.arena.schedule import Schedule, ScheduledGame
from kingdom_builder.arena.sprt import SequentialTest, Verdict
from kingdom_builder.workers import NO_LABEL, Failure, FailureKind, Outcome, WorkerPool
from kingdom_builder.workers.pool import Pool
from kingdom_builder.workers.ray import RayPool

HANG_SECONDS = 60.0
"""How long a bot may think about one answer, by the wall clock, before its process is killed."""

TRIES = 3
"""How often a process must crash while the same bot thinks about the same game before that is the bot's fault."""

Progress = Callable[[list[GameResult]], None]
"""Called with all results so far, after each game."""


class Runner(Protocol):
    """What plays games."""

    def play(self, games: Iterable[ScheduledGame]) -> Generator[GameResult, None, None]:
        """Play all games and yield each result, once, as soon as it is known."""
        ...

    def close(self) -> None:
        """Free what it holds."""
        ...


class InProcessRunner:
    """Plays in this process, one game after the other. Nothing ends a bot that hangs."""

    def __init__(self, environment: BotEnvironment) -> None:
        """Play with this environment."""
        self._environment = environment

    def play(self, games: Iterable[ScheduledGame]) -> Generator[GameResult, None, None]:
        """Play in order."""
        for game in games:
            yield play_scheduled_game(game, self._environment)[0]

    def close(self) -> None:
        """Hold nothing."""


class PoolRunner:
    """Plays in a pool of worker processes and decides which bot is to blame for a process that is lost."""

    def __init__(self, environment: BotEnvironment, pool: Pool[ScheduledGame, GameResult], hang_seconds: float) -> None:
        """Play in a pool whose workers have the same environment."""
        self._environment = environment
        self._pool = pool
        self._hang_seconds = hang_seconds

    def play(self, games: Iterable[ScheduledGame]) -> Generator[GameResult, None, None]:
        """Play in any order; closing the generator ends the processes."""
        outcomes = self._pool.run(games)
        try:
            for outcome in outcomes:
                yield outcome.result() if outcome.failure is None else self._blame(outcome, outcome.failure)
        finally:
            outcomes.close()

    def close(self) -> None:
        """End the processes."""
        self._pool.close()

    def _blame(self, outcome: Outcome[ScheduledGame, GameResult], failure: Failure) -> GameResult:
        """Return the game as lost by the bot that was thinking; raise an error if none was."""
        game, (seat, turn) = outcome.task, failure.label
        if failure.kind == FailureKind.RAISED:
            raise RuntimeError(f"game {game.name} of seed {game.seed}:\n{failure.traceback}")
        if failure.label == NO_LABEL:
            raise ChildProcessError(f"game {game.name} of seed {game.seed} cannot be played: {failure.message}")
        if failure.kind == FailureKind.HUNG:
            message = f"gave no answer for {self._hang_seconds:g} s and was killed"
        else:
            message = f"its process ended {TRIES} times with status {failure.exit_status} while it was thinking"
        return result_of_lost_process(game, self._environment, seat, turn, FaultKind(failure.kind), message)


def process_runner(
    environment: BotEnvironment, workers: int | None = None, hang_seconds: float = HANG_SECONDS
) -> PoolRunner:
    """Return a runner with processes of this machine, one for each core if their number is not given."""
    pool = WorkerPool(
        arena_worker, ArenaContext(environment), workers=workers, hang_seconds=hang_seconds, retries=TRIES - 1
    )
    return PoolRunner(environment, pool, hang_seconds)


def ray_runner(
    environment: BotEnvironment, address: str, workers: int | None = None, hang_seconds: float = HANG_SECONDS
) -> PoolRunner:
    """Return a runner on a Ray cluster; raise ModuleNotFoundError if Ray is not installed."""
    pool = RayPool(
        arena_worker,
        ArenaContext(environment),
        address=address,
        workers=workers,
        hang_seconds=hang_seconds,
        retries=TRIES - 1,
    )
    return PoolRunner(environment, pool, hang_seconds)


def run_arena(
    schedule: Schedule,
    runner: Runner,
    *,
    file: ResultsFile | None = None,
    test: SequentialTest | None = None,
    progress: Progress = lambda results: None,
) -> list[GameResult]:
    """Play the games of a schedule that are not in the file yet, and return the results of all in order.

    With a test, groups count in their order, and those after its end do not count at all.
    """
    known = {} if file is None else {result.scheduled: result for result in file.results}
    if test is not None:
        return _run_until_decided(schedule, runner, known, file, test, progress)
    games = [game for group in schedule.groups() for game in group]
    results = [known[game] for game in games if game in known]
    progress(results)
    for result in runner.play(game for game in games if game not in known):
        if file is not None:
            file.add(result)
        results.append(result)
        progress(results)
    return sorted(results, key=lambda result: result.scheduled)


def _run_until_decided(
    schedule: Schedule,
    runner: Runner,
    known: dict[ScheduledGame, GameResult],
    file: ResultsFile | None,
    test: SequentialTest,
    progress: Progress,
) -> list[GameResult]:
    """Play groups until the test ends. A game is written when its group counts, so the file has what the test saw."""
    counted: list[GameResult] = []
    sizes: dict[int, int] = {}
    ended: defaultdict[int, list[GameResult]] = defaultdict(list)

    def coming() -> Iterator[ScheduledGame]:
        for number, group in enumerate(schedule.groups()):
            count()
            if test.verdict is not Verdict.UNDECIDED:
                return
            sizes[number] = len(group)
            ended[number] += [known[game] for game in group if game in known]
            yield from (game for game in group if game not in known)

    def count() -> None:
        number = test.seen.total()
        while test.verdict is Verdict.UNDECIDED and number in sizes and len(ended[number]) == sizes[number]:
            results = sorted(ended.pop(number), key=lambda result: result.scheduled)
            for result in results:
                if file is not None and result.scheduled not in known:
                    file.add(result)
            counted.extend(results)
            test.add(mean_share(test.bot, results))
            number += 1

    results = runner.play(coming())
    for result in results:
        ended[result.scheduled.group].append(result)
        count()
        progress(counted)
        if test.verdict is not Verdict.UNDECIDED:
            break
    results.close()
    count()
    return counted


def mean_share(bot: str, results: Sequence[GameResult]) -> float:
    """Return a bot's mean share of the victories in a group."""
    return fmean(
        result.shares[seat] for result in results for seat, name in enumerate(result.scheduled.seats) if name == bot
    )
