"""A minimal WebSocket client, so that the load generator needs little of the machine that it shares with the server."""

from __future__ import annotations

import asyncio
import base64
import os
import time
from typing import Protocol, cast

from benchmarks.load import PATIENCE
from kingdom_builder.server.security.cookies import COOKIE

_TEXT, _PING, _PONG, _CLOSE = 0x81, 0x89, 0x8A, 0x88


class Listener(Protocol):
    """Who gets the messages of a channel."""

    def hear(self, channel: Channel, body: bytes, now: float) -> None:
        """Take a whole text message."""

    def on_lost(self) -> None:
        """Record that the server has closed the connection."""


class Channel(asyncio.Protocol):
    """A minimal WebSocket client: it receives whole text messages and sends short ones."""

    def __init__(self, game: Listener, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self.welcomed: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._upgraded = False
        self._leaving = False

    async def open(self, port: int, path: str, cookie: str | None) -> None:
        """Connect, and return after the first message."""
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
                self._greet(port, path, cookie)
                await self.welcomed
        finally:
            self.welcomed.cancel()

    def _greet(self, port: int, path: str, cookie: str | None) -> None:
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        ]
        if cookie is not None:
            lines.append(f"Cookie: {COOKIE}={cookie}")
        if self._transport is not None:
            self._transport.write("\r\n".join([*lines, "", ""]).encode())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by inheritance

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        if self._rest:
            data, self._rest = self._rest + data, b""
        if not self._upgraded:
            head, end, rest = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = data
                return
            if b" 101 " not in head[:20]:
                self._fail(f"the server says {head[:60]!r}")
                return
            self._upgraded = True
            data = rest
        at, size = 0, len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length >= 126:
                start = at + (4 if length == 126 else 10)
                length = int.from_bytes(data[at + 2 : start])
            if size < start + length:
                break
            kind, body = data[at], data[start : start + length]
            at = start + length
            self._take(kind, body, now)
        self._rest = data[at:]

    def _take(self, kind: int, body: bytes, now: float) -> None:
        if kind == _TEXT:
            self.game.hear(self, body, now)
        elif kind == _PING:
            self._send(_PONG, body)
        elif kind == _CLOSE:
            self._fail(f"the server closes the socket: {body[:2].hex()} {body[2:]!r}")
        else:
            self._fail(f"frames of kind {kind:#x} are not expected")

    def say(self, message: bytes) -> None:
        self._send(_TEXT, message)

    def _send(self, kind: int, body: bytes) -> None:
        # A mask of four zeros is a mask like any other to the server, which must undo it, and none to us.
        assert len(body) < 126
        if self._transport is not None:
            self._transport.write(bytes((kind, 0x80 | len(body), 0, 0, 0, 0)) + body)

    def _fail(self, reason: str) -> None:
        if not self.welcomed.done():
            self.welcomed.set_exception(ConnectionError(reason))
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.welcomed.done():
            self.welcomed.set_exception(ConnectionError(f"lost before the welcome: {exc}"))
        if not self._leaving:
            self.game.on_lost()

    def abort(self) -> None:
        """Close the connection without a closing handshake."""
        self._leaving = True
        if self._transport is not None:
            self._transport.abort()
