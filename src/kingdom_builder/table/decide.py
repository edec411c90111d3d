"""Step 4 of a move: turn a command into an event, or reject it. Nothing changes here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kingdom_builder.formats.record import RULES_VERSION
from kingdom_builder.game import Game
from kingdom_builder.table import seat_decisions
from kingdom_builder.table.bounds import check_change, check_chat, check_undo
from kingdom_builder.table.checks import (
    check_legal,
    check_open,
    check_playing,
    check_question,
    check_seq,
    check_stopped,
    stale,
)
from kingdom_builder.table.commands import (
    Answer,
    Archive,
    ChangeCredentials,
    CloseTable,
    Command,
    CreateTable,
    HandOver,
    Lapse,
    MoveSeat,
    PassTurn,
    Rematch,
    Rename,
    RenewLink,
    RequestSeat,
    Resume,
    Revoke,
    Say,
    Start,
    StartIfFull,
    TakeSeat,
    TimeOut,
    Undo,
    UseHint,
    Vote,
    Watch,
)
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import (
    ChatValue,
    CreatedValue,
    Event,
    EventKind,
    PhraseValue,
    RematchValue,
    RenamedValue,
    RenewedValue,
    SeatKind,
    StartedValue,
    TableStatus,
)
from kingdom_builder.table.names import clean_name, clean_text
from kingdom_builder.table.options import new_table_game
from kingdom_builder.table.seat_decisions import Decision
from kingdom_builder.table.seats import bot_seat, default_name, seat_value
from kingdom_builder.table.state import Moment, Seat, TableState, is_reaction
from kingdom_builder.table.tasks import TaskKind, next_task

MAX_RENEWALS = 50
"""How often the links of one table can be renewed."""


def decide(state: TableState, command: Command, at: Moment) -> Event:
    """Return the event that a command becomes at a table; Rejected if the table does not allow it."""
    check_stopped(state)
    kind, seat, value = _DECIDE[type(command)](state, command, at)
    return Event(state.seq + 1, kind, seat, command.by, value, command.message_id, at.wall)


def decide_creation(command: CreateTable, at: Moment) -> Event:
    """Return the first event of a new table; Rejected if there is no such set-up."""
    record = command.record
    if record is None:
        record = new_table_game(command.setup, len(command.seats), command.seed, command.deck_seed).to_record()
    value: CreatedValue = {
        "table": command.table,
        "invite": command.invite,
        "watch": command.watch,
        "creator": command.person,
        "listed": command.listed,
        "options": {
            "setup": command.setup.to_dict(),
            "start_when_full": command.options.start_when_full,
            "running_score": command.options.running_score,
            "turn_seconds": command.options.turn_seconds,
            "reaction_seconds": command.options.reaction_seconds,
        },
        "setup": record,  # so that a later change in how set-ups are drawn cannot change this one
        "rules": RULES_VERSION,
        "seats": [seat_value(seat) for seat in command.seats],
    }
    if (daily := command.options.daily) is not None:
        value["options"]["daily"] = {"day": daily.day, "number": daily.number, "practice": daily.practice}
    if command.options.played_on:
        value["options"]["played_on"] = True
    return Event(1, EventKind.CREATED, None, command.by, value, command.message_id, at.wall)


def undo_count(game: Game, *, whole_turn: bool) -> int:
    """Return the number of answers that an undo removes."""
    game = game.copy()
    seat = game.to_play
    count = 0
    while game.can_take_back() and game.to_play == seat and (whole_turn or not count):
        game.undo()
        count += 1
    return count


def _answer(state: TableState, command: Answer, at: Moment) -> Decision:
    check_question(state, command.seat, command.seen_seq)
    check_legal(state.game, command.answer)
    return EventKind.ANSWER, command.seat, command.answer


def _undo(state: TableState, command: Undo, at: Moment) -> Decision:
    check_question(state, command.seat, command.seen_seq)
    check_undo(state, command.seat)
    count = undo_count(state.game, whole_turn=command.whole_turn)
    if not count:
        raise Rejected("cannot_undo", "There is nothing to take back: the turn has just begun, or a card was drawn.")
    return EventKind.UNDO, command.seat, count


def _pass_turn(state: TableState, command: PassTurn, at: Moment) -> Decision:
    check_playing(state)
    check_seq(state, command.seen_seq)
    if state.game.active == command.seat and not is_reaction(state.game):
        raise Rejected("own_turn", "It is your own turn: end it instead.")
    if state.passes(command.seat):
        raise Rejected("stale", "You pass in this turn already.", seq=state.seq)
    return EventKind.PASSING, command.seat, None


def _say(state: TableState, command: Say, at: Moment) -> Decision:
    if (command.text is None) == (command.phrase is None):
        raise Rejected("bad_message", "Say either a text or a phrase.")
    check_chat(state, command.seat)
    if command.phrase is not None:
        phrase: PhraseValue = {"phrase": command.phrase}
        return EventKind.PHRASE, command.seat, phrase
    assert command.text is not None
    message: ChatValue = {"text": clean_text(command.text)}
    if not message["text"]:
        raise Rejected("bad_message", "There is nothing in this text.")
    return EventKind.CHAT, command.seat, message


def _rename(state: TableState, command: Rename, at: Moment) -> Decision:
    check_change(state, command.seat)
    value: RenamedValue = {"name": clean_name(command.name, default_name(command.seat))}
    return EventKind.RENAMED, command.seat, value


def _use_hint(state: TableState, command: UseHint, at: Moment) -> Decision:
    daily = state.options.daily
    if daily is None or daily.practice or state.hinted:
        raise stale(state)
    return EventKind.HINTED, command.seat, None


def _resume(state: TableState, command: Resume, at: Moment) -> Decision:
    if state.status is not TableStatus.ARCHIVED:
        raise stale(state)
    return EventKind.RESUMED, command.seat, None


def _time_out(state: TableState, command: TimeOut, at: Moment) -> Decision:
    task = next_task(state, at.steady)
    due = task is not None and task.kind is TaskKind.TIME_OUT and task.seat == command.seat and task.wait <= 0
    if state.question_seq != command.seen_seq or not due:
        raise stale(state)
    return EventKind.TIMEOUT, command.seat, None


def _start(state: TableState, command: Start, at: Moment) -> Decision:
    if state.creator != command.person:
        raise Rejected("not_creator", "Only the creator of the table can start early.")
    check_open(state)
    if command.fill is not None:
        bot = bot_seat(command.fill)
        seats = tuple(bot if seat.kind is SeatKind.OPEN else seat for seat in state.seats)
    else:
        seats = _without_open_seats(state)
    return _started(state, seats)


def _start_if_full(state: TableState, command: StartIfFull, at: Moment) -> Decision:
    check_open(state)
    if not state.starts_now:
        raise Rejected("not_full", "Seats are open.")
    return _started(state, state.seats)


def _rematch(state: TableState, command: Rematch, at: Moment) -> Decision:
    if state.rematch is not None:
        raise Rejected("stale", "Somebody else has made the rematch.", seq=state.seq)
    seat = next((number for number, seat in enumerate(state.seats) if seat.person == command.person), None)
    value: RematchValue = {"table": command.table, "invite": command.invite}
    return EventKind.REMATCH, seat, value


def _renew_link(state: TableState, command: RenewLink, at: Moment) -> Decision:
    if state.creator != command.person:
        raise Rejected("not_creator", "Only the creator of the table can renew its links.")
    if state.renewals >= MAX_RENEWALS:
        raise Rejected("too_many", f"The links of a table can be renewed {MAX_RENEWALS} times.")
    value: RenewedValue = {"link": command.link.value, "code": command.code}
    return EventKind.RENEWED, next(iter(state.seats_of(command.person)), None), value


def _archive(state: TableState, command: Archive, at: Moment) -> Decision:
    if state.status not in (TableStatus.OPEN, TableStatus.PLAYING):
        raise stale(state)
    return EventKind.ARCHIVED, None, None


def _started(state: TableState, seats: tuple[Seat, ...]) -> Decision:
    """Start with the set-up as it is, or with one from the same seeds for fewer players."""
    setup = state.game.setup
    record = None
    if len(seats) != setup.players:
        assert setup.seed is not None
        record = new_table_game(state.options.setup, len(seats), setup.seed, setup.deck_seed).to_record()
    value: StartedValue = {"seats": [seat_value(seat) for seat in seats], "setup": record}
    return EventKind.STARTED, None, value


def _without_open_seats(state: TableState) -> tuple[Seat, ...]:
    """Return the seats without the open ones. Bots fill gaps; a person's seat keeps its number, which links name."""
    players = sum(seat.kind is not SeatKind.OPEN for seat in state.seats)
    if players < 2:
        raise Rejected("too_few", "A game needs two players: fill the open seats with bots, or wait.")
    last = state.seats[players:]
    if any(seat.kind is SeatKind.PERSON for seat in last):
        raise Rejected("gap", "An open seat is not among the last ones: fill the open seats with bots, or wait.")
    bots = iter([seat for seat in last if seat.kind is SeatKind.BOT])
    return tuple(next(bots) if seat.kind is SeatKind.OPEN else seat for seat in state.seats[:players])


_DECIDE: dict[type[Command], Callable[[TableState, Any, Moment], Decision]] = {
    Answer: _answer,
    Undo: _undo,
    PassTurn: _pass_turn,
    Say: _say,
    Rename: _rename,
    Revoke: seat_decisions.revoke,
    MoveSeat: seat_decisions.move_seat,
    ChangeCredentials: seat_decisions.change_credentials,
    UseHint: _use_hint,
    Resume: _resume,
    TimeOut: _time_out,
    TakeSeat: seat_decisions.take_seat,
    Start: _start,
    StartIfFull: _start_if_full,
    Rematch: _rematch,
    Archive: _archive,
    HandOver: seat_decisions.hand_over,
    RequestSeat: seat_decisions.request_seat,
    Vote: seat_decisions.vote,
    Lapse: seat_decisions.lapse,
    Watch: seat_decisions.watch,
    CloseTable: seat_decisions.close_table,
    RenewLink: _renew_link,
}
