"""The daily challenge on a server: the table of a person and a day, hints that are recorded, and the day's results.

A person has one table for the challenge of a day. It counts if it was begun on that day; all others are practice. A
seat that is moved to another browser is the first attempt of both, and its result belongs to the one that holds it.
"""

from __future__ import annotations

import datetime
import secrets

from kingdom_builder.daily import BOT, BOT_LEVEL, BOT_SEAT, PLAYER_SEAT, Challenge, challenge_of, plan_seed, share_lines
from kingdom_builder.server.host import TableHost
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.lobby import table_id
from kingdom_builder.server.reading import read
from kingdom_builder.server.requests import DailyRequest
from kingdom_builder.server.security.auth import Person
from kingdom_builder.server.security.codes import new_code
from kingdom_builder.store.repository import DailyRow, DailyStanding, Participation
from kingdom_builder.table.commands import CreateTable, UseHint
from kingdom_builder.table.daily_messages import DailyOwnResult, DailyResult, DailyResults, DailyTableStatus
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import TableStatus
from kingdom_builder.table.options import SetupOptions
from kingdom_builder.table.seats import bot_seat, person_seat
from kingdom_builder.table.share import DailyNote
from kingdom_builder.table.state import DailyAttempt, TableOptions, TableState

SHOWN = 10
"""How many results of a day are listed."""

DAY_SECONDS = 24 * 60 * 60
MIDNIGHT_SECONDS = 60
"""How long it may take to create a table: it is in the challenge of the day of the request."""

UNFINISHED = (TableStatus.OPEN, TableStatus.PLAYING, TableStatus.ARCHIVED)


def first_table(person: str, day: datetime.date) -> str:
    """Return the id of the table of a person's first attempt at a challenge; it reveals nothing about the person."""
    return table_id(f"{person} daily {day.isoformat()}")


async def attempt(host: TableHost, person: str | None, day: datetime.date) -> Participation | None:
    """Return the table of a person's first attempt, also one that another browser has begun; None if there is none.

    Of several it is one whose seat the person holds, then one that the person has begun.
    """
    if person is None:
        return None
    begin = datetime.datetime.combine(day, datetime.time(), datetime.UTC).timestamp() - MIDNIGHT_SECONDS
    rows = await read(host.repository.created_between(begin, begin + DAY_SECONDS + 2 * MIDNIGHT_SECONDS, person))
    found = [row for row in rows if row.table == first_table(row.creator, day)]
    return max(found, key=lambda row: (row.holds, row.creator == person), default=None)


async def status_of_attempt(host: TableHost, person: str | None, day: datetime.date) -> DailyTableStatus | None:
    """Return the table of a person's first attempt at a challenge."""
    row = await attempt(host, person, day)
    return None if row is None else {"table": row.table, "seat": PLAYER_SEAT, "status": row.status}


def creation(person: Person, day: datetime.date, request: DailyRequest, *, practice: bool) -> CreateTable:
    """Return the command that creates the table of a challenge."""
    challenge = challenge_of(day)
    table = table_id(f"{person.id} {request.id}") if practice else first_table(person.id, day)
    options = TableOptions(
        setup=SetupOptions(
            sets=challenge.sets,
            sections=challenge.sections,
            cards=challenge.cards,
            start=challenge.start,
            of_sets={"tasks": challenge.tasks},
        ),
        start_when_full=True,
        running_score=True,
        turn_seconds=None,
        reaction_seconds=None,
        daily=DailyAttempt(day.isoformat(), challenge.number, practice),
    )
    return CreateTable(
        message_id=request.id,
        table=table,
        invite=new_code(),
        watch=new_code(),
        person=person.id,
        seats=(person_seat(PLAYER_SEAT, person.id, request.name), bot_seat(BOT_LEVEL)),
        options=options,
        listed=False,
        seed=challenge.seed,
        deck_seed=challenge.deck_seed,
    )


def check_practice(row: Participation | None, day: datetime.date, today: datetime.date) -> None:
    """Raise Rejected if a person must first play the attempt that counts: practice would show them its cards."""
    must_begin = row is None and day == today
    must_finish = row is not None and row.status in UNFINISHED
    if must_begin or must_finish:
        raise Rejected("first_attempt", "Finish your first attempt at this challenge before you practise.")


def bot_search(state: TableState, seat: int, level: str) -> tuple[str, int]:
    """Return the name of the bot that answers for a seat, and the seed of its search.

    The bot of a challenge plays the same on every server; elsewhere a bot has a new seed.
    """
    if state.options.daily is None or seat != BOT_SEAT:
        return level, secrets.randbits(32)
    challenge = challenge_of(datetime.date.fromisoformat(state.options.daily.day))
    return BOT, plan_seed(challenge, state.game.turn)


async def record_hint(host: TableHost, loaded: LoadedTable, seat: int) -> None:
    """Record that a person gets a hint in a challenge that counts, once."""
    daily = loaded.state.options.daily
    if daily is None or daily.practice or loaded.state.hinted:
        return
    try:
        await host.submit(loaded, UseHint(seat=seat))
    except Rejected as rejected:
        if rejected.code != "stale":
            raise


async def results(host: TableHost, day: datetime.date, person: str | None, *, today: datetime.date) -> DailyResults:
    """Return the results of a challenge, as a person sees them: games only after the own result or another day."""
    challenge, repository, text = challenge_of(day), host.repository, day.isoformat()
    counts = await read(repository.daily_counts(text))
    rows = await read(repository.daily_results(text, SHOWN))
    own = None if person is None else await read(repository.daily_result(text, person))
    return {
        "day": text,
        "number": challenge.number,
        "players": sum(counts.values()),
        "counts": list(counts.items()),
        "best": _ranked(rows, person, with_games=own is not None or day < today),
        "mine": None if own is None else await _own_result(host, challenge, own),
    }


async def picture_note(host: TableHost, state: TableState, streak: int) -> DailyNote | None:
    """Return what the picture of a finished challenge says besides its result; None for other games."""
    daily = state.options.daily
    if daily is None:
        return None
    row = await read(host.repository.daily_result_of_game(state.id))
    if daily.practice or row is None:
        return DailyNote(daily.number)
    found = await _standing(host, daily.day, row)
    return DailyNote(daily.number, found.percent, found.players, streak)


def _ranked(rows: list[DailyRow], person: str | None, *, with_games: bool) -> list[DailyResult]:
    """Return the best results with their places: equal ones share a place."""
    keys = [(row.gold, row.margin) for row in rows]
    found = [_result(row, keys.index(key) + 1, mine=row.person == person) for row, key in zip(rows, keys, strict=True)]
    return found if with_games else [{**row, "game": None} for row in found]


def _result(row: DailyRow, place: int, *, mine: bool) -> DailyResult:
    return {
        "place": place,
        "game": row.game,
        "name": row.name,
        "gold": row.gold,
        "margin": row.margin,
        "hinted": row.hinted,
        "mine": mine,
    }


async def _own_result(host: TableHost, challenge: Challenge, row: DailyRow) -> DailyOwnResult:
    found = await _standing(host, challenge.day.isoformat(), row)
    state = (await host.get(row.game)).state
    return {
        **_result(row, found.better + 1, mine=True),
        "percent": found.percent,
        "text": share_lines(challenge, state.game, hinted=row.hinted),
    }


async def _standing(host: TableHost, day: str, row: DailyRow) -> DailyStanding:
    return await read(host.repository.daily_standing(day, row.gold, row.margin))
