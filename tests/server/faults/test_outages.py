"""PostgreSQL and Redis go away under play and come back; no server is restarted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.client import ME, Browser, new_id
from tests.server.conftest import needs
from tests.server.faults.play_load import Load
from tests.server.serving import PATIENCE, ServerProcess, serving, wait_until
from tests.services import Postgres, Redis


@pytest.fixture
def own_postgres(tmp_path: Path) -> Iterator[Postgres]:
    """A PostgreSQL that may be stopped: no other test uses it."""
    needs("postgres")
    server = Postgres(tmp_path / "postgres").start()
    yield server
    if (server.folder / "cluster" / "postmaster.pid").exists():
        server.stop()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Redis]:
    """A Redis that may be stopped."""
    needs("redis-server")
    server = Redis(tmp_path / "redis").start()
    yield server
    server.stop()


def test_while_postgresql_is_away_moves_are_rejected_and_afterwards_play_goes_on(own_postgres, tmp_path):
    database = own_postgres.database("games")

    async def play() -> None:
        async with Load(pair, tables=4, watched=True).playing() as load:
            for _ in range(3):
                await load.everybody_plays()
                await asyncio.to_thread(own_postgres.stop)
                await load.moves_are_rejected()
                before = load.promises
                await load.moves_are_rejected()
                assert load.promises == before, "a move was acknowledged that cannot have been stored"
                await asyncio.to_thread(own_postgres.start)
            await load.everybody_plays()
            await load.finish()

    with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as two:
        pair = (one, two)
        asyncio.run(play())
        for server in pair:
            server.assert_clean_log()


def test_over_http_an_answer_that_was_rejected_for_want_of_the_database_can_be_given_again(own_postgres, tmp_path):
    with serving(tmp_path, database=own_postgres.database("games")) as server:
        ada = Browser(server)
        table = ada.create(ME, ME)
        asked = ada.state(table, 0)["view"]["public"]["to_play"]
        view = ada.state(table, asked)["view"]
        message = {"id": new_id(), "seen_seq": view["public"]["seq"], "answer": view["you"]["hexes"][0]}
        path = f"/api/tables/{table['id']}/seats/{asked}/answers"
        own_postgres.stop()
        for _ in range(3):
            assert ada.post(path, message, 503)["error"]["code"] == "unavailable"
        assert httpx.get(f"{server.url}/ready").status_code == 503
        assert httpx.get(f"{server.url}/health").status_code == 200
        own_postgres.start()
        wait_until(server.is_ready, "the server is ready again")
        done = ada.post(path, message, 200)
        assert done == {"seq": view["public"]["seq"] + 1}
        assert ada.post(path, message, 200) == done
        server.assert_clean_log()


def test_play_goes_on_while_redis_is_away_and_everybody_at_the_other_process_catches_up(
    own_postgres, own_redis, tmp_path
):
    database = own_postgres.database("games")

    async def play() -> None:
        async with Load(pair, tables=4, watched=True).playing() as load:
            for _ in range(2):
                await load.everybody_plays()
                own_redis.stop()
                await load.everybody_plays()
                await load.everybody_catches_up()
                own_redis.start()
            await load.everybody_plays()
            await load.finish()

    with (
        serving(tmp_path, database=database, redis=own_redis.url) as one,
        serving(tmp_path, database=database, redis=own_redis.url) as two,
    ):
        pair = (one, two)
        asyncio.run(play())
        for server in pair:
            server.assert_clean_log()


def test_while_redis_is_away_the_other_process_tells_the_latest_over_http_too(own_postgres, own_redis, tmp_path):
    database = own_postgres.database("games")
    with (
        serving(tmp_path, database=database, redis=own_redis.url) as one,
        serving(tmp_path, database=database, redis=own_redis.url) as two,
    ):
        here, there = Browser(one), Browser(two)
        table = here.create(ME, ME)
        there.http.cookies = here.http.cookies
        asked = there.state(table, 0)["view"]["public"]["to_play"]
        own_redis.stop()
        for server in (one, two):
            wait_until(lambda server=server: not has_pubsub(server), "Redis is known to be away")
        # The mandatory action alone asks three times.
        for _ in range(3):
            view = here.state(table, asked)["view"]
            message = {"id": new_id(), "seen_seq": view["public"]["seq"], "answer": view["you"]["hexes"][0]}
            done = here.post(f"/api/tables/{table['id']}/seats/{asked}/answers", message, 200)
            received = there.state(table, asked, after=view["public"]["seq"], wait=PATIENCE)
            assert received["view"]["public"]["seq"] == done["seq"]


def has_pubsub(server: ServerProcess) -> bool:
    """Whether a server says that messages from other processes reach it."""
    return bool(httpx.get(f"{server.url}/ready", timeout=PATIENCE).json()["pubsub"])
