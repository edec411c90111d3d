"""Groups of events in SQLite: a thread with its own connection writes each group at once."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Sequence
from functools import cache
from queue import SimpleQueue

from kingdom_builder.store.appends import EVENT_COLUMNS, Append, Key
from kingdom_builder.store.errors import storage_error
from kingdom_builder.store.projection import CHANGED_COLUMNS, GameChange
from kingdom_builder.store.sqlite_settings import BUSY_SECONDS, configure

ROWS_AT_ONCE = 32
"""The rows of one statement. The driver keeps 128 prepared statements by their text: those of each number of rows."""

_Task = tuple[Sequence[Append], asyncio.Future[set[Key]]]


class SqliteWriter:
    """Writes in its own thread, which wakes the event loop once for each group and not once for each statement."""

    def __init__(self, path: str) -> None:
        """Name the file; the first group connects."""
        self._path = path
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._connection: sqlite3.Connection | None = None

    async def write(self, group: Sequence[Append]) -> set[Key]:
        """Store the events with their changes and return the keys of those that were free."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="sqlite-writer", daemon=True)
            self._thread.start()
        done: asyncio.Future[set[Key]] = asyncio.get_running_loop().create_future()
        self._tasks.put((group, done))
        try:
            return await done
        except sqlite3.Error as error:
            raise storage_error(error) from error

    async def close(self) -> None:
        """Disconnect, after everything is written."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._tasks.put(None)
            await asyncio.to_thread(thread.join)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            group, done = task
            stored: set[Key] | Exception
            try:
                stored = self._write(group)
            except Exception as error:
                stored = error
            with contextlib.suppress(RuntimeError):  # the loop has been closed: nobody waits any more
                done.get_loop().call_soon_threadsafe(_settle, done, stored)
        self._disconnect()

    def _write(self, group: Sequence[Append]) -> set[Key]:
        if self._connection is None:
            self._connection = self._connect()
        connection = self._connection
        if len(group) == 1 and group[0].change is None:
            return _write_each(connection, group)  # one statement is a transaction of its own
        try:
            connection.execute("BEGIN IMMEDIATE")
            if _write_all(connection, group):
                stored = {append.key for append in group}
            else:
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
                stored = _write_each(connection, group)
            connection.execute("COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return stored

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None)
        configure(connection)
        return connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _settle(done: asyncio.Future[set[Key]], stored: set[Key] | Exception) -> None:
    if done.done():
        return
    if isinstance(stored, Exception):
        done.set_exception(stored)
    else:
        done.set_result(stored)


def _write_all(connection: sqlite3.Connection, group: Sequence[Append]) -> bool:
    """Write a group with few statements; False if an event was not free, and then some are written and some not.

    After each statement this thread waits until the event loop lets it go on, which can take milliseconds.
    """
    written = 0
    for start in range(0, len(group), ROWS_AT_ONCE):
        part = group[start : start + ROWS_AT_ONCE]
        values = [value for append in part for value in append.values]
        written += connection.execute(_insert(len(part)), values).rowcount
    # Of two changes of one game the later one holds: in a group the events of a game are in order.
    changes = list({append.change.game: append.change for append in group if append.change is not None}.values())
    for start in range(0, len(changes), ROWS_AT_ONCE):
        some = changes[start : start + ROWS_AT_ONCE]
        connection.execute(update_statement(len(some)), [value for change in some for value in change])
    return written == len(group)


def _write_each(connection: sqlite3.Connection, group: Sequence[Append]) -> set[Key]:
    """Write events one by one and return those that were free."""
    stored = set()
    for append in group:
        if connection.execute(_insert(1), append.values).rowcount:
            stored.add(append.key)
            if append.change is not None:
                connection.execute(update_statement(1), append.change)
    return stored


@cache
def _insert(rows: int) -> str:
    columns = ", ".join(f'"{name}"' for name in EVENT_COLUMNS)
    values = ", ".join([f"({', '.join('?' * len(EVENT_COLUMNS))})"] * rows)
    return f"INSERT INTO events ({columns}) VALUES {values} ON CONFLICT DO NOTHING"


@cache
def update_statement(rows: int) -> str:
    """Return the statement that changes the rows of some games; a game and its values come one after the other."""
    changes = ", ".join(f"{column} = new.column{number}" for number, column in enumerate(CHANGED_COLUMNS, 2))
    values = ", ".join([f"({', '.join('?' * len(GameChange._fields))})"] * rows)
    return f"UPDATE games SET {changes} FROM (VALUES {values}) AS new WHERE games.id = new.column1"
