"""Floods of requests, handshakes and connections: the server limits their sender and serves all others."""

from __future__ import annotations

import json
import re
import socket
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.server.client import ME, Browser, new_id
from tests.server.raw_socket import RawConnection
from tests.server.serving import PATIENCE, ServerProcess, serving, wait_until

NOTHING = "/api/watch/nothing/live"


def rejections(server: ServerProcess, limit: str) -> float:
    """Return how many rejections the metric of a limit has counted."""
    text = server.metrics()
    found = re.search(rf'^kingdom_builder_limit_rejections_total{{limit="{limit}"}} (\S+)$', text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_handshakes_of_one_address_are_limited():
    with serving(handshakes_per_second=0.5) as server, ExitStack() as stack:
        codes: list[str] = []
        while "429" not in codes:
            connection = stack.enter_context(RawConnection(server))
            # All of them are in one /64 network.
            status = connection.open_websocket(NOTHING, {"X-Forwarded-For": f"2001:db8::{len(codes):x}"})
            if status != 101:
                codes.append(str(status))
                continue
            codes.append(connection.read_text()["code"])
            assert connection.closed() == (1013 if codes[-1] == "too_fast" else 4404)
            assert len(codes) < 200, "only a flood is rejected without a message"
        assert codes[:5] == ["not_found"] * 5
        assert codes.count("too_fast") >= 5
        assert rejections(server, "handshakes") == codes.count("too_fast") + 1
        other = stack.enter_context(RawConnection(server))
        assert other.open_websocket(NOTHING, {"X-Forwarded-For": "2001:db8:0:1::1"}) == 101
        assert other.read_text()["code"] == "not_found"
        server.assert_clean_log()


def test_handshakes_to_any_address_are_limited():
    with serving(handshakes_per_second=0.5) as server, ExitStack() as stack:
        statuses = []
        for number in range(30):
            connection = stack.enter_context(RawConnection(server))
            path = ("/api/nothing/live", "/api/watch/%ff/live", f"{NOTHING}?{'a&' * 1000}")[number % 3]
            statuses.append(connection.open_websocket(path))
        assert statuses[:6] == [403, 403, 101, 403, 403, 101]
        assert statuses[-1] == 429


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
        for number in range(0, 10_240, 32):
            assert 429 not in statuses([f"10.0.{one // 256}.{one % 256}" for one in range(number, number + 32)])
        assert statuses(["192.0.2.1", "10.0.0.7"]) == [429, 429]
        server.assert_clean_log()


def test_the_answers_to_a_flood_are_held_and_others_do_not_wait():
    flooding = {"X-Forwarded-For": "192.0.2.1"}
    with serving(requests_per_second=0.001, handshakes_per_second=0.001) as server, ExitStack() as stack:
        for _ in range(2):
            with RawConnection(server) as handshake:
                assert handshake.open_websocket(NOTHING, flooding) == 101
        other = stack.enter_context(RawConnection(server))
        flood = other.head("GET", "/api/catalogue", flooding)
        opened(stack, server, 25 * flood, ["127.0.0.1"] * 8)
        wait_until(lambda: rejections(server, "quick_rejections"), "an answer is held")
        held = opened(stack, server, flood, ["127.0.0.1"] * 10)  # the address gets one quick answer each second again
        leaving = [stack.enter_context(RawConnection(server)) for _ in range(10)]
        for handshake in leaving:
            handshake.send_handshake(NOTHING, flooding)
        assert other.request("GET", "/api/catalogue", {"X-Forwarded-For": "192.0.2.2"}).status == 200
        assert is_open(held[-1])
        assert is_open(leaving[-1])
        for handshake in leaving:
            handshake.socket.close()
        held[-1].socket.settimeout(PATIENCE)
        assert held[-1].response().status == 429
        server.assert_clean_log()


@pytest.fixture(scope="module")
def small() -> Iterator[ServerProcess]:
    """A server with 256 file descriptors, which leave place for 138 connections."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        server.start("bash", "-c", 'ulimit -n 256; exec "$@"', "bash")
        try:
            yield server
            server.assert_clean_log()
        finally:
            server.kill()


def is_healthy(server: ServerProcess, source: str = "127.0.0.3") -> bool:
    """Ask the server from an address on a new connection whether it is alive."""
    with RawConnection(server, source=source) as connection:
        return connection.request("GET", "/health").status == 200


def is_open(connection: RawConnection) -> bool:
    """Return whether the server has neither answered nor closed a connection."""
    connection.socket.setblocking(False)
    try:
        connection.socket.recv(1)
    except BlockingIOError:
        return True
    except ConnectionError:
        pass
    return False


def opened(stack: ExitStack, server: ServerProcess, data: bytes, sources: Iterable[str]) -> list[RawConnection]:
    """Open a connection from each of the addresses and send the same bytes."""
    found = []
    for source in sources:
        connection = stack.enter_context(RawConnection(server, source=source))
        connection.send(data)
        found.append(connection)
    return found


HALF_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"
HALF_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
)


@pytest.mark.parametrize("data", [b"", HALF_HEAD, HALF_BODY], ids=["nothing", "half a head", "half a body"])
def test_the_server_answers_while_one_address_holds_all_the_connections_it_can(small, data):
    before = rejections(small, "connections")
    with ExitStack() as stack:
        held = opened(stack, small, data, ["127.0.0.2"] * 300)
        assert is_healthy(small)
        assert Browser(small).http.get("/api/catalogue").status_code == 200
        wait_until(lambda: sum(map(is_open, held)) <= 69, "half of the connections are the most for one address")
        assert rejections(small, "connections") > before
    wait_until(lambda: is_healthy(small, "127.0.0.2"), "the address can connect again")


@pytest.mark.parametrize("data", [b"", HALF_HEAD, HALF_BODY], ids=["nothing", "half a head", "half a body"])
def test_the_server_answers_while_many_addresses_hold_more_connections_than_it_has_descriptors(small, data):
    with ExitStack() as stack:
        held = opened(stack, small, data, [f"127.0.1.{number % 250 + 1}" for number in range(500)])
        assert is_healthy(small)
        assert Browser(small).http.get("/api/catalogue").status_code == 200
        wait_until(lambda: sum(map(is_open, held)) <= 138, "those that have waited longest are closed")
        assert rejections(small, "all_connections") > 0
        assert is_healthy(small)


def test_a_trusted_proxy_may_have_more_connections_than_one_address(tmp_path):
    with serving(tmp_path, connections_per_address=5, requests_at_once=5) as server, ExitStack() as stack:
        table = Browser(server).create(ME, ME)
        wait = f"/api/watch/{table['watch']}?after=99&wait=60"
        for number in range(20):
            connection = stack.enter_context(RawConnection(server))
            connection.send(connection.head("GET", wait, {"X-Forwarded-For": f"192.0.2.{number % 4}"}))
        hasty, calm = (stack.enter_context(RawConnection(server)) for _ in range(2))
        response = hasty.request("GET", wait, {"X-Forwarded-For": "192.0.2.1"})
        assert response.status == 429
        assert response.headers["retry-after"] == "1"
        assert calm.request("GET", "/api/catalogue", {"X-Forwarded-For": "192.0.2.9"}).status == 200
        assert rejections(server, "requests_at_once") == 1
        assert rejections(server, "connections") == 0


def test_a_proxy_is_trusted_on_a_socket_of_both_kinds_of_addresses_too(tmp_path):
    with serving(tmp_path, host="::", connections_per_address=3, requests_per_second=0.001) as server:
        with ExitStack() as stack:
            proxied = [stack.enter_context(RawConnection(server)) for _ in range(6)]
            statuses = [
                connection.request("GET", "/api/catalogue", {"X-Forwarded-For": f"192.0.2.{number // 2}"}).status
                for number, connection in enumerate(proxied)
            ]
            assert statuses == [200, 429] * 3
        with ExitStack() as stack:
            direct = [stack.enter_context(socket.create_connection(("::1", server.port), PATIENCE)) for _ in range(4)]
            direct[-1].sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            with suppress(ConnectionResetError):  # the server may have closed it before the request
                assert direct[-1].recv(99).startswith(b"HTTP/1.1 429 ")
            assert rejections(server, "connections") == 1


def test_a_server_full_of_websockets_can_still_be_monitored(tmp_path):
    with serving(tmp_path, max_connections=20) as server, ExitStack() as stack:
        table = Browser(server).create(ME, ME)
        path = f"/api/watch/{table['watch']}/live"
        watching, statuses = [], []
        for number in range(1, 41):
            watching.append(stack.enter_context(RawConnection(server, source=f"127.0.1.{number}")))
            statuses.append(watching[-1].open_websocket(path))
        assert statuses == [101] * 20 + [429] * 20
        assert is_healthy(server)
        with RawConnection(server, source="127.0.0.4") as late:
            response = late.request("GET", "/api/catalogue")
            assert response.status == 503
            assert json.loads(response.read())["error"]["code"] == "unavailable"
        assert all(connection.read_text()["type"] for connection in watching[:20])
        for connection in watching[:5]:
            connection.socket.close()

        def is_served() -> bool:
            with RawConnection(server, source="127.0.0.4") as again:
                return again.request("GET", "/api/catalogue").status == 200

        wait_until(is_served, "there is place again")
        server.assert_clean_log()


def test_a_page_and_its_sockets_stay_within_the_defaults(tmp_path):
    with ExitStack() as stack:
        server = ServerProcess(tmp_path)
        server.settings = {"bot_workers": 1, "metrics_port": server.settings["metrics_port"]}
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


def test_messages_of_an_address_a_person_and_a_table_are_limited_on_all_sockets_together(tmp_path):
    rates = {"address": 3, "person": 2, "table": 0.5}
    settings = {f"messages_per_second_of_{key}": rate for key, rate in rates.items()}
    with serving(tmp_path, **settings) as server:
        ada = Browser(server)
        table = ada.create(ME, ME)
        with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
            ids = [[new_id() for _ in range(15)] for _ in range(2)]
            for numbers in zip(*ids, strict=True):
                for seat, message_id in zip((one, two), numbers, strict=True):
                    seat.send({"type": "chat", "id": message_id, "text": "x"})
            replies = []
            for seat, sent in zip((one, two), ids, strict=True):
                seat.read_until(lambda seat=seat, sent=sent: sent[-1] in seat.replies)
                replies += [seat.replies[message_id] for message_id in sent]
            codes = [reply.get("code", reply["type"]) for reply in replies]
            assert set(codes) == {"ack", "too_fast"}
            for key in rates:
                assert rejections(server, f"messages_of_{key}") > 0
            path = f"/api/tables/{table['id']}/seats/0/chat"
            over_http = [ada.http.post(path, json={"id": new_id(), "text": "x"}).status_code for _ in range(15)]
            assert 429 in over_http
            wait_until(lambda: two.request("chat", text="later")["type"] == "ack", "messages are accepted again")
