"""Stores the review of a game that is over. It can be made again, so backups do not have it."""

from __future__ import annotations

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.event_log import EventLog
from kingdom_builder.store.schema import reviews


async def store_review(event_log: EventLog, game: str, version: str, document: str) -> None:
    """Store a review as JSON in the place of an older one."""

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(reviews).where(reviews.c.game == game))
        await connection.execute(insert(reviews).values(game=game, version=version, document=document))

    await event_log.run(work)
