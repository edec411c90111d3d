"""A pool gives every task exactly one outcome, whatever its processes do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from kingdom_builder.workers import NO_LABEL, FailureKind, Label, Outcome, StartError, TaskFailed, WorkerPool, process
from tests.workers.tasks import Do, hang_once_at_start, start

PATIENCE = 60.0
ROOT = Path(__file__).parents[2]


def run(tasks: Iterable[Do], **options: Any) -> dict[Do, Outcome[Do, Any]]:
    """Run tasks, check that each has one outcome, and return them by task."""
    tasks = list(tasks)
    pool = WorkerPool(start, "context", **{"workers": 2, **options})
    try:
        outcomes = list(pool.run(tasks))
    finally:
        pool.close()
    found = {outcome.task: outcome for outcome in outcomes}
    assert len(outcomes) == len(found) == len(tasks)
    return found


def echoes(count: int) -> list[Do]:
    return [Do("echo", number) for number in range(count)]


@pytest.mark.parametrize("workers", [1, 3])
def test_every_task_has_its_value(workers: int) -> None:
    found = run(echoes(200), workers=workers)
    assert all(outcome.result() == ("context", task.argument) for task, outcome in found.items())


def test_large_tasks_and_values_do_not_block() -> None:
    """More than a pipe holds, in both directions at once."""
    tasks = [Do("bytes", bytes([number]) * 500_000) for number in range(8)]
    assert all(outcome.result() == task.argument[::-1] for task, outcome in run(tasks).items())


def test_tasks_are_taken_only_when_they_are_needed() -> None:
    taken = 0

    def coming() -> Iterator[Do]:
        nonlocal taken
        for _ in range(1000):
            taken += 1
            yield Do("sleep", 0.05)

    pool = WorkerPool(start, "", workers=2)
    outcomes = pool.run(coming())
    next(outcomes)
    outcomes.close()
    assert taken <= 5


def test_an_exception_is_the_outcome_of_its_task() -> None:
    tasks = [Do("raise", "nothing"), Do("exit", 3), Do("return a lambda"), *echoes(4)]
    found = run(tasks)
    failures = [found[task].failure for task in tasks[:3]]
    assert all(failure is not None and failure.kind == FailureKind.RAISED for failure in failures)
    assert failures[0] is not None
    assert failures[0].message == "KeyError: 'nothing'"
    assert "in _raise" in failures[0].traceback
    with pytest.raises(TaskFailed, match="raised: KeyError: 'nothing'"):
        found[tasks[0]].result()
    assert all(found[task].failure is None for task in tasks[3:])


def test_a_task_whose_process_crashes_is_given_again(tmp_path: Path) -> None:
    found = run([Do("crash once", str(tmp_path / str(number))) for number in range(3)])
    assert [outcome.result() for outcome in found.values()] == ["done"] * 3


@pytest.mark.parametrize("retries", [0, 2])
def test_a_task_that_keeps_crashing_is_given_up(retries: int) -> None:
    bad = Do("crash", 5)
    found = run([*echoes(3), bad, *[Do("echo", number) for number in range(3, 9)]], retries=retries, workers=1)
    failure = found.pop(bad).failure
    assert failure is not None
    assert (failure.kind, failure.exit_status, failure.label) == (FailureKind.CRASHED, 5, NO_LABEL)
    assert failure.message == "its process ended with status 5"
    assert all(outcome.failure is None for outcome in found.values())


def test_crashes_are_counted_by_label(tmp_path: Path) -> None:
    """Four crashes under two labels are within two retries of each; three under one label are not."""
    tasks = []
    for name, subjects in (("spread", (0, 1, 0, 1)), ("alike", (0, 1, 1, 1))):
        (tmp_path / name).mkdir()
        tasks.append(Do("crash by label", (str(tmp_path / name), subjects)))
    spread, alike = run(tasks, retries=2).values()
    if spread.task != tasks[0]:
        spread, alike = alike, spread
    assert spread.value == "done"
    assert alike.failure is not None
    assert alike.failure.label == Label(1, 7)


def test_a_task_that_hangs_is_ended_with_its_label() -> None:
    bad = Do("hang", (4, 2))
    found = run([bad, *echoes(5)], hang_seconds=0.5)
    failure = found.pop(bad).failure
    assert failure is not None
    assert (failure.kind, failure.label) == (FailureKind.HUNG, Label(4, 2))
    assert failure.message == "its process made no report for 0.5 s"
    assert all(outcome.failure is None for outcome in found.values())


def test_a_task_that_reports_does_not_hang() -> None:
    (outcome,) = run([Do("work under labels", 2.0)], hang_seconds=0.5).values()
    assert outcome.value == "done"


def test_an_idle_process_does_not_hang() -> None:
    pool = WorkerPool(start, "", workers=1, hang_seconds=0.5)
    try:
        first = list(pool.run([Do("pid")]))
        time.sleep(1)
        second = list(pool.run([Do("pid")]))
    finally:
        pool.close()
    assert first[0].value == second[0].value


def test_a_process_that_dies_while_idle_is_replaced() -> None:
    pool = WorkerPool(start, "", workers=1)
    try:
        (first,) = pool.run([Do("pid")])
        os.kill(first.result(), signal.SIGKILL)
        pool.workers[0].process.join()
        (second,) = pool.run([Do("pid")])
    finally:
        pool.close()
    assert first.value != second.value


def test_an_entry_point_that_raises_is_a_start_error() -> None:
    pool: WorkerPool[str, Do, Any] = WorkerPool(start, __file__, workers=2)
    with pytest.raises(StartError, match="cannot start: LookupError: no such model"):
        list(pool.run(echoes(3)))
    assert pool.workers == []


def test_a_process_that_does_not_start_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a pool whose tasks may take any time."""
    monkeypatch.setattr(process, "START_SECONDS", 5.0)
    mark = tmp_path / "has hung"
    with closing(WorkerPool(hang_once_at_start, str(mark), workers=1)) as pool:
        assert [outcome.result() for outcome in pool.run([Do("echo", 1)])] == [(str(mark), 1)]
    assert mark.exists()


def test_closing_the_generator_ends_the_processes() -> None:
    pool = WorkerPool(start, "", workers=2)
    outcomes = pool.run([Do("pid"), Do("sleep", 600), Do("sleep", 600)])
    next(outcomes)
    processes = [worker.process for worker in pool.workers]
    assert len(processes) == 2
    outcomes.close()
    assert not any(process.is_alive() for process in processes)


def test_an_exception_of_the_tasks_ends_the_processes() -> None:
    def coming() -> Iterator[Do]:
        yield Do("sleep", 600)
        raise OSError("the list is torn")

    pool = WorkerPool(start, "", workers=2)
    with pytest.raises(OSError, match="the list is torn"):
        list(pool.run(coming()))
    assert pool.workers == []


def test_a_process_ignores_sigint_and_lowers_its_priority() -> None:
    interrupted, niceness = run([Do("interrupt itself"), Do("niceness")], nice=7).values()
    if interrupted.task.action != "interrupt itself":
        interrupted, niceness = niceness, interrupted
    assert interrupted.value == "alive"
    assert niceness.result() == min(19, os.nice(0) + 7)


def script(tmp_path: Path, body: str) -> subprocess.Popen[str]:
    """Run Python code that may use `pool`, with all output in pipes."""
    file = tmp_path / "script.py"
    file.write_text(
        "from kingdom_builder.workers import WorkerPool\n"
        "from tests.workers.tasks import Do, start\n"
        "if __name__ == '__main__':\n"
        "    pool = WorkerPool(start, '', workers=2)\n"
        f"    {body}\n"
    )
    return subprocess.Popen(
        [sys.executable, str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_what_a_task_prints_goes_to_standard_error(tmp_path: Path) -> None:
    out, err = script(tmp_path, "print(*[o.value for o in pool.run([Do('print', 'hello')])])").communicate()
    assert (out, err) == ("<stderr>\n", "hello\nhello\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_processes_end_with_their_owner(tmp_path: Path) -> None:
    """Also when the owner is killed and the tasks hang."""
    tasks = "[Do('pid'), Do('pid'), Do('sleep', 600), Do('sleep', 600)]"
    with script(tmp_path, f"[print(o.value, flush=True) for o in pool.run({tasks})]") as owner:
        assert owner.stdout is not None
        children = [psutil.Process(int(owner.stdout.readline())) for _ in range(2)]
        owner.kill()
    psutil.wait_procs(children, timeout=PATIENCE)
    assert not any(child.is_running() and child.status() != psutil.STATUS_ZOMBIE for child in children)
