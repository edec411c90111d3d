"""What all routes share: path parameters, JSON responses, drawings, and the errors that every route may return."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import orjson
from fastapi import Path, Query, Response, Security
from fastapi.security import APIKeyCookie, HTTPBearer

from kingdom_builder.server.security.auth import COOKIE
from kingdom_builder.server.told import Refused
from kingdom_builder.server.viewers import Live

Code = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]
Seconds = Annotated[float, Query(ge=0, le=60)]

CREDENTIALS = [Security(APIKeyCookie(name=COOKIE, auto_error=False)), Security(HTTPBearer(auto_error=False))]
"""For OpenAPI: a browser sends a cookie, a program a token. `security/auth.py` checks them."""

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused, "description": meaning}
    for status, meaning in {
        400: "The request is not valid.",
        401: "The cookie or token is missing or not valid.",
        403: "This person or token may not do this.",
        404: "There is no such table, game, seat or link.",
        408: "The message took too long to arrive.",
        409: "The table does not allow it now.",
        410: "The link has been used, taken back, or is too old.",
        413: "The message is too long.",
        415: "The message is not JSON.",
        421: "The server is not known by that name.",
        422: "The message is not valid.",
        429: "Too many requests: wait a little.",
        503: "The database cannot be used at the moment.",
    }.items()
}

SVG_RESPONSE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}
PICTURE_HEADERS = {"cache-control": "no-store", "content-security-policy": "default-src 'none'"}
"""A drawing that is opened by itself runs no script and loads nothing."""


def json_response(value: Any, status: int = 200) -> Response:
    """Return a JSON response that caches must not keep; bytes are JSON already."""
    content = value if isinstance(value, bytes) else orjson.dumps(value)
    return Response(content, status, {"cache-control": "no-store"}, "application/json")


def with_cookie(answer: Response, response: Response) -> Response:
    """Copy the cookie that was set on `response` to the answer that is sent."""
    answer.raw_headers += [pair for pair in response.raw_headers if pair[0] == b"set-cookie"]
    return answer


async def board_svg(live: Live, number: int) -> Response:
    """Return a drawing of the board after an entry; what is on the board is public."""
    return Response(await draw_board(live, number), 200, PICTURE_HEADERS, "image/svg+xml")


async def draw_board(live: Live, number: int) -> str:
    """Draw the board after an entry as SVG."""
    table = live.table
    game = table.game if number == table.number else table.game_at(number)
    return await asyncio.to_thread(game.to_svg)
