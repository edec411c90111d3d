"""Limits by key, which is an address, a person or a table: rates, and the number of things that are open at once.

A limit costs no input or output. With several server processes each of them counts here, and `limit_sharing.py` tells
the others what it has counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from kingdom_builder.server import metrics
from kingdom_builder.server.security.addresses import network_key
from kingdom_builder.table.errors import Rejected

MAX_KEYS = 50_000
"""The keys that a rate limit remembers; with more of them, new keys are counted by network."""

NETWORKS = 1024
_FIRST_SWEEP = 1024
_SWEEP_SECONDS = 1.0
_ROUNDING = 1e-6
TOO_FAST = "Too many requests at once: wait a little."


class Shared(Protocol):
    """Where a limit reports what this process has counted."""

    def took(self, limit: RateLimit, key: str, cost: float) -> None:
        """Report calls."""

    def changed(self, limit: OpenLimit, key: str, here: int) -> None:
        """Report how many things are open in this process."""


class RateLimit:
    """A token bucket for each key: `rate` calls a second on average, and up to `burst` at once.

    A bucket is stored as the time at which it is full again. One that is full is forgotten, which changes nothing, so
    the memory is bounded and nobody gets tokens back early.
    """

    def __init__(
        self,
        name: str,
        rate: float,
        burst: float,
        *,
        message: str = TOO_FAST,
        max_keys: int = MAX_KEYS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`name` is the label of the metric; `message` is for people."""
        self.name = name
        self.rate = rate
        self.burst = burst
        self.shared: Shared | None = None
        self.parts = 1
        """In how many equal parts the limit is divided, if processes cannot tell each other what they have counted."""
        self._message = message
        self._max_keys = max_keys
        self._clock = clock
        self._full_at: dict[str, float] = {}
        self._networks: dict[int, float] = {}
        self._sweep_size = min(_FIRST_SWEEP, max_keys)
        self._sweep_at = 0.0

    def take(self, key: str, cost: float = 1.0) -> None:
        """Count a call; raise Rejected (`too_fast`) with the seconds to wait if there are too many."""
        now = self._clock()
        known = self._full_at.get(key)
        if self.parts > 1:
            cost = min(cost * self.parts, self.burst)
        if known is None and self._is_full(now):
            self._take_of_network(key, cost, now)
            return
        self._full_at[key] = self._after(known, cost, now)
        if self.shared is not None:
            self.shared.took(self, key, cost)

    def add(self, key: str, cost: float) -> None:
        """Count calls that other processes have allowed; the bucket may owe as much as it holds."""
        now = self._clock()
        known = self._full_at.get(key)
        if known is None and self._is_full(now):
            return
        full_at = max(known or now, now) + cost / self.rate
        self._full_at[key] = min(full_at, now + 2 * self.burst / self.rate)

    def __len__(self) -> int:
        """Return how many keys are remembered."""
        return len(self._full_at)

    def _after(self, known: float | None, cost: float, now: float) -> float:
        """Return when a bucket is full again after a call; raise Rejected if it has too few tokens."""
        full_at = max(known or now, now) + cost / self.rate
        wait = full_at - now - self.burst / self.rate
        if wait > _ROUNDING:
            metrics.limit_rejections.labels(self.name).inc()
            raise Rejected("too_fast", self._message, retry_after=wait)
        return full_at

    def _is_full(self, now: float) -> bool:
        """Return whether no further key can be remembered, after all that are full have been forgotten."""
        if len(self._full_at) < self._sweep_size:
            return False
        if now >= self._sweep_at or self._sweep_size < self._max_keys:
            self._full_at = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
            self._sweep_size = min(self._max_keys, max(_FIRST_SWEEP, 2 * len(self._full_at)))
            self._sweep_at = now + _SWEEP_SECONDS
        return len(self._full_at) >= self._max_keys

    def _take_of_network(self, key: str, cost: float, now: float) -> None:
        """Count a call of a key that cannot be remembered: one bucket for all such keys of a network."""
        slot = hash(network_key(key)) % NETWORKS
        self._networks[slot] = self._after(self._networks.get(slot), cost, now)


class OpenLimit:
    """At most `limit` things at once for each key, such as open WebSockets of an address."""

    def __init__(self, name: str, limit: int, *, message: str, code: str = "too_many") -> None:
        """`name` is the label of the metric; `code` and `message` are those of a rejection."""
        self.name = name
        self.limit = limit
        self.shared: Shared | None = None
        self.parts = 1
        self._code = code
        self._message = message
        self._here: dict[str, int] = {}
        self._elsewhere: dict[str, int] = {}

    def enter(self, key: str) -> None:
        """Count one thing more; raise Rejected if there are too many."""
        here = self._here.get(key, 0)
        if self.parts == 1:
            is_full = here + self._elsewhere.get(key, 0) >= self.limit
        else:
            is_full = here >= max(1, self.limit // self.parts)
        if is_full:
            metrics.limit_rejections.labels(self.name).inc()
            raise Rejected(self._code, self._message)
        self._set(key, here + 1)

    def leave(self, key: str) -> None:
        """Count one thing less."""
        self._set(key, self._here[key] - 1)

    @contextmanager
    def entered(self, key: str) -> Iterator[None]:
        """Count one thing during a `with` block."""
        self.enter(key)
        try:
            yield
        finally:
            self.leave(key)

    def set_elsewhere(self, key: str, count: int) -> None:
        """Set how many things are open in other processes."""
        if count:
            self._elsewhere[key] = count
        else:
            self._elsewhere.pop(key, None)

    def counts(self) -> dict[str, int]:
        """Return how many things are open in this process, by key."""
        return self._here

    def _set(self, key: str, here: int) -> None:
        if here:
            self._here[key] = here
        else:
            del self._here[key]
        if self.shared is not None:
            self.shared.changed(self, key, here)
