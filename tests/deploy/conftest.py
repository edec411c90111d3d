"""The fixtures of other folders that the tests of the hosting files use too."""

from tests.server.conftest import new_database, postgres, redis
from tests.web.conftest import browser

__all__ = ["browser", "new_database", "postgres", "redis"]
