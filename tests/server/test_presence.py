"""Who is connected to a table, and since when somebody is not, in one process and in several."""

from __future__ import annotations

import time

import pytest

from kingdom_builder.game import new_first_game
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.serializer import Viewer
from kingdom_builder.server.subscribers import Presence, Subscriber, Subscribers
from kingdom_builder.table.events import Actor
from tests.table.memory_table import started_table

NOBODY: frozenset[int] = frozenset()


class Clock:
    """The steady clock, which a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    return clock


def test_a_seat_is_away_since_its_last_connection_has_ended(clock):
    subscribers = Subscribers()
    presence = Presence(subscribers)
    one, other = Subscriber(1, ""), Subscriber(1, "")
    subscribers.sockets |= {one, other}
    assert presence.seconds_away() == {}
    for socket in (one, other):
        clock.now += 10
        subscribers.sockets.discard(socket)
        presence.record_leaving(1)
        assert presence.seconds_away() == ({} if socket is one else {1: 0})
    clock.now += 20
    assert presence.seconds_away() == {1: 20}
    subscribers.sockets.add(one)
    assert presence.seconds_away() == {}


def test_a_seat_is_away_since_another_process_has_published_that_it_left(clock):
    presence = Presence(Subscribers())
    assert presence.update("other", frozenset({0}), 0, {})
    clock.now += 5
    assert presence.update("other", NOBODY, 0, {0: 0})
    clock.now += 7
    assert presence.seconds_away() == {0: 7}


def test_a_process_that_has_just_loaded_the_table_learns_it_from_the_others(clock):
    presence = Presence(Subscribers())
    assert presence.update("one", NOBODY, 0, {0: 40})
    assert not presence.update("one", NOBODY, 0, {0: 40})
    presence.update("two", NOBODY, 0, {0: 25})
    presence.update("one", NOBODY, 0, {0: 40})
    assert presence.seconds_away() == {0: 25}, "the last connection counts"


def test_a_seat_at_a_process_that_was_killed_is_away_since_its_last_message(clock):
    presence = Presence(Subscribers())
    presence.update("killed", frozenset({0}), 1, {})
    clock.now += 100
    assert presence.seconds_away() == {}, "nothing has changed since"
    assert presence.everywhere() == (frozenset({0}), 1)
    assert presence.forget("killed", clock.now - 10)
    assert presence.seconds_away() == {0: 10}
    assert presence.everywhere() == (NOBODY, 0)
    assert not presence.forget("killed", clock.now)


def seconds_away(loaded: LoadedTable) -> set[int]:
    return {seat["seconds_away"] for seat in loaded.table_message(Viewer())["seats"]}


def test_without_a_known_connection_a_person_is_away_since_the_last_event_of_theirs():
    table = started_table(new_first_game(1), time=time.time() - 300)
    assert seconds_away(LoadedTable(table.events[:])) <= {300, 301, 302}
    table.now = table.now._replace(wall=time.time() - 100)
    table.play(table.game.legal_answers()[0])
    table.wait(50)
    table.play(table.game.legal_answers()[0], by=Actor.CLOCK)
    assert seconds_away(LoadedTable(table.events[:])) <= {100, 101, 102}


def test_players_at_one_screen_are_away_together():
    table = started_table(new_first_game(1), time=time.time() - 300)
    loaded = LoadedTable(table.events)
    assert len({seat.person for seat in loaded.state.seats}) == 1
    loaded.presence.record_leaving(1)
    assert seconds_away(loaded) <= {0, 1}
