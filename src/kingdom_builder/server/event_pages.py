"""The events of a table as JSON, in pages: the recent ones are kept, older ones are written when they are asked for.

A page holds `PAGE` events, from an index that is a multiple of it. The recent events are the last page and the one
before it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from kingdom_builder.server.json_bytes import kept_bytes
from kingdom_builder.table.event_views import public_events
from kingdom_builder.table.events import Event
from kingdom_builder.table.messages import TableEvent
from kingdom_builder.table.state import Moment

PAGE = 100
"""The number of events in a page. A viewer who comes gets at most two pages."""

_OLD_PAGES = 4
"""How many older pages of a table are kept."""


class EventPages:
    """The events of one table as JSON. Before somebody wants to see them, none is written.

    Then those are written that this viewer does not have: after a restart most viewers have all but the last ones.
    """

    def __init__(self, count: int) -> None:
        """Start with a number of events that are not written yet."""
        self._count = self._first = count
        self._recent: list[bytes] = []
        """The events from the index `_first` on."""
        self._gold: list[list[int]] | None = None
        """The gold at the moments with a total before the index `_first`; None if nothing is written yet."""
        self._recent_gold: list[tuple[int, list[int]]] = []
        """The same from that index on, with the indices of the events."""
        self._old: OrderedDict[int, list[bytes]] = OrderedDict()
        self._lock = asyncio.Lock()
        self.is_wanted = False
        """Whether new events must be added as they are shown."""
        self._is_writing = False

    @property
    def start(self) -> int:
        """The index of the first recent event."""
        return max(0, (self._count - 1) // PAGE - 1) * PAGE

    def skip(self) -> None:
        """Count an event that nobody wants to see yet."""
        self._count += 1
        self._first = self._count

    def append(self, event: TableEvent) -> None:
        """Add the next event."""
        self._recent.append(kept_bytes(event))
        if "gold" in event:
            self._recent_gold.append((self._count, event["gold"]))
        self._count += 1
        if self._gold is not None and self._first < self.start and not self._is_writing:
            self._forget_before(self.start)

    def is_prepared(self, after: int) -> bool:
        """Return whether the recent events after a number are written."""
        return self._gold is not None and self._first <= max(after, self.start)

    async def prepare(self, events: Sequence[Event], after: int, at: Moment) -> None:
        """Write the recent events after a number in another thread if this is not done yet."""
        async with self._lock:
            if self.is_prepared(after):
                return
            self.is_wanted = self._is_writing = True
            start, first = min(max(after, self.start), self._first), self._first
            try:
                found, self._gold = await asyncio.to_thread(public_events, list(events[:first]), start, at)
            finally:
                self._is_writing = False
            self._recent[:0] = [kept_bytes(event) for event in found]
            self._recent_gold[:0] = [(start + i, event["gold"]) for i, event in enumerate(found) if "gold" in event]
            self._first = start

    def recent(self, after: int) -> tuple[int, list[bytes]]:
        """Return the recent events after a number, and the index of the first; none if they are not prepared."""
        start = max(after, self.start) if self.is_prepared(after) else self._count
        return start, self._recent[start - self._first :]

    def gold_before(self, index: int) -> list[list[int]]:
        """Return every player's gold at the moments with a total before a recent event."""
        return (self._gold or []) + [gold for at, gold in self._recent_gold if at < index]

    async def page(self, events: Sequence[Event], before: int, at: Moment) -> tuple[int, list[bytes]]:
        """Return the events of the page in which the last event before a number is, up to it, and the first's index."""
        await self.prepare(events, 0, at)
        end = min(before - 1, self._count)
        if end < 1:
            return 0, []
        start = (end - 1) // PAGE * PAGE
        if start >= self._first:
            return start, self._recent[start - self._first : end - self._first]
        async with self._lock:
            found = self._old.get(start)
            if found is None:
                found = await asyncio.to_thread(_write_page, list(events[: start + PAGE]), start, at)
            self._keep_old(start, found)
        return start, found[: end - start]

    def _forget_before(self, start: int) -> None:
        """Forget the recent events before an index; a whole page of them is kept as an older one."""
        if self._first % PAGE == 0:
            self._keep_old(self._first, self._recent[:PAGE])
        del self._recent[: start - self._first]
        self._gold = self.gold_before(start)
        self._recent_gold = [(index, gold) for index, gold in self._recent_gold if index >= start]
        self._first = start

    def _keep_old(self, start: int, page: list[bytes]) -> None:
        self._old[start] = page
        self._old.move_to_end(start)
        if len(self._old) > _OLD_PAGES:
            self._old.popitem(last=False)


def _write_page(events: Sequence[Event], start: int, at: Moment) -> list[bytes]:
    return [kept_bytes(event) for event in public_events(events, start, at)[0]]
