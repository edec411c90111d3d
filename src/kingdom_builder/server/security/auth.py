"""Authentication and authorization: which seat a cookie or a bearer token gives access to.

Secrets are random; only their hashes are stored. An invite link or a spectator link gives access to no seat.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from fastapi import Response
from starlette.requests import HTTPConnection

from kingdom_builder.server.errors import forbidden, unavailable
from kingdom_builder.server.host import TableHost
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.security.addresses import address_key
from kingdom_builder.server.security.bans import check_ban
from kingdom_builder.server.security.codes import hash_of
from kingdom_builder.server.security.cookies import CookiePolicy
from kingdom_builder.server.security.newcomers import newcomer_secret
from kingdom_builder.server.security.server_limits import ServerLimits
from kingdom_builder.server.serializer import Viewer
from kingdom_builder.store.errors import StorageError
from kingdom_builder.store.projection import Credential, CredentialKind
from kingdom_builder.table.errors import Rejected


@dataclass(frozen=True)
class SeatAccess:
    """The right to act for a seat; `person` is None for a token, and `expires_at` is when the token expires."""

    loaded: LoadedTable
    seat: int
    person: str | None
    expires_at: float | None = None

    @property
    def limit_key(self) -> str:
        """The key for limits by person; the holder of a token is known by the seat."""
        return self.person or f"{self.loaded.id}/{self.seat}"

    @property
    def viewer(self) -> Viewer:
        """The viewer: with all seats of this person at the table; with one seat for a token."""
        return Viewer(self.seat, self.loaded.seats_of(self.person) or [self.seat], self.person)


def host_of(connection: HTTPConnection) -> TableHost:
    """Return the table host of the application that serves this connection."""
    host: TableHost = connection.app.state.host
    return host


def limits_of(connection: HTTPConnection) -> ServerLimits:
    """Return the limits of the application that serves this connection."""
    limits: ServerLimits = connection.app.state.limits
    return limits


def address_of(connection: HTTPConnection) -> str:
    """Return the key of the client's address for limits; behind a trusted proxy that of the real client."""
    return address_key(connection.client.host if connection.client else "")


def cookies_of(connection: HTTPConnection) -> CookiePolicy:
    """Return what issues and reads the cookies of the application that serves this connection."""
    cookies: CookiePolicy = connection.app.state.cookies
    return cookies


def person_of(connection: HTTPConnection) -> str | None:
    """Return the person's id, which is the hash of the cookie's secret; None without a cookie of this server."""
    secret = cookies_of(connection).secret(connection)
    return None if secret is None else hash_of(secret)


@dataclass(frozen=True)
class Person:
    """The sender of a request: the secret of the cookie, and the id that is stored."""

    secret: str = field(repr=False)

    @property
    def id(self) -> str:
        """The hash of the secret."""
        return hash_of(self.secret)


async def ensure_person(connection: HTTPConnection, response: Response, message_id: str) -> Person:
    """Return the sender of a message; set a cookie if there is none, for the same message the same one."""
    cookies = cookies_of(connection)
    secret = cookies.secret(connection)
    if secret is None:
        secret = await newcomer_secret(host_of(connection), connection.url.path, message_id)
        cookies.set(connection, response, secret)
    return Person(secret)


def offer_cookie(connection: HTTPConnection, response: Response) -> None:
    """Set a cookie if the browser has none. Its hash is stored only with a seat, so link previews store nothing."""
    cookies = cookies_of(connection)
    if cookies.secret(connection) is None:
        cookies.issue(connection, response)


async def identify(connection: HTTPConnection, loaded: LoadedTable) -> Viewer:
    """Return the viewer of a table with this cookie or token; `person` is None for a token."""
    token = _bearer_token(connection)
    if token is not None:
        credential = await _stored_token(connection, token)
        return Viewer(my_seats=[credential.seat] if credential.game == loaded.id else [])
    return loaded.viewer_of(person_of(connection))


async def authorize_seat(connection: HTTPConnection, game: str, seat: int) -> SeatAccess:
    """Return the access of this cookie or token to a seat; raise Rejected if it has none. A request is counted."""
    access = await _seat_access(connection, game, seat)
    if connection.scope["type"] == "http":  # the messages on a WebSocket are counted one by one
        limits_of(connection).count_message(access.limit_key, game)
    return access


async def _seat_access(connection: HTTPConnection, game: str, seat: int) -> SeatAccess:
    token = _bearer_token(connection)
    if token is not None:
        credential = await _stored_token(connection, token)
        if (credential.game, credential.seat) != (game, seat):
            raise forbidden("This token is for another seat.")
        loaded = await host_of(connection).get(game)
        check_ban(connection, loaded.state.seats[seat].person)
        return SeatAccess(loaded, seat, None, credential.expires_at)
    person = _require_person(connection)
    loaded = await host_of(connection).get(game)
    if seat not in loaded.seats_of(person):
        raise forbidden("This seat is not yours.")
    return SeatAccess(loaded, seat, person)


async def authorize_owner(connection: HTTPConnection, game: str, seat: int) -> SeatAccess:
    """Return the access of the person at a seat; a token may play, but not create or revoke credentials."""
    if _bearer_token(connection) is not None:
        raise forbidden("A token may play, but not do this.")
    return await authorize_seat(connection, game, seat)


async def authorize_holder(connection: HTTPConnection, game: str, seat: int) -> tuple[SeatAccess, Person]:
    """Return the access of the person at a seat, and this person; as `authorize_owner`."""
    access = await authorize_owner(connection, game, seat)
    secret = cookies_of(connection).secret(connection)
    assert secret is not None
    return access, Person(secret)


async def authorize_table(connection: HTTPConnection, game: str) -> tuple[LoadedTable, Viewer]:
    """Return a table and its viewer; raise Rejected unless the viewer has created it or has a seat."""
    if _bearer_token(connection) is None:
        _require_person(connection)
    loaded = await host_of(connection).get(game)
    viewer = await identify(connection, loaded)
    if not viewer.my_seats and (viewer.person is None or viewer.person != loaded.state.creator):
        raise forbidden("You do not sit at this table.")
    return loaded, viewer


def _require_person(connection: HTTPConnection) -> str:
    person = person_of(connection)
    if person is None:
        raise Rejected("who_are_you", "Take a seat first: this browser or program is not known here.")
    return person


async def _stored_token(connection: HTTPConnection, token: str) -> Credential:
    try:
        credential = await host_of(connection).repository.credential(CredentialKind.TOKEN, hash_of(token), time.time())
    except StorageError as error:
        raise unavailable() from error
    if credential is None:
        raise Rejected("who_are_you", "This token is not valid any more.")
    return credential


def _bearer_token(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
