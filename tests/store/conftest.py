"""The fixtures of databases that the server's tests use too."""

from tests.server.conftest import new_database, postgres

__all__ = ["new_database", "postgres"]
