"""The last finished games of a person, as the statistics use them."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from kingdom_builder.engine.player import SETTLEMENTS
from kingdom_builder.server.background import Background
from kingdom_builder.server.host import TableHost
from kingdom_builder.server.reading import read
from kingdom_builder.statistics.observation import Observation, observe
from kingdom_builder.table.events import CreatedValue, Event
from kingdom_builder.table.fold import game_at

LAST_TABLES = 60
"""How many tables of a person are looked at; each game is replayed once, and what it was is kept for a while."""


async def own_games(
    host: TableHost, background: Background, person: str, address: str
) -> list[tuple[Observation, list[int]]]:
    """Return the finished games among the last tables of a person, with the person's seats.

    Games with other rules than the standard ones, or with a move that the present rules do not allow, do not count, nor
    do games that were played on from a turn of another game.
    """
    found = []
    for table, seats in (await read(host.repository.finished_of_person(person, LAST_TABLES))).items():

        async def make(table: str = table) -> bytes:
            events = await read(host.repository.events_after(table, 0))
            return await background.analyse(address, lambda: _observed(events))

        values = orjson.loads(await background.once(("observation", table), make))
        if values is not None:
            found.append((Observation.from_values(values), seats))
    return found


def _observed(events: Sequence[Event]) -> bytes:
    """Return the observation of a game as JSON, null if it does not count."""
    created: CreatedValue = events[0].value
    if created["options"].get("played_on", False):
        return b"null"
    try:
        game = game_at(events, len(events))
    except ValueError:  # a section of its board is missing here
        return b"null"
    counts = game.over and game.setup.settlements == SETTLEMENTS
    return orjson.dumps(observe(game).to_values() if counts else None)
