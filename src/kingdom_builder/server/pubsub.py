"""Messages between server processes: that a table has a new event, who is connected where, and counts of limits.

Of a table only sequence numbers are sent. What has happened is read from the database, so nothing secret is sent here,
and a lost message only causes a short delay.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any, NotRequired, Protocol, TypedDict, cast

import asyncpg
import structlog
from redis import asyncio as redis
from sqlalchemy.engine import URL

from kingdom_builder.server import metrics

CHANNEL = "kingdom_builder"
RETRY_SECONDS = 1.0
log = structlog.get_logger()


class ProcessMessage(TypedDict):
    """A message of a server process about a table: the number of its last event, or who is connected to the process.

    `away` are seats with the seconds since their last connection has ended. `reply`: the others publish theirs too.
    """

    table: str
    process: str
    seq: NotRequired[int]
    seats: NotRequired[list[int]]
    watchers: NotRequired[int]
    away: NotRequired[list[tuple[int, int]]]
    reply: NotRequired[bool]


class LimitMessage(TypedDict):
    """What a process has counted: the name of each limit, its key and the count. Without any it says: I am here."""

    process: str
    limits: list[tuple[str, str, float]]


Listener = Callable[[ProcessMessage], None]
LimitListener = Callable[[LimitMessage], None]


class PubSub(Protocol):
    """A connection to the other processes."""

    up: bool
    """Whether messages arrive; if not, the database is read instead."""

    alone: bool
    """Whether there can be no other process."""

    on_limits: LimitListener | None
    """Called with what other processes have counted."""

    async def start(self, listener: Listener) -> None:
        """Start to listen."""

    def publish(self, message: ProcessMessage | LimitMessage) -> None:
        """Send a message to the other processes, if they can be reached."""

    async def stop(self) -> None:
        """Stop listening."""


def new_pubsub(url: URL, redis_url: str | None) -> PubSub:
    """Return Redis if its URL is given, else PostgreSQL; with SQLite there is one process only."""
    if redis_url:
        return RedisPubSub(redis_url)
    return NoPubSub() if url.get_backend_name() == "sqlite" else PostgresPubSub(url)


class NoPubSub:
    """For a single process."""

    up = True
    alone = True
    on_limits: LimitListener | None = None

    async def start(self, listener: Listener) -> None:
        """Do nothing."""
        metrics.pubsub_up.set(1)

    def publish(self, message: ProcessMessage | LimitMessage) -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing."""


class _Connected:
    """The common part of both kinds: one task with a connection, which reconnects when it is lost."""

    alone = False
    on_limits: LimitListener | None = None

    def __init__(self) -> None:
        """Start disconnected."""
        self.up = False
        self._waiting: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._task: asyncio.Task[None] | None = None

    async def start(self, listener: Listener) -> None:
        """Start to listen; return at once, with or without a connection."""
        metrics.pubsub_up.set(0)
        self._task = asyncio.create_task(self._keep_connected(listener))

    def publish(self, message: ProcessMessage | LimitMessage) -> None:
        """Send soon. Without a connection the oldest messages are dropped: the database has everything."""
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(json.dumps(message))

    async def stop(self) -> None:
        """Disconnect."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep_connected(self, listener: Listener) -> None:
        while True:
            try:
                await self._listen_and_send(listener)
            except Exception as error:
                if self.up:
                    log.warning("pub/sub connection lost", reason=f"{type(error).__name__}: {error}"[:200])
            self._set_up(up=False)
            await asyncio.sleep(RETRY_SECONDS)

    def _set_up(self, *, up: bool) -> None:
        if up and not self.up:
            log.info("pub/sub connected")
        self.up = up
        metrics.pubsub_up.set(int(up))

    async def _listen_and_send(self, listener: Listener) -> None:
        """Listen and send until the connection is lost."""
        raise NotImplementedError

    def _receive(self, listener: Listener, payload: str | bytes) -> None:
        try:
            message = json.loads(payload)
        except ValueError:
            return
        if not isinstance(message, dict) or "process" not in message:
            return
        if "table" in message:
            listener(cast(ProcessMessage, message))
        elif "limits" in message and self.on_limits is not None:
            self.on_limits(cast(LimitMessage, message))

    async def _batch(self) -> list[str]:
        """Return all waiting messages, at least one."""
        found = [await self._waiting.get()]
        while not self._waiting.empty():
            found.append(self._waiting.get_nowait())
        return found


class PostgresPubSub(_Connected):
    """LISTEN and NOTIFY of PostgreSQL, on a separate connection."""

    def __init__(self, url: URL) -> None:
        """Use the database of the games."""
        super().__init__()
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def _listen_and_send(self, listener: Listener) -> None:
        connection = await asyncpg.connect(self._url, timeout=5)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _connection: lost.set())
            await connection.add_listener(CHANNEL, lambda _c, _pid, _channel, payload: self._receive(listener, payload))
            self._set_up(up=True)
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


class RedisPubSub(_Connected):
    """Publish and subscribe of Redis or Valkey."""

    def __init__(self, url: str) -> None:
        """Use this server."""
        super().__init__()
        self._url = url

    async def _listen_and_send(self, listener: Listener) -> None:
        client = redis.from_url(self._url, socket_connect_timeout=5, health_check_interval=5)
        listening = None
        try:
            async with client.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                self._set_up(up=True)
                listening = asyncio.create_task(self._listen(channel, listener))
                while not listening.done():
                    batch = asyncio.create_task(self._batch())
                    await asyncio.wait((batch, listening), return_when=asyncio.FIRST_COMPLETED)
                    if not batch.done():
                        batch.cancel()
                        break
                    pipeline = client.pipeline(transaction=False)
                    for text in batch.result():
                        pipeline.publish(CHANNEL, text)
                    await pipeline.execute()
                await listening
        finally:
            if listening is not None:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
            with contextlib.suppress(Exception):
                await client.aclose()

    async def _listen(self, channel: Any, listener: Listener) -> None:
        while True:
            message = await channel.get_message(ignore_subscribe_messages=True, timeout=None)
            if message is not None:
                self._receive(listener, message["data"])
