"""The clock of a server process, and the outages that it knows."""

from __future__ import annotations

import time

import pytest

from kingdom_builder.server.clock import ServerClock
from kingdom_builder.store.uptime import ProcessRow, outages
from kingdom_builder.table.state import Moment, Outage

GRACE = 30.0


class Monotonic:
    """The monotonic clock, which a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def monotonic(monkeypatch: pytest.MonkeyPatch) -> Monotonic:
    monotonic = Monotonic()
    monkeypatch.setattr(time, "monotonic", monotonic)
    return monotonic


def test_a_clock_that_is_not_started_runs_like_the_monotonic_clock(monotonic):
    clock = ServerClock()
    monotonic.now += 7
    assert clock.now().steady == monotonic.now
    assert clock.is_fresh


def test_a_clock_stands_still_in_the_grace_period(monotonic):
    clock = ServerClock()
    clock.start((Outage(0.0, 1.0),), GRACE)
    clock.trust(1000, 1000)
    began = clock.now().steady
    monotonic.now += GRACE - 10
    assert (clock.now().steady, clock.now().resumes_in) == (began, 10)
    monotonic.now += 15
    assert (clock.now().steady, clock.now().resumes_in) == (began + 5, 0)


def test_a_clock_stops_when_the_server_cannot_write_and_goes_back_to_the_last_time_that_it_could(monotonic):
    clock = ServerClock()
    clock.start((), 0)
    clock.trust(3, 10)
    written, shown = monotonic.now, clock.now().steady
    monotonic.now += 4
    assert (clock.is_fresh, clock.now().steady) == (False, shown + 4)
    monotonic.now += 96
    assert clock.now().steady == shown + 10
    clock.restart((Outage(0.0, 1.0),), written, GRACE)
    clock.trust(3, 10)
    assert (clock.is_fresh, clock.now().steady) == (True, shown)
    monotonic.now += GRACE
    clock.trust(3, 10)
    monotonic.now += 2
    assert clock.now().steady == shown + 2


def test_a_clock_that_is_stopped_never_runs_again(monotonic):
    clock = ServerClock()
    clock.start((), 0)
    clock.trust(3, 10)
    clock.stop()
    shown = clock.now().steady
    clock.trust(3, 10)
    monotonic.now += 5
    assert clock.now().steady == shown
    assert not clock.is_fresh


def row(name: str, started_at: float, seen_at: float) -> ProcessRow:
    return ProcessRow(name, started_at, seen_at, ended=True)


def test_there_is_no_outage_while_one_of_several_processes_runs():
    rows = [row("a", 0, 100), row("b", 10, 50), row("c", 90, 200), row("me", 150, 150)]
    assert outages(rows, {"me"}, GRACE) == ()
    assert outages(rows, {"me", "b"}, GRACE) == ()


def test_a_process_that_ends_within_the_grace_period_does_not_end_the_outage():
    rows = [row("a", 0, 100), row("b", 110, 115), row("me", 120, 120)]
    assert outages(rows, {"me"}, GRACE) == (Outage(100, 120 + GRACE),)


def test_every_outage_is_found():
    rows = [row("a", 0, 100), row("b", 200, 300), row("me", 400, 400)]
    found = outages(rows, {"me"}, GRACE)
    assert found == (Outage(100, 230), Outage(300, 430))
    assert Moment(440.0, 0.0, found).seconds_since(90.0) == 10 + 70 + 10
    assert Moment(410.0, 0.0, found).seconds_since(250.0) == 50
    assert Moment(410.0, 0.0, found).seconds_since(405.0) == 0
    assert Moment(410.0, 0.0, found).seconds_since(420.0) == 0


def test_the_first_process_of_a_database_finds_no_outage():
    assert outages([row("me", 10, 10)], {"me"}, GRACE) == ()
