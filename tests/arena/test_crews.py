"""Whoever plays, the results are the same; a process that is killed loses no game and doubles none."""

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

from kingdom_builder.arena.crew import Alone, Processes
from kingdom_builder.arena.players import Kit, read_code
from kingdom_builder.arena.results import GameResult, read_results, without_times
from kingdom_builder.arena.running import run_arena
from kingdom_builder.arena.schedule import Plan
from kingdom_builder.setup.builder import ALL_SETS
from tests.arena.made_up import played

PROGRAM = str(Path(sys.executable).parent / "kingdom-builder")
PATIENCE = 120.0


@pytest.fixture
def plan(bots: str) -> Plan:
    """Many short games, most of whose time is sleep."""
    return Plan(5, 24, (f"{bots}:Sleepy", "random"))


@pytest.fixture
def kit(plan: Plan) -> Kit:
    return Kit(read_code(plan.names))


def test_one_and_several_processes_have_the_same_results() -> None:
    """In this process, in one and in three: every game ends the same, at tables of all sizes and with all sets."""
    for plan in (
        Plan(2, 4, ("random", "greedy")),
        Plan(2, 24, lineup=("random",) * 3, sets=None),
        Plan(2, 24, lineup=("random",) * 5, sets=ALL_SETS),
    ):
        alone = played(plan, Alone(Kit()))
        assert len(alone) == plan.games
        for workers in (1, 3):
            assert played(plan, Processes(Kit(), workers)) == alone


def test_killed_processes_lose_and_double_no_game(plan: Plan, kit: Kit) -> None:
    """Processes are killed again and again, and still every game is there once, with its one result."""
    crew = Processes(kit, 2)
    kills = 0

    def kill(results: list[GameResult]) -> None:
        nonlocal kills
        if len(results) in (5, 6, 20):
            os.kill(crew.workers[0].process.pid or 0, signal.SIGKILL)
            kills += 1

    results = run_arena(plan, crew, progress=kill)
    crew.close()
    assert kills == 3
    assert [without_times(result) for result in results] == played(plan, Alone(kit))


def test_deaths_are_counted_for_each_bot(bots: str) -> None:
    """Two processes die while one bot thinks and two while another does: none of them is blamed, the game is played."""
    plan = Plan(5, 1, lineup=(f"{bots}:DiesTwice",) * 2)
    (result,) = played(plan, Processes(Kit(read_code(plan.names)), 1))
    assert result.fault is None
    assert len(list(Path(bots).parent.glob("death-*"))) == 4


def test_an_idle_process_that_dies_is_replaced(plan: Plan, kit: Kit) -> None:
    """Between two arenas a process may die too."""
    crew = Processes(kit, 1)
    first = list(crew.play(plan.group(0)))
    os.kill(crew.workers[0].process.pid or 0, signal.SIGKILL)
    crew.workers[0].process.join()
    second = list(crew.play(plan.group(0)))
    crew.close()
    assert [without_times(result) for result in first] == [without_times(result) for result in second]


def test_nothing_is_left_when_results_are_no_longer_wanted(plan: Plan, kit: Kit) -> None:
    """Whoever stops listening ends the processes."""
    crew = Processes(kit, 2)
    results = crew.play(plan.group(0) + plan.group(1))
    next(results)
    processes = [worker.process for worker in crew.workers]
    assert processes
    results.close()
    assert not any(process.is_alive() for process in processes)


def wait_for(happens: Callable[[], object]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.05)


def lines_in(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def start(plan: Plan, file: Path, *more: str) -> subprocess.Popen[bytes]:
    """Run an arena as people do."""
    arguments = ["--bots", ",".join(plan.bots), "--games", str(plan.games), "--seed", str(plan.seed)]
    return subprocess.Popen(
        [PROGRAM, "arena", *arguments, "--results", str(file), "--workers", "2", "--json", *more],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def test_an_arena_that_is_killed_is_resumed(plan: Plan, kit: Kit, tmp_path: Path) -> None:
    """Killed in the middle with its processes gone too, it goes on where it was and ends with the same results."""
    file = tmp_path / "r.jsonl"
    arena = start(plan, file)
    wait_for(lambda: lines_in(file) >= 4)
    children = psutil.Process(arena.pid).children(recursive=True)
    arena.kill()
    arena.communicate()
    psutil.wait_procs(children, timeout=PATIENCE)
    assert not any(child.is_running() for child in children)
    assert 4 <= lines_in(file) < plan.games
    again = start(plan, file)
    assert again.communicate()[1] == b""
    assert lines_in(file) == plan.games
    assert sorted(map(without_times, read_results(file)), key=lambda r: r.fixture) == played(plan, Alone(kit))


def test_ray_has_the_same_results_though_one_of_its_processes_is_killed(plan: Plan, kit: Kit, tmp_path: Path) -> None:
    """On a real local Ray with two processes, one killed in the middle, every game is there once, as played here."""
    file = tmp_path / "r.jsonl"
    arena = start(plan, file, "--ray", "local")

    def hosts() -> list[psutil.Process]:
        children = psutil.Process(arena.pid).children(recursive=True)
        return [child for child in children if any("ray::Host.play" in word for word in child.cmdline())]

    wait_for(lambda: lines_in(file) >= 2 and len(hosts()) == 2)
    victim, other = hosts()
    assert lines_in(file) < plan.games
    victim.kill()
    assert arena.communicate(timeout=PATIENCE)[1] == b""
    assert arena.returncode == 0
    assert lines_in(file) == plan.games
    assert sorted(map(without_times, read_results(file)), key=lambda r: r.fixture) == played(plan, Alone(kit))
    wait_for(lambda: not other.is_running())
