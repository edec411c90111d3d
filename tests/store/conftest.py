"""The same databases that the server's tests use."""

from tests.server.conftest import new_database, postgres

__all__ = ["new_database", "postgres"]
