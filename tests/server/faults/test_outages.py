"""PostgreSQL and Redis stop during games and start again; no server is restarted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.client import ME, Browser, new_id
from tests.server.conftest import needs
from tests.server.faults.play_load import Load
from tests.server.serving import LONG_POLL, PATIENCE, ServerProcess, serving, wait_until
from tests.services import Postgres, Redis


@pytest.fixture
def own_postgres(tmp_path: Path) -> Iterator[Postgres]:
    """A PostgreSQL server that no other test uses, so it can be stopped."""
    needs("postgres")
    server = Postgres(tmp_path / "postgres").start()
    yield server
    if (server.folder / "cluster" / "postmaster.pid").exists():
        server.stop()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Redis]:
    """A Redis server that no other test uses, so it can be stopped."""
    needs("redis-server")
    server = Redis(tmp_path / "redis").start()
    yield server
    server.stop()


def test_moves_are_rejected_without_postgresql_and_accepted_afterwards(own_postgres, tmp_path):
    database = own_postgres.database("games")

    async def play() -> None:
        async with Load(pair, tables=4, watched=True).playing() as load:
            for _ in range(3):
                await load.everybody_plays()
                await asyncio.to_thread(own_postgres.stop)
                await load.moves_are_rejected()
                before = load.acknowledged
                await load.moves_are_rejected()
                assert load.acknowledged == before, "a move was acknowledged that cannot have been stored"
                await asyncio.to_thread(own_postgres.start)
            await load.everybody_plays()
            await load.finish()

    with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as two:
        pair = (one, two)
        asyncio.run(play())
        for server in pair:
            server.assert_clean_log()


def test_an_answer_rejected_without_the_database_can_be_sent_again_over_http(own_postgres, tmp_path):
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


def test_games_continue_without_redis_and_viewers_of_the_other_process_catch_up(own_postgres, own_redis, tmp_path):
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


def test_without_redis_the_other_process_sends_the_latest_state_over_http(own_postgres, own_redis, tmp_path):
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
        # The mandatory action has three questions.
        for _ in range(3):
            view = here.state(table, asked)["view"]
            message = {"id": new_id(), "seen_seq": view["public"]["seq"], "answer": view["you"]["hexes"][0]}
            done = here.post(f"/api/tables/{table['id']}/seats/{asked}/answers", message, 200)
            received = there.state(table, asked, after=view["public"]["seq"], wait=LONG_POLL)
            assert received["view"]["public"]["seq"] == done["seq"]


def has_pubsub(server: ServerProcess) -> bool:
    """Return whether a server reports that it is connected to other processes."""
    return bool(httpx.get(f"{server.url}/ready", timeout=PATIENCE).json()["pubsub"])
