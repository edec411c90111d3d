"""The errors of everything that reads or writes the database."""

from __future__ import annotations

import sqlite3

import asyncpg
from sqlalchemy.exc import IntegrityError

_REFUSALS = (IntegrityError, sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError)


class StorageError(Exception):
    """The database cannot be reached or cannot write. The write may or may not be stored: read again."""


class Refused(StorageError):  # noqa: N818 - it says what the database has done
    """The database works, but it does not accept these rows."""


def storage_error(error: Exception) -> StorageError:
    """Return a database error as a StorageError with one short line."""
    reason = getattr(error, "orig", None) or error
    kind = Refused if isinstance(error, _REFUSALS) else StorageError
    found = kind(" ".join(str(reason).split())[:200])
    found.__cause__ = error
    return found
