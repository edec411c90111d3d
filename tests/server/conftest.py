"""Databases and servers that several tests share."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.services import Postgres, Redis, program

_numbers = itertools.count()


def needs(name: str) -> None:
    """Skip a test if a program is missing; on the build server fail instead."""
    if program(name) is None:
        assert os.environ.get("CI") != "true", f"{name} is missing"
        pytest.skip(f"{name} is not installed: python -m tests.services installs it")


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of this process."""
    needs("postgres")
    server = Postgres(tmp_path_factory.mktemp("postgres")).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    """A Redis server for all tests of this process."""
    needs("redis-server")
    server = Redis(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.stop()


@pytest.fixture
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Return the address of a new database: of SQLite, or of PostgreSQL."""

    def new(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / f'games-{next(_numbers)}.db'}"
        server: Postgres = request.getfixturevalue("postgres")
        return server.database(f"games_{next(_numbers)}")

    return new
