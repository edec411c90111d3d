"""Limits that several server processes share: each tells the others what it has counted.

A process decides by itself, without input and output. What a key has used is published as soon as it is an eighth of
the limit divided by the number of processes, so all processes together allow at most an eighth more than the limit, and
what is on its way. Without pub/sub every process allows its part of the limit.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

from kingdom_builder.server.pubsub import RETRY_SECONDS, LimitMessage, PubSub
from kingdom_builder.server.security.codes import new_id
from kingdom_builder.server.security.limits import OpenLimit, RateLimit

FLUSH_SECONDS = 0.02
"""How long counts are collected for one message."""

BEAT_SECONDS = 5.0
"""How often a process publishes that it is there, with what is open at it."""

FORGET_SECONDS = 3 * BEAT_SECONDS
_UNPUBLISHED_PART = 8
_KEYS_PER_MESSAGE = 50
"""A message of PostgreSQL has at most 8,000 bytes."""


class LimitSharing:
    """Publishes what this process counts, and adds what other processes have counted."""

    def __init__(self, limits: Iterable[RateLimit | OpenLimit], pubsub: PubSub, workers: int) -> None:
        """`workers`: the number of processes that start together; those of other machines are found."""
        self._pubsub = pubsub
        self._workers = workers
        self._process = new_id()
        self._limits = list(limits)
        self._rates = {limit.name: limit for limit in self._limits if isinstance(limit, RateLimit)}
        self._opens = {limit.name: limit for limit in self._limits if isinstance(limit, OpenLimit)}
        self._unpublished: dict[str, dict[str, float]] = {name: {} for name in self._rates}
        self._forget_at = dict.fromkeys(self._rates, 0.0)
        self._published: dict[str, dict[str, int]] = {name: {} for name in self._opens}
        self._elsewhere: dict[str, dict[str, dict[str, tuple[int, float]]]] = {name: {} for name in self._opens}
        self._seen: dict[str, float] = {}
        self._waiting: list[tuple[str, str, float]] = []
        self._flush: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to share, unless there can be no other process."""
        if self._pubsub.alone:
            return
        self._pubsub.on_limits = self._on_message
        for limit in self._limits:
            limit.shared = self
        self._task = asyncio.create_task(self._repeat())

    async def stop(self) -> None:
        """Stop."""
        if self._flush is not None:
            self._flush.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def processes(self) -> int:
        """How many processes share the limits."""
        return max(self._workers, 1 + len(self._seen))

    def took(self, limit: RateLimit, key: str, cost: float) -> None:
        """Publish what a key has used, if it is enough."""
        if not self._pubsub.up:
            return
        used = self._unpublished[limit.name]
        now = time.monotonic()
        if now >= self._forget_at[limit.name]:
            # Whoever has used so little in the time in which a bucket fills again does not matter.
            used.clear()
            self._forget_at[limit.name] = now + limit.burst / limit.rate
        used[key] = used.get(key, 0.0) + cost
        if used[key] >= limit.burst / (_UNPUBLISHED_PART * self.processes):
            self._publish(limit.name, key, used.pop(key))

    def changed(self, limit: OpenLimit, key: str, here: int) -> None:
        """Publish how many things of a key are open here, if it has changed enough."""
        published = self._published[limit.name]
        difference = abs(here - published.get(key, 0))
        if difference and (here == 0 or difference >= limit.limit / (_UNPUBLISHED_PART * self.processes)):
            if here:
                published[key] = here
            else:
                published.pop(key)
            self._publish(limit.name, key, here)

    def beat(self) -> None:
        """Publish what is open here. Without pub/sub, divide the limits by the processes that were there last."""
        is_up = self._pubsub.up
        if is_up:
            self._forget(time.monotonic())
            for name, counts in self._published.items():
                self._waiting += [(name, key, count) for key, count in counts.items()]
            self._send()
        for limit in self._limits:
            limit.parts = 1 if is_up else self.processes

    def _publish(self, name: str, key: str, count: float) -> None:
        self._waiting.append((name, key, count))
        if self._flush is None:
            self._flush = asyncio.get_running_loop().call_later(FLUSH_SECONDS, self._send)

    def _send(self) -> None:
        self._flush = None
        waiting, self._waiting = self._waiting, []
        if not self._pubsub.up:
            return  # what is open is published again later
        for start in range(0, max(1, len(waiting)), _KEYS_PER_MESSAGE):
            self._pubsub.publish({"process": self._process, "limits": waiting[start : start + _KEYS_PER_MESSAGE]})

    def _on_message(self, message: LimitMessage) -> None:
        process = message["process"]
        if process == self._process:
            return
        now = time.monotonic()
        self._seen[process] = now
        for name, key, count in message["limits"]:
            if name in self._rates:
                self._rates[name].add(key, count)
            elif name in self._opens:
                self._elsewhere[name].setdefault(key, {})[process] = (int(count), now)
                self._sum(name, key)

    async def _repeat(self) -> None:
        while True:
            self.beat()
            await asyncio.sleep(BEAT_SECONDS if self._pubsub.up else RETRY_SECONDS)

    def _forget(self, now: float) -> None:
        """Forget processes that are not there any more, and what was open at them."""
        since = now - FORGET_SECONDS
        self._seen = {process: seen for process, seen in self._seen.items() if seen > since}
        for name, by_key in self._elsewhere.items():
            for key in list(by_key):
                by_key[key] = {process: found for process, found in by_key[key].items() if found[1] > since}
                self._sum(name, key)

    def _sum(self, name: str, key: str) -> None:
        counts = self._elsewhere[name][key]
        total = sum(count for count, _ in counts.values())
        if total == 0:
            del self._elsewhere[name][key]
        self._opens[name].set_elsewhere(key, total)
