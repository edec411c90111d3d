"""Credentials of a seat: bearer tokens for programs, and links that move a seat to another device."""

from __future__ import annotations

import time
from typing import NamedTuple

from kingdom_builder.server.host import TableHost
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.requests import TOKEN_DAYS, TokenRequest
from kingdom_builder.server.security.auth import Person
from kingdom_builder.server.security.codes import derived_secret, hash_of
from kingdom_builder.store.projection import (
    AddCredential,
    Credential,
    CredentialKind,
    RemoveCredentials,
)
from kingdom_builder.table.commands import ChangeCredentials, MoveSeat
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import Event, EventKind
from kingdom_builder.table.names import clean_name

MAX_TOKENS = 10
MOVE_SECONDS = 15 * 60
DAY = 24 * 60 * 60
_ATTEMPTS = 10


class NewCredential(NamedTuple):
    """A credential and its secret, which is not stored."""

    credential: Credential
    secret: str

    @property
    def change(self) -> AddCredential:
        """The change that adds it."""
        return AddCredential(self.credential, hash_of(self.secret))


def new_token(
    person: Person, table: str, seat: int, message_id: str, now: float, label: str = "", days: int = TOKEN_DAYS
) -> NewCredential:
    """Return the bearer token that a message of a person creates for a seat: for the same message the same one."""
    label = clean_name(label, "token")
    return _new_credential(person, table, seat, CredentialKind.TOKEN, message_id, label, now, days * DAY)


async def create_token(
    host: TableHost, loaded: LoadedTable, seat: int, person: Person, request: TokenRequest
) -> NewCredential:
    """Create a bearer token."""

    def new(time: float) -> NewCredential:
        return new_token(person, loaded.id, seat, request.id, time, request.label, request.days)

    now = time.time()
    others = await host.repository.credentials_of(CredentialKind.TOKEN, loaded.id, seat, now)
    if len([other for other in others if other.id != new(now).credential.id]) >= MAX_TOKENS:
        raise Rejected("too_many", f"A seat can have {MAX_TOKENS} tokens: revoke one first.")
    command = ChangeCredentials(message_id=request.id, seat=seat, adding=True)
    event = await host.submit(loaded, command, lambda event: [new(event.time).change])
    return new(event.time)


async def create_move_link(
    host: TableHost, loaded: LoadedTable, seat: int, person: Person, message_id: str
) -> NewCredential:
    """Create a link that moves the seat to another device. An older link is removed."""
    kind = CredentialKind.MOVE

    def new(event: Event) -> NewCredential:
        return _new_credential(person, loaded.id, seat, kind, message_id, kind, event.time, MOVE_SECONDS)

    command = ChangeCredentials(message_id=message_id, seat=seat, adding=True)
    older = RemoveCredentials(loaded.id, seat, kind)
    return new(await host.submit(loaded, command, lambda event: [older, new(event).change]))


async def move_seat(host: TableHost, code: str, person: str, message_id: str) -> LoadedTable:
    """Give the seat of a move link to a person; all credentials of the seat are removed.

    The same message again, which finds no link any more, returns the table to this person.
    """
    credential = await host.repository.credential(CredentialKind.MOVE, hash_of(code), time.time())
    if credential is None:
        table = await host.repository.of_message(person, message_id)
        loaded = None if table is None else await host.get(table)
        event = None if loaded is None else loaded.event_of(message_id)
        if loaded is None or event is None or event.kind is not EventKind.MOVED or event.value["person"] != person:
            raise _link_gone()
        return loaded
    loaded = await host.get(credential.game)
    for attempt in range(_ATTEMPTS):
        seq = loaded.state.seq
        # Read again after the number: using the link appends an event, so a link used meanwhile changes the number.
        if await host.repository.credential(CredentialKind.MOVE, hash_of(code), time.time()) is None:
            raise _link_gone()
        try:
            await host.submit(
                loaded, MoveSeat(message_id=message_id, seat=credential.seat, person=person, seen_seq=seq)
            )
            break
        except Rejected as rejected:
            if rejected.code != "stale" or attempt == _ATTEMPTS - 1:
                raise
            # Another event came between, such as the answer of a bot.
    return loaded


async def remove_credentials(
    host: TableHost, loaded: LoadedTable, seat: int, *, kind: CredentialKind, credential: str | None = None
) -> None:
    """Remove the credentials of one kind from a seat, or one of them."""
    change = RemoveCredentials(loaded.id, seat, kind, credential)
    await host.submit(loaded, ChangeCredentials(seat=seat, adding=False), lambda event: [change])


def _new_credential(
    person: Person,
    table: str,
    seat: int,
    kind: CredentialKind,
    message_id: str,
    label: str,
    now: float,
    seconds: float,
) -> NewCredential:
    purpose = f"{table} {seat} {kind} {message_id}"
    credential = Credential(hash_of(purpose)[:16], kind, table, seat, label, now, now + seconds)
    return NewCredential(credential, derived_secret(person.secret, purpose))


def _link_gone() -> Rejected:
    return Rejected("gone", "This link has been used, revoked, or is too old.")
