"""A client that a stranger could write from docs/protocol.md; it holds every message against the published models."""

from __future__ import annotations

import contextlib
import json
import secrets
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kingdom_builder.server.told import SOCKET_TOLD, Joined, State
from tests.server.serving import PATIENCE, ServerProcess

ME: dict[str, Any] = {"kind": "me"}
OPEN: dict[str, Any] = {"kind": "open"}


def bot(level: str = "random") -> dict[str, Any]:
    return {"kind": "bot", "level": level}


def new_id() -> str:
    return secrets.token_urlsafe(12)


class Browser:
    """Somebody with a cookie jar."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.http = server.closing(httpx.Client(base_url=server.url, timeout=PATIENCE))

    def post(self, path: str, body: dict[str, Any] | None = None, status: int | None = None, **headers: str) -> Any:
        response = self.http.post(path, json=body or {}, headers=headers)
        assert status is None or response.status_code == status, response.text
        return response.json()

    def get(self, path: str, status: int = 200, **parameters: Any) -> Any:
        response = self.http.get(path, params=parameters)
        assert response.status_code == status, response.text
        return response.json()

    def create(self, *seats: dict[str, Any], **options: Any) -> dict[str, Any]:
        """Make a table and return it."""
        joined = self.post("/api/tables", {"seats": list(seats), **options}, 201)
        Joined.model_validate(joined)
        table: dict[str, Any] = joined["table"]
        return table

    def join(self, invite: str, **wanted: Any) -> dict[str, Any]:
        """Take a seat and return the table."""
        joined = self.post(f"/api/invites/{invite}/seats", wanted, 201)
        Joined.model_validate(joined)
        table: dict[str, Any] = joined["table"]
        return table

    def seat(self, table: dict[str, Any], seat: int, last: int = 0) -> Socket:
        """Open the socket of a seat."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        path = f"/api/tables/{table['id']}/seats/{seat}/live?last={last}"
        return Socket(self.server.ws_url + path, {"Cookie": cookies})

    def state(self, table: dict[str, Any], seat: int, after: int = 0, wait: float = 0) -> dict[str, Any]:
        state = self.get(f"/api/tables/{table['id']}/seats/{seat}/state", after=after, wait=wait)
        State.model_validate(state)
        found: dict[str, Any] = state
        return found


def watch(server: ServerProcess, table: dict[str, Any], last: int = 0) -> Socket:
    """Open a spectator's socket."""
    return Socket(f"{server.ws_url}/api/watch/{table['watch']}/live?last={last}", {})


class Socket:
    """An open WebSocket that keeps what it has been told."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self._opened = contextlib.ExitStack()
        connecting = connect(
            url, additional_headers=headers, open_timeout=PATIENCE, close_timeout=1, max_size=None, proxy=None
        )
        self.socket: ClientConnection = self._opened.enter_context(connecting)
        self.table: dict[str, Any] = {}
        self.view: Any = None
        self.entries: list[dict[str, Any]] = []
        self.received: list[str] = []
        self.replies: dict[str, dict[str, Any]] = {}

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    @property
    def number(self) -> int:
        return int(self.entries[-1]["number"]) if self.entries else 0

    def read(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Take in one message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        SOCKET_TOLD.validate_python(message)
        if "table" in message:
            self.table = message["table"]
        if "entries" in message:
            numbers = [entry["number"] for entry in message["entries"]]
            if self.entries and numbers:
                assert numbers[0] == self.number + 1, "an entry is missing or doubled"
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
            self.entries += message["entries"]
            self.view = message["view"]
        if message["type"] in ("done", "refused") and message["id"] is not None:
            self.replies[message["id"]] = message
        return message

    def read_until(self, true: Any) -> None:
        """Take in messages until something is true."""
        while not true():
            self.read()

    def say(self, message: dict[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something with an id and wait for the reply."""
        message_id = fields.setdefault("id", new_id())
        self.say({"type": kind, **fields})
        self.read_until(lambda: message_id in self.replies)
        return self.replies.pop(message_id)

    def answer(self, answer: int, at: int | None = None) -> dict[str, Any]:
        """Answer the question and wait for the reply, and for the entry it became."""
        reply = self.ask("answer", at=self.number if at is None else at, answer=answer)
        if reply["type"] == "done":
            self.read_until(lambda: self.number >= reply["number"])
        return reply

    @property
    def mine(self) -> bool:
        """Whether this seat is asked."""
        return (
            self.view is not None and self.view["you"] is not None and self.view["to_play"] == self.view["you"]["seat"]
        )

    def legal(self) -> list[int]:
        you = self.view["you"]
        return [*you["hexes"], *you["options"]]

    def closed(self) -> int:
        """Read until the server closes; return its code."""
        try:
            while True:
                self.read()
        except ConnectionClosed:
            code = self.socket.close_code
            assert code is not None
            return code
