"""ASGI middleware that rejects requests of banned people; the page itself stays readable, so that it can say so."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from kingdom_builder.server.security.auth import person_of
from kingdom_builder.server.security.bans import check_ban


class BanMiddleware:
    """Rejects HTTP requests to the API. WebSockets check it themselves, also while they are open."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it."""
        if scope["type"] == "http" and scope["path"].startswith("/api/") and scope["path"] != "/api/notice":
            connection = HTTPConnection(scope)
            check_ban(connection, person_of(connection))
        await self._app(scope, receive, send)
