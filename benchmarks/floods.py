"""Measure what the limits let through: half-sent requests, handshakes, and requests to two server processes.

The server runs as `kingdom-builder serve` does, on loopback, with its own limits. The flood comes from addresses of
127.0.0.0/8, or from one that is reported as a proxy does.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kingdom_builder.server.limit_settings import LimitSettings
from tests.server.raw_socket import RawConnection
from tests.server.serving import ServerProcess
from tests.services import Postgres, Redis

PARTS = ("connections", "handshakes", "processes")
DESCRIPTORS = 256
MONITOR, CLIENT = "127.0.0.3", {"X-Forwarded-For": "192.0.2.1"}
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"


@contextlib.contextmanager
def started(folder: Path, *prefix: str, **settings: Any) -> Iterator[ServerProcess]:
    """Run a server with its own limits; `prefix` goes before the command."""
    server = ServerProcess(folder, **{**LimitSettings().model_dump(), **settings})
    server.start(*prefix)
    try:
        yield server
    finally:
        server.kill()


def milliseconds_of_health(server: ServerProcess) -> float:
    """Ask on a new connection whether the server is alive; return the time of the answer."""
    begin = time.perf_counter()
    with contextlib.closing(
        http.client.HTTPConnection("127.0.0.1", server.port, timeout=30, source_address=(MONITOR, 0))
    ) as connection:
        connection.request("GET", "/health")
        assert connection.getresponse().status == 200
    return 1000 * (time.perf_counter() - begin)


async def hold(server: ServerProcess, addresses: int, count: int) -> list[asyncio.StreamWriter]:
    """Open connections from some addresses at once, each with half of a request."""

    async def one(number: int) -> asyncio.StreamWriter:
        source = (f"127.0.1.{number % addresses + 1}", 0)
        _, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=source)
        writer.write(HALF_HEAD)
        return writer

    return await asyncio.gather(*(one(number) for number in range(count)))


async def flood_of_connections(folder: Path, addresses: int, count: int) -> None:
    """Measure how long the server needs for an answer while somebody opens connections."""
    with started(folder, "bash", "-c", f'ulimit -n {DESCRIPTORS}; exec "$@"', "bash") as server:
        times: list[float] = []
        flood = asyncio.create_task(hold(server, addresses, count))
        while not flood.done() or len(times) < 20:
            times.append(await asyncio.to_thread(milliseconds_of_health, server))
        print(
            f"{count} half-sent requests, addresses: {addresses}, descriptors: {DESCRIPTORS}: /health answered "
            f"{len(times)} of {len(times)} times, in at most {max(times):.0f} ms"
        )
        for writer in await flood:
            writer.transport.abort()


def flood_of_handshakes(folder: Path, seconds: float) -> None:
    """Count the handshakes of one address that the server accepts."""
    with started(folder) as server:
        begin, sent, accepted = time.perf_counter(), 0, 0
        while time.perf_counter() - begin < seconds:
            with RawConnection(server) as connection:
                status = connection.open_websocket("/api/watch/nothing/live", CLIENT)
                accepted += status == 101 and connection.read_text()["code"] == "not_found"
                sent += 1
        print(
            f"handshakes of one address: {sent / seconds:.0f} each second, of which {accepted} in all were let through"
        )


def flood_of_two_processes(folder: Path, seconds: float) -> None:
    """Count the requests of one address that two processes let through together."""
    for name in ("postgres", "redis"):
        (folder / name).mkdir()
    postgres, redis = Postgres(folder / "postgres").start(), Redis(folder / "redis").start()
    try:
        for name, settings in {"PostgreSQL": {}, "Redis": {"redis": redis.url}}.items():
            database = postgres.database(f"floods_{name.lower()}")
            with (
                started(folder / f"{name}-1", database=database, **settings) as one,
                started(folder / f"{name}-2", database=database, **settings) as two,
            ):
                time.sleep(2)  # until both know of each other
                counts = _requests((one, two), seconds)
            limits = LimitSettings()
            allowed = limits.requests_per_second * (4 + seconds)
            print(f"requests to two processes by {name}: {counts[1]} of {counts[0]}; one process allows {allowed:.0f}")
    finally:
        redis.stop()
        postgres.stop()


def _requests(servers: tuple[ServerProcess, ...], seconds: float) -> list[int]:
    """Send requests to all servers at once; return how many were sent and how many were let through."""
    end, counts = time.perf_counter() + seconds, [0, 0]

    def run(server: ServerProcess) -> None:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port)) as connection:
            while time.perf_counter() < end:
                connection.request("HEAD", "/api/nothing", headers=CLIENT)
                response = connection.getresponse()
                response.read()
                counts[0] += 1
                counts[1] += response.status != http.client.TOO_MANY_REQUESTS

    threads = [threading.Thread(target=run, args=(server,)) for server in servers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counts


def main() -> int:
    """Run the floods."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PARTS, help="run one flood")
    parser.add_argument("--connections", type=int, default=3000, help="half-sent requests")
    parser.add_argument("--seconds", type=float, default=8.0, help="duration of the other floods")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kingdom-builder-bench-") as name:
        folder = Path(name)
        if options.only in (None, "connections"):
            for addresses in (1, 250):
                asyncio.run(flood_of_connections(folder / f"from-{addresses}", addresses, options.connections))
        if options.only in (None, "handshakes"):
            flood_of_handshakes(folder / "handshakes", options.seconds)
        if options.only in (None, "processes"):
            flood_of_two_processes(folder, options.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
