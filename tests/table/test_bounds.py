"""Bounds on the events of a game: chat, undos, and changes of names and credentials."""

from __future__ import annotations

import pytest

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.game import new_first_game
from kingdom_builder.table import bounds
from kingdom_builder.table.commands import ChangeCredentials, PassTurn, Rename, Say
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import EventKind
from kingdom_builder.table.views import seat_view
from tests.table.memory_table import MemoryTable, started_table, state_after, table_with_canoe_question


def rejected_code(table: MemoryTable, command: object) -> str:
    with pytest.raises(Rejected) as rejected:
        table.submit(command)  # type: ignore[arg-type]
    assert state_after(table).counts == table.state.counts
    return rejected.value.code


def people(players: int) -> MemoryTable:
    """Return a table at which every seat has a person of its own."""
    table = started_table(new_first_game(1, players=players))
    for seat in range(players):
        table.add(EventKind.MOVED, seat, {"person": f"person {seat}"})
    return table


def test_one_person_can_fill_only_a_part_of_the_chat():
    table = people(4)
    for number in range(bounds.CHATS_OF_PERSON):
        table.add(EventKind.CHAT if number % 2 else EventKind.PHRASE, 0, {"text": "hm", "phrase": "hello"})
    assert rejected_code(table, Say(seat=0, text="more")) == "too_much_chat"
    assert table.submit(Say(seat=1, text="Hello")).kind is EventKind.CHAT


def test_the_chat_of_a_table_is_bounded():
    table = people(4)
    for seat in range(3):
        for _ in range(bounds.CHATS // 3):
            table.add(EventKind.CHAT, seat, {"text": "hm"})
    assert rejected_code(table, Say(seat=3, phrase="hello")) == "too_much_chat"


def test_the_seats_of_one_person_have_one_bound():
    table = started_table(new_first_game(1, players=2))
    for number in range(bounds.CHATS_OF_PERSON):
        table.add(EventKind.CHAT, number % 2, {"text": "hm"})
    assert rejected_code(table, Say(seat=0, text="more")) == "too_much_chat"


def undo_often(table: MemoryTable, times: int) -> None:
    for _ in range(times):
        table.play(table.game.legal_answers()[0])
        table.undo()


def end_turn(table: MemoryTable) -> None:
    turn = table.game.turn
    while table.game.turn == turn:
        legal = table.game.legal_answers()
        table.play(END_TURN if END_TURN in legal else legal[0])


def test_the_undos_of_a_turn_are_bounded():
    table = people(2)
    seat = table.asked
    undo_often(table, bounds.UNDONE_IN_TURN)
    table.play(table.game.legal_answers()[0])
    assert not seat_view(table.state, seat)["can_undo"]
    with pytest.raises(Rejected, match="taken back too much") as rejected:
        table.undo()
    assert rejected.value.code == "too_many_undos"
    end_turn(table)
    undo_often(table, 1)
    end_turn(table)
    assert table.asked == seat
    undo_often(table, 1)
    assert state_after(table).counts == table.state.counts


def test_the_undos_of_a_game_are_bounded(monkeypatch):
    monkeypatch.setattr(bounds, "UNDONE_OF_PERSON", 6)
    table = people(2)
    for _ in range(3):
        undo_often(table, 2)
        end_turn(table)
        undo_often(table, 1)
        end_turn(table)
    table.play(table.game.legal_answers()[0])
    with pytest.raises(Rejected, match="taken back too much"):
        table.undo()


def test_changes_of_a_seat_are_bounded_but_credentials_can_be_removed():
    table = people(2)
    for _ in range(bounds.CHANGES_OF_PERSON):
        table.add(EventKind.RENAMED, 0, {"name": "Ada"})
    assert rejected_code(table, Rename(seat=0, name="Bob")) == "too_many_changes"
    assert rejected_code(table, ChangeCredentials(seat=0, adding=True)) == "too_many_changes"
    assert table.submit(ChangeCredentials(seat=0, adding=False)).kind is EventKind.KEYS
    for _ in range(bounds.REMOVALS_OF_PERSON):
        table.add(EventKind.KEYS, 0)
    assert rejected_code(table, ChangeCredentials(seat=0, adding=False)) == "too_many_changes"


def test_a_seat_passes_once_in_a_turn():
    table = table_with_canoe_question()
    seat = table.asked
    table.submit(PassTurn(seat=seat, seen_seq=table.state.seq))
    assert rejected_code(table, PassTurn(seat=seat, seen_seq=table.state.seq)) == "stale"
