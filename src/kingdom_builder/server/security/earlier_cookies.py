"""Cookies of earlier versions, which had no mark: for a time after the upgrade they are replaced by new ones.

Only those whose person had a table before the upgrade: a value that nobody has used proves nothing.
"""

from __future__ import annotations

import time

from fastapi import Response
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdom_builder.server.security.codes import hash_of
from kingdom_builder.server.security.cookies import CookiePolicy
from kingdom_builder.store.errors import StorageError
from kingdom_builder.store.repository import Repository

ADOPTION_SECONDS = 30 * 24 * 60 * 60


class EarlierCookieMiddleware:
    """Replaces cookies of earlier versions."""

    def __init__(self, app: ASGIApp, cookies: CookiePolicy) -> None:
        """Wrap an application."""
        self._app = app
        self._cookies = cookies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; if it has a cookie of an earlier version, with the person of that cookie."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        secret = self._cookies.earlier_secret(connection)
        if secret is None or not await self._may_be_adopted(connection, secret):
            await self._app(scope, receive, send)
            return
        carrier = Response()
        self._cookies.adopt(connection, carrier, secret)
        headers = [pair for pair in carrier.raw_headers if pair[0] == b"set-cookie"]

        async def send_with_cookie(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        await self._app(scope, receive, send_with_cookie)

    async def _may_be_adopted(self, connection: HTTPConnection, secret: str) -> bool:
        upgraded_at: float = connection.app.state.upgraded_at
        if time.time() > upgraded_at + ADOPTION_SECONDS:
            return False
        repository: Repository = connection.app.state.host.repository
        try:
            return await repository.knew_person(hash_of(secret), upgraded_at)
        except StorageError:
            return False
