"""All limits of a server, with the numbers of its settings."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from kingdom_builder.server.limit_settings import LimitSettings
from kingdom_builder.server.security.limits import TOO_FAST, OpenLimit, RateLimit
from kingdom_builder.table.errors import Rejected

_REQUEST_BURST_SECONDS = 4
_HANDSHAKE_BURST_SECONDS = 10
_MESSAGE_BURST_SECONDS = 3
_HINT_BURST_SECONDS = 30
_PICTURE_BURST_SECONDS = 20
_REVIEW_BURST_SECONDS = 60
_ANALYSIS_BURST_SECONDS = 5
_QUICK_REJECTIONS_PER_SECOND, _QUICK_REJECTION_BURST_SECONDS = 1.0, 100
HOLD_SECONDS = 1.0
"""How long the answer to a flood is held: its sender waits, and rejecting it costs the server little."""

PEOPLE_PER_ADDRESS = 4
"""How many times as much as one person all people of an address may use of what is limited for both."""

THINKING = "Another hint at this table is still thought about: wait a little."
_TOO_MANY_CONNECTIONS = "Too many connections from this address."


class ServerLimits:
    """The limits. `security/auth.py` has the keys of a connection: `address_of` and `SeatAccess.limit_key`."""

    def __init__(self, settings: LimitSettings, *, connection_bound: int) -> None:
        """Start with nothing counted; no address may have more than half of all connections of a process."""
        half = max(1, connection_bound // 2)
        # By address.
        self.connections = OpenLimit(
            "connections", min(settings.connections_per_address, half), message=_TOO_MANY_CONNECTIONS
        )
        self.requests_at_once = OpenLimit(
            "requests_at_once", min(settings.requests_at_once, half), message=TOO_FAST, code="too_fast"
        )
        self.requests = _rate("requests", settings.requests_per_second, _REQUEST_BURST_SECONDS)
        self.monitoring = _rate("monitoring", settings.requests_per_second, _REQUEST_BURST_SECONDS)
        self.handshakes = _rate("handshakes", settings.handshakes_per_second, _HANDSHAKE_BURST_SECONDS)
        self.handshake_errors = _rate("handshake_errors", settings.handshakes_per_second, _HANDSHAKE_BURST_SECONDS)
        self.sockets = OpenLimit("sockets", min(settings.sockets_per_address, half), message=_TOO_MANY_CONNECTIONS)
        self.messages_of_address = _rate(
            "messages_of_address", settings.messages_per_second_of_address, _MESSAGE_BURST_SECONDS
        )
        self.quick_rejections = _rate("quick_rejections", _QUICK_REJECTIONS_PER_SECOND, _QUICK_REJECTION_BURST_SECONDS)
        self.held_rejections = OpenLimit("held_rejections", half, message=TOO_FAST)
        self.tables_of_address = _hourly("tables_of_address", settings.tables_per_hour_of_address)
        # By person.
        self.tables_of_person = _hourly("tables_of_person", settings.tables_per_hour_of_person)
        self.messages_of_person = _rate(
            "messages_of_person", settings.messages_per_second_of_person, _MESSAGE_BURST_SECONDS
        )
        # By person, and with more room by address.
        self.hints, self.hints_of_address = _by_person("hints", settings.hints_per_minute / 60, _HINT_BURST_SECONDS)
        self.pictures, self.pictures_of_address = _by_person(
            "pictures", settings.pictures_per_minute / 60, _PICTURE_BURST_SECONDS
        )
        self.reviews, self.reviews_of_address = _by_person(
            "reviews", settings.reviews_per_minute / 60, _REVIEW_BURST_SECONDS
        )
        self.analyses, self.analyses_of_address = _by_person(
            "analyses", settings.analyses_per_second, _ANALYSIS_BURST_SECONDS
        )
        # By table.
        self.hints_at_once = OpenLimit("hints_at_once", 1, message=THINKING, code="thinking")
        self.messages_of_table = _rate(
            "messages_of_table", settings.messages_per_second_of_table, _MESSAGE_BURST_SECONDS
        )
        # By WebSocket.
        self.socket_messages = _rate("socket_messages", settings.messages_per_second, _MESSAGE_BURST_SECONDS)

    def count_message(self, person: str, table: str) -> None:
        """Count a message of a player at a table; raise Rejected if there are too many."""
        self.messages_of_person.take(person)
        self.messages_of_table.take(table)

    async def before_rejection(self, address: str) -> None:
        """Wait before a rejection is answered if an address gets very many of them: it has no further one meanwhile."""
        try:
            self.quick_rejections.take(address)
        except Rejected:
            with suppress(Rejected), self.held_rejections.entered(address):
                await asyncio.sleep(HOLD_SECONDS)

    def shared(self) -> list[RateLimit | OpenLimit]:
        """Return the limits that all server processes share: all but those that concern one process."""
        own = (self.quick_rejections, self.held_rejections, self.socket_messages)
        return [limit for limit in vars(self).values() if limit not in own]


def _by_person(name: str, per_second: float, burst_seconds: float) -> tuple[RateLimit, RateLimit]:
    """Return the limit of a person, and that of an address, at which there may be several people."""
    of_address = _rate(f"{name}_of_address", PEOPLE_PER_ADDRESS * per_second, burst_seconds)
    return _rate(name, per_second, burst_seconds), of_address


def _rate(name: str, per_second: float, burst_seconds: float) -> RateLimit:
    return RateLimit(name, per_second, max(1.0, per_second * burst_seconds))


def _hourly(name: str, per_hour: float) -> RateLimit:
    return RateLimit(name, per_hour / 3600, max(1.0, per_hour), message="Too many new tables: wait a little.")
