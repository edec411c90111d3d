"""Limits of several server processes: together they allow what one would."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest

from kingdom_builder.server.pubsub import LimitMessage, NoPubSub
from kingdom_builder.server.pubsub.messages import Message
from kingdom_builder.server.security import limit_sharing
from kingdom_builder.server.security.limit_sharing import LimitSharing
from kingdom_builder.server.security.limits import OpenLimit, RateLimit
from kingdom_builder.table.errors import Rejected
from tests.server.client import ME, Browser
from tests.server.raw_socket import RawConnection
from tests.server.serving import ServerProcess, serving, wait_until

PROCESSES = 4
Pair = tuple[ServerProcess, ServerProcess]
_numbers = itertools.count()


class Exchange:
    """Delivers the messages of all its members to all of them, at once."""

    def __init__(self) -> None:
        self.members: list[Member] = []
        self.sent = 0


class Member(NoPubSub):
    """The pub/sub of one process."""

    alone = False

    def __init__(self, exchange: Exchange) -> None:
        self.up = True
        self._exchange = exchange
        exchange.members.append(self)

    def publish(self, message: Message) -> None:
        assert "limits" in message
        self._exchange.sent += len(cast(LimitMessage, message)["limits"])
        for member in self._exchange.members:
            if member.on_limits is not None:
                member.on_limits(cast(LimitMessage, message))


class Process:
    """The limits of one process."""

    def __init__(self, exchange: Exchange) -> None:
        self.rate = RateLimit("rate", 0.001, 160)
        self.open = OpenLimit("open", 80, message="Too many.")
        self.pubsub = Member(exchange)
        self.sharing = LimitSharing([self.rate, self.open], self.pubsub, 1)


async def started(count: int) -> tuple[list[Process], Exchange]:
    exchange = Exchange()
    processes = [Process(exchange) for _ in range(count)]
    for process in processes:
        process.sharing.start()
    for process in processes:
        process.sharing.beat()
    return processes, exchange


async def allowed(processes: list[Process], attempts: int, key: str) -> tuple[int, int]:
    """Try to use both limits at one process after the other; return how often each allowed it."""
    taken = opened = 0
    for number in range(attempts):
        process = processes[number % len(processes)]
        try:
            process.rate.take(key)
            taken += 1
        except Rejected:
            pass
        try:
            process.open.enter(key)
            opened += 1
        except Rejected:
            pass
        process.sharing._send()
    return taken, opened


async def stopped(processes: list[Process]) -> None:
    for process in processes:
        await process.sharing.stop()


@pytest.mark.parametrize("count", [2, PROCESSES, 16])
def test_processes_together_allow_at_most_an_eighth_more_than_one(count):
    async def run() -> None:
        processes, _ = await started(count)
        taken, opened = await allowed(processes, 2000, "a")
        assert 160 <= taken <= 180
        assert 80 <= opened <= 90
        await stopped(processes)

    asyncio.run(run())


def test_without_pub_sub_every_process_allows_its_part():
    async def run() -> None:
        processes, _ = await started(PROCESSES)
        for process in processes:
            process.pubsub.up = False
            process.sharing.beat()
        assert await allowed(processes, 2000, "a") == (160, 80)
        assert await allowed(processes[:1], 2000, "b") == (40, 20)
        for process in processes:
            process.pubsub.up = True
            process.sharing.beat()
        taken, opened = await allowed(processes[:1], 2000, "c")
        assert (taken, opened) == (160, 80)
        await stopped(processes)

    asyncio.run(run())


def test_a_process_that_uses_little_publishes_nothing():
    async def run() -> None:
        processes, exchange = await started(PROCESSES)
        before = exchange.sent
        for number in range(1000):
            processes[0].rate.take(f"person {number}")
        await asyncio.sleep(2 * limit_sharing.FLUSH_SECONDS)
        assert exchange.sent == before
        await stopped(processes)

    asyncio.run(run())


def test_what_was_open_at_a_process_that_is_gone_is_forgotten(monkeypatch):
    async def run() -> None:
        (one, two), _ = await started(2)
        for _ in range(80):
            one.open.enter("a")
        one.sharing._send()
        with pytest.raises(Rejected):
            two.open.enter("a")
        now = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda: now + limit_sharing.FORGET_SECONDS + 1)
        two.sharing.beat()
        two.open.enter("a")
        assert two.sharing.processes == 1
        monkeypatch.undo()
        await stopped([one, two])

    asyncio.run(run())


@pytest.fixture(scope="module", params=["notify", "redis"])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two processes that exchange messages through PostgreSQL or Redis."""
    database = request.getfixturevalue("postgres").database(f"limits_{request.param}")
    settings = {"requests_per_second": 0.001, "sockets_per_address": 2}
    if request.param == "redis":
        settings["redis"] = request.getfixturevalue("redis").url
    folder: Path = tmp_path_factory.mktemp("limits")
    with serving(folder, database=database, **settings) as one, serving(folder, database=database, **settings) as two:
        yield one, two
        one.assert_clean_log()
        two.assert_clean_log()


def new_address() -> str:
    number = next(_numbers)
    return f"10.0.{number // 256}.{number % 256}"


def test_a_request_to_one_process_counts_at_the_other(pair):
    def is_shared() -> bool:
        client, address = pair[0].client(), {"X-Forwarded-For": new_address()}
        assert client.get("/api/catalogue", headers=address).status_code == 200
        time.sleep(0.2)
        response = pair[1].client().get("/api/catalogue", headers=address)
        return bool(response.status_code == 429)

    wait_until(is_shared, "the other process knows of the request")


def test_a_websocket_at_one_process_counts_at_the_other(pair):
    creator = Browser(pair[0])
    creator.http.headers["X-Forwarded-For"] = new_address()
    path = f"/api/watch/{creator.create(ME, ME)['watch']}/live"

    def code(stack: ExitStack, server: ServerProcess, address: str) -> str:
        connection = stack.enter_context(RawConnection(server))
        assert connection.open_websocket(path, {"X-Forwarded-For": address}) == 101
        message = connection.read_text()
        return str(message.get("code", message["type"]))

    def is_shared() -> bool:
        address = new_address()
        with ExitStack() as stack:
            assert [code(stack, pair[0], address) for _ in range(2)] == ["snapshot", "snapshot"]
            time.sleep(0.2)
            found = code(stack, pair[1], address)
        if found != "too_many":
            return False
        with ExitStack() as stack:
            wait_until(lambda: code(stack, pair[1], address) == "snapshot", "closed sockets are not counted any more")
        return True

    wait_until(is_shared, "the other process knows of the sockets")
