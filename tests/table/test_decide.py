"""`decide`: a command becomes one event, or is rejected and changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from kingdom_builder.game import new_first_game
from kingdom_builder.table.commands import (
    Answer,
    Archive,
    ChangeCredentials,
    Command,
    CreateTable,
    MoveSeat,
    PassTurn,
    Rematch,
    Rename,
    Resume,
    Revoke,
    Say,
    Start,
    StartIfFull,
    TakeSeat,
    Undo,
)
from kingdom_builder.table.decide import decide_creation
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import EventKind, SeatKind, TableStatus
from kingdom_builder.table.options import SetupOptions
from kingdom_builder.table.seats import bot_seat, open_seat, person_seat, rematch_seats
from kingdom_builder.table.state import Seat, TableOptions
from tests.table.memory_table import START, MemoryTable, started_table

OPTIONS = TableOptions(SetupOptions(), True, True, None, 60)


def new_table(seats: Sequence[Seat], *, setup: SetupOptions | None = None, **options: Any) -> MemoryTable:
    """Return a new table of Ada with these seats."""
    chosen = replace(OPTIONS, setup=setup or SetupOptions(), **options)
    command = CreateTable(
        message_id="create-1", table="t", invite="i", watch="w", person="ada", seats=tuple(seats), options=chosen,
        listed=True, seed=7, deck_seed=8,
    )  # fmt: skip
    return MemoryTable(decide_creation(command, START))


def waiting_table() -> MemoryTable:
    """Return Ada's table with a bot and two open seats."""
    return new_table([person_seat(0, "ada", "Ada"), open_seat(1), open_seat(2), bot_seat("mason")])


def rejected(table: MemoryTable, command: Command) -> str:
    """Return the code with which a command is rejected; check that nothing changes."""
    before = table.state
    with pytest.raises(Rejected) as error:
        table.submit(command)
    assert table.state is before
    return error.value.code


def test_a_new_table_is_open_and_has_the_options_of_its_creator():
    table = waiting_table()
    state = table.state
    assert (state.status, state.creator, state.listed, state.seq) == (TableStatus.OPEN, "ada", True, 1)
    assert [seat.kind for seat in state.seats] == [SeatKind.PERSON, SeatKind.OPEN, SeatKind.OPEN, SeatKind.BOT]
    assert table.events[0].message_id == "create-1"
    assert (state.game.setup.seed, state.game.setup.deck_seed) == (7, 8)


def test_an_impossible_set_up_is_rejected_with_the_reason():
    with pytest.raises(Rejected, match=r"^cards: 'no such card' is not among") as error:
        new_table([open_seat(0), open_seat(1)], setup=SetupOptions(cards=("no such card",)))
    assert error.value.code == "bad_setup"
    assert error.value.sentence is not None
    assert error.value.sentence["key"] == "problem.not_in_use"


def test_a_person_gets_the_first_free_seat_or_the_requested_one():
    table = waiting_table()
    assert table.submit(TakeSeat(person="bob", name=" Bob\n", wanted=2)).seat == 2
    assert table.state.seats[2] == Seat(SeatKind.PERSON, "bob", None, "Bob")
    assert rejected(table, TakeSeat(person="cyd", wanted=2)) == "seat_taken"
    assert rejected(table, TakeSeat(person="cyd", wanted=9)) == "seat_taken"
    assert table.submit(TakeSeat(person="cyd")).seat == 1
    assert table.state.seats[1].name == "Player 2"
    assert rejected(table, TakeSeat(person="dan")) == "full"


def test_a_full_table_starts_unless_its_creator_wants_to_wait():
    table = new_table([person_seat(0, "ada", ""), open_seat(1)])
    assert rejected(table, StartIfFull()) == "not_full"
    table.submit(TakeSeat(person="bob"))
    table.submit(StartIfFull())
    assert table.state.status is TableStatus.PLAYING
    assert rejected(table, StartIfFull()) == "begun"
    patient = new_table([person_seat(0, "ada", ""), bot_seat("mason")], start_when_full=False)
    assert rejected(patient, StartIfFull()) == "not_full"
    patient.submit(Start(person="ada"))
    assert patient.state.begun


def test_open_seats_can_be_filled_with_bots():
    table = waiting_table()
    assert rejected(table, Start(person="bob")) == "not_creator"
    table.submit(Start(person="ada", fill="novice"))
    assert [seat.level for seat in table.state.seats] == [None, "novice", "novice", "mason"]
    assert table.state.seats[1].name == "Novice"
    assert rejected(table, Start(person="ada")) == "begun"


def test_open_seats_can_be_removed_and_bots_move_up():
    table = waiting_table()
    table.submit(Start(person="ada"))
    assert [seat.kind for seat in table.state.seats] == [SeatKind.PERSON, SeatKind.BOT]
    setup = table.game.setup
    assert (setup.players, setup.seed, setup.deck_seed) == (2, 7, 8)


def test_a_person_keeps_the_number_of_the_seat():
    table = waiting_table()
    table.submit(TakeSeat(person="bob", wanted=2))
    table.submit(Start(person="ada"))
    assert [seat.person for seat in table.state.seats] == ["ada", None, "bob"]
    gap = new_table([open_seat(0), open_seat(1), person_seat(2, "ada", "")])
    assert rejected(gap, Start(person="ada")) == "too_few"
    gap.submit(TakeSeat(person="bob", wanted=1))
    assert rejected(gap, Start(person="ada")) == "gap"


def test_an_answer_must_be_legal_and_refer_to_the_question_that_is_asked():
    table = started_table(new_first_game(1))
    seat, answer = table.asked, table.game.legal_answers()[0]
    illegal = next(h for h in range(400) if h not in table.game.legal_answers())
    with pytest.raises(Rejected) as error:
        table.submit(Answer(seat=seat, seen_seq=2, answer=illegal))
    assert error.value.code == "illegal"
    assert error.value.reason is not None
    assert rejected(table, Answer(seat=1 - seat, seen_seq=2, answer=answer)) == "not_your_turn"
    assert rejected(table, Answer(seat=seat, seen_seq=1, answer=answer)) == "stale"
    assert rejected(table, Answer(seat=seat, seen_seq=3, answer=answer)) == "stale"
    table.submit(Say(seat=1 - seat, text="Take your time"))
    assert table.submit(Answer(seat=seat, seen_seq=2, answer=answer, message_id="m-1")).message_id == "m-1"
    assert rejected(table, Answer(seat=seat, seen_seq=3, answer=answer)) == "stale"


def test_a_late_answer_is_rejected_after_an_undo_too():
    table = started_table(new_first_game(1))
    seat, answer = table.asked, table.game.legal_answers()[0]
    table.play(answer)
    table.undo()
    assert rejected(table, Answer(seat=seat, seen_seq=2, answer=answer)) == "stale"


def test_answers_before_and_after_the_game_are_rejected():
    table = waiting_table()
    for command in (Answer(seat=0, seen_seq=1, answer=0), Undo(seat=0, seen_seq=1), PassTurn(seat=0, seen_seq=1)):
        assert rejected(table, command) == "not_begun"
        over = MemoryTable(table.events[0])
        over.state = replace(over.state, status=TableStatus.OVER)
        assert rejected(over, command) == "game_over"


def test_a_player_cannot_pass_their_own_turn():
    table = started_table(new_first_game(1))
    assert rejected(table, PassTurn(seat=table.asked, seen_seq=2)) == "own_turn"


def test_a_chat_message_is_a_text_or_a_phrase():
    table = waiting_table()
    assert table.submit(Say(seat=0, text=" Hello\n there")).value == {"text": "Hello there"}
    assert table.submit(Say(seat=0, phrase="hello")).kind is EventKind.PHRASE
    for command in (Say(seat=0), Say(seat=0, text="a", phrase="hello"), Say(seat=0, text="\u202e")):
        assert rejected(table, command) == "bad_message"


def test_a_seat_is_renamed_freed_and_moved():
    table = waiting_table()
    table.submit(Rename(seat=0, name="Countess"))
    assert table.state.seats[0].name == "Countess"
    table.submit(MoveSeat(seat=0, person="ada's telephone", seen_seq=2))
    assert table.state.seats[0].person == "ada's telephone"
    assert rejected(table, MoveSeat(seat=0, person="eve", seen_seq=2)) == "stale"
    table.submit(Revoke(seat=0))
    assert table.state.seats[0] == Seat(SeatKind.OPEN, None, None, "Player 1")
    assert rejected(table, Revoke(seat=0)) == "not_held"
    assert rejected(table, MoveSeat(seat=0, person="eve", seen_seq=table.state.seq)) == "gone"
    assert rejected(table, ChangeCredentials(seat=0, adding=True)) == "not_held"
    assert table.submit(ChangeCredentials(seat=0, adding=False)).kind is EventKind.KEYS


def test_there_is_one_rematch_with_the_same_bots():
    table = waiting_table()
    with pytest.raises(Rejected, match="when the game is over"):
        rematch_seats(table.state, "ada")
    table.state = replace(table.state, status=TableStatus.OVER)
    seats = rematch_seats(table.state, "ada")
    assert [seat.kind for seat in seats] == [SeatKind.PERSON, SeatKind.OPEN, SeatKind.OPEN, SeatKind.BOT]
    event = table.submit(Rematch(person="ada", table="u", invite="j"))
    assert (event.seat, event.value) == (0, {"table": "u", "invite": "j"})
    assert rejected(table, Rematch(person="bob", table="v", invite="k")) == "stale"
    assert rejected(table, Archive()) == "stale"


def test_an_archived_game_can_be_resumed_once():
    table = waiting_table()
    assert rejected(table, Resume(seat=0)) == "stale"
    table.submit(Archive())
    table.submit(Resume(seat=0))
    assert table.state.status is TableStatus.OPEN
