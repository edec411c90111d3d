"""All players and spectators."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx

from benchmarks.load import PATIENCE
from benchmarks.load.figures import Figures
from benchmarks.load.live_game import LiveGame
from benchmarks.load.new_tables import invite
from benchmarks.load.stored_games import Invited

DRAIN_SECONDS = 5.0
"""Seconds to wait for replies after the last answer was due."""


class Crowd:
    """All players and spectators."""

    def __init__(self, port: int, invited: Sequence[Invited], *, watched_share: float, spectators: int = 1) -> None:
        """Prepare the clients of games; a share of the games has some spectators each."""
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
        self.games = [
            LiveGame(self, game, spectators if number < watched else 0) for number, game in enumerate(invited)
        ]
        self.http = client(port)
        self._replacing: set[asyncio.Task[None]] = set()
        self._next = 0

    @property
    def sockets(self) -> int:
        return sum(len(game.channels) for game in self.games)

    async def open(self, at_once: int | None = None) -> float:
        """Connect all clients; return the seconds until the last one had its first message.

        `at_once` is the number of games whose clients connect at the same time; by default all of them do.
        """
        begun = time.perf_counter()
        size = at_once or len(self.games)
        for start in range(0, len(self.games), size):
            await asyncio.gather(*(game.open() for game in self.games[start : start + size]))
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
            new = LiveGame(self, await invite(self.port), old.spectators)
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
