"""Seats during a game: handed to a bot, asked for by a new person, accepted, refused; who may not take one."""

from __future__ import annotations

from kingdom_builder.table.commands import (
    Answer,
    Archive,
    CloseTable,
    HandOver,
    Lapse,
    MoveSeat,
    RequestSeat,
    Revoke,
    Say,
    TakeSeat,
    Vote,
    Watch,
)
from kingdom_builder.table.event_views import public_event
from kingdom_builder.table.events import Event, EventKind, SeatKind, TableStatus
from kingdom_builder.table.seat_decisions import MAX_REQUESTS, MAX_WATCHED
from kingdom_builder.table.seats import bot_seat, open_seat, person_seat, rematch_seats
from kingdom_builder.table.state import Seat
from kingdom_builder.table.tasks import SUBSTITUTE_LEVEL, TaskKind
from kingdom_builder.table.views import clock_view, seat_view, table_view
from tests.table.memory_table import MemoryTable, state_after
from tests.table.test_decide import new_table, rejected

EVERYBODY = frozenset(range(4))
FREE_SEAT = Seat(SeatKind.BOT, None, SUBSTITUTE_LEVEL, "Mason", free=True)


def playing_table(*, turn_seconds: int | None = None) -> MemoryTable:
    """Return Ada's table with Bob, Cyd and a bot; the game has started."""
    seats = [person_seat(0, "ada", "Ada"), open_seat(1), open_seat(2), bot_seat("mason")]
    table = new_table(seats, turn_seconds=turn_seconds)
    for person in ("bob", "cyd"):
        table.submit(TakeSeat(person=person, name=person.capitalize()))
    table.add(EventKind.STARTED, value={"seats": [_value(seat) for seat in table.state.seats], "setup": None})
    return table


def _value(seat: Seat) -> dict[str, object]:
    return {"kind": seat.kind.value, "person": seat.person, "level": seat.level, "name": seat.name}


def table_with_free_seat() -> MemoryTable:
    """Return a running game whose creator has handed Bob's seat to a bot."""
    table = playing_table()
    table.submit(HandOver(seat=1, person="ada"))
    return table


def ask(person: str = "dan", present: frozenset[int] = EVERYBODY, wanted: int | None = None) -> RequestSeat:
    return RequestSeat(person=person, name=person.capitalize(), present=present, seconds=60, wanted=wanted)


def lines(table: MemoryTable) -> list[str]:
    """Return the keys of the log."""
    shown = [public_event(event, before, after) for before, event, after in table.states()]
    return [line["sentence"]["key"] for event in shown for line in event["lines"]]


def last_event(table: MemoryTable) -> Event:
    return table.events[-1]


def test_during_the_game_a_seat_cannot_be_freed_or_taken():
    table = playing_table()
    assert rejected(table, Revoke(seat=1)) == "begun"
    assert rejected(table, TakeSeat(person="dan")) == "begun"
    table.submit(HandOver(seat=1, person="bob"))
    assert rejected(table, TakeSeat(person="dan", wanted=1)) == "begun"


def test_the_holder_or_the_creator_hands_a_seat_to_a_bot():
    table = playing_table()
    assert rejected(table, HandOver(seat=2, person="bob")) == "forbidden"
    assert rejected(table, HandOver(seat=3, person="ada")) == "not_held"
    own = table.submit(HandOver(seat=2, person="cyd"))
    assert own.value == {"level": SUBSTITUTE_LEVEL, "name": "Cyd", "actor": 2}
    event = table.submit(HandOver(seat=1, person="ada"))
    assert event.value == {"level": SUBSTITUTE_LEVEL, "name": "Bob", "actor": 0}
    assert table.state.seats[1:3] == (FREE_SEAT, FREE_SEAT)
    assert lines(table)[-2:] == ["log.handed_over.own", "log.handed_over"]
    assert rejected(table, HandOver(seat=1, person="ada")) == "not_held"


def test_a_bot_plays_at_once_for_a_seat_that_was_handed_over():
    table = playing_table(turn_seconds=60)
    seat = table.asked if table.asked != 3 else 0
    while table.asked != seat:
        table.play(table.game.legal_answers()[0])
    assert table.task.kind is TaskKind.TIME_OUT
    table.submit(HandOver(seat=seat, person="ada"))
    assert (table.task.kind, table.task.wait) == (TaskKind.BOT_TURN, 0)
    assert clock_view(table.state, table.now.steady) is None


def test_a_seat_is_handed_over_only_during_the_game():
    table = new_table([person_seat(0, "ada", ""), open_seat(1)])
    assert rejected(table, HandOver(seat=0, person="ada")) == "not_begun"
    begun = playing_table()
    begun.submit(Archive())
    begun.submit(HandOver(seat=1, person="ada"))
    assert begun.state.seats[1] == FREE_SEAT


def test_a_new_person_gets_a_free_seat_when_all_players_who_are_present_accept():
    table = table_with_free_seat()
    request = table.submit(ask())
    assert (request.kind, request.seat) == (EventKind.REQUESTED, 1)
    assert request.value == {"person": "dan", "name": "Dan", "asked": [0, 2], "seconds": 60}
    table.submit(Vote(seat=2, request=request.seq, accept=True))
    assert table.state.seats[1] == FREE_SEAT
    accepted = table.submit(Vote(seat=0, request=request.seq, accept=True))
    assert table.state.seats[1] == Seat(SeatKind.PERSON, "dan", None, "Dan")
    assert table.state.request is None
    assert lines(table)[-4:] == ["log.requested", "log.accepted", "log.accepted", "log.taken_over"]
    before, after = state_after(table, accepted.seq - 1), table.state
    assert public_event(accepted, before, after)["taken"] == 1
    assert table.state.seats == state_after(table).seats


def test_only_players_who_are_present_are_asked_and_at_least_one_must_be():
    table = table_with_free_seat()
    assert rejected(table, ask(present=frozenset())) == "nobody_here"
    assert rejected(table, ask(present=frozenset({1, 3}))) == "nobody_here"
    request = table.submit(ask(present=frozenset({2})))
    assert request.value["asked"] == [2]
    table.submit(Vote(seat=2, request=request.seq, accept=True))
    assert table.state.seats[1].person == "dan"


def test_one_refusal_ends_a_request_also_of_a_player_who_came_later():
    table = table_with_free_seat()
    request = table.submit(ask(present=frozenset({2})))
    table.submit(Vote(seat=0, request=request.seq, accept=False))
    assert table.state.request is None
    assert table.state.seats[1] == FREE_SEAT
    assert rejected(table, Vote(seat=2, request=request.seq, accept=True)) == "stale"
    assert lines(table)[-1] == "log.refused"


def test_a_request_lapses_when_its_time_is_over():
    table = table_with_free_seat()
    request = table.submit(ask())
    assert rejected(table, Lapse(request=request.seq)) == "stale"
    table.wait(30)
    shown = table_view(table.state, {}, person="dan", now=table.now.steady)["request"]  # type: ignore[typeddict-item]
    assert shown is not None
    assert (shown["seconds_left"], shown["mine"]) == (30, True)
    table.wait(30)
    assert rejected(table, Vote(seat=0, request=request.seq, accept=True)) == "stale"
    assert (table.task.kind, table.task.wait) == (TaskKind.LAPSE, 0)
    table.submit(Lapse(request=request.seq))
    assert table.state.request is None
    assert lines(table)[-1] == "log.lapsed"


def test_a_vote_is_about_one_request_and_counts_once():
    table = table_with_free_seat()
    first = table.submit(ask())
    table.submit(Vote(seat=0, request=first.seq, accept=True))
    assert rejected(table, Vote(seat=0, request=first.seq, accept=True)) == "stale"
    assert rejected(table, Vote(seat=3, request=first.seq, accept=True)) == "not_held"
    table.submit(Vote(seat=2, request=first.seq, accept=False))
    second = table.submit(ask("eve"))
    assert rejected(table, Vote(seat=0, request=first.seq, accept=True)) == "stale"
    assert table.state.request is not None
    assert table.state.request.seq == second.seq
    assert not table.state.request.accepted


def test_one_vote_counts_for_all_seats_of_a_browser():
    seats = [person_seat(0, "ada", ""), person_seat(1, "ada", ""), open_seat(2)]
    table = new_table(seats)
    table.submit(TakeSeat(person="bob"))
    table.add(EventKind.STARTED, value={"seats": [_value(seat) for seat in table.state.seats], "setup": None})
    table.submit(HandOver(seat=2, person="bob"))
    request = table.submit(ask(present=frozenset({1})))
    assert request.value["asked"] == [0, 1]
    table.submit(Vote(seat=1, request=request.seq, accept=True))
    assert table.state.seats[2].person == "dan"


def test_there_is_one_request_at_a_time_and_a_bounded_number():
    table = table_with_free_seat()
    request = table.submit(ask())
    assert rejected(table, ask("eve")) == "pending"
    for number in range(1, MAX_REQUESTS):
        table.submit(Vote(seat=0, request=request.seq, accept=False))
        request = table.submit(ask(f"person {number}"))
    table.submit(Vote(seat=0, request=request.seq, accept=False))
    assert rejected(table, ask("eve")) == "too_many"


def test_whoever_holds_or_has_held_a_seat_cannot_take_another_one():
    table = table_with_free_seat()
    for person in ("ada", "cyd"):
        assert rejected(table, ask(person)) == "not_new"
    table.submit(HandOver(seat=2, person="cyd"))
    assert rejected(table, ask("cyd", wanted=1)) == "not_new"
    assert rejected(table, ask("bob", wanted=2)) == "not_new"
    request = table.submit(ask("bob", wanted=1))
    table.submit(Vote(seat=0, request=request.seq, accept=True))
    assert table.state.seats[1].person == "bob"


def test_a_bot_of_the_table_is_not_a_free_seat():
    table = playing_table()
    assert rejected(table, ask()) == "full"
    assert rejected(table, ask(wanted=3)) == "seat_taken"


def test_a_spectator_cannot_take_a_seat():
    table = table_with_free_seat()
    table.submit(Watch(person="dan"))
    assert rejected(table, Watch(person="dan")) == "stale"
    assert rejected(table, Watch(person="ada")) == "stale"
    assert rejected(table, ask()) == "not_new"
    assert public_event(last_event(table), table.state, table.state)["lines"] == []
    request = table.submit(ask("eve"))
    table.submit(Watch(person="eve"))
    assert table.state.request is None
    assert rejected(table, Vote(seat=0, request=request.seq, accept=True)) == "stale"


def test_with_too_many_spectators_nobody_new_gets_a_seat():
    table = table_with_free_seat()
    for number in range(MAX_WATCHED):
        table.submit(Watch(person=f"spectator {number}"))
    assert rejected(table, Watch(person="one more")) == "stale"
    assert rejected(table, ask("one more")) == "too_many"


def test_a_move_link_is_for_a_device_that_has_no_other_view():
    table = table_with_free_seat()
    table.submit(Watch(person="spectator"))
    for person in ("ada", "bob", "spectator"):
        assert rejected(table, MoveSeat(seat=2, person=person, seen_seq=table.state.seq)) == "not_new"
    table.submit(MoveSeat(seat=2, person="telephone", seen_seq=table.state.seq))
    table.submit(MoveSeat(seat=2, person="cyd", seen_seq=table.state.seq))
    assert table.state.seats[2].person == "cyd"


def test_a_request_ends_when_its_person_gets_a_moved_seat_or_a_player_leaves():
    table = table_with_free_seat()
    table.submit(ask())
    table.submit(MoveSeat(seat=2, person="dan", seen_seq=table.state.seq))
    assert table.state.request is None
    table.submit(ask("eve"))
    table.submit(HandOver(seat=2, person="dan"))
    assert table.state.request is None


def test_the_creator_closes_the_table():
    table = playing_table()
    assert rejected(table, CloseTable(person="bob")) == "not_creator"
    seat = table.asked
    event = table.submit(CloseTable(person="ada"))
    assert (event.seat, table.state.status) == (0, TableStatus.CLOSED)
    assert lines(table)[-1] == "log.closed"
    assert rejected(table, Answer(seat=seat, seen_seq=table.state.seq, answer=0)) == "closed"
    assert rejected(table, HandOver(seat=1, person="bob")) == "closed"
    assert rejected(table, CloseTable(person="ada")) == "closed"
    assert rejected(table, Archive()) == "stale"
    view = seat_view(table.state, seat)
    assert (view["hexes"], view["options"], view["can_undo"]) == ([], [], False)
    assert table.submit(Say(seat=1, text="Why?")).kind is EventKind.CHAT


def test_a_table_can_be_closed_before_the_game_by_a_creator_without_a_seat():
    table = new_table([open_seat(0), open_seat(1)])
    assert table.submit(CloseTable(person="ada")).seat is None
    assert lines(table)[-1] == "log.closed.creator"
    assert rejected(table, TakeSeat(person="bob")) == "not_open"


def test_a_rematch_offers_the_seat_that_a_bot_has_kept():
    table = table_with_free_seat()
    table.state = state_after(table)
    object.__setattr__(table.state, "status", TableStatus.OVER)
    kinds = [seat.kind for seat in rematch_seats(table.state, "ada")]
    assert kinds == [SeatKind.PERSON, SeatKind.OPEN, SeatKind.OPEN, SeatKind.BOT]


def test_events_of_an_earlier_version_still_apply():
    """A seat that was freed during the game could be taken by anybody: now a bot keeps it."""
    table = playing_table()
    table.add(EventKind.REVOKED, 1)
    assert table.state.seats[1] == FREE_SEAT
    table.add(EventKind.JOINED, 1, {"name": "Eve", "person": "eve"})
    assert table.state.seats[1] == Seat(SeatKind.PERSON, "eve", None, "Eve")
    assert table.state.held["bob"] == table.state.held["eve"] == {1}


def test_the_seats_of_one_browser_have_the_same_device():
    seats = [person_seat(0, "ada", ""), person_seat(1, "bob", ""), person_seat(2, "ada", ""), bot_seat("mason")]
    shown = table_view(new_table(seats).state, {})["seats"]  # type: ignore[typeddict-item]
    assert [seat["device"] for seat in shown] == [0, 1, 0, None]
