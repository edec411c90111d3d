"""Errors of the server: the HTTP status and the close code of each, the errors of a validation, own rejections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingdom_builder.table.errors import Rejected

CONFLICT = 409
_STATUS = {
    "bad_request": 400,
    "who_are_you": 401,
    "banned": 403,
    "forbidden": 403,
    "not_creator": 403,
    "wrong_origin": 403,
    "no_challenge": 404,
    "not_found": 404,
    "bad_method": 405,
    "too_slow": 408,
    "gone": 410,
    "too_long": 413,
    "not_json": 415,
    "wrong_host": 421,
    "bad_message": 422,
    "bad_position": 422,
    "bad_setup": 422,
    "busy": 429,
    "thinking": 429,
    "too_fast": 429,
    "failed": 500,
    "draining": 503,
    "unavailable": 503,
}


def status_of(rejected: Rejected) -> int:
    """Return the HTTP status of a rejection; 409 where the table does not allow something.

    >>> status_of(not_found()), status_of(Rejected("stale", "Something has happened since."))
    (404, 409)
    """
    return _STATUS.get(rejected.code, CONFLICT)


POLICY, TRY_LATER = 1008, 1013
_CLOSE_CODES = {401: 4401, 403: 4403, 404: 4404, 409: 4409, 429: TRY_LATER, 503: TRY_LATER}
"""The code with which a WebSocket is closed, by the HTTP status of the error."""


def close_code(rejected: Rejected) -> int:
    """Return the code with which a WebSocket is closed because of an error."""
    if rejected.code == "wrong_origin":
        return POLICY
    return TRY_LATER if rejected.code == "too_many" else _CLOSE_CODES.get(status_of(rejected), POLICY)


def first_error(errors: Sequence[Any]) -> str:
    """Return the first of pydantic's errors in one line: where it is, and what is wrong.

    What pydantic calls the types of a union, such as `literal['a','b']`, is no part of the place.

    >>> first_error([{"loc": ("body", "seats", 0, "level", "literal['a','b']"), "msg": "Field required"}])
    'seats.0.level: Field required'
    """
    parts = [str(part) for part in errors[0]["loc"] if part not in ("body", "query", "path")]
    where = ".".join(part for part in parts if "[" not in part)
    return f"{where}: {errors[0]['msg']}" if where else str(errors[0]["msg"])


def unavailable() -> Rejected:
    """Reject because the database does not answer."""
    return Rejected("unavailable", "The game could not be stored just now. Nothing is lost: try again.")


def busy(seconds: float) -> Rejected:
    """Reject because too much other work waits; it may be done in some seconds."""
    return Rejected("busy", "The server has too much to do just now: wait a little.", retry_after=seconds)


def draining() -> Rejected:
    """Reject because the server stops soon."""
    return Rejected("draining", "The server stops soon: new tables and turns begin when it is back.")


def not_found() -> Rejected:
    """Reject because it does not exist, or because the sender may not know that it exists."""
    return Rejected("not_found", "There is no such table, game or link.")


def forbidden(message: str) -> Rejected:
    """Reject because the sender may not do this."""
    return Rejected("forbidden", message)
