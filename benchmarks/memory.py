"""Run many games through one server process and print its memory: it must not grow with their number.

Two people play each game over WebSockets to its end, or `--moves` answers of it, then leave the table. The server keeps
500 tables that nobody looks at, for five minutes, so its memory grows during the first 500 games and not after them.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load.new_tables import invite
from benchmarks.load.stored_games import Invited
from kingdom_builder.server.security.cookies import COOKIE
from tests.server.serving import PATIENCE, ServerProcess, serving

LINES = 20
FIRST_ANSWER = 3
"""The number of the last event before the first answer: the table was created, a seat was taken, the game has begun."""


async def play(server: ServerProcess, invited: Invited, moves: int | None, chance: random.Random) -> int:
    """Play a game to its end, or some answers of it; return how many events it has."""
    sockets = [
        await connect(
            f"{server.ws_url}/api/tables/{invited.id}/seats/{seat}/live",
            additional_headers={"Cookie": f"{COOKIE}={cookie}"},
            compression=None,
            proxy=None,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        for seat, cookie in enumerate(invited.cookies)
    ]
    players = [asyncio.create_task(answer(socket, seat, moves, chance)) for seat, socket in enumerate(sockets)]
    done, others = await asyncio.wait(players, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    for socket in sockets:
        await socket.close()
    return done.pop().result()


async def answer(socket: ClientConnection, seat: int, moves: int | None, chance: random.Random) -> int:
    """Answer for a seat at random until the game is over or has enough events; return how many it has."""
    async for text in socket:
        message: dict[str, Any] = orjson.loads(text)
        view = message.get("view")
        if view is None:
            continue
        public, you = view["public"], view["you"]
        seq: int = public["seq"]
        if public["over"] or (moves is not None and seq > moves + FIRST_ANSWER):
            return seq
        if public["to_play"] == seat:
            chosen = chance.choice([*you["hexes"], *you["options"]])
            reply = {"type": "answer", "id": secrets.token_urlsafe(9), "seen_seq": seq, "answer": chosen}
            await socket.send(orjson.dumps(reply).decode())
    raise ConnectionError("the server has closed a connection during a game")


async def show(server: ServerProcess, games: int, began: float) -> None:
    """Print the memory of the server, and how many tables it holds."""
    metrics = (await asyncio.to_thread(server.metrics)).splitlines()
    tables = next(line.split()[1] for line in metrics if line.startswith("kingdom_builder_tables "))
    seconds = time.monotonic() - began
    print(f"{games:>8}{seconds:>10.0f}{tables:>10}{server.memory() / 2**20:>12.1f}", flush=True)


async def run(server: ServerProcess, options: argparse.Namespace) -> None:
    """Play all games, some at once."""
    began, chance, count, started, events = time.monotonic(), random.Random(1), 0, 0, 0
    print(f"{'games':>8}{'seconds':>10}{'tables':>10}{'MiB':>12}")
    await show(server, 0, began)

    async def one_after_the_other() -> None:
        nonlocal count, started, events
        while started < options.games:
            started += 1
            found = await play(server, await invite(server.port), options.moves, chance)
            events += found  # not in one line: others add to it while this game is played
            count += 1
            if count % max(1, options.games // LINES) == 0:
                await show(server, count, began)

    await asyncio.gather(*(one_after_the_other() for _ in range(options.at_once)))
    await asyncio.sleep(options.wait)
    await show(server, count, began)
    print(f"{events / max(1, count):.0f} events in a game on average")


def main() -> int:
    """Print the memory while games are played."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="the number of games")
    parser.add_argument(
        "--moves", type=int, help="the most answers of a game; without it games are played to their end"
    )
    parser.add_argument("--at-once", type=int, default=20, help="the number of games at the same time")
    parser.add_argument("--wait", type=float, default=0, help="seconds before the last line; tables stay for 300")
    options = parser.parse_args()
    limits = ("connections_per_address", "max_connections", "handshakes_per_second", "requests_at_once")
    tables = ("tables_per_hour_of_person", "tables_per_hour_of_address", "waiting_tables_per_address")
    with tempfile.TemporaryDirectory() as folder:
        unlimited = dict.fromkeys((*limits, *tables), 100_000)
        with serving(Path(folder), **unlimited) as server:
            asyncio.run(run(server, options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
