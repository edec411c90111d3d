"""What all routes share: answers as JSON bytes, and the errors that every route may give."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import Response, Security
from fastapi.security import APIKeyCookie, HTTPBearer

from kingdom_builder.server.access import COOKIE
from kingdom_builder.server.told import Refused

CREDENTIALS = [Security(APIKeyCookie(name=COOKIE, auto_error=False)), Security(HTTPBearer(auto_error=False))]
"""For OpenAPI: a browser shows its cookie, a program its token. `access.py` decides what they open."""

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused, "description": meaning}
    for status, meaning in {
        400: "The request is not as it should be.",
        401: "Nobody is known by this cookie or token.",
        403: "It is not yours to do.",
        404: "There is no such thing.",
        408: "The message took too long to arrive.",
        409: "The table does not allow it now.",
        410: "The link has been used, taken back, or is too old.",
        413: "The message is too long.",
        415: "The message is not JSON.",
        421: "The server is not known by that name.",
        422: "The message is not as it should be.",
        429: "Too much at once: wait a little.",
        503: "The database cannot be used at the moment.",
    }.items()
}


def json_response(value: Any, status: int = 200) -> Response:
    """Answer with JSON that must not be kept by caches."""
    content = value if isinstance(value, bytes) else orjson.dumps(value)
    return Response(content, status, {"cache-control": "no-store"}, "application/json")


def with_cookie(answer: Response, response: Response) -> Response:
    """Carry a cookie that was set on the way over to the answer."""
    answer.raw_headers += [pair for pair in response.raw_headers if pair[0] == b"set-cookie"]
    return answer
