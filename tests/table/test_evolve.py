"""`evolve`: sequence numbers, undo, clocks, and the host's next task."""

from __future__ import annotations

import random

import pytest

from kingdom_builder.engine.answers import END_TURN, PASS
from kingdom_builder.game import new_first_game, new_game
from kingdom_builder.table.commands import PassTurn, TimeOut
from kingdom_builder.table.decide import undo_count
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import Actor, EventKind, TableStatus
from kingdom_builder.table.fold import fold, game_at
from kingdom_builder.table.tasks import TaskKind, next_task
from tests.table.memory_table import (
    START,
    MemoryTable,
    played_table,
    started_table,
    state_after,
    table_with_canoe_question,
    table_with_silo_question,
)


def time_out(table: MemoryTable) -> None:
    """Apply a time-out of the seat that is asked."""
    table.submit(TimeOut(seat=table.asked, seen_seq=table.state.question_seq, by=Actor.CLOCK))


def test_an_undo_does_not_decrease_the_sequence_number():
    table = started_table(new_first_game(1))
    before = table.game.to_position()
    table.play(table.game.legal_answers()[0])
    table.play(table.game.legal_answers()[0])
    assert undo_count(table.game, whole_turn=False) == 1
    event = table.undo(whole_turn=True)
    assert event.value == 2
    assert table.state.seq == table.state.question_seq == 5
    assert table.game.to_position() == before
    with pytest.raises(ValueError, match="does not follow"):
        table.take(event)


def test_chat_does_not_change_the_question():
    table = started_table(new_first_game(1))
    table.add(EventKind.CHAT, 0, {"text": "Hello"})
    assert (table.state.seq, table.state.question_seq) == (3, 2)


def test_folding_the_events_gives_the_state_that_was_played():
    table = started_table(new_first_game(5, players=3))
    for i in range(20):
        if i % 7 == 3 and undo_count(table.game, whole_turn=False):
            table.undo()
        else:
            table.play(table.game.legal_answers()[-1])
    again = state_after(table)
    assert again.game.to_position() == table.game.to_position()
    assert (again.seq, again.question_seq, again.seats) == (
        table.state.seq,
        table.state.question_seq,
        table.state.seats,
    )


def test_a_finished_game_is_over_and_its_record_has_every_answer():
    table = played_table(new_game(3, sets=["base", "nomads"]), random.Random(3))
    assert table.state.status is TableStatus.OVER
    record = game_at(table.events, table.state.seq).to_record()
    answers = game_at(table.events, table.state.seq).answers()
    taken_back = sum(event.value for event in table.events if event.kind is EventKind.UNDO)
    assert len(answers) == sum(event.kind is EventKind.ANSWER for event in table.events) - taken_back
    assert record.startswith("kingdom-builder/record-1")


def test_game_at_returns_the_game_after_any_event():
    table = started_table(new_first_game(2))
    positions = [table.game.to_position()] * 2
    for _ in range(12):
        table.play(table.game.legal_answers()[0])
        positions.append(table.game.to_position())
    for seq, position in enumerate(positions, 1):
        assert game_at(table.events, seq).to_position() == position


def test_a_game_for_fewer_players_takes_the_set_up_of_the_started_event():
    table = started_table(new_first_game(1, players=3))
    smaller = new_first_game(1, players=2)
    started = {"seats": table.events[0].value["seats"][:2], "setup": smaller.to_record()}
    table = MemoryTable(table.events[0])
    table.add(EventKind.STARTED, value=started)
    assert len(table.state.seats) == len(table.game.players) == 2
    assert game_at(table.events, 2).to_record() == smaller.to_record()
    assert len(game_at(table.events, 1).players) == 3


def test_nothing_can_be_undone_after_the_end_of_the_turn():
    table = started_table(new_first_game(1))
    seat = table.asked
    while table.game.active == seat:
        legal = table.game.legal_answers()
        table.play(END_TURN if END_TURN in legal else legal[0])
    assert undo_count(table.game, whole_turn=True) == 0
    with pytest.raises(Rejected, match="nothing to take back"):
        table.undo()


def test_an_archived_game_is_resumed_where_it_was():
    table = started_table(new_first_game(1))
    table.add(EventKind.ARCHIVED, by=Actor.CLOCK)
    archived = table.state
    assert archived.status is TableStatus.ARCHIVED
    assert next_task(archived, table.now.steady) is None
    table.add(EventKind.RESUMED, 0)
    assert table.state.status is TableStatus.PLAYING


def test_without_a_time_limit_the_host_has_no_task_for_people():
    table = started_table(new_first_game(1))
    table.wait(10**6)
    assert next_task(table.state, table.now.steady) is None


def test_after_a_time_out_a_bot_plays_that_turn_and_no_other():
    table = started_table(new_first_game(1), turn_seconds=60)
    seat = table.asked
    assert table.task.wait == 60
    table.play(table.game.legal_answers()[0])
    table.wait(61)
    assert (table.task.kind, table.task.seat, table.task.wait) == (TaskKind.TIME_OUT, seat, 0)
    time_out(table)
    while table.game.active == seat:
        assert (table.task.kind, table.task.seat) == (TaskKind.BOT_TURN, seat)
        table.play(table.game.legal_answers()[-1], by=Actor.CLOCK)
    assert table.task.kind is TaskKind.TIME_OUT
    assert table.task.seat != seat
    assert table.task.wait == 60


def test_a_time_out_before_its_time_is_rejected():
    table = started_table(new_first_game(1), turn_seconds=60)
    table.wait(59)
    with pytest.raises(Rejected, match="meanwhile"):
        time_out(table)


def test_an_answer_does_not_extend_the_time_of_a_turn():
    table = started_table(new_first_game(1), turn_seconds=60)
    table.wait(30)
    table.play(table.game.legal_answers()[0])
    assert table.task.wait == 30


def test_after_the_wall_clock_was_set_back_a_turn_has_at_most_the_full_time():
    table = started_table(new_first_game(1), turn_seconds=60, time=START.wall + 3600)
    assert table.task.wait == 60


def test_time_that_passed_while_the_server_was_down_counts():
    table = started_table(new_first_game(1), turn_seconds=60, time=START.wall - 50)
    assert table.task.wait == 10


def test_a_canoe_answer_in_another_turn_has_its_own_time_limit():
    table = table_with_canoe_question(turn_seconds=3600, reaction_seconds=30)
    seat = table.asked
    assert seat != table.game.active
    assert table.task.wait == 30
    table.wait(31)
    time_out(table)
    assert (table.task.kind, table.task.seat) == (TaskKind.AUTO_PASS, seat)
    table.play(PASS, by=Actor.CLOCK)
    assert table.state.passes(seat)


def test_the_time_of_reactions_does_not_count_for_the_active_player():
    table = table_with_canoe_question(turn_seconds=100, reaction_seconds=90)
    active = table.game.active
    table.wait(80)
    while table.game.to_play != active:
        table.play(PASS)
    assert table.task.wait == 100


def test_the_host_passes_for_a_seat_that_passed_this_turn():
    table = table_with_canoe_question()
    seat = table.asked
    table.submit(PassTurn(seat=seat, seen_seq=table.state.seq))
    assert (table.task.kind, table.task.seat, table.task.wait) == (TaskKind.AUTO_PASS, seat, 0)
    turn = table.game.turn
    while table.game.turn == turn and not table.game.over:
        table.play(PASS if table.game.to_play == seat else table.game.legal_answers()[-1])
    assert not table.state.passes(seat)


def test_in_the_silo_phase_a_bot_answers_after_a_time_out():
    table = table_with_silo_question(reaction_seconds=30)
    seat = table.asked
    table.wait(31)
    time_out(table)
    assert (table.task.kind, table.task.seat) == (TaskKind.BOT_TURN, seat)


def test_a_bot_plays_its_own_seat_at_once():
    table = started_table(new_first_game(1), kinds="bb", turn_seconds=60)
    assert (table.task.kind, table.task.wait, table.task.level) == (TaskKind.BOT_TURN, 0, "greedy")


def test_fold_needs_the_created_event_only():
    table = started_table(new_first_game(1))
    assert fold(table.events[:1], START).status is TableStatus.OPEN
