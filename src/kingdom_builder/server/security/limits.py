"""Rate limits: requests and WebSockets by address, messages by WebSocket."""

from __future__ import annotations

import time

from kingdom_builder.table.errors import Rejected

_MAX_ADDRESSES = 10_000
_REQUEST_BURST_SECONDS = 4
_MESSAGE_BURST_SECONDS = 3


class TokenBucket:
    """Allows `rate` calls a second on average, and up to `capacity` at once."""

    __slots__ = ("_capacity", "_rate", "_tokens", "_updated_at")

    def __init__(self, rate: float, capacity: float) -> None:
        """Start full."""
        self._rate = rate
        self._capacity = self._tokens = capacity
        self._updated_at = time.monotonic()

    def take(self) -> bool:
        """Take a token; return False if there is none."""
        now = time.monotonic()
        self._tokens = min(self._capacity, self._tokens + (now - self._updated_at) * self._rate)
        self._updated_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class RateLimits:
    """Counts requests and WebSockets by address; the counts belong to one server process."""

    def __init__(self, *, requests_per_second: float, sockets_per_address: int, messages_per_second: float) -> None:
        """Set the limits."""
        self._requests_per_second = requests_per_second
        self._sockets_per_address = sockets_per_address
        self._messages_per_second = messages_per_second
        self._buckets: dict[str, TokenBucket] = {}
        self._sockets: dict[str, int] = {}

    def count_request(self, address: str) -> None:
        """Count a request; raise Rejected if there are too many."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= _MAX_ADDRESSES:
                self._buckets.clear()
            rate = self._requests_per_second
            bucket = self._buckets[address] = TokenBucket(rate, rate * _REQUEST_BURST_SECONDS)
        if not bucket.take():
            raise Rejected("too_fast", "Too many requests at once: wait a little.")

    def open_socket(self, address: str) -> None:
        """Count an opened WebSocket; raise Rejected if there are too many."""
        count = self._sockets.get(address, 0)
        if count >= self._sockets_per_address:
            raise Rejected("too_many", "Too many connections from this address.")
        self._sockets[address] = count + 1

    def close_socket(self, address: str) -> None:
        """Count a closed WebSocket."""
        left = self._sockets.get(address, 1) - 1
        if left > 0:
            self._sockets[address] = left
        else:
            self._sockets.pop(address, None)

    def message_bucket(self) -> TokenBucket:
        """Return a token bucket for the messages of one WebSocket."""
        return TokenBucket(self._messages_per_second, self._messages_per_second * _MESSAGE_BURST_SECONDS)
