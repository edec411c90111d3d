"""Pub/sub through PostgreSQL: LISTEN and NOTIFY on a separate connection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import asyncpg
from sqlalchemy.engine import URL

from kingdom_builder.server.pubsub.connected import CHANNEL, CONFIRM_SECONDS, Connected

_LONGEST_NAME = 63
"""Of a channel, in bytes."""


class PostgresPubSub(Connected):
    """Uses the database of the games."""

    def __init__(self, url: URL) -> None:
        """Prepare; `start` connects."""
        super().__init__()
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: asyncpg.Connection[Any] | None = None

    def _channel(self, table: str) -> str:
        return f"{CHANNEL}_{table}"[:_LONGEST_NAME]

    async def _connect(self) -> None:
        self._connection = await asyncpg.connect(self._url, timeout=CONFIRM_SECONDS)
        self._connection.add_termination_listener(self._on_end)

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close(timeout=1)

    async def _subscribe(self, channels: Sequence[str]) -> None:
        assert self._connection is not None
        for channel in channels:
            await self._connection.add_listener(channel, self._on_notification)

    async def _unsubscribe(self, channels: Sequence[str]) -> None:
        assert self._connection is not None
        for channel in channels:
            await self._connection.remove_listener(channel, self._on_notification)

    async def _send(self, batch: Sequence[tuple[str, str]]) -> None:
        assert self._connection is not None
        await self._connection.executemany("SELECT pg_notify($1, $2)", batch, timeout=CONFIRM_SECONDS)

    def _on_end(self, connection: Any) -> None:
        if connection is self._connection:
            self._lost.set()

    def _on_notification(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        self._receive(str(payload))
