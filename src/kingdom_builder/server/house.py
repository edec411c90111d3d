"""The house: all tables in memory, and the one door through which everything that happens at a table goes.

A wish is checked against the table as it is, stored, and only then shown. The database's keys settle races between
processes: who loses one reads what has happened and is asked again whether the wish still makes sense.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import structlog
from sqlalchemy import Executable

from kingdom_builder.game.answers import PASS
from kingdom_builder.game.game import Game
from kingdom_builder.game.record import RULES_VERSION
from kingdom_builder.game.turn import IllegalAnswer
from kingdom_builder.server import metrics
from kingdom_builder.server.codes import new_id
from kingdom_builder.server.fanout import Fanout
from kingdom_builder.server.pool import Pool
from kingdom_builder.server.refusals import Refused, not_found, unavailable
from kingdom_builder.server.showing import public_json, reason_facts, setup_json, table_facts
from kingdom_builder.server.table import ARCHIVED, BOT, CLOCK, OPEN, OVER, PLAYING, SEAT_KINDS, Table
from kingdom_builder.store.games import Games, StoredEntry, game_change
from kingdom_builder.store.writer import StorageError

BOT_GRACE = 5.0
"""Seconds after which another process takes over what a process that has gone should have done."""

IDLE_SECONDS = 300.0
"""A table at which nobody has looked for so long leaves memory."""

PRESENCE_SECONDS = 30.0
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
    behind: bool = False
    """Whether the database may know more than this."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    driver: asyncio.Task[None] | None = None
    used_at: float = field(default_factory=time.monotonic)
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


class House:
    """All the tables of this process."""

    def __init__(self, games: Games, pool: Pool, fanout: Fanout, *, alone: bool, archive_days: float) -> None:
        """Keep house; `alone` says that no other process has the same games."""
        self.games = games
        self.pool = pool
        self.fanout = fanout
        self.process = new_id()
        self._alone = alone
        self._archive_days = archive_days
        self._tables: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._watch: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin: hear from other processes, and look after clocks and bots."""
        await self.fanout.start(self._hear)
        for look, seconds in ((self._look_after_tables, 1.0), (self._archive, 3600.0)):
            self._watch.append(asyncio.create_task(_repeat(look, seconds)))
        if not self._alone:
            self._watch.append(asyncio.create_task(_repeat(self._look_for_news, 1.0)))

    async def close(self) -> None:
        """Stop looking after anything."""
        for task in (*self._watch, *self._tasks):
            task.cancel()
        await asyncio.gather(*self._watch, *self._tasks, return_exceptions=True)
        await self.fanout.stop()

    async def table(self, game: str) -> Live:
        """Return a table; Refused if there is none."""
        live = self._tables.get(game)
        if live is None:
            loading = self._loading.get(game)
            if loading is None:
                loading = self._loading[game] = asyncio.create_task(self._load(game))
                loading.add_done_callback(lambda _: self._loading.pop(game, None))
            live = await asyncio.shield(loading)
        live.used_at = time.monotonic()
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
        self._drive(live)
        return number

    async def _commit(self, live: Live, decide: Decide, by: str, seat: int | None, message_id: str | None) -> int:
        for _ in range(_ATTEMPTS):
            if live.behind:
                await self._catch_up(live)
            table = live.table
            if message_id is not None and (number := table.number_of(message_id)) is not None:
                if table.entries[number - 1].stored.seat != seat:
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
            live.behind = True  # until this is known to be stored: a lost connection leaves it open
            try:
                stored = await self.games.append(table.id, entry, *also)
            except StorageError as error:
                metrics.storage_failures.inc()
                log.error("not stored", table=table.id, reason=str(error))
                raise unavailable() from error
            if stored:
                await self._take_in(live, [entry], game)
                live.behind = False
                metrics.entries.labels(entry.kind, by).inc()
                self.fanout.publish({"table": table.id, "number": entry.number, "from": self.process})
                return entry.number
        raise unavailable()

    async def _take_in(self, live: Live, entries: list[StoredEntry], game: Game | None = None) -> None:
        """Show what is stored."""
        table = live.table
        for entry in entries:
            if entry.kind == "started":
                # The set-up may be new, and the entry begins the game with it.
                await self._refresh(live)
                game = None
            table.apply(entry, game)
        kinds = {entry.kind for entry in entries}
        if kinds & SEAT_KINDS:
            await self._refresh(live)
        live.applied_at = time.monotonic()
        live.tell(table=bool(kinds & SEAT_KINDS), keys=bool(kinds & {"revoked", "moved", "keys"}))

    async def _refresh(self, live: Live) -> None:
        stored = await _stored(self.games.load(live.table.id))
        if stored is not None:
            live.table.refresh(stored, await _stored(self.games.seats_of(live.table.id)))

    async def _catch_up(self, live: Live) -> None:
        """Read what this process has not seen yet."""
        entries = await _stored(self.games.entries_after(live.table.id, live.table.number))
        if entries:
            await self._take_in(live, entries)
        live.behind = False

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
        if self._alone:
            self._drive(live)
        self._tables[game] = live
        metrics.tables.set(len(self._tables))
        return live

    # Who looks

    def enter(self, live: Live, viewer: Viewer) -> None:
        """Somebody begins to look at a table."""
        live.viewers.add(viewer)
        self._presence_changed(live)

    def leave(self, live: Live, viewer: Viewer) -> None:
        """Somebody looks no longer."""
        live.viewers.discard(viewer)
        live.used_at = time.monotonic()
        self._presence_changed(live)

    def everybody(self) -> list[Viewer]:
        """Return all who look at any table."""
        return [viewer for live in self._tables.values() for viewer in live.viewers]

    def _presence_changed(self, live: Live) -> None:
        live.tell(table=True)
        self._publish_presence(live)

    def _publish_presence(self, live: Live) -> None:
        seats, watchers = live.present_here()
        news = {"table": live.table.id, "seats": sorted(seats), "watchers": watchers, "from": self.process}
        self.fanout.publish(news)

    def _hear(self, news: dict[str, Any]) -> None:
        """Another process has something to tell."""
        live = self._tables.get(str(news.get("table")))
        sender = str(news.get("from"))
        if live is None or sender == self.process:
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

        async def look() -> None:
            async with live.lock:
                if live.behind:
                    await self._catch_up(live)

        self._spawn(look())

    # What the server does by itself

    def _drive(self, live: Live) -> None:
        """Do what is to be done at a table: bots' answers, passes, the end of somebody's time."""
        duty = live.table.duty()
        if duty is not None and duty.wait <= 0 and (live.driver is None or live.driver.done()):
            live.driver = self._spawn(self._do_duties(live))

    async def _do_duties(self, live: Live) -> None:
        while (duty := live.table.duty()) is not None and duty.wait <= 0:
            seat, at = duty.seat, live.table.changed
            if duty.kind == "bot":
                answer = await self.pool.answer(live.table.game.view(seat), duty.level)
                decide = _server_answer(seat, at, answer)
                by = BOT if live.table.seats[seat].kind == "bot" else CLOCK
            elif duty.kind == "pass":
                decide, by = _server_answer(seat, at, PASS), CLOCK
            else:
                decide, by = _time_is_up(seat, at), CLOCK
            try:
                await self.commit(live, decide, by=by)
            except Refused as refusal:
                # Stale: somebody was faster, or took something back. Unavailable: the database will come back.
                await asyncio.sleep(0 if refusal.code == "stale" else 1.0)

    async def _look_after_tables(self) -> None:
        """Once a second: clocks that have run out, bots whose process has gone, tables nobody looks at."""
        now = time.monotonic()
        for live in list(self._tables.values()):
            duty = live.table.duty()
            if duty is not None and duty.wait <= 0:
                # What another process has just shown to be due, that process does.
                mine = self._alone or duty.kind == "timeout" or now - live.applied_at > BOT_GRACE
                if mine:
                    self._drive(live)
            resting = live.driver is None or live.driver.done()
            if not live.viewers and resting and not live.lock.locked() and now - live.used_at > IDLE_SECONDS:
                del self._tables[live.table.id]
        metrics.tables.set(len(self._tables))
        for game in await self.games.due(time.time(), limit=500):
            if game not in self._tables:
                try:
                    self._drive(await self.table(game))
                except Refused as refusal:
                    log.warning("table cannot be opened", table=game, reason=refusal.message)

    async def _look_for_news(self) -> None:
        """Where news from other processes may have been lost, ask the database."""
        now = time.monotonic()
        for live in list(self._tables.values()):
            if live.viewers and (not self.fanout.up or now - live.looked_at > BOT_GRACE):
                live.looked_at = now
                self._look(live)
                self._publish_presence(live)

    async def _archive(self) -> None:
        """Put away the games at which nothing has happened for long; they can be taken up again."""
        moment = time.time() - self._archive_days * 24 * 60 * 60
        for game in await self.games.idle_since(moment, limit=500):
            live = await self.table(game)
            if not live.present()[0]:
                await self.commit(live, _put_away, by=CLOCK)

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, Refused):
            log.error("task failed", reason=f"{type(error).__name__}: {error}")


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


def _server_answer(seat: int, at: int, answer: int) -> Decide:
    def decide(table: Table) -> Decision:
        if table.changed != at or table.status != PLAYING:
            raise Refused("stale", "Something else has happened meanwhile.")
        return Decision("answer", seat, answer)

    return decide


def _time_is_up(seat: int, at: int) -> Decide:
    def decide(table: Table) -> Decision:
        duty = table.duty()
        if table.changed != at or duty is None or duty.kind != "timeout" or duty.seat != seat or duty.wait > 0:
            raise Refused("stale", "Something else has happened meanwhile.")
        return Decision("timeout", seat)

    return decide


def _put_away(table: Table) -> Decision:
    if table.status not in (OPEN, PLAYING):
        raise Refused("stale", "Something else has happened meanwhile.")
    return Decision("archived", also=(game_change(table.id, status=ARCHIVED, wake_at=None),))


async def _stored(question: Any) -> Any:
    """Ask the database; its troubles become a refusal."""
    try:
        return await question
    except StorageError as error:
        raise unavailable() from error


async def _repeat(work: Callable[[], Any], seconds: float) -> None:
    """Do something again and again; a trouble is logged and does not end it."""
    while True:
        try:
            await work()
        except (StorageError, Refused) as error:
            log.warning("will try again", work=work.__name__, reason=str(error))
        except Exception as error:
            log.error("will try again", work=work.__name__, reason=f"{type(error).__name__}: {error}")
        await asyncio.sleep(seconds)
