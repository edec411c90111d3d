"""uvicorn's connections with two more limits: the size and duration of a request head, and the time to read."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MAX_HEAD_BYTES = 64 * 1024
HEAD_SECONDS = 30.0
READ_SECONDS = 20.0
"""A client that reads nothing for this time is disconnected; it can reconnect and gets the missing events."""

_HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class LimitedHttpProtocol(HttpToolsProtocol):
    """An HTTP connection that limits the size of a request head and the time it may take."""

    _head_bytes = 0
    _in_head = True
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Start the limits of the first head."""
        super().connection_made(transport)
        self._start_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timer."""
        self._end_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Close the connection when the head is too large."""
        super().data_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
                self.transport.write(_HEAD_TOO_LARGE)
                self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """Cancel the timer: a WebSocket has its own limits."""
        self._end_head()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """Start the limits of the next head."""
        self._start_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """End the limits of this head."""
        self._end_head()
        super().on_headers_complete()

    def _start_head(self) -> None:
        self._end_head()
        self._head_bytes, self._in_head = 0, True
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _end_head(self) -> None:
        self._in_head = False
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that is closed when the client does not read."""

    _read_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Start the timer: the client does not read."""
        super().pause_writing()
        self._read_timer = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel the timer: the client reads again."""
        self._cancel_read_timer()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timer."""
        self._cancel_read_timer()
        super().connection_lost(exc)

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

    def _cancel_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None


def _is_utf8(data: Any) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
