"""Every way to play has the same results; processes that are killed lose no game and play none twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from kingdom_builder.arena.game import VERSION
from kingdom_builder.arena.jobs import ArenaContext, TrainingContext, arena_worker, training_worker
from kingdom_builder.arena.players import BotEnvironment, sources_of
from kingdom_builder.arena.results import GameResult, read_results, without_times
from kingdom_builder.arena.runner import HANG_SECONDS, InProcessRunner, PoolRunner, process_runner, run_arena
from kingdom_builder.arena.schedule import Schedule
from kingdom_builder.setup.builder import ALL_SETS
from kingdom_builder.workers import WorkerPool
from tests.arena.examples import played

PROGRAM = str(Path(sys.executable).parent / "kingdom-builder")
PATIENCE = 120.0


@pytest.fixture
def schedule(bots: str) -> Schedule:
    """Many short games, most of whose time is sleep."""
    return Schedule(5, 24, (f"{bots}:Sleepy", "random"))


@pytest.fixture
def environment(schedule: Schedule) -> BotEnvironment:
    return BotEnvironment(sources_of(schedule.names))


def test_one_and_several_processes_have_the_same_results() -> None:
    """In this process, in one and in three: every game ends the same, with all numbers of players and all sets."""
    for schedule in (
        Schedule(2, 4, ("random", "greedy")),
        Schedule(2, 24, lineup=("random",) * 3, sets=None),
        Schedule(2, 24, lineup=("random",) * 5, sets=ALL_SETS),
    ):
        expected = played(schedule, InProcessRunner(BotEnvironment()))
        assert len(expected) == schedule.games
        for workers in (1, 3):
            assert played(schedule, process_runner(BotEnvironment(), workers)) == expected


def test_killed_processes_lose_and_repeat_no_game(schedule: Schedule, environment: BotEnvironment) -> None:
    """Processes are killed several times, and still every game has exactly one result."""
    pool = WorkerPool(arena_worker, ArenaContext(environment), workers=2, hang_seconds=HANG_SECONDS)
    runner = PoolRunner(environment, pool, HANG_SECONDS)
    kills = 0

    def kill(results: list[GameResult]) -> None:
        nonlocal kills
        if len(results) in (5, 6, 20):
            os.kill(pool.workers[0].process.pid or 0, signal.SIGKILL)
            kills += 1

    results = run_arena(schedule, runner, progress=kill)
    runner.close()
    assert kills == 3
    assert [without_times(result) for result in results] == played(schedule, InProcessRunner(environment))


def test_crashes_are_counted_for_each_bot(bots: str) -> None:
    """Two processes crash while one bot thinks and two while the other does: no bot is blamed, the game is played."""
    schedule = Schedule(5, 1, lineup=(f"{bots}:DiesTwice",) * 2)
    (result,) = played(schedule, process_runner(BotEnvironment(sources_of(schedule.names)), 1))
    assert result.fault is None
    assert len(list(Path(bots).parent.glob("death-*"))) == 4


def test_no_process_is_left_when_no_more_results_are_wanted(schedule: Schedule, environment: BotEnvironment) -> None:
    """Closing the generator of results ends the processes."""
    pool = WorkerPool(arena_worker, ArenaContext(environment), workers=2)
    results = PoolRunner(environment, pool, HANG_SECONDS).play(schedule.group(0) + schedule.group(1))
    next(results)
    processes = [worker.process for worker in pool.workers]
    assert processes
    results.close()
    assert not any(process.is_alive() for process in processes)


def test_a_worker_of_another_version_does_not_start() -> None:
    """A machine of a cluster may have another version, which may play differently."""
    words = f"this machine has kingdom-builder {VERSION}, the one that started the games has 9.9"
    with pytest.raises(ValueError, match=words):
        arena_worker(ArenaContext(BotEnvironment(), version="9.9"), lambda label: None)
    with pytest.raises(ValueError, match=words):
        training_worker(TrainingContext({}, version="9.9"), lambda label: None)


def wait_for(happens: Callable[[], object]) -> None:
    """Wait until something is true."""
    until = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.05)


def lines_in(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def start_arena(schedule: Schedule, file: Path, *more: str) -> subprocess.Popen[bytes]:
    """Run the command `arena`."""
    arguments = ["--bots", ",".join(schedule.bots), "--games", str(schedule.games), "--seed", str(schedule.seed)]
    return subprocess.Popen(
        [PROGRAM, "arena", *arguments, "--results", str(file), "--workers", "2", "--json", *more],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def assert_complete(file: Path, schedule: Schedule, environment: BotEnvironment) -> None:
    """Check that a file has every game once, with the result of a game in this process."""
    assert lines_in(file) == schedule.games
    results = sorted(map(without_times, read_results(file)), key=lambda result: result.scheduled)
    assert results == played(schedule, InProcessRunner(environment))


def test_an_arena_that_is_killed_is_resumed(schedule: Schedule, environment: BotEnvironment, tmp_path: Path) -> None:
    """Its processes end with it; started again, it continues and ends with the same results."""
    file = tmp_path / "r.jsonl"
    arena = start_arena(schedule, file)
    wait_for(lambda: lines_in(file) >= 4)
    children = psutil.Process(arena.pid).children(recursive=True)
    arena.kill()
    arena.communicate()
    psutil.wait_procs(children, timeout=PATIENCE)
    assert not any(child.is_running() for child in children)
    assert 4 <= lines_in(file) < schedule.games
    again = start_arena(schedule, file)
    assert again.communicate()[1] == b""
    assert_complete(file, schedule, environment)
