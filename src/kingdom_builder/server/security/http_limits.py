"""uvicorn's HTTP connections with limits: their number, size and duration of a request head, the time to read."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from kingdom_builder.server import metrics
from kingdom_builder.server.security.connections import Admission, Connections
from kingdom_builder.server.security.read_timer import ReadTimer

MAX_HEAD_BYTES = 16 * 1024
MAX_PIPELINE = 32
"""The most requests that a client may send ahead of their answers on one connection."""

PART_BYTES = 4096
"""How much is parsed at once: between two parts it is checked whether a client sends too much."""

CONNECTIONS, MONITORING_ONLY = "connections", "monitoring_only"
"""Names in the state of the application and of a request: all connections, and whether this one may only monitor."""

_HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class LimitedHttpProtocol(ReadTimer, HttpToolsProtocol):
    """An HTTP connection that limits the size of a request head and the time it may take."""

    _head_bytes = 0
    _in_head = True
    _in_body = False
    _is_answered = False
    _head_timer: asyncio.TimerHandle | None = None
    _admission = Admission.EVERYTHING
    _running: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count the connection, and start the limits of the first head."""
        super().connection_made(transport)
        self._admission = self._connections.open(transport, self.client[0] if self.client else "")
        if self._admission is Admission.NOTHING:
            self._reject(_TOO_MANY)
        else:
            self._start_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timer, and tell the request that is running, which may not be the last one, that nobody reads."""
        self._end_head()
        self._connections.close(self.transport)
        self.pipeline.clear()
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Close the connection when the head is too large, or when too many requests wait."""
        for start in range(0, len(data), PART_BYTES):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            part = data[start : start + PART_BYTES]
            in_body = self._in_body
            super().data_received(part)
            if self._in_head and not in_body:
                self._head_bytes += len(part)
            if self._head_bytes > MAX_HEAD_BYTES:
                self._reject(_HEAD_TOO_LARGE)
            elif len(self.pipeline) > MAX_PIPELINE:
                self._reject(_TOO_MANY)

    def send_400_response(self, msg: str) -> None:
        """Count what is not HTTP."""
        metrics.rejections.labels("bad_request").inc()
        super().send_400_response(msg)

    def handle_websocket_upgrade(self) -> None:
        """Cancel the timer: a WebSocket has its own limits."""
        self._end_head()
        if self._admission is not Admission.EVERYTHING:
            self._reject(_TOO_MANY)
            return
        self._connections.work(self.transport)
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """Start the limits of the next head."""
        self._start_head()
        super().on_message_begin()
        if self._admission is not Admission.EVERYTHING:
            self.scope["state"][MONITORING_ONLY] = True

    def on_headers_complete(self) -> None:
        """End the limits of this head."""
        self._end_head()
        self._in_body, self._is_answered = True, False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Record that the request is whole; if it was answered before, wait for the next one."""
        self._in_body = False
        if self._is_answered:
            self._start_head()
        else:
            self._connections.work(self.transport)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, or first for the rest of a body that is too long: it has the time of a head."""
        super().on_response_complete()
        if not self.pipeline and self.cycle.response_complete:
            self._connections.wait(self.transport)
            if self._in_body:
                self._is_answered = True
                self._start_timer()
            elif not self._in_head:
                self._start_head()

    @property
    def _connections(self) -> Connections:
        connections: Connections = self.app_state[CONNECTIONS]
        return connections

    def _reject(self, response: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(response)
            self.transport.close()

    def _start_head(self) -> None:
        self._head_bytes, self._in_head = 0, True
        self._start_timer()

    def _start_timer(self) -> None:
        self._cancel_head_timer()
        self._head_timer = self.loop.call_later(self._connections.head_seconds, self.transport.abort)

    def _end_head(self) -> None:
        self._in_head = False
        self._cancel_head_timer()

    def _cancel_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
