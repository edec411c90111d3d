"""Rejects banned people and addresses."""

from __future__ import annotations

import time

from starlette.requests import HTTPConnection

from kingdom_builder.server.administration import Administration
from kingdom_builder.store.bans import find_ban
from kingdom_builder.table.errors import Rejected


def check_ban(connection: HTTPConnection, person: str | None) -> None:
    """Raise Rejected if a person, or the address of a connection, is banned."""
    administration: Administration | None = getattr(connection.app.state, "administration", None)
    if administration is None or not administration.moderation.bans:
        return
    address = connection.client.host if connection.client else ""
    ban = find_ban(administration.moderation.bans.values(), person, address, time.time())
    if ban is not None:
        reason = f": {ban.reason}" if ban.reason else "."
        raise Rejected("banned", f"The operator of this server has excluded you{reason}")
