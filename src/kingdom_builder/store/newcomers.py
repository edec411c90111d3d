"""Newcomers: what is needed to give a browser or program without a cookie the same cookie for the same message.

A row is kept for some minutes only. It does not hold the message id, so it gives nobody the cookie.
"""

from __future__ import annotations

import secrets

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.event_log import EventLog
from kingdom_builder.store.schema import newcomers

KEPT_SECONDS = 600.0


async def newcomer_salt(event_log: EventLog, message: str, now: float) -> str:
    """Return the random text that belongs to a message, given by its hash: a new one if there is none."""

    async def work(connection: AsyncConnection) -> str:
        await connection.execute(delete(newcomers).where(newcomers.c.expires_at <= now))
        dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
        row = {"message": message, "salt": secrets.token_urlsafe(32), "expires_at": now + KEPT_SECONDS}
        await connection.execute(dialect.insert(newcomers).on_conflict_do_nothing(), row)
        salt = await connection.scalar(select(newcomers.c.salt).where(newcomers.c.message == message))
        return str(salt)

    return await event_log.run(work)
