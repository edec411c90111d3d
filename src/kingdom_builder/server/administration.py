"""Carries out the operator's orders in this process: closes tables, applies bans, tells people, drains and stops."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import structlog

from kingdom_builder.server.host import TableHost
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.moderation import Moderation
from kingdom_builder.server.uptime import Uptime
from kingdom_builder.store.errors import StorageError
from kingdom_builder.store.orders import Order, OrderKind, OrderLog
from kingdom_builder.table.commands import CloseTable
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import Actor, SeatKind, TableStatus
from kingdom_builder.table.responses import Notice

READ_SECONDS = 1.0
"""How often a process reads new orders."""

log = structlog.get_logger()


class Administration:
    """The operator's orders, as this process knows them."""

    def __init__(self, orders: OrderLog, host: TableHost, uptime: Uptime, stop: Callable[[], None]) -> None:
        """Prepare; `stop` stops the server when it has drained."""
        self.moderation = Moderation()
        self._orders = orders
        self._host = host
        self._uptime = uptime
        self._stop = stop
        self._last = 0
        self._shown: Notice | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def notice(self) -> Notice | None:
        """What everybody is told now."""
        return self._shown

    async def start(self) -> None:
        """Apply the orders so far, without those that were for the servers before, and read new ones from now on."""
        for order in await self._orders.after(0):
            self._last = order.id
            if order.kind is not OrderKind.DRAIN:
                self.moderation.apply(order)
        self._shown = self.moderation.notice(time.time())
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Read no more orders."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(READ_SECONDS)
            try:
                await self._read()
                ends = self.moderation.drained_at
                if ends is not None and await self._is_drained(ends):
                    log.info("drained")
                    self._stop()
                    return
            except StorageError:
                continue  # the orders stay in the database
            except Exception as error:
                log.error("will try again", work="orders", reason=f"{type(error).__name__}: {error}")

    async def _read(self) -> None:
        for order in await self._orders.after(self._last):
            await self._carry_out(order)
            self._last = order.id
        notice = self.moderation.notice(time.time())
        if notice != self._shown:
            self._shown = notice
            self._wake_everybody()

    async def _carry_out(self, order: Order) -> None:
        log.info("order", kind=order.kind.value, number=order.id)
        self.moderation.apply(order)
        if order.kind is OrderKind.CLOSE and order.result is None:
            await self._orders.finish(order.id, await self._close(order))
        elif order.kind is OrderKind.BAN:
            self._wake_everybody(access=True)
        elif order.kind is OrderKind.DRAIN:
            self._host.draining = True
            self._uptime.drain()

    async def _close(self, order: Order) -> str:
        """Close a table; return "closed", or why it cannot be closed. Several processes do it once."""
        try:
            loaded = await self._host.get(order.value["table"])
            # No client can use this id: theirs have no colon.
            await self._host.submit(loaded, CloseTable(by=Actor.OPERATOR, message_id=f"order:{order.id}", person=None))
        except Rejected as rejected:
            return rejected.message
        return "closed"

    async def _is_drained(self, ends: float) -> bool:
        """Record how many turns are in progress here; return whether there are none in all processes, or it is late."""
        await self._uptime.record_turns(sum(map(_has_turn, list(self._host.tables.values()))))
        return time.time() >= ends or await self._uptime.no_turns_anywhere()

    def _wake_everybody(self, *, access: bool = False) -> None:
        for loaded in list(self._host.tables.values()):
            loaded.subscribers.notify(access=access)


def _has_turn(loaded: LoadedTable) -> bool:
    """Return whether somebody connected to this process waits for the end of a turn that has begun."""
    state = loaded.state
    seat = state.game.to_play
    if state.status is not TableStatus.PLAYING or seat is None or not state.turn_has_begun:
        return False
    seats, watchers = loaded.presence.here()
    return seat in seats if state.seats[seat].kind is SeatKind.PERSON else bool(seats or watchers)
