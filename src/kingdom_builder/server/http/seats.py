"""Routes of a seat: its state, its answers and its credentials. The address names the seat, the message never does."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.server import hosting, playing
from kingdom_builder.server.http.common import (
    CREDENTIALS,
    ERRORS,
    Code,
    Number,
    Seconds,
    json_response,
    with_cookie,
)
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.said import Chat, NewToken, Nothing, PassTurn, PlayAnswer, Rename, Undo
from kingdom_builder.server.security import credentials
from kingdom_builder.server.security.auth import (
    authorize_owner,
    authorize_seat,
    authorize_table,
    ensure_person,
    house_of,
    seats_of,
)
from kingdom_builder.server.told import Done, Hint, KeyInfo, Link, Preview, Rule, State, Table, Token
from kingdom_builder.server.waiting import state_json, wait_for_news
from kingdom_builder.store.games import MOVE, TOKEN

SEAT = "/tables/{game}/seats/{seat}"
router = APIRouter(prefix="/api", responses=ERRORS, tags=["seats"], dependencies=CREDENTIALS)
SeatNumber = Annotated[int, Path(ge=0, le=4)]


@router.get(f"{SEAT}/state", response_model=State)
async def state(request: Request, game: Code, seat: SeatNumber, after: Number = 0, wait: Seconds = 0) -> Response:
    """Return what the seat may know; with `wait`, wait until there is an entry after `after`."""
    access = await authorize_seat(request, game, seat)
    if wait:
        await wait_for_news(access.live, after, wait)
        access = await authorize_seat(request, game, seat)  # the seat may have been lost meanwhile
    return json_response(state_json(access.live, after, seat=seat, mine=access.seats, person=access.person))


@router.post(f"{SEAT}/answers", response_model=Done)
async def answer(request: Request, game: Code, seat: SeatNumber, said: PlayAnswer) -> Response:
    """Answer the question."""
    access = await authorize_seat(request, game, seat)
    return json_response({"number": await playing.play(house_of(request), access.live, seat, said)})


@router.post(f"{SEAT}/undo", response_model=Done)
async def undo(request: Request, game: Code, seat: SeatNumber, said: Undo) -> Response:
    """Undo an answer or the turn."""
    access = await authorize_seat(request, game, seat)
    return json_response({"number": await playing.undo(house_of(request), access.live, seat, said)})


@router.post(f"{SEAT}/pass", response_model=Done)
async def pass_turn(request: Request, game: Code, seat: SeatNumber, said: PassTurn) -> Response:
    """Pass every question to this seat in the current turn."""
    access = await authorize_seat(request, game, seat)
    return json_response({"number": await playing.pass_turn(house_of(request), access.live, seat, said)})


@router.post(f"{SEAT}/chat", response_model=Done)
async def chat(request: Request, game: Code, seat: SeatNumber, said: Chat) -> Response:
    """Send a chat message to the table."""
    access = await authorize_seat(request, game, seat)
    return json_response({"number": await playing.chat(house_of(request), access.live, seat, said)})


@router.get(f"{SEAT}/why-not", response_model=Rule | None)
async def why_not(
    request: Request, game: Code, seat: SeatNumber, hex_number: Annotated[int, Query(alias="hex", ge=0, lt=450)]
) -> Response:
    """Return the reason why a hex is not offered now; null if it is."""
    access = await authorize_seat(request, game, seat)
    return json_response(playing.why_not(access.live, seat, hex_number))


@router.get(f"{SEAT}/preview", response_model=Preview | None)
async def preview(
    request: Request, game: Code, seat: SeatNumber, answer: Annotated[int, Query(ge=0, lt=ANSWERS)]
) -> Response:
    """Return what an answer would do; null if it is not legal now."""
    access = await authorize_seat(request, game, seat)
    return json_response(playing.preview(access.live, seat, answer))


@router.post(f"{SEAT}/hint", response_model=Hint)
async def hint(request: Request, game: Code, seat: SeatNumber, _: Nothing) -> Response:
    """Return how a bot would play the rest of this turn; only if all other players are bots or on this device."""
    access = await authorize_seat(request, game, seat)
    return json_response(await playing.hint(request.app.state.bots, access.live, seat))


@router.put(f"{SEAT}/name", response_model=Table)
async def rename(request: Request, game: Code, seat: SeatNumber, wanted: Rename) -> Response:
    """Change the name at the seat."""
    access = await authorize_owner(request, game, seat)
    await hosting.rename(house_of(request), access.live, seat, wanted.name)
    return json_response(access.live.facts(mine=access.seats, person=access.person))


@router.post(f"{SEAT}/revoke", response_model=Table)
async def revoke(request: Request, game: Code, seat: SeatNumber, _: Nothing) -> Response:
    """Free a seat: the player their own, the table's creator any. Its cookie and tokens are not valid any more."""
    live, person, own = await authorize_table(request, game)
    if seat >= len(live.table.seats):
        raise Refused("not_found", "There is no such seat.", 404)
    if person is None or (seat not in own and person != live.table.stored.creator):
        raise Refused("forbidden", "This seat is not yours.", 403)
    await hosting.revoke(house_of(request), live, seat)
    return json_response(live.facts(mine=seats_of(live, person), person=person))


@router.get(f"{SEAT}/tokens", response_model=list[KeyInfo])
async def list_tokens(request: Request, game: Code, seat: SeatNumber) -> Response:
    """List the seat's bearer tokens."""
    await authorize_owner(request, game, seat)
    keys = await house_of(request).games.keys_of(TOKEN, game, seat, time.time())
    return json_response(
        [{"id": key.id, "label": key.label, "created": key.created_at, "expires": key.expires_at} for key in keys]
    )


@router.post(f"{SEAT}/tokens", response_model=Token, status_code=201)
async def create_token(request: Request, game: Code, seat: SeatNumber, wanted: NewToken) -> Response:
    """Create a bearer token with which a program can play this seat."""
    access = await authorize_owner(request, game, seat)
    key, token = await credentials.create_token(house_of(request), access.live, seat, wanted.label, wanted.days)
    return json_response({"id": key, "seat": seat, "token": token}, 201)


@router.delete(f"{SEAT}/tokens/{{key}}", status_code=204)
async def remove_token(request: Request, game: Code, seat: SeatNumber, key: Code) -> Response:
    """Remove a token; connections that use it are closed."""
    access = await authorize_owner(request, game, seat)
    await credentials.remove_credentials(house_of(request), access.live, seat, kind=TOKEN, key=key)
    return Response(status_code=204)


@router.post(f"{SEAT}/move", response_model=Link, status_code=201)
async def create_move_link(request: Request, game: Code, seat: SeatNumber, _: Nothing) -> Response:
    """Create a link that moves the seat to another device; it works once, within 15 minutes."""
    access = await authorize_owner(request, game, seat)
    key, code = await credentials.create_move_link(house_of(request), access.live, seat)
    return json_response({"id": key.id, "link": f"/move/{code}", "expires": key.expires_at}, 201)


@router.delete(f"{SEAT}/move", status_code=204)
async def remove_move_link(request: Request, game: Code, seat: SeatNumber) -> Response:
    """Remove the move link."""
    access = await authorize_owner(request, game, seat)
    await credentials.remove_credentials(house_of(request), access.live, seat, kind=MOVE)
    return Response(status_code=204)


@router.post("/move/{code}", response_model=Table)
async def move(request: Request, response: Response, code: Code, _: Nothing) -> Response:
    """Move a seat to this browser."""
    house = house_of(request)
    person = ensure_person(request, response)
    live, _seat = await credentials.move_seat(house, code, person)
    answer = json_response(live.facts(mine=seats_of(live, person), person=person))
    return with_cookie(answer, response)
