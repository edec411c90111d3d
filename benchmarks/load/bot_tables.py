"""Tables of bots beside those of people."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

import httpx

from benchmarks.load import PATIENCE
from kingdom_builder.server.requests import LAST_SEQ
from kingdom_builder.server.security.codes import new_id


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
