"""Unfinished games of two people in a database, for a server that starts with them."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.server.clock import ServerClock
from kingdom_builder.server.security.codes import hash_of, new_code, new_id, new_secret
from kingdom_builder.server.security.cookies import issued_value
from kingdom_builder.store.cookie_keys import read_keys
from kingdom_builder.store.database import Database
from kingdom_builder.store.event_log import event_row
from kingdom_builder.store.projection import new_rows
from kingdom_builder.store.schema import events, games, seats
from kingdom_builder.table.commands import Answer, CreateTable, StartIfFull
from kingdom_builder.table.decide import decide, decide_creation
from kingdom_builder.table.evolve import evolve, initial_state
from kingdom_builder.table.options import SetupOptions
from kingdom_builder.table.seats import person_seat
from kingdom_builder.table.state import TableOptions


@dataclass(frozen=True)
class Invited:
    """A game in the database: its links, and the cookies of its two players."""

    id: str
    watch: str
    cookies: tuple[str, str]


async def fill(url: str, count: int, seed: int) -> list[Invited]:
    """Write unfinished games of two people into a database that no server uses."""
    database = Database(url)
    await database.open()
    try:
        chance = random.Random(seed)
        copies = [_new_game(chance) for _ in range(count)]

        async def work(connection: AsyncConnection) -> None:
            for kind in (games, seats, events):
                await connection.execute(insert(kind), [row for rows, _ in copies for row in rows[kind.name]])

        await database.event_log.run(work)
        key = (await read_keys(database)).keys[0]
        return [
            replace(invited, cookies=(issued_value(key, invited.cookies[0]), issued_value(key, invited.cookies[1])))
            for _, invited in copies
        ]
    finally:
        await database.close()


def _new_game(chance: random.Random) -> tuple[dict[str, list[dict[str, Any]]], Invited]:
    """Return the rows of a game of two people with random answers."""
    cookies = (new_secret(), new_secret())
    people = [hash_of(cookie) for cookie in cookies]
    at = ServerClock().now()
    command = CreateTable(
        table=new_id(),
        invite=new_code(),
        watch=new_code(),
        person=people[0],
        seats=tuple(person_seat(number, person, "") for number, person in enumerate(people)),
        options=TableOptions(
            setup=SetupOptions(), start_when_full=True, running_score=True, turn_seconds=None, reaction_seconds=60
        ),
        listed=False,
        seed=chance.getrandbits(32),
        deck_seed=chance.getrandbits(128),
    )
    history = [decide_creation(command, at)]
    state = initial_state(history[0], at)
    history.append(decide(state, StartIfFull(), at))
    started = state = evolve(state, history[-1], at)
    while state.game.to_play is not None:
        answer = chance.choice(state.game.legal_answers())
        history.append(decide(state, Answer(seat=state.game.to_play, seen_seq=state.seq, answer=answer), at))
        state = evolve(state, history[-1], at)
    game, sitting = new_rows(started, at)
    rows = {
        games.name: [game],
        seats.name: sitting,
        events.name: [event_row(state.id, event) for event in history[: chance.randrange(2, len(history))]],
    }
    return rows, Invited(state.id, state.watch, cookies)
