"""The server is down for a time: no player loses the turn because of it."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import pytest

from tests.server.client import ME, Browser
from tests.server.serving import ServerProcess, serving, wait_until
from tests.services import Postgres

TURN_SECONDS = 10
DOWN_SECONDS = 12
GRACE_SECONDS = 4
BOTH = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])


def new_turn(server: ServerProcess) -> tuple[Browser, dict[str, Any]]:
    """Return a player with two seats, and their table, at which the first turn has just begun."""
    ada = Browser(server)
    return ada, ada.create(ME, ME, turn_seconds=TURN_SECONDS, setup={"start": 0})


def back(ada: Browser, server: ServerProcess) -> Browser:
    """Return the same person after a restart."""
    again = Browser(server)
    again.http.cookies = ada.http.cookies
    return again


def kinds(browser: Browser, table: dict[str, Any]) -> list[str]:
    return [event["kind"] for event in browser.state(table, 0)["events"]]


@BOTH
@pytest.mark.parametrize("stop", ["kill", "terminate"])
def test_the_clock_stops_while_the_server_is_down_and_for_a_time_after_it(new_database, tmp_path, kind, stop):
    with serving(tmp_path, database=new_database(kind), grace_seconds=GRACE_SECONDS) as server:
        ada, table = new_turn(server)
        if stop == "terminate":
            os.killpg(server.process.pid, signal.SIGTERM)
            server.process.wait(20)
        server.kill()
        time.sleep(DOWN_SECONDS)
        server.start()
        ada = back(ada, server)
        clock = ada.state(table, 0)["view"]["clock"]
        assert TURN_SECONDS / 2 < clock["seconds_left"] <= TURN_SECONDS
        assert 0 < clock["starts_in"] <= GRACE_SECONDS
        assert kinds(ada, table) == ["created", "started"]
        answer = {"seen_seq": 2, "answer": ada.state(table, 0)["view"]["you"]["hexes"][0]}
        ada.post(f"/api/tables/{table['id']}/seats/0/answers", answer, 200)
        begun = time.monotonic()
        wait_until(lambda: "timeout" in kinds(ada, table), "the time is over", 60)
        assert time.monotonic() - begun > TURN_SECONDS / 2
        server.assert_clean_log()


@BOTH
def test_time_before_and_after_an_outage_is_counted_together(new_database, tmp_path, kind):
    with serving(tmp_path, database=new_database(kind), grace_seconds=0) as server:
        ada, table = new_turn(server)
        time.sleep(TURN_SECONDS / 2)
        os.killpg(server.process.pid, signal.SIGTERM)
        server.process.wait(20)
        server.kill()
        time.sleep(DOWN_SECONDS)
        server.start()
        assert 0 < back(ada, server).state(table, 0)["view"]["clock"]["seconds_left"] <= TURN_SECONDS / 2


def test_the_clock_runs_on_while_another_process_serves(postgres, tmp_path):
    database = postgres.database("downtime_of_one")
    with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as two:
        ada, table = new_turn(one)
        one.kill()
        ada = back(ada, two)
        wait_until(lambda: "timeout" in kinds(ada, table), "the time is over", TURN_SECONDS + 10)
        one.start()
        clock = back(ada, one).state(table, 0)["view"]["clock"]
        assert clock is None or clock["starts_in"] == 0


def test_the_clock_stops_while_the_database_is_down(tmp_path):
    database = Postgres(tmp_path / "postgres").start()
    try:
        with serving(tmp_path, database=database.database("games"), grace_seconds=GRACE_SECONDS) as server:
            ada, table = new_turn(server)
            database.stop()
            time.sleep(DOWN_SECONDS + 4)
            database.start()
            wait_until(server.is_ready, "the server is ready again")
            wait_until(lambda: ada.state(table, 0)["view"]["clock"]["starts_in"] > 0, "the outage is known", 10)
            clock = ada.state(table, 0)["view"]["clock"]
            assert TURN_SECONDS / 2 < clock["seconds_left"] <= TURN_SECONDS
            assert kinds(ada, table) == ["created", "started"]
    finally:
        database.stop()
