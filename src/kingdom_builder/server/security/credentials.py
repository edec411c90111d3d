"""Credentials of a seat: bearer tokens for programs, and links that move a seat to another device."""

from __future__ import annotations

import time

from kingdom_builder.server.host import TableHost
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.requests import TokenRequest
from kingdom_builder.server.security.codes import hash_of, new_secret
from kingdom_builder.store.projection import (
    AddCredential,
    Credential,
    CredentialChange,
    CredentialKind,
    RemoveCredentials,
)
from kingdom_builder.table.commands import ChangeCredentials, MoveSeat
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.names import clean_name

MAX_TOKENS = 10
MOVE_SECONDS = 15 * 60
DAY = 24 * 60 * 60
_ATTEMPTS = 10


async def create_token(
    host: TableHost, loaded: LoadedTable, seat: int, request: TokenRequest
) -> tuple[Credential, str]:
    """Create a bearer token; return its row and the token, which is not stored.

    The same message again replaces the token: the first one cannot be read any more.
    """
    label = clean_name(request.label, "token")
    return await _create(host, loaded, seat, CredentialKind.TOKEN, request.id, label, request.days * DAY)


async def create_move_link(host: TableHost, loaded: LoadedTable, seat: int, message_id: str) -> tuple[Credential, str]:
    """Create a link that moves the seat to another device; return its row and its code. An older link is removed."""
    return await _create(host, loaded, seat, CredentialKind.MOVE, message_id, CredentialKind.MOVE, MOVE_SECONDS)


async def move_seat(host: TableHost, code: str, person: str, message_id: str) -> LoadedTable:
    """Give the seat of a move link to a person; all credentials of the seat are removed."""
    credential = await host.repository.credential(CredentialKind.MOVE, hash_of(code), time.time())
    if credential is None:
        raise _link_gone()
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
    await host.submit(loaded, ChangeCredentials(seat=seat, adding=False), [change])


async def _create(
    host: TableHost, loaded: LoadedTable, seat: int, kind: CredentialKind, message_id: str, label: str, seconds: float
) -> tuple[Credential, str]:
    now = time.time()
    credential = Credential(
        _credential_id(loaded.id, seat, kind, message_id), kind, loaded.id, seat, label, now, now + seconds
    )
    others = await host.repository.credentials_of(kind, loaded.id, seat, now)
    if len([other for other in others if other.id != credential.id]) >= MAX_TOKENS:
        raise Rejected("too_many", f"A seat can have {MAX_TOKENS} tokens: revoke one first.")
    secret = new_secret()
    changes: list[CredentialChange] = [
        RemoveCredentials(loaded.id, seat, kind, None if kind is CredentialKind.MOVE else credential.id),
        AddCredential(credential, hash_of(secret)),
    ]
    await host.submit(loaded, ChangeCredentials(seat=seat, adding=True), changes)
    return credential, secret


def _credential_id(table: str, seat: int, kind: CredentialKind, message_id: str) -> str:
    """Return the id of the credential that a message creates."""
    return hash_of(f"{table} {seat} {kind} {message_id}")[:16]


def _link_gone() -> Rejected:
    return Rejected("gone", "This link has been used, revoked, or is too old.")
