"""Seats of a table: open ones, those of people and those of bots."""

from __future__ import annotations

from dataclasses import replace

from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import SeatKind, SeatValue, TableStatus
from kingdom_builder.table.names import clean_name
from kingdom_builder.table.state import Seat, TableState


def open_seat(number: int) -> Seat:
    """Return a seat that nobody holds."""
    return Seat(SeatKind.OPEN, None, None, default_name(number))


def person_seat(number: int, person: str, name: str) -> Seat:
    """Return the seat of a person."""
    return Seat(SeatKind.PERSON, person, None, clean_name(name, default_name(number)))


def bot_seat(level: str, name: str = "") -> Seat:
    """Return the seat of a bot."""
    return Seat(SeatKind.BOT, None, level, clean_name(name, level[:1].upper() + level[1:]))


def seat_value(seat: Seat) -> SeatValue:
    """Return a seat as events store it."""
    return {"kind": seat.kind.value, "person": seat.person, "level": seat.level, "name": seat.name}


def substitute_seat(level: str) -> Seat:
    """Return a seat that a bot plays because its person has left it during the game."""
    return replace(bot_seat(level), free=True)


def rematch_seats(state: TableState, person: str) -> tuple[Seat, ...]:
    """Return the seats of a rematch requested by a person: bots and the person have seats, others may join."""
    if state.status is not TableStatus.OVER:
        raise Rejected("not_over", "A rematch can be made when the game is over.")
    return tuple(
        seat
        if (seat.kind is SeatKind.BOT and not seat.free) or (seat.kind is SeatKind.PERSON and seat.person == person)
        else open_seat(number)
        for number, seat in enumerate(state.seats)
    )


def played_on_seats(state: TableState, number: int, person: str, name: str, level: str) -> tuple[Seat, ...]:
    """Return the seats of a game that a person plays on at a seat: bots stay, others become bots of this level."""
    return tuple(
        person_seat(number, person, name)
        if other == number
        else seat
        if seat.kind is SeatKind.BOT and not seat.free
        else bot_seat(level)
        for other, seat in enumerate(state.seats)
    )


def default_name(number: int) -> str:
    """Return the name of a seat whose holder has given none.

    >>> default_name(0)
    'Player 1'
    """
    return f"Player {number + 1}"
