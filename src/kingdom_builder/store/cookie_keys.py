"""The keys with which the server marks its cookies. All processes share them, and backups contain them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from kingdom_builder.store.database import Database
from kingdom_builder.store.schema import cookie_keys


@dataclass(frozen=True)
class CookieKeys:
    """The keys, the newest first, and when the oldest was made: then a server first marked its cookies."""

    keys: list[bytes]
    since: float


async def read_keys(database: Database) -> CookieKeys:
    """Return the keys of a database; the migration of its schema has made one."""
    query = select(cookie_keys).order_by(cookie_keys.c.created_at.desc())
    async with database.reader.connect() as connection:
        rows = (await connection.execute(query)).all()
    return CookieKeys([bytes.fromhex(row.key) for row in rows], min(row.created_at for row in rows))
