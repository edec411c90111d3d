"""The machine's clock is changed while games are played."""

from __future__ import annotations

import itertools
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.client import ME, OPEN, Browser, Socket, bot
from tests.server.conftest import needs
from tests.server.serving import PATIENCE, ServerProcess

HOUR = 60 * 60
TURN_SECONDS = 10

SLEEP = """
import select, time

def sleep(seconds):
    select.select((), (), (), seconds)

time.sleep = sleep
"""
"""libfaketime 0.9.10 breaks Python's `time.sleep`, so the server gets another one."""


class Clock:
    """The wall clock of a server, by libfaketime. The monotonic clock cannot be changed, as on a real machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._offset = folder / "offset"
        (folder / "sitecustomize.py").write_text(SLEEP)
        self.set(0)

    def set(self, seconds: int) -> None:
        """Set the clock off by some seconds."""
        new = self._folder / "new"
        new.write_text(f"{seconds:+d}\n")
        new.replace(self._offset)

    def environment(self) -> dict[str, str]:
        (library,) = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
        return {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self._offset),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # with it, waiting threads use a busy loop
            "PYTHONPATH": os.pathsep.join([str(self._folder), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]),
        }


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    needs("faketime")
    return Clock(tmp_path)


@pytest.fixture
def server(clock: Clock, tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path).start(environment=clock.environment())
    yield running
    running.kill()
    running.assert_clean_log()


def test_games_continue_while_the_clock_is_changed(server, clock):
    ada = Browser(server)
    table = ada.create(ME, bot("greedy"), reaction_seconds=600)
    chance = random.Random(6)
    hours = {20: -1, 40: +1, 60: 0}
    with ada.seat(table, 0) as seat:
        seat.read_until(lambda: seat.view is not None)
        while not seat.view["public"]["over"]:
            if not seat.mine:
                seat.read()
                continue
            due = [number for number in hours if seat.seq >= number]
            if due:
                clock.set(hours.pop(due[0]) * HOUR)
            assert seat.answer(chance.choice(seat.legal()))["type"] == "ack"
        times = [event["time"] for event in seat.events]
    assert not hours
    steps = [round((after - before) / HOUR) for before, after in itertools.pairwise(times)]
    assert [step for step in steps if step] == [-1, 2, -1], "the server's clock has not been set"


@pytest.mark.parametrize("hours", [-1, +1])
def test_a_turn_times_out_in_real_time_although_the_clock_is_changed(server, clock, hours):
    ada = Browser(server)
    begun = time.monotonic()
    table = ada.create(ME, ME, turn_seconds=TURN_SECONDS)
    with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
        for seat in (one, two):
            seat.read_until(lambda seat=seat: seat.view is not None)
        asked = one if one.mine else two
        number = asked.seq
        assert asked.answer(asked.legal()[0])["type"] == "ack"
        clock.set(hours * HOUR)
        asked.read_until(lambda: asked.events[-1]["kind"] == "timeout")
        assert time.monotonic() - begun >= TURN_SECONDS
        asked.read_until(lambda: not asked.mine)
        kinds = [(event["kind"], event["by"]) for event in asked.events[number:]]
        assert kinds[:3] == [("answer", "player"), ("timeout", "clock"), ("answer", "clock")]
        other = two if asked is one else one
        other.read_until(lambda: other.mine)
        assert 0 < other.view["clock"]["seconds_left"] <= TURN_SECONDS
        assert other.answer(other.legal()[0])["type"] == "ack"


def test_tokens_and_cookies_stay_valid_when_the_clock_is_set_back(server, clock):
    ada = Browser(server)
    joined = ada.post("/api/tables", {"seats": [ME, OPEN], "tokens": True}, 201)
    path = f"/api/tables/{joined['table']['id']}/seats/0"
    bearer = {"Authorization": f"Bearer {joined['tokens'][0]['token']}"}
    url = f"{server.ws_url}{path}/live"
    with Socket(url, bearer) as before:
        before.read()
        clock.set(-HOUR)
        new = ada.post(f"{path}/tokens", {}, 201)
        with Socket(url, {"Authorization": f"Bearer {new['token']}"}) as after:
            assert after.request("chat", text="Is it this late already?")["type"] == "ack"
        assert before.request("chat", text="It was later a moment ago.")["type"] == "ack"
    for headers in (bearer, {"Authorization": f"Bearer {new['token']}"}):
        state = httpx.get(f"{server.url}{path}/state", headers=headers, timeout=PATIENCE)
        assert state.status_code == 200, state.text
    assert ada.get(f"{path}/state")["table"]["my_seats"] == [0]
    assert len(ada.get(f"{path}/tokens")) == 2
