"""Authentication and authorization: which seat a cookie or a bearer token gives access to.

Secrets are random; only their hashes are stored. An invite link or a spectator link gives access to no seat.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from fastapi import Response
from starlette.requests import HTTPConnection

from kingdom_builder.server.house import House
from kingdom_builder.server.refusals import Refused, unavailable
from kingdom_builder.server.security.codes import hash_of, new_secret
from kingdom_builder.server.viewers import Live
from kingdom_builder.store.games import TOKEN, StoredKey
from kingdom_builder.store.writer import StorageError

COOKIE = "kingdom_builder"
COOKIE_SECONDS = 400 * 24 * 60 * 60
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class SeatAccess:
    """The right to act for a seat; `person` is None for a token, and `expires_at` is when the token expires."""

    live: Live
    seat: int
    person: str | None
    expires_at: float | None = None

    @property
    def seats(self) -> list[int]:
        """All seats of this person at the table; for a token its one seat."""
        return seats_of(self.live, self.person) or [self.seat]


def house_of(connection: HTTPConnection) -> House:
    """Return the house of the application that serves this connection."""
    house: House = connection.app.state.house
    return house


def person_of(connection: HTTPConnection) -> str | None:
    """Return the person's id, which is the hash of the cookie's secret; None without a cookie."""
    secret = _cookie(connection)
    return None if secret is None else hash_of(secret)


def ensure_person(connection: HTTPConnection, response: Response) -> str:
    """Return the person's id; set a cookie if the browser has none."""
    secret = _cookie(connection)
    if secret is None:
        secret = new_secret()
        set_cookie(connection, response, secret)
    return hash_of(secret)


def offer_cookie(connection: HTTPConnection, response: Response) -> None:
    """Set a cookie if the browser has none. Its hash is stored only with a seat, so link previews store nothing."""
    if _cookie(connection) is None:
        set_cookie(connection, response, new_secret())


def set_cookie(connection: HTTPConnection, response: Response, secret: str) -> None:
    """Set the cookie so that scripts cannot read it and other sites cannot send it."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme in ("https", "wss"),
    )


def seats_of(live: Live, person: str | None) -> list[int]:
    """Return the seats that a person has at a table."""
    return [seat.seat for seat in live.table.seats if person is not None and seat.person == person]


async def identify(connection: HTTPConnection, live: Live) -> tuple[str | None, list[int]]:
    """Return the person (None for a token) and the seats that this cookie or token gives access to at a table."""
    token = _bearer_token(connection)
    if token is not None:
        key = await _stored_token(connection, token)
        return None, [key.seat] if key.game == live.table.id else []
    person = person_of(connection)
    return person, seats_of(live, person)


async def authorize_seat(connection: HTTPConnection, game: str, seat: int) -> SeatAccess:
    """Return the access of this cookie or token to a seat; raise Refused if it has none."""
    token = _bearer_token(connection)
    if token is not None:
        key = await _stored_token(connection, token)
        if (key.game, key.seat) != (game, seat):
            raise Refused("forbidden", "This token is for another seat.", 403)
        live = await house_of(connection).table(game)
        return SeatAccess(live, seat, None, key.expires_at)
    person = _require_person(connection)
    live = await house_of(connection).table(game)
    if seat not in seats_of(live, person):
        raise Refused("forbidden", "This seat is not yours.", 403)
    return SeatAccess(live, seat, person)


async def authorize_owner(connection: HTTPConnection, game: str, seat: int) -> SeatAccess:
    """Return the access of the person at a seat; a token may play, but not create or revoke credentials."""
    if _bearer_token(connection) is not None:
        raise Refused("forbidden", "A token may play, but not do this.", 403)
    return await authorize_seat(connection, game, seat)


async def authorize_table(connection: HTTPConnection, game: str) -> tuple[Live, str | None, list[int]]:
    """Return a table, the person and their seats; raise Refused unless they created it or have a seat."""
    if _bearer_token(connection) is None:
        _require_person(connection)
    live = await house_of(connection).table(game)
    person, seats = await identify(connection, live)
    if not seats and (person is None or person != live.table.stored.creator):
        raise Refused("forbidden", "You do not sit at this table.", 403)
    return live, person, seats


def _require_person(connection: HTTPConnection) -> str:
    person = person_of(connection)
    if person is None:
        raise Refused("who_are_you", "Take a seat first: this browser or program is not known here.", 401)
    return person


async def _stored_token(connection: HTTPConnection, token: str) -> StoredKey:
    try:
        key = await house_of(connection).games.key(TOKEN, hash_of(token), time.time())
    except StorageError as error:
        raise unavailable() from error
    if key is None:
        raise Refused("who_are_you", "This token is not valid any more.", 401)
    return key


def _cookie(connection: HTTPConnection) -> str | None:
    secret = connection.cookies.get(COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else None


def _bearer_token(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
