"""What is stored of a game, and the questions asked of the database about games, seats and keys."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Executable, Row, Select, delete, exists, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.database import Database
from kingdom_builder.store.schema import entries, games, keys, seats
from kingdom_builder.store.writer import Append, StorageError

TOKEN, MOVE = "token", "move"


@dataclass(frozen=True)
class StoredGame:
    """A game's row. `setup` is a record without answers and holds the secret deck."""

    id: str
    invite: str
    watch: str
    creator: str
    status: str
    listed: bool
    options: dict[str, Any]
    setup: str
    rules: int
    wake_at: float | None
    created_at: float


@dataclass(frozen=True)
class StoredSeat:
    """Who sits where: `kind` is open, person or bot."""

    seat: int
    kind: str
    person: str | None
    level: str | None
    name: str


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """Something that happened at a table; numbers count from 1 and never go back."""

    number: int
    kind: str
    seat: int | None
    by: str
    value: Any
    message_id: str | None
    time: float


@dataclass(frozen=True)
class StoredKey:
    """A bearer token or a link that moves a seat; only its hash is stored."""

    id: str
    kind: str
    game: str
    seat: int
    label: str
    created_at: float
    expires_at: float


class Games:
    """The games of a database."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def create(self, game: StoredGame, sitting: Sequence[StoredSeat], first: StoredEntry) -> None:
        """Store a new game with its seats and first entry."""

        async def work(connection: AsyncConnection) -> None:
            row = {**vars(game), "options": json.dumps(game.options)}
            await connection.execute(insert(games).values(row))
            await connection.execute(insert(seats).values([{"game": game.id, **vars(seat)} for seat in sitting]))
            await connection.execute(insert(entries).values(entry_row(game.id, first)))

        await self._database.writer.run(work)

    async def append(self, game: str, entry: StoredEntry, *also: Executable) -> bool:
        """Store an entry and what changes with it; False, and nothing done, if its number or message id is taken."""
        return await self._database.writer.append(Append(entry_row(game, entry), also))

    async def load(self, game: str) -> StoredGame | None:
        """Return a game's row."""
        rows = await self._rows(select(games).where(games.c.id == game))
        return _game(rows[0]) if rows else None

    async def seats_of(self, game: str) -> list[StoredSeat]:
        """Return the seats in order."""
        rows = await self._rows(select(*_columns(seats, StoredSeat)).where(seats.c.game == game).order_by(seats.c.seat))
        return [StoredSeat(**row._mapping) for row in rows]

    async def entries_after(self, game: str, number: int) -> list[StoredEntry]:
        """Return what has happened since an entry."""
        query = select(*_columns(entries, StoredEntry)).where(entries.c.game == game, entries.c.number > number)
        rows = await self._rows(query.order_by(entries.c.number))
        return [_entry(*row) for row in rows]

    async def find(self, *, invite: str | None = None, watch: str | None = None) -> str | None:
        """Return the game that an invite or a spectator link belongs to."""
        condition = games.c.invite == invite if invite is not None else games.c.watch == watch
        rows = await self._rows(select(games.c.id).where(condition))
        return rows[0].id if rows else None

    async def listed(self, limit: int) -> list[str]:
        """Return the open tables that may be listed, newest first."""
        query = select(games.c.id).where(games.c.status == "open", games.c.listed)
        return [row.id for row in await self._rows(query.order_by(games.c.created_at.desc()).limit(limit))]

    async def of_person(self, person: str, limit: int) -> list[str]:
        """Return the games at which a person has a seat, newest first."""
        mine = exists().where(seats.c.game == games.c.id, seats.c.person == person)
        query = select(games.c.id).where(mine | (games.c.creator == person))
        return [row.id for row in await self._rows(query.order_by(games.c.created_at.desc()).limit(limit))]

    async def due(self, now: float, limit: int) -> list[str]:
        """Return the games in which the server has something to do."""
        query = select(games.c.id).where(games.c.status == "playing", games.c.wake_at <= now)
        return [row.id for row in await self._rows(query.order_by(games.c.wake_at).limit(limit))]

    async def idle_since(self, moment: float, limit: int) -> list[str]:
        """Return the unfinished games in which nothing has happened since a moment."""
        lately = exists().where(entries.c.game == games.c.id, entries.c.time > moment)
        query = select(games.c.id).where(games.c.status.in_(("open", "playing")), games.c.created_at < moment, ~lately)
        return [row.id for row in await self._rows(query.limit(limit))]

    async def key(self, kind: str, key_hash: str, now: float) -> StoredKey | None:
        """Return a key that is still good."""
        query = select(*_columns(keys, StoredKey)).where(keys.c.hash == key_hash, keys.c.kind == kind)
        rows = await self._rows(query.where(keys.c.expires_at > now))
        return StoredKey(**rows[0]._mapping) if rows else None

    async def keys_of(self, kind: str, game: str, seat: int, now: float) -> list[StoredKey]:
        """Return the keys of a seat that are still good, oldest first."""
        query = select(*_columns(keys, StoredKey)).where(keys.c.game == game, keys.c.seat == seat)
        rows = await self._rows(query.where(keys.c.kind == kind, keys.c.expires_at > now).order_by(keys.c.created_at))
        return [StoredKey(**row._mapping) for row in rows]

    async def _rows(self, query: Select[Any]) -> Sequence[Any]:
        try:
            async with self._database.reader.connect() as connection:
                rows: Sequence[Any] = (await connection.execute(query)).all()
                return rows
        except (SQLAlchemyError, OSError) as error:
            raise StorageError(" ".join(str(getattr(error, "orig", None) or error).split())[:200]) from error


def game_change(game: str, **values: Any) -> Executable:
    """Change a game's row."""
    return update(games).where(games.c.id == game).values(**values)


def seat_change(game: str, seat: int, **values: Any) -> Executable:
    """Change who sits on a seat."""
    return update(seats).where(seats.c.game == game, seats.c.seat == seat).values(**values)


def seats_removed(game: str, first: int) -> Executable:
    """Remove the seats from a number on."""
    return delete(seats).where(seats.c.game == game, seats.c.seat >= first)


def key_added(key: StoredKey, key_hash: str) -> Executable:
    """Add a key to a seat."""
    return insert(keys).values(hash=key_hash, **vars(key))


def keys_removed(game: str, seat: int, *, kind: str | None = None, key: str | None = None) -> Executable:
    """Remove the keys of a seat: all, those of a kind, or one."""
    chosen = delete(keys).where(keys.c.game == game, keys.c.seat == seat)
    if kind is not None:
        chosen = chosen.where(keys.c.kind == kind)
    return chosen if key is None else chosen.where(keys.c.id == key)


def entry_row(game: str, entry: StoredEntry) -> dict[str, Any]:
    """Return an entry as its row."""
    return {
        "game": game,
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "by": entry.by,
        "value": json.dumps(entry.value),
        "message_id": entry.message_id,
        "time": entry.time,
    }


def _game(row: Row[Any]) -> StoredGame:
    return StoredGame(**{**row._mapping, "options": json.loads(row.options)})


def _entry(
    number: int, kind: str, seat: int | None, by: str, value: str, message_id: str | None, moment: float
) -> StoredEntry:
    return StoredEntry(number, kind, seat, by, json.loads(value), message_id, moment)


def _columns(table: Any, kind: Any) -> list[Any]:
    return [table.c[column.name] for column in fields(kind)]
