"""The house: all tables in memory, and the one door through which everything that happens at a table goes.

A wish is checked against the table as it is, stored, and only then shown. The database's keys settle races between
processes: who loses one reads what has happened and is asked again whether the wish still makes sense.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import structlog
from sqlalchemy import Executable

from kingdom_builder.engine.game import Game
from kingdom_builder.engine.turn import IllegalAnswer
from kingdom_builder.formats.record import RULES_VERSION
from kingdom_builder.server import metrics
from kingdom_builder.server.fanout import Fanout
from kingdom_builder.server.refusals import Refused, not_found, unavailable
from kingdom_builder.server.security.codes import new_id
from kingdom_builder.server.showing import reason_facts
from kingdom_builder.server.table import OVER, SEAT_KINDS, Table
from kingdom_builder.server.viewers import Live, Viewer
from kingdom_builder.store.games import Games, StoredEntry, game_change
from kingdom_builder.store.writer import StorageError

BOT_GRACE = 5.0
"""Seconds after which another process takes over what a process that has gone should have done."""

_ATTEMPTS = 20
log = structlog.get_logger()


@dataclass
class Decision:
    """A wish that the table allows: the entry it becomes and the changes that go with it."""

    kind: str
    seat: int | None = None
    value: Any = None
    also: tuple[Executable, ...] = ()


Decide = Callable[[Table], Decision]
"""Looks at the table as it is and says what the wish becomes, or raises Refused."""


class House:
    """All the tables of this process."""

    def __init__(self, games: Games, fanout: Fanout) -> None:
        """Keep house; `open` begins to hear from other processes."""
        self.games = games
        self.fanout = fanout
        self.tables: dict[str, Live] = {}
        self.when_changed: Callable[[Live], None] = lambda live: None
        """Called when something has happened at a table here, or one has come into memory."""
        self._process = new_id()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._looking: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin."""
        await self.fanout.start(self._hear)

    async def close(self) -> None:
        """Hear no more."""
        await self.fanout.stop()
        for task in self._looking:
            task.cancel()
        await asyncio.gather(*self._looking, return_exceptions=True)

    async def table(self, game: str) -> Live:
        """Return a table; Refused if there is none."""
        live = self.tables.get(game)
        if live is None:
            loading = self._loading.get(game)
            if loading is None:
                loading = self._loading[game] = asyncio.create_task(self._load(game))
                loading.add_done_callback(lambda _: self._loading.pop(game, None))
            live = await asyncio.shield(loading)
        live.used_at = time.monotonic()
        if not self.fanout.up:
            live.behind = True  # nobody tells what other processes do, so the database is asked
        if live.behind:
            async with live.lock:
                if live.behind:
                    await self._catch_up(live)
        return live

    async def by_code(self, *, invite: str | None = None, watch: str | None = None) -> Live:
        """Return the table that a link leads to."""
        game = await _stored(self.games.find(invite=invite, watch=watch))
        if game is None:
            raise not_found()
        return await self.table(game)

    async def commit(
        self, live: Live, decide: Decide, *, by: str, seat: int | None = None, message_id: str | None = None
    ) -> int:
        """Make a wish come true: check, store, show. Returns its number; Refused if the table does not allow it.

        A message that has come before, by the same seat, is not done again: its number is returned.
        """
        begun = time.perf_counter()
        try:
            async with live.lock:
                number = await self._commit(live, decide, by, seat, message_id)
        except Refused as refusal:
            metrics.refusals.labels(refusal.code).inc()
            raise
        metrics.entry_seconds.observe(time.perf_counter() - begun)
        self.when_changed(live)
        return number

    async def _commit(self, live: Live, decide: Decide, by: str, seat: int | None, message_id: str | None) -> int:
        for _ in range(_ATTEMPTS):
            if live.behind:
                await self._catch_up(live)
            table = live.table
            if message_id is not None and (number := table.number_of(message_id)) is not None:
                if table.entries[number - 1].seat != seat:
                    raise Refused("id_taken", "Another player has used this id: choose ids at random.")
                return number
            decision = decide(table)
            entry = StoredEntry(
                table.number + 1, decision.kind, decision.seat, by, decision.value, message_id, time.time()
            )
            try:
                game = table.after(entry)
            except IllegalAnswer as error:
                raise Refused("illegal", f"{error}", reason=reason_facts(error.reason)) from None
            also = (*decision.also, *_row_changes(table, game, decision))
            looks = live.looks
            live.behind = True  # until this is known to be stored: a lost connection leaves it open
            try:
                stored = await self.games.append(table.id, entry, *also)
            except StorageError as error:
                metrics.storage_failures.inc()
                log.error("not stored", table=table.id, reason=str(error))
                raise unavailable() from error
            if stored:
                await self._take_in(live, [entry], game)
                live.behind = live.looks != looks
                live.own_number = entry.number
                metrics.entries.labels(entry.kind, by).inc()
                self.fanout.publish({"table": table.id, "number": entry.number, "from": self._process})
                return entry.number
        raise unavailable()

    async def _take_in(self, live: Live, entries: list[StoredEntry], game: Game | None = None) -> None:
        """Show what is stored."""
        kinds = {entry.kind for entry in entries}
        if kinds & SEAT_KINDS:
            await self._refresh(live)
            game = None  # beginning may have brought another set-up
        for entry in entries:
            live.table.apply(entry, game)
        live.applied_at = time.monotonic()
        live.tell(table=bool(kinds & SEAT_KINDS), keys=bool(kinds & {"revoked", "moved", "keys"}))

    async def _refresh(self, live: Live) -> None:
        stored = await _stored(self.games.load(live.table.id))
        if stored is not None:
            live.table.refresh(stored, await _stored(self.games.seats_of(live.table.id)))

    async def _catch_up(self, live: Live) -> None:
        """Read what this process has not seen yet."""
        looks = live.looks
        entries = await _stored(self.games.entries_after(live.table.id, live.table.number))
        if entries:
            await self._take_in(live, entries)
        live.behind = live.looks != looks

    async def _load(self, game: str) -> Live:
        stored = await _stored(self.games.load(game))
        if stored is None:
            raise not_found()
        if stored.rules != RULES_VERSION:
            raise Refused(
                "other_rules",
                f"This game was begun under version {stored.rules} of the rules; this server plays version "
                f"{RULES_VERSION}.",
            )
        seats = await _stored(self.games.seats_of(game))
        entries = await _stored(self.games.entries_after(game, 0))
        try:
            live = Live(Table(stored, seats, entries))
        except ValueError as error:
            log.error("table cannot be read", table=game, reason=str(error))
            raise Refused(
                "unreadable", "This game cannot be read: a section of its board may be missing here."
            ) from error
        live.behind = True  # news that came while it was read have found no table to wake
        self.tables[game] = live
        metrics.tables.set(len(self.tables))
        self.when_changed(live)
        return live

    def enter(self, live: Live, viewer: Viewer) -> None:
        """Somebody begins to look at a table."""
        live.viewers.add(viewer)
        self._presence_changed(live)

    def leave(self, live: Live, viewer: Viewer) -> None:
        """Somebody looks no longer."""
        live.viewers.discard(viewer)
        live.used_at = time.monotonic()
        self._presence_changed(live)

    def forget(self, live: Live) -> None:
        """Let a table leave memory."""
        del self.tables[live.table.id]
        metrics.tables.set(len(self.tables))

    def look_again(self, live: Live) -> None:
        """Ask the database what has happened at a table, and tell others who looks at it here."""
        self._look(live)
        self._publish_presence(live)

    def _presence_changed(self, live: Live) -> None:
        live.tell(table=True)
        self._publish_presence(live)

    def _publish_presence(self, live: Live) -> None:
        seats, watchers = live.present_here()
        news = {"table": live.table.id, "seats": sorted(seats), "watchers": watchers, "from": self._process}
        self.fanout.publish(news)

    def _hear(self, news: dict[str, Any]) -> None:
        """Another process has something to tell."""
        live = self.tables.get(str(news.get("table")))
        sender = str(news.get("from"))
        if live is None or sender == self._process:
            return
        if "number" in news:
            if news["number"] > live.table.number:
                self._look(live)
        elif "seats" in news:
            before = live.present()
            live.elsewhere[sender] = (frozenset(news["seats"]), int(news["watchers"]), time.monotonic())
            if live.present() != before:
                live.tell(table=True)

    def _look(self, live: Live) -> None:
        live.behind = True
        live.looks += 1

        async def look() -> None:
            async with live.lock:
                if live.behind:
                    await self._catch_up(live)

        task = asyncio.create_task(look())
        self._looking.add(task)
        task.add_done_callback(self._looked)

    def _looked(self, task: asyncio.Task[None]) -> None:
        self._looking.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, Refused):
            log.error("table cannot be followed", reason=f"{type(error).__name__}: {error}")


def _row_changes(table: Table, after: Game, decision: Decision) -> tuple[Executable, ...]:
    """Return what an entry changes in the game's row: that it is over, or when the server must look again."""
    before = table.game
    if after.over and after is not before:
        return (game_change(table.id, status=OVER, wake_at=None),)
    if decision.kind not in ("answer", "undo") or (after.turn, after.to_play) == (before.turn, before.to_play):
        return ()
    seat = after.to_play
    assert seat is not None
    if table.seats[seat].kind == "bot":
        return (game_change(table.id, wake_at=time.time() + BOT_GRACE),)
    limit = table.stored.options["reaction_seconds" if table.reacting(after) else "turn_seconds"]
    return (game_change(table.id, wake_at=None if limit is None else time.time() + limit),)


async def _stored(question: Any) -> Any:
    """Ask the database; its troubles become a refusal."""
    try:
        return await question
    except StorageError as error:
        raise unavailable() from error
