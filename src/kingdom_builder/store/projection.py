"""The index rows of a table: their changes between two states, and changes of credentials."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Delete, Executable, Exists, delete, exists, insert, literal, select, update

from kingdom_builder.store.schema import credentials, daily_results, games, seats
from kingdom_builder.table.events import Event, EventKind, LinkKind, TableStatus
from kingdom_builder.table.state import Moment, Seat, TableState
from kingdom_builder.table.tasks import TaskKind, next_task

UNWATCHED_SECONDS = 600.0
"""The seconds after which the server looks at a table of bots only, whose game goes on only while somebody watches."""

TAKEOVER_SECONDS = 5.0
"""The seconds after which another process runs a task that the process of the move did not run."""


DAILY_SEAT = 0
"""The seat of the person in a daily challenge."""


class CredentialKind(StrEnum):
    """The kind of a credential: a bearer token of a program, or a link that moves a seat to another device."""

    TOKEN = "token"
    MOVE = "move"


@dataclass(frozen=True)
class Credential:
    """A credential of a seat. Only the hash of its secret is stored."""

    id: str
    kind: CredentialKind
    game: str
    seat: int
    label: str
    created_at: float
    expires_at: float


@dataclass(frozen=True)
class AddCredential:
    """Add a credential to a seat."""

    credential: Credential
    hash: str


@dataclass(frozen=True)
class RemoveCredentials:
    """Remove the credentials of one kind from a seat, or one of them."""

    game: str
    seat: int
    kind: CredentialKind
    id: str | None = None


CredentialChange = AddCredential | RemoveCredentials


class GameChange(NamedTuple):
    """What an event changes in the row of its game: the other fields are the columns with their new values."""

    game: str
    status: str
    wake_at: float | None
    to_play: int | None
    result: str | None


CHANGED_COLUMNS = GameChange._fields[1:]


def new_rows(state: TableState, at: Moment) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the rows of a new table: that of the game, and those of its seats."""
    game = {
        "id": state.id,
        "invite": state.invite,
        "watch": state.watch,
        "creator": state.creator,
        "status": state.status.value,
        "listed": state.listed,
        "wake_at": _wake_at(state, at),
        "created_at": state.created_at,
        "active_at": state.created_at,
        "to_play": state.progress.to_play,
    }
    return game, [{"game": state.id, "seat": number, **_seat_columns(seat)} for number, seat in enumerate(state.seats)]


def game_change(before: TableState, after: TableState, at: Moment) -> GameChange | None:
    """Return how the row of the game changes from one state to the next; None if it does not."""
    if not _has_changed(before, after):
        return None
    to_play, gold, winners = after.progress
    over = after.status is TableStatus.OVER
    result = json.dumps({"gold": gold, "winners": winners}) if over else None
    return GameChange(after.id, after.status.value, _wake_at(after, at), to_play, result)


def row_changes(before: TableState, after: TableState, at: Moment) -> list[Executable]:
    """Return the statements that change all rows from one state to the next."""
    found = [*seat_changes(before, after), *link_changes(before, after), *daily_changes(before, after, at)]
    change = game_change(before, after, at)
    if change is not None:
        values = {column: getattr(change, column) for column in CHANGED_COLUMNS}
        found.append(update(games).where(games.c.id == change.game).values(**values))
    return found


def seat_changes(before: TableState, after: TableState) -> list[Executable]:
    """Return the statements that change the rows of seats, and of their credentials, from one state to the next."""
    found: list[Executable] = []
    if after.seats is before.seats:
        return found
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=False)):
        if old.person is not None and old.person != new.person:
            found.append(_credentials_of(after.id, number))
        if old != new:
            chosen = update(seats).where(seats.c.game == after.id, seats.c.seat == number)
            found.append(chosen.values(**_seat_columns(new)))
    if len(after.seats) < len(before.seats):
        found.append(delete(seats).where(seats.c.game == after.id, seats.c.seat >= len(after.seats)))
    return found


def link_changes(before: TableState, after: TableState) -> list[Executable]:
    """Return the statement that changes the links in the row of the game, if they change from one state to the next."""
    if after.invite is before.invite and after.watch is before.watch:
        return []  # after a move, without a walk through the kinds of links
    changed = {name: getattr(after, name) for name in LinkKind if getattr(after, name) != getattr(before, name)}
    return [update(games).where(games.c.id == after.id).values(changed)] if changed else []


def daily_changes(before: TableState, after: TableState, at: Moment) -> list[Executable]:
    """Return the statement that adds the result of a daily challenge, or moves it with the seat after the end.

    It is that of the person who holds the seat. There is none if a bot plays the seat, if somebody has asked for it, or
    if this person has a result of the day already.
    """
    daily = after.options.daily
    if daily is None or daily.practice or after.status is not TableStatus.OVER:
        return []
    person = after.seats[DAILY_SEAT].person
    if person is None or after.requests:
        return []
    if before.status is TableStatus.OVER:
        if person == before.seats[DAILY_SEAT].person:
            return []
        result = update(daily_results).where(daily_results.c.game == after.id, ~_has_result(daily.day, person))
        return [result.values(person=person)]
    gold = after.game.scores()
    row = {
        "day": daily.day,
        "person": person,
        "game": after.id,
        "seat": DAILY_SEAT,
        "gold": gold[DAILY_SEAT],
        "margin": gold[DAILY_SEAT] - max(gold[:DAILY_SEAT] + gold[DAILY_SEAT + 1 :]),
        "hinted": after.hinted,
        "finished_at": at.wall,
    }
    values = select(*(literal(value, daily_results.c[name].type) for name, value in row.items()))
    return [insert(daily_results).from_select(list(row), values.where(~_has_result(daily.day, person)))]


def new_participants(event: Event) -> list[str]:
    """Return the people who get a seat by an event, or ask for one."""
    if event.kind is EventKind.CREATED:
        people = [seat["person"] for seat in event.value["seats"]]
    elif event.kind in (EventKind.JOINED, EventKind.MOVED, EventKind.REQUESTED):
        people = [event.value["person"]]
    else:
        return []
    return sorted({person for person in people if person is not None})


def credential_statement(change: CredentialChange) -> Executable:
    """Return the statement that adds or removes credentials."""
    if isinstance(change, AddCredential):
        return insert(credentials).values(hash=change.hash, **asdict(change.credential))
    chosen = _credentials_of(change.game, change.seat).where(credentials.c.kind == change.kind)
    return chosen if change.id is None else chosen.where(credentials.c.id == change.id)


def _credentials_of(game: str, seat: int) -> Delete:
    return delete(credentials).where(credentials.c.game == game, credentials.c.seat == seat)


def _has_result(day: str, person: str) -> Exists:
    own = daily_results.alias()
    return exists().where(own.c.day == day, own.c.person == person)


def _seat_columns(seat: Seat) -> dict[str, Any]:
    return {"kind": seat.kind.value, "person": seat.person, "level": seat.level, "name": seat.name}


def _has_changed(before: TableState, after: TableState) -> bool:
    """Return whether the table is in another status, or waits for something else."""
    old, new = before.game, after.game
    if after.status is not before.status or new.turn != old.turn or new.to_play != old.to_play:
        return True
    return (after.seats is not before.seats or after.request is not before.request) and _waits_for(after) != _waits_for(
        before
    )


def _waits_for(state: TableState) -> tuple[Any, ...]:
    seat = state.game.to_play
    holder = None if seat is None else state.seats[seat].kind
    return holder, state.bots_only, state.request


def _wake_at(state: TableState, at: Moment) -> float | None:
    task = next_task(state, at.steady)
    if task is None:
        return None
    if task.kind is TaskKind.BOT_TURN and state.bots_only:
        return at.wall + UNWATCHED_SECONDS
    return at.wall + max(task.wait, TAKEOVER_SECONDS)
