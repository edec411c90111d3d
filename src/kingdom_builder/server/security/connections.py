"""All TCP connections of this process: how many there may be, and which one is closed when there are too many."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum, auto

import structlog

from kingdom_builder.server import metrics
from kingdom_builder.server.security.addresses import address_key
from kingdom_builder.server.security.limits import OpenLimit
from kingdom_builder.table.errors import Rejected

MAX_DESCRIPTORS = 65_536
"""The limit of file descriptors is not raised beyond this number."""

RESERVE = 16
"""Connections above the bound that may ask whether the server is alive, and nothing else."""

_OTHER_DESCRIPTORS = 96
"""Descriptors for the database, pub/sub, files of the page and the log."""
_DESCRIPTORS_PER_BOT = 6

log = structlog.get_logger()


class Admission(Enum):
    """What a new connection may do."""

    EVERYTHING = auto()
    MONITORING = auto()
    NOTHING = auto()


class Connections:
    """The open connections. Those that wait for the client, for a request or a part of it, are closed first."""

    def __init__(
        self, by_address: OpenLimit, *, bound: int, is_proxy: Callable[[str], bool], head_seconds: float
    ) -> None:
        """`is_proxy`: whether an address is that of a trusted proxy, whose own connections are not limited."""
        self.head_seconds = head_seconds
        self._by_address = by_address
        self._bound = bound
        self._is_proxy = is_proxy
        self._open: dict[asyncio.Transport, str | None] = {}
        self._waiting: dict[asyncio.Transport, None] = {}

    def open(self, transport: asyncio.Transport, host: str) -> Admission:
        """Count a new connection, which waits for a request; close another one if there are too many."""
        key = None if self._is_proxy(host) else address_key(host)
        if key is not None:
            try:
                self._by_address.enter(key)
            except Rejected:
                return Admission.NOTHING
        admission = self._place()
        if admission is Admission.NOTHING:
            if key is not None:
                self._by_address.leave(key)
            return admission
        self._open[transport] = key
        self._waiting[transport] = None
        metrics.connections.inc()
        return admission

    def wait(self, transport: asyncio.Transport) -> None:
        """Record that a connection waits for the client from now on."""
        if transport in self._open:
            self._waiting[transport] = None

    def work(self, transport: asyncio.Transport) -> None:
        """Record that a connection has a whole request, or that it is a WebSocket."""
        self._waiting.pop(transport, None)

    def close(self, transport: asyncio.Transport) -> None:
        """Count a connection no longer."""
        self._waiting.pop(transport, None)
        if transport in self._open:
            key = self._open.pop(transport)
            metrics.connections.dec()
            if key is not None:
                self._by_address.leave(key)

    def _place(self) -> Admission:
        """Return whether there is place for one more connection; close the one that has waited longest if not."""
        if len(self._open) < self._bound:
            return Admission.EVERYTHING
        metrics.limit_rejections.labels("all_connections").inc()
        for oldest in self._waiting:
            self.close(oldest)
            oldest.abort()
            return Admission.EVERYTHING
        return Admission.MONITORING if len(self._open) < self._bound + RESERVE else Admission.NOTHING


def raise_descriptor_limit() -> None:
    """Allow this process and its children as many file descriptors as the system lets them have."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as error:
        log.warning("limit of file descriptors not raised", descriptors=soft, reason=str(error))


def connection_bound(max_connections: int, bot_workers: int) -> int:
    """Return how many connections this process may have: as many as wanted, or as the file descriptors allow."""
    try:
        import resource
    except ImportError:
        return max_connections
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors == resource.RLIM_INFINITY:
        return max_connections
    others = _OTHER_DESCRIPTORS + RESERVE + bot_workers * _DESCRIPTORS_PER_BOT
    return max(1, min(max_connections, max(descriptors - others, descriptors // 4)))
