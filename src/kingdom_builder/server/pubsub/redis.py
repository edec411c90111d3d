"""Pub/sub through Redis or Valkey."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from redis import asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from kingdom_builder.server.pubsub.connected import CHANNEL, CONFIRM_SECONDS, Connected

_CHANNELS_AT_ONCE = 500


class RedisPubSub(Connected):
    """Uses one connection to listen and one to send."""

    def __init__(self, url: str) -> None:
        """Prepare; `start` connects."""
        super().__init__()
        self._url = url
        self._client: Any = None
        self._pubsub: Any = None
        self._listening: asyncio.Task[None] | None = None
        self._confirmations: dict[str, asyncio.Future[None]] = {}

    def _channel(self, table: str) -> str:
        return f"{CHANNEL}:{table}"

    async def _connect(self) -> None:
        # Without retries: the library would reconnect by itself, and nobody would know that messages were lost.
        self._client = redis.from_url(
            self._url,
            socket_connect_timeout=CONFIRM_SECONDS,
            socket_timeout=CONFIRM_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        self._pubsub = self._client.pubsub()
        await self._pubsub.connect()
        self._confirmations = {}

    async def _disconnect(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
            self._listening = None
        for close in (self._pubsub, self._client):
            if close is not None:
                with contextlib.suppress(Exception):
                    await close.aclose()
        self._pubsub = self._client = None

    async def _subscribe(self, channels: Sequence[str]) -> None:
        loop = asyncio.get_running_loop()
        for i in range(0, len(channels), _CHANNELS_AT_ONCE):
            some = channels[i : i + _CHANNELS_AT_ONCE]
            waiting = [self._confirmations.setdefault(channel, loop.create_future()) for channel in some]
            await self._pubsub.subscribe(*some)
            if self._listening is None:
                self._listening = asyncio.create_task(self._listen())
                self._listening.add_done_callback(self._on_end)
            await asyncio.gather(*waiting)

    async def _unsubscribe(self, channels: Sequence[str]) -> None:
        for i in range(0, len(channels), _CHANNELS_AT_ONCE):
            await self._pubsub.unsubscribe(*channels[i : i + _CHANNELS_AT_ONCE])

    async def _send(self, batch: Sequence[tuple[str, str]]) -> None:
        pipeline = self._client.pipeline(transaction=False)
        for channel, text in batch:
            pipeline.publish(channel, text)
        await pipeline.execute()

    def _on_end(self, _listening: asyncio.Task[None]) -> None:
        self._lost.set()
        for done in self._confirmations.values():
            if not done.done():
                done.set_exception(ConnectionError("the connection to Redis is lost"))

    async def _listen(self) -> None:
        while True:
            message = await self._pubsub.get_message(timeout=None)
            if message is None:
                continue
            if message["type"] == "message":
                self._receive(message["data"])
            elif message["type"] == "subscribe":
                done = self._confirmations.pop(message["channel"].decode(), None)
                if done is not None and not done.done():
                    done.set_result(None)
