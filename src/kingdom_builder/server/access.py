"""Who may: cookies, bearer tokens and links, and what each of them opens.

A cookie's secret and a token are random and stored as hashes alone. An invite or spectator link never is a seat.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from fastapi import Response
from starlette.requests import HTTPConnection

from kingdom_builder.server.codes import hash_of, new_secret
from kingdom_builder.server.house import House
from kingdom_builder.server.refusals import Refused, unavailable
from kingdom_builder.server.viewers import Live
from kingdom_builder.store.games import TOKEN, StoredKey
from kingdom_builder.store.writer import StorageError

COOKIE = "kingdom_builder"
COOKIE_SECONDS = 400 * 24 * 60 * 60
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class Holder:
    """Somebody who may act for a seat; `expires_at` is the end of a token's life."""

    live: Live
    seat: int
    person: str | None
    expires_at: float | None = None


def house_of(connection: HTTPConnection) -> House:
    """Return the house this connection came to."""
    house: House = connection.app.state.house
    return house


def person_of(connection: HTTPConnection) -> str | None:
    """Return who this is: the hash of the cookie's secret. None without a cookie."""
    secret = _cookie(connection)
    return None if secret is None else hash_of(secret)


def known_person(connection: HTTPConnection, response: Response) -> str:
    """Return who this is; somebody new gets a cookie."""
    secret = _cookie(connection)
    if secret is None:
        secret = new_secret()
        set_cookie(connection, response, secret)
    return hash_of(secret)


def offer_cookie(connection: HTTPConnection, response: Response) -> None:
    """Give a new browser its secret. Its hash is stored with the seat it takes, so link previews store nothing."""
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


def mine(holder: Holder) -> list[int]:
    """Return the seats that somebody who may act for one holds here: all of a person's, the one of a token."""
    return seats_of(holder.live, holder.person) or [holder.seat]


async def mine_at(connection: HTTPConnection, live: Live) -> tuple[str | None, list[int]]:
    """Return who this is and which seats are theirs here, by cookie or token."""
    token = _bearer(connection)
    if token is not None:
        key = await _key(connection, token)
        return None, [key.seat] if key.game == live.table.id else []
    person = person_of(connection)
    return person, seats_of(live, person)


def seats_of(live: Live, person: str | None) -> list[int]:
    """Return the seats that a person holds."""
    return [seat.seat for seat in live.table.seats if person is not None and seat.person == person]


async def seat_holder(connection: HTTPConnection, game: str, seat: int) -> Holder:
    """Return whoever may act for this seat, or refuse."""
    token = _bearer(connection)
    if token is not None:
        key = await _key(connection, token)
        if (key.game, key.seat) != (game, seat):
            raise Refused("forbidden", "This token is for another seat.", 403)
        live = await house_of(connection).table(game)
        return Holder(live, seat, None, key.expires_at)
    person = _known(connection)
    live = await house_of(connection).table(game)
    if seat not in seats_of(live, person):
        raise Refused("forbidden", "This seat is not yours.", 403)
    return Holder(live, seat, person)


async def seat_owner(connection: HTTPConnection, game: str, seat: int) -> Holder:
    """Return the person at this seat: a token may play, but not make or take back keys."""
    if _bearer(connection) is not None:
        raise Refused("forbidden", "A token may play, but not do this.", 403)
    return await seat_holder(connection, game, seat)


async def at_table(connection: HTTPConnection, game: str) -> tuple[Live, str | None, list[int]]:
    """Return a table for somebody who made it or sits at it, or refuse."""
    if _bearer(connection) is None:
        _known(connection)
    live = await house_of(connection).table(game)
    person, seats = await mine_at(connection, live)
    if not seats and (person is None or person != live.table.stored.creator):
        raise Refused("forbidden", "You do not sit at this table.", 403)
    return live, person, seats


def _known(connection: HTTPConnection) -> str:
    person = person_of(connection)
    if person is None:
        raise Refused("who_are_you", "Take a seat first: this browser or program is not known here.", 401)
    return person


async def _key(connection: HTTPConnection, token: str) -> StoredKey:
    try:
        key = await house_of(connection).games.key(TOKEN, hash_of(token), time.time())
    except StorageError as error:
        raise unavailable() from error
    if key is None:
        raise Refused("who_are_you", "This token is not good any more.", 401)
    return key


def _cookie(connection: HTTPConnection) -> str | None:
    secret = connection.cookies.get(COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else None


def _bearer(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
