"""uvicorn's connections, with bounds where it leaves some open: how long a head may be, how slowly one may read."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LARGEST_HEAD = 64 * 1024
HEAD_SECONDS = 30.0
READ_SECONDS = 20.0
"""Who has not read what was sent for so long is cut off; coming back brings what was missed."""

_HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class BoundedHttp(HttpToolsProtocol):
    """A connection whose requests must come with a head of bounded length, in bounded time."""

    _head = 0
    _in_head = True
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin to count."""
        super().connection_made(transport)
        self._begin_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count no more."""
        self._end_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Refuse a head that does not end."""
        super().data_received(data)
        if self._in_head:
            self._head += len(data)
            if self._head > LARGEST_HEAD and not self.transport.is_closing():
                self.transport.write(_HEAD_TOO_LARGE)
                self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """Hand over to a socket, which has bounds of its own."""
        self._end_head()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """A head begins."""
        self._begin_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A head ends."""
        self._end_head()
        super().on_headers_complete()

    def _begin_head(self) -> None:
        self._end_head()
        self._head, self._in_head = 0, True
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _end_head(self) -> None:
        self._in_head = False
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


class BoundedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is cut off when its other end does not read."""

    _patience: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The other end does not read: wait a while."""
        super().pause_writing()
        self._patience = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        self._calm()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._calm()
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer a ping, but pile up no answers for somebody who does not read them."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        """Close with 1007 upon text that is not UTF-8; uvicorn would write a traceback to the log too."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def _calm(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def _is_text(data: Any) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
