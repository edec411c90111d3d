"""What both kinds of pub/sub share: a task that keeps a connection, subscriptions, and messages that wait."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, cast

import structlog

from kingdom_builder.server import metrics
from kingdom_builder.server.pubsub.messages import (
    LimitListener,
    LimitMessage,
    Listener,
    Message,
    PeerListener,
    PeerMessage,
    ProcessMessage,
)

CHANNEL = "kingdom_builder"
"""The channel of all processes; that of a table has the table's id behind it."""

RETRY_SECONDS = 1.0
CONFIRM_SECONDS = 5.0
"""A connection on which a subscription takes longer is replaced."""

_MOST_WAITING = 10_000
_STOP_SECONDS = 1.0
log = structlog.get_logger()


class Connected:
    """Keeps a connection, and makes a new one when it is lost. A subclass says how to connect, subscribe and send."""

    alone = False
    on_limits: LimitListener | None = None
    on_peer: PeerListener | None = None
    on_loss: Callable[[], None] | None = None

    def __init__(self) -> None:
        """Start disconnected."""
        self.up = False
        self._tables: set[str] = set()
        """The tables whose messages are wanted."""
        self._subscribed: set[str] = set()
        """The tables to whose channels this connection is subscribed."""
        self._changed: dict[str, asyncio.Future[None]] = {}
        """The tables of which one of the two has changed; the result is set when the subscription is as wanted."""
        self._waiting: deque[tuple[str, str]] = deque(maxlen=_MOST_WAITING)
        self._dropped = False
        self._work = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._lost = asyncio.Event()
        self._listener: Listener
        self._task: asyncio.Task[None] | None = None

    async def start(self, listener: Listener) -> None:
        """Start to listen; return at once, with or without a connection."""
        metrics.pubsub_up.set(0)
        self._listener = listener
        self._task = asyncio.create_task(self._keep_connected())

    async def subscribe(self, table: str) -> None:
        """Receive the messages about a table; return when they arrive, or when there is no connection."""
        self._tables.add(table)
        if self.up:
            try:
                async with asyncio.timeout(CONFIRM_SECONDS):
                    await asyncio.shield(self._change(table))
            except TimeoutError:
                self.reconnect()

    def unsubscribe(self, table: str) -> None:
        """Receive no more messages about a table."""
        self._tables.discard(table)
        if self.up:
            self._change(table)

    def publish(self, message: Message) -> None:
        """Send soon. Without a connection the oldest messages are dropped: the database has everything."""
        table = message.get("table")
        channel = CHANNEL if table is None else self._channel(cast(str, table))
        self._dropped |= len(self._waiting) == _MOST_WAITING
        self._waiting.append((channel, json.dumps(message)))
        self._idle.clear()
        self._work.set()

    def reconnect(self) -> None:
        """Replace the connection, which does not work although it is open."""
        self._lost.set()

    async def stop(self) -> None:
        """Send what is waiting, and disconnect."""
        if self._task is not None:
            if self.up:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_STOP_SECONDS):
                        await self._idle.wait()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep_connected(self) -> None:
        while True:
            try:
                await self._run()
            except Exception as error:
                if self.up:
                    log.warning("pub/sub connection lost", reason=f"{type(error).__name__}: {error}"[:200])
            self._set_up(up=False)
            self._confirm_all()  # nobody waits for a subscription: without a connection the database is read
            await asyncio.sleep(RETRY_SECONDS)

    async def _run(self) -> None:
        """Connect, then listen and send until the connection is lost."""
        self._lost.clear()
        self._subscribed.clear()
        try:
            async with asyncio.timeout(2 * CONFIRM_SECONDS):
                await self._connect()
                await self._subscribe([CHANNEL])
            while self._tables != self._subscribed:
                await self._update(self._tables | self._subscribed)
            self._set_up(up=True)
            self._dropped = True  # what was sent when the last connection was lost
            await self._serve()
        finally:
            with contextlib.suppress(Exception):
                await self._disconnect()

    async def _serve(self) -> None:
        lost = asyncio.create_task(self._lost.wait())
        self._work.set()
        try:
            while not self._lost.is_set():
                work = asyncio.create_task(self._work.wait())
                await asyncio.wait((work, lost), return_when=asyncio.FIRST_COMPLETED)
                work.cancel()
                if self._lost.is_set():
                    break
                self._work.clear()
                await self._update(set(self._changed))
                if self._dropped and self.on_loss is not None:
                    self.on_loss()
                    self._dropped = False
                while self._waiting:
                    batch = list(self._waiting)
                    self._waiting.clear()
                    await self._send(batch)
                    metrics.pubsub_messages.labels("sent").inc(len(batch))
                self._idle.set()
        finally:
            lost.cancel()

    async def _update(self, tables: set[str]) -> None:
        """Subscribe and unsubscribe so that these tables are as wanted."""
        new = sorted((tables & self._tables) - self._subscribed)
        old = sorted((tables & self._subscribed) - self._tables)
        async with asyncio.timeout(CONFIRM_SECONDS + len(new) / 100):
            if new:
                await self._subscribe([self._channel(table) for table in new])
                self._subscribed.update(new)
            if old:
                await self._unsubscribe([self._channel(table) for table in old])
                self._subscribed.difference_update(old)
        for table in tables:
            if (table in self._tables) is (table in self._subscribed) and table in self._changed:
                _confirm(self._changed.pop(table))
        if self._changed:  # one has changed again meanwhile
            self._work.set()

    def _change(self, table: str) -> asyncio.Future[None]:
        """Let the connection subscribe or unsubscribe; the result is set when it is done."""
        if table not in self._changed:
            self._changed[table] = asyncio.get_running_loop().create_future()
        self._work.set()
        return self._changed[table]

    def _confirm_all(self) -> None:
        changed, self._changed = self._changed, {}
        for done in changed.values():
            _confirm(done)

    def _set_up(self, *, up: bool) -> None:
        if up and not self.up:
            log.info("pub/sub connected")
        self.up = up
        metrics.pubsub_up.set(int(up))

    def _receive(self, payload: str | bytes) -> None:
        """Hand a message to whom it concerns."""
        metrics.pubsub_messages.labels("received").inc()
        try:
            message: Any = json.loads(payload)
        except ValueError:
            return
        if not isinstance(message, dict) or "process" not in message:
            return
        if "table" in message:
            self._listener(cast(ProcessMessage, message))
        elif "limits" in message:
            if self.on_limits is not None:
                self.on_limits(cast(LimitMessage, message))
        elif self.on_peer is not None:
            self.on_peer(cast(PeerMessage, message))

    def _channel(self, table: str) -> str:
        """Return the channel of a table."""
        raise NotImplementedError

    async def _connect(self) -> None:
        """Connect; `_lost` is set when the connection is lost."""
        raise NotImplementedError

    async def _disconnect(self) -> None:
        """Close the connection, if there is one."""
        raise NotImplementedError

    async def _subscribe(self, channels: Sequence[str]) -> None:
        """Subscribe to channels; return when their messages arrive."""
        raise NotImplementedError

    async def _unsubscribe(self, channels: Sequence[str]) -> None:
        """Unsubscribe from channels."""
        raise NotImplementedError

    async def _send(self, batch: Sequence[tuple[str, str]]) -> None:
        """Send messages, each to a channel."""
        raise NotImplementedError


def _confirm(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)
