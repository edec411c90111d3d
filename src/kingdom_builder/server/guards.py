"""What stands before every route: size, speed, origin, and headers that keep browsers safe."""

from __future__ import annotations

import asyncio
import time
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson
import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kingdom_builder.server import metrics
from kingdom_builder.server.refusals import Refused

LARGEST_BODY = 32 * 1024
BODY_SECONDS = 20.0
_WITHOUT_BODY = ("GET", "HEAD")
_LOCAL = ("localhost", "127.0.0.1", "::1")
_MOST_ADDRESSES = 10_000
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
log = structlog.get_logger()


class Bucket:
    """So many things a second, and some at once."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        """Begin full."""
        self._rate = rate
        self._most = self._left = most
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take one; False if none is left."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """Limits for each address and each connection, and which origins are ours."""

    def __init__(
        self,
        *,
        requests_per_second: float,
        sockets_per_address: int,
        messages_per_second: float,
        public_url: str | None,
        local_only: bool,
    ) -> None:
        """Set the limits; `local_only` says that no name but this machine's own is ours."""
        self._rate = requests_per_second
        self._most_sockets = sockets_per_address
        self.messages_per_second = messages_per_second
        self.message_burst = messages_per_second * 3
        self._public_host = _host_in(public_url) if public_url else None
        self._local_only = local_only
        self._buckets: dict[str, Bucket] = {}
        self._sockets: dict[str, int] = {}

    def request(self, address: str) -> None:
        """Count a request; Refused if there are too many."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= _MOST_ADDRESSES:
                self._buckets.clear()
            bucket = self._buckets[address] = Bucket(self._rate, self._rate * 4)
        if not bucket.take():
            raise Refused("too_fast", "Too many requests at once: wait a little.", 429)

    def connect(self, address: str) -> None:
        """Count a socket that opens; Refused if there are too many."""
        count = self._sockets.get(address, 0)
        if count >= self._most_sockets:
            raise Refused("too_many", "Too many connections from this address.", 429)
        self._sockets[address] = count + 1

    def disconnect(self, address: str) -> None:
        """Count a socket that closes."""
        left = self._sockets.get(address, 1) - 1
        if left > 0:
            self._sockets[address] = left
        else:
            self._sockets.pop(address, None)

    def check_host(self, headers: Headers) -> None:
        """Refuse requests for a name that is not ours, so that no foreign name can be pointed at this server."""
        host = headers.get("host", "").lower()
        if self._local_only and _name_in(f"//{host}") not in _LOCAL and host != self._public_host:
            raise Refused("wrong_host", "This server is not known by that name.", 421)

    def check_origin(self, connection: HTTPConnection) -> None:
        """Refuse what another site makes a browser send."""
        origin = connection.headers.get("origin")
        if origin is None:
            if connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
                return
        else:
            host = _host_in(origin)
            if host and host in (connection.headers.get("host", "").lower(), self._public_host):
                return
        raise Refused("wrong_origin", "This came from another site.", 403)


def _host_in(url: str) -> str:
    """Return host and port of an address; nothing if it is none."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def _name_in(url: str) -> str:
    """Return the host of an address without its port; nothing if it is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


class GuardMiddleware:
    """Applies the guard to every HTTP request, counts it, and adds the headers."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        """Stand before an application."""
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500

        async def tell(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message)
            await send(message)

        try:
            self._check(scope)
            if scope["method"] not in _WITHOUT_BODY:
                receive = await _with_body(receive)
            await self._app(scope, receive, tell)
        except Refused as refusal:
            metrics.refusals.labels(refusal.code).inc()
            await _refuse(refusal, tell)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            metrics.requests.labels(route, status).inc()
            metrics.request_seconds.labels(route).observe(time.perf_counter() - begun)

    def _check(self, scope: Scope) -> None:
        connection = HTTPConnection(scope)
        self._guard.check_host(connection.headers)
        if scope["path"] in ("/health", "/ready", "/metrics"):
            return
        self._guard.request(connection.client.host if connection.client else "")
        if scope["method"] in _WITHOUT_BODY:
            return
        self._guard.check_origin(connection)
        if scope["method"] != "DELETE":
            kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise Refused("not_json", "Send JSON: content-type must be application/json.", 415)
        length = connection.headers.get("content-length", "0")
        if not length.isdigit() or int(length[:12]) > LARGEST_BODY:
            raise _too_long()


async def _with_body(receive: Receive) -> Receive:
    """Read the body before anything is done, and refuse one that is too long or takes too long."""
    body = b""
    more = True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Refused("bad_request", "The message did not arrive whole.", 400)
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > LARGEST_BODY:
                    raise _too_long()
    except TimeoutError:
        raise Refused("too_slow", "The message took too long to arrive.", 408) from None
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def read() -> Message:
        return whole.pop() if whole else await receive()

    return read


def _too_long() -> Refused:
    return Refused("too_long", f"A message has at most {LARGEST_BODY} bytes.", 413)


def _add_headers(message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(scope=message)
    headers.setdefault("content-security-policy", CONTENT_SECURITY_POLICY)
    headers.setdefault("x-content-type-options", "nosniff")
    headers.setdefault("referrer-policy", "no-referrer")
    headers.setdefault("cross-origin-opener-policy", "same-origin")
    headers.setdefault("cross-origin-resource-policy", "same-origin")


async def _refuse(refusal: Refused, send: Send) -> None:
    body = orjson.dumps({"error": refusal.facts()})
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    if refusal.status in (429, 503):
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
