"""A database: its engines and its event log."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Executable, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from kingdom_builder.store.appends import GroupWriter
from kingdom_builder.store.event_log import EventLog
from kingdom_builder.store.postgresql_writer import PostgresqlWriter
from kingdom_builder.store.revision import is_current
from kingdom_builder.store.sqlite_settings import BUSY_SECONDS, check_version
from kingdom_builder.store.sqlite_threads import READERS, SqliteThreads, start_transactions
from kingdom_builder.store.sqlite_writer import SqliteWriter

_READERS = {"sqlite": READERS, "postgresql": 10}
"""The number of queries at once. Thousands may wait when all clients connect again after a restart."""

_SQLITE = {"timeout": BUSY_SECONDS, "isolation_level": None}
_POSTGRESQL = {"timeout": 5, "command_timeout": 30}


class Database:
    """One database, for as long as a server or a command uses it."""

    def __init__(self, url: str) -> None:
        """Name the database; `open` connects."""
        self.url = database_url(url)
        self.engine: AsyncEngine
        self.reader: AsyncEngine
        self.reading = asyncio.Semaphore(_READERS[self.url.get_backend_name()])
        """Queries wait here for a connection, for as long as it takes; in the pool they would fail after a time."""
        self.threads: SqliteThreads | None = None
        """What nearly all transactions and queries on SQLite use instead of the engines."""
        self.event_log: EventLog
        self._lock: IO[str] | None = None

    @property
    def embedded(self) -> bool:
        """Whether it is SQLite, which only one server process can use."""
        return self.url.get_backend_name() == "sqlite"

    async def open(self, *, to_read: bool = False) -> None:
        """Connect, migrate the schema and start to write; ValueError if it cannot be used.

        `to_read` uses it beside a server, to read, and to add the operator's orders; it changes nothing else.
        """
        if self.embedded:
            check_version()
            self._lock = None if to_read else _lock_file(self.url)
        self.engine, self.reader = _engine(self.url), _reader(self.url)
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(_check_revision if to_read else _migrate)
        except (SQLAlchemyError, OSError) as error:
            await self._disconnect()
            reason = " ".join(str(getattr(error, "orig", None) or error).split())
            raise ValueError(f"the database {self.shown_url} cannot be used: {reason}") from error
        except ValueError:
            await self._disconnect()
            raise
        self.threads = SqliteThreads(self.url) if self.embedded else None
        self.event_log = EventLog(self.engine, self._new_writer(), self.threads)
        self.event_log.start()

    async def close(self) -> None:
        """Write what is waiting and disconnect."""
        await self.event_log.stop()
        await self._disconnect()

    async def rows(self, query: Executable, parameters: Mapping[str, Any] | None = None) -> Sequence[Any]:
        """Return the rows of a query; SQLAlchemyError or OSError if the database does not answer."""
        if self.threads is not None:
            return await self.threads.rows(query, parameters)
        async with self.reading, self.reader.connect() as connection:
            return (await connection.execute(query, parameters)).all()

    @property
    def shown_url(self) -> str:
        """The address without its password."""
        return self.url.render_as_string(hide_password=True)

    def _new_writer(self) -> GroupWriter:
        if not self.embedded:
            return PostgresqlWriter(self.engine)
        assert self.url.database is not None
        return SqliteWriter(self.url.database)

    async def _disconnect(self) -> None:
        if self.threads is not None:
            await self.threads.close()
            self.threads = None
        await self.engine.dispose()
        await self.reader.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def database_url(text: str) -> URL:
    """Read an address: `sqlite:///games.db`, `postgresql://user@host/name`, or a file's name.

    >>> database_url("games.db").render_as_string()
    'sqlite+aiosqlite:///games.db'
    """
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
    except ArgumentError:
        raise ValueError(f"{text!r} is not the address of a database") from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    backend = url.drivername.partition("+")[0]
    if backend not in drivers:
        raise ValueError(f"{backend!r} is not a database this program knows: expected sqlite or postgresql")
    if backend == "sqlite" and url.database in (None, "", ":memory:"):
        raise ValueError("a database in memory would lose every game: name a file, as in sqlite:///games.db")
    return url.set(drivername=drivers[backend])


def _reader(url: URL) -> AsyncEngine:
    """Return an engine for single queries: without transactions, which would take longer than the queries."""
    if url.get_backend_name() == "sqlite":
        return create_async_engine(
            url,
            hide_parameters=True,
            pool_size=_READERS["sqlite"],
            pool_reset_on_return=None,
            connect_args=_SQLITE,
        )
    return create_async_engine(
        url,
        hide_parameters=True,  # a game's row holds its deck, and errors are written to logs
        pool_size=_READERS["postgresql"],
        pool_pre_ping=True,
        pool_reset_on_return=None,
        isolation_level="AUTOCOMMIT",
        connect_args=_POSTGRESQL,
    )


def _engine(url: URL) -> AsyncEngine:
    """Return the engine that writes."""
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, hide_parameters=True, pool_size=2, pool_pre_ping=True, connect_args=_POSTGRESQL)
    engine = create_async_engine(url, hide_parameters=True, pool_size=2, connect_args=_SQLITE)

    start_transactions(engine.sync_engine)
    return engine


def _migrate(connection: Connection) -> None:
    if is_current(connection):
        return
    # Most starts need no migration, and importing Alembic takes a quarter of the time of a start.
    from kingdom_builder.store.migration import migrate

    migrate(connection)


def _check_revision(connection: Connection) -> None:
    if not is_current(connection):
        raise ValueError("the database is empty or of another version of this program: let the server open it once")


def _lock_file(url: URL) -> IO[str]:
    """Lock an embedded database: two servers would not notice each other's moves."""
    assert url.database is not None
    path = Path(url.database)
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.with_name(path.name + ".lock").open("w", encoding="utf-8")
    try:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise ValueError(f"{path}: another server is using this database (several need PostgreSQL)") from None
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock
