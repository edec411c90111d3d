"""Measure how long a person waits for a bot and for other people's requests while somebody attacks the server.

The server runs as `kingdom-builder serve` does, on loopback, with its own limits; only when the attacker makes tables,
it has none on the rate of requests, so that there are enough of them. The attacker has another address than the person.
Each time is measured without and with the attack in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import psutil

from benchmarks.load.request_flood import Sender, request_flood
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.server.limit_settings import LimitSettings
from kingdom_builder.server.requests import LAST_SEQ
from kingdom_builder.server.security.codes import new_id
from kingdom_builder.server.security.server_limits import PEOPLE_PER_ADDRESS
from tests.server.serving import ServerProcess

PARTS = ("tables", "watched", "hints", "flood", "pictures")
MAKING_TABLES = ("tables", "watched")
PERSON, ATTACKER = "127.0.0.1", "127.0.0.2"
PATIENCE = 120.0
AT_ONCE = 20
PAUSE = 3.0
"""Seconds between bursts of requests: this process shares the machine, and its own work must not be measured."""

THOUGHT = 0.1
"""Seconds for which a person thinks about an answer; one who never thinks sends more than a person may."""

BOTS = [{"kind": "bot", "level": "champion"}] * 5
ALONE = [{"kind": "me"}, {"kind": "bot", "level": "champion"}]
BASE = {"sets": ["base"], "start": 0}


def client(server: ServerProcess, address: str) -> httpx.AsyncClient:
    """Return a client with its own cookie that connects from an address of this machine."""
    transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=None))
    return httpx.AsyncClient(base_url=server.url, transport=transport, timeout=PATIENCE)


class Person:
    """Somebody who plays against a bot."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.seat = ""
        self.table: dict[str, Any] = {}

    async def sit_down(self) -> None:
        made = await self.http.post("/api/tables", json={"id": new_id(), "seats": ALONE, "setup": BASE})
        self.table = made.raise_for_status().json()["table"]
        self.seat = f"/api/tables/{self.table['id']}/seats/0"

    async def state(self, after: int = 0, wait: float = 0) -> dict[str, Any]:
        found = await self.http.get(f"{self.seat}/state", params={"after": after, "wait": wait})
        state: dict[str, Any] = found.raise_for_status().json()
        return state

    async def turn(self) -> float | None:
        """Play a turn and return how long the bot took for its own; None if the game is over."""
        state = await self.state()
        while state["view"]["public"]["to_play"] == 0:
            you = state["view"]["you"]
            answer = you["hexes"][0] if you["hexes"] else END_TURN if END_TURN in you["options"] else you["options"][0]
            await asyncio.sleep(THOUGHT)
            body = {"id": new_id(), "seen_seq": state["table"]["seq"], "answer": answer}
            (await self.http.post(f"{self.seat}/answers", json=body)).raise_for_status()
            began = time.perf_counter()
            state = await self.state()
        while not state["view"]["public"]["over"]:
            if state["view"]["public"]["to_play"] == 0:
                return time.perf_counter() - began
            state = await self.state(state["table"]["seq"], 30)
        return None

    async def turns(self, count: int) -> list[float]:
        """Play turns, at new tables if games end, and return how long the bots took for theirs."""
        found: list[float] = []
        await self.sit_down()
        while len(found) < count:
            seconds = await self.turn()
            if seconds is None:
                await self.sit_down()
            else:
                found.append(seconds)
        return found


def tell(name: str, seconds: list[float], normal: list[float] | None = None) -> None:
    """Print times, and their ratio to the normal ones."""
    middle, longest = statistics.median(seconds), max(seconds)
    ratio = "" if normal is None else f"   {middle / statistics.median(normal):5.2f} times the normal one"
    print(f"  {name:<44} median {1000 * middle:8.0f} ms   longest {1000 * longest:8.0f} ms{ratio}", flush=True)


async def at_once(count: int, work: Callable[[int], Awaitable[Any]], concurrency: int = AT_ONCE) -> list[Any]:
    """Do something many times, some of it at the same time."""
    slots = asyncio.Semaphore(concurrency)

    async def one(number: int) -> Any:
        async with slots:
            return await work(number)

    return await asyncio.gather(*(one(number) for number in range(count)))


@contextlib.asynccontextmanager
async def during(work: Awaitable[Any]) -> AsyncIterator[None]:
    """Let something go on in the background."""
    task = asyncio.ensure_future(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class Attacks:
    """One run."""

    def __init__(self, server: ServerProcess, options: argparse.Namespace) -> None:
        self.server = server
        self.turns: int = options.turns
        self.tables: int = options.tables
        self.hints: int = options.hints
        self.addresses: int = options.addresses
        self.pictures: int = options.pictures

    async def run(self, part: str) -> None:
        print(f"\n{part}", flush=True)
        async with client(self.server, PERSON) as http:
            await Person(http).turns(2)  # until the processes of the bots have started
            await getattr(self, f"attack_by_{part}")(http)

    async def attack_by_tables(self, http: httpx.AsyncClient) -> None:
        """Create tables of champions that nobody watches; restart."""
        person = Person(http)
        normal = await person.turns(self.turns)
        tell("a bot's turn", normal)
        async with client(self.server, ATTACKER) as attacker:
            creating = at_once(self.tables, lambda _: self._create_bots(attacker))
            async with during(creating):
                tell("while tables are created", await person.turns(max(2, self.turns // 4)), normal)
            made = [table for table in await at_once(self.tables, lambda _: self._create_bots(attacker)) if table]
            tell(f"with {len(made)} more tables of bots", await person.turns(self.turns), normal)
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)
        tell("after a restart", await person.turns(self.turns), normal)

    async def attack_by_watched(self, http: httpx.AsyncClient) -> None:
        """Create tables of champions and watch as many of them as possible."""
        person = Person(http)
        normal = await person.turns(self.turns)
        tell("a bot's turn", normal)
        async with client(self.server, ATTACKER) as attacker:
            made = [table for table in await at_once(self.tables, lambda _: self._create_bots(attacker)) if table]

            async def poll(number: int) -> None:
                while True:
                    params = {"after": LAST_SEQ, "wait": 60}
                    await attacker.get(f"/api/watch/{made[number]['watch']}", params=params)

            async with during(at_once(len(made), poll, len(made))):
                await asyncio.sleep(2)
                tell(f"with {len(made)} watched tables of bots", await person.turns(self.turns), normal)

    async def attack_by_hints(self, http: httpx.AsyncClient) -> None:
        """Ask for many hints at once at one seat, every few seconds."""
        person = Person(http)
        normal, normal_hints = await person.turns(self.turns), await self._hints_of(person)
        tell("a bot's turn", normal)
        tell("a hint", normal_hints)
        answers: Counter[int] = Counter()
        async with client(self.server, ATTACKER) as attacker:
            victim = Person(attacker)
            await victim.sit_down()

            async def ask(_: int) -> None:
                answers[(await attacker.post(f"{victim.seat}/hint", json={})).status_code] += 1

            async def attack() -> None:
                while True:
                    await at_once(self.hints, ask, self.hints)
                    await asyncio.sleep(PAUSE)

            async with during(attack()):
                await asyncio.sleep(1)
                tell("a bot's turn during the attack", await person.turns(self.turns), normal)
                tell("a hint during the attack", await self._hints_of(person), normal_hints)
        print(f"  the attacker's answers by status: {dict(answers)}", flush=True)

    async def attack_by_flood(self, http: httpx.AsyncClient) -> None:
        """Ask for hints at seats of several addresses on many connections without a pause; half of them are long."""
        person = Person(http)
        normal, normal_hints = await person.turns(self.turns), await self._hints_of(person)
        tell("a bot's turn", normal)
        tell("a hint", normal_hints)
        senders = [await self._asker(number) for number in range(self.addresses * PEOPLE_PER_ADDRESS)]
        process = psutil.Process(self.server.process.pid)
        with request_flood(self.server.port, senders, self.hints) as result:
            await asyncio.sleep(1)
            before, began = sum(process.cpu_times()[:2]), time.perf_counter()
            tell("a bot's turn during the attack", await person.turns(self.turns), normal)
            tell("a hint during the attack", await self._hints_of(person), normal_hints)
            share = (sum(process.cpu_times()[:2]) - before) / (time.perf_counter() - began)
        print(f"  the attackers' answers by status: {result}", flush=True)
        print(f"  CPU time of the server itself during the attack: {share:.2f} cores", flush=True)

    async def _asker(self, number: int) -> Sender:
        """Return a person at a table of their own who asks for hints, every second one for long ones."""
        address = f"127.0.0.{2 + number % self.addresses}"
        async with client(self.server, address) as http:
            person = Person(http)
            await person.sit_down()
            cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        body = json.dumps({"seconds": LimitSettings().hint_seconds} if number // self.addresses % 2 else {})
        head = f"POST {person.seat}/hint HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nCookie: {cookies}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        return Sender(address, (head + body).encode())

    async def attack_by_pictures(self, http: httpx.AsyncClient) -> None:
        """Ask for pictures of many positions at once."""
        person = Person(http)
        normal, normal_pictures = await person.turns(self.turns), [await self._picture_of(person)]
        tell("a bot's turn", normal)
        tell("a picture", normal_pictures)
        async with client(self.server, ATTACKER) as attacker:
            game = await self._finished_game(attacker)

            async def ask(number: int) -> int:
                found = await attacker.get(f"/api/games/{game}/board.png", params={"seq": 3 + number})
                return found.status_code

            began = time.perf_counter()
            asked = asyncio.ensure_future(at_once(self.pictures, ask, self.pictures))
            await asyncio.sleep(0.5)
            tell("a picture during the attack", [await self._picture_of(person)], normal_pictures)
            tell("a bot's turn during the attack", await person.turns(max(2, self.turns // 4)), normal)
            answers = Counter(await asked)
            seconds = time.perf_counter() - began
            print(f"  the attacker's answers by status: {dict(answers)}, all within {seconds:.0f} s", flush=True)

    async def _hints_of(self, person: Person) -> list[float]:
        found = []
        for _ in range(5):
            await person.sit_down()
            began = time.perf_counter()
            (await person.http.post(f"{person.seat}/hint", json={})).raise_for_status()
            found.append(time.perf_counter() - began)
        return found

    async def _picture_of(self, person: Person) -> float:
        """Return how long a picture of a new board takes."""
        await person.sit_down()
        began = time.perf_counter()
        (await person.http.get(f"/api/games/{person.table['id']}/board.png")).raise_for_status()
        return time.perf_counter() - began

    async def _finished_game(self, attacker: httpx.AsyncClient) -> str:
        seats = [{"kind": "bot", "level": "random"}] * 2
        made = (await attacker.post("/api/tables", json={"id": new_id(), "seats": seats})).json()["table"]
        over = False
        while not over:
            state = (await attacker.get(f"/api/watch/{made['watch']}", params={"after": 10_000, "wait": 1})).json()
            over = state["view"]["public"]["over"]
        return str(made["id"])

    async def _create_bots(self, attacker: httpx.AsyncClient) -> dict[str, Any] | None:
        made = await attacker.post("/api/tables", json={"id": new_id(), "seats": BOTS})
        table: dict[str, Any] | None = made.json()["table"] if made.status_code == 201 else None
        return table


async def main() -> int:
    """Run the attacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PARTS, help="run one attack")
    parser.add_argument("--turns", type=int, default=20, help="turns of the person that are measured each time")
    parser.add_argument("--tables", type=int, default=300, help="tables that the attacker creates")
    parser.add_argument("--hints", type=int, default=150, help="hints that the attacker asks for at once")
    parser.add_argument("--addresses", type=int, default=3, help="addresses of the flood, with four people each")
    parser.add_argument("--pictures", type=int, default=60, help="pictures that the attacker asks for at once")
    options = parser.parse_args()
    for part in (options.only,) if options.only else PARTS:
        with tempfile.TemporaryDirectory(prefix="kingdom-builder-bench-") as folder:
            server = ServerProcess(Path(folder), bot_workers=max(1, (os.cpu_count() or 2) - 1))
            if part not in MAKING_TABLES:
                server.settings |= LimitSettings().model_dump()
            server.start()
            try:
                await Attacks(server, options).run(part)
            finally:
                server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
