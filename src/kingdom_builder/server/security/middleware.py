"""ASGI middleware: host, rate, origin and body of every HTTP request, its metrics, and security headers.

It also limits WebSocket handshakes, whatever their address.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from kingdom_builder.server import metrics
from kingdom_builder.server.errors import draining
from kingdom_builder.server.http.common import error_response
from kingdom_builder.server.security.auth import address_of
from kingdom_builder.server.security.handshakes import reject_flood, reject_handshake
from kingdom_builder.server.security.http_limits import MONITORING_ONLY
from kingdom_builder.server.security.origins import OriginPolicy
from kingdom_builder.server.security.server_limits import ServerLimits
from kingdom_builder.table.errors import Rejected

MAX_BODY_BYTES = 32 * 1024
MAX_QUERY_BYTES = 1024
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_METHODS_WITHOUT_BODY = ("GET", "HEAD")
_MONITORING_PATHS = ("/health", "/ready")


class SecurityMiddleware:
    """Checks and counts every HTTP request before its route, and adds headers to the response."""

    def __init__(self, app: ASGIApp, limits: ServerLimits, origins: OriginPolicy, body_seconds: float) -> None:
        """Wrap an application; a body must arrive within `body_seconds`."""
        self._app = app
        self._limits = limits
        self._origins = origins
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it."""
        if scope["type"] == "websocket":
            await self._pass_handshake(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status, answered = 500, False

        async def send_with_headers(message: Message) -> None:
            nonlocal status, answered
            if message["type"] == "http.response.start":
                status, answered = message["status"], True
                _add_headers(message)
                if monitoring_only:
                    MutableHeaders(scope=message)["connection"] = "close"
            await send(message)

        monitoring_only = MONITORING_ONLY in scope.get("state", ())
        try:
            if monitoring_only and scope["path"] not in _MONITORING_PATHS:
                raise Rejected("unavailable", "The server has too many connections: try again.")
            with self._counted(scope):
                self._check(scope)
                if scope["method"] not in _METHODS_WITHOUT_BODY:
                    receive = await _read_body(receive, self._body_seconds)
                await self._app(scope, receive, send_with_headers)
        except Rejected as rejected:
            metrics.rejections.labels(rejected.code).inc()
            if rejected.code == "too_fast":
                await self._limits.before_rejection(address_of(HTTPConnection(scope)))
            await error_response(rejected)(scope, receive, send_with_headers)
        except asyncio.CancelledError:
            # The server stops, and does not wait any longer for requests such as hints and long polls.
            if answered:
                raise
            await error_response(draining())(scope, receive, send_with_headers)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            metrics.requests.labels(route, status).inc()
            metrics.request_seconds.labels(route).observe(time.perf_counter() - started)

    async def _pass_handshake(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a handshake on, or reject it."""
        try:
            self._limits.handshakes.take(address_of(HTTPConnection(scope)))
        except Rejected as rejected:
            await reject_flood(WebSocket(scope, receive, send), self._limits, rejected)
            return
        try:
            _check_query(scope)
        except Rejected as rejected:
            await reject_handshake(WebSocket(scope, receive, send), rejected)
            return
        await self._app(scope, receive, send)

    @contextmanager
    def _counted(self, scope: Scope) -> Iterator[None]:
        """Count a request while it is running; raise Rejected if its address has too many."""
        address = address_of(HTTPConnection(scope))
        if scope["path"] in _MONITORING_PATHS:
            # An address that asks too much can still be monitored, so that is counted by itself.
            self._limits.monitoring.take(address)
            yield
        else:
            self._limits.requests.take(address)
            with self._limits.requests_at_once.entered(address):
                yield

    def _check(self, scope: Scope) -> None:
        """Check the host, the origin and the form of a request."""
        connection = HTTPConnection(scope)
        self._origins.check_host(connection.headers)
        _check_query(scope)
        if scope["method"] in _METHODS_WITHOUT_BODY:
            return
        self._origins.check_origin(connection)
        if scope["method"] != "DELETE":
            content_type = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
            if content_type != "application/json":
                raise Rejected("not_json", "Send JSON: content-type must be application/json.")
        length = connection.headers.get("content-length", "0")
        if not length.isdigit() or int(length[:12]) > MAX_BODY_BYTES:
            raise _too_long()


def _check_query(scope: Scope) -> None:
    """Check the length of the query, which takes long to parse; no route has a long one."""
    if len(scope["query_string"]) > MAX_QUERY_BYTES:
        raise Rejected("bad_request", f"The query of an address has at most {MAX_QUERY_BYTES} bytes.")


async def _read_body(receive: Receive, seconds: float) -> Receive:
    """Read the whole body and return a `receive` that replays it; raise Rejected if it is too long or too slow."""
    body = b""
    more = True
    try:
        async with asyncio.timeout(seconds):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Rejected("bad_request", "The message did not arrive whole.")
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > MAX_BODY_BYTES:
                    raise _too_long()
    except TimeoutError:
        raise Rejected("too_slow", "The message took too long to arrive.") from None
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return pending.pop() if pending else await receive()

    return replay


def _too_long() -> Rejected:
    return Rejected("too_long", f"A message has at most {MAX_BODY_BYTES} bytes.")


def _add_headers(message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(scope=message)
    headers.setdefault("content-security-policy", CONTENT_SECURITY_POLICY)
    headers.setdefault("x-content-type-options", "nosniff")
    headers.setdefault("referrer-policy", "no-referrer")
    headers.setdefault("cross-origin-opener-policy", "same-origin")
    headers.setdefault("cross-origin-resource-policy", "same-origin")
