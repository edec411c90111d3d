"""The turns of bots: at which tables they think, in which order, and how their answers are stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kingdom_builder.server.bots import Bots, Thinking
from kingdom_builder.server.daily import bot_search
from kingdom_builder.server.fair_queue import Ticket
from kingdom_builder.server.host import TableHost
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.table.commands import Answer
from kingdom_builder.table.events import Actor, SeatKind
from kingdom_builder.table.tasks import Task, TaskKind

DueTask = Callable[[LoadedTable], Task | None]


def may_think(loaded: LoadedTable) -> bool:
    """Return whether the bots of a table may think: a person has a seat, or somebody watches."""
    return not loaded.state.bots_only or loaded.presence.anybody()


class BotTurns:
    """The bots of all tables take turns: tables to which somebody is connected first, and no address starves others."""

    def __init__(self, host: TableHost, bots: Bots) -> None:
        """Play at the tables of a host."""
        self._host = host
        self._bots = bots
        self._waiting: dict[str, Ticket] = {}
        # While answers are stored, other bots think, but not so many that people wait for the database.
        self._storing = asyncio.Semaphore(bots.workers)

    async def play(self, loaded: LoadedTable, due_task: DueTask) -> None:
        """Ask a bot, if it still has to answer after the wait for a process, and store the answers it has planned."""
        ticket = self._waiting[loaded.id] = self._bots.enter(*_place(loaded))
        try:
            async with self._bots.process(ticket):
                del self._waiting[loaded.id]
                task = due_task(loaded)
                if task is None or task.kind is not TaskKind.BOT_TURN:
                    return
                seq = loaded.state.question_seq
                level, seed = bot_search(loaded.state, task.seat, task.level)
                answers = await self._bots.turn(loaded.state.game.view(task.seat), level, seed)
                await self._storing.acquire()
        finally:
            self._waiting.pop(loaded.id, None)
        try:
            by = Actor.BOT if loaded.state.seats[task.seat].kind is SeatKind.BOT else Actor.CLOCK
            for answer in answers:
                event = await self._host.submit(loaded, Answer(by=by, seat=task.seat, seen_seq=seq, answer=answer))
                seq = event.seq
        finally:
            self._storing.release()

    def on_presence(self, loaded: LoadedTable) -> None:
        """Give a turn that waits the place that it has now that somebody has come or left."""
        ticket = self._waiting.get(loaded.id)
        if ticket is not None:
            self._bots.move(ticket, *_place(loaded))


def _place(loaded: LoadedTable) -> tuple[Thinking, str]:
    """Return the lane of a table, and the group that shares it with others: the address of its viewers."""
    kind = Thinking.CONNECTED if loaded.presence.anybody() else Thinking.ABSENT
    return kind, loaded.subscribers.address or loaded.state.creator
