"""The cookie of a browser: a random secret that this server has issued and marked, so that no other one is accepted.

Its name has a prefix under HTTPS, which makes browsers refuse it from other sites and from plain HTTP.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence

from fastapi import Response
from starlette.requests import HTTPConnection

from kingdom_builder.server.security.codes import new_secret
from kingdom_builder.server.security.origins import OriginPolicy

COOKIE = "kingdom_builder"
"""The name under plain HTTP, and under HTTPS after the prefix."""

COOKIE_SECONDS = 400 * 24 * 60 * 60
_MARK_BYTES = 16
_ISSUED = re.compile(r"([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{22})")
_EARLIER = re.compile(r"[A-Za-z0-9_-]{43}")
_ADOPTED = "kingdom_builder.adopted"


class CookiePolicy:
    """Issues and reads the cookies of one server, whose processes share keys."""

    def __init__(self, origins: OriginPolicy, path: str) -> None:
        """Issue cookies for a path prefix, or for the whole host if it is empty."""
        self._origins = origins
        self._path = path or "/"
        self.keys: Sequence[bytes] = [secrets.token_bytes(32)]
        """The keys of the database, when it is open; the first one marks new cookies."""

    def name(self, connection: HTTPConnection) -> str:
        """Return the name of the cookie for this connection."""
        if not self._origins.is_secure(connection):
            return COOKIE
        return f"__Host-{COOKIE}" if self._path == "/" else f"__Secure-{COOKIE}"

    def secret(self, connection: HTTPConnection) -> str | None:
        """Return the secret of a cookie that this server has issued; None if there is none."""
        found = _ISSUED.fullmatch(connection.cookies.get(self.name(connection), ""))
        if found is None:
            adopted: str | None = connection.scope.get(_ADOPTED)
            return adopted
        secret, mark = found.groups()
        return secret if any(hmac.compare_digest(mark, _mark(key, secret)) for key in self.keys) else None

    def issue(self, connection: HTTPConnection, response: Response) -> str:
        """Set a new cookie and return its secret."""
        secret = new_secret()
        self.set(connection, response, secret)
        return secret

    def set(self, connection: HTTPConnection, response: Response, secret: str) -> None:
        """Set the cookie so that scripts cannot read it and other sites cannot send it."""
        response.set_cookie(
            self.name(connection),
            issued_value(self.keys[0], secret),
            max_age=COOKIE_SECONDS,
            path=self._path,
            httponly=True,
            samesite="lax",
            secure=self._origins.is_secure(connection),
        )

    def earlier_secret(self, connection: HTTPConnection) -> str | None:
        """Return the secret of a cookie without a mark, as earlier versions have set it; None if there is none."""
        value = connection.cookies.get(COOKIE, "")
        return value if _EARLIER.fullmatch(value) and self.secret(connection) is None else None

    def adopt(self, connection: HTTPConnection, response: Response, secret: str) -> None:
        """Use the secret of an earlier version for this connection, and set it anew."""
        connection.scope[_ADOPTED] = secret
        self.set(connection, response, secret)
        if self.name(connection) != COOKIE:
            response.delete_cookie(COOKIE, path="/")


def issued_value(key: bytes, secret: str) -> str:
    """Return the value of a cookie: its secret and the mark of a key."""
    return f"{secret}.{_mark(key, secret)}"


def _mark(key: bytes, secret: str) -> str:
    digest = hmac.digest(key, secret.encode(), hashlib.sha256)[:_MARK_BYTES]
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
