"""The queries: events of a table, lists of tables, and credentials."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, exists, func, select, union
from sqlalchemy.exc import SQLAlchemyError

from kingdom_builder.store.database import Database
from kingdom_builder.store.errors import storage_error
from kingdom_builder.store.projection import Credential, CredentialKind
from kingdom_builder.store.schema import credentials, daily_results, events, games, participants, reviews, seats
from kingdom_builder.table.events import Actor, Event, EventKind, TableStatus

_EVENT = (events.c.seq, events.c.kind, events.c.seat, events.c.by, events.c.value, events.c.message_id, events.c.time)
_LAST_SEQ = select(func.max(events.c.seq)).where(events.c.game == games.c.id).scalar_subquery().label("seq")
_EVENTS_AT_ONCE = 500
# Queries that a server sends all the time: to make one takes longer than to run it.
_EVENTS_AFTER = (
    select(*_EVENT)
    .where(events.c.game == bindparam("game"), events.c.seq > bindparam("seq"))
    .order_by(events.c.seq)
    .limit(_EVENTS_AT_ONCE)
)
_OF_INVITE = select(games.c.id).where(games.c.invite == bindparam("code"))
_OF_WATCH = select(games.c.id).where(games.c.watch == bindparam("code"))
_DUE = (
    select(games.c.id)
    .where(games.c.status.in_(("open", "playing")), games.c.wake_at <= bindparam("now"))
    .order_by(games.c.wake_at)
    .limit(bindparam("most"))
)
_DAILY = select(
    daily_results.c.game,
    daily_results.c.person,
    seats.c.name,
    daily_results.c.gold,
    daily_results.c.margin,
    daily_results.c.hinted,
).join(seats, (seats.c.game == daily_results.c.game) & (seats.c.seat == daily_results.c.seat))
_CREDENTIAL = [credentials.c[field.name] for field in fields(Credential)]


class TableRow(NamedTuple):
    """What the index has of a table; `result` of a game that is over holds `gold` and `winners`.

    `to_play` and `result` are None at a table that was stored before the index had them.
    """

    status: TableStatus
    to_play: int | None
    result: dict[str, list[int]] | None
    seq: int


class Participation(NamedTuple):
    """A table at which a person has or had a seat, or has asked for one; `holds`: the person has a seat now."""

    table: str
    creator: str
    status: TableStatus
    holds: bool


class DailyRow(NamedTuple):
    """A result of a daily challenge, with the name at its seat. `margin` is how much more gold it is than the bot's."""

    game: str
    person: str
    name: str
    gold: int
    margin: int
    hinted: bool


class DailyStanding(NamedTuple):
    """How many people have a result on a day, and how many of the results are better and worse than one."""

    players: int
    better: int
    worse: int

    @property
    def percent(self) -> int | None:
        """What percentage of the others have a worse result; None without others.

        >>> DailyStanding(5, 1, 3).percent
        75
        """
        return 100 * self.worse // (self.players - 1) if self.players > 1 else None


class Repository:
    """Reads what is stored. It changes nothing; every method raises StorageError if the database does not answer."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def events_after(self, game: str, seq: int) -> list[Event]:
        """Return the events of a table after a number. Many are read in parts, between which other tasks run."""
        found: list[Event] = []
        while True:
            rows = await self._rows(_EVENTS_AFTER, {"game": game, "seq": seq})
            found += [_event(*row) for row in rows]
            if len(rows) < _EVENTS_AT_ONCE:
                return found
            seq = found[-1].seq

    async def find(self, *, invite: str | None = None, watch: str | None = None) -> str | None:
        """Return the table that an invite or a spectator link belongs to."""
        query, code = (_OF_WATCH, watch) if invite is None else (_OF_INVITE, invite)
        found = await self._ids(query, {"code": code})
        return found[0] if found else None

    async def listed(self, limit: int, before: str | None = None) -> list[str]:
        """Return the open tables that may be listed, newest first; with `before`, those older than this table."""
        query = select(games.c.id).where(games.c.status == "open", games.c.listed)
        return await self._page(query, limit, before)

    async def of_person(self, person: str, limit: int, before: str | None = None) -> list[str]:
        """Return the tables at which a person has a seat or which they created, newest first."""
        own = union(
            select(seats.c.game).where(seats.c.person == person), select(games.c.id).where(games.c.creator == person)
        )
        return await self._page(select(games.c.id).where(games.c.id.in_(own)), limit, before)

    async def finished_of_person(self, person: str, limit: int) -> dict[str, list[int]]:
        """Return those of the last tables of a person whose game is over, newest first, with the person's seats.

        It asks for the status of the tables only after it has found them: there are far more games that are over.
        """
        own = select(seats.c.game).where(seats.c.person == person)
        found = await self._page(select(games.c.id).where(games.c.id.in_(own)), limit, None)
        query = select(seats.c.game, seats.c.seat, games.c.status).join(games, games.c.id == seats.c.game)
        query = query.where(seats.c.game.in_(found), seats.c.person == person).order_by(seats.c.seat)
        of_table: dict[str, list[int]] = {table: [] for table in found}
        for row in await self._rows(query):
            if row.status == TableStatus.OVER:
                of_table[row.game].append(row.seat)
        return {table: own_seats for table, own_seats in of_table.items() if own_seats}

    async def _page(self, query: Select[Any], limit: int, before: str | None) -> list[str]:
        if before is not None:
            rows = await self._rows(select(games.c.created_at).where(games.c.id == before))
            if not rows:
                return []
            created_at = rows[0].created_at
            older = (games.c.created_at == created_at) & (games.c.id < before)
            query = query.where(games.c.created_at <= created_at, (games.c.created_at < created_at) | older)
        return await self._ids(query.order_by(games.c.created_at.desc(), games.c.id.desc()).limit(limit))

    async def rows(self, tables: Sequence[str]) -> dict[str, TableRow]:
        """Return what the index has of some tables."""
        query = select(games.c.id, games.c.status, games.c.to_play, games.c.result, _LAST_SEQ)
        return {
            row.id: TableRow(TableStatus(row.status), row.to_play, row.result and json.loads(row.result), row.seq)
            for row in await self._rows(query.where(games.c.id.in_(tables)))
        }

    async def last_seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of some tables."""
        query = select(games.c.id, _LAST_SEQ).where(games.c.id.in_(tables))
        return {row.id: row.seq for row in await self._rows(query)}

    async def events_of_kinds(self, tables: Sequence[str], kinds: Collection[EventKind]) -> dict[str, list[Event]]:
        """Return the events of some kinds at some tables, in their order."""
        query = select(events.c.game, *_EVENT).where(events.c.game.in_(tables), events.c.kind.in_(sorted(kinds)))
        found: dict[str, list[Event]] = {table: [] for table in tables}
        for game, *columns in await self._rows(query.order_by(events.c.game, events.c.seq)):
            found[game].append(_event(*columns))
        return found

    async def last_actions(self, tables: Sequence[str]) -> dict[tuple[str, int], float]:
        """Return when a player at each seat of some tables last did something, by table and seat."""
        query = select(events.c.game, events.c.seat, func.max(events.c.time).label("time"))
        query = query.where(events.c.game.in_(tables), events.c.by == Actor.PLAYER, events.c.seat.is_not(None))
        rows = await self._rows(query.group_by(events.c.game, events.c.seat))
        return {(row.game, row.seat): row.time for row in rows}

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
        return await self._ids(_DUE, {"now": now, "most": limit})

    async def idle_since(self, time: float, limit: int) -> dict[str, float]:
        """Return unfinished tables without a known event since a time, with the time of their last event."""
        last = select(events.c.time).where(events.c.game == games.c.id).order_by(events.c.seq.desc()).limit(1)
        query = select(games.c.id, last.scalar_subquery().label("last"))
        found: dict[str, float] = {}
        for status in (TableStatus.OPEN, TableStatus.PLAYING):
            idle = query.where(games.c.status == status, games.c.active_at < time)
            found |= {row.id: row.last for row in await self._rows(idle.order_by(games.c.active_at).limit(limit))}
        return found

    async def participations(self, person: str) -> list[str]:
        """Return the tables at which a person has or had a seat, or has asked for one."""
        return await self._ids(select(participants.c.game.label("id")).where(participants.c.person == person))

    async def created_between(self, begin: float, end: float, person: str) -> list[Participation]:
        """Return a person's participations in tables that were created in a time, oldest first."""
        holds = exists().where(seats.c.game == games.c.id, seats.c.person == person)
        query = select(games.c.id, games.c.creator, games.c.status, holds.label("holds"))
        query = query.join(participants, participants.c.game == games.c.id)
        query = query.where(participants.c.person == person, games.c.created_at >= begin, games.c.created_at < end)
        rows = await self._rows(query.order_by(games.c.created_at))
        return [Participation(row.id, row.creator, TableStatus(row.status), bool(row.holds)) for row in rows]

    async def of_message(self, person: str, message_id: str) -> str | None:
        """Return the table with an event of this message at which a person has a seat."""
        query = select(events.c.game.label("id")).join(seats, seats.c.game == events.c.game)
        found = await self._ids(query.where(seats.c.person == person, events.c.message_id == message_id).limit(1))
        return found[0] if found else None

    async def review(self, game: str, version: str) -> str | None:
        """Return the stored review of a game as JSON, if it is of this version."""
        query = select(reviews.c.document).where(reviews.c.game == game, reviews.c.version == version)
        rows = await self._rows(query)
        return rows[0].document if rows else None

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

    async def daily_results(self, day: str, limit: int) -> list[DailyRow]:
        """Return the best results of a day: most gold first, then the greatest margin, then the earliest."""
        row = daily_results.c
        best = _DAILY.where(row.day == day).order_by(row.gold.desc(), row.margin.desc(), row.finished_at).limit(limit)
        return [DailyRow(*found) for found in await self._rows(best)]

    async def daily_result(self, day: str, person: str) -> DailyRow | None:
        """Return the result of a person on a day."""
        found = await self._rows(_DAILY.where(daily_results.c.day == day, daily_results.c.person == person))
        return DailyRow(*found[0]) if found else None

    async def daily_result_of_game(self, game: str) -> DailyRow | None:
        """Return the result that a game has in the challenge of its day."""
        found = await self._rows(_DAILY.where(daily_results.c.game == game))
        return DailyRow(*found[0]) if found else None

    async def daily_counts(self, day: str) -> dict[int, int]:
        """Return how many people have how much gold in the challenge of a day, in ascending order."""
        row = daily_results.c
        counts = select(row.gold, func.count().label("players")).where(row.day == day)
        return {found.gold: found.players for found in await self._rows(counts.group_by(row.gold).order_by(row.gold))}

    async def daily_standing(self, day: str, gold: int, margin: int) -> DailyStanding:
        """Return how many results a day has, and how many of them are better and worse than one."""
        row = daily_results.c
        counts = [
            select(func.count()).where(row.day == day, condition).scalar_subquery()
            for condition in (
                row.gold > gold,
                (row.gold == gold) & (row.margin > margin),
                row.gold < gold,
                (row.gold == gold) & (row.margin < margin),
                row.gold.is_not(None),
            )
        ]
        more, ahead, less, behind, players = (await self._rows(select(*counts)))[0]
        return DailyStanding(players, more + ahead, less + behind)

    async def _ids(self, query: Select[Any], parameters: Mapping[str, Any] | None = None) -> list[str]:
        return [row.id for row in await self._rows(query, parameters)]

    async def _rows(self, query: Select[Any], parameters: Mapping[str, Any] | None = None) -> Sequence[Any]:
        try:
            return await self._database.rows(query, parameters)
        except (SQLAlchemyError, OSError) as error:
            raise storage_error(error) from error


def _event(seq: int, kind: str, seat: int | None, by: str, value: str, message_id: str | None, time: float) -> Event:
    return Event(seq, EventKind(kind), seat, Actor(by), json.loads(value), message_id, time)


def _credential(row: Any) -> Credential:
    values = dict(row._mapping)
    return Credential(kind=CredentialKind(values.pop("kind")), **values)
