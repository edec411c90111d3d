"""Pub/sub through PostgreSQL and Redis: a process hears the tables that it has in memory, and no others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import asyncpg
import pytest
from redis import asyncio as redis_client

from kingdom_builder.server.pubsub import PeerMessage, ProcessMessage, PubSub, new_pubsub
from kingdom_builder.store.database import database_url
from tests.server.serving import PATIENCE

TABLES = ["one", "Two-_", "x" * 64]


class Process:
    """What one process hears."""

    def __init__(self, pubsub: PubSub) -> None:
        self.pubsub = pubsub
        self.heard: list[ProcessMessage] = []
        self.peers: list[PeerMessage] = []
        self.losses = 0
        pubsub.on_peer = self.peers.append
        pubsub.on_loss = self._count

    def _count(self) -> None:
        self.losses += 1

    def say(self, table: str, seq: int) -> None:
        self.pubsub.publish({"table": table, "process": "p", "seq": seq})

    def heard_of(self, table: str) -> list[int]:
        return [message["seq"] for message in self.heard if message["table"] == table]


@pytest.fixture(params=["notify", "redis"])
def address(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> tuple[str, str | None]:
    """The database, and Redis if it carries the messages."""
    redis = request.getfixturevalue("redis").url if request.param == "redis" else None
    return new_database("postgresql"), redis


@asynccontextmanager
async def processes(address: tuple[str, str | None], count: int = 2) -> AsyncIterator[list[Process]]:
    found = [Process(new_pubsub(database_url(address[0]), address[1])) for _ in range(count)]
    for process in found:
        await process.pubsub.start(process.heard.append)
    try:
        for process in found:
            await until(lambda process=process: process.pubsub.up and process.losses == 1)
        yield found
    finally:
        for process in found:
            await process.pubsub.stop()


async def until(true: Callable[..., bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


async def cut_connections(address: tuple[str, str | None]) -> None:
    """End all connections that listen, as a broken network does."""
    if address[1] is None:
        connection = await asyncpg.connect(address[0])
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await connection.close()
    else:
        async with redis_client.from_url(address[1]) as client:
            await client.client_kill_filter(_type="pubsub")


def test_only_processes_with_a_table_in_memory_hear_its_messages(address):
    async def check() -> None:
        async with processes(address) as (one, two):
            for table in TABLES:
                await one.pubsub.subscribe(table)
            await two.pubsub.subscribe(TABLES[0])
            for table in TABLES:
                two.say(table, 1)
            two.pubsub.publish({"process": "p", "beat": 1})
            await until(lambda: one.peers == two.peers == [{"process": "p", "beat": 1}])
            assert [one.heard_of(table) for table in TABLES] == [[1], [1], [1]]
            assert [two.heard_of(table) for table in TABLES] == [[1], [], []]
            one.pubsub.unsubscribe(TABLES[0])
            await one.pubsub.subscribe("later")  # confirmed after the other
            two.say(TABLES[0], 2)
            two.say("later", 3)
            await until(lambda: one.heard_of("later") == [3])
            assert one.heard_of(TABLES[0]) == [1]

    asyncio.run(check())


def test_a_message_that_is_published_after_the_subscription_arrives(address):
    """Also when a process unsubscribes and subscribes again at once."""

    async def check() -> None:
        async with processes(address) as (one, two):
            for seq in range(30):
                await one.pubsub.subscribe("t")
                two.say("t", seq)
                await until(lambda seq=seq: one.heard_of("t")[-1:] == [seq])
                one.pubsub.unsubscribe("t")
            await asyncio.gather(*(one.pubsub.subscribe(f"t{number}") for number in range(300)))
            for number in range(300):
                two.say(f"t{number}", number)
            await until(lambda: all(one.heard_of(f"t{number}") == [number] for number in range(300)))

    asyncio.run(check())


def test_after_a_lost_connection_tables_are_heard_again_and_the_loss_is_reported(address):
    async def check() -> None:
        async with processes(address) as (one, two):
            await one.pubsub.subscribe("t")
            await cut_connections(address)
            await until(lambda: one.losses == 2)
            assert one.pubsub.up
            await until(lambda: two.losses == 2)
            two.say("t", 7)
            await until(lambda: one.heard_of("t") == [7])
            one.pubsub.reconnect()
            await one.pubsub.subscribe("u")
            await until(lambda: one.losses == 3)
            two.say("u", 8)
            await until(lambda: one.heard_of("u") == [8])

    asyncio.run(check())


def test_what_is_published_before_a_stop_is_sent(address):
    async def check() -> None:
        async with processes(address) as (one, two):
            two.pubsub.publish({"process": "p", "bye": True})
            await two.pubsub.stop()
            await until(lambda: one.peers == [{"process": "p", "bye": True}])

    asyncio.run(check())
