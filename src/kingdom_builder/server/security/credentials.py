"""Credentials of a seat: bearer tokens for programs, and links that move a seat to another device."""

from __future__ import annotations

import time

from kingdom_builder.server.house import Decision, House
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.security.codes import hash_of, new_id, new_secret
from kingdom_builder.server.table import PLAYER, Table
from kingdom_builder.server.texts import clean_name
from kingdom_builder.server.viewers import Live
from kingdom_builder.store.games import MOVE, TOKEN, StoredKey, key_added, keys_removed, seat_change

MOST_TOKENS = 10
MOVE_SECONDS = 15 * 60
DAY = 24 * 60 * 60


async def create_token(house: House, live: Live, seat: int, label: str, days: int) -> tuple[str, str]:
    """Create a bearer token; return its id and the token, which is not stored."""
    token = new_secret()
    key = await _create(house, live, seat, TOKEN, token, clean_name(label, "token"), days * DAY)
    return key.id, token


async def create_move_link(house: House, live: Live, seat: int) -> tuple[StoredKey, str]:
    """Create a link that moves the seat to another device; return its row and its code. An older link is removed."""
    code = new_secret()
    return await _create(house, live, seat, MOVE, code, "move", MOVE_SECONDS), code


async def move_seat(house: House, code: str, person: str) -> tuple[Live, int]:
    """Give the seat of a move link to a person, and remove all credentials of the seat."""
    key = await house.games.key(MOVE, hash_of(code), time.time())
    if key is None:
        raise _link_gone()
    live = await house.table(key.game)
    number = live.table.number
    # Read again after the number: using the link appends an entry, so a link used meanwhile changes the number.
    still_valid = await house.games.key(MOVE, hash_of(code), time.time())

    def decide(table: Table) -> Decision:
        if table.number != number:
            raise Refused("stale", "Something else has happened at the table: open the link again.")
        if still_valid is None or table.seats[key.seat].kind != "person":
            raise _link_gone()
        moved = seat_change(table.id, key.seat, person=person)
        return Decision("moved", key.seat, None, (moved, keys_removed(table.id, key.seat)))

    await house.commit(live, decide, by=PLAYER)
    return live, key.seat


async def remove_credentials(house: House, live: Live, seat: int, *, kind: str, key: str | None = None) -> None:
    """Remove the credentials of one kind from a seat, or the one with id `key`."""

    def decide(table: Table) -> Decision:
        return Decision("keys", seat, None, (keys_removed(table.id, seat, kind=kind, key=key),))

    await house.commit(live, decide, by=PLAYER)


async def _create(house: House, live: Live, seat: int, kind: str, secret: str, label: str, seconds: float) -> StoredKey:
    now = time.time()
    known = await house.games.keys_of(kind, live.table.id, seat, now)
    if len(known) >= MOST_TOKENS:
        raise Refused("too_many", f"A seat can have {MOST_TOKENS} tokens: take one back first.")
    key = StoredKey(new_id(), kind, live.table.id, seat, label, now, now + seconds)

    def decide(table: Table) -> Decision:
        if table.seats[seat].kind != "person":
            raise Refused("not_held", "Nobody holds this seat.")
        old = (keys_removed(table.id, seat, kind=MOVE),) if kind == MOVE else ()
        return Decision("keys", seat, None, (*old, key_added(key, hash_of(secret))))

    await house.commit(live, decide, by=PLAYER)
    return key


def _link_gone() -> Refused:
    return Refused("gone", "This link has been used, taken back, or is too old.", 410)
