"""Limits on new tables: how many a person and an address may create in an hour, and how many may wait for players."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import HTTPConnection

from kingdom_builder.server import metrics
from kingdom_builder.server.limit_settings import LimitSettings
from kingdom_builder.server.security.auth import address_of, limits_of, person_of
from kingdom_builder.store.event_log import Check
from kingdom_builder.store.waiting_tables import WaitingTable, add_waiting
from kingdom_builder.table.errors import Rejected


def count_table(connection: HTTPConnection) -> None:
    """Count a new table; raise Rejected if this person or address creates too many."""
    limits = limits_of(connection)
    person = person_of(connection)
    if person is not None:  # without a cookie nobody has created a table before
        limits.tables_of_person.take(person)
    limits.tables_of_address.take(address_of(connection))


def waiting_check(settings: LimitSettings, table: WaitingTable) -> Check:
    """Return what is run in the transaction that creates a table that waits for players.

    It raises Rejected if too many tables of this person or address wait; then nothing is stored.
    """

    async def check(connection: AsyncConnection) -> None:
        found = await add_waiting(connection, table)
        if table.listed:
            _compare("listed_tables_of_person", found.listed_of_person, settings.listed_tables_per_person)
            _compare("listed_tables_of_address", found.listed_of_address, settings.listed_tables_per_address)
        _compare("waiting_tables_of_person", found.of_person, settings.waiting_tables_per_person)
        _compare("waiting_tables_of_address", found.of_address, settings.waiting_tables_per_address)

    return check


def _compare(name: str, count: int, limit: int) -> None:
    if count > limit:
        metrics.limit_rejections.labels(name).inc()
        raise Rejected("too_many", "Too many of your tables wait for players: start or close one first.")
