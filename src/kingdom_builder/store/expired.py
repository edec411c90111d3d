"""Deletes credentials that have expired."""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.event_log import EventLog
from kingdom_builder.store.schema import credentials


async def delete_expired(event_log: EventLog, now: float, limit: int) -> int:
    """Delete the credentials that expired first, at most `limit`; return how many were deleted."""
    expired = select(credentials.c.id).where(credentials.c.expires_at <= now).order_by(credentials.c.expires_at)

    async def work(connection: AsyncConnection) -> int:
        found = await connection.execute(delete(credentials).where(credentials.c.id.in_(expired.limit(limit))))
        return found.rowcount

    return await event_log.run(work)
