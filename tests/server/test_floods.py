"""Floods of requests, handshakes and connections: the server limits their sender and serves all others."""

from __future__ import annotations

import re
from contextlib import ExitStack

import httpx

from tests.server.client import ME, Browser
from tests.server.raw_socket import RawConnection
from tests.server.serving import ServerProcess, serving

NOTHING = "/api/watch/nothing/live"


def rejections(server: ServerProcess, limit: str) -> float:
    """Return how many rejections the metric of a limit has counted."""
    text = httpx.get(f"{server.url}/metrics").text
    found = re.search(rf'^kingdom_builder_limit_rejections_total{{limit="{limit}"}} (\S+)$', text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_handshakes_of_one_address_are_limited():
    with serving(handshakes_per_second=1) as server, ExitStack() as stack:
        codes = []
        for number in range(30):
            connection = stack.enter_context(RawConnection(server))
            # All of them are in one /64 network.
            assert connection.open_websocket(NOTHING, {"X-Forwarded-For": f"2001:db8::{number:x}"}) == 101
            codes.append(connection.read_text()["code"])
            closed = connection.closed()
            assert closed == (1013 if codes[-1] == "too_fast" else 4404)
        assert codes[:10] == ["not_found"] * 10
        assert codes.count("too_fast") >= 5
        assert rejections(server, "handshakes") == codes.count("too_fast")
        other = stack.enter_context(RawConnection(server))
        assert other.open_websocket(NOTHING, {"X-Forwarded-For": "2001:db8:0:1::1"}) == 101
        assert other.read_text()["code"] == "not_found"
        server.assert_clean_log()


def test_ten_thousand_addresses_give_nobody_a_new_allowance():
    def head(address: str) -> bytes:
        return f"HEAD /robots.txt HTTP/1.1\r\nHost: elsewhere\r\nX-Forwarded-For: {address}\r\n\r\n".encode()

    with serving(requests_per_second=0.001) as server, RawConnection(server) as connection:

        def statuses(addresses: list[str]) -> list[int]:
            """Send one request from each address at once, over one connection as a proxy does."""
            connection.send(b"".join(map(head, addresses)))
            received = b""
            while received.count(b"\r\n\r\n") < len(addresses):
                received += connection.socket.recv(65536)
            return [int(line.split(b" ")[1]) for line in received.split(b"\r\n") if line.startswith(b"HTTP/")]

        assert statuses(["192.0.2.1", "192.0.2.1"])[1] == 429
        for third in range(40):
            assert 429 not in statuses([f"10.0.{third}.{fourth}" for fourth in range(256)])
        assert statuses(["192.0.2.1", "10.0.0.7"]) == [429, 429]
        server.assert_clean_log()


def test_a_page_and_its_sockets_stay_within_the_defaults(tmp_path):
    with ExitStack() as stack:
        server = ServerProcess(tmp_path)
        server.settings = {"bot_workers": 1}
        server.start()
        stack.callback(server.kill)
        browser = Browser(server)
        tables = [browser.create(ME, ME) for _ in range(3)]
        for table in tables:
            for seat in (0, 1):
                stack.enter_context(browser.seat(table, seat)).read()
        for _ in range(100):
            assert browser.http.get("/").status_code == 200
        assert rejections(server, "requests") == rejections(server, "handshakes") == 0
