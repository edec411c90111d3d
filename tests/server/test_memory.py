"""Memory does not grow with the games that a server has served: nothing of a table remains when it is unloaded."""

from __future__ import annotations

import gc
import time
from collections import Counter

import pytest
from websockets.server import ServerProtocol

from kingdom_builder.engine.game import Game
from kingdom_builder.server import scheduler
from kingdom_builder.server.connection import Connection
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.subscribers import Subscriber
from tests.server.client import ME, Browser, watch
from tests.server.leaks.captured_server import captured_server
from tests.server.serving import ServerProcess, wait_until

OF_A_TABLE = (LoadedTable, Subscriber, Connection, ServerProtocol, Game)
"""What a server holds for each table or connection."""


def living() -> dict[str, int]:
    """Count the objects of tables and connections."""
    # A closure over the list of all objects would be in the list and keep all of them alive.
    found = Counter(map(type, gc.get_objects()))
    return {kind.__name__: found[kind] for kind in OF_A_TABLE}


def tables(browser: Browser) -> int:
    """Return how many tables the server has in memory."""
    lines = browser.server.metrics().splitlines()
    return int(float(next(line for line in lines if line.startswith("kingdom_builder_tables ")).split()[1]))


def play(server: ServerProcess, browser: Browser, answers: int) -> None:
    """Play some answers at a new table, with a spectator."""
    table = browser.create(ME, ME)
    with browser.seat(table, 0) as one, browser.seat(table, 1) as two, watch(server, table) as spectator:
        for _ in range(answers):
            for seat in (one, two):
                seat.read_until(lambda seat=seat: seat.view is not None and seat.seq >= max(one.seq, two.seq))
            asked = one if one.mine else two
            assert asked.answer(asked.legal()[0])["type"] == "ack"
        spectator.read_until(lambda: spectator.seq >= max(one.seq, two.seq))


def test_nothing_of_a_table_remains_when_it_is_unloaded(tmp_path, monkeypatch):
    """Without the help of the garbage collector, which runs rarely in a server."""
    monkeypatch.setattr(scheduler, "IDLE_SECONDS", 0.5)
    with captured_server(tmp_path, seed=1) as server:
        browser = Browser(server)
        play(server, browser, 1)
        wait_until(lambda: tables(browser) == 0, "the first table is unloaded")
        time.sleep(0.5)  # the scheduler has ended its round
        gc.collect()
        gc.disable()
        try:
            before = living()
            for _ in range(3):
                play(server, browser, 4)
            wait_until(lambda: tables(browser) == 0, "all tables are unloaded")
            wait_until(lambda: living() == before, "nothing of them remains")
        except AssertionError as error:
            raise AssertionError(f"{living()} instead of {before}") from error
        finally:
            gc.enable()


def test_the_number_of_tables_without_viewers_in_memory_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(scheduler, "IDLE_TABLES", 2)
    monkeypatch.setattr(scheduler, "SPARED_SECONDS", 0.5)
    with captured_server(tmp_path, seed=1) as server:
        browser = Browser(server)
        watched = browser.create(ME, ME)
        with browser.seat(watched, 0) as seat:
            seat.read_until(lambda: seat.view is not None)
            for _ in range(5):
                browser.create(ME, ME)
            wait_until(lambda: tables(browser) == 3, "two tables remain beside the one that is watched")
            assert seat.request("chat", text="still here")["type"] == "ack"


@pytest.fixture(autouse=True)
def collect_before() -> None:
    """Let no garbage of other tests be counted."""
    gc.collect()
