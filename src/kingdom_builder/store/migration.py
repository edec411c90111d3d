"""The migration of a database to the schema of this version, with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text

_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 5_273_001
"""An advisory lock of PostgreSQL: processes that start together migrate one after the other."""


def migrate(connection: Connection) -> None:
    """Run the migrations that are missing; ValueError if the database is of a newer version."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = migrations()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise ValueError("the database was made by a newer version of this program: use that one") from None


def migrations() -> Config:
    """Return Alembic's configuration."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    return config
