"""Messages between processes: idle tables send none, and what a process could not send any more is found."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from kingdom_builder.server.exchange import BEAT_SECONDS
from tests.server.client import ME, OPEN, Browser, watch
from tests.server.serving import ServerProcess, serving

VIA = pytest.mark.parametrize("via", ["notify", "redis"])


@pytest.fixture
def settings(request: pytest.FixtureRequest, new_database: Any, via: str) -> dict[str, Any]:
    """The settings of servers that exchange messages through PostgreSQL or Redis."""
    redis = {"redis": request.getfixturevalue("redis").url} if via == "redis" else {}
    return {"database": new_database("postgresql"), **redis}


def sent(server: ServerProcess) -> float:
    """Return how many messages a server has sent to other processes."""
    name = 'kingdom_builder_pubsub_messages_total{direction="sent"}'
    lines = server.metrics().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


@VIA
def test_a_table_at_which_nothing_happens_sends_no_messages(settings: dict[str, Any], tmp_path: Path) -> None:
    tables = 30
    with serving(tmp_path, **settings) as one, serving(tmp_path, **settings) as two, ExitStack() as stack:
        ada = Browser(one)
        found = [ada.create(ME, ME) for _ in range(tables)]
        for table in found:
            sockets = [stack.enter_context(watch(server, table)) for server in (one, two)]
            for socket in sockets:
                socket.read_until(lambda socket=socket: socket.table and socket.table["watchers"] == 2)
        time.sleep(1)
        before = [sent(server) for server in (one, two)]
        time.sleep(2 * BEAT_SECONDS)
        after = [sent(server) for server in (one, two)]
        # Each says a few times that it runs. An update of each table would be some tens of messages.
        assert all(now - then < tables / 2 for then, now in zip(before, after, strict=True)), (before, after)


async def store_unnoticed(database: str, table: str, seq: int) -> None:
    """Store a chat message as a process does that is killed before it can publish it."""
    connection = await asyncpg.connect(database)
    await connection.execute(
        "INSERT INTO events (game, seq, kind, seat, by, value, message_id, time) "
        """VALUES ($1, $2, 'chat', 1, 'player', '{"text": "still here"}', 'm', $3)""",
        table,
        seq,
        time.time(),
    )
    await connection.close()


@VIA
def test_what_a_killed_process_did_not_publish_is_shown_and_its_players_are_away(
    settings: dict[str, Any], tmp_path: Path
) -> None:
    with serving(tmp_path, **settings) as one, serving(tmp_path, **settings) as two:
        ada, bob = Browser(one), Browser(two)
        table = ada.create(ME, OPEN)
        bob.join(table["invite"])
        with ada.seat(table, 0) as here, bob.seat(table, 1):
            here.read_until(lambda: here.table and here.table["seats"][1]["connected"] and here.view is not None)
            asyncio.run(store_unnoticed(one.database, table["id"], here.seq + 1))
            two.kill()
            here.read_until(lambda: here.events[-1]["kind"] == "chat")
            here.read_until(lambda: not here.table["seats"][1]["connected"])
            assert here.table["seats"][1]["seconds_away"] is not None
        one.assert_clean_log()
