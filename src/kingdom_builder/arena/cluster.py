"""Games on several machines by Ray. Each of its processes owns one of ours, so bots are watched there as here."""

from __future__ import annotations

import os
import socket
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import Any

from kingdom_builder.arena.crew import HANG_SECONDS, Processes
from kingdom_builder.arena.players import Kit
from kingdom_builder.arena.playing import VERSION
from kingdom_builder.arena.results import GameResult
from kingdom_builder.arena.schedule import Fixture

LOCAL = "local"
"""The address that stands for a Ray of our own on this machine."""

_BATCH_SECONDS = 1.0
_LARGEST_BATCH = 1000
_HOPELESS = 10
"""How many processes of Ray may be lost one after the other, without a game in between, until we give up."""


class Host:
    """What Ray runs: it has one process that plays."""

    def __init__(self, kit: Kit, hang_seconds: float) -> None:
        """Prepare."""
        self._crew = Processes(kit, 1, hang_seconds)

    def hello(self) -> str:
        """Return which version of the project plays here."""
        return VERSION

    def play(self, fixtures: list[Fixture]) -> tuple[list[GameResult], float]:
        """Play games and return their results, and how long it took."""
        begun = time.monotonic()
        return list(self._crew.play(fixtures)), time.monotonic() - begun


class Cluster:
    """The machines of a Ray cluster. What a lost process or machine had to play is played again by another."""

    def __init__(self, kit: Kit, address: str, workers: int | None = None, hang_seconds: float = HANG_SECONDS) -> None:
        """Join a cluster, or start one on this machine; ModuleNotFoundError if Ray is not installed."""
        ray = self._ray = join(address, workers)
        self._count = workers or cores(ray)
        self._new_host = ray.remote(num_cpus=1, max_restarts=0)(Host).remote
        self._arguments = kit, hang_seconds
        self._batch = 1

    def close(self) -> None:
        """Leave the cluster; one of our own ends."""
        self._ray.shutdown()

    def play(self, fixtures: Iterable[Fixture]) -> Generator[GameResult, None, None]:
        """Play on all machines."""
        coming = iter(fixtures)
        again: deque[Fixture] = deque()
        working: dict[Any, tuple[Any, list[Fixture]]] = {}
        hosts = failures = 0
        done_coming = False
        try:
            while again or not done_coming or any(batch for _, batch in working.values()):
                while hosts < self._count and (batch := self._next(again, coming)):
                    # A host says hello before it gets games: one that waits for a free core holds none back.
                    again.extendleft(reversed(batch))
                    host = self._new_host(*self._arguments)
                    working[host.hello.remote()] = host, []
                    hosts += 1
                if not working:
                    return
                for done in self._ray.wait(list(working), num_returns=1)[0]:
                    host, batch = working.pop(done)
                    try:
                        results = self._results(self._ray.get(done))
                    except self._ray.exceptions.RayError as error:
                        failures += 1
                        if failures == _HOPELESS or not isinstance(error, self._ray.exceptions.RayActorError):
                            raise ConnectionError(f"--ray: {' '.join(str(error).split())[-300:]}") from None
                        again.extend(batch)
                        hosts -= 1
                        continue
                    if batch := self._next(again, coming):
                        working[host.play.remote(batch)] = host, batch
                    else:
                        done_coming = True
                        self._ray.kill(host)
                        hosts -= 1
                    if results:
                        failures = 0
                    yield from results
        finally:
            for host, _ in working.values():
                self._ray.kill(host)

    def _next(self, again: deque[Fixture], coming: Iterator[Fixture]) -> list[Fixture]:
        batch = [again.popleft() for _ in range(min(len(again), self._batch))]
        return batch + list(islice(coming, self._batch - len(batch)))

    def _results(self, answer: str | tuple[list[GameResult], float]) -> list[GameResult]:
        if isinstance(answer, str):
            check_version(answer)
            return []
        results, seconds = answer
        self._batch = max(1, min(_LARGEST_BATCH, int(_BATCH_SECONDS * len(results) / max(seconds, 1e-6))))
        return results


def join(address: str, workers: int | None = None) -> Any:
    """Join a cluster, or start one on this machine, and return the library; `shutdown` leaves it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would report to its makers
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns about its next release
    import ray as library

    ray: Any = library
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        ray.init("local", num_cpus=workers, include_dashboard=False, **quiet)
        return ray
    _knock(address)
    try:
        ray.init(address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ConnectionError(f"--ray {address}: {' '.join(str(error).split())[:200]}") from None
    return ray


def cores(ray: Any) -> int:
    """Return how many processes a cluster has room for."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def check_version(version: str) -> None:
    """See that another machine runs the same version of the project as this one; ValueError if not."""
    if version != VERSION:
        raise ValueError(f"--ray: a machine has kingdom-builder {version}, this one has {VERSION}")


def _knock(address: str) -> None:
    """See that somebody answers at an address with a port; Ray itself would try for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, ValueError):
        raise ConnectionError(f"--ray {address}: nobody answers there, expected HOST:PORT of a Ray cluster") from None
