"""Deletes what is needed no longer: credentials that have expired, and who created a table that has started."""

from __future__ import annotations

import asyncio
import time

import structlog

from kingdom_builder.store.errors import StorageError
from kingdom_builder.store.event_log import EventLog
from kingdom_builder.store.expired import delete_expired
from kingdom_builder.store.waiting_tables import delete_waiting

CLEAN_SECONDS = 600.0
BATCH = 500
"""The rows of one transaction: moves are stored between two of them."""

log = structlog.get_logger()


async def keep_clean(event_log: EventLog) -> None:
    """Delete such rows at once and every ten minutes."""
    while True:
        try:
            await clean(event_log)
        except StorageError as error:
            log.warning("will try again", work="clean", reason=str(error))
        await asyncio.sleep(CLEAN_SECONDS)


async def clean(event_log: EventLog) -> None:
    """Delete all such rows, in batches."""
    while await delete_expired(event_log, time.time(), BATCH) == BATCH:
        await asyncio.sleep(0)
    while await delete_waiting(event_log, BATCH) == BATCH:
        await asyncio.sleep(0)
