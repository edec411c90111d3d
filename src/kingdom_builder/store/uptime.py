"""When server processes ran: each has a row that it updates, so that the next one knows for how long none did."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.event_log import EventLog
from kingdom_builder.store.schema import processes
from kingdom_builder.table.state import Outage

KEPT_SECONDS = 62 * 24 * 60 * 60
"""Rows that are older do not matter: no turn is longer than 30 days."""

ALIVE_SECONDS = 30.0
"""A process that has recorded nothing for this time has ended, although it could not say so."""


@dataclass(frozen=True)
class ProcessRow:
    """A server process; `ended`: it does not run any more."""

    id: str
    started_at: float
    seen_at: float
    ended: bool
    turns: int | None = None
    """The turns that it waits for before it stops; None if it does not drain."""


class UptimeLog:
    """The rows of the server processes. Every method raises StorageError if the database does not answer."""

    def __init__(self, event_log: EventLog) -> None:
        """Write with the writer of the events."""
        self._event_log = event_log

    async def register(self, process: str, now: float) -> None:
        """Add the row of a process that starts, and delete rows that are too old; the newest of the others stays."""

        async def work(connection: AsyncConnection) -> None:
            rows = await _read(connection)
            newest = max(rows, key=lambda row: row.seen_at, default=None)
            old = [row.id for row in rows if row.seen_at < now - KEPT_SECONDS and row is not newest]
            if old:
                await connection.execute(delete(processes).where(processes.c.id.in_(old)))
            await connection.execute(insert(processes).values(id=process, started_at=now, seen_at=now, ended=False))

        await self._event_log.run(work)

    async def update(self, process: str, now: float, *, ended: bool = False) -> bool:
        """Record that a process runs, or that it ends; False if another one has recorded that it has ended."""

        async def work(connection: AsyncConnection) -> bool:
            own = update(processes).where(processes.c.id == process, ~processes.c.ended)
            return (await connection.execute(own.values(seen_at=now, ended=ended))).rowcount > 0

        return await self._event_log.run(work)

    async def record_turns(self, process: str, turns: int) -> None:
        """Record how many turns a process waits for before it stops."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(update(processes).where(processes.c.id == process).values(turns=turns))

        await self._event_log.run(work)

    async def mark_ended(self, found: Mapping[str, float]) -> None:
        """Record that processes have ended, unless they were seen after the given times."""

        async def work(connection: AsyncConnection) -> None:
            for process, seen_at in found.items():
                chosen = update(processes).where(processes.c.id == process, processes.c.seen_at == seen_at)
                await connection.execute(chosen.values(ended=True))

        await self._event_log.run(work)

    async def rows(self) -> list[ProcessRow]:
        """Return all rows."""
        return await self._event_log.run(_read)


def running(rows: Iterable[ProcessRow], now: float) -> list[ProcessRow]:
    """Return the processes that run as far as is known: one that drains does not record any more that it does."""
    return [row for row in rows if not row.ended and (row.seen_at > now - ALIVE_SECONDS or row.turns is not None)]


def outages(rows: Iterable[ProcessRow], alive: Collection[str], grace: float) -> tuple[Outage, ...]:
    """Return when no process ran, each with the grace period after it; those in `alive` still run.

    >>> one, two = ProcessRow("one", 0.0, 100.0, True), ProcessRow("two", 130.0, 130.0, False)
    >>> outages([one, two], {"two"}, 30.0)
    (Outage(begin=100.0, end=160.0),)
    """
    found: list[Outage] = []
    served_to: float | None = None
    for row in sorted(rows, key=lambda row: row.started_at):
        if served_to is not None and row.started_at > served_to:
            outage = Outage(served_to, row.started_at + grace)
            if found and outage.begin <= found[-1].end:  # it ended again within the grace period
                outage = Outage(found.pop().begin, outage.end)
            found.append(outage)
        end = float("inf") if row.id in alive else row.seen_at
        served_to = end if served_to is None else max(served_to, end)
    return tuple(found)


async def _read(connection: AsyncConnection) -> list[ProcessRow]:
    return [ProcessRow(**row) for row in (await connection.execute(select(processes))).mappings()]
