"""Measure games with very many events: the size of a state, the time to load it, and how long others wait meanwhile.

Run it with `python -m benchmarks.long_games`. It stores a game with 8,000 chat messages and one with 40,000 answers and
undos, as servers without bounds allowed them, then opens each at a new server.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.server.client import ME, Browser
from tests.server.serving import ServerProcess, serving

CHATS, ANSWERS = 8_000, 20_000


def main() -> None:
    """Print a line for each game."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        browser = Browser(server)
        tables = {"chat": browser.create(ME, ME), "undo": browser.create(ME, ME), "short": browser.create(ME, ME)}
        seats, first = {}, {}
        for name, table in tables.items():
            view = browser.state(table, 0)["view"]
            seats[name] = view["public"]["to_play"]
            first[name] = browser.state(table, seats[name])["view"]["you"]["hexes"][0]
        server.kill()
        _store(Path(folder) / "games.db", tables["chat"]["id"], [("chat", 0, {"text": "x" * 500})] * CHATS)
        answered = [("answer", seats["undo"], first["undo"]), ("undo", seats["undo"], 1)]
        _store(Path(folder) / "games.db", tables["undo"]["id"], answered * ANSWERS)
        server.start()
        for name, table in tables.items():
            for attempt in ("first", "second"):
                _measure(server, browser, f"{name}, {attempt} state", table["id"], seats[name])


def _store(path: Path, game: str, events: list[tuple[str, int, Any]]) -> None:
    """Store events after those that a game has."""
    rows = [
        (game, seq, kind, seat, "player", json.dumps(value), f"{game}-{seq}", time.time())
        for seq, (kind, seat, value) in enumerate(events, 3)
    ]
    connection = sqlite3.connect(path)
    with connection:
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    connection.close()


def _measure(server: ServerProcess, browser: Browser, name: str, game: str, seat: int) -> None:
    waits: list[float] = []
    stop = threading.Event()
    other = server.client()

    def ask() -> None:
        while not stop.is_set():
            begin = time.perf_counter()
            other.get("/health")
            waits.append(time.perf_counter() - begin)

    asking = threading.Thread(target=ask)
    asking.start()
    time.sleep(0.3)
    usual = sorted(waits)[len(waits) // 2]
    waits.clear()
    again = server.client()
    again.cookies = browser.http.cookies
    begin = time.perf_counter()
    response = again.get(f"/api/tables/{game}/seats/{seat}/state")
    seconds = time.perf_counter() - begin
    stop.set()
    asking.join()
    response.raise_for_status()
    events = len(response.json()["events"])
    print(
        f"{name}: {len(response.content) / 1e6:.2f} MB, {events} events, {seconds * 1e3:.0f} ms; "
        f"another request waited at most {max(waits) * 1e3:.0f} ms (usually {usual * 1e3:.1f} ms)"
    )


if __name__ == "__main__":
    main()
