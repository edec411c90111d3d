"""The address that people use for this server: scheme, host and port, and a path prefix if it shares a host name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

DEFAULT_PORTS = {"http": 80, "https": 443}
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*")
OWN_PATHS = frozenset(["api", "assets", "daily", "games", "health", "icon.svg", "join", "learn", "move"]) | frozenset(
    ["new", "openapi.json", "puzzles", "ready", "rules", "score", "statistics", "t", "table", "w"]
)
"""The first parts of the server's own paths. A prefix that begins with one would be ambiguous."""


@dataclass(frozen=True)
class PublicUrl:
    """A public address: `prefix` is empty or begins with a slash and ends without one."""

    origin: str
    prefix: str

    def __str__(self) -> str:
        return self.origin + self.prefix


def parse_public_url(text: str) -> PublicUrl:
    """Read a public address; ValueError if it is not one.

    >>> parse_public_url("https://Example.org:443/kingdom/")
    PublicUrl(origin='https://example.org', prefix='/kingdom')
    """
    parts = urlsplit(text)
    origin = normal_origin(f"{parts.scheme}://{parts.netloc}")
    prefix = parts.path.rstrip("/")
    if origin is None or parts.query or parts.fragment or not _PREFIX.fullmatch(prefix):
        raise ValueError(f"{text!r} is not an address such as https://example.org or https://example.org/kingdom")
    first = prefix.split("/")[1] if prefix else ""
    if first in OWN_PATHS or first in (".", ".."):
        raise ValueError(f"the path of {text!r} must not begin with /{first}: the server has that path itself")
    return PublicUrl(origin, prefix)


def normal_origin(text: str) -> str | None:
    """Return an origin in the form in which browsers send it, without the default port; None if it is not one.

    >>> normal_origin("HTTPS://Example.org:443"), normal_origin("http://[::1]:8000"), normal_origin("null")
    ('https://example.org', 'http://[::1]:8000', None)
    """
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not host or "@" in parts.netloc or parts.path or parts.query:
        return None
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + ("" if port in (None, DEFAULT_PORTS[parts.scheme]) else f":{port}")


class PrefixMiddleware:
    """Removes the path prefix from requests, so that a proxy may pass it on or remove it itself."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        """Wrap an application."""
        self._app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on without the prefix. The prefix alone is redirected: relative links need its slash."""
        path = scope.get("path", "")
        if scope["type"] == "http" and path == self._prefix:
            headers = [(b"location", f"{self._prefix}/".encode()), (b"content-length", b"0")]
            await send({"type": "http.response.start", "status": 308, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        if path.startswith(f"{self._prefix}/"):
            raw: bytes = scope.get("raw_path") or path.encode()
            scope = {**scope, "path": path[len(self._prefix) :], "raw_path": raw[len(self._prefix) :]}
        await self._app(scope, receive, send)
