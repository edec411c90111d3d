"""What a viewer lacks: the entries after the last one it has, and the view as it is now."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import orjson

from kingdom_builder.server.showing import view_json
from kingdom_builder.server.table import OVER, Table
from kingdom_builder.server.viewers import Live
from kingdom_builder.store.games import StoredEntry


def state_json(
    live: Live, after: int, *, seat: int | None = None, mine: Iterable[int] = (), person: str | None = None
) -> bytes:
    """Return the table, the entries after a number, and the view (`told.State`)."""
    table = orjson.dumps(live.facts(mine=mine, person=person))
    return b'{"table":' + table + b"," + news_json(live, after, seat) + b"}"


def news_json(live: Live, after: int, seat: int | None) -> bytes:
    """Return the entries after a number and the view, without the braces around them."""
    entries = b",".join(entries_json(live.table, after, seat))
    view = view_json(live.table, live.public(), seat) if live.table.begun else b"null"
    return b'"entries":[' + entries + b'],"view":' + view


def entries_json(table: Table, after: int, seat: int | None) -> list[bytes]:
    """Return the entries after a number as JSON. Players alone are told the invite to a rematch."""
    told = table.told(after)
    if seat is None or table.status != OVER:
        return told
    return [_with_invite(json, entry) for json, entry in zip(told, table.entries[after:], strict=True)]


def _with_invite(json: bytes, entry: StoredEntry) -> bytes:
    if entry.kind != "rematch":
        return json
    return json[:-1] + b',"invite":' + orjson.dumps(entry.value["invite"]) + b"}"


async def wait_for_news(live: Live, after: int, seconds: float) -> None:
    """Wait until there is an entry after this number, at most so long."""
    live.waiting += 1
    try:
        async with asyncio.timeout(seconds):
            while live.table.number <= after:
                await live.changed.wait()
    except TimeoutError:
        return
    finally:
        live.waiting -= 1
