"""What the operator's commands read and write in the database of a server, beside it."""

from __future__ import annotations

import re
import time
from typing import Any, NamedTuple

from sqlalchemy import func, select, union

from kingdom_builder.store.bans import Ban, apply_order, network_of
from kingdom_builder.store.database import Database
from kingdom_builder.store.orders import OrderKind, OrderLog
from kingdom_builder.store.schema import events, games, orders, seats
from kingdom_builder.store.uptime import UptimeLog, running

MAX_TABLES = 500
_PERSON = re.compile(r"[0-9a-f]{8,64}")


class Draining(NamedTuple):
    """How many server processes run, and how many turns they wait for; None if one of them does not drain yet."""

    processes: int
    turns: int | None


class Operator:
    """The operator of a server. Every method raises StorageError if the database does not answer."""

    def __init__(self, database: Database) -> None:
        """Use a database beside its server."""
        self._database = database
        self._orders = OrderLog(database)

    async def tables(self, statuses: list[str]) -> list[dict[str, Any]]:
        """Return the newest tables with one of these statuses, with their seats and their last event's number."""
        last = select(func.max(events.c.seq)).where(events.c.game == games.c.id).scalar_subquery()
        query = select(games.c.id, games.c.status, games.c.created_at, last.label("seq"))
        query = query.where(games.c.status.in_(statuses)).order_by(games.c.created_at.desc()).limit(MAX_TABLES)
        async with self._database.reader.connect() as connection:
            found = {row.id: {**row._mapping, "seats": []} for row in (await connection.execute(query)).all()}
            sitting = select(seats).where(seats.c.game.in_(found)).order_by(seats.c.game, seats.c.seat)
            for row in (await connection.execute(sitting)).all():
                seat = {name: row._mapping[name] for name in ("seat", "kind", "name", "level", "person")}
                found[row.game]["seats"].append(seat)
        return list(found.values())

    async def target(self, text: str) -> str | None:
        """Return an address, a network, or the id of the one person that begins with a text; None if there is none."""
        network = network_of(text)
        return await self._person(text) if network is None else str(network)

    async def close(self, table: str) -> int:
        """Order that a table is closed; return the number of the order."""
        return await self._add(OrderKind.CLOSE, table=table)

    async def ban(self, target: str, reason: str, until: float | None) -> None:
        """Order a ban."""
        await self._add(OrderKind.BAN, target=target, reason=reason, until=until)

    async def unban(self, target: str) -> None:
        """Order the end of a ban."""
        await self._add(OrderKind.UNBAN, target=target)

    async def announce(self, english: str | None, french: str | None, until: float | None) -> None:
        """Order that everybody is told something; None: nothing any more."""
        await self._add(OrderKind.ANNOUNCE, en=english, fr=french, until=until)

    async def drain(self, seconds: float, english: str, french: str) -> None:
        """Order that the server stops when the turns in progress have ended, at the latest after some seconds."""
        await self._add(OrderKind.DRAIN, seconds=seconds, en=english, fr=french)

    async def result(self, number: int) -> str | None:
        """Return what was done about an order; None if nothing yet."""
        async with self._database.reader.connect() as connection:
            found: str | None = await connection.scalar(select(orders.c.result).where(orders.c.id == number))
        return found

    async def bans(self) -> list[Ban]:
        """Return the bans that hold."""
        found: dict[str, Ban] = {}
        for order in await self._orders.after(0):
            apply_order(found, order)
        now = time.time()
        return [ban for ban in found.values() if ban.holds(now)]

    async def draining(self) -> Draining:
        """Return how far the server processes are with their drain."""
        rows = running(await UptimeLog(self._database.event_log).rows(), time.time())
        turns = [row.turns for row in rows]
        return Draining(len(rows), None if None in turns else sum(filter(None, turns)))

    async def _add(self, kind: OrderKind, **value: Any) -> int:
        return await self._orders.add(kind, value, time.time())

    async def _person(self, text: str) -> str | None:
        if not _PERSON.fullmatch(text):
            return None
        seated = select(seats.c.person).where(seats.c.person.startswith(text))
        created = select(games.c.creator).where(games.c.creator.startswith(text))
        async with self._database.reader.connect() as connection:
            found = (await connection.execute(union(seated, created))).scalars().all()
        return found[0] if len(found) == 1 else None
