"""Measure what tables cost at which nobody moves: messages between processes, commits, and CPU time.

Several server processes share a PostgreSQL database. Tables have a spectator each, who is connected to some process.
Without tables the same is measured first: what the processes cost by themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import psutil
import websockets
from redis import asyncio as redis

from benchmarks.load.stored_games import Invited, fill
from tests.server.serving import ServerProcess, serving
from tests.services import Postgres, Redis


@dataclass
class Costs:
    """What was counted so far."""

    at: float
    commits: int
    published: int
    cpu: float


async def costs(servers: list[ServerProcess], redis_url: str | None) -> Costs:
    """Return the counts of PostgreSQL, of Redis and of the servers."""
    connection = await asyncpg.connect(servers[0].database)
    await connection.execute("SELECT pg_stat_force_next_flush()")
    name = servers[0].database.rsplit("/", 1)[1]
    commits = await connection.fetchval("SELECT xact_commit FROM pg_stat_database WHERE datname = $1", name)
    await connection.close()
    published = 0
    if redis_url:
        async with redis.from_url(redis_url) as client:
            published = (await client.info("commandstats")).get("cmdstat_publish", {}).get("calls", 0)
    cpu = 0.0
    for process in [psutil.Process(server.process.pid) for server in servers]:
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            cpu += times.user + times.system
    return Costs(time.monotonic(), commits, published, cpu)


@contextlib.asynccontextmanager
async def watching(servers: list[ServerProcess], tables: list[Invited]) -> AsyncIterator[None]:
    """Watch tables, each with one WebSocket to one of the servers."""
    async with contextlib.AsyncExitStack() as stack:
        for table, server in zip(tables, itertools.cycle(servers), strict=False):
            address = f"{server.ws_url}/api/watch/{table.watch}/live"
            socket = await stack.enter_async_context(websockets.connect(address, proxy=None, ping_interval=None))
            await socket.recv()
        yield


async def measure(servers: list[ServerProcess], redis_url: str | None, name: str, seconds: float) -> None:
    """Print the costs of some seconds in which nobody does anything."""
    before = await costs(servers, redis_url)
    await asyncio.sleep(seconds)
    after = await costs(servers, redis_url)
    passed = after.at - before.at
    # The measurement itself commits three times: two statements and the last of its connection.
    commits = max(0, after.commits - before.commits - 3) / passed
    print(f"{name:<40}{commits:>12.2f}", end="")
    print(f"{(after.published - before.published) / passed:>14.2f}" if redis_url else f"{'-':>14}", end="")
    print(f"{1000 * (after.cpu - before.cpu) / passed:>14.1f}", flush=True)


async def run(folder: Path, options: argparse.Namespace, *, with_redis: bool) -> None:
    """Measure with PostgreSQL alone, or with Redis for messages."""
    postgres = Postgres(folder / "postgres").start()
    cache = Redis(folder / "redis").start() if with_redis else None
    redis_url = cache.url if cache else None
    try:
        database = postgres.database("games")
        tables = await fill(database, options.tables, 1)
        settings = {"redis": redis_url} if redis_url else {}
        with contextlib.ExitStack() as stack:
            servers = [
                stack.enter_context(serving(folder / f"server-{number}", database=database, **settings))
                for number in range(options.processes)
            ]
            kind = "Redis" if with_redis else "PostgreSQL"
            await asyncio.sleep(options.settle)
            await measure(servers, redis_url, f"{kind}, no table", options.seconds)
            async with watching(servers, tables):
                await asyncio.sleep(options.settle)
                await measure(servers, redis_url, f"{kind}, {len(tables)} watched tables", options.seconds)
    finally:
        postgres.stop()
        if cache:
            cache.stop()


def main() -> int:
    """Print a table of the costs per second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="the number of watched tables")
    parser.add_argument("--processes", type=int, default=3, help="the number of server processes")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement")
    parser.add_argument("--settle", type=float, default=10.0, help="seconds before each measurement")
    options = parser.parse_args()
    print(f"{'':<40}{'commits/s':>12}{'messages/s':>14}{'CPU ms/s':>14}")
    for with_redis in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(run(Path(folder), options, with_redis=with_redis))
    return 0


if __name__ == "__main__":
    sys.exit(main())
