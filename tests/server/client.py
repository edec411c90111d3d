"""A client of docs/protocol.md, which checks every message against the published types."""

from __future__ import annotations

import contextlib
import json
import secrets
from functools import cache
from typing import Any

import httpx
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kingdom_builder.server.schema import model
from kingdom_builder.table import messages, responses
from tests.server.serving import PATIENCE, ServerProcess

ME: dict[str, Any] = {"kind": "me"}
OPEN: dict[str, Any] = {"kind": "open"}
_WITHOUT_ID = ("/hint", "/try", "/api/setups", "/api/score")
"""Requests that change nothing and have no message id."""


def bot(level: str = "random") -> dict[str, Any]:
    return {"kind": "bot", "level": level}


def new_id() -> str:
    return secrets.token_urlsafe(12)


def check(kind: Any, value: Any) -> None:
    """Check that a value is a message of this type without additional fields."""
    _adapter(kind).validate_python(value)


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model(kind))


class Browser:
    """An HTTP client with its cookies, as a browser has them."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.http = server.client()

    def post(self, path: str, body: dict[str, Any] | None = None, status: int | None = None, **headers: str) -> Any:
        """Send a message; add a new id if it needs one and has none."""
        response = self.http.post(path, json=self._with_id(path, body or {}), headers=headers)
        assert status is None or response.status_code == status, response.text
        return response.json()

    def put(self, path: str, body: dict[str, Any]) -> httpx.Response:
        """Send a message by PUT."""
        return self.http.put(path, json=self._with_id(path, body))

    def get(self, path: str, status: int = 200, **parameters: Any) -> Any:
        response = self.http.get(path, params=parameters)
        assert response.status_code == status, response.text
        return response.json()

    def create(self, *seats: dict[str, Any], **options: Any) -> dict[str, Any]:
        """Create a table and return it."""
        joined = self.post("/api/tables", {"seats": list(seats), **options}, 201)
        check(responses.Joined, joined)
        table: dict[str, Any] = joined["table"]
        return table

    def join(self, invite: str, **wanted: Any) -> dict[str, Any]:
        """Take a seat and return the table."""
        joined = self.post(f"/api/invites/{invite}/seats", wanted, 201)
        check(responses.Joined, joined)
        table: dict[str, Any] = joined["table"]
        return table

    def seat(self, table: dict[str, Any], seat: int, after: int = 0) -> Socket:
        """Open the WebSocket of a seat."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        path = f"/api/tables/{table['id']}/seats/{seat}/live?after={after}"
        return Socket(self.server.ws_url + path, {"Cookie": cookies})

    def state(self, table: dict[str, Any], seat: int, after: int = 0, wait: float = 0) -> dict[str, Any]:
        state = self.get(f"/api/tables/{table['id']}/seats/{seat}/state", after=after, wait=wait)
        check(messages.Snapshot, state)
        found: dict[str, Any] = state
        return found

    def _with_id(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        return body if path.endswith(_WITHOUT_ID) else {"id": new_id(), **body}


def watch(server: ServerProcess, table: dict[str, Any], after: int = 0) -> Socket:
    """Open a spectator's WebSocket."""
    return Socket(f"{server.ws_url}/api/watch/{table['watch']}/live?after={after}", {})


class Socket:
    """An open WebSocket that records all received messages."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self._opened = contextlib.ExitStack()
        connecting = connect(
            url,
            additional_headers=headers,
            open_timeout=PATIENCE,
            close_timeout=1,
            ping_interval=None,  # on a busy machine a late pong would close the connection
            max_size=None,
            proxy=None,
        )
        self.socket: ClientConnection = self._opened.enter_context(connecting)
        self.table: dict[str, Any] = {}
        self.view: Any = None
        self.events: list[dict[str, Any]] = []
        self.received: list[str] = []
        self.replies: dict[str, dict[str, Any]] = {}

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    @property
    def public(self) -> Any:
        """The public part of the view."""
        return self.view["public"]

    @property
    def seq(self) -> int:
        return int(self.events[-1]["seq"]) if self.events else 0

    def read(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Receive one message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        check(responses.ServerMessage, message)
        if "table" in message:
            self.table = message["table"]
        if "events" in message:
            numbers = [event["seq"] for event in message["events"]]
            if message["type"] == "snapshot" and numbers and numbers[0] > self.seq + 1:
                self.events = []  # it has the recent events only
            if self.events and numbers:
                assert numbers[0] == self.seq + 1, "an event is missing or was sent twice"
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
            self.events += message["events"]
            self.view = message["view"]
        if message["type"] in ("ack", "error") and message["id"] is not None:
            self.replies[message["id"]] = message
        return message

    def read_until(self, true: Any) -> None:
        """Receive messages until a condition is true."""
        while not true():
            self.read()

    def read_type(self, *types: str) -> dict[str, Any]:
        """Receive messages until one of these types comes; return it. Others, such as presence, may come first."""
        while (message := self.read())["type"] not in types:
            pass
        return message

    def send(self, message: dict[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def request(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message with an id and wait for the reply."""
        message_id = fields.setdefault("id", new_id())
        self.send({"type": kind, **fields})
        self.read_until(lambda: message_id in self.replies)
        return self.replies.pop(message_id)

    def answer(self, answer: int, seen_seq: int | None = None) -> dict[str, Any]:
        """Answer the question; wait for the reply and for the event."""
        reply = self.request("answer", seen_seq=self.seq if seen_seq is None else seen_seq, answer=answer)
        if reply["type"] == "ack":
            self.read_until(lambda: self.seq >= reply["seq"])
        return reply

    @property
    def mine(self) -> bool:
        """Whether this seat is asked."""
        return (
            self.view is not None
            and self.view["you"] is not None
            and self.view["public"]["to_play"] == self.view["you"]["seat"]
        )

    def legal(self) -> list[int]:
        you = self.view["you"]
        return [*you["hexes"], *you["options"]]

    def closed(self) -> int:
        """Read until the server closes the connection; return the close code."""
        try:
            while True:
                self.read()
        except ConnectionClosed:
            code = self.socket.close_code
            assert code is not None
            return code
