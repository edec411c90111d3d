"""Deletes a person's names and chat at all tables, in what is stored and in all processes."""

from __future__ import annotations

import time

from kingdom_builder.server.errors import unavailable
from kingdom_builder.server.host import TableHost
from kingdom_builder.store.errors import Refused, StorageError
from kingdom_builder.store.redaction import store_redaction
from kingdom_builder.table.events import Actor, Event, EventKind, RedactedValue
from kingdom_builder.table.redaction import TEXT_KINDS, redact

_ATTEMPTS = 20


async def delete_texts(host: TableHost, person: str) -> int:
    """Delete a person's names and chat; return at how many tables there were any.

    What was interrupted can be done again: tables without such texts are left as they are.
    """
    try:
        tables = await host.repository.participations(person)
        return sum([await _delete_at(host, table, person) for table in tables])
    except StorageError as error:
        raise unavailable() from error


async def _delete_at(host: TableHost, table: str, person: str) -> bool:
    """Delete the texts at one table; return whether there were any."""
    for _ in range(_ATTEMPTS):
        last = (await host.repository.rows([table]))[table].seq
        found = redact((await host.repository.events_of_kinds([table], TEXT_KINDS))[table], person)
        if not found.values:
            return False
        value: RedactedValue = {"events": sorted(found.values)}
        event = Event(last + 1, EventKind.REDACTED, None, Actor.PLAYER, value, None, time.time())
        try:
            await store_redaction(host.event_log, table, person, found, event)
        except Refused:
            continue  # something else has happened at the table: read it again
        await host.on_stored(table, event.seq)
        return True
    raise unavailable()
