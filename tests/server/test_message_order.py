"""The order of messages on a WebSocket: a snapshot, then for each message its acknowledgement before its event."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from kingdom_builder.server.sending import MessageSender
from tests.server.client import ME, Browser, Socket, bot
from tests.server.serving import ServerProcess, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running
        running.assert_clean_log()


def received(socket: Socket) -> list[dict[str, Any]]:
    return [json.loads(text) for text in socket.received]


def check_order(messages: list[dict[str, Any]]) -> None:
    """Check that each acknowledgement comes before the update that has its event."""
    sent: set[int] = set()
    for message in messages:
        if message["type"] == "ack":
            assert message["seq"] not in sent, "the event was sent before its acknowledgement"
        sent |= {event["seq"] for event in message.get("events", [])}


def test_an_acknowledgement_comes_before_the_event_of_its_message(server):
    ada = Browser(server)
    table = ada.create(ME, bot(), setup={"first_game": True, "start": 0})
    with ada.seat(table, 0) as socket:
        socket.read_until(lambda: socket.view is not None)
        for _ in range(100):
            if socket.public["over"]:
                break
            if socket.mine:
                socket.answer(socket.legal()[-1])
            else:
                socket.read()
        found = received(socket)
    assert found[0]["type"] == "snapshot"
    assert sum(message["type"] == "ack" for message in found) > 20
    check_order(found)


def test_messages_to_a_client_that_does_not_read_stay_in_order():
    async def send_three() -> list[str]:
        sent: list[str] = []
        reads = asyncio.Event()

        async def send_text(text: str) -> None:
            await reads.wait()
            sent.append(text)

        def send_now(text: bytes) -> bool:
            if reads.is_set():
                sent.append(text.decode())
            return reads.is_set()

        sender = MessageSender(send_now, send_text)

        async def send_updates() -> None:
            await sender.send({"update": 1})
            await sender.send({"update": 2})  # at once after the first, while the acknowledgement waits

        updates = asyncio.create_task(send_updates())
        await asyncio.sleep(0)
        acknowledgement = asyncio.create_task(sender.send({"ack": 2}))
        await asyncio.sleep(0)
        reads.set()
        await asyncio.gather(updates, acknowledgement)
        return sent

    assert asyncio.run(send_three()) == ['{"update":1}', '{"ack":2}', '{"update":2}']


def test_the_table_is_sent_before_the_event_that_has_changed_it(server):
    ada = Browser(server)
    table = ada.create(ME, ME)
    with ada.seat(table, 0) as socket:
        socket.read_until(lambda: socket.view is not None)
        assert ada.put(f"/api/tables/{table['id']}/seats/1/name", {"name": "Renamed"}).status_code == 200
        socket.read_until(lambda: socket.events[-1]["kind"] == "renamed")
        kinds = [message["type"] for message in received(socket)]
        assert kinds[-1] == "update"
        assert socket.table["seats"][1]["name"] == "Renamed"
