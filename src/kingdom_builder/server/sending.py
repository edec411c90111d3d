"""Sends the messages of one WebSocket in the order in which they were given."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import orjson

SEND_SECONDS = 20.0
"""A client that takes longer to read a message is disconnected; it can reconnect and gets the missing events."""


class MessageSender:
    """Sends at once if the client reads, else after the messages that wait."""

    def __init__(self, send_now: Callable[..., bool], send_text: Callable[[str], Awaitable[None]]) -> None:
        """`send_now` returns False, with nothing sent, if the client does not read; `send_text` waits until it does."""
        self._send_now = send_now
        self._send_text = send_text
        self._turn = asyncio.Lock()
        self._waiting = 0

    def send_at_once(self, *messages: dict[str, Any]) -> bool:
        """Send messages in one packet if nothing waits and the client reads; False, with nothing sent, if not."""
        return not self._waiting and self._send_now(*[orjson.dumps(message) for message in messages])

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message; TimeoutError if the client does not read it in time."""
        text = orjson.dumps(message)
        # A lock that was just released is free although somebody waits for it, so those who wait are counted.
        if not self._waiting and self._send_now(text):
            return
        self._waiting += 1
        try:
            async with self._turn, asyncio.timeout(SEND_SECONDS):
                await self._send_text(text.decode())
        finally:
            self._waiting -= 1
