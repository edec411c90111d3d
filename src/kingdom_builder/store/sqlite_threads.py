"""Transactions and queries on SQLite, each with one call of a thread.

The asyncio driver of SQLite calls its thread several times for each statement. A new table has twenty of them, and
moves wait until it is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar, cast

from sqlalchemy import URL, Connection, CursorResult, Dialect, Engine, Executable, ScalarResult, create_engine, event
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.store.sqlite_settings import BUSY_SECONDS, configure

T = TypeVar("T")
READERS = 4
"""The number of queries at once."""

_CONNECT = {"timeout": BUSY_SECONDS, "isolation_level": None, "check_same_thread": False}


class SqliteThreads:
    """A thread for transactions and some for queries; the first use of each connects."""

    def __init__(self, url: URL) -> None:
        """Name the database."""
        plain = url.set(drivername="sqlite")
        self.engine = create_engine(plain, hide_parameters=True, pool_size=1, connect_args=_CONNECT)
        start_transactions(self.engine)
        self.reader = create_engine(
            plain, hide_parameters=True, pool_size=READERS, pool_reset_on_return=None, connect_args=_CONNECT
        )
        self._writing = ThreadPoolExecutor(1, "sqlite-transactions")
        self._reading = ThreadPoolExecutor(READERS, "sqlite-queries")

    async def run(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run a function in a transaction; it may wait for its statements and for nothing else."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, self._transact, work)

    async def rows(self, query: Executable, parameters: Mapping[str, Any] | None = None) -> Sequence[Any]:
        """Return the rows of a query. Those that come when all threads are busy wait for as long as it takes."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._query, query, parameters)

    async def close(self) -> None:
        """Disconnect, after everything has ended."""
        for threads in (self._writing, self._reading):
            await asyncio.to_thread(threads.shutdown)
        self.engine.dispose()
        self.reader.dispose()

    def _transact(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        with self.engine.begin() as connection:
            return _finish(work(cast(AsyncConnection, _ThreadConnection(connection))))

    def _query(self, query: Executable, parameters: Mapping[str, Any] | None) -> Sequence[Any]:
        with self.reader.connect() as connection:
            return connection.execute(query, parameters).all()


def start_transactions(engine: Engine) -> None:
    """Configure the connections that write, and start transactions when SQLAlchemy does.

    By default the driver starts them at the first write.
    """

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: Any) -> None:
        configure(connection)

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")


class _ThreadConnection:
    """The methods of `AsyncConnection` that transactions use. None of them waits: the thread does."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def dialect(self) -> Dialect:
        return self._connection.dialect

    async def execute(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        return self._connection.execute(statement, parameters)

    async def scalar(self, statement: Executable) -> Any:
        return self._connection.scalar(statement)

    async def scalars(self, statement: Executable) -> ScalarResult[Any]:
        return self._connection.scalars(statement)

    async def run_sync(self, function: Callable[[Connection], T]) -> T:
        return function(self._connection)

    @asynccontextmanager
    async def begin_nested(self) -> AsyncIterator[None]:
        with self._connection.begin_nested():
            yield


def _finish(work: Awaitable[T]) -> T:
    """Run a coroutine that never waits to its end."""
    coroutine = cast(Coroutine[Any, Any, T], work)
    try:
        coroutine.send(None)
    except StopIteration as ended:
        return cast(T, ended.value)
    coroutine.close()
    raise RuntimeError("a transaction may wait for its statements only")
