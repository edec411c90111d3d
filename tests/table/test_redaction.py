"""Deleting a person's names and chat: their texts are gone, everything else stays, and the game can be replayed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kingdom_builder.game import new_game
from kingdom_builder.table.commands import (
    Command,
    HandOver,
    MoveSeat,
    Rename,
    RequestSeat,
    Revoke,
    Say,
    Start,
    TakeSeat,
    Vote,
)
from kingdom_builder.table.events import Event
from kingdom_builder.table.fold import fold
from kingdom_builder.table.redaction import redact
from kingdom_builder.table.seats import open_seat, person_seat, seat_value
from tests.table.memory_table import MemoryTable, created_event


def open_table() -> MemoryTable:
    """Return a table with the seat of Ada, who has created it, and two open ones."""
    created = created_event(new_game(1, players=3))
    seats = [seat_value(person_seat(0, "ada", "Ada")), *(seat_value(open_seat(number)) for number in (1, 2))]
    return MemoryTable(replace(created, value={**created.value, "creator": "ada", "seats": seats}))


def redacted(events: list[Event], person: str) -> list[Event]:
    values = redact(events, person).values
    return [replace(event, value=values.get(event.seq, event.value)) for event in events]


def texts(events: list[Event]) -> str:
    return str([event.value for event in events])


def played(table: MemoryTable, *commands: Command) -> MemoryTable:
    for command in commands:
        table.submit(command)
    return table


def test_the_names_and_chat_of_one_person_are_deleted_and_those_of_others_stay():
    table = played(
        open_table(),
        TakeSeat(person="bob", name="Bobby"),
        Say(seat=1, text="bob writes"),
        Say(seat=0, text="ada writes"),
        Rename(seat=1, name="Robert"),
        Say(seat=1, phrase="hello"),
        Start(person="ada", fill="random"),
    )
    table.play(table.game.legal_answers()[0])
    after = redacted(table.events, "bob")
    for word in ("Bobby", "Robert", "bob writes"):
        assert word in texts(table.events)
        assert word not in texts(after)
    assert "ada writes" in texts(after)
    state = fold(after, table.now)
    assert state.seats[1].name == "Player 2"
    assert state.seats[0].name == table.state.seats[0].name
    assert state.game.to_position() == table.game.to_position()
    assert [event.seq for event in after] == [event.seq for event in table.events]
    assert redact(after, "bob") == ({}, [])
    assert redact(table.events, "nobody") == ({}, [])


def test_the_next_holder_of_a_seat_keeps_name_and_chat():
    table = played(
        open_table(),
        TakeSeat(person="bob", name="Bobby"),
        Say(seat=1, text="bob writes"),
        Revoke(seat=1),
        TakeSeat(person="cleo", name="Cleopatra"),
        Say(seat=1, text="cleo writes"),
    )
    found = redact(table.events, "bob")
    assert found.seats == []
    after = texts(redacted(table.events, "bob"))
    assert "Bobby" not in after
    assert "bob writes" not in after
    assert "Cleopatra" in after
    assert "cleo writes" in after


def test_a_person_who_has_moved_the_seat_deletes_what_was_said_on_both_devices():
    table = played(open_table(), TakeSeat(person="phone", name="Bobby"), Say(seat=1, text="on the phone"))
    played(table, MoveSeat(seat=1, person="laptop", seen_seq=table.state.seq), Say(seat=1, text="on the laptop"))
    both = texts(redacted(table.events, "laptop"))
    assert "Bobby" not in both
    assert "on the phone" not in both
    assert "on the laptop" not in both
    old = texts(redacted(table.events, "phone"))
    assert "on the phone" not in old
    assert "on the laptop" in old


def test_the_name_of_somebody_who_has_left_or_asked_for_a_seat_is_deleted():
    table = played(
        open_table(),
        TakeSeat(person="bob", name="Bobby"),
        Start(person="ada", fill="random"),
        HandOver(seat=1, person="bob"),
        RequestSeat(person="dan", name="Daniel", present=frozenset({0}), seconds=60, wanted=1),
    )
    request = table.state.seq
    played(table, Vote(seat=0, request=request, accept=True), Say(seat=1, text="dan writes"))
    assert table.state.seats[1].person == "dan"
    assert "Bobby" not in texts(redacted(table.events, "bob"))
    found = redact(table.events, "dan")
    assert found.seats == [1]
    after: list[Any] = redacted(table.events, "dan")
    assert "Daniel" not in texts(after)
    assert "dan writes" not in texts(after)
    assert fold(after, table.now).seats[1].name == "Player 2"
