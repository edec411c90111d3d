"""Tables and seats: create a table, take a seat or ask for one, watch, start, rematch."""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace

from kingdom_builder.server.host import TableHost
from kingdom_builder.server.limit_settings import LimitSettings
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.requests import (
    AskForSeatRequest,
    CreateTableRequest,
    PlayOnRequest,
    SeatRequest,
    StartRequest,
    TakeSeatRequest,
)
from kingdom_builder.server.security.auth import Person
from kingdom_builder.server.security.codes import new_code
from kingdom_builder.server.security.credentials import NewCredential, new_token
from kingdom_builder.server.security.table_limits import waiting_check
from kingdom_builder.store.waiting_tables import WaitingTable
from kingdom_builder.table.commands import CreateTable, Rematch, Resume, Watch
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import Event, TableStatus
from kingdom_builder.table.options import SetupOptions
from kingdom_builder.table.seat_decisions import is_new_spectator
from kingdom_builder.table.seats import bot_seat, open_seat, person_seat, played_on_seats, rematch_seats
from kingdom_builder.table.state import Seat, TableOptions, TableState
from kingdom_builder.table.tasks import SUBSTITUTE_LEVEL

DECK_BITS = 128
MAX_SEED = 2**53


async def create_table(
    host: TableHost, person: Person, request: CreateTableRequest, limits: LimitSettings, address: str
) -> tuple[LoadedTable, list[NewCredential]]:
    """Create a table; return it and the tokens of its creator's seats, if they are wanted.

    It starts at once if no seat is open and it is to start when it is full. `address`: that of the creator.
    """
    options = TableOptions(
        setup=request.setup.options(),
        start_when_full=request.start_when_full,
        running_score=request.running_score,
        turn_seconds=request.turn_seconds,
        reaction_seconds=request.reaction_seconds,
    )
    seats = tuple(_requested_seat(number, seat, person.id) for number, seat in enumerate(request.seats))
    table = table_id(f"{person.id} {request.id}")
    command = _creation(table, person.id, request.id, options, seats, listed=request.listed, seed=request.setup.seed)
    own = [number for number, seat in enumerate(seats) if request.tokens and seat.person is not None]
    tokens = [new_token(person, table, seat, request.id, time.time()) for seat in own]
    check = waiting_check(limits, WaitingTable(table, person.id, address, request.listed))
    return await host.create(command, [token.change for token in tokens], check), tokens


async def take_seat(
    host: TableHost, loaded: LoadedTable, person: Person, request: TakeSeatRequest
) -> list[NewCredential]:
    """Take a free seat; return its token, if one is wanted. The game starts if the table is full now."""

    def tokens(event: Event) -> list[NewCredential]:
        assert event.seat is not None
        return [new_token(person, loaded.id, event.seat, request.id, event.time)] if request.token else []

    event = await host.submit(loaded, request.command(person.id), lambda event: [t.change for t in tokens(event)])
    return tokens(event)


async def request_seat(
    host: TableHost, loaded: LoadedTable, person: str, request: AskForSeatRequest, seconds: float
) -> None:
    """Ask the players who are connected for a seat that a bot keeps; they have some seconds to accept."""
    present = await host.present_seats(loaded)
    await host.submit(loaded, request.command(person, present, seconds))


async def record_spectator(host: TableHost, loaded: LoadedTable, person: str | None) -> None:
    """Record that a person watches, so that they cannot take a seat later; without a cookie nobody is known."""
    if person is None or not is_new_spectator(loaded.state, person):
        return
    try:
        await host.submit(loaded, Watch(person=person))
    except Rejected as rejected:
        if rejected.code != "stale":
            raise


async def start_table(host: TableHost, loaded: LoadedTable, person: str, request: StartRequest) -> None:
    """Start because the creator of the table wants it: open seats become bots or are removed."""
    await host.submit(loaded, request.command(person))


async def rematch(host: TableHost, loaded: LoadedTable, person: str, message_id: str) -> LoadedTable:
    """Create the next table of the same players; if it exists, return it."""
    seats = rematch_seats(loaded.state, person)
    if loaded.state.rematch is None:
        table = table_id(f"{person} {message_id} {loaded.id}")
        options = _rematch_options(loaded.state.options)
        new = _creation(table, person, message_id, options, seats, listed=False, seed=None)
        command = Rematch(message_id=message_id, person=person, table=table, invite=new.invite)
        try:
            await host.submit(loaded, command, new_table=new)
        except Rejected as rejected:
            if rejected.code != "stale":
                raise
    assert loaded.state.rematch is not None
    return await host.get(loaded.state.rematch.table)


async def play_on(
    host: TableHost, loaded: LoadedTable, person: Person, request: PlayOnRequest, answers: Sequence[int]
) -> LoadedTable:
    """Create a table at which a person plays a finished game on against bots, after these answers of it.

    The cards come as they came in that game.
    """
    table = table_id(f"{person.id} {request.id} {loaded.id}")
    return await host.create(playing_on(loaded.state, table, person.id, request, answers))


def playing_on(
    state: TableState, table: str, person: str, request: PlayOnRequest, answers: Sequence[int]
) -> CreateTable:
    """Return the command that creates a table which plays a finished game on; Rejected if it has no such seat."""
    if request.seat >= len(state.seats):
        raise Rejected("not_found", f"There is no seat {request.seat} at this table.")
    seats = played_on_seats(state, request.seat, person, request.name, SUBSTITUTE_LEVEL)
    options = TableOptions(
        setup=state.options.setup,
        start_when_full=True,
        running_score=state.options.running_score,
        turn_seconds=None,
        reaction_seconds=None,
        played_on=True,
    )
    command = _creation(table, person, request.id, options, seats, listed=False, seed=None)
    return replace(command, record=state.setup, answers=tuple(answers))


async def resume_bots(host: TableHost, loaded: LoadedTable) -> None:
    """Continue an archived game of bots because somebody watches it."""
    if loaded.state.bots_only:
        await resume(host, loaded, None)


async def resume(host: TableHost, loaded: LoadedTable, seat: int | None) -> None:
    """Continue an archived game because a seat wants to play it."""
    if loaded.state.status is TableStatus.ARCHIVED:
        try:
            await host.submit(loaded, Resume(seat=seat))
        except Rejected as rejected:
            if rejected.code != "stale":
                raise


def _rematch_options(options: TableOptions) -> TableOptions:
    """Return the options of a rematch, a new game; after a daily challenge it has the same sets."""
    setup = options.setup if options.daily is None else SetupOptions(sets=options.setup.sets)
    return replace(options, daily=None, played_on=False, setup=setup)


def chosen_seed(seed: int | None) -> int:
    """Return the seed that is given, or a new one."""
    return secrets.randbelow(MAX_SEED) if seed is None else seed


def _creation(
    table: str,
    person: str,
    message_id: str,
    options: TableOptions,
    seats: tuple[Seat, ...],
    *,
    listed: bool,
    seed: int | None,
) -> CreateTable:
    return CreateTable(
        message_id=message_id,
        table=table,
        invite=new_code(),
        watch=new_code(),
        person=person,
        seats=seats,
        options=options,
        listed=listed,
        seed=chosen_seed(seed),
        deck_seed=secrets.randbits(DECK_BITS),
    )


def table_id(message: str) -> str:
    """Return the id of a new table: the same message of the same person creates the same table, once.

    It reveals nothing about the person, whose id is secret.
    """
    digest = hashlib.sha256(message.encode()).digest()
    return base64.urlsafe_b64encode(digest[:9]).decode()


def _requested_seat(number: int, request: SeatRequest, person: str) -> Seat:
    if request.kind == "bot":
        return bot_seat(request.level or SUBSTITUTE_LEVEL, request.name)
    if request.level is not None:
        raise Rejected("bad_message", "Only a bot has a level.")
    return person_seat(number, person, request.name) if request.kind == "me" else open_seat(number)
