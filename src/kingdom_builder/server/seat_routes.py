"""A seat over HTTP: its state, its answers, and the keys to it. A message never names a seat: the address does."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from kingdom_builder.game.answers import ANSWERS
from kingdom_builder.server import hosting, playing
from kingdom_builder.server.access import at_table, house_of, known_person, mine, seat_holder, seat_owner, seats_of
from kingdom_builder.server.api import CREDENTIALS, ERRORS, json_response, with_cookie
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.said import Chat, NewToken, Nothing, PassTurn, PlayAnswer, Rename, Undo
from kingdom_builder.server.table_routes import Code, Number, Seconds
from kingdom_builder.server.told import Done, Hint, KeyInfo, Link, Preview, Rule, State, Table, Token
from kingdom_builder.server.waiting import state_json, wait_for_news
from kingdom_builder.store.games import MOVE, TOKEN

SEAT = "/tables/{game}/seats/{seat}"
router = APIRouter(prefix="/api", responses=ERRORS, tags=["seats"], dependencies=CREDENTIALS)
SeatNumber = Annotated[int, Path(ge=0, le=4)]


@router.get(f"{SEAT}/state", response_model=State)
async def state(request: Request, game: Code, seat: SeatNumber, after: Number = 0, wait: Seconds = 0) -> Response:
    """Tell what the seat may know; with `wait`, when something has happened after entry `after`, or time is up."""
    holder = await seat_holder(request, game, seat)
    if wait:
        await wait_for_news(holder.live, after, wait)
        holder = await seat_holder(request, game, seat)  # the seat may have been lost meanwhile
    return json_response(state_json(holder.live, after, seat=seat, mine=mine(holder), person=holder.person))


@router.post(f"{SEAT}/answers", response_model=Done)
async def answer(request: Request, game: Code, seat: SeatNumber, said: PlayAnswer) -> Response:
    """Answer the question."""
    holder = await seat_holder(request, game, seat)
    return json_response({"number": await playing.play(house_of(request), holder.live, seat, said)})


@router.post(f"{SEAT}/undo", response_model=Done)
async def undo(request: Request, game: Code, seat: SeatNumber, said: Undo) -> Response:
    """Take back an answer or the turn."""
    holder = await seat_holder(request, game, seat)
    return json_response({"number": await playing.undo(house_of(request), holder.live, seat, said)})


@router.post(f"{SEAT}/pass", response_model=Done)
async def pass_turn(request: Request, game: Code, seat: SeatNumber, said: PassTurn) -> Response:
    """Pass whatever is asked of this seat in the turn that is going on."""
    holder = await seat_holder(request, game, seat)
    return json_response({"number": await playing.pass_turn(house_of(request), holder.live, seat, said)})


@router.post(f"{SEAT}/chat", response_model=Done)
async def chat(request: Request, game: Code, seat: SeatNumber, said: Chat) -> Response:
    """Say something at the table."""
    holder = await seat_holder(request, game, seat)
    return json_response({"number": await playing.chat(house_of(request), holder.live, seat, said)})


@router.get(f"{SEAT}/why-not", response_model=Rule | None)
async def why_not(
    request: Request, game: Code, seat: SeatNumber, hex_number: Annotated[int, Query(alias="hex", ge=0, lt=450)]
) -> Response:
    """Say why a hex is not offered now; null if it is."""
    holder = await seat_holder(request, game, seat)
    return json_response(playing.why_not(holder.live, seat, hex_number))


@router.get(f"{SEAT}/preview", response_model=Preview | None)
async def preview(
    request: Request, game: Code, seat: SeatNumber, answer: Annotated[int, Query(ge=0, lt=ANSWERS)]
) -> Response:
    """Say what an answer would do; null if it is not legal now."""
    holder = await seat_holder(request, game, seat)
    return json_response(playing.preview(holder.live, seat, answer))


@router.post(f"{SEAT}/hint", response_model=Hint)
async def hint(request: Request, game: Code, seat: SeatNumber, _: Nothing) -> Response:
    """Say how a bot would play the rest of this turn; only where all the others are bots or on the same device."""
    holder = await seat_holder(request, game, seat)
    return json_response(await playing.hint(request.app.state.bots, holder.live, seat))


@router.put(f"{SEAT}/name", response_model=Table)
async def rename(request: Request, game: Code, seat: SeatNumber, wanted: Rename) -> Response:
    """Change the name at the seat."""
    holder = await seat_owner(request, game, seat)
    await hosting.rename(house_of(request), holder.live, seat, wanted.name)
    return json_response(holder.live.facts(mine=mine(holder), person=holder.person))


@router.post(f"{SEAT}/revoke", response_model=Table)
async def revoke(request: Request, game: Code, seat: SeatNumber, _: Nothing) -> Response:
    """Free a seat, one's own or, as the table's maker, somebody else's: it opens to its holder no longer."""
    live, person, own = await at_table(request, game)
    if seat >= len(live.table.seats):
        raise Refused("not_found", "There is no such seat.", 404)
    if person is None or (seat not in own and person != live.table.stored.creator):
        raise Refused("forbidden", "This seat is not yours.", 403)
    await hosting.revoke(house_of(request), live, seat)
    return json_response(live.facts(mine=seats_of(live, person), person=person))


@router.get(f"{SEAT}/tokens", response_model=list[KeyInfo])
async def tokens(request: Request, game: Code, seat: SeatNumber) -> Response:
    """List the seat's bearer tokens."""
    await seat_owner(request, game, seat)
    keys = await house_of(request).games.keys_of(TOKEN, game, seat, time.time())
    return json_response(
        [{"id": key.id, "label": key.label, "created": key.created_at, "expires": key.expires_at} for key in keys]
    )


@router.post(f"{SEAT}/tokens", response_model=Token, status_code=201)
async def new_token(request: Request, game: Code, seat: SeatNumber, wanted: NewToken) -> Response:
    """Make a bearer token with which a program can play this seat."""
    holder = await seat_owner(request, game, seat)
    key, token = await hosting.new_token(house_of(request), holder.live, seat, wanted.label, wanted.days)
    return json_response({"id": key, "seat": seat, "token": token}, 201)


@router.delete(f"{SEAT}/tokens/{{key}}", status_code=204)
async def remove_token(request: Request, game: Code, seat: SeatNumber, key: Code) -> Response:
    """Take back a token; what is connected with it is disconnected."""
    holder = await seat_owner(request, game, seat)
    await hosting.remove_keys(house_of(request), holder.live, seat, kind=TOKEN, key=key)
    return Response(status_code=204)


@router.post(f"{SEAT}/move", response_model=Link, status_code=201)
async def new_move(request: Request, game: Code, seat: SeatNumber, _: Nothing) -> Response:
    """Make a link that moves the seat to another device, once, within a quarter of an hour."""
    holder = await seat_owner(request, game, seat)
    key, code = await hosting.new_move(house_of(request), holder.live, seat)
    return json_response({"id": key.id, "link": f"/move/{code}", "expires": key.expires_at}, 201)


@router.delete(f"{SEAT}/move", status_code=204)
async def remove_move(request: Request, game: Code, seat: SeatNumber) -> Response:
    """Take back the link."""
    holder = await seat_owner(request, game, seat)
    await hosting.remove_keys(house_of(request), holder.live, seat, kind=MOVE)
    return Response(status_code=204)


@router.post("/move/{code}", response_model=Table)
async def move(request: Request, response: Response, code: Code, _: Nothing) -> Response:
    """Move a seat to this browser."""
    house = house_of(request)
    person = known_person(request, response)
    live, _seat = await hosting.move_seat(house, code, person)
    answer = json_response(live.facts(mine=seats_of(live, person), person=person))
    return with_cookie(answer, response)
