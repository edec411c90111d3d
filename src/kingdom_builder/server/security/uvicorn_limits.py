"""uvicorn's connections with limits: their number, size and duration of a request head, the time to read."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from kingdom_builder.server.security.connections import Admission, Connections

MAX_HEAD_BYTES = 64 * 1024
READ_SECONDS = 20.0
"""A client that reads nothing for this time is disconnected; it can reconnect and gets the missing events."""

CONNECTIONS, MONITORING_ONLY = "connections", "monitoring_only"
"""Names in the state of the application and of a request: all connections, and whether this one may only monitor."""

SEND_NOW = "kingdom_builder.send_now"
"""The ASGI extension of a WebSocket that sends a text in one call: the usual way through all layers takes longer than
all else that is done for a spectator.
"""

_HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class LimitedHttpProtocol(HttpToolsProtocol):
    """An HTTP connection that limits the size of a request head and the time it may take."""

    _head_bytes = 0
    _in_head = True
    _in_body = False
    _is_answered = False
    _head_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None
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
        """Cancel the timers, and tell the request that is running, which may not be the last one, that nobody reads."""
        self._end_head()
        self._cancel_read_timer()
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
        """Close the connection when the head is too large."""
        if self.transport.is_closing():
            return
        in_body = self._in_body
        super().data_received(data)
        if self._in_head and not in_body:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
                self._reject(_HEAD_TOO_LARGE)

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

    def pause_writing(self) -> None:
        """Start the timer: the client does not read."""
        super().pause_writing()
        self._read_timer = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel the timer: the client reads again."""
        self._cancel_read_timer()
        super().resume_writing()

    @property
    def _connections(self) -> Connections:
        connections: Connections = self.app_state[CONNECTIONS]
        return connections

    def _reject(self, response: bytes) -> None:
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

    def _cancel_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that is closed when the client does not read, and pings one that is silent.

    It has a short way to send a text.
    """

    _read_timer: asyncio.TimerHandle | None = None
    _received_at = 0.0

    def data_received(self, data: bytes) -> None:
        """Remember when the client has sent something."""
        self._received_at = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Ping a client that is silent; one that has sent something since the last ping is there."""
        assert self.ping_interval is not None
        silent = self.loop.time() - self._received_at
        if silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_connect(self, event: Request) -> None:
        """Offer the application the short way."""
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope)["extensions"][SEND_NOW] = {"send": self.send_now}

    def send_now(self, text: bytes) -> bool:
        """Send a text at once; False, with nothing sent, if the client does not read or the connection is closed."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or not self.handshake_complete:
            return False
        self.transport.write(text_frame_head(len(text)) + text)
        return True

    def pause_writing(self) -> None:
        """Start the timer: the client does not read."""
        super().pause_writing()
        self._read_timer = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel the timer: the client reads again."""
        self._cancel_read_timer()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timer, and end what refers to itself: its memory would be freed very late."""
        self._cancel_read_timer()
        self._connections.close(self.transport)
        super().connection_lost(exc)
        self.conn.parser.close()
        scope: dict[str, Any] = getattr(self, "scope", {})  # set by a handshake that succeeds
        scope.get("extensions", {}).pop(SEND_NOW, None)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Record that the server waits only until the client closes too."""
        super().on_task_complete(task)
        self._connections.wait(self.transport)

    def handle_ping(self) -> None:
        """Answer a ping, but do not queue answers for a client that does not read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        """Close with 1007 on text that is not UTF-8; uvicorn would also log a traceback."""
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    @property
    def _connections(self) -> Connections:
        connections: Connections = self.app_state[CONNECTIONS]
        return connections

    def _cancel_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None


def text_frame_head(length: int) -> bytes:
    """Return the head of a frame with a whole text of this length, as a server sends it (RFC 6455, 5.2).

    >>> text_frame_head(5).hex(), text_frame_head(126).hex(), text_frame_head(1 << 16).hex()
    ('8105', '817e007e', '817f0000000000010000')
    """
    if length < 126:
        return bytes((0x81, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2)
    return b"\x81\x7f" + length.to_bytes(8)


def _is_utf8(data: Any) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
