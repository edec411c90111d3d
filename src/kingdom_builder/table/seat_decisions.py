"""Decisions about seats: who may take, leave, move or hand over one, and who has watched.

From the start to the end of a game a seat belongs to its holder. Nobody gets the cards of a second seat: whoever has
had a seat or has watched cannot take another one, and a new person needs the consent of the players.
"""

from __future__ import annotations

from typing import Any

from kingdom_builder.table.bounds import check_change
from kingdom_builder.table.checks import check_held, check_playing, stale
from kingdom_builder.table.commands import (
    ChangeCredentials,
    CloseTable,
    HandOver,
    Lapse,
    MoveSeat,
    RequestSeat,
    Revoke,
    TakeSeat,
    Vote,
    Watch,
)
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import (
    Actor,
    EventKind,
    HandedOverValue,
    JoinedValue,
    MovedValue,
    RequestedValue,
    SeatKind,
    TableStatus,
    VoteValue,
    WatchedValue,
)
from kingdom_builder.table.names import clean_name
from kingdom_builder.table.seats import default_name
from kingdom_builder.table.state import Moment, SeatRequest, TableState
from kingdom_builder.table.tasks import SUBSTITUTE_LEVEL

Decision = tuple[EventKind, int | None, Any]
"""The kind, the seat and the value of an event."""

MAX_REQUESTS = 20
"""How often people may ask for a seat during one game."""

MAX_WATCHED = 200
"""How many people are recorded as spectators. At a table with more, nobody new can take a seat."""


def take_seat(state: TableState, command: TakeSeat, at: Moment) -> Decision:
    """Take an open seat before the game."""
    if state.status is TableStatus.PLAYING:
        raise Rejected("begun", "The game has begun: ask the players for a free seat.")
    if state.status is not TableStatus.OPEN:
        raise Rejected("not_open", "This game is over; its seats cannot be taken any more.")
    free = [number for number, seat in enumerate(state.seats) if seat.kind is SeatKind.OPEN]
    number = _chosen(free, command.wanted)
    value: JoinedValue = {"name": clean_name(command.name, default_name(number)), "person": command.person}
    return EventKind.JOINED, number, value


def revoke(state: TableState, command: Revoke, at: Moment) -> Decision:
    """Free a seat before the game."""
    _check_not_over(state)
    if state.begun:
        raise Rejected("begun", "The game has begun: the seat can only be handed to a bot.")
    check_held(state, command.seat)
    check_change(state, command.seat)
    return EventKind.REVOKED, command.seat, None


def hand_over(state: TableState, command: HandOver, at: Moment) -> Decision:
    """Let a bot play a seat from now on."""
    _check_not_over(state)
    if not state.begun:
        raise Rejected("not_begun", "The game has not begun: free the seat instead.")
    check_held(state, command.seat)
    own = state.seats_of(command.person)
    if command.seat not in own and command.person != state.creator:
        raise Rejected("forbidden", "This seat is not yours.")
    actor = command.seat if command.seat in own else next(iter(own), None)
    value: HandedOverValue = {
        "level": SUBSTITUTE_LEVEL,
        "name": state.seats[command.seat].name,
        "actor": actor,
    }
    return EventKind.HANDED_OVER, command.seat, value


def request_seat(state: TableState, command: RequestSeat, at: Moment) -> Decision:
    """Ask the players who are present for a seat that a bot keeps."""
    check_playing(state)
    seat = _chosen([number for number, seat in enumerate(state.seats) if seat.free], command.wanted)
    check_new(state, command.person, seat)
    if state.request is not None:
        raise Rejected("pending", "Somebody else asks for a seat: try again in some minutes.")
    if state.requests >= MAX_REQUESTS:
        raise Rejected("too_many", "Too many people have asked for a seat at this table.")
    # A person who is connected at one seat is asked at all of them.
    present = {state.seats[number].person for number in command.present if number < len(state.seats)} - {None}
    asked = [number for number, holder in enumerate(state.seats) if holder.person in present]
    if not asked:
        raise Rejected("nobody_here", "No player is here who could accept: try again later.")
    value: RequestedValue = {
        "person": command.person,
        "name": clean_name(command.name, default_name(seat)),
        "asked": asked,
        "seconds": command.seconds,
    }
    return EventKind.REQUESTED, seat, value


def vote(state: TableState, command: Vote, at: Moment) -> Decision:
    """Accept or refuse a request; every player may do so, also one who was not there when it was made."""
    check_playing(state)
    check_held(state, command.seat)
    request = _current_request(state, command.request)
    if at.steady >= request.ends or command.seat in request.accepted:
        raise stale(state)
    value: VoteValue = {"request": request.seq}
    return EventKind.ACCEPTED if command.accept else EventKind.REFUSED, command.seat, value


def lapse(state: TableState, command: Lapse, at: Moment) -> Decision:
    """End a request whose time is over."""
    request = _current_request(state, command.request)
    if at.steady < request.ends:
        raise stale(state)
    value: VoteValue = {"request": request.seq}
    return EventKind.LAPSED, request.seat, value


def move_seat(state: TableState, command: MoveSeat, at: Moment) -> Decision:
    """Give a seat to another device of its holder."""
    if state.seq != command.seen_seq:
        raise Rejected("stale", "Something else has happened at the table: open the link again.", seq=state.seq)
    holder = state.seats[command.seat]
    if holder.kind is not SeatKind.PERSON:
        raise Rejected("gone", "This link has been used, revoked, or is too old.")
    if state.begun and state.status is not TableStatus.OVER and holder.person != command.person:
        check_new(state, command.person, command.seat)
    check_change(state, command.seat)
    value: MovedValue = {"person": command.person}
    return EventKind.MOVED, command.seat, value


def change_credentials(state: TableState, command: ChangeCredentials, at: Moment) -> Decision:
    """Record that the tokens or links of a seat change."""
    if command.adding:
        check_held(state, command.seat)
    check_change(state, command.seat, removal=not command.adding)
    return EventKind.KEYS, command.seat, None


def watch(state: TableState, command: Watch, at: Moment) -> Decision:
    """Record a spectator."""
    if not is_new_spectator(state, command.person):
        raise stale(state)
    value: WatchedValue = {"person": command.person}
    return EventKind.WATCHED, None, value


def close_table(state: TableState, command: CloseTable, at: Moment) -> Decision:
    """End the table without a result."""
    if command.by is not Actor.OPERATOR and state.creator != command.person:
        raise Rejected("not_creator", "Only the creator of the table can close it.")
    _check_not_over(state)
    return EventKind.CLOSED, next(iter(state.seats_of(command.person)), None), None


def is_new_spectator(state: TableState, person: str) -> bool:
    """Return whether it must be recorded that a person watches: they might ask for a seat later."""
    return (
        state.status not in (TableStatus.OVER, TableStatus.CLOSED, TableStatus.STOPPED)
        and person not in state.watched
        and not state.seats_of(person)
        and len(state.watched) < MAX_WATCHED
    )


def check_new(state: TableState, person: str, seat: int) -> None:
    """Reject a person who may know more of the game than this seat: from another seat, or as a spectator.

    Whoever has held this seat and no other may come back to it.
    """
    if person in state.watched or state.seats_of(person) or state.held.get(person, frozenset()) - {seat}:
        raise Rejected("not_new", "You have or had another seat at this table, or have watched it.")
    if len(state.watched) >= MAX_WATCHED:
        raise Rejected("too_many", "So many people have watched this table that nobody new can take a seat.")


def _current_request(state: TableState, seq: int) -> SeatRequest:
    if state.request is None or state.request.seq != seq:
        raise stale(state)
    return state.request


def _chosen(free: list[int], wanted: int | None) -> int:
    if wanted is not None and wanted not in free:
        raise Rejected("seat_taken", "That seat is taken.")
    if not free:
        raise Rejected("full", "All seats at this table are taken.")
    return free[0] if wanted is None else wanted


def _check_not_over(state: TableState) -> None:
    if state.status is TableStatus.OVER:
        raise Rejected("game_over", "The game is over.")
    if state.status is TableStatus.CLOSED:
        raise Rejected("closed", "The table is closed.")
