"""The time in which a client must read what the server sends."""

from __future__ import annotations

import asyncio

READ_SECONDS = 20.0
"""A client that reads nothing for this time is disconnected; it can reconnect and gets the missing events."""


class ReadTimer(asyncio.Protocol):
    """Closes the connection of a client that does not read: mixed into a protocol of uvicorn."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _read_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Start the timer: the client does not read."""
        super().pause_writing()
        self._read_timer = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel the timer: the client reads again."""
        self._cancel_read_timer()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timer."""
        self._cancel_read_timer()
        super().connection_lost(exc)

    def _cancel_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None
