"""What this process tells the others about the tables in memory, and what it learns from them.

An idle table causes no message and no query. Every process publishes every few seconds that it runs. When one falls
silent, or when messages may have been lost for another reason, the others compare their tables with the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping

import structlog

from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.pubsub import PeerMessage, ProcessMessage, PubSub
from kingdom_builder.server.pubsub.messages import EVERYBODY
from kingdom_builder.server.security.codes import new_id
from kingdom_builder.store.errors import StorageError
from kingdom_builder.store.repository import Repository

BEAT_SECONDS = 3.0
"""How often a process publishes that it runs."""

SILENT_SECONDS = 10.0
"""A process that was silent for this time has ended, or cannot be heard."""

CHECK_SECONDS = 60.0
"""How often tables are compared with the database without any reason."""

TROUBLE_SECONDS = 120.0
"""For how long they are compared every second after a process has fallen silent: perhaps it still stores events."""

REPLY_SECONDS = 1.0
"""How long a process waits until the others have published who is connected to them."""

_TABLES_AT_ONCE = 500
log = structlog.get_logger()


class Exchange:
    """The messages about the tables of a process, in both directions."""

    def __init__(
        self,
        pubsub: PubSub,
        repository: Repository,
        tables: Mapping[str, LoadedTable],
        *,
        on_event: Callable[[LoadedTable], None],
        on_presence: Callable[[LoadedTable], None],
    ) -> None:
        """`on_event`: the database has an event that a table does not have; `on_presence`: who is connected changed."""
        self._pubsub = pubsub
        self._repository = repository
        self._tables = tables
        self._on_event = on_event
        self._on_presence = on_presence
        self._process = new_id()
        self._beats = 0
        self._heard: dict[str, float] = {}
        """The processes that run, also this one, and when they were last heard."""
        self._checked_at = 0.0
        self._trouble_until = 0.0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start to listen and to publish."""
        self._pubsub.on_peer = self._on_peer
        self._pubsub.on_loss = self._on_loss
        await self._pubsub.start(self._on_message)
        self._checked_at = time.monotonic()
        if not self._pubsub.alone:
            self._task = asyncio.create_task(self._repeat())

    async def stop(self) -> None:
        """Publish that this process ends, and stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._pubsub.publish({"process": self._process, "bye": True})
        await self._pubsub.stop()

    async def follow(self, loaded: LoadedTable) -> None:
        """Listen to the messages about a table, and ask the other processes who is connected to it."""
        await self._pubsub.subscribe(loaded.id)
        self.publish_presence(loaded, reply=EVERYBODY)

    def forget(self, table: str) -> None:
        """Listen no more to the messages about a table."""
        self._pubsub.unsubscribe(table)

    def publish_event(self, table: str, seq: int) -> None:
        """Publish that this process has stored an event."""
        self._pubsub.publish({"table": table, "process": self._process, "seq": seq})

    def publish_presence(self, loaded: LoadedTable, *, reply: str | None = None) -> None:
        """Publish who is connected to this process; `reply` names the process that is to do so too."""
        seats, watchers = loaded.presence.here()
        message: ProcessMessage = {
            "table": loaded.id,
            "process": self._process,
            "seats": sorted(seats),
            "watchers": watchers,
            "away": list(loaded.presence.seconds_away().items()),
        }
        if reply is not None:
            message["reply"] = reply
        self._pubsub.publish(message)

    async def ask_presence(self, loaded: LoadedTable) -> bool:
        """Ask the other processes who is connected to them, and wait; return False if they cannot be heard."""
        if self._pubsub.alone:
            return True
        if not self._pubsub.up:
            return False
        self.publish_presence(loaded, reply=EVERYBODY)
        await asyncio.sleep(REPLY_SECONDS)
        return True

    def _on_message(self, message: ProcessMessage) -> None:
        """Handle a message about a table."""
        process = message["process"]
        loaded = self._tables.get(message["table"])
        if process == self._process:
            return
        self._hear(process)
        if loaded is None:
            return
        if "seq" in message:
            if message["seq"] > loaded.state.seq:
                self._on_event(loaded)
        elif "seats" in message and "watchers" in message:
            seats, away = frozenset(message["seats"]), dict(message.get("away", ()))
            if loaded.presence.update(process, seats, message["watchers"], away):
                self._on_presence(loaded)
            if message.get("reply") in (EVERYBODY, self._process):
                self.publish_presence(loaded)

    def _on_peer(self, message: PeerMessage) -> None:
        """Handle what a process publishes about itself."""
        process = message["process"]
        if "beat" in message:
            self._hear(process, is_first=message["beat"] == 1)
        elif process == self._process:
            return
        elif "bye" in message:
            self._lose(process)
        elif "lost" in message:
            self._checked_at = 0.0

    def _hear(self, process: str, *, is_first: bool = False) -> None:
        """Record that a process runs; exchange who is connected with one that was not heard before.

        With its first message it has no tables in memory; when it loads one it asks.
        """
        is_known = process in self._heard
        self._heard[process] = time.monotonic()
        if not (is_known or is_first or process == self._process):
            for loaded in list(self._tables.values()):
                self.publish_presence(loaded, reply=process)

    def _on_loss(self) -> None:
        """Compare the tables with the database, and let the others do so: messages may have been lost both ways."""
        self._checked_at = 0.0
        self._heard[self._process] = time.monotonic()
        self._pubsub.publish({"process": self._process, "lost": True})
        for loaded in list(self._tables.values()):
            self.publish_presence(loaded, reply=EVERYBODY)

    def _lose(self, process: str) -> None:
        """Forget a process that has ended, and who was connected to it."""
        heard_at = self._heard.pop(process, time.monotonic())
        for loaded in list(self._tables.values()):
            if loaded.presence.forget(process, heard_at):
                self._on_presence(loaded)
        self._checked_at = 0.0

    async def _repeat(self) -> None:
        beat_at = 0.0
        while True:
            now = time.monotonic()
            if now >= beat_at:
                beat_at = now + BEAT_SECONDS
                self._beat()
            self._find_silent_processes(now)
            if self._checked_at + (1.0 if self._is_in_trouble(now) else CHECK_SECONDS) <= now:
                await self._check()
            await asyncio.sleep(1.0)

    def _beat(self) -> None:
        if self._pubsub.up:
            self._beats += 1
            self._pubsub.publish({"process": self._process, "beat": self._beats})

    def _find_silent_processes(self, now: float) -> None:
        for process, heard_at in list(self._heard.items()):
            if now - heard_at > SILENT_SECONDS:
                if process != self._process:
                    log.warning("a server process is silent", seconds=round(now - heard_at))
                    self._trouble_until = now + TROUBLE_SECONDS
                    self._lose(process)
                elif self._pubsub.up:
                    log.warning("no own message arrives: connecting again")
                    self._heard[process] = now
                    self._pubsub.reconnect()

    def _is_in_trouble(self, now: float) -> bool:
        return not self._pubsub.up or now < self._trouble_until

    async def _check(self) -> None:
        """Find the tables of which the database has more events."""
        self._checked_at = time.monotonic()
        tables = list(self._tables)
        try:
            for i in range(0, len(tables), _TABLES_AT_ONCE):
                for table, seq in (await self._repository.last_seqs(tables[i : i + _TABLES_AT_ONCE])).items():
                    loaded = self._tables.get(table)
                    if loaded is not None and seq > loaded.state.seq:
                        self._on_event(loaded)
        except StorageError:
            self._checked_at = 0.0  # again as soon as the database answers
