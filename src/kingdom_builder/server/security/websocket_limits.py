"""uvicorn's WebSockets with limits: frames that are no messages, what is parsed at once, the time to read."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from kingdom_builder.server.security.connections import Connections
from kingdom_builder.server.security.http_limits import CONNECTIONS, PART_BYTES
from kingdom_builder.server.security.read_timer import ReadTimer

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

SEND_NOW = "kingdom_builder.send_now"
"""The ASGI extension of a WebSocket that sends texts in one call: the usual way through all layers takes longer than
all else that is done for a spectator.
"""

FRAMES_PER_SECOND, FRAMES_AT_ONCE = 20.0, 300
"""How many pings, pongs and parts of messages a client may send; whole messages are counted by the application."""

_POLICY = 1008


class LimitedWebSocketProtocol(ReadTimer, WebSocketsSansIOProtocol):
    """A WebSocket that is closed when the client does not read, and pings one that is silent.

    What has arrived is parsed in parts, and no further one while a message waits for the application. The socket has a
    short way to send a text.
    """

    _received_at = 0.0
    _unparsed = b""
    _between_frames = True
    """Whether all that has arrived after the handshake was whole frames, so that the parser is at the end of one."""
    _is_awaited = False
    """Whether the application waits for a message, and none is on its way to it."""
    _frames_full_at = 0.0
    """When the client may send `FRAMES_AT_ONCE` frames again."""

    def data_received(self, data: bytes) -> None:
        """Remember when the client has sent something, and parse it."""
        is_handshake = not self._received_at
        self._received_at = self.loop.time()
        if self._between_frames and not is_handshake:
            message = None if self._is_parsing() else short_text(data)
            if message is not None:
                self.queue.put_nowait({"type": "websocket.receive", "text": message})
                if self._is_awaited:  # the application takes it at once: the system need not be called twice
                    self._is_awaited = False
                else:
                    self.read_paused = True
                    self.transport.pause_reading()
                return
            self._between_frames = is_whole_frames(data)
        self._unparsed += data
        self._parse()

    def _is_parsing(self) -> bool:
        """Return whether only the parser may look at what has arrived: it has begun a message, or there is no other."""
        return (
            self.read_paused
            or bool(self._unparsed)
            or not self.handshake_complete
            or self.close_sent
            or self.conn.current_size is not None
            or self.conn.state is not State.OPEN
            or self.transport.is_closing()
        )

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next event for the application; when it has all messages, parse what else has arrived."""
        self._is_awaited = self.queue.empty()
        message = await self.queue.get()
        self._is_awaited = False
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._parse()
            if not self.read_paused and not self.transport.is_closing():
                self.transport.resume_reading()
        return message

    def _parse(self) -> None:
        """Parse what has arrived, until a message waits for the application or the connection is closed."""
        while self._unparsed and not self.read_paused:
            if self.transport.is_closing() or self.conn.parser_exc is not None:
                self._unparsed = b""
                return
            part, self._unparsed = self._unparsed[:PART_BYTES], self._unparsed[PART_BYTES:]
            super().data_received(part)

    def _count_frame(self) -> bool:
        """Count a frame that is no message for the application; close and return False if there are too many."""
        now = self.loop.time()
        self._frames_full_at = max(self._frames_full_at, now) + 1 / FRAMES_PER_SECOND
        if self._frames_full_at - now <= FRAMES_AT_ONCE / FRAMES_PER_SECOND:
            return True
        if self.close_sent or not self.handshake_complete:
            self.transport.abort()
        else:
            self.conn.send_close(_POLICY, "too_fast")
            self.handle_parser_exception()
        return False

    def handle_cont(self, event: Frame) -> None:
        """Add a part to a message."""
        if self._count_frame():
            super().handle_cont(event)

    def handle_pong(self, event: Frame) -> None:
        """Note that the client is there."""
        if self._count_frame():
            super().handle_pong(event)

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

    def send_now(self, *texts: bytes) -> bool:
        """Send texts in one packet; False, with nothing sent, if the client does not read or has gone."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or not self.handshake_complete:
            return False
        self.transport.write(b"".join([part for text in texts for part in (text_frame_head(len(text)), text)]))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """End what refers to itself: its memory would be freed very late."""
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
        if not self._count_frame():
            return
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        """Close with 1007 on text that is not UTF-8; uvicorn would also log a traceback. Count what comes too late."""
        if self.close_sent and not self._count_frame():
            return
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


def short_text(data: bytes) -> str | None:
    """Return the message of data that is one frame with a whole short text, as nearly all messages are; None if not.

    The library parses everything else, and what is wrong. Its parser takes ten times as long (RFC 6455, 5.2).

    >>> short_text(bytes.fromhex("8185 37fa213d 7f9f4d5158")), short_text(bytes.fromhex("8105 48656c6c6f"))
    ('Hello', None)
    """
    length = len(data) - 6
    if not 0 <= length < 126 or data[0] != 0x81 or data[1] != 0x80 | length:
        return None
    mask = (data[2:6] * (length // 4 + 1))[:length]
    unmasked = int.from_bytes(data[6:]) ^ int.from_bytes(mask)
    try:
        return unmasked.to_bytes(length).decode()
    except UnicodeDecodeError:
        return None


def is_whole_frames(data: bytes) -> bool:
    """Return whether data ends where a frame of a client ends, if it begins where one begins.

    >>> is_whole_frames(bytes.fromhex("8185 37fa213d 7f9f4d5158")), is_whole_frames(bytes.fromhex("8185 37fa213d 7f"))
    (True, False)
    """
    start = 0
    while start + 1 < len(data):
        length, head = data[start + 1] & 0x7F, 6
        if length >= 126:
            head = 8 if length == 126 else 14
            length = int.from_bytes(data[start + 2 : start + head - 4])
        start += head + length
    return start == len(data)


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
