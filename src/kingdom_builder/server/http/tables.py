"""Routes of tables: create one, look at it, take a seat, watch, start, ask for a rematch."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.engine.answers import LOCATION_TILES, NOMAD_TILES, OPTIONS, option_number
from kingdom_builder.server import hosting
from kingdom_builder.server.house import House
from kingdom_builder.server.http.common import (
    CREDENTIALS,
    ERRORS,
    SVG_RESPONSE,
    Code,
    Number,
    Seconds,
    board_svg,
    json_response,
    with_cookie,
)
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.said import PHRASES, NewTable, Nothing, Start, TakeSeat
from kingdom_builder.server.security.auth import (
    authorize_table,
    ensure_person,
    house_of,
    identify,
    offer_cookie,
    person_of,
    seats_of,
)
from kingdom_builder.server.security.credentials import create_token
from kingdom_builder.server.told import Choices, Joined, State, Table
from kingdom_builder.server.viewers import Live
from kingdom_builder.server.waiting import state_json, wait_for_news
from kingdom_builder.sets.card_names import CARD_SETS, TASKS
from kingdom_builder.setup.builder import ALL_SETS
from kingdom_builder.setup.sections import all_sections, island_sides

router = APIRouter(prefix="/api", responses=ERRORS, tags=["tables"], dependencies=CREDENTIALS)
TOKEN_DAYS = 90
MAX_LISTED = 100


@router.get("/choices", response_model=Choices)
async def choices() -> Response:
    """Return what a table can be made of, and the number of every named answer."""
    sections: dict[str, list[str]] = {}
    for section in all_sections():
        sections.setdefault(section.set, []).append(section.name)
    return json_response(
        {
            "sets": list(ALL_SETS),
            "sections": sections,
            "cards": {name: list(cards) for name, cards in CARD_SETS.items()},
            "tasks": list(TASKS),
            "tiles": LOCATION_TILES,
            "nomad_tiles": NOMAD_TILES,
            "islands": [location for side in island_sides() for location in side.locations],
            "levels": list(LEVELS),
            "phrases": list(PHRASES),
            "options": {name: option_number(name) for name in OPTIONS},
        }
    )


@router.post("/tables", response_model=Joined, status_code=201)
async def create(request: Request, response: Response, wanted: NewTable) -> Response:
    """Create a table. Seats of kind `me` belong to its creator."""
    house = house_of(request)
    person = ensure_person(request, response)
    live = await hosting.create_table(house, person, wanted)
    return await _joined(house, live, response, person, seats_of(live, person) if wanted.tokens else [])


@router.get("/tables", response_model=list[Table])
async def list_open(request: Request) -> Response:
    """List the tables that wait for players and may be listed."""
    house = house_of(request)
    return await _tables(request, house, await house.games.listed(MAX_LISTED))


@router.get("/my/tables", response_model=list[Table])
async def list_mine(request: Request) -> Response:
    """List the tables of this browser, newest first."""
    house = house_of(request)
    person = person_of(request)
    return await _tables(request, house, [] if person is None else await house.games.of_person(person, MAX_LISTED))


@router.get("/tables/{game}", response_model=Table)
async def get_table(request: Request, game: Code) -> Response:
    """Return a table to a player at it or to its creator."""
    live, person, mine = await authorize_table(request, game)
    return json_response(live.facts(mine=mine, person=person))


@router.get("/invites/{code}", response_model=Table)
async def get_by_invite(request: Request, code: Code) -> Response:
    """Return the table of an invite. It takes no seat; a new browser gets its cookie."""
    live = await house_of(request).by_code(invite=code)
    person, mine = await identify(request, live)
    response = json_response(live.facts(mine=mine, person=person))
    offer_cookie(request, response)
    return response


@router.post("/invites/{code}/seats", response_model=Joined, status_code=201)
async def take_seat(request: Request, response: Response, code: Code, wanted: TakeSeat) -> Response:
    """Take a free seat."""
    house = house_of(request)
    live = await house.by_code(invite=code)
    person = ensure_person(request, response)
    seat = await hosting.take_seat(house, live, person, wanted)
    return await _joined(house, live, response, person, [seat] if wanted.token else [])


@router.get("/watch/{code}", response_model=State)
async def watch(request: Request, code: Code, after: Number = 0, wait: Seconds = 0) -> Response:
    """Return the state for a spectator; with `wait`, wait until there is an entry after `after`."""
    live = await house_of(request).by_code(watch=code)
    await wait_for_news(live, after, wait)
    return json_response(state_json(live, after))


@router.get("/watch/{code}/picture.svg", responses=SVG_RESPONSE)
async def watch_picture(request: Request, code: Code) -> Response:
    """Draw the board as it is now, for a spectator."""
    live = await house_of(request).by_code(watch=code)
    return await board_svg(live, live.table.number)


@router.post("/tables/{game}/start", response_model=Table)
async def start(request: Request, game: Code, wanted: Start) -> Response:
    """Start the game without waiting for more players; only the table's creator may."""
    live, person, mine = await authorize_table(request, game)
    if person is None:
        raise Refused("not_creator", "Only the one who made the table can begin early.", 403)
    await hosting.start_table(house_of(request), live, person, wanted)
    return json_response(live.facts(mine=mine, person=person))


@router.post("/tables/{game}/rematch", response_model=Table, status_code=201)
async def rematch(request: Request, game: Code, _: Nothing) -> Response:
    """Create the next table for the same people, or return it if it exists; others join it by its invite."""
    live, person, mine = await authorize_table(request, game)
    if person is None or not mine:
        raise Refused("forbidden", "Only players at this table can ask for a rematch.", 403)
    new = await hosting.rematch(house_of(request), live, person)
    # Players of the last game may join the next one, so they may see its invite.
    facts = new.facts(mine=seats_of(new, person), person=person)
    return json_response({**facts, "invite": new.table.stored.invite}, 201)


async def _joined(house: House, live: Live, response: Response, person: str, seats: list[int]) -> Response:
    """Return the table, and a new token for each of `seats`."""
    tokens = []
    for seat in seats:
        key, token = await create_token(house, live, seat, "", TOKEN_DAYS)
        tokens.append({"id": key, "seat": seat, "token": token})
    answer = json_response({"table": live.facts(mine=seats_of(live, person), person=person), "tokens": tokens}, 201)
    return with_cookie(answer, response)


async def _tables(request: Request, house: House, games: list[str]) -> Response:
    person = person_of(request)
    found = []
    for game in games:
        try:
            live = await house.table(game)
        except Refused as refusal:
            if refusal.status == 503:
                raise
            continue  # a table that cannot be read must not hide the others
        found.append(live.facts(mine=seats_of(live, person), person=person))
    return json_response(found)
