"""Routes of a seat: its state, its answers and its credentials. The address names the seat, the message never does."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from kingdom_builder.engine.answers import ANSWERS, FIRST_OPTION
from kingdom_builder.engine.view import View
from kingdom_builder.server import lobby, queries
from kingdom_builder.server.daily import record_hint
from kingdom_builder.server.errors import forbidden
from kingdom_builder.server.http.common import (
    CREDENTIALS,
    ERRORS,
    BeforeSeq,
    Code,
    SeatNumber,
    Seconds,
    Seq,
    json_response,
    with_cookie,
)
from kingdom_builder.server.http.work import background_of, count_work
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.requests import CommandRequest, RenameRequest, TokenRequest, VoteRequest
from kingdom_builder.server.schema import model
from kingdom_builder.server.seat_requests import (
    AnswerRequest,
    ChatRequest,
    HintRequest,
    PassRequest,
    ReadAnswer,
    UndoRequest,
)
from kingdom_builder.server.security import credentials
from kingdom_builder.server.security.auth import (
    SeatAccess,
    address_of,
    authorize_holder,
    authorize_owner,
    authorize_seat,
    authorize_table,
    ensure_person,
    host_of,
    limits_of,
    person_of,
)
from kingdom_builder.store.projection import CredentialKind
from kingdom_builder.table import messages, responses
from kingdom_builder.table.commands import HandOver, Revoke, SeatCommand
from kingdom_builder.table.errors import Rejected

SEAT = "/tables/{game}/seats/{seat}"
router = APIRouter(prefix="/api", responses=ERRORS, tags=["seats"], dependencies=CREDENTIALS)
HexNumber = Annotated[int, ReadAnswer, Query(alias="hex", ge=0, lt=FIRST_OPTION)]
AnswerNumber = Annotated[int, ReadAnswer, Query(ge=0, lt=ANSWERS)]
STORED = model(messages.Stored)


@router.get(f"{SEAT}/state", response_model=model(messages.Snapshot))
async def state(request: Request, game: Code, seat: SeatNumber, after: Seq = 0, wait: Seconds = 0) -> Response:
    """Return what the seat may know; with `wait`, wait until there is an event after `after`."""
    access = await authorize_seat(request, game, seat)
    if wait:
        await host_of(request).poll(access.loaded, after, wait, address_of(request))
    if wait or not access.loaded.is_prepared(after):
        await access.loaded.prepare(after)
        access = await authorize_seat(request, game, seat)  # the seat may have been lost meanwhile
    return json_response(access.loaded.snapshot_message(after, access.viewer))


@router.get(f"{SEAT}/events", response_model=model(list[messages.TableEvent]))
async def earlier_events(request: Request, game: Code, seat: SeatNumber, before: BeforeSeq) -> Response:
    """Return a page of events before the event `before`; an empty list if there are none."""
    access = await authorize_seat(request, game, seat)
    return json_response(await access.loaded.page(before, seat))


@router.post(f"{SEAT}/answers", response_model=STORED)
async def answer(request: Request, game: Code, seat: SeatNumber, message: AnswerRequest) -> Response:
    """Answer the question."""
    return await _play(request, await authorize_seat(request, game, seat), message.command(seat))


@router.post(f"{SEAT}/undo", response_model=STORED)
async def undo(request: Request, game: Code, seat: SeatNumber, message: UndoRequest) -> Response:
    """Undo an answer or the turn."""
    return await _play(request, await authorize_seat(request, game, seat), message.command(seat))


@router.post(f"{SEAT}/pass", response_model=STORED)
async def pass_turn(request: Request, game: Code, seat: SeatNumber, message: PassRequest) -> Response:
    """Pass every question to this seat in the current turn."""
    return await _play(request, await authorize_seat(request, game, seat), message.command(seat))


@router.post(f"{SEAT}/chat", response_model=STORED)
async def chat(request: Request, game: Code, seat: SeatNumber, message: ChatRequest) -> Response:
    """Send a chat message to the table."""
    access = await authorize_seat(request, game, seat)
    event = await host_of(request).submit(access.loaded, message.command(seat))
    return json_response({"seq": event.seq})


@router.get(f"{SEAT}/why-not", response_model=model(messages.Reason | None))
async def why_not(request: Request, game: Code, seat: SeatNumber, hex_number: HexNumber) -> Response:
    """Return the reason why a hex is not offered now; null if it is."""
    access = await authorize_seat(request, game, seat)
    return json_response(queries.why_not(access.loaded.state, seat, hex_number))


@router.get(f"{SEAT}/preview", response_model=model(messages.Preview | None))
async def preview(request: Request, game: Code, seat: SeatNumber, answer: AnswerNumber) -> Response:
    """Return what an answer would do; null if it is not legal now."""
    access = await authorize_seat(request, game, seat)
    return json_response(queries.preview(access.loaded.state, seat, answer))


@router.post(f"{SEAT}/hint", response_model=model(messages.Hint))
async def hint(request: Request, game: Code, seat: SeatNumber, message: HintRequest) -> Response:
    """Return how a bot would play the rest of this turn; only if all other players are bots or on this device."""
    access = await authorize_seat(request, game, seat)
    limits, address, seconds = limits_of(request), address_of(request), message.seconds
    most = request.app.state.settings.hint_seconds
    if seconds is not None and seconds > most:
        raise Rejected("bad_message", f"seconds: this server thinks about a hint for at most {most:g} seconds.")

    async def search(view: View) -> list[int] | None:
        background = background_of(request)
        return await (background.hint(address, view) if seconds is None else background.search(address, view, seconds))

    with limits.hints_at_once.entered(game):
        count_work(request, limits.hints, limits.hints_of_address, access.limit_key)
        found = await queries.hint(access.loaded.state, seat, search)
    await record_hint(host_of(request), access.loaded, seat)
    return json_response(found)


@router.put(f"{SEAT}/name", response_model=model(messages.Table))
async def rename(request: Request, game: Code, seat: SeatNumber, message: RenameRequest) -> Response:
    """Change the name at the seat."""
    access = await authorize_owner(request, game, seat)
    await host_of(request).submit(access.loaded, message.command(seat))
    return json_response(access.loaded.table_message(access.viewer))


@router.post(f"{SEAT}/revoke", response_model=model(messages.Table))
async def revoke(request: Request, game: Code, seat: SeatNumber, message: CommandRequest) -> Response:
    """Free a seat before the game: the player their own, the table's creator any. Its credentials become invalid."""
    loaded, person = await _authorize_leaving(request, game, seat, message)
    await host_of(request).submit(loaded, Revoke(message_id=message.id, seat=seat))
    return json_response(loaded.table_message(loaded.viewer_of(person)))


@router.post(f"{SEAT}/bot", response_model=model(messages.Table))
async def hand_over(request: Request, game: Code, seat: SeatNumber, message: CommandRequest) -> Response:
    """Let a bot play a seat from now on: the player their own, the table's creator any."""
    loaded, person = await _authorize_leaving(request, game, seat, message)
    await host_of(request).submit(loaded, HandOver(message_id=message.id, seat=seat, person=person))
    return json_response(loaded.table_message(loaded.viewer_of(person)))


@router.post(f"{SEAT}/votes", response_model=STORED)
async def vote(request: Request, game: Code, seat: SeatNumber, message: VoteRequest) -> Response:
    """Accept or refuse the person who asks for a free seat."""
    access = await authorize_seat(request, game, seat)
    event = await host_of(request).submit(access.loaded, message.command(seat))
    return json_response({"seq": event.seq})


@router.get(f"{SEAT}/tokens", response_model=model(list[responses.TokenInfo]))
async def list_tokens(request: Request, game: Code, seat: SeatNumber) -> Response:
    """List the seat's bearer tokens."""
    await authorize_owner(request, game, seat)
    tokens = await host_of(request).repository.credentials_of(CredentialKind.TOKEN, game, seat, time.time())
    found: list[responses.TokenInfo] = [
        {"id": token.id, "label": token.label, "created": token.created_at, "expires": token.expires_at}
        for token in tokens
    ]
    return json_response(found)


@router.post(f"{SEAT}/tokens", response_model=model(responses.Token), status_code=201)
async def create_token(request: Request, game: Code, seat: SeatNumber, message: TokenRequest) -> Response:
    """Create a bearer token with which a program can play this seat."""
    access, person = await authorize_holder(request, game, seat)
    credential, token = await credentials.create_token(host_of(request), access.loaded, seat, person, message)
    found: responses.Token = {"id": credential.id, "seat": seat, "token": token}
    return json_response(found, 201)


@router.delete(f"{SEAT}/tokens/{{token}}", status_code=204)
async def remove_token(request: Request, game: Code, seat: SeatNumber, token: Code) -> Response:
    """Remove the token with this id; connections that use it are closed."""
    access = await authorize_owner(request, game, seat)
    await credentials.remove_credentials(
        host_of(request), access.loaded, seat, kind=CredentialKind.TOKEN, credential=token
    )
    return Response(status_code=204)


@router.post(f"{SEAT}/move", response_model=model(responses.MoveLink), status_code=201)
async def create_move_link(request: Request, game: Code, seat: SeatNumber, message: CommandRequest) -> Response:
    """Create a link that moves the seat to another device; it works once, within 15 minutes."""
    access, person = await authorize_holder(request, game, seat)
    credential, code = await credentials.create_move_link(host_of(request), access.loaded, seat, person, message.id)
    found: responses.MoveLink = {"id": credential.id, "link": f"/move/{code}", "expires": credential.expires_at}
    return json_response(found, 201)


@router.delete(f"{SEAT}/move", status_code=204)
async def remove_move_link(request: Request, game: Code, seat: SeatNumber) -> Response:
    """Remove the move link."""
    access = await authorize_owner(request, game, seat)
    await credentials.remove_credentials(host_of(request), access.loaded, seat, kind=CredentialKind.MOVE)
    return Response(status_code=204)


@router.post("/move/{code}", response_model=model(messages.Table))
async def move(request: Request, response: Response, code: Code, message: CommandRequest) -> Response:
    """Move a seat to this browser."""
    person = (await ensure_person(request, response, message.id)).id
    loaded = await credentials.move_seat(host_of(request), code, person, message.id)
    answer = json_response(loaded.table_message(loaded.viewer_of(person)))
    return with_cookie(answer, response)


async def _authorize_leaving(
    request: Request, game: str, seat: int, message: CommandRequest
) -> tuple[LoadedTable, str]:
    """Return the table, and the person who frees one of its seats: the one who holds it, or the table's creator.

    Whoever sends the message again that has freed their own seat does not hold it any more.
    """
    person = person_of(request)
    if person is not None:
        loaded = await host_of(request).get(game)
        repeated = loaded.event_of(message.id)
        if repeated is not None and repeated.seat == seat and seat in loaded.state.held.get(person, ()):
            return loaded, person
    loaded, viewer = await authorize_table(request, game)
    if seat >= len(loaded.state.seats):
        raise Rejected("not_found", "There is no such seat.")
    if viewer.person is None or (seat not in viewer.my_seats and viewer.person != loaded.state.creator):
        raise forbidden("This seat is not yours.")
    return loaded, viewer.person


async def _play(request: Request, access: SeatAccess, command: SeatCommand) -> Response:
    """Submit a command of a game that is played; an archived one is resumed first."""
    host = host_of(request)
    await lobby.resume(host, access.loaded, access.seat)
    event = await host.submit(access.loaded, command)
    return json_response({"seq": event.seq})
