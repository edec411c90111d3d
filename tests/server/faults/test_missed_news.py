"""News that come to a process just while it reads are not missed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from kingdom_builder.server.fanout import Alone, Listener
from kingdom_builder.server.hosting import create_table
from kingdom_builder.server.house import House
from kingdom_builder.server.messages import Chat, NewTable
from kingdom_builder.server.playing import chat
from kingdom_builder.store.database import Database
from kingdom_builder.store.games import Games, StoredEntry
from tests.server.client import ME, new_id


class Call(Alone):
    """A way between two processes that takes no time."""

    def __init__(self) -> None:
        self.others: list[Listener] = []
        self._listener: Listener

    async def start(self, listener: Listener) -> None:
        self._listener = listener

    def publish(self, news: dict[str, Any]) -> None:
        for other in self.others:
            other(news)

    def hear(self, news: dict[str, Any]) -> None:
        self._listener(news)


class SlowReader(Games):
    """Games read over a slow line: what happens meanwhile happens after the database has answered."""

    meanwhile: Callable[[], Any] | None = None

    async def entries_after(self, game: str, number: int) -> list[StoredEntry]:
        found = await super().entries_after(game, number)
        if self.meanwhile is not None:
            happens, self.meanwhile = self.meanwhile, None
            await happens()
        return found


def test_an_entry_that_is_told_of_while_the_last_one_is_read_is_shown_too(new_database):
    asyncio.run(_tell_while_reading(new_database("postgresql"), loading=False))


def test_an_entry_that_is_told_of_while_the_table_is_loaded_is_shown_too(new_database):
    asyncio.run(_tell_while_reading(new_database("postgresql"), loading=True))


async def _tell_while_reading(address: str, *, loading: bool) -> None:
    databases = Database(address), Database(address)
    for database in databases:
        await database.open()
    calls = Call(), Call()
    calls[0].others.append(calls[1].hear)
    slow = SlowReader(databases[1])
    here, there = House(Games(databases[0]), calls[0]), House(slow, calls[1])
    try:
        for house in (here, there):
            await house.open()
        table = await create_table(here, "ada", NewTable.model_validate({"seats": [ME, ME]}))

        async def say() -> int:
            return await chat(here, table, 0, Chat(id=new_id(), text="Hello"))

        if not loading:
            await there.table(table.table.id)
        slow.meanwhile = say
        if not loading:
            await say()
        other = await there.table(table.table.id)
        async with asyncio.timeout(10):
            while other.table.number < table.table.number or slow.meanwhile is not None:
                await asyncio.sleep(0.01)
        assert other.table.number == table.table.number == (3 if loading else 4)
    finally:
        for house in (here, there):
            await house.close()
        for database in databases:
            await database.close()
