"""The worker pool on the machines of a Ray cluster. Each actor owns a pool of one process, which it supervises."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Generator, Iterable
from typing import Any, Generic, TypeVar

from kingdom_builder.workers.pool import RETRIES, Backlog, WorkerPool
from kingdom_builder.workers.process import Entry, Outcome, StartError

C = TypeVar("C")
T = TypeVar("T")
V = TypeVar("V")

LOCAL = "local"
"""The address that starts a cluster on this machine."""

_BATCH_SECONDS = 1.0
_MAX_BATCH = 1000
_MAX_LOST_ACTORS = 10
"""How many actors may be lost one after the other, without an outcome in between, before the run ends."""


class PoolActor(Generic[C, T, V]):
    """What Ray runs on a core of a machine."""

    def __init__(self, entry: Entry[C, T, V], context: C, hang_seconds: float | None, retries: int) -> None:
        """Prepare."""
        self._pool = WorkerPool(entry, context, workers=1, hang_seconds=hang_seconds, retries=retries)

    def ready(self) -> None:
        """Return as soon as this actor has a core."""

    def run(self, tasks: list[T]) -> tuple[list[Outcome[T, V]], float]:
        """Return the outcomes of tasks, and how many seconds they took."""
        begun = time.monotonic()
        return list(self._pool.run(tasks)), time.monotonic() - begun


class RayPool(Generic[C, T, V]):
    """The cores of a Ray cluster. Tasks of an actor or machine that is lost are given to another."""

    def __init__(
        self,
        entry: Entry[C, T, V],
        context: C,
        *,
        address: str,
        workers: int | None = None,
        hang_seconds: float | None = None,
        retries: int = RETRIES,
    ) -> None:
        """Join a cluster, or start one on this machine; raise ModuleNotFoundError if Ray is not installed."""
        ray = self._ray = _join(address, workers)
        self._count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._new_actor = ray.remote(num_cpus=1, max_restarts=0)(PoolActor).remote
        self._arguments = entry, context, hang_seconds, retries
        self._batch = 1

    def run(self, tasks: Iterable[T]) -> Generator[Outcome[T, V], None, None]:
        """Run tasks on all machines and yield each outcome as soon as its batch is done, in any order."""
        backlog = Backlog(tasks)
        running: dict[Any, tuple[Any, list[T]]] = {}
        lost = 0
        try:
            while True:
                # An actor that waits for a free core holds no tasks back: it gets the first when it is ready.
                while len(running) < self._count and not backlog.empty():
                    actor = self._new_actor(*self._arguments)
                    running[actor.ready.remote()] = actor, []
                if not running:
                    return
                for done in self._ray.wait(list(running), num_returns=1)[0]:
                    actor, batch = running.pop(done)
                    outcomes, error = self._outcomes(done)
                    lost = 0 if outcomes else lost if error is None else lost + 1
                    if lost == _MAX_LOST_ACTORS:
                        raise ConnectionError(f"Ray: {_one_line(error)[-300:]}") from None
                    if error is not None:
                        backlog.put_behind(batch)
                    elif batch := backlog.take_several(self._batch):
                        running[actor.run.remote(batch)] = actor, batch
                    else:
                        self._ray.kill(actor)
                    yield from outcomes
        finally:
            for actor, _ in running.values():
                self._ray.kill(actor)

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        self._ray.shutdown()

    def _outcomes(self, done: Any) -> tuple[list[Outcome[T, V]], Exception | None]:
        """Return what an actor has sent, or the error by which it was lost; raise any other error."""
        errors = self._ray.exceptions
        try:
            answer: tuple[list[Outcome[T, V]], float] | None = self._ray.get(done)
        except errors.RayActorError as error:
            return [], error
        except errors.RayError as error:
            if isinstance(cause := getattr(error, "cause", None), StartError):
                raise StartError(*cause.args) from None
            raise ConnectionError(f"Ray: {_one_line(error)[-300:]}") from None
        if answer is None:
            return [], None
        outcomes, seconds = answer
        self._batch = max(1, min(_MAX_BATCH, int(_BATCH_SECONDS * len(outcomes) / max(seconds, 1e-6))))
        return outcomes, None


def _join(address: str, workers: int | None) -> Any:
    """Join a cluster, or start one on this machine, and return the library; its `shutdown` leaves the cluster."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray would send statistics to its makers
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray would warn about its next release
    import ray as library  # it is optional

    ray: Any = library
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        ray.init("local", num_cpus=workers, include_dashboard=False, **quiet)
        return ray
    _check_reachable(address)
    try:
        ray.init(address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ConnectionError(f"Ray at {address}: {_one_line(error)[:200]}") from None
    return ray


def _check_reachable(address: str) -> None:
    """Raise ConnectionError if nothing listens at an address with a port; Ray itself would try for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, ValueError):
        raise ConnectionError(f"Ray at {address}: no answer, expected HOST:PORT of a Ray cluster") from None


def _one_line(error: Exception | None) -> str:
    return " ".join(str(error).split())
