"""TCP connections that send any bytes, so that tests can violate HTTP and WebSocket rules."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import struct
from collections.abc import Sequence
from typing import Any

from kingdom_builder.table.names import MAX_CHAT
from tests.server.client import Socket, new_id
from tests.server.serving import PATIENCE, ServerProcess

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10

MORE_THAN_BUFFERS = 5_000_000
"""More bytes than fit into the buffers between a server and a client that does not read."""

LONGEST_CHAT = "\N{HOUSE BUILDING}" * MAX_CHAT
"""The chat message with the most bytes."""


def frame(
    opcode: int,
    payload: bytes = b"",
    *,
    final: bool = True,
    masked: bool = True,
    reserved: int = 0,
    length: int | None = None,
) -> bytes:
    """Return a WebSocket frame; `length` is its length field, correct or not."""
    stated = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    bit = 0x80 if masked else 0
    if stated < 126:
        head += bytes([bit | stated])
    elif stated < 1 << 16:
        head += bytes([bit | 126]) + struct.pack("!H", stated)
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", stated)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def text_frame(message: str | dict[str, Any]) -> bytes:
    """Return a text frame; a dict is sent as JSON."""
    return frame(TEXT, (message if isinstance(message, str) else json.dumps(message)).encode())


class RawConnection:
    """A TCP connection to the server."""

    def __init__(self, server: ServerProcess, *, receive_buffer: int | None = None, source: str = "127.0.0.1") -> None:
        """`source` is the client's address: any one of 127.0.0.0/8."""
        self._server = server
        self.socket = socket.socket()
        self.socket.bind((source, 0))
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", server.port))
        self.port: int = self.socket.getsockname()[1]
        self._received = b""

    def __enter__(self) -> RawConnection:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes; ignore that the server has closed the connection."""
        with contextlib.suppress(ConnectionError):
            self.socket.sendall(data)

    def request(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b""
    ) -> http.client.HTTPResponse:
        """Send a request with these headers only, and `Host` if it is missing; return the response."""
        self.send(self.head(method, path, headers or {}) + body)
        return self.response()

    def head(self, method: str, path: str, headers: dict[str, str]) -> bytes:
        """Return the head of a request."""
        host = {} if "Host" in headers else {"Host": f"127.0.0.1:{self._server.port}"}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in {**host, **headers}.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    def response(self) -> http.client.HTTPResponse:
        """Read a response."""
        response = http.client.HTTPResponse(self.socket)
        response.begin()
        return response

    def open_websocket(self, path: str, headers: dict[str, str] | None = None) -> int:
        """Send a WebSocket handshake; return the status."""
        self.send_handshake(path, headers)
        while b"\r\n\r\n" not in self._received:
            data = self.socket.recv(65536)
            if not data:
                break
            self._received += data
        answer, _, self._received = self._received.partition(b"\r\n\r\n")
        return int(answer.split(b" ", 2)[1]) if answer else 0

    def send_handshake(self, path: str, headers: dict[str, str] | None = None) -> None:
        """Send a WebSocket handshake."""
        upgrade = {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        self.send(self.head("GET", path, {**upgrade, **(headers or {})}))

    def read_frame(self) -> tuple[int, bytes]:
        """Read one frame; raise ConnectionError if the server has closed the connection."""
        head = self._take(2)
        length = head[1] & 0x7F
        if length == 126:
            (length,) = struct.unpack("!H", self._take(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self._take(8))
        return head[0] & 0x0F, self._take(length)

    def read_text(self) -> dict[str, Any]:
        """Read the next message; skip control frames."""
        while True:
            opcode, payload = self.read_frame()
            assert opcode != CLOSE, payload
            if opcode == TEXT:
                message: dict[str, Any] = json.loads(payload)
                return message

    def closed(self) -> int:
        """Read until the server closes; return its close code, 1006 if there was none."""
        with contextlib.suppress(ConnectionError):
            while True:
                opcode, payload = self.read_frame()
                if opcode == CLOSE:
                    return int(struct.unpack("!H", payload[:2])[0])
        return 1006

    def _take(self, count: int) -> bytes:
        while len(self._received) < count:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("the server has closed the connection")
            self._received += data
        taken, self._received = self._received[:count], self._received[count:]
        return taken


def talk(sockets: Sequence[Socket], size: int) -> None:
    """Chat at a table with several people until every viewer has been sent this number of bytes.

    One person may not write so much (`CHATS_OF_PERSON`). The received bytes are counted without keeping them.
    """
    sent = 0
    while sent < size:
        waiting = {new_id(): speaker for speaker in sockets}
        for message_id, speaker in waiting.items():
            speaker.send({"type": "chat", "id": message_id, "text": LONGEST_CHAT})
        for message_id, speaker in waiting.items():
            received: dict[str, Any] = {}
            while received.get("id") != message_id:
                data = speaker.socket.recv(PATIENCE, decode=False)
                sent += len(data) if speaker is sockets[0] else 0
                received = json.loads(data) if data.startswith(b'{"type":"ack"') or b'"error"' in data[:20] else {}
            assert received["type"] == "ack", received
