"""What a database holds, read past the server."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from dataclasses import dataclass
from typing import Any

import asyncpg

_EVENTS = 'SELECT game, seq, kind, seat, "by", value, message_id FROM events ORDER BY game, seq'
_FINISHED = "SELECT id FROM games WHERE status = 'over'"


@dataclass(frozen=True)
class StoredRow:
    """A row of the table of events."""

    game: str
    seq: int
    kind: str
    seat: int | None
    by: str
    value: Any
    message_id: str | None


async def stored_events(database: str) -> dict[str, list[StoredRow]]:
    """Return all events of a database, by game and in order."""
    games: dict[str, list[StoredRow]] = {}
    for game, seq, kind, seat, by, value, message_id in await _rows(database, _EVENTS):
        row = StoredRow(game, seq, kind, seat, by, json.loads(value), message_id)
        games.setdefault(game, []).append(row)
    return games


async def finished_games(database: str) -> set[str]:
    """Return the games that are over."""
    return {game for (game,) in await _rows(database, _FINISHED)}


async def _rows(database: str, query: str) -> list[Any]:
    if database.startswith("sqlite:///"):
        with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file:
            return file.execute(query).fetchall()
    connection = await asyncpg.connect(database)
    try:
        return [tuple(row.values()) for row in await connection.fetch(query)]
    finally:
        await connection.close()
