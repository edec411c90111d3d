"""The clock that measures the players' time: it stands still while the server cannot serve them."""

from __future__ import annotations

import math
import time

from kingdom_builder.table.state import Moment, Outage


class ServerClock:
    """A steady clock that stops in an outage, for a grace period after it, and when the server begins to stop.

    A clock that is never started runs like the monotonic clock of the process.
    """

    def __init__(self) -> None:
        """Run without an end."""
        self._outages: tuple[Outage, ...] = ()
        self._runs_from = self._steady = 0.0  # when it begins to run, on the monotonic clock, and what it shows then
        self._runs_to = self._fresh_to = math.inf
        self._stopped = False

    def now(self) -> Moment:
        """Return the current moment."""
        monotonic = time.monotonic()
        if self._runs_from <= monotonic <= self._runs_to:
            return Moment(time.time(), self._steady + monotonic - self._runs_from, self._outages)
        return Moment(time.time(), self._at(monotonic), self._outages, max(0.0, self._runs_from - monotonic))

    @property
    def is_fresh(self) -> bool:
        """Whether the server has written to the database lately, so that nobody loses time in an outage."""
        return time.monotonic() <= self._fresh_to

    def start(self, outages: tuple[Outage, ...], grace: float) -> None:
        """Start after these outages; `grace` are the seconds until it runs, if the last one has ended now."""
        now = time.monotonic()
        self._outages = outages
        self._runs_from, self._steady = now + grace, now

    def trust(self, fresh: float, running: float) -> None:
        """Run on for some seconds. After `fresh` seconds nobody's time runs out, after `running` the clock stops."""
        if not self._stopped:
            now = time.monotonic()
            self._fresh_to, self._runs_to = now + fresh, now + running

    def restart(self, outages: tuple[Outage, ...], since: float, grace: float) -> None:
        """Restart after an outage that this process has survived; it began at `since` on the monotonic clock."""
        steady = self._at(since)
        self.start(outages, grace)
        self._steady = steady

    def stop(self) -> None:
        """Stop for good: the server closes its connections."""
        self._stopped = True
        now = time.monotonic()
        self._fresh_to, self._runs_to = -math.inf, min(self._runs_to, now)

    def _at(self, monotonic: float) -> float:
        return self._steady + max(0.0, min(monotonic, self._runs_to) - self._runs_from)
