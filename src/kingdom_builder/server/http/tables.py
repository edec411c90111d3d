"""Routes of tables: create, list and show them, take a seat, watch, start, rematch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request, Response

from kingdom_builder.server import lobby
from kingdom_builder.server.catalogue import new_catalogue
from kingdom_builder.server.errors import forbidden
from kingdom_builder.server.http.common import (
    CREDENTIALS,
    ERRORS,
    SVG_RESPONSE,
    Before,
    BeforeSeq,
    Code,
    Seconds,
    Seq,
    json_response,
    with_cookie,
)
from kingdom_builder.server.http.work import background_of, board_svg
from kingdom_builder.server.listing import PAGE, list_tables
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.own_bots import check_level
from kingdom_builder.server.redaction import delete_texts
from kingdom_builder.server.requests import (
    AskForSeatRequest,
    CommandRequest,
    CreateTableRequest,
    RenewLinkRequest,
    StartRequest,
    TakeSeatRequest,
)
from kingdom_builder.server.schema import model
from kingdom_builder.server.security.auth import (
    Person,
    address_of,
    authorize_table,
    ensure_person,
    host_of,
    identify,
    offer_cookie,
    person_of,
)
from kingdom_builder.server.security.codes import new_code
from kingdom_builder.server.security.credentials import NewCredential
from kingdom_builder.server.security.table_limits import count_table
from kingdom_builder.server.serializer import Viewer
from kingdom_builder.server.settings import Settings
from kingdom_builder.table import messages, responses
from kingdom_builder.table.commands import CloseTable
from kingdom_builder.table.errors import Rejected

router = APIRouter(prefix="/api", responses=ERRORS, tags=["tables"], dependencies=CREDENTIALS)
TABLE, TABLES = model(messages.Table), model(list[messages.Table])


@router.get("/catalogue", response_model=model(responses.Catalogue))
async def catalogue(request: Request) -> Response:
    """Return what a table can be made of, and the number of every named answer."""
    state = request.app.state
    return json_response(new_catalogue(state.own_bots, hint_seconds=state.settings.hint_seconds))


@router.post("/tables", response_model=model(responses.Joined), status_code=201)
async def create(request: Request, response: Response, message: CreateTableRequest) -> Response:
    """Create a table. Seats of kind `me` belong to its creator."""
    for i, seat in enumerate(message.seats):
        check_level(seat.level, request.app.state.own_bots, f"seats.{i}.level")
    count_table(request)
    person = await ensure_person(request, response, message.id)
    settings: Settings = request.app.state.settings
    loaded, tokens = await lobby.create_table(host_of(request), person, message, settings, address_of(request))
    return joined(response, loaded, person, tokens)


@router.get("/tables", response_model=TABLES)
async def list_open(request: Request, before: Before = None) -> Response:
    """List the tables that wait for players and may be listed, newest first; `before`: those older than this one."""
    host = host_of(request)
    found = await host.repository.listed(PAGE, before)
    return json_response(await _list(request, found))


@router.get("/my/tables", response_model=TABLES)
async def list_mine(request: Request, before: Before = None) -> Response:
    """List the tables of this browser, newest first; `before`: those older than this one."""
    person, host = person_of(request), host_of(request)
    found = [] if person is None else await host.repository.of_person(person, PAGE, before)
    return json_response(await _list(request, found))


@router.delete("/my/texts", response_model=model(responses.Deleted))
async def delete_my_texts(request: Request) -> Response:
    """Delete the names and messages of this browser at all its tables; return at how many there were any."""
    person = person_of(request)
    deleted: responses.Deleted = {"tables": 0 if person is None else await delete_texts(host_of(request), person)}
    return json_response(deleted)


@router.get("/tables/{game}", response_model=TABLE)
async def get_table(request: Request, game: Code) -> Response:
    """Return a table to a player at it or to its creator."""
    loaded, viewer = await authorize_table(request, game)
    return json_response(loaded.table_message(viewer))


@router.get("/invites/{code}", response_model=TABLE)
async def get_by_invite(request: Request, code: Code) -> Response:
    """Return the table of an invite, with its spectator link. It takes no seat; a new browser gets its cookie."""
    loaded = await host_of(request).by_code(invite=code)
    table = loaded.table_message(await identify(request, loaded))
    response = json_response({**table, "watch": loaded.state.watch})
    offer_cookie(request, response)
    return response


@router.post("/invites/{code}/seats", response_model=model(responses.Joined), status_code=201)
async def take_seat(request: Request, response: Response, code: Code, message: TakeSeatRequest) -> Response:
    """Take a free seat before the game."""
    host = host_of(request)
    loaded = await host.by_code(invite=code)
    person = await ensure_person(request, response, message.id)
    tokens = await lobby.take_seat(host, loaded, person, message)
    return joined(response, loaded, person, tokens)


@router.post("/invites/{code}/requests", response_model=TABLE, status_code=202)
async def request_seat(request: Request, response: Response, code: Code, message: AskForSeatRequest) -> Response:
    """Ask the players who are present for a seat that a bot keeps; `request` of the table shows what they answer."""
    host = host_of(request)
    loaded = await host.by_code(invite=code)
    viewer = await identify(request, loaded)
    if viewer.person is None and viewer.my_seats:
        raise Rejected("not_new", "This token is for another seat at this table.")
    person = (await ensure_person(request, response, message.id)).id
    settings: Settings = request.app.state.settings
    await lobby.request_seat(host, loaded, person, message, settings.accept_seconds)
    return with_cookie(json_response(loaded.table_message(loaded.viewer_of(person)), 202), response)


@router.get("/watch/{code}", response_model=model(messages.Snapshot))
async def watch(request: Request, code: Code, after: Seq = 0, wait: Seconds = 0) -> Response:
    """Return the state for a spectator; with `wait`, wait until there is an event after `after`."""
    loaded = await _watched_table(request, code)
    await lobby.resume_bots(host_of(request), loaded)
    await host_of(request).poll(loaded, after, wait, address_of(request))
    if wait:
        loaded = await _watched_table(request, code)  # the link may have been renewed meanwhile
    await loaded.prepare(after)
    return json_response(loaded.snapshot_message(after, Viewer()))


@router.get("/watch/{code}/events", response_model=model(list[messages.TableEvent]))
async def watch_earlier_events(request: Request, code: Code, before: BeforeSeq) -> Response:
    """Return a page of events before the event `before`, for a spectator; an empty list if there are none."""
    loaded = await _watched_table(request, code)
    return json_response(await loaded.page(before, None))


@router.get("/watch/{code}/picture.svg", responses=SVG_RESPONSE)
async def watch_picture(request: Request, code: Code) -> Response:
    """Draw the board as it is now, for a spectator."""
    loaded = await _watched_table(request, code)
    return await board_svg(request, loaded, loaded.state.seq)


@router.post("/tables/{game}/start", response_model=TABLE)
async def start(request: Request, game: Code, message: StartRequest) -> Response:
    """Start the game without waiting for more players; only the table's creator may."""
    loaded, viewer = await authorize_table(request, game)
    if viewer.person is None:
        raise Rejected("not_creator", "Only the creator of the table can start early.")
    check_level(message.fill, request.app.state.own_bots, "fill")
    await lobby.start_table(host_of(request), loaded, viewer.person, message)
    return json_response(loaded.table_message(viewer))


@router.post("/tables/{game}/close", response_model=TABLE)
async def close(request: Request, game: Code, message: CommandRequest) -> Response:
    """End the table without a result; only its creator may."""
    loaded, viewer = await authorize_table(request, game)
    if viewer.person is None:
        raise Rejected("not_creator", "Only the creator of the table can close it.")
    await host_of(request).submit(loaded, CloseTable(message_id=message.id, person=viewer.person))
    return json_response(loaded.table_message(viewer))


@router.post("/tables/{game}/links", response_model=TABLE)
async def renew_link(request: Request, game: Code, message: RenewLinkRequest) -> Response:
    """Replace the invite or the spectator link by a new one; only the table's creator may."""
    loaded, viewer = await authorize_table(request, game)
    if viewer.person is None:
        raise Rejected("not_creator", "Only the creator of the table can renew its links.")
    await host_of(request).submit(loaded, message.command(viewer.person, new_code()))
    return json_response(loaded.table_message(viewer))


@router.post("/tables/{game}/rematch", response_model=TABLE, status_code=201)
async def rematch(request: Request, game: Code, message: CommandRequest) -> Response:
    """Create the next table for the same people, or return it if it exists; others join it by its invite."""
    loaded, viewer = await authorize_table(request, game)
    if viewer.person is None or not viewer.my_seats:
        raise forbidden("Only players at this table can ask for a rematch.")
    count_table(request)
    new = await lobby.rematch(host_of(request), loaded, viewer.person, message.id)
    shown = new.table_message(new.viewer_of(viewer.person))
    # Players of the last game may join the next one, so they may see its invite.
    return json_response({**shown, "invite": new.state.invite}, 201)


def joined(response: Response, loaded: LoadedTable, person: Person, tokens: Sequence[NewCredential]) -> Response:
    """Return the table and the tokens of its seats."""
    shown: list[responses.Token] = [
        {"id": credential.id, "seat": credential.seat, "token": secret} for credential, secret in tokens
    ]
    table = loaded.table_message(loaded.viewer_of(person.id))
    return with_cookie(json_response({"table": table, "tokens": shown}, 201), response)


async def _list(request: Request, tables: Sequence[str]) -> list[Any]:
    """Return some tables as the sender sees them."""
    background, address = background_of(request), address_of(request)
    return await list_tables(host_of(request), background, tables, person_of(request), address)


async def _watched_table(request: Request, code: str) -> LoadedTable:
    """Return the table of a spectator link, and record who watches."""
    host = host_of(request)
    loaded = await host.by_code(watch=code)
    await lobby.record_spectator(host, loaded, person_of(request))
    return loaded
