"""Serves the metrics on an address of their own, because they are not for everybody: by default this machine's.

The main process does it, for all server processes of this machine together.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Metric, multiprocess, start_http_server
from prometheus_client.registry import Collector

from kingdom_builder.server.settings import Settings


@contextlib.contextmanager
def metrics_listener(settings: Settings, folder: str | None = None) -> Iterator[None]:
    """Serve the metrics while the block runs, if there is a port for them; ValueError if it cannot be used.

    `folder` is where several server processes write theirs; without it this process is the only one.
    """
    if settings.metrics_port is None:
        yield
        return
    registry = REGISTRY
    if folder is not None:
        registry = CollectorRegistry()
        registry.register(_AllProcesses(folder))
    try:
        server, thread = start_http_server(settings.metrics_port, settings.metrics_host, registry)
    except OSError as error:
        reason = error.strerror or str(error)
        where = f"{settings.metrics_host} port {settings.metrics_port}"
        raise ValueError(f"cannot listen on {where} for metrics: {reason}") from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _AllProcesses(Collector):
    """Adds up the metrics of all server processes. Gauges of processes that have ended do not count."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)

    def collect(self) -> Iterable[Metric]:
        for file in self._folder.glob("gauge_live*_*.db"):
            pid = int(file.stem.rpartition("_")[2])
            if not _is_running(pid):
                multiprocess.mark_process_dead(pid, str(self._folder))  # type: ignore[no-untyped-call]
        collector = multiprocess.MultiProcessCollector(CollectorRegistry(), str(self._folder))  # type: ignore[no-untyped-call]
        found: Iterable[Metric] = collector.collect()  # type: ignore[no-untyped-call]
        return found


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
