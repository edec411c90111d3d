"""New tables for two people, made with as little work as possible in the load generator."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson

from benchmarks.load.stored_games import Invited
from kingdom_builder.server.security.codes import new_id
from kingdom_builder.server.security.cookies import COOKIE


async def invite(port: int) -> Invited:
    """Create a table for two new people over HTTP."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    table, first = await _post(port, "/api/tables", {"id": new_id(), "seats": seats})
    _, second = await _post(port, f"/api/invites/{table['table']['invite']}/seats", {"id": new_id()})
    return Invited(table["table"]["id"], table["table"]["watch"], (first, second))


async def _post(port: int, path: str, value: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Send JSON as a new person, on a connection of its own; return the answer and the person's cookie."""
    body = orjson.dumps(value)
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head, _, answer = (await reader.read(-1)).partition(b"\r\n\r\n")
    finally:
        writer.close()
    status, *headers = head.decode().split("\r\n")
    if " 20" not in status[:12]:
        raise ConnectionError(f"the server says {status!r}: {answer[:100]!r}")
    fields = dict(header.split(": ", 1) for header in headers)
    return orjson.loads(answer), fields["set-cookie"].removeprefix(f"{COOKIE}=").partition(";")[0]
