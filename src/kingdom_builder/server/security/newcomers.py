"""The secret of a browser or program that has no cookie yet: the same message gets the same one for some minutes.

A client that has not received the answer sends its message again, without the cookie. It is recognized by the id of the
message, which only its sender knows if it was chosen at random.
"""

from __future__ import annotations

import time

from kingdom_builder.server.host import TableHost
from kingdom_builder.server.security.codes import derived_secret, hash_of, new_secret
from kingdom_builder.store.newcomers import newcomer_salt

MIN_ID = 16
"""The characters of an id that cannot be guessed: 64 random bits as hexadecimal digits."""


async def newcomer_secret(host: TableHost, route: str, message_id: str) -> str:
    """Return the secret for the sender of a message without a cookie; a new one if its id can be guessed."""
    if len(message_id) < MIN_ID:
        return new_secret()
    message = f"{route} {message_id}"
    return derived_secret(await newcomer_salt(host.event_log, hash_of(message), time.time()), message)
