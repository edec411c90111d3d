"""Whether a database can be used: it answers, there is space on its disk, and the last write has succeeded."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import time
from enum import StrEnum
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.database import Database
from kingdom_builder.store.errors import StorageError

MIN_FREE_BYTES = 1 << 20
"""With less space on the disk of an embedded database the next game may not fit."""

RETRY_SECONDS = 1.0
"""How often a write is tried at most after one has failed."""

WRITE_SECONDS = 2.0


class Problem(StrEnum):
    """Why a database cannot be used."""

    NO_ANSWER = "database unavailable"
    DISK_FULL = "disk full"
    NO_WRITES = "database cannot write"


class DatabaseHealth:
    """The health of a database. It writes nothing unless the last write has failed."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database
        self._trying = asyncio.Lock()
        self._tried_at = 0.0

    async def problem(self) -> Problem | None:
        """Return why the database cannot be used; None if it can."""
        try:
            await self._database.rows(text("SELECT 1"))
        except (SQLAlchemyError, OSError):
            return Problem.NO_ANSWER
        if self._database.embedded and self._free_bytes() < MIN_FREE_BYTES:
            return Problem.DISK_FULL
        if not self._database.event_log.can_write:
            await self._try_to_write()
        return None if self._database.event_log.can_write else Problem.NO_WRITES

    def _free_bytes(self) -> int:
        assert self._database.url.database is not None
        return shutil.disk_usage(Path(self._database.url.database).absolute().parent).free

    async def _try_to_write(self) -> None:
        """Write a row as it is, so that a database that can write again is known without a player's move."""
        async with self._trying:
            if self._database.event_log.can_write or time.monotonic() - self._tried_at < RETRY_SECONDS:
                return
            self._tried_at = time.monotonic()
            with contextlib.suppress(StorageError, TimeoutError):  # the event log records whether it has succeeded
                async with asyncio.timeout(WRITE_SECONDS):
                    await self._database.event_log.run(_write_same)


async def _write_same(connection: AsyncConnection) -> None:
    await connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
