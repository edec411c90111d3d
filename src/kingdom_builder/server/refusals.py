"""Refusals: a code for programs, a sentence for people, and the HTTP status that goes with it."""

from __future__ import annotations

from typing import Any


class Refused(Exception):  # noqa: N818 - said as the protocol says it
    """What was asked is not done, and nothing has changed."""

    def __init__(
        self,
        code: str,
        message: str,
        status: int = 409,
        *,
        reason: dict[str, Any] | None = None,
        number: int | None = None,
    ) -> None:
        """Refuse; `number` is the present entry's where the client's is old."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.reason = reason
        self.number = number

    def facts(self) -> dict[str, Any]:
        """Return what is told (`told.Refusal`)."""
        return {"code": self.code, "message": self.message, "reason": self.reason, "number": self.number}


def unavailable() -> Refused:
    """Refuse because the database cannot be used at the moment."""
    return Refused("unavailable", "The game could not be stored just now. Nothing is lost: try again.", 503)


def not_found() -> Refused:
    """Refuse because there is no such thing, or it is not the asker's to know."""
    return Refused("not_found", "There is no such table, game or link.", 404)
