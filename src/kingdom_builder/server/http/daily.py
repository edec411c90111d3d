"""Routes of the daily challenge: its set-up, its table for a person, and the results of a day."""

from __future__ import annotations

import datetime
import time
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Request, Response

from kingdom_builder.daily import BOT_LEVEL, FIRST_DAY, challenge_of, day_of
from kingdom_builder.server import daily
from kingdom_builder.server.http.common import CREDENTIALS, ERRORS, json_response, with_cookie
from kingdom_builder.server.http.work import analyse, background_of
from kingdom_builder.server.reading import read
from kingdom_builder.server.requests import DailyRequest
from kingdom_builder.server.schema import model
from kingdom_builder.server.security.auth import ensure_person, host_of, person_of
from kingdom_builder.server.security.table_limits import count_table
from kingdom_builder.table import daily_messages, responses
from kingdom_builder.table.board_views import setup_view
from kingdom_builder.table.errors import Rejected

router = APIRouter(prefix="/api/daily", responses=ERRORS, tags=["daily"], dependencies=CREDENTIALS)
TODAY = "today"
Day = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,10}$")]
"""A date as YYYY-MM-DD, or `today`."""


@router.get("/{day}", response_model=model(daily_messages.DailyChallenge))
async def challenge(request: Request, day: Day) -> Response:
    """Return the challenge of a date (UTC), from the first challenge to today."""
    date, today = _read_day(day)
    host, person = host_of(request), person_of(request)
    found = challenge_of(date)

    async def make() -> bytes:
        return await analyse(request, lambda: orjson.dumps(setup_view(found.new_game())))

    setup = await background_of(request).once(("daily", date), make)
    counts = await read(host.repository.daily_counts(date.isoformat()))
    shown: daily_messages.DailyChallenge = {
        "day": date.isoformat(),
        "number": found.number,
        "first_day": FIRST_DAY.isoformat(),
        "today": today.isoformat(),
        "seconds_left": max(0.0, round(found.ends_at - time.time(), 3)),
        "level": BOT_LEVEL,
        "setup": orjson.loads(setup),
        "players": sum(counts.values()),
        "best": max(counts, default=None),
        "mine": await daily.status_of_attempt(host, person, date),
    }
    return json_response(shown)


@router.post("/{day}", response_model=model(responses.Joined), status_code=201)
async def enter(request: Request, response: Response, day: Day, message: DailyRequest) -> Response:
    """Begin a challenge, or return the table where this browser has begun it; practice begins a table of its own."""
    date, today = _read_day(day)
    host = host_of(request)
    row = await daily.attempt(host, person_of(request), date)
    if message.practice:
        daily.check_practice(row, date, today)
    if row is None or message.practice:
        count_table(request)
    person = await ensure_person(request, response, message.id)
    if row is not None and not message.practice:
        loaded = await host.get(row.table)
    else:
        practice = message.practice or date != today
        loaded = await host.create(daily.creation(person, date, message, practice=practice))
    table = loaded.table_message(loaded.viewer_of(person.id))
    joined = {"table": table, "tokens": []}
    return with_cookie(json_response(joined, 201), response)


@router.get("/{day}/results", response_model=model(daily_messages.DailyResults))
async def results(request: Request, day: Day) -> Response:
    """Return the results of the challenge of a date: finished first attempts that were begun on that day."""
    date, today = _read_day(day)
    return json_response(await daily.results(host_of(request), date, person_of(request), today=today))


def _read_day(text: str) -> tuple[datetime.date, datetime.date]:
    """Return the date of a challenge, and that of today; Rejected if there is no such challenge."""
    today = day_of(time.time())
    try:
        day = today if text == TODAY else datetime.datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise Rejected("no_challenge", "This is not a date: expected YYYY-MM-DD.") from None
    if not FIRST_DAY <= day <= today:
        raise Rejected("no_challenge", f"There are daily challenges from {FIRST_DAY} to {today}.")
    return day, today
