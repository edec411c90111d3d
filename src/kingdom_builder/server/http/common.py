"""What all routes share: parameters, JSON responses, drawings, and the errors that every route may return."""

from __future__ import annotations

from math import ceil
from typing import Annotated, Any

import orjson
from fastapi import Path, Query, Response, Security
from fastapi.security import APIKeyCookie, HTTPBearer

from kingdom_builder.server.errors import status_of
from kingdom_builder.server.requests import LAST_SEQ, MAX_SEATS
from kingdom_builder.server.schema import model
from kingdom_builder.server.security.cookies import COOKIE
from kingdom_builder.table import responses
from kingdom_builder.table.errors import Rejected

CODE = r"^[A-Za-z0-9_-]{1,64}$"
"""The form of ids and of codes in links."""
Code = Annotated[str, Path(pattern=CODE)]
SeatNumber = Annotated[int, Path(ge=0, lt=MAX_SEATS)]
Seq = Annotated[int, Query(ge=0, le=LAST_SEQ)]
Before = Annotated[str | None, Query(pattern=CODE)]
BeforeSeq = Annotated[int, Query(alias="before", ge=1, le=LAST_SEQ)]
Seconds = Annotated[float, Query(ge=0, le=60)]

CREDENTIALS = [Security(APIKeyCookie(name=COOKIE, auto_error=False)), Security(HTTPBearer(auto_error=False))]
"""For OpenAPI: a browser sends a cookie, a program a token. `security/auth.py` checks them."""

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": model(responses.ErrorBody), "description": meaning}
    for status, meaning in {
        400: "The request is not valid.",
        401: "The cookie or token is missing or not valid.",
        403: "This person or token may not do this.",
        404: "There is no such table, game, seat or link.",
        408: "The message took too long to arrive.",
        409: "The table does not allow it now.",
        410: "The link has been used, revoked, or is too old.",
        413: "The message is too long.",
        415: "The message is not JSON.",
        421: "The server is not known by that name.",
        422: "The message is not valid.",
        429: "Too many requests: wait a little.",
        503: "The database cannot be used at the moment.",
    }.items()
}

_TRY_AGAIN = (429, 503)
"""The statuses after which the same request may succeed."""

SVG_RESPONSE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}
PICTURE_HEADERS = {"cache-control": "no-store", "content-security-policy": "default-src 'none'"}
"""A drawing that is opened by itself runs no script and loads nothing."""


def json_response(value: Any, status: int = 200) -> Response:
    """Return a JSON response that caches must not keep; bytes are JSON already."""
    content = value if isinstance(value, bytes) else orjson.dumps(value)
    return Response(content, status, {"cache-control": "no-store"}, "application/json")


def error_response(rejected: Rejected, status: int | None = None) -> Response:
    """Return the response to a request that was rejected, with the status of its code if no other is given."""
    status = status_of(rejected) if status is None else status
    response = json_response({"error": rejected.to_message()}, status)
    if status in _TRY_AGAIN:
        response.headers["retry-after"] = str(max(1, ceil(rejected.retry_after or 0)))
    return response


def with_cookie(answer: Response, response: Response) -> Response:
    """Copy the cookie that was set on `response` to the answer that is sent."""
    answer.raw_headers += [pair for pair in response.raw_headers if pair[0] == b"set-cookie"]
    return answer
