"""Measure what a database with many stored games costs: lists of tables, the start of a server, archiving.

The games are copies of one, with some events each. One person has a part of them, some wait for players in the lobby,
some are idle for long. The figures are CPU time of this process, which has no table in memory before each measurement.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Table, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.game import new_first_game
from kingdom_builder.server.archive import archive_batch
from kingdom_builder.server.background import Background
from kingdom_builder.server.clock import ServerClock
from kingdom_builder.server.host import TableHost
from kingdom_builder.server.listing import PAGE, list_tables
from kingdom_builder.server.pubsub import NoPubSub
from kingdom_builder.server.uptime import Uptime
from kingdom_builder.store.database import Database
from kingdom_builder.store.event_log import event_row
from kingdom_builder.store.projection import new_rows
from kingdom_builder.store.repository import Repository
from kingdom_builder.store.schema import events, games, seats
from kingdom_builder.store.uptime import UptimeLog
from kingdom_builder.table.state import Moment
from tests.table.memory_table import MemoryTable, started_table

TARGET_MS = 50.0
RUNS = 5
MONTHS = 90 * 24 * 60 * 60
LISTED, IDLE, OWN_SHARE = 200, 200, 100
ANSWERS = 8
_GAMES_AT_ONCE = 500


def template(answers: int) -> MemoryTable:
    """Return a game with some answers; fewer if it is over before."""
    table = started_table(new_first_game(1))
    for _ in range(answers):
        if table.game.over:
            break
        table.play(table.game.legal_answers()[0])
    return table


def rows(count: int, answers: int) -> Iterator[dict[Table, list[dict[str, Any]]]]:
    """Yield the rows of some games at once."""
    table = template(answers)
    now = time.time()
    game_row, seat_rows = new_rows(table.state, Moment(now, 0.0))
    values = [(event_row(table.state.id, event), json.dumps(event.value)) for event in table.events]
    first_value = table.events[0].value
    for first in range(0, count, _GAMES_AT_ONCE):
        found: dict[Table, list[dict[str, Any]]] = {games: [], seats: [], events: []}
        for number in range(first, min(count, first + _GAMES_AT_ONCE)):
            name = f"g{number}"
            waits, idle = number < LISTED, LISTED <= number < LISTED + IDLE
            created = now - MONTHS - count + number if idle else now - count + number
            status = "open" if waits else "playing" if idle else "over"
            person = "me" if number % OWN_SHARE == 0 else f"p{number}"
            own = {"id": name, "invite": f"i{number}", "watch": f"w{number}", "creator": person}
            times = {"created_at": created, "active_at": created, "wake_at": None}
            result = json.dumps({"gold": [30, 40], "winners": [1]}) if status == "over" else None
            found[games].append({**game_row, **own, **times, "status": status, "listed": waits, "result": result})
            found[seats] += [{**row, "game": name, "person": person if not row["seat"] else None} for row in seat_rows]
            held = [
                {**seat, "person": person if not place else None} for place, seat in enumerate(first_value["seats"])
            ]
            codes = {"table": name, "invite": f"i{number}", "watch": f"w{number}", "creator": person, "seats": held}
            values[0] = (values[0][0], json.dumps({**first_value, **codes, "listed": waits}))
            some = values[:1] if waits else values
            found[events] += [{**row, "game": name, "value": value, "time": created} for row, value in some]
        yield found


async def fill(database: Database, count: int, answers: int = ANSWERS) -> None:
    """Write the games, with so many answers each."""

    async def work(connection: AsyncConnection) -> None:
        for some in rows(count, answers):
            for table, found in some.items():
                await connection.execute(insert(table), found)

    await database.event_log.run(work)


async def cpu_ms(work: Callable[[], Awaitable[Any]]) -> float:
    """Return the CPU time of a function in milliseconds, threads of the database driver included: the median of some.

    The first call is left out: in a new process it also compiles statements and prepares boards.
    """
    found = []
    for _ in range(1 + RUNS):
        before = time.process_time()
        await work()
        found.append(1000 * (time.process_time() - before))
    return statistics.median(found[1:])


async def measure(url: str, count: int) -> bool:
    """Print all figures; return whether they meet the target."""
    database = Database(url)
    await database.open()
    began = time.perf_counter()
    await fill(database, count)
    await database.close()
    print(f"{count} games written in {time.perf_counter() - began:.0f} s")

    async def start() -> None:
        await database.open()
        uptime = Uptime(UptimeLog(database.event_log), ServerClock(), only_process=True, grace_seconds=0)
        await uptime.start()
        await Repository(database).due(time.time(), 500)
        await uptime.stop()
        await database.close()

    async def listing(tables: Awaitable[list[str]], expected: int) -> None:
        shown = await list_tables(host, background, await tables, "me", "192.0.2.1")
        assert len(shown) == expected, len(shown)

    async def archive() -> None:
        assert await archive_batch(host, host.get, time.time() - MONTHS / 3)

    database = Database(url)
    results = {"start of a server": await cpu_ms(start)}
    await database.open()
    repository = Repository(database)
    host = TableHost(repository, database.event_log, NoPubSub(), ServerClock())
    background = Background(0)
    results["lobby"] = await cpu_ms(lambda: listing(repository.listed(PAGE), min(PAGE, LISTED)))
    mine = min(PAGE, count // OWN_SHARE)
    results["my tables"] = await cpu_ms(lambda: listing(repository.of_person("me", PAGE), mine))
    results["a batch of archiving"] = await cpu_ms(archive)
    await background.stop()
    await database.close()
    for name, milliseconds in results.items():
        verdict = "OK" if milliseconds < TARGET_MS else "missed"
        print(f"  {name:<30}{milliseconds:>8.1f} ms CPU   target < {TARGET_MS:g} ms: {verdict}", flush=True)
    return all(milliseconds < TARGET_MS for milliseconds in results.values())


def main() -> int:
    """Fill a database and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="the number of stored games")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(measure(f"sqlite:///{Path(folder) / 'games.db'}", options.games)) else 1


if __name__ == "__main__":
    sys.exit(main())
