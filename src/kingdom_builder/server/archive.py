"""Archive tables without an event for a long time. They can be resumed."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from kingdom_builder.server.host import TableHost
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.table.commands import Archive
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import Actor

BATCH = 5
"""The tables of one batch: each is replayed, and nobody should wait for many of them."""

_AGAIN_SECONDS = 24 * 60 * 60
"""When to look again at a table that cannot be archived."""


async def archive_batch(host: TableHost, load: Callable[[str], Awaitable[LoadedTable | None]], since: float) -> bool:
    """Archive some tables without an event since a time; return whether there may be more.

    The index has a time for each table, which may be older than its last event. It is corrected here, so a table
    that is in use is looked at only once in a long time, and moves need not write to the index.
    """
    found = await host.repository.idle_since(since, BATCH)
    corrected = {}
    for table, last in found.items():
        if last >= since:
            corrected[table] = last
        elif not await _archive(host, await load(table)):
            corrected[table] = min(time.time(), since + _AGAIN_SECONDS)
    await host.set_active(corrected)
    return bool(found)


async def _archive(host: TableHost, loaded: LoadedTable | None) -> bool:
    """Archive a table; return False if it cannot be loaded or somebody is connected to it."""
    if loaded is None or loaded.presence.everywhere()[0]:
        return False
    try:
        await host.submit(loaded, Archive(by=Actor.CLOCK))
    except Rejected as rejected:
        if rejected.code == "unavailable":
            raise
        return False
    return True
