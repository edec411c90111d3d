"""Connections that are cut during a handshake or a frame."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator

import pytest

from tests.server.client import ME, Browser, Socket, new_id, watch
from tests.server.raw_socket import TEXT, RawConnection, frame, text_frame
from tests.server.serving import ServerProcess, serving


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()
        assert [line for line in running.log_lines() if line["level"] == "error"] == []


def cut(connection: RawConnection, how: str) -> None:
    """End a connection with a last packet, or without one as when the network fails."""
    if how == "reset":
        connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.socket.close()


def cookie_of(browser: Browser) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())}


def read_until_connected(viewer: Socket, seat: int, *, connected: bool) -> list[str]:
    """Read until a seat is shown as connected or not; return the types of the received messages."""
    kinds = []
    while viewer.table["seats"][seat]["connected"] != connected:
        kinds.append(viewer.read()["type"])
    return kinds


@pytest.mark.parametrize("how", ["close", "reset"])
@pytest.mark.parametrize("part", ["first byte", "head", "half", "all but one byte", "first fragment"])
def test_a_connection_cut_inside_a_frame_is_closed_and_affects_nobody_else(server, part, how):
    ada = Browser(server)
    table = ada.create(ME, ME)
    asked = ada.state(table, 0)["view"]["public"]["to_play"]
    view = ada.state(table, asked)["view"]
    message = {"type": "answer", "id": new_id(), "seen_seq": view["public"]["seq"], "answer": view["you"]["hexes"][0]}
    whole = text_frame(message)
    parts = {
        "first byte": whole[:1],
        "head": whole[:6],
        "half": whole[: len(whole) // 2],
        "all but one byte": whole[:-1],
        "first fragment": frame(TEXT, b'{"type":"answer",', final=False),
    }
    with watch(server, table) as other:
        other.read_until(lambda: other.view is not None)
        with RawConnection(server) as connection:
            status = connection.open_websocket(f"/api/tables/{table['id']}/seats/{asked}/live", cookie_of(ada))
            assert status == 101
            assert connection.read_text()["type"] == "snapshot"
            read_until_connected(other, asked, connected=True)
            connection.send(parts[part])
            cut(connection, how)
        assert set(read_until_connected(other, asked, connected=False)) == {"table"}
        with ada.seat(table, asked) as again:
            again.read_until(lambda: again.view is not None)
            assert again.seq == view["public"]["seq"], "half a message has become an event"
            again.send(message)
            again.read_until(lambda: message["id"] in again.replies)
            assert again.replies[str(message["id"])]["seq"] == view["public"]["seq"] + 1
            other.read_until(lambda: other.seq == view["public"]["seq"] + 1)


@pytest.mark.parametrize("how", ["close", "reset"])
def test_connections_cut_during_or_after_the_handshake_affect_nobody_else(server, how):
    ada = Browser(server)
    table = ada.create(ME, ME)
    path = f"/api/tables/{table['id']}/seats/0/live"
    with ada.seat(table, 1) as other:
        other.read_until(lambda: other.view is not None)
        for length in (1, 40, 120):
            with RawConnection(server) as connection:
                upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", **cookie_of(ada)}
                connection.send(connection.head("GET", path, upgrade)[:length])
                cut(connection, how)
        for _ in range(20):
            with RawConnection(server) as connection:
                assert connection.open_websocket(path, cookie_of(ada)) == 101
                cut(connection, how)
        reply = other.request("chat", text="Still there?")
        assert reply["type"] == "ack"
        other.read_until(lambda: other.seq == reply["seq"])
        assert {event["kind"] for event in other.events} == {"created", "started", "chat"}
    with ada.seat(table, 0) as seat:
        seat.read_until(lambda: seat.table and seat.table["seats"][0]["connected"])
