"""Many hints at once: they delay no bot, wait in bounded queues, and every address gets its part."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from kingdom_builder.engine.view import View
from kingdom_builder.server.background import LANES, SHORTEST_SEARCH, Background, Work
from kingdom_builder.server.bot_tasks import PlanTurn, Task
from kingdom_builder.table.errors import Rejected
from kingdom_builder.workers.aio import AsyncWorkerPool
from tests.server.client import ME, Browser, bot
from tests.server.leaks.captured_server import CapturedServer, captured_server
from tests.server.serving import PATIENCE, wait_until

VIEW = cast(View, None)
"""A view that nobody looks at."""

LONG = 30


class HeldHints:
    """Hints do not end before they are released; `seconds` are the times for which they are searched, as they begin."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.seconds: list[float | None] = []
        self.released = threading.Event()
        call = AsyncWorkerPool.call

        async def held_call(pool: AsyncWorkerPool[None, Task, Any], task: Task, watch: Any = None) -> Any:
            if not isinstance(task, PlanTurn):
                return await call(pool, task, watch)
            self.seconds.append(task.seconds)
            while not self.released.is_set():
                await asyncio.sleep(0.01)
            return None if task.view is VIEW else await call(pool, task._replace(seconds=0.05), watch)

        patch.setattr(AsyncWorkerPool, "call", held_call)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> HeldHints:
    return HeldHints(monkeypatch)


@pytest.fixture
def server(held: HeldHints, tmp_path: Path) -> Iterator[CapturedServer]:
    """A server in this process, with one process for bots."""
    with captured_server(tmp_path, seed=1) as running:
        try:
            yield running
        finally:
            held.released.set()
        running.assert_clean_log()


class Asker:
    """Somebody at an address who asks for hints at many tables, and waits for them in threads."""

    def __init__(self, server: CapturedServer, address: str = "127.0.0.1") -> None:
        self.browser = Browser(server)
        self.browser.http = httpx.Client(
            base_url=server.url, timeout=PATIENCE, transport=httpx.HTTPTransport(local_address=address)
        )
        self.threads = ThreadPoolExecutor(10)

    def ask(self, body: dict[str, Any] | None = None) -> Future[httpx.Response]:
        table = self.browser.create(ME, bot(), setup={"start": 0})
        return self.threads.submit(self.browser.http.post, f"/api/tables/{table['id']}/seats/0/hint", json=body or {})


@contextlib.contextmanager
def asking(server: CapturedServer, held: HeldHints, *addresses: str) -> Iterator[list[Asker]]:
    askers = [Asker(server, address) for address in addresses]
    try:
        yield askers
    finally:
        held.released.set()
        for asker in askers:
            asker.threads.shutdown()
            asker.browser.http.close()


def waiting(server: CapturedServer, kind: Work) -> int:
    """Return how many hints of a kind wait for their process."""
    name = f'kingdom_builder_work_waiting{{kind="{kind}"}} '
    lines = [line for line in server.metrics().splitlines() if line.startswith(name)]
    return int(float(lines[0].split()[-1])) if lines else 0


def assert_busy(response: httpx.Response) -> int:
    """Check that a request was rejected until later; return after how many seconds it can be sent again."""
    assert response.status_code == 429
    assert response.json()["error"]["code"] == "busy"
    return int(response.headers["retry-after"])


@pytest.mark.parametrize("seconds", [None, LONG])
def test_a_bot_does_not_wait_for_hints(server: CapturedServer, held: HeldHints, seconds: float | None) -> None:
    with asking(server, held, "127.0.0.2", "127.0.0.3") as askers:
        hints = [asker.ask({"seconds": seconds}) for asker in askers for _ in range(2)]
        wait_until(lambda: held.seconds, "a hint is searched")
        ada = Browser(server)
        table = ada.create(ME, bot(), setup={"start": 1})
        wait_until(lambda: ada.state(table, 0)["view"]["public"]["to_play"] == 0, "the bot has played")
        assert not any(hint.done() for hint in hints)
        held.released.set()
        assert [hint.result().status_code for hint in hints] == [200] * 4


@pytest.mark.parametrize(("kind", "seconds"), [(Work.HINT, None), (Work.SEARCH, LONG)])
def test_too_many_hints_of_one_address_are_rejected_until_later(
    server: CapturedServer, held: HeldHints, kind: Work, seconds: float | None
) -> None:
    most = LANES[kind].group_limit
    assert most is not None
    with asking(server, held, "127.0.0.2", "127.0.0.3") as (many, one):
        hints = [many.ask({"seconds": seconds}) for _ in range(most)]
        wait_until(lambda: held.seconds and waiting(server, kind) == most - 1, "all but the first wait")
        retry_after = assert_busy(many.ask({"seconds": seconds}).result())
        assert retry_after >= (1 if seconds is None else (most - 1) * seconds), "as long as the hints that wait take"
        hints.append(one.ask({"seconds": seconds}))
        wait_until(lambda: waiting(server, kind) == most, "another address has its place")
        held.released.set()
        assert [hint.result().status_code for hint in hints] == [200] * (most + 1)
        assert many.ask({"seconds": seconds}).result().status_code == 200


@pytest.mark.parametrize(("kind", "seconds"), [(Work.HINT, None), (Work.SEARCH, LONG)])
def test_addresses_that_fill_the_queue_do_not_keep_others_from_their_hints(
    server: CapturedServer, held: HeldHints, kind: Work, seconds: float | None
) -> None:
    most, most_of_one = LANES[kind].limit, LANES[kind].group_limit
    assert most is not None
    assert most_of_one is not None
    addresses = [f"127.0.0.{2 + number}" for number in range(most // most_of_one)]
    with asking(server, held, *addresses, "127.0.0.99") as (*many, one):
        hints = [asker.ask({"seconds": seconds}) for asker in many for _ in range(most_of_one)]
        wait_until(lambda: held.seconds and waiting(server, kind) == most - 1, "the queue is full")
        last = one.ask({"seconds": seconds})
        wait_until(lambda: any(hint.done() for hint in hints), "one of the others is rejected")
        held.released.set()
        assert last.result().status_code == 200
        statuses = [hint.result().status_code for hint in hints]
        assert sorted(statuses) == [200] * (most - 1) + [429]
        assert_busy(hints[statuses.index(429)].result())


def test_searches_are_shorter_while_other_addresses_wait(held: HeldHints) -> None:
    """The searches of all addresses that wait, one of each, take as long as the longest of one; at least a second."""

    async def test(most: float) -> None:
        held.seconds.clear()
        held.released.clear()
        background = Background(1000, search_seconds=most)
        wanted = [("a", most), ("b", most), ("c", 2), ("d", 1), ("b", most)]
        searches = [asyncio.create_task(background.search(group, VIEW, seconds)) for group, seconds in wanted]
        while not held.seconds:
            await asyncio.sleep(0.01)
        held.released.set()
        await asyncio.gather(*searches)
        await background.stop()

    asyncio.run(test(LONG))
    assert held.seconds == [LONG, LONG / 3, 2, 1, LONG]
    asyncio.run(test(2))
    assert held.seconds == [2, SHORTEST_SEARCH, SHORTEST_SEARCH, 1, 2]


def test_retry_after_counts_the_seconds_that_searches_really_take(held: HeldHints) -> None:
    """Three addresses wait, so each of the searches that wait gets a third of the longest time."""

    async def test() -> None:
        background = Background(1000, search_seconds=LONG)
        searches = [asyncio.create_task(background.search(group, VIEW, LONG)) for group in "aabbcc"]
        while not held.seconds:
            await asyncio.sleep(0.01)
        with pytest.raises(Rejected) as rejected:
            await background.search("a", VIEW, LONG)
        assert rejected.value.retry_after == pytest.approx(LONG + 5 * LONG / 3, abs=5)
        held.released.set()
        await asyncio.gather(*searches)
        await background.stop()

    asyncio.run(test())
