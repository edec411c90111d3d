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
    """An answer that has been sent, and may have to be sent again."""

    id: str
    seen_seq: int
    answer: int


@dataclass(frozen=True)
class Promise:
    """The server's word that an answer is stored."""

    id: str
    seq: int
    answer: int


class Viewer:
    """Somebody who looks at a table through one server and comes back after every lost connection."""

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
        """Whether there is nothing more to come."""
        return self.view is not None and bool(self.view["public"]["over"])

    async def stay(self) -> None:
        """Look until the game is over."""
        while not self.done:
            # Whatever ends a connection, the way back is the same.
            with contextlib.suppress(OSError, EOFError, WebSocketException):
                async with self._opening() as socket:
                    while not self.done:
                        await self._receive(json.loads(await socket.recv()), socket)
            self.connected = False
            if not self.done:
                await asyncio.sleep(RETRY_SECONDS)

    def _opening(self) -> connect:
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
        for event in message.get("events", ()):
            assert event["seq"] == self.seq + 1, (
                f"event {event['number']} came after {self.seq}: one is missing or doubled"
            )
            self.events.append(event)
        self.view = message.get("view", self.view)
        if message["type"] == "snapshot":
            self.connected = True


class Player(Viewer):
    """Somebody who plays a seat with random answers."""

    def __init__(
        self, server: ServerProcess, game: str, seat: int, cookie: str, chance: random.Random, resting: asyncio.Event
    ) -> None:
        super().__init__(server, game, f"/api/tables/{game}/seats/{seat}/live", cookie)
        self.seat = seat
        self.promises: list[Promise] = []
        self.sent: set[str] = set()
        self.waiting: Sent | None = None
        self._chance = chance
        self._resting = resting

    @property
    def done(self) -> bool:
        return super().done and self.waiting is None

    async def _receive(self, message: dict[str, Any], socket: ClientConnection) -> None:
        await super()._receive(message, socket)
        sent = self.waiting
        if sent is not None:
            if message["type"] == "snapshot":
                await self._send(sent, socket)
            elif message.get("id") == sent.id and message["type"] == "ack":
                self.promises.append(Promise(sent.id, message["seq"], sent.answer))
                self.waiting = None
            elif message.get("id") == sent.id and message["type"] == "error":
                assert message["code"] == "unavailable", f"a legal answer was rejected: {message}"
                await asyncio.sleep(RETRY_SECONDS)
                await self._send(sent, socket)
        if self.waiting is None and self._asked() and not self._resting.is_set():
            self.waiting = Sent(new_id(), self.seq, self._chance.choice(self._legal()))
            await self._send(self.waiting, socket)

    def _asked(self) -> bool:
        """Whether this seat is asked; not as long as its own last answer has not been shown."""
        if self.view is None or (self.promises and self.promises[-1].seq > self.seq):
            return False
        return bool(self.view["public"]["to_play"] == self.seat)

    def _legal(self) -> list[int]:
        assert self.view is not None
        return [*self.view["you"]["hexes"], *self.view["you"]["options"]]

    async def _send(self, message: Sent, socket: ClientConnection) -> None:
        self.sent.add(message.id)
        await socket.send(json.dumps({"type": "answer", **asdict(message)}))


class Place:
    """Where one game is played after the other, by people at all seats."""

    def __init__(self, number: int, servers: Sequence[ServerProcess], resting: asyncio.Event, *, watched: bool) -> None:
        self.players: list[Player] = []
        self.watchers: list[Viewer] = []
        self.now: list[Viewer] = []
        """Those who look at the game that is going on."""
        self.making = False
        """Whether the next table is being made."""
        self._number = number
        self._servers = servers
        self._resting = resting
        self._watched = watched

    @property
    def promises(self) -> int:
        return sum(len(player.promises) for player in self.players)

    async def keep_playing(self) -> None:
        """Play until everybody is to rest."""
        for game in itertools.count(self._number):
            self.now, self.making = [], True
            table, cookie = await self._new_table(seats=2 + game % 3)
            self.making = False
            chance = random.Random(game)
            for seat in range(len(table["seats"])):
                # At every second table the players sit at one server, at the others each at another than the last.
                server = self._servers[(self._number // 2 + seat * (self._number % 2)) % len(self._servers)]
                self.players.append(Player(server, table["id"], seat, cookie, chance, self._resting))
                self.now.append(self.players[-1])
            if self._watched:
                for server in self._servers:
                    self.watchers.append(Viewer(server, table["id"], f"/api/watch/{table['watch']}/live"))
                    self.now.append(self.watchers[-1])
            async with asyncio.TaskGroup() as group:
                for viewer in self.now:
                    group.create_task(viewer.stay())
            if self._resting.is_set():
                return

    async def _new_table(self, seats: int) -> tuple[dict[str, Any], str]:
        """Make a table, and try again until a server says that it has; return it and the cookie."""
        wanted = {
            "id": new_id(),
            "seats": [ME] * seats,
            "setup": {"sets": ["base", "nomads", "marshlands"]},
            "reaction_seconds": A_DAY,
        }
        while True:
            server = self._servers[self._number % len(self._servers)]
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
                    response = await http.post("/api/tables", json=wanted)
                    if response.status_code == 201:
                        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
                        return response.json()["table"], cookie
                    assert response.status_code == 503, response.text
            await asyncio.sleep(RETRY_SECONDS)


class Load:
    """All the places; seats and watchers are spread over the servers."""

    def __init__(self, servers: Sequence[ServerProcess], *, tables: int, watched: bool = False) -> None:
        self._servers = servers
        self._resting = asyncio.Event()
        self.places = [Place(number, servers, self._resting, watched=watched) for number in range(tables)]

    @contextlib.asynccontextmanager
    async def playing(self) -> AsyncIterator[Load]:
        """Play while something is done to the servers; a broken promise ends it at once."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(place.keep_playing()) for place in self.places]
            yield self
            for task in tasks:
                task.cancel()

    @property
    def players(self) -> list[Player]:
        return [player for place in self.places for player in place.players]

    @property
    def viewers(self) -> list[Viewer]:
        return [*self.players, *(watcher for place in self.places for watcher in place.watchers)]

    @property
    def promises(self) -> int:
        """How many answers have been acknowledged."""
        return sum(place.promises for place in self.places)

    async def everybody_plays(self, seconds: float = PATIENCE) -> None:
        """Wait until everybody is connected, and at every place an answer has been acknowledged since now."""
        before = [place.promises for place in self.places]

        def whole() -> bool:
            connected = all(viewer.connected or viewer.done for place in self.places for viewer in place.now)
            progress = all(place.promises > old for place, old in zip(self.places, before, strict=True))
            return connected and progress

        await eventually(whole, "everybody plays", seconds)

    async def moves_are_rejected(self) -> None:
        """Wait until moves have been rejected since now, and nobody has an older acknowledgement yet to hear.

        A seat whose process could not read the last move has nothing to say, so not everybody is rejected.
        """
        before = {player: player.rejections["unavailable"] for player in self.players}

        def rejected() -> bool:
            silent = [player for player in self.players if player.waiting is None]
            just = [player for player in self.players if player.rejections["unavailable"] > before.get(player, 0)]
            return bool(just) and set(self.players) == {*silent, *just}

        await eventually(rejected, "moves are rejected")

    async def everybody_catches_up(self) -> None:
        """Wait until everybody has been shown what anybody has been shown by now."""
        latest: dict[str, int] = {}
        for viewer in self.viewers:
            latest[viewer.game] = max(latest.get(viewer.game, 0), viewer.seq)
        known = self.viewers

        def caught_up() -> bool:
            return all(viewer.seq >= latest[viewer.game] for viewer in known)

        await eventually(caught_up, "everybody has caught up")

    async def finish(self) -> None:
        """Let everybody stop, and hold what is stored against what they have been promised and shown."""
        self._resting.set()
        await eventually(self._quiet, "every answer is acknowledged")
        stored = await stored_events(self._servers[0].database)

        def heard() -> bool:
            return all(viewer.seq >= len(stored[viewer.game]) for viewer in self.viewers)

        await eventually(heard, "everybody has heard everything")
        check_numbers(stored)
        for player in self.players:
            check_promises(player, stored[player.game])
        for viewer in self.viewers:
            check_shown(viewer, stored[viewer.game])

    def _quiet(self) -> bool:
        making = any(place.making for place in self.places)
        return not making and all(player.waiting is None for player in self.players)


def check_numbers(stored: dict[str, list[StoredRow]]) -> None:
    """Every game's numbers count from 1 without a gap, and no message has become two events."""
    for game, rows in stored.items():
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), f"the numbers of {game} have gaps"
        ids = [row.message_id for row in rows if row.message_id is not None]
        assert len(ids) == len(set(ids)), f"a message has become two events of {game}"


def check_promises(player: Player, rows: list[StoredRow]) -> None:
    """Every answer that was acknowledged is stored as the event that was named, and none that was never given is."""
    assert {row.message_id for row in rows if row.seat == player.seat} <= player.sent
    for promise in player.promises:
        row = rows[promise.seq - 1] if promise.seq <= len(rows) else None
        assert row is not None, f"{promise} is lost"
        stored = (row.message_id, row.kind, row.seat, row.value)
        assert stored == (promise.id, "answer", player.seat, promise.answer), f"{promise} is lost; there is {row}"


def check_shown(viewer: Viewer, rows: list[StoredRow]) -> None:
    """What somebody was shown is what is stored."""
    shown = [(event["seq"], event["kind"], event["seat"], event.get("answer")) for event in viewer.events]
    there = [(row.seq, row.kind, row.seat, row.value if row.kind == "answer" else None) for row in rows]
    assert shown == there


async def eventually(true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something is true while play goes on; the time-out only bounds the wait."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not true():
        assert loop.time() < end, f"waited {seconds} s in vain until {what}"
        await asyncio.sleep(0.01)
