"""`fold`: undone answers are left out, and moves that the present rules do not allow stop a table."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.game import new_first_game, new_game
from kingdom_builder.sets.registry import answer_number
from kingdom_builder.table.commands import Say, TimeOut
from kingdom_builder.table.decide import decide, undo_count
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.event_views import public_events
from kingdom_builder.table.events import Actor, Event, EventKind, TableStatus
from kingdom_builder.table.evolve import evolve
from kingdom_builder.table.fold import fold, game_at, lasting_transitions, transitions, without_undone
from kingdom_builder.table.state import TableState
from kingdom_builder.table.tasks import TaskKind, next_task
from kingdom_builder.table.views import seat_view
from tests.random_play import random_answer
from tests.table.memory_table import MemoryTable, played_table, started_table

UNFIT = answer_number("take_back")
"""An answer that is not legal at the beginning of a turn."""


def played_with_everything(number: int) -> MemoryTable:
    """Return a table with undos, chat, time-outs and questions in the turns of other players."""
    sets = (["marshlands"], ["harvest"], ["base", "nomads", "crossroads"])[number % 3]
    table = started_table(new_game(number, players=3, sets=sets), turn_seconds=30)
    chance = random.Random(number)
    while not table.game.over:
        table.wait(chance.random() * 12)
        task = next_task(table.state, table.now.steady)
        if task is not None and task.kind is TaskKind.TIME_OUT and task.wait <= 0:
            table.submit(TimeOut(seat=task.seat, seen_seq=table.state.question_seq, by=Actor.CLOCK))
        elif undo_count(table.game, whole_turn=False) and chance.random() < 0.3:
            table.undo(whole_turn=chance.random() < 0.3)
        elif chance.random() < 0.1:
            table.submit(Say(seat=0, text="hm"))
        else:
            table.play(random_answer(table.game, chance))
    return table


def known(state: TableState) -> tuple[object, ...]:
    """Return all of a state; games are compared by what they show and offer."""
    game = state.game
    times = tuple(round(time, 6) for time in state.clock)
    return (
        replace(state, game=None, clock=None),  # type: ignore[arg-type]
        times,
        (game.to_position(), game.turn, game.to_play, game.legal(), game.can_take_back()),
        [player.hand for player in game.players],
    )


@pytest.mark.parametrize("number", range(6))
def test_a_table_that_is_loaded_is_the_table_that_was_played(number):
    table = played_with_everything(number)
    chance = random.Random(number)
    for length in (*chance.sample(range(2, len(table.events)), 12), len(table.events)):
        played = fold(table.events[:1], table.now)
        for event in table.events[1:length]:
            played = evolve(played, event, table.now)
        assert known(fold(table.events[:length], table.now)) == known(played)


def test_undone_answers_are_not_played_again():
    table = started_table(new_first_game(1))
    for _ in range(40):
        table.play(table.game.legal_answers()[0])
        table.play(table.game.legal_answers()[0])
        table.undo(whole_turn=True)
    answer = table.play(table.game.legal_answers()[0])
    assert without_undone(table.events) == [*table.events[:2], answer]
    assert fold(table.events, table.now).seq == table.state.seq
    assert (
        game_at(table.events, len(table.events) - 2).answers() == [table.events[-3].value, table.events[-4].value][::-1]
    )


@pytest.mark.parametrize("number", range(3))
def test_the_events_from_any_one_on_are_those_that_were_shown(number):
    table = played_with_everything(number)
    shown, _ = public_events(table.events, 0, table.now)
    for start in random.Random(number).sample(range(len(shown)), 8):
        gold = [event["gold"] for event in shown[:start] if "gold" in event]
        assert public_events(table.events, start, table.now) == (shown[start:], gold)


def test_the_events_without_undone_ones_lead_to_the_same_end():
    table = played_with_everything(1)
    last = list(lasting_transitions(table.events, table.now))[-1]
    assert last.after.game.scores() == table.game.scores()


def spoilt(table: MemoryTable, index: int) -> list[Event]:
    """Return the events with another answer at an index, as if the rules had changed since."""
    events = list(table.events)
    events[index] = replace(events[index], value=UNFIT)
    return events


def index_of_answer(table: MemoryTable, which: int) -> int:
    """Return the index of an answer that begins a turn."""
    ends = [i for i, event in enumerate(table.events) if event.kind is EventKind.ANSWER and event.value == END_TURN]
    return ends[which] + 1


def test_a_table_stops_before_a_move_that_the_rules_do_not_allow():
    table = played_table(new_game(2), random.Random(2))
    index = index_of_answer(table, 3)
    state = fold(spoilt(table, index), table.now)
    assert state.status is TableStatus.STOPPED
    assert state.seq == index
    assert state.unfit is not None
    assert (state.unfit.seq, state.unfit.answer, state.unfit.seat) == (index + 1, "take_back", table.events[index].seat)
    assert state.game.to_position() == game_at(table.events, index).to_position()
    assert next_task(state, table.now.steady) is None
    seat = table.events[index].seat
    assert seat is not None
    view = seat_view(state, seat)
    assert (view["hexes"], view["options"], view["can_undo"]) == ([], [], False)
    with pytest.raises(Rejected, match="is not allowed by the rules") as rejected:
        decide(state, Say(seat=0, text="Hello"), table.now)
    assert rejected.value.code == "unfit"
    assert len(list(transitions(table.events[:index], 0, table.now))) == index


def test_a_move_of_a_seat_that_the_rules_do_not_ask_stops_a_table():
    table = played_table(new_game(2), random.Random(2))
    index = index_of_answer(table, 3)
    events = list(table.events)
    seat = events[index].seat
    assert seat is not None
    events[index] = replace(events[index], seat=1 - seat)
    state = fold(events, table.now)
    assert state.unfit is not None
    assert state.unfit.seq == index + 1


def test_an_undone_move_that_the_rules_do_not_allow_stops_nothing():
    table = started_table(new_first_game(1))
    table.play(table.game.legal_answers()[0])
    table.play(table.game.legal_answers()[0])
    table.undo(whole_turn=True)
    table.play(table.game.legal_answers()[1])
    events = spoilt(table, 2)
    assert known(fold(events, table.now)) == known(table.state)
    shown, _ = public_events(events, 0, table.now)
    assert [event["kind"] for event in shown[2:]] == ["answer", "answer", "undo", "answer"]
    assert shown[2]["changes"] == []
    assert shown[-1] == public_events(table.events, 0, table.now)[0][-1]
    assert public_events(events, 3, table.now)[0] == shown[3:]
    assert game_at(events, 4).answers() == []


def test_a_table_of_another_version_of_the_rules_goes_on_if_its_moves_fit():
    table = started_table(new_first_game(1))
    table.play(table.game.legal_answers()[0])
    created = table.events[0]
    value = {**created.value, "rules": 99, "setup": created.value["setup"].replace("rules: 1", "rules: 99")}
    state = fold([replace(created, value=value), *table.events[1:]], table.now)
    assert (state.rules, state.status, state.unfit) == (99, TableStatus.PLAYING, None)
    assert state.game.to_position() == table.game.to_position()
