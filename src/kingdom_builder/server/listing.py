"""Lists of tables. A table that is not in memory is shown from the index, without replaying its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import structlog

from kingdom_builder.server.background import Background
from kingdom_builder.server.errors import status_of
from kingdom_builder.server.host import TableHost
from kingdom_builder.store.repository import TableRow
from kingdom_builder.table.board_views import setup_view
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import CHANGES_TABLE, Event, EventKind, SeatKind, TableStatus
from kingdom_builder.table.evolve import fold_table
from kingdom_builder.table.state import Moment, Progress, TableState
from kingdom_builder.table.views import table_view

PAGE = 20
"""The number of tables in one answer; a client asks for those before the last one."""

_KINDS = CHANGES_TABLE | {EventKind.WATCHED}  # whoever watches does not ask for a seat any more
_UNAVAILABLE = 503
log = structlog.get_logger()


async def list_tables(
    host: TableHost, background: Background, tables: Sequence[str], person: str | None, address: str
) -> list[Any]:
    """Return some tables as a person sees them (`messages.Table`), without those that cannot be read.

    `address`: that of the person, for the queue of the analyses.
    """
    stored = [table for table in tables if table not in host.tables]
    shown: dict[str, Any] = await _from_index(host, background, stored, person, address) if stored else {}
    for table in tables:
        if table not in shown:
            try:
                loaded = await host.get(table)
            except Rejected as rejected:
                if status_of(rejected) == _UNAVAILABLE:
                    raise
                continue  # a table that cannot be read must not hide the others
            shown[table] = loaded.table_message(loaded.viewer_of(person))
    return [shown[table] for table in tables if table in shown]


async def _from_index(
    host: TableHost, background: Background, tables: Sequence[str], person: str | None, address: str
) -> dict[str, Any]:
    """Return the tables of which the index has everything."""
    rows = await host.repository.rows(tables)
    known = [table for table, row in rows.items() if _is_complete(row)]
    events = await host.repository.events_of_kinds(known, _KINDS)
    last_actions = await host.repository.last_actions(known)
    at = host.clock.now()

    def read() -> dict[str, Any]:
        found = {}
        for table in known:
            try:
                state = fold_table(events[table], at)
            except ValueError as error:
                log.warning("table cannot be listed", table=table, reason=str(error))
                continue
            found[table] = _message(state, rows[table], _last_seen(state, events[table], last_actions), person, at)
        return found

    return await background.analyse(address, read)


def _is_complete(row: TableRow) -> bool:
    if row.status is TableStatus.OVER:
        return row.result is not None
    return row.status is not TableStatus.PLAYING or row.to_play is not None


def _message(state: TableState, row: TableRow, last_seen: Mapping[int, float], person: str | None, at: Moment) -> Any:
    over = row.status is TableStatus.OVER
    state = replace(state, status=row.status, seq=row.seq, request=None if over else state.request)
    result = row.result or {}
    return table_view(
        state,
        setup_view(state.game),
        seconds_away={seat: max(0, round(at.wall - time)) for seat, time in last_seen.items()},
        my_seats=state.seats_of(person),
        is_creator=person is not None and person == state.creator,
        person=person,
        now=at.steady,
        progress=Progress(row.to_play, result.get("gold"), result.get("winners")),
    )


def _last_seen(
    state: TableState, events: Sequence[Event], last_actions: Mapping[tuple[str, int], float]
) -> dict[int, float]:
    """Return when the person at each seat last did something; the first thing is to be at the table."""
    found = {}
    for number, seat in enumerate(state.seats):
        if seat.kind is SeatKind.PERSON:
            own = (last_actions.get((state.id, one)) for one in state.seats_of(seat.person))
            found[number] = max((time for time in own if time is not None), default=events[0].time)
    return found
