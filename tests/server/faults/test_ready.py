"""`/ready` says whether games can be stored: not on a full disk, and again when there is space."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import asyncpg

from tests.server.client import ME, Browser
from tests.server.faults.test_disk_full import fill, small_disk  # noqa: F401 - a fixture
from tests.server.serving import ServerProcess, serving, wait_until
from tests.services import Postgres


def readiness(server: ServerProcess) -> tuple[int, Any]:
    with server.client() as client:
        response = client.get("/ready")
    return response.status_code, response.json()["status"]


def test_a_server_on_a_full_disk_is_not_ready_until_there_is_space(small_disk, tmp_path):  # noqa: F811
    with serving(tmp_path, database=f"sqlite:///{small_disk / 'games.db'}") as server:
        assert readiness(server) == (200, "ok")
        filler = fill(small_disk)
        assert readiness(server) == (503, "disk full")
        ada = Browser(server)
        ada.post("/api/tables", {"seats": [ME, ME]}, 503)
        filler.write_bytes(b"")
        wait_until(lambda: readiness(server) == (200, "ok"), "the server is ready", 3.0)
        ada.post("/api/tables", {"seats": [ME, ME]}, 201)
        assert readiness(server) == (200, "ok")


def test_a_server_whose_postgresql_only_reads_is_not_ready(postgres: Postgres, tmp_path: Path) -> None:
    with serving(tmp_path, database=postgres.database("read_only")) as server:
        assert readiness(server) == (200, "ok")
        configure(server, "SET default_transaction_read_only = on")
        try:
            wait_until(lambda: readiness(server) == (503, "database cannot write"), "a write has failed")
        finally:
            configure(server, "RESET default_transaction_read_only")
        wait_until(lambda: readiness(server) == (200, "ok"), "the server is ready")


def configure(server: ServerProcess, change: str) -> None:
    """Change the configuration of a PostgreSQL server."""

    async def run() -> None:
        connection = await asyncpg.connect(server.database)
        await connection.execute(f"ALTER SYSTEM {change}")
        await connection.execute("SELECT pg_reload_conf()")
        await connection.close()

    asyncio.run(run())


def test_asking_whether_a_server_is_ready_writes_nothing(tmp_path):
    with serving(tmp_path) as server:
        log = tmp_path / "games.db-wal"
        before = log.stat().st_size
        for _ in range(100):
            assert readiness(server) == (200, "ok")
        assert log.stat().st_size - before < 100_000  # the server writes some rows of its own
