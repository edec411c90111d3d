"""The server is killed before and after every commit of a request; the same request is sent again and done once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.client import ME, OPEN, Browser, bot, new_id
from tests.server.faults.commits import VARIABLE
from tests.server.faults.stored import StoredRow, stored_events
from tests.server.serving import ServerProcess, serving

Send = Callable[[], httpx.Response]


class KilledServer:
    """A server that can be killed at a commit."""

    def __init__(self, server: ServerProcess, order: Path) -> None:
        self.server = server
        self._order = order

    def send_until_it_is_done(self, send: Send) -> Any:
        """Send a request again and again while the server is killed before or after its commits; return the answer."""
        kills = 0
        for number in range(1, 10):
            for when in ("before", "after"):
                self._order.write_text(f"{when} {number}")
                try:
                    response = send()
                except httpx.TransportError:
                    kills += 1
                    self._order.unlink()
                    self.server.kill()
                    self.server.start()
                    continue
                self._order.unlink()
                assert response.status_code == 201, response.text
                assert kills
                return response.json()
        raise AssertionError("the request was never done")

    def events(self) -> dict[str, list[StoredRow]]:
        return asyncio.run(stored_events(self.server.database))

    def kinds(self, table: str) -> list[str]:
        """The kinds of the first events of a table, without those of the game."""
        return [row.kind for row in self.events()[table] if row.kind not in ("answer", "undo")]


@pytest.fixture
def killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KilledServer]:
    order = tmp_path / "order"
    monkeypatch.setenv(VARIABLE, str(order))
    with serving(tmp_path) as server:
        yield KilledServer(server, order)
        server.assert_clean_log()


def posting(server: ServerProcess, path: str, message: dict[str, Any], cookies: Any = None) -> Send:
    return lambda: httpx.post(server.url + path, json=message, cookies=cookies, timeout=30)


def test_a_table_is_created_once_with_its_tokens_and_starts(killed):
    message = {"id": new_id(), "seats": [ME, bot()], "tokens": True}
    joined = killed.send_until_it_is_done(posting(killed.server, "/api/tables", message))
    table = joined["table"]
    assert table["status"] == "playing"
    assert killed.kinds(table["id"]) == ["created", "keys", "started"]
    assert list(killed.events()) == [table["id"]]
    assert may_play(killed.server, table, joined["tokens"][0])


def test_a_seat_is_taken_once_with_its_token_and_the_game_starts(killed):
    table = Browser(killed.server).create(ME, OPEN)
    message = {"id": new_id(), "token": True}
    joined = killed.send_until_it_is_done(posting(killed.server, f"/api/invites/{table['invite']}/seats", message))
    assert joined["table"]["status"] == "playing"
    assert killed.kinds(table["id"]) == ["created", "joined", "keys", "started"]
    assert may_play(killed.server, table, joined["tokens"][0])


def test_a_rematch_is_created_once_and_starts(killed):
    ada = Browser(killed.server)
    table = ada.create(ME, bot(), turn_seconds=None)
    play_to_the_end(ada, table)
    cookies = dict(ada.http.cookies)
    path = f"/api/tables/{table['id']}/rematch"
    again = killed.send_until_it_is_done(posting(killed.server, path, {"id": new_id()}, cookies))
    assert again["status"] == "playing"
    assert killed.kinds(again["id"])[:2] == ["created", "started"]
    assert killed.kinds(table["id"])[-1] == "rematch"
    assert set(killed.events()) == {table["id"], again["id"]}


def play_to_the_end(ada: Browser, table: dict[str, Any]) -> None:
    with ada.seat(table, 0) as socket:
        socket.read_until(lambda: socket.view is not None)
        while not socket.public["over"]:
            if socket.mine:
                socket.answer(socket.legal()[-1])
            else:
                socket.read()


def may_play(server: ServerProcess, table: dict[str, Any], token: dict[str, Any]) -> bool:
    path = f"{server.url}/api/tables/{table['id']}/seats/{token['seat']}/state"
    return httpx.get(path, headers={"authorization": f"Bearer {token['token']}"}).status_code == 200
