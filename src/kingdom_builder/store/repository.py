"""The queries: events of a table, lists of tables, and credentials."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import Select, exists, select
from sqlalchemy.exc import SQLAlchemyError

from kingdom_builder.store.database import Database
from kingdom_builder.store.event_log import storage_error
from kingdom_builder.store.projection import Credential, CredentialKind
from kingdom_builder.store.schema import credentials, events, games, seats
from kingdom_builder.table.events import Actor, Event, EventKind

_EVENT = (events.c.seq, events.c.kind, events.c.seat, events.c.by, events.c.value, events.c.message_id, events.c.time)
_CREDENTIAL = [credentials.c[field.name] for field in fields(Credential)]


class Repository:
    """Reads what is stored. It changes nothing; every method raises StorageError if the database does not answer."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def events_after(self, game: str, seq: int) -> list[Event]:
        """Return the events of a table after a number."""
        query = select(*_EVENT).where(events.c.game == game, events.c.seq > seq).order_by(events.c.seq)
        return [
            Event(number, EventKind(kind), seat, Actor(by), json.loads(value), message_id, time)
            for number, kind, seat, by, value, message_id, time in await self._rows(query)
        ]

    async def find(self, *, invite: str | None = None, watch: str | None = None) -> str | None:
        """Return the table that an invite or a spectator link belongs to."""
        condition = games.c.invite == invite if invite is not None else games.c.watch == watch
        found = await self._ids(select(games.c.id).where(condition))
        return found[0] if found else None

    async def listed(self, limit: int) -> list[str]:
        """Return the open tables that may be listed, newest first."""
        query = select(games.c.id).where(games.c.status == "open", games.c.listed)
        return await self._ids(query.order_by(games.c.created_at.desc()).limit(limit))

    async def of_person(self, person: str, limit: int) -> list[str]:
        """Return the tables at which a person has a seat or which they created, newest first."""
        own_seat = exists().where(seats.c.game == games.c.id, seats.c.person == person)
        query = select(games.c.id).where(own_seat | (games.c.creator == person))
        return await self._ids(query.order_by(games.c.created_at.desc()).limit(limit))

    async def knew_person(self, person: str, before: float) -> bool:
        """Return whether a person had a seat at a table, or had created one, that was made before a time."""
        seated = select(games.c.id).join(seats, seats.c.game == games.c.id).where(seats.c.person == person)
        created = select(games.c.id).where(games.c.creator == person)
        for query in (seated, created):
            if await self._ids(query.where(games.c.created_at < before).limit(1)):
                return True
        return False

    async def due(self, now: float, limit: int) -> list[str]:
        """Return the tables with a task for the server."""
        query = select(games.c.id).where(games.c.status.in_(("open", "playing")), games.c.wake_at <= now)
        return await self._ids(query.order_by(games.c.wake_at).limit(limit))

    async def idle_since(self, time: float, limit: int) -> list[str]:
        """Return the unfinished tables without an event since a time."""
        recent = exists().where(events.c.game == games.c.id, events.c.time > time)
        query = select(games.c.id).where(games.c.status.in_(("open", "playing")), games.c.created_at < time, ~recent)
        return await self._ids(query.limit(limit))

    async def of_message(self, person: str, message_id: str) -> str | None:
        """Return the table with an event of this message at which a person has a seat."""
        query = select(events.c.game.label("id")).join(seats, seats.c.game == events.c.game)
        found = await self._ids(query.where(seats.c.person == person, events.c.message_id == message_id).limit(1))
        return found[0] if found else None

    async def credential(self, kind: CredentialKind, secret_hash: str, now: float) -> Credential | None:
        """Return a credential that has not expired."""
        query = select(*_CREDENTIAL).where(credentials.c.hash == secret_hash, credentials.c.kind == kind)
        rows = await self._rows(query.where(credentials.c.expires_at > now))
        return _credential(rows[0]) if rows else None

    async def credentials_of(self, kind: CredentialKind, game: str, seat: int, now: float) -> list[Credential]:
        """Return the credentials of a seat that have not expired, oldest first."""
        query = select(*_CREDENTIAL).where(credentials.c.game == game, credentials.c.seat == seat)
        query = query.where(credentials.c.kind == kind, credentials.c.expires_at > now)
        return [_credential(row) for row in await self._rows(query.order_by(credentials.c.created_at))]

    async def _ids(self, query: Select[Any]) -> list[str]:
        return [row.id for row in await self._rows(query)]

    async def _rows(self, query: Select[Any]) -> Sequence[Any]:
        try:
            async with self._database.reader.connect() as connection:
                rows: Sequence[Any] = (await connection.execute(query)).all()
                return rows
        except (SQLAlchemyError, OSError) as error:
            raise storage_error(error) from error


def _credential(row: Any) -> Credential:
    values = dict(row._mapping)
    return Credential(kind=CredentialKind(values.pop("kind")), **values)
