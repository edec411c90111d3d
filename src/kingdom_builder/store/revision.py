"""The revision of the schema that this program needs, and whether a database has it."""

from __future__ import annotations

from sqlalchemy import Connection, inspect, text

REVISION = "0012"
"""The last migration in `migrations/versions`."""


def is_current(connection: Connection) -> bool:
    """Return whether a database has the schema of this version; one without any has not."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == REVISION
