"""Tables over HTTP: make one, look, take a seat, begin, play again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.game.answers import LOCATION_TILES, NOMAD_TILES, OPTIONS, option_number
from kingdom_builder.game.cards import CARD_SETS, TASKS
from kingdom_builder.game.sections import all_sections, island_sides
from kingdom_builder.game.setup import ALL_SETS
from kingdom_builder.server import hosting
from kingdom_builder.server.access import at_table, house_of, known_person, mine_at, offer_cookie, person_of, seats_of
from kingdom_builder.server.api import CREDENTIALS, ERRORS, json_response, with_cookie
from kingdom_builder.server.drawing import PICTURE_HEADERS, draw
from kingdom_builder.server.house import House
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.said import PHRASES, NewTable, Nothing, Start, TakeSeat
from kingdom_builder.server.told import Choices, Joined, State, Table
from kingdom_builder.server.viewers import Live
from kingdom_builder.server.waiting import state_json, wait_for_news

router = APIRouter(prefix="/api", responses=ERRORS, tags=["tables"], dependencies=CREDENTIALS)
Code = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]
Seconds = Annotated[float, Query(ge=0, le=60)]
MOST_LISTED = 100


@router.get("/choices", response_model=Choices)
async def choices() -> Response:
    """Tell what a table can be made of, and the number of every named answer."""
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
    """Make a table. Seats of kind `me` are the maker's."""
    house = house_of(request)
    person = known_person(request, response)
    live = await hosting.create_table(house, person, wanted)
    return await _joined(house, live, response, person, seats_of(live, person) if wanted.tokens else [], 201)


@router.get("/tables", response_model=list[Table])
async def open_tables(request: Request) -> Response:
    """List the tables that wait for players and may be listed."""
    house = house_of(request)
    return await _tables(request, house, await house.games.listed(MOST_LISTED))


@router.get("/my/tables", response_model=list[Table])
async def my_tables(request: Request) -> Response:
    """List the tables of this browser, newest first."""
    house = house_of(request)
    person = person_of(request)
    return await _tables(request, house, [] if person is None else await house.games.of_person(person, MOST_LISTED))


@router.get("/tables/{game}", response_model=Table)
async def look(request: Request, game: Code) -> Response:
    """Look at a table where one sits."""
    live, person, mine = await at_table(request, game)
    return json_response(live.facts(mine=mine, person=person))


@router.get("/invites/{code}", response_model=Table)
async def look_by_invite(request: Request, code: Code) -> Response:
    """Look at the table that an invite leads to. It takes no seat, and gives a new browser its cookie."""
    live = await house_of(request).by_code(invite=code)
    person, mine = await mine_at(request, live)
    response = json_response(live.facts(mine=mine, person=person))
    offer_cookie(request, response)
    return response


@router.post("/invites/{code}/seats", response_model=Joined, status_code=201)
async def take_seat(request: Request, response: Response, code: Code, wanted: TakeSeat) -> Response:
    """Take a free seat."""
    house = house_of(request)
    live = await house.by_code(invite=code)
    person = known_person(request, response)
    seat = await hosting.take_seat(house, live, person, wanted)
    return await _joined(house, live, response, person, [seat] if wanted.token else [], 201)


@router.get("/watch/{code}", response_model=State)
async def watch(request: Request, code: Code, after: Number = 0, wait: Seconds = 0) -> Response:
    """Watch a table; with `wait`, answer when something has happened after entry `after`, or time is up."""
    live = await house_of(request).by_code(watch=code)
    await wait_for_news(live, after, wait)
    return json_response(state_json(live, after))


@router.get("/watch/{code}/picture.svg", responses={200: {"content": {"image/svg+xml": {}}}})
async def watch_picture(request: Request, code: Code) -> Response:
    """Draw the board as it is now, for somebody who watches."""
    live = await house_of(request).by_code(watch=code)
    return Response(await draw(live, live.table.number), 200, PICTURE_HEADERS, "image/svg+xml")


@router.post("/tables/{game}/start", response_model=Table)
async def start(request: Request, game: Code, wanted: Start) -> Response:
    """Begin without waiting for more players; only the table's maker can."""
    live, person, mine = await at_table(request, game)
    if person is None:
        raise Refused("not_creator", "Only the one who made the table can begin early.", 403)
    await hosting.start_table(house_of(request), live, person, wanted)
    return json_response(live.facts(mine=mine, person=person))


@router.post("/tables/{game}/rematch", response_model=Table, status_code=201)
async def rematch(request: Request, game: Code, _: Nothing) -> Response:
    """Make the next table for the same people, or return it if somebody has made it; others join it by its invite."""
    live, person, mine = await at_table(request, game)
    if person is None or not mine:
        raise Refused("forbidden", "Only players at this table can ask for a rematch.", 403)
    new = await hosting.rematch(house_of(request), live, person)
    # Who has played the last game may join the next one, so the invite is theirs to see.
    facts = new.facts(mine=seats_of(new, person), person=person)
    return json_response({**facts, "invite": new.table.stored.invite}, 201)


async def _joined(house: House, live: Live, response: Response, person: str, seats: list[int], status: int) -> Response:
    tokens = []
    for seat in seats:
        key, token = await hosting.new_token(house, live, seat, "", 90)
        tokens.append({"id": key, "seat": seat, "token": token})
    answer = json_response({"table": live.facts(mine=seats_of(live, person), person=person), "tokens": tokens}, status)
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
            continue  # one that cannot be read must not hide the others
        found.append(live.facts(mine=seats_of(live, person), person=person))
    return json_response(found)
