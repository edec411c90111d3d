"""What the server does at tables by itself: bots' answers, clocks that run out, games that nobody plays.

With several processes on one database, what a move makes due is done by the process that took the move; the others step
in when nothing has come of it for a while.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from kingdom_builder.engine.answers import PASS
from kingdom_builder.server.house import BOT_GRACE, Decide, Decision, House
from kingdom_builder.server.pool import Pool
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.table import ARCHIVED, BOT, CLOCK, OPEN, PLAYING, Table
from kingdom_builder.server.viewers import Live
from kingdom_builder.store.games import game_change
from kingdom_builder.store.writer import StorageError

IDLE_SECONDS = 300.0
"""A table at which nobody has looked for so long leaves memory."""

DAY = 24 * 60 * 60
log = structlog.get_logger()


class Caretaker:
    """Looks after the tables of a house."""

    def __init__(self, house: House, pool: Pool, *, alone: bool, archive_days: float) -> None:
        """Take care; `alone` says that no other process has the same games."""
        self._house = house
        self._pool = pool
        self._alone = alone
        self._archive_after = archive_days * DAY
        self._tasks: set[asyncio.Task[None]] = set()
        # As many bots as can think at once, and one whose answer is being stored: the others wait, and people do not.
        self._bots = asyncio.Semaphore(pool.workers + 1)

    def start(self) -> None:
        """Begin, with what was left undone when the last server stopped."""
        self._house.when_changed = self._changed
        self._spawn(_repeat(self._look_after_tables, 1.0))
        self._spawn(_repeat(self._put_away_idle_games, 3600.0))
        if not self._alone:
            self._spawn(_repeat(self._look_for_news, 1.0))

    async def stop(self) -> None:
        """Stop in the middle of whatever is being done: it is taken up again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _changed(self, live: Live) -> None:
        """Do at once what this process's own move has made due, or what is due where there is no other process."""
        if self._alone or live.table.number == live.own_number:
            self._drive(live)

    def _drive(self, live: Live) -> None:
        duty = live.table.duty()
        if duty is not None and duty.wait <= 0 and (live.driver is None or live.driver.done()):
            live.driver = self._spawn(self._do_duties(live))

    async def _do_duties(self, live: Live) -> None:
        while (duty := live.table.duty()) is not None and duty.wait <= 0:
            try:
                if duty.kind == "bot":
                    async with self._bots:
                        await self._let_bot_answer(live)
                elif duty.kind == "pass":
                    await self._house.commit(live, _answer(duty.seat, live.table.changed, PASS), by=CLOCK)
                else:
                    await self._house.commit(live, _time_is_up(duty.seat, live.table.changed), by=CLOCK)
            except Refused as refusal:
                # Stale: somebody was faster, or took something back. Unavailable: the database will come back.
                await asyncio.sleep(0 if refusal.code == "stale" else 1.0)

    async def _let_bot_answer(self, live: Live) -> None:
        """Ask a bot, if it is still its turn after the wait for one, and play what it has planned."""
        duty = live.table.duty()
        if duty is None or duty.kind != "bot":
            return
        at = live.table.changed
        answers = await self._pool.turn(live.table.game.view(duty.seat), duty.level)
        by = BOT if live.table.seats[duty.seat].kind == "bot" else CLOCK
        for answer in answers:
            at = await self._house.commit(live, _answer(duty.seat, at, answer), by=by)

    async def _look_after_tables(self) -> None:
        """Find clocks that have run out, bots whose process has gone, tables at which nobody looks."""
        now = time.monotonic()
        for live in list(self._house.tables.values()):
            duty = live.table.duty()
            if duty is not None and duty.wait <= 0:
                if self._alone or duty.kind == "timeout" or now - live.applied_at > BOT_GRACE:
                    self._drive(live)
            elif not live.viewers and not live.waiting and not live.lock.locked() and now - live.used_at > IDLE_SECONDS:
                self._house.forget(live)
        for game in await self._house.games.due(time.time(), limit=500):
            if game not in self._house.tables:
                try:
                    self._drive(await self._house.table(game))
                except Refused as refusal:
                    log.warning("table cannot be opened", table=game, reason=refusal.message)

    async def _look_for_news(self) -> None:
        """Where news from other processes may have been lost, ask the database."""
        now = time.monotonic()
        for live in list(self._house.tables.values()):
            if (live.viewers or live.waiting) and (not self._house.fanout.up or now - live.looked_at > BOT_GRACE):
                live.looked_at = now
                self._house.look_again(live)

    async def _put_away_idle_games(self) -> None:
        """Put away the games at which nothing has happened for long; they can be taken up again."""
        for game in await self._house.games.idle_since(time.time() - self._archive_after, limit=500):
            live = await self._house.table(game)
            if not live.present()[0]:
                await self._house.commit(live, _put_away, by=CLOCK)

    def _spawn(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("duty failed", reason=f"{type(error).__name__}: {error}")


def _answer(seat: int, at: int, answer: int) -> Decide:
    def decide(table: Table) -> Decision:
        if table.changed != at or table.status != PLAYING:
            raise _too_late()
        return Decision("answer", seat, answer)

    return decide


def _time_is_up(seat: int, at: int) -> Decide:
    def decide(table: Table) -> Decision:
        duty = table.duty()
        if table.changed != at or duty is None or duty.kind != "timeout" or duty.seat != seat or duty.wait > 0:
            raise _too_late()
        return Decision("timeout", seat)

    return decide


def _put_away(table: Table) -> Decision:
    if table.status not in (OPEN, PLAYING):
        raise _too_late()
    return Decision("archived", also=(game_change(table.id, status=ARCHIVED, wake_at=None),))


def _too_late() -> Refused:
    return Refused("stale", "Something else has happened meanwhile.")


async def _repeat(work: Callable[[], Awaitable[None]], seconds: float) -> None:
    """Do something again and again; a trouble is logged and does not end it."""
    while True:
        try:
            await work()
        except (StorageError, Refused) as error:
            log.warning("will try again", work=work.__name__, reason=str(error))
        except Exception as error:
            log.error("will try again", work=work.__name__, reason=f"{type(error).__name__}: {error}")
        await asyncio.sleep(seconds)
