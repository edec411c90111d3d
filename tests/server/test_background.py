"""Work that needs a CPU: what is done once, what is kept, and what is rejected when there is too much of it."""

from __future__ import annotations

import asyncio
import json
import select
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from kingdom_builder.server.background import LANES, Background, ByteCache, Work
from kingdom_builder.table.errors import Rejected
from tests.server.client import ME, Browser, bot
from tests.server.raw_socket import RawConnection
from tests.server.serving import ServerProcess, serving

EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def run(test: Callable[[Background], Awaitable[None]]) -> None:
    async def with_background() -> None:
        background = Background(1000)
        try:
            await test(background)
        finally:
            await background.stop()

    asyncio.run(with_background())


def test_a_picture_whose_process_fails_is_unavailable() -> None:
    """The sender gets an error with a code, and the next picture is drawn."""

    async def test(background: Background) -> None:
        with pytest.raises(Rejected) as rejected:
            await background.draw("a", "no drawing")
        assert rejected.value.code == "unavailable"
        assert (await background.draw("a", EMPTY)).startswith(b"\x89PNG")

    run(test)


def at_once(count: int, request: Callable[[int], httpx.Response]) -> list[httpx.Response]:
    """Send requests at the same time."""
    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(request, range(count)))


def drawn(server: ServerProcess) -> int:
    """Return how many pictures the server has drawn."""
    text = server.metrics()
    lines = [
        line for line in text.splitlines() if line.startswith('kingdom_builder_work_seconds_count{kind="picture"}')
    ]
    return int(float(lines[0].split()[-1])) if lines else 0


def assert_all_answered(responses: list[httpx.Response]) -> Counter[int]:
    """Check that every response is a success or says when to try again; count them by status."""
    for response in responses:
        if response.status_code != 200:
            assert response.status_code == 429
            assert response.json()["error"]["code"] in ("busy", "thinking", "too_fast")
            assert int(response.headers["retry-after"]) >= 1
    return Counter(response.status_code for response in responses)


def test_others_are_served_while_the_description_of_the_routes_is_made(tmp_path):
    with serving(tmp_path) as fresh, RawConnection(fresh) as reader, fresh.client() as other:
        reader.send(reader.head("GET", "/openapi.json", {}))
        for _ in range(3):
            assert other.get("/health").status_code == 200
        assert select.select([reader.socket], [], [], 0)[0] == [], "it is still being made"
        response = reader.response()
        assert response.status == 200
        assert "/health" in json.loads(response.read())["paths"]


def test_equal_work_at_the_same_time_is_done_once_and_its_result_is_kept() -> None:
    async def test(background: Background) -> None:
        calls = 0

        async def make() -> bytes:
            nonlocal calls
            calls += 1
            return await background.analyse("a", lambda: b"result")

        assert set(await asyncio.gather(*(background.once("key", make) for _ in range(10)))) == {b"result"}
        assert await background.once("key", make) == b"result"
        assert calls == 1
        assert await background.once("other key", make) == b"result"
        assert calls == 2

    run(test)


def test_work_that_failed_is_tried_again() -> None:
    async def test(background: Background) -> None:
        async def fail() -> bytes:
            raise ValueError("no picture")

        async def make() -> bytes:
            return b"result"

        for _ in range(2):
            with pytest.raises(ValueError, match="no picture"):
                await background.once("key", fail)
        assert await background.once("key", make) == b"result"

    run(test)


def test_a_request_that_is_given_up_does_not_end_the_work_for_others() -> None:
    async def test(background: Background) -> None:
        go_on = threading.Event()

        async def make() -> bytes:
            await background.analyse("a", go_on.wait)
            return b"result"

        first, second = (asyncio.create_task(background.once("key", make)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        go_on.set()
        assert await second == b"result"

    run(test)


def test_work_is_done_for_those_who_still_wait_if_others_displace_that_of_the_first() -> None:
    """What many wait for is then the work of the next of them; only the first is rejected."""

    async def test(background: Background) -> None:
        go_on = threading.Event()
        limit, group_limit = LANES[Work.ANALYSIS].limit, LANES[Work.ANALYSIS].group_limit
        assert limit is not None
        assert group_limit is not None

        def once(group: str) -> asyncio.Task[bytes]:
            async def make() -> bytes:
                return await background.analyse(group, lambda: group.encode())

            return asyncio.create_task(background.once("key", make))

        def block(group: str) -> asyncio.Task[bool]:
            return asyncio.create_task(background.analyse(group, go_on.wait))

        others = [block("many") for _ in range(group_limit - 1)]
        await asyncio.sleep(0)
        waiting = [once(group) for group in ("many", "one", "another")]
        await asyncio.sleep(0.01)
        others += [block(f"address {number}") for number in range(limit - group_limit + 1)]
        await asyncio.sleep(0.01)
        go_on.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.gather(*others, return_exceptions=True)
        assert isinstance(found[0], Rejected)
        assert found[0].code == "busy"
        assert found[1:] == [b"one", b"one"]

    run(test)


def test_work_that_fails_fails_for_all_who_wait_for_it() -> None:
    async def test(background: Background) -> None:
        calls = 0

        async def make() -> bytes:
            nonlocal calls
            calls += 1
            await asyncio.sleep(0)
            raise Rejected("unavailable", "There is no picture.")

        found = await asyncio.gather(*(background.once("key", make) for _ in range(3)), return_exceptions=True)
        assert all(isinstance(error, Rejected) for error in found)
        assert calls == 1

    run(test)


@pytest.mark.parametrize("kind", [Work.ANALYSIS, Work.PICTURE])
def test_too_much_work_of_one_address_and_of_all_is_rejected(kind: Work) -> None:
    async def test(background: Background) -> None:
        go_on = threading.Event()

        def start(group: str) -> asyncio.Task[Any]:
            if kind is Work.PICTURE:
                return asyncio.create_task(background.draw(group, EMPTY))
            return asyncio.create_task(background.analyse(group, go_on.wait))

        group_limit, limit = LANES[kind].group_limit, LANES[kind].limit
        assert group_limit is not None
        assert limit is not None
        same = [start("one") for _ in range(group_limit + 5)]
        others = [start(f"address {number}") for number in range(limit)]
        await asyncio.sleep(0.01)
        go_on.set()
        found = await asyncio.gather(*same, *others, return_exceptions=True)
        rejected = [isinstance(result, Rejected) for result in found]
        # The last of the others displace what waits of the address with most work, but not what runs.
        waited = group_limit - 1
        assert rejected == [False] + [True] * (waited + 5) + [False] * (limit - 1) + [True]
        errors = [result for result in found if isinstance(result, Rejected)]
        assert all(error.code == "busy" and error.retry_after for error in errors)
        await start("one")  # there is room again

    run(test)


def test_the_cache_keeps_what_was_used_last_and_no_more_bytes_than_allowed() -> None:
    cache = ByteCache(100)
    for number in range(20):
        cache.put(number, bytes(30))
        cache.get(0)
    assert [number for number in range(20) if cache.get(number) is not None] == [0, 18, 19]
    cache.put("too large", bytes(101))
    assert cache.get("too large") is None


def test_a_picture_is_drawn_once_for_a_position(server: ServerProcess) -> None:
    ada = Browser(server)
    table = ada.create(ME, ME, setup={"sets": ["base"]})
    path = f"/api/games/{table['id']}/board.png"
    before = drawn(server)
    first = at_once(8, lambda _: ada.http.get(path))
    assert {response.status_code for response in first} == {200}
    assert len({response.content for response in first}) == 1
    ada.post(f"/api/tables/{table['id']}/seats/0/chat", {"text": "Hello"}, 200)
    assert ada.http.get(path).content == first[0].content
    assert drawn(server) == before + 1
    drawing = ada.http.get(path.replace("png", "svg")).content
    with ada.seat(table, ada.state(table, 0)["view"]["public"]["to_play"]) as me:
        me.read()
        assert me.answer(me.legal()[0])["type"] == "ack"
        earlier = {"seq": me.seq - 1}
    assert ada.http.get(path.replace("png", "svg")).content != drawing
    assert ada.http.get(path.replace("png", "svg"), params=earlier).content == drawing
    assert ada.http.get(path, params=earlier).content == first[0].content
    assert drawn(server) == before + 1


def test_one_seat_gets_one_hint_at_a_time_and_others_get_theirs(server: ServerProcess) -> None:
    ada, bob = Browser(server), Browser(server)
    tables = [browser.create(ME, bot(), setup={"start": 0}) for browser in (ada, bob)]
    path = f"/api/tables/{tables[0]['id']}/seats/0/hint"
    many = at_once(30, lambda _: ada.http.post(path, json={}))
    counts = assert_all_answered(many)
    assert counts[200] >= 1
    assert counts[429] >= 1
    assert bob.post(f"/api/tables/{tables[1]['id']}/seats/0/hint", {}, 200)["answers"]
    assert ada.post(path, {}, 200)["answers"]


def test_hints_pictures_and_analyses_have_a_rate(tmp_path: Any) -> None:
    with serving(tmp_path, hints_per_minute=2, pictures_per_minute=3, analyses_per_second=0.1) as server:
        ada = Browser(server)
        table = ada.create(ME, bot(), setup={"start": 0, "sets": ["base"]})
        for method, path in (
            ("POST", f"/api/tables/{table['id']}/seats/0/hint"),
            ("GET", f"/api/games/{table['id']}/board.png"),
            ("POST", "/api/setups"),
        ):
            body = {"players": 2, "setup": {}} if path.endswith("setups") else {}
            responses = [ada.http.request(method, path, json=body) for _ in range(2)]
            if path.endswith(".png"):
                responses[1] = ada.http.get(path, params={"seq": 1})
            assert [response.status_code for response in responses] == [200, 429], path
            assert responses[1].json()["error"]["code"] == "too_fast"
            assert int(responses[1].headers["retry-after"]) > 1
        text = server.metrics()
        for name in ("hints", "pictures", "analyses"):
            assert f'kingdom_builder_limit_rejections_total{{limit="{name}"}} 1.0' in text
