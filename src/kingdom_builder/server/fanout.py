"""News between server processes: that a table has a new entry, and who is connected where.

Only numbers travel: what happened is read from the database, so nothing secret passes here, and a lost message costs no
more than a moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any, Protocol

import asyncpg
import structlog
from redis import asyncio as redis
from sqlalchemy.engine import URL

from kingdom_builder.server import metrics

CHANNEL = "kingdom_builder"
RETRY_SECONDS = 1.0
log = structlog.get_logger()

Listener = Callable[[dict[str, Any]], None]


class Fanout(Protocol):
    """A way to tell the other processes."""

    up: bool
    """Whether news arrive; while they do not, tables are looked up in the database instead."""

    async def start(self, listener: Listener) -> None:
        """Begin to listen."""

    def publish(self, news: dict[str, Any]) -> None:
        """Tell the other processes, if they can be reached."""

    async def stop(self) -> None:
        """Stop listening."""


class Alone:
    """One process has nobody to tell."""

    up = True

    async def start(self, listener: Listener) -> None:
        """Do nothing."""
        metrics.fanout_up.set(1)

    def publish(self, news: dict[str, Any]) -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing."""


class Connected:
    """What both ways have in common: one task that keeps a connection and comes back when it is lost."""

    def __init__(self) -> None:
        """Begin disconnected."""
        self.up = False
        self._waiting: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._task: asyncio.Task[None] | None = None

    async def start(self, listener: Listener) -> None:
        """Begin to listen; returns at once, whether or not the other end is there."""
        metrics.fanout_up.set(0)
        self._task = asyncio.create_task(self._keep(listener))

    def publish(self, news: dict[str, Any]) -> None:
        """Send soon. While nobody can be reached the oldest news are dropped: the database has them all."""
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(json.dumps(news))

    async def stop(self) -> None:
        """Disconnect."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep(self, listener: Listener) -> None:
        while True:
            try:
                await self._connected(listener)
            except Exception as error:
                if self.up:
                    log.warning("fan-out lost", reason=f"{type(error).__name__}: {error}"[:200])
            self._is_up(up=False)
            await asyncio.sleep(RETRY_SECONDS)

    def _is_up(self, *, up: bool) -> None:
        if up and not self.up:
            log.info("fan-out connected")
        self.up = up
        metrics.fanout_up.set(int(up))

    async def _connected(self, listener: Listener) -> None:
        """Listen and send until the connection is lost."""
        raise NotImplementedError

    async def _batch(self) -> list[str]:
        """Return all that waits, at least one."""
        found = [await self._waiting.get()]
        while not self._waiting.empty():
            found.append(self._waiting.get_nowait())
        return found


class PostgresFanout(Connected):
    """PostgreSQL's LISTEN and NOTIFY, on a connection of its own."""

    def __init__(self, url: URL) -> None:
        """Use the games' own database."""
        super().__init__()
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def _connected(self, listener: Listener) -> None:
        connection = await asyncpg.connect(self._url, timeout=5)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _connection: lost.set())
            await connection.add_listener(CHANNEL, lambda _c, _pid, _channel, payload: _hear(listener, payload))
            self._is_up(up=True)
            gone = asyncio.create_task(lost.wait())
            try:
                while not lost.is_set():
                    batch = asyncio.create_task(self._batch())
                    await asyncio.wait((batch, gone), return_when=asyncio.FIRST_COMPLETED)
                    if not batch.done():
                        batch.cancel()
                        break
                    await connection.executemany(
                        "SELECT pg_notify($1, $2)", [(CHANNEL, text) for text in batch.result()]
                    )
            finally:
                gone.cancel()
        finally:
            with contextlib.suppress(Exception):
                await connection.close(timeout=1)


class RedisFanout(Connected):
    """Redis' or Valkey's publish and subscribe."""

    def __init__(self, url: str) -> None:
        """Use this server."""
        super().__init__()
        self._url = url

    async def _connected(self, listener: Listener) -> None:
        client = redis.from_url(self._url, socket_connect_timeout=5, health_check_interval=5)
        hearing = None
        try:
            async with client.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                self._is_up(up=True)
                hearing = asyncio.create_task(self._listen(channel, listener))
                while not hearing.done():
                    batch = asyncio.create_task(self._batch())
                    await asyncio.wait((batch, hearing), return_when=asyncio.FIRST_COMPLETED)
                    if not batch.done():
                        batch.cancel()
                        break
                    pipeline = client.pipeline(transaction=False)
                    for text in batch.result():
                        pipeline.publish(CHANNEL, text)
                    await pipeline.execute()
                await hearing
        finally:
            if hearing is not None:
                hearing.cancel()
                await asyncio.gather(hearing, return_exceptions=True)
            with contextlib.suppress(Exception):
                await client.aclose()

    async def _listen(self, channel: Any, listener: Listener) -> None:
        while True:
            message = await channel.get_message(ignore_subscribe_messages=True, timeout=None)
            if message is not None:
                _hear(listener, message["data"])


def _hear(listener: Listener, payload: str | bytes) -> None:
    try:
        news = json.loads(payload)
    except ValueError:
        return
    if isinstance(news, dict):
        listener(news)


def new_fanout(url: URL, redis_url: str | None) -> Fanout:
    """Choose the way: Redis where it is given, else PostgreSQL, else none is needed."""
    if redis_url:
        return RedisFanout(redis_url)
    return Alone() if url.get_backend_name() == "sqlite" else PostgresFanout(url)
