"""Load for a server: players at many tables, each with its own WebSocket, who answer at fixed times.

The times do not depend on the server: a slow server gets the same number of answers, more of them at once. The latency
of an answer is counted from the time when it was due.
"""

from __future__ import annotations

import asyncio
import base64
import math
import os
import random
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, cast

import httpx
import orjson
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.server.clock import ServerClock
from kingdom_builder.server.requests import LAST_SEQ
from kingdom_builder.server.security.codes import hash_of, new_code, new_id, new_secret
from kingdom_builder.server.security.cookies import COOKIE, issued_value
from kingdom_builder.store.cookie_keys import read_keys
from kingdom_builder.store.database import Database
from kingdom_builder.store.event_log import event_row
from kingdom_builder.store.projection import new_rows
from kingdom_builder.store.schema import events, games, seats
from kingdom_builder.table.commands import Answer, CreateTable, StartIfFull
from kingdom_builder.table.decide import decide, decide_creation
from kingdom_builder.table.evolve import evolve, initial_state
from kingdom_builder.table.options import SetupOptions
from kingdom_builder.table.seats import person_seat
from kingdom_builder.table.state import TableOptions

PATIENCE = 60.0
"""Seconds after which anything that is waited for has failed."""

DRAIN_SECONDS = 5.0
"""Seconds to wait for replies after the last answer was due."""

_TEXT, _PING, _PONG, _CLOSE = 0x81, 0x89, 0x8A, 0x88


@dataclass(frozen=True)
class Invited:
    """A game in the database: its links, and the cookies of its two players."""

    id: str
    watch: str
    cookies: tuple[str, str]


async def fill(url: str, count: int, seed: int) -> list[Invited]:
    """Write unfinished games of two people into a database that no server uses."""
    database = Database(url)
    await database.open()
    try:
        chance = random.Random(seed)
        copies = [_new_game(chance) for _ in range(count)]

        async def work(connection: AsyncConnection) -> None:
            for kind in (games, seats, events):
                await connection.execute(insert(kind), [row for rows, _ in copies for row in rows[kind.name]])

        await database.event_log.run(work)
        key = (await read_keys(database)).keys[0]
        return [
            replace(invited, cookies=(issued_value(key, invited.cookies[0]), issued_value(key, invited.cookies[1])))
            for _, invited in copies
        ]
    finally:
        await database.close()


def _new_game(chance: random.Random) -> tuple[dict[str, list[dict[str, Any]]], Invited]:
    """Return the rows of a game of two people with random answers."""
    cookies = (new_secret(), new_secret())
    people = [hash_of(cookie) for cookie in cookies]
    at = ServerClock().now()
    command = CreateTable(
        table=new_id(),
        invite=new_code(),
        watch=new_code(),
        person=people[0],
        seats=tuple(person_seat(number, person, "") for number, person in enumerate(people)),
        options=TableOptions(
            setup=SetupOptions(), start_when_full=True, running_score=True, turn_seconds=None, reaction_seconds=60
        ),
        listed=False,
        seed=chance.getrandbits(32),
        deck_seed=chance.getrandbits(128),
    )
    history = [decide_creation(command, at)]
    state = initial_state(history[0], at)
    history.append(decide(state, StartIfFull(), at))
    started = state = evolve(state, history[-1], at)
    while state.game.to_play is not None:
        answer = chance.choice(state.game.legal_answers())
        history.append(decide(state, Answer(seat=state.game.to_play, seen_seq=state.seq, answer=answer), at))
        state = evolve(state, history[-1], at)
    game, sitting = new_rows(started, at)
    rows = {
        games.name: [game],
        seats.name: sitting,
        events.name: [event_row(state.id, event) for event in history[: chance.randrange(2, len(history))]],
    }
    return rows, Invited(state.id, state.watch, cookies)


class Channel(asyncio.Protocol):
    """A minimal WebSocket client: it receives whole text messages and sends short ones."""

    def __init__(self, game: LiveGame, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self.welcomed: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._upgraded = False
        self._leaving = False

    async def open(self, port: int, path: str, cookie: str | None) -> None:
        """Connect, and return after the first message."""
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
                self._greet(port, path, cookie)
                await self.welcomed
        finally:
            self.welcomed.cancel()

    def _greet(self, port: int, path: str, cookie: str | None) -> None:
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        ]
        if cookie is not None:
            lines.append(f"Cookie: {COOKIE}={cookie}")
        if self._transport is not None:
            self._transport.write("\r\n".join([*lines, "", ""]).encode())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by inheritance

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        buffer = self._buffer
        buffer += data
        if not self._upgraded:
            head, end, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:20]:
                self._fail(f"the server says {head[:60]!r}")
                return
            self._upgraded = True
            buffer[:] = rest
        while len(buffer) >= 2:
            length, start = buffer[1], 2
            if length >= 126:
                start = 4 if length == 126 else 10
                if len(buffer) < start:
                    return
                length = int.from_bytes(buffer[2:start])
            if len(buffer) < start + length:
                return
            kind, body = buffer[0], bytes(buffer[start : start + length])
            del buffer[: start + length]
            self._take(kind, body, now)

    def _take(self, kind: int, body: bytes, now: float) -> None:
        if kind == _TEXT:
            self.game.hear(self, body, now)
        elif kind == _PING:
            self._send(_PONG, body)
        elif kind == _CLOSE:
            self._fail(f"the server closes the socket: {body[:2].hex()} {body[2:]!r}")
        else:
            self._fail(f"frames of kind {kind:#x} are not expected")

    def say(self, message: bytes) -> None:
        self._send(_TEXT, message)

    def _send(self, kind: int, body: bytes) -> None:
        # A mask of four zeros is a mask like any other to the server, which must undo it, and none to us.
        assert len(body) < 126
        if self._transport is not None:
            self._transport.write(bytes((kind, 0x80 | len(body), 0, 0, 0, 0)) + body)

    def _fail(self, reason: str) -> None:
        if not self.welcomed.done():
            self.welcomed.set_exception(ConnectionError(reason))
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.welcomed.done():
            self.welcomed.set_exception(ConnectionError(f"lost before the welcome: {exc}"))
        if not self._leaving:
            self.game.crowd.lost += 1

    def abort(self) -> None:
        """Close the connection without a closing handshake."""
        self._leaving = True
        if self._transport is not None:
            self._transport.abort()


@dataclass
class Sent:
    """A sent answer: when it was due, who sent it, and who has not received it yet."""

    due: float
    sender: Channel
    acknowledged: bool
    unseen: int


@dataclass
class Figures:
    """The measurements of one period of load, in seconds."""

    rate: float
    seconds: float = 0.0
    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    """The delay of this process itself for each answer that was due."""
    refused: Counter[str] = field(default_factory=Counter)
    missing: int = 0
    """Answers not acknowledged or not received by all in time; they count with the time until then."""

    def worst(self, share: float) -> float:
        """Return the percentile of the later of acknowledgement and last receipt."""
        return max(percentile(self.acknowledged, share), percentile(self.seen, share))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all values does not exceed.

    >>> percentile([3.0, 1.0, 2.0, 4.0], 0.5)
    2.0
    """
    if not values:
        return 0.0
    return sorted(values)[max(0, math.ceil(len(values) * share) - 1)]


class LiveGame:
    """The clients of a game: two players and perhaps a spectator."""

    def __init__(self, crowd: Crowd, invited: Invited, *, watched: bool) -> None:
        self.crowd = crowd
        self.invited = invited
        self.watched = watched
        self.seq = 0
        self.over = False
        self._ending = False
        self.due: deque[float] = deque()
        self.channels: list[Channel] = []
        self.sent: dict[int, Sent] = {}
        self._asked: tuple[Channel, int, list[int]] | None = None
        self._answered = False

    async def open(self) -> None:
        """Connect all clients; the server need not send again what they have."""
        self._asked, self._answered = None, False
        self.channels = [Channel(self, seat) for seat in ((0, 1, None) if self.watched else (0, 1))]
        await asyncio.gather(*(self._open(channel) for channel in self.channels))

    async def _open(self, channel: Channel) -> None:
        place, cookie = f"watch/{self.invited.watch}", None
        if channel.seat is not None:
            place, cookie = f"tables/{self.invited.id}/seats/{channel.seat}", self.invited.cookies[channel.seat]
        await channel.open(self.crowd.port, f"/api/{place}/live?after={self.seq}", cookie)

    def close(self) -> None:
        for channel in self.channels:
            channel.abort()

    def answer(self) -> None:
        """Send the oldest answer that is due, now or as soon as a player is asked."""
        if not self.due or self._asked is None or self._answered:
            return
        channel, number, legal = self._asked
        self._answered = True
        self.sent[number + 1] = Sent(self.due.popleft(), channel, acknowledged=False, unseen=len(self.channels) - 1)
        self.crowd.under_way += 1
        message = {"type": "answer", "id": f"answer-{number + 1}", "seen_seq": number, "answer": random.choice(legal)}
        channel.say(orjson.dumps(message))

    def hear(self, channel: Channel, body: bytes, now: float) -> None:
        if body.startswith(b'{"type":"table"'):
            return
        message = orjson.loads(body)
        kind = message["type"]
        if kind == "ack":
            self._acknowledge(message["seq"], now)
        elif kind == "update":
            for event in message["events"]:
                self._see(event["seq"], channel, now)
            self._look(channel, message["view"])
        elif kind == "snapshot":
            self.crowd.behind += message["view"]["public"]["seq"] < self.seq
            self._look(channel, message["view"])
            if not channel.welcomed.done():
                channel.welcomed.set_result(now)
        elif kind == "error":
            self.crowd.figures.refused[message["code"]] += 1
            self._answered = False

    def _look(self, channel: Channel, view: dict[str, Any]) -> None:
        self.seq = max(self.seq, view["public"]["seq"])
        self.over |= view["public"]["over"]
        if (self.over or view["public"]["last_round"]) and not self._ending:
            self._ending = True
            self.crowd.replace(self)
        if view["public"]["to_play"] is not None and view["public"]["to_play"] == channel.seat:
            you = view["you"]
            self._asked, self._answered = (channel, view["public"]["seq"], [*you["hexes"], *you["options"]]), False
            self.answer()

    def _acknowledge(self, number: int, now: float) -> None:
        if (sent := self.sent.get(number)) is not None:
            sent.acknowledged = True
            self.crowd.figures.acknowledged.append(now - sent.due)
            self._settle(number, sent)

    def _see(self, number: int, channel: Channel, now: float) -> None:
        if (sent := self.sent.get(number)) is not None and sent.sender is not channel:
            sent.unseen -= 1
            self.crowd.figures.seen.append(now - sent.due)
            self._settle(number, sent)

    def _settle(self, number: int, sent: Sent) -> None:
        if sent.acknowledged and not sent.unseen:
            del self.sent[number]
            self.crowd.under_way -= 1

    def give_up(self, figures: Figures, now: float) -> None:
        """Count missing replies with the time until now."""
        for due in self.due:
            figures.missing += 1
            figures.acknowledged.append(now - due)
            figures.seen.append(now - due)
        for sent in self.sent.values():
            figures.missing += 1
            if not sent.acknowledged:
                figures.acknowledged.append(now - sent.due)
            figures.seen += [now - sent.due] * sent.unseen
        self.due.clear()
        self.sent.clear()


class Crowd:
    """All players and spectators."""

    def __init__(self, port: int, invited: Sequence[Invited], *, watched_share: float) -> None:
        self.port = port
        self.figures = Figures(0.0)
        self.under_way = 0
        self.lost = 0
        """Sockets that the server has closed."""
        self.behind = 0
        """First messages that lacked an event received before."""
        self.replaced = 0
        self.troubles: list[str] = []
        watched = round(len(invited) * watched_share)
        self.games = [LiveGame(self, game, watched=number < watched) for number, game in enumerate(invited)]
        self.http = client(port)
        self._replacing: set[asyncio.Task[None]] = set()
        self._next = 0

    @property
    def sockets(self) -> int:
        return sum(len(game.channels) for game in self.games)

    async def open(self) -> float:
        """Connect all clients at once; return the seconds until the last one had its first message."""
        begun = time.perf_counter()
        await asyncio.gather(*(game.open() for game in self.games))
        return max(channel.welcomed.result() for game in self.games for channel in game.channels) - begun

    def abort(self) -> None:
        """Close all connections without a closing handshake."""
        for game in self.games:
            game.close()

    async def close(self) -> None:
        for task in self._replacing:
            task.cancel()
        await asyncio.gather(*self._replacing, return_exceptions=True)
        self.abort()
        await self.http.aclose()

    async def play(self, rate: float, seconds: float) -> Figures:
        """Send answers at a rate per second, evenly over the games."""
        figures = self.figures = Figures(rate)
        random.shuffle(self.games)
        begun = time.perf_counter()
        for count in range(max(1, round(rate * seconds))):
            due = begun + count / rate
            while (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            if wait < -0.001:
                await asyncio.sleep(0)  # behind: let what has arrived be read first
            figures.late.append(time.perf_counter() - due)
            self._hand_out(due)
        figures.seconds = max(time.perf_counter() - begun, len(figures.late) / rate)
        end = time.perf_counter() + DRAIN_SECONDS
        while (self.under_way or any(game.due for game in self.games)) and time.perf_counter() < end:
            await asyncio.sleep(0.01)
        now = time.perf_counter()
        for game in self.games:
            game.give_up(figures, now)
        self.under_way = 0
        await self.settle()
        return figures

    async def settle(self) -> None:
        """Wait until every game that ends is replaced."""
        await asyncio.gather(*self._replacing, return_exceptions=True)

    def _hand_out(self, due: float) -> None:
        """Give the next running game an answer that is due; if none runs, a game that is being replaced."""
        for _ in range(len(self.games)):
            game = self.games[self._next % len(self.games)]
            self._next += 1
            if not game.over:
                break
        game.due.append(due)
        game.answer()

    def replace(self, game: LiveGame) -> None:
        """Replace a game that ends by a new one."""
        task = asyncio.create_task(self._replace(game))
        self._replacing.add(task)
        task.add_done_callback(self._replaced)

    def _replaced(self, task: asyncio.Task[None]) -> None:
        self._replacing.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.troubles.append(f"{type(error).__name__}: {error}")

    async def _replace(self, old: LiveGame) -> None:
        async with asyncio.timeout(PATIENCE):
            new = LiveGame(self, await invite(self.http), watched=old.watched)
            await new.open()
            old.over = True
            while old.sent:
                await asyncio.sleep(0.01)
        self.games[self.games.index(old)] = new
        self.replaced += 1
        old.close()
        new.due = old.due
        new.answer()


def client(port: int) -> httpx.AsyncClient:
    # No certificates, which take a moment to read and are of no use on loopback; no connection outlives a restart.
    # No cookies, because every request is of another person.
    return httpx.AsyncClient(
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
        base_url=f"http://127.0.0.1:{port}",
        timeout=PATIENCE,
        limits=httpx.Limits(max_keepalive_connections=0),
        trust_env=False,
        verify=False,
    )


async def invite(http: httpx.AsyncClient) -> Invited:
    """Create a table for two new people over HTTP."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = await http.post("/api/tables", json={"id": new_id(), "seats": seats})
    table = made.raise_for_status().json()["table"]
    taken = await http.post(f"/api/invites/{table['invite']}/seats", json={"id": new_id()})
    taken.raise_for_status()
    return Invited(table["id"], table["watch"], (made.cookies[COOKIE], taken.cookies[COOKIE]))


@dataclass
class BotFigures:
    """The work of the bot pool in a period."""

    answers: int = 0
    waited: float = 0.0
    """The sum over all answers of the seconds from the request to the answer."""


class BotTables:
    """Tables with bots only, which somebody watches, so many that some always wait for the pool."""

    PLAYERS = 5
    SHORTEST = 150
    """The least number of answers in a game of bots; after so many, another table is created."""

    def __init__(self, http: httpx.AsyncClient, metrics_port: int, at_once: int, seconds: float) -> None:
        self._http = http
        self._metrics = f"http://127.0.0.1:{metrics_port}/metrics"
        self._at_once = at_once
        self._seconds = seconds
        self._made = 0
        self._task: asyncio.Task[None] | None = None
        self._polls: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._first = await self.figures()
        await self._fill_up()
        self._task = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        running = self._polls if self._task is None else {*self._polls, self._task}
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def figures(self) -> BotFigures:
        """Read the server's metrics."""
        text = (await self._http.get(self._metrics)).raise_for_status().text
        values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        return BotFigures(
            int(float(values["kingdom_builder_bot_seconds_count"])), float(values["kingdom_builder_bot_seconds_sum"])
        )

    async def _keep(self) -> None:
        end = time.perf_counter() + self._seconds
        while time.perf_counter() < end:
            await asyncio.sleep(1)
            await self._fill_up()

    async def _fill_up(self) -> None:
        answered = (await self.figures()).answers - self._first.answers
        missing = self._at_once + answered // self.SHORTEST - self._made
        for _ in range(missing):
            seats = [{"kind": "bot", "level": "greedy"}] * self.PLAYERS
            made = await self._http.post("/api/tables", json={"id": new_id(), "seats": seats})
            watched = made.raise_for_status().json()["table"]["watch"]
            self._polls.add(asyncio.create_task(self._watch(watched)))
            self._made += 1

    async def _watch(self, code: str) -> None:
        """Watch a table by long polls for an event that never comes, so that nothing is sent."""
        while True:
            await self._http.get(f"/api/watch/{code}", params={"after": LAST_SEQ, "wait": 60}, timeout=2 * PATIENCE)
