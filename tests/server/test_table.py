"""What entries make of a table: numbers, taking back, clocks, and what the server has to do."""

from __future__ import annotations

import json
import time

import pytest

from kingdom_builder.engine.answers import END_TURN, PASS
from kingdom_builder.engine.game import new_first_game
from kingdom_builder.server.table import Duty, Table
from tests.server.tables import entry, new_table, play, table_with_canoe_question, table_with_silo_question


def duty_at(table: Table) -> Duty:
    """What the server has to do at a table where it has something to do."""
    duty = table.duty()
    assert duty is not None
    return duty


def asked(table: Table) -> int:
    """The seat that is asked at a table where somebody is."""
    seat = table.game.to_play
    assert seat is not None
    return seat


@pytest.fixture
def clock(monkeypatch):
    """The clock nobody can set, which a test can let run on."""

    class Clock:
        passed = 0.0

    real = time.monotonic
    monkeypatch.setattr("kingdom_builder.server.table.time.monotonic", lambda: real() + Clock.passed)
    return Clock


def test_numbers_never_go_back_when_answers_are_taken_back():
    table = new_table(new_first_game(1))
    before = table.game.to_position()
    play(table, table.game.legal_answers()[0])
    play(table, table.game.legal_answers()[0])
    seat = asked(table)
    assert table.undo_count(whole_turn=False) == 1
    assert table.undo_count(whole_turn=True) == 2
    table.apply(entry(5, "undo", seat, 2))
    assert table.number == table.changed == 5
    assert table.game.to_position() == before
    with pytest.raises(ValueError, match="does not follow"):
        table.apply(entry(5, "answer", seat, 0))


def test_a_table_loaded_from_its_entries_is_the_table_that_was_played():
    table = new_table(new_first_game(5, players=3))
    for i in range(20):
        if i % 7 == 3 and table.can_undo(asked(table)):
            table.apply(entry(table.number + 1, "undo", table.game.to_play, 1))
        else:
            play(table, table.game.legal_answers()[-1])
    again = Table(table.stored, table.seats, table.entries)
    assert again.game.to_position() == table.game.to_position()
    assert again.game_at(again.number).to_record() == table.game_at(table.number).to_record()
    assert again.told(0) == table.told(0)


def test_nothing_can_be_taken_back_after_the_end_of_the_turn():
    table = new_table(new_first_game(1))
    seat = asked(table)
    while table.game.active == seat:
        play(table, table.game.legal_answers()[0] if END_TURN not in table.game.legal_answers() else END_TURN)
    assert not table.can_undo(asked(table))
    assert table.undo_count(whole_turn=True) == 0


def test_an_entry_tells_what_it_changed():
    table = new_table(new_first_game(1))
    seat = asked(table)
    answer = table.game.legal_answers()[0]
    play(table, answer)
    facts = json.loads(table.told(0)[-1])
    nothing = {"removed": [], "gained": [], "lost": [], "gold": 0}
    assert facts["changes"] == [{"seat": seat, "placed": [answer], **nothing}]
    table.apply(entry(4, "undo", seat, 1))
    assert json.loads(table.told(0)[-1])["changes"] == [{"seat": seat, "placed": [], **nothing, "removed": [answer]}]


def test_without_a_limit_the_server_waits_for_people_for_ever(clock):
    table = new_table(new_first_game(1))
    clock.passed = 10**6
    assert table.duty() is None


def test_when_a_turn_s_time_has_run_out_a_bot_plays_that_turn_and_no_other(clock):
    table = new_table(new_first_game(1), turn_seconds=60)
    seat = asked(table)
    assert 59 < duty_at(table).wait <= 60
    play(table, table.game.legal_answers()[0])
    clock.passed = 61
    duty = duty_at(table)
    assert (duty.kind, duty.seat, duty.wait) == ("timeout", seat, 0)
    table.apply(entry(table.number + 1, "timeout", seat, by="clock"))
    while table.game.active == seat:
        assert (duty_at(table).kind, duty_at(table).seat) == ("bot", seat)
        play(table, table.game.legal_answers()[-1], time=time.time() + 61)
    assert duty_at(table).kind == "timeout"
    assert duty_at(table).seat != seat
    assert duty_at(table).wait > 59


def test_answering_does_not_give_a_turn_more_time(clock):
    table = new_table(new_first_game(1), turn_seconds=60)
    clock.passed = 30
    play(table, table.game.legal_answers()[0])
    assert 29 < duty_at(table).wait <= 30


def test_a_clock_that_was_set_back_gives_nobody_more_than_the_full_time():
    table = new_table(new_first_game(1), turn_seconds=60, started=time.time() + 3600)
    assert 59 < duty_at(table).wait <= 60


def test_time_that_passed_while_the_server_was_down_counts():
    table = new_table(new_first_game(1), turn_seconds=60, started=time.time() - 50)
    assert 9 < duty_at(table).wait <= 10


def test_a_canoe_answer_in_another_s_turn_has_a_short_time_of_its_own(clock):
    table = table_with_canoe_question(turn_seconds=3600, reaction_seconds=30)
    seat = asked(table)
    assert seat != table.game.active
    assert 29 < duty_at(table).wait <= 30
    clock.passed = 31
    table.apply(entry(table.number + 1, "timeout", seat, by="clock"))
    assert (duty_at(table).kind, duty_at(table).seat) == ("pass", seat)
    play(table, PASS, by="clock")
    assert table.passes(seat)


def test_the_time_others_take_to_answer_is_not_the_active_player_s(clock):
    table = table_with_canoe_question(turn_seconds=100, reaction_seconds=90)
    active = table.game.active
    clock.passed = 80
    play(table, PASS)
    while table.game.to_play != active:
        play(table, PASS)
    assert 99 < duty_at(table).wait <= 100


def test_who_passes_for_this_turn_is_not_waited_for_until_the_next():
    table = table_with_canoe_question()
    seat = asked(table)
    table.apply(entry(table.number + 1, "passing", seat))
    assert (duty_at(table).kind, duty_at(table).seat, duty_at(table).wait) == ("pass", seat, 0)
    turn = table.game.turn
    while table.game.turn == turn and not table.game.over:
        play(table, PASS if table.game.to_play == seat else table.game.legal_answers()[-1])
    assert not table.passes(seat)


def test_in_the_silo_phase_a_bot_answers_for_who_lets_the_time_run_out(clock):
    table = table_with_silo_question(reaction_seconds=30)
    seat = asked(table)
    clock.passed = 31
    assert (duty_at(table).kind, duty_at(table).seat) == ("timeout", seat)
    table.apply(entry(table.number + 1, "timeout", seat, by="clock"))
    assert (duty_at(table).kind, duty_at(table).seat) == ("bot", seat)


def test_a_bot_s_turn_is_the_server_s_duty():
    game = new_first_game(1)
    table = new_table(game, kinds="bb", turn_seconds=60)
    assert (duty_at(table).kind, duty_at(table).wait) == ("bot", 0)
