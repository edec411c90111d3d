"""Reviews of finished games, turns that are tried again, and games that are played on from a turn."""

from __future__ import annotations

import orjson
from fastapi import APIRouter, Request, Response

from kingdom_builder.server import lobby
from kingdom_builder.server.http.common import CREDENTIALS, ERRORS, Code, Seconds, json_response
from kingdom_builder.server.http.games import finished_table
from kingdom_builder.server.http.tables import joined
from kingdom_builder.server.http.work import analyse, count_work
from kingdom_builder.server.requests import PlayOnRequest
from kingdom_builder.server.review_messages import ReviewState, TriedTurn
from kingdom_builder.server.reviews import ReviewInProgress, Reviews
from kingdom_builder.server.schema import model
from kingdom_builder.server.seat_requests import TryTurnRequest
from kingdom_builder.server.security.auth import address_of, ensure_person, host_of, limits_of, person_of
from kingdom_builder.server.security.table_limits import count_table
from kingdom_builder.server.tried_turns import TriedTurns
from kingdom_builder.table import responses
from kingdom_builder.table.checks import check_stopped
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.fold import game_at

router = APIRouter(prefix="/api/games", responses=ERRORS, tags=["reviews"], dependencies=CREDENTIALS)
REVIEW = model(ReviewState)


@router.get("/{game}/review", response_model=REVIEW, responses={202: {"model": REVIEW}})
async def review(request: Request, game: Code, wait: Seconds = 0) -> Response:
    """Return the review of a finished game, or how far it is (202) if it is not ready after `wait` seconds."""
    loaded = await finished_table(request, game)
    check_stopped(loaded.state)
    reviews: Reviews = request.app.state.reviews
    found = await reviews.find(loaded.id)
    progress = 1.0
    if found is None:
        limits, events = limits_of(request), list(loaded.events)

        def start() -> ReviewInProgress:
            count_work(request, limits.reviews, limits.reviews_of_address)
            return reviews.start(loaded.id, address_of(request), lambda: game_at(events, len(events)).to_record())

        found, progress = await reviews.wait(loaded.id, wait, start)
    my_seats = loaded.state.seats_of(person_of(request))
    # The review is JSON already.
    head = b'{"progress":%f,"my_seats":%b,"review":' % (1.0 if found else progress, str(my_seats).encode())
    return json_response(head + (found or b"null") + b"}", 200 if found else 202)


@router.post("/{game}/play-on", response_model=model(responses.Joined), status_code=201)
async def play_on(request: Request, response: Response, game: Code, message: PlayOnRequest) -> Response:
    """Create a table that plays a finished game on from one of its moments, against bots."""
    loaded = await finished_table(request, game)
    check_stopped(loaded.state)
    events = list(loaded.events)
    answers = await analyse(request, lambda: game_at(events, len(events)).answers())
    if message.answers >= len(answers):
        raise Rejected("not_found", f"The game has {len(answers)} answers: there is nothing to play after the last.")
    count_table(request)
    person = await ensure_person(request, response, message.id)
    new = await lobby.play_on(host_of(request), loaded, person, message, answers[: message.answers])
    return joined(response, new, person, ())


@router.post("/{game}/try", response_model=model(TriedTurn))
async def try_turn(request: Request, game: Code, message: TryTurnRequest) -> Response:
    """Try a turn of a finished game again: return the view after some moves, and the grade when the turn has ended."""
    loaded = await finished_table(request, game)
    check_stopped(loaded.state)
    state, events, at = loaded.state, list(loaded.events), host_of(request).clock.now()
    turns: TriedTurns = request.app.state.tried_turns
    again = await analyse(request, lambda: turns.play(state, events, message, at))
    grade = None
    if again.tried.ended:
        limits, reviews = limits_of(request), request.app.state.reviews
        count_work(request, limits.hints, limits.hints_of_address)
        grade = await reviews.grade(address_of(request), lambda budget: again.grading(message.answers, budget))
    return json_response({**again.tried.shown, "grade": grade and orjson.loads(grade)})
