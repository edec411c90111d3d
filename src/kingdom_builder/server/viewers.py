"""A table in memory and those who look at it. News wake them; each is then told what it has not been told yet."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kingdom_builder.server.showing import public_json, setup_json, table_facts
from kingdom_builder.server.table import Table

PRESENCE_SECONDS = 30.0
"""What another process has said of who is connected there is believed for so long."""


class Viewer:
    """Somebody who looks at a table through a socket; `seat` is None for a spectator."""

    def __init__(self, seat: int | None) -> None:
        """Begin with nothing to be told."""
        self.seat = seat
        self.news = asyncio.Event()
        self.table_changed = False
        self.keys_changed = False


@dataclass(eq=False)
class Live:
    """A table in memory, and those who look at it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: set[Viewer] = field(default_factory=set)
    waiting: int = 0
    """How many wait for news over plain HTTP."""
    behind: bool = False
    """Whether the database may know more than this."""
    looks: int = 0
    """How often there was a reason to look: one that comes while the database is asked is not answered by that."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    driver: asyncio.Task[None] | None = None
    used_at: float = field(default_factory=time.monotonic)
    own_number: int = 0
    """The last entry that this process has stored itself."""
    applied_at: float = field(default_factory=time.monotonic)
    looked_at: float = field(default_factory=time.monotonic)
    elsewhere: dict[str, tuple[frozenset[int], int, float]] = field(default_factory=dict)
    _public: tuple[int, bytes] = (0, b"")
    _setup: tuple[str, bytes] = ("", b"")

    def public(self) -> bytes:
        """Return what everybody may know now; made once for all viewers."""
        if self._public[0] != self.table.number:
            self._public = (self.table.number, public_json(self.table, self.table.game, self.table.number))
        return self._public[1]

    def setup(self) -> bytes:
        """Return the set-up, made once."""
        if self._setup[0] != self.table.stored.setup:
            self._setup = (self.table.stored.setup, setup_json(self.table.game))
        return self._setup[1]

    def facts(self, *, mine: Iterable[int] = (), person: str | None = None) -> dict[str, Any]:
        """Return what is told of the table to somebody."""
        here, watchers = self.present()
        return table_facts(
            self.table,
            self.setup(),
            here=here,
            watchers=watchers,
            mine=sorted(mine),
            creator=person is not None and person == self.table.stored.creator,
        )

    def present(self) -> tuple[frozenset[int], int]:
        """Return the seats that are connected anywhere, and how many spectators."""
        seats, watchers = self.present_here()
        since = time.monotonic() - PRESENCE_SECONDS
        for other, count, at in self.elsewhere.values():
            if at > since:
                seats |= other
                watchers += count
        return seats, watchers

    def present_here(self) -> tuple[frozenset[int], int]:
        """Return the same for this process alone."""
        seats = [viewer.seat for viewer in self.viewers]
        return frozenset(seat for seat in seats if seat is not None), seats.count(None)

    def tell(self, *, table: bool = False, keys: bool = False) -> None:
        """Wake everybody who looks."""
        for viewer in self.viewers:
            viewer.table_changed |= table
            viewer.keys_changed |= keys
            viewer.news.set()
        self.changed.set()
        self.changed = asyncio.Event()
