"""Pings: the server asks a silent client whether it is there, and nobody else."""

from __future__ import annotations

import time
from typing import Any

from kingdom_builder.server import run
from tests.server.client import ME, OPEN, Browser
from tests.server.leaks.captured_server import captured_server
from tests.server.raw_socket import PING, PONG, TEXT, RawConnection, frame

INTERVAL = 2.0


def test_a_client_that_sends_is_not_pinged_and_a_silent_one_is(tmp_path, monkeypatch):
    usual = run.uvicorn_config

    def often(*args: Any, **named: Any) -> Any:
        config = usual(*args, **named)
        config.ws_ping_interval = INTERVAL
        return config

    monkeypatch.setattr(run, "uvicorn_config", often)
    with captured_server(tmp_path, 1) as server, RawConnection(server) as connection:
        table = Browser(server).create(ME, OPEN)
        assert connection.open_websocket(f"/api/watch/{table['watch']}/live") == 101
        assert connection.read_text()["type"] == "snapshot"
        ends = time.monotonic() + 1.5 * INTERVAL
        while time.monotonic() < ends:
            connection.send(frame(PONG))
            time.sleep(INTERVAL / 10)
        silent_since = time.monotonic()
        opcode, _ = connection.read_frame()
        while opcode == TEXT:
            opcode, _ = connection.read_frame()
        assert opcode == PING
        assert time.monotonic() - silent_since > INTERVAL / 4, "the ping came while the client was sending"
