"""Steps 3 to 7 of a move: the tables of this process, and the only function that applies commands to them.

The database's key `(game, seq)` decides between processes: the one that comes second reads what has happened, and its
command is decided again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence

import structlog

from kingdom_builder.server import metrics
from kingdom_builder.server.clock import ServerClock
from kingdom_builder.server.errors import draining, not_found, unavailable
from kingdom_builder.server.exchange import Exchange
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.pubsub import PubSub
from kingdom_builder.server.reading import TableReader, read
from kingdom_builder.server.subscribers import Subscriber
from kingdom_builder.store.errors import StorageError
from kingdom_builder.store.event_log import Check, EventLog
from kingdom_builder.store.projection import AddCredential, CredentialChange
from kingdom_builder.store.repository import Repository
from kingdom_builder.table.commands import Answer, ChangeCredentials, Command, CreateTable
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import CHANGES_ACCESS, CHANGES_TABLE, Event, TableStatus
from kingdom_builder.table.steps import Step, creation_steps, decide_steps

_ATTEMPTS = 20
log = structlog.get_logger()


class TableHost:
    """All tables of this process that are in memory."""

    def __init__(self, repository: Repository, event_log: EventLog, pubsub: PubSub, clock: ServerClock) -> None:
        """Use a database; `open` subscribes to other processes."""
        self.repository = repository
        self.clock = clock
        self.pubsub = pubsub
        self.tables: dict[str, LoadedTable] = {}
        self.on_change: Callable[[LoadedTable], None] = lambda loaded: None
        """Called when this process has stored an event of a table or has loaded one."""
        self.on_presence: Callable[[LoadedTable], None] = lambda loaded: None
        """Called when somebody has come to a table or has left it, here or in another process."""
        self.draining = False
        """Whether the server stops soon: no table and no turn begins any more."""
        self.event_log = event_log
        self._exchange = Exchange(
            pubsub, repository, self.tables, on_event=self._start_refresh, on_presence=self._presence_elsewhere
        )
        self._loading: dict[str, asyncio.Task[LoadedTable]] = {}
        self._refreshing: set[asyncio.Task[None]] = set()
        self._reader = TableReader(repository, clock)

    async def open(self) -> None:
        """Subscribe to other processes."""
        await self._exchange.start()

    async def close(self) -> None:
        """Unsubscribe."""
        await self._exchange.stop()
        for task in self._refreshing:
            task.cancel()
        await asyncio.gather(*self._refreshing, return_exceptions=True)

    async def get(self, table: str, created: Sequence[Step] = ()) -> LoadedTable:
        """Return a table as it is now; Rejected if there is none. `created` are the steps that have just created it."""
        loaded = self.tables.get(table)
        if loaded is None:
            loading = self._loading.get(table)
            if loading is None:
                loading = self._loading[table] = asyncio.create_task(self._load(table, created))
                loading.add_done_callback(lambda _: self._loading.pop(table, None))
            loaded = await asyncio.shield(loading)
        loaded.used_at = time.monotonic()
        if not self.pubsub.up:
            loaded.stale = True  # without messages of other processes, read the database
        if loaded.stale:
            async with loaded.lock:
                if loaded.stale:
                    await self._catch_up(loaded)
        return loaded

    async def by_code(self, *, invite: str | None = None, watch: str | None = None) -> LoadedTable:
        """Return the table of an invite or a spectator link."""
        table = await read(self.repository.find(invite=invite, watch=watch))
        if table is None:
            raise not_found()
        return await self.get(table)

    async def create(
        self, command: CreateTable, credentials: Sequence[AddCredential] = (), waiting_check: Check | None = None
    ) -> LoadedTable:
        """Create a table and return it; if a table has its id already, return that one.

        `credentials` of its seats are added. It starts if it is full; `waiting_check` can forbid one that waits.
        """
        if self.draining:
            raise draining()
        at = self.clock.now()
        then = _recorded_changes(command, credentials)
        if command.answers:  # other tables do not wait for them
            steps = await asyncio.to_thread(creation_steps, command, then, at)
        else:
            steps = creation_steps(command, then, at)
        try:
            check = waiting_check if steps[-1].after.status is TableStatus.OPEN else None
            stored = await self.event_log.store(steps, at, credentials, check)
        except StorageError as error:
            raise _not_stored(command.table, error) from error
        return await self._get_created(steps) if stored else await self.get(command.table)

    async def submit(
        self,
        loaded: LoadedTable,
        command: Command,
        credentials: Callable[[Event], Sequence[CredentialChange]] = lambda event: (),
        new_table: CreateTable | None = None,
    ) -> Event:
        """Decide, store and publish a command; return its event. Rejected if the table does not allow it.

        A repeated message is not applied again: its event is returned. `credentials` says which ones change with the
        event. A full table starts. `new_table` is created. All of this is one transaction.
        """
        started = time.perf_counter()
        try:
            if self.draining and (new_table is not None or (isinstance(command, Answer) and self.is_paused(loaded))):
                raise draining()
            async with loaded.lock:
                event = await self._submit(loaded, command, credentials, new_table)
        except Rejected as rejected:
            metrics.rejections.labels(rejected.code).inc()
            raise
        metrics.event_seconds.observe(time.perf_counter() - started)
        self.on_change(loaded)
        return event

    def is_paused(self, loaded: LoadedTable) -> bool:
        """Return whether the next turn at a table waits until the server has stopped and is back."""
        return self.draining and not loaded.state.turn_has_begun

    async def postpone(self, table: str, seconds: float | None) -> None:
        """Record that the next task of a table is due in some seconds, not now as its row says; None if it has none."""
        now = time.time()
        try:
            await self.event_log.postpone(table, None if seconds is None else now + seconds, now)
        except StorageError as error:
            raise unavailable() from error

    async def set_active(self, times: Mapping[str, float]) -> None:
        """Record the time of the last event of some tables."""
        try:
            await self.event_log.set_active(times)
        except StorageError as error:
            raise unavailable() from error

    def enter(self, loaded: LoadedTable, subscriber: Subscriber) -> None:
        """Add a subscriber to a table."""
        loaded.subscribers.enter(subscriber)
        self._presence_changed(loaded)

    def leave(self, loaded: LoadedTable, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        loaded.subscribers.leave(subscriber)
        if subscriber.seat is not None:
            loaded.presence.record_leaving(subscriber.seat)
        loaded.used_at = time.monotonic()
        self._presence_changed(loaded)

    async def poll(self, loaded: LoadedTable, after: int, seconds: float, address: str) -> None:
        """Wait until a table has an event after a number, or until the time-out."""
        with loaded.subscribers.polled(address):
            self.on_presence(loaded)
            await loaded.subscribers.wait(lambda: loaded.state.seq > after, seconds)

    async def present_seats(self, loaded: LoadedTable) -> frozenset[int]:
        """Return the seats whose players are connected to any process; Rejected if the other processes do not hear."""
        if not await self._exchange.ask_presence(loaded):
            raise unavailable()
        return loaded.presence.everywhere()[0]

    def unload(self, loaded: LoadedTable) -> None:
        """Remove a table from memory."""
        del self.tables[loaded.id]
        self._exchange.forget(loaded.id)
        metrics.tables.set(len(self.tables))

    async def on_stored(self, table: str, seq: int) -> None:
        """Read an event that was stored without this host, and let the other processes do so."""
        self._exchange.publish_event(table, seq)
        loaded = self.tables.get(table)
        if loaded is not None:
            loaded.request_refresh()
            await self._refresh(loaded)

    async def _submit(
        self,
        loaded: LoadedTable,
        command: Command,
        credentials: Callable[[Event], Sequence[CredentialChange]],
        new_table: CreateTable | None,
    ) -> Event:
        for _ in range(_ATTEMPTS):
            if loaded.stale:
                await self._catch_up(loaded)
            repeated = loaded.event_of(command.message_id)
            if repeated is not None:
                if not command.is_from_sender_of(repeated, loaded.state):
                    raise Rejected("id_taken", "Another player has used this id: choose ids at random.")
                return repeated
            at = self.clock.now()
            before = loaded.state
            steps = decide_steps(before, [command], at)
            event = steps[0].event
            changes = credentials(event)
            recorded = _recorded_changes(command, changes)
            if recorded:
                steps = decide_steps(before, [command, *recorded], at)
            new_steps = [] if new_table is None else creation_steps(new_table, (), at)
            requests = loaded.refresh_requests
            loaded.stale = True  # until the stored events are read: after a lost connection the result is unknown
            try:
                if len(steps) + len(new_steps) == 1:
                    stored = await self.event_log.append(event, before, steps[0].after, at, changes)
                else:
                    stored = await self.event_log.store([*steps, *new_steps], at, changes)
            except StorageError as error:
                raise _not_stored(loaded.id, error) from error
            if stored:
                for step in steps:
                    loaded.apply(step.event, step.after)
                    metrics.count_event(step.event.kind, step.event.by)
                loaded.own_seq = loaded.state.seq
                loaded.stale = loaded.refresh_requests != requests
                # For a WebSocket nothing is awaited after this: it acknowledges a message before it sends its event.
                self._publish(loaded, [step.event for step in steps])
                self._exchange.publish_event(loaded.id, loaded.own_seq)
                if new_steps:
                    await self._get_created(new_steps)
                return event
        raise unavailable()

    async def _get_created(self, steps: Sequence[Step]) -> LoadedTable:
        """Load a table that this process has just created, and run its first task."""
        for event, _, _ in steps:
            metrics.count_event(event.kind, event.by)
        loaded = await self.get(steps[-1].after.id, steps)
        loaded.own_seq = max(loaded.own_seq, steps[-1].event.seq)
        self.on_change(loaded)
        return loaded

    async def _catch_up(self, loaded: LoadedTable) -> None:
        """Apply the events that this process does not have yet."""
        events = await self._reader.catch_up(loaded)
        if events:
            self._publish(loaded, events)

    def _publish(self, loaded: LoadedTable, events: Sequence[Event]) -> None:
        kinds = {event.kind for event in events}
        loaded.subscribers.notify(table=bool(kinds & CHANGES_TABLE), access=bool(kinds & CHANGES_ACCESS))

    async def _load(self, table: str, created: Sequence[Step]) -> LoadedTable:
        if created:
            loaded = self._reader.created(created, only_process=self.pubsub.alone)
        else:
            loaded = await self._reader.load(table)
        await self._exchange.follow(loaded)
        self.tables[table] = loaded
        metrics.tables.set(len(self.tables))
        self.on_change(loaded)
        return loaded

    def _presence_changed(self, loaded: LoadedTable) -> None:
        loaded.subscribers.notify(table=True)
        self._exchange.publish_presence(loaded)
        self.on_presence(loaded)

    def _presence_elsewhere(self, loaded: LoadedTable) -> None:
        """Show that somebody has come or gone in another process."""
        loaded.subscribers.notify(table=True)
        self.on_presence(loaded)

    def _start_refresh(self, loaded: LoadedTable) -> None:
        loaded.request_refresh()
        task = asyncio.create_task(self._refresh(loaded))
        self._refreshing.add(task)
        task.add_done_callback(self._refreshed)

    async def _refresh(self, loaded: LoadedTable) -> None:
        async with loaded.lock:
            if loaded.stale:
                await self._catch_up(loaded)

    def _refreshed(self, task: asyncio.Task[None]) -> None:
        self._refreshing.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, Rejected):
            log.error("table cannot be refreshed", reason=f"{type(error).__name__}: {error}")


def _recorded_changes(command: Command, changes: Sequence[CredentialChange]) -> list[ChangeCredentials]:
    """Return the commands that record changes of credentials, which come with another command, at their seats."""
    if not changes or isinstance(command, ChangeCredentials):
        return []
    seats = sorted({change.credential.seat for change in changes if isinstance(change, AddCredential)})
    return [ChangeCredentials(seat=seat, adding=True) for seat in seats]


def _not_stored(table: str, error: StorageError) -> Rejected:
    metrics.storage_failures.inc()
    log.error("not stored", table=table, reason=str(error))
    return unavailable()
