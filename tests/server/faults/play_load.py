"""Many tables played at once by clients that check every acknowledgement of a server.

A client answers as fast as its answers are acknowledged, connects again after a lost connection, and sends again with
the same id what was not acknowledged. It checks that every event comes once and in order.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.client import ME, new_id
from tests.server.faults.stored import StoredRow, stored_events
from tests.server.serving import PATIENCE, ServerProcess

RETRY_SECONDS = 0.05
A_DAY = 24 * 60 * 60


@dataclass(frozen=True)
class Sent:
    """An answer that was sent, and may have to be sent again."""

    id: str
    seen_seq: int
    answer: int


@dataclass(frozen=True)
class Acknowledgement:
    """The server's acknowledgement that an answer is stored."""

    id: str
    seq: int
    answer: int


class Viewer:
    """A client that watches a table through one server and reconnects after every lost connection."""

    def __init__(self, server: ServerProcess, game: str, path: str, cookie: str = "") -> None:
        self.game = game
        self.events: list[dict[str, Any]] = []
        self.view: dict[str, Any] | None = None
        self.connected = False
        self.rejections: Counter[str] = Counter()
        self._server = server
        self._path = path
        self._headers = {"Cookie": cookie} if cookie else {}

    @property
    def seq(self) -> int:
        return len(self.events)

    @property
    def done(self) -> bool:
        """Whether the game is over and everything is received."""
        return self.view is not None and bool(self.view["public"]["over"])

    async def watch(self) -> None:
        """Receive messages until the game is over."""
        while not self.done:
            # After every kind of lost connection the client reconnects.
            with contextlib.suppress(OSError, EOFError, WebSocketException, httpx.HTTPError):
                async with self._connect() as socket:
                    while not self.done:
                        await self._receive(json.loads(await socket.recv()), socket)
            self.connected = False
            if not self.done:
                await asyncio.sleep(RETRY_SECONDS)

    def _connect(self) -> connect:
        return connect(
            f"{self._server.ws_url}{self._path}?after={self.seq}",
            additional_headers=self._headers,
            open_timeout=PATIENCE,
            close_timeout=0.2,
            ping_interval=None,
            max_size=None,
            proxy=None,
        )

    async def _receive(self, message: dict[str, Any], socket: ClientConnection) -> None:
        if message["type"] == "error":
            self.rejections[message["code"]] += 1
        for event in [*await self._older_events(message), *message.get("events", ())]:
            assert event["seq"] == self.seq + 1, (
                f"event {event['seq']} came after {self.seq}: one is missing or duplicated"
            )
            self.events.append(event)
        self.view = message.get("view", self.view)
        if message["type"] == "snapshot":
            self.connected = True

    async def _older_events(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Read the events that a snapshot leaves out because there are very many new ones (docs/protocol.md)."""
        found: list[dict[str, Any]] = []
        if message["type"] != "snapshot" or not message["events"]:
            return found
        before = message["events"][0]["seq"]
        url = self._server.url + self._path.removesuffix("live") + "events"
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            while before > self.seq + 1:
                page = (await client.get(url, params={"before": before}, headers=self._headers)).raise_for_status()
                found = [*page.json(), *found]
                before = found[0]["seq"]
        return [event for event in found if event["seq"] > self.seq]


class Player(Viewer):
    """A client that plays a seat with random answers."""

    def __init__(
        self, server: ServerProcess, game: str, seat: int, cookie: str, rng: random.Random, stopping: asyncio.Event
    ) -> None:
        super().__init__(server, game, f"/api/tables/{game}/seats/{seat}/live", cookie)
        self.seat = seat
        self.acknowledged: list[Acknowledgement] = []
        self.sent: set[str] = set()
        self.pending: Sent | None = None
        self._rng = rng
        self._stopping = stopping

    @property
    def done(self) -> bool:
        return super().done and self.pending is None

    async def _receive(self, message: dict[str, Any], socket: ClientConnection) -> None:
        await super()._receive(message, socket)
        sent = self.pending
        if sent is not None:
            if message["type"] == "snapshot":
                await self._send(sent, socket)
            elif message.get("id") == sent.id and message["type"] == "ack":
                self.acknowledged.append(Acknowledgement(sent.id, message["seq"], sent.answer))
                self.pending = None
            elif message.get("id") == sent.id and message["type"] == "error":
                assert message["code"] == "unavailable", f"a legal answer was rejected: {message}"
                await asyncio.sleep(RETRY_SECONDS)
                await self._send(sent, socket)
        if self.pending is None and self._asked() and not self._stopping.is_set():
            self.pending = Sent(new_id(), self.seq, self._rng.choice(self._legal()))
            await self._send(self.pending, socket)

    def _asked(self) -> bool:
        """Whether this seat is asked; False until its own last answer was received as an event."""
        if self.view is None or (self.acknowledged and self.acknowledged[-1].seq > self.seq):
            return False
        return bool(self.view["public"]["to_play"] == self.seat)

    def _legal(self) -> list[int]:
        assert self.view is not None
        return [*self.view["you"]["hexes"], *self.view["you"]["options"]]

    async def _send(self, message: Sent, socket: ClientConnection) -> None:
        self.sent.add(message.id)
        await socket.send(json.dumps({"type": "answer", **asdict(message)}))


class TableLoop:
    """Play one game after the other, with people at all seats."""

    def __init__(
        self, number: int, servers: Sequence[ServerProcess], stopping: asyncio.Event, *, watched: bool
    ) -> None:
        self.players: list[Player] = []
        self.watchers: list[Viewer] = []
        self.current: list[Viewer] = []
        """The viewers of the current game."""
        self.creating = False
        """Whether the next table is being created."""
        self._number = number
        self._servers = servers
        self._stopping = stopping
        self._watched = watched

    @property
    def acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    async def run(self) -> None:
        """Play until `stopping` is set."""
        for game in itertools.count(self._number):
            self.current, self.creating = [], True
            table, cookie = await self._new_table(seats=2 + game % 3)
            self.creating = False
            rng = random.Random(game)
            for seat in range(len(table["seats"])):
                # In every second loop all players use one server; in the others each uses the next server.
                server = self._servers[(self._number // 2 + seat * (self._number % 2)) % len(self._servers)]
                self.players.append(Player(server, table["id"], seat, cookie, rng, self._stopping))
                self.current.append(self.players[-1])
            if self._watched:
                for server in self._servers:
                    self.watchers.append(Viewer(server, table["id"], f"/api/watch/{table['watch']}/live"))
                    self.current.append(self.watchers[-1])
            async with asyncio.TaskGroup() as group:
                for viewer in self.current:
                    group.create_task(viewer.watch())
            if self._stopping.is_set():
                return

    async def _new_table(self, seats: int) -> tuple[dict[str, Any], str]:
        """Create a table, with retries until a server confirms it; return it and the cookie."""
        request = {
            "id": new_id(),
            "seats": [ME] * seats,
            "setup": {"sets": ["base", "nomads", "marshlands"]},
            "reaction_seconds": A_DAY,
        }
        while True:
            server = self._servers[self._number % len(self._servers)]
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
                    response = await http.post("/api/tables", json=request)
                    if response.status_code == 201:
                        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
                        return response.json()["table"], cookie
                    assert response.status_code == 503, response.text
            await asyncio.sleep(RETRY_SECONDS)


class Load:
    """All table loops; seats and watchers are distributed over the servers."""

    def __init__(self, servers: Sequence[ServerProcess], *, tables: int, watched: bool = False) -> None:
        self._servers = servers
        self._stopping = asyncio.Event()
        self.loops = [TableLoop(number, servers, self._stopping, watched=watched) for number in range(tables)]

    @contextlib.asynccontextmanager
    async def playing(self) -> AsyncIterator[Load]:
        """Play during the `with` block; a failed check ends it at once."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(loop.run()) for loop in self.loops]
            yield self
            for task in tasks:
                task.cancel()

    @property
    def players(self) -> list[Player]:
        return [player for loop in self.loops for player in loop.players]

    @property
    def viewers(self) -> list[Viewer]:
        return [*self.players, *(watcher for loop in self.loops for watcher in loop.watchers)]

    @property
    def acknowledged(self) -> int:
        """The number of acknowledged answers."""
        return sum(loop.acknowledged for loop in self.loops)

    async def everybody_plays(self, seconds: float = PATIENCE) -> None:
        """Wait until everybody is connected and every table has acknowledged another answer."""
        before = [loop.acknowledged for loop in self.loops]

        def all_play() -> bool:
            connected = all(viewer.connected or viewer.done for loop in self.loops for viewer in loop.current)
            progress = all(loop.acknowledged > old for loop, old in zip(self.loops, before, strict=True))
            return connected and progress

        await eventually(all_play, "everybody plays", seconds)

    async def moves_are_rejected(self) -> None:
        """Wait until moves are rejected and no older answer can still be acknowledged.

        A seat whose process could not read the last move sends nothing, so not every player is rejected.
        """
        before = {player: player.rejections["unavailable"] for player in self.players}

        def rejected() -> bool:
            idle = [player for player in self.players if player.pending is None]
            rejected_now = [
                player for player in self.players if player.rejections["unavailable"] > before.get(player, 0)
            ]
            return bool(rejected_now) and set(self.players) == {*idle, *rejected_now}

        await eventually(rejected, "moves are rejected")

    async def everybody_catches_up(self) -> None:
        """Wait until everybody has received every event that anybody has received before this call."""
        latest: dict[str, int] = {}
        for viewer in self.viewers:
            latest[viewer.game] = max(latest.get(viewer.game, 0), viewer.seq)
        known = self.viewers

        def caught_up() -> bool:
            return all(viewer.seq >= latest[viewer.game] for viewer in known)

        await eventually(caught_up, "everybody has caught up")

    async def finish(self) -> None:
        """Stop all players, and compare the stored events with what was acknowledged and received."""
        self._stopping.set()
        await eventually(self._is_idle, "every answer is acknowledged")
        stored = await stored_events(self._servers[0].database)

        def all_received() -> bool:
            return all(viewer.seq >= len(stored[viewer.game]) for viewer in self.viewers)

        await eventually(all_received, "everybody has received everything")
        check_sequence_numbers(stored)
        for player in self.players:
            check_acknowledgements(player, stored[player.game])
        for viewer in self.viewers:
            check_received(viewer, stored[viewer.game])

    def _is_idle(self) -> bool:
        creating = any(loop.creating for loop in self.loops)
        return not creating and all(player.pending is None for player in self.players)


def check_sequence_numbers(stored: dict[str, list[StoredRow]]) -> None:
    """Check that every game's events are numbered from 1 without a gap, and that no message became two events."""
    for game, rows in stored.items():
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), f"the sequence numbers of {game} have gaps"
        ids = [row.message_id for row in rows if row.message_id is not None]
        assert len(ids) == len(set(ids)), f"a message has become two events of {game}"


def check_acknowledgements(player: Player, rows: list[StoredRow]) -> None:
    """Check that every acknowledged answer is stored under its number, and that no other answer is stored."""
    assert {row.message_id for row in rows if row.seat == player.seat} <= player.sent
    for acknowledgement in player.acknowledged:
        row = rows[acknowledgement.seq - 1] if acknowledgement.seq <= len(rows) else None
        assert row is not None, f"{acknowledgement} is lost"
        stored = (row.message_id, row.kind, row.seat, row.value)
        assert stored == (acknowledgement.id, "answer", player.seat, acknowledgement.answer), (
            f"{acknowledgement} is lost; there is {row}"
        )


def check_received(viewer: Viewer, rows: list[StoredRow]) -> None:
    """Check that the received events are the stored ones."""
    shown = [(event["seq"], event["kind"], event["seat"], event.get("answer")) for event in viewer.events]
    stored = [(row.seq, row.kind, row.seat, row.value if row.kind == "answer" else None) for row in rows]
    assert shown == stored


async def eventually(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait until a condition is true while the games continue; fail after a time-out."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not condition():
        assert loop.time() < end, f"time-out after {seconds} s: not true that {what}"
        await asyncio.sleep(0.01)
