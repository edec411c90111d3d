"""The pool on a real Ray cluster of this machine has the same outcomes as the one without Ray."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kingdom_builder.workers import FailureKind, StartError
from kingdom_builder.workers.ray import RayPool
from tests.workers.tasks import Do, start


@pytest.fixture(autouse=True)
def importable_in_actors(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(request.config.rootpath), os.environ.get("PYTHONPATH", "")]))


def test_a_cluster_has_the_outcomes_of_a_pool_and_reports_a_start_error(tmp_path: Path) -> None:
    """One cluster for all of it, because a cluster takes long to start."""
    tasks = [*[Do("echo", number) for number in range(20)], Do("raise", "x"), Do("crash", 4)]
    broken = tmp_path / "broken"
    pool: RayPool[str, Do, Any] = RayPool(start, str(broken), address="local", workers=1, hang_seconds=30, retries=1)
    with closing(pool):
        outcomes = {outcome.task: outcome for outcome in pool.run(tasks)}
        assert set(outcomes) == set(tasks)
        assert all(outcomes[task].value == (str(broken), task.argument) for task in tasks[:20])
        failures = [outcomes[task].failure for task in tasks[20:]]
        assert [failure and (failure.kind, failure.message) for failure in failures] == [
            (FailureKind.RAISED, "KeyError: 'x'"),
            (FailureKind.CRASHED, "its process ended with status 4"),
        ]
        broken.touch()
        with pytest.raises(StartError, match="LookupError: no such model"):
            list(pool.run(tasks))


def test_an_address_where_nothing_listens_is_one_line() -> None:
    with pytest.raises(ConnectionError, match=r"Ray at 127\.0\.0\.1:9: no answer, expected HOST:PORT"):
        RayPool(start, "", address="127.0.0.1:9")
