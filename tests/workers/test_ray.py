"""The pool, the arena and the training on a real Ray cluster of this machine have the same results as without Ray.

All tests share one cluster, because a cluster takes long to start.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from kingdom_builder.arena.players import BotEnvironment, sources_of
from kingdom_builder.arena.schedule import Schedule
from kingdom_builder.arena.training import play_generation
from kingdom_builder.workers import FailureKind, StartError
from kingdom_builder.workers import ray as module
from kingdom_builder.workers.ray import RayPool
from tests.arena.examples import bots_file
from tests.arena.test_runners import PATIENCE, assert_complete, lines_in, start_arena, wait_for
from tests.workers.tasks import Do, start

ACTOR = "ray::PoolActor.run"


@pytest.fixture(scope="module")
def cluster(request: pytest.FixtureRequest) -> Iterator[str]:
    """Start a cluster with two cores for this module and return its address; a pool that is closed leaves it open."""
    with pytest.MonkeyPatch.context() as patch:
        importable = os.pathsep.join([str(request.config.rootpath), os.environ.get("PYTHONPATH", "")])
        patch.setenv("PYTHONPATH", importable)
        # Ray's processes have a low priority by default: beside other tests they would hardly run.
        patch.setenv("RAY_worker_niceness", "0")
        before = {process.pid for process in descendants()}
        pool: RayPool[str, Do, Any] = RayPool(start, "", address="local", workers=2)
        join, ray = module._join, pool._ray
        running: str = ray.get_runtime_context().gcs_address
        shared = SimpleNamespace(**{**vars(ray), "shutdown": lambda: None})
        patch.setattr(
            module, "_join", lambda address, workers: shared if address == running else join(address, workers)
        )
        yield running
        started = [process for process in descendants() if process.pid not in before]
        pool.close()
        assert psutil.wait_procs(started, timeout=PATIENCE)[1] == [], "a cluster started here ends"


def descendants() -> list[psutil.Process]:
    return psutil.Process().children(recursive=True)


def test_a_cluster_has_the_outcomes_of_a_pool(cluster: str) -> None:
    tasks = [*[Do("echo", number) for number in range(20)], Do("raise", "x"), Do("crash", 4)]
    pool: RayPool[str, Do, Any] = RayPool(start, "", address=cluster, workers=1, hang_seconds=30, retries=1)
    with closing(pool):
        outcomes = {outcome.task: outcome for outcome in pool.run(tasks)}
    assert set(outcomes) == set(tasks)
    assert all(outcomes[task].value == ("", task.argument) for task in tasks[:20])
    failures = [outcomes[task].failure for task in tasks[20:]]
    assert [failure and (failure.kind, failure.message) for failure in failures] == [
        (FailureKind.RAISED, "KeyError: 'x'"),
        (FailureKind.CRASHED, "its process ended with status 4"),
    ]


def test_a_cluster_reports_a_start_error(cluster: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.touch()
    pool: RayPool[str, Do, Any] = RayPool(start, str(broken), address=cluster, workers=1)
    with closing(pool), pytest.raises(StartError, match="LookupError: no such model"):
        list(pool.run([Do("echo", 1)]))


def test_a_cluster_plays_the_same_generation(cluster: str, tmp_path: Path) -> None:
    alone, together = tmp_path / "alone.jsonl", tmp_path / "cluster.jsonl"
    play_generation(alone, 1, 3, {}, workers=1)
    play_generation(together, 1, 3, {}, workers=2, ray=cluster)
    assert sorted(alone.read_text().splitlines()) == sorted(together.read_text().splitlines())


def test_an_arena_on_a_cluster_has_the_same_results_if_one_of_its_actors_is_killed(
    cluster: str, tmp_path: Path
) -> None:
    """The command joins the cluster; one of its two actors is killed, and no actor remains at the end.

    The games are slow until then, because an actor may start some seconds after the other one.
    """
    schedule = Schedule(5, 24, (f"{bots_file(tmp_path)}:SleepyAtFirst", "random"))
    file = tmp_path / "r.jsonl"
    arena = start_arena(schedule, file, "--ray", cluster)
    wait_for(lambda: lines_in(file) >= 2 and len(actors()) == 2)
    victim, other = actors()
    assert lines_in(file) < schedule.games
    victim.kill()
    (tmp_path / "quick").touch()
    assert arena.communicate(timeout=PATIENCE)[1] == b""
    assert arena.returncode == 0
    assert_complete(file, schedule, BotEnvironment(sources_of(schedule.names)))
    wait_for(lambda: not other.is_running())


def actors() -> list[psutil.Process]:
    """Return the processes of Ray that run a pool now."""
    return [process for process in descendants() if ACTOR in words_of(process)]


def words_of(process: psutil.Process) -> str:
    """Return the command line of a process; nothing if it has ended."""
    try:
        return " ".join(process.cmdline())
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return ""


def test_an_address_where_nothing_listens_is_one_line() -> None:
    with pytest.raises(ConnectionError, match=r"Ray at 127\.0\.0\.1:9: no answer, expected HOST:PORT"):
        RayPool(start, "", address="127.0.0.1:9")
