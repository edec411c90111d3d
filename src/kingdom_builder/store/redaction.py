"""Deletes the names and the chat of a person from the rows of a table, in one transaction."""

from __future__ import annotations

import json

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.event_log import EventLog, event_row
from kingdom_builder.store.schema import credentials, events, seats
from kingdom_builder.table.events import Event
from kingdom_builder.table.redaction import Redaction
from kingdom_builder.table.seats import default_name

LABEL = "token"


async def store_redaction(event_log: EventLog, game: str, person: str, redaction: Redaction, event: Event) -> None:
    """Change the events and the names of seats, and store the event that says so.

    Refused, with nothing changed, if its number is taken. The labels of the person's tokens are deleted too.
    """

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(insert(events), event_row(game, event))
        for seq, value in redaction.values.items():
            chosen = update(events).where(events.c.game == game, events.c.seq == seq)
            await connection.execute(chosen.values(value=json.dumps(value)))
        for seat in redaction.seats:
            row = update(seats).where(seats.c.game == game, seats.c.seat == seat)
            await connection.execute(row.values(name=default_name(seat)))
        own = select(seats.c.seat).where(seats.c.game == game, seats.c.person == person)
        labels = update(credentials).where(credentials.c.game == game, credentials.c.seat.in_(own))
        await connection.execute(labels.values(label=LABEL))

    await event_log.run(work)
