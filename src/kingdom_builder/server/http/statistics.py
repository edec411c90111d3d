"""Statistics: the figures of the shipped games of bots, and those of the last games of a browser."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request, Response

from kingdom_builder import __version__
from kingdom_builder.server.http.common import CREDENTIALS, ERRORS, json_response
from kingdom_builder.server.http.work import background_of, count_work
from kingdom_builder.server.own_games import own_games
from kingdom_builder.server.schema import model
from kingdom_builder.server.security.auth import address_of, host_of, limits_of, person_of
from kingdom_builder.setup.builder import PLAYERS
from kingdom_builder.statistics import messages
from kingdom_builder.statistics.document import shipped
from kingdom_builder.statistics.figures import figures
from kingdom_builder.statistics.observation import Scope
from kingdom_builder.statistics.own import own_figures

router = APIRouter(prefix="/api", responses=ERRORS, tags=["statistics"], dependencies=CREDENTIALS)
NumberOfPlayers = Annotated[int | None, Query(ge=PLAYERS.start, lt=PLAYERS.stop)]
CACHING = "public, max-age=3600"


@router.get("/statistics", response_model=model(messages.Figures))
async def shipped_figures(request: Request, scope: Scope = Scope.BASE, players: NumberOfPlayers = None) -> Response:
    """Return the figures of the games of bots that are shipped; `players`: only those with so many."""

    async def make() -> bytes:
        background = background_of(request)
        return await background.analyse(address_of(request), lambda: orjson.dumps(figures(*shipped(), scope, players)))

    found = await background_of(request).once(("statistics", scope, players), make)
    response = json_response(found)
    response.headers["cache-control"] = CACHING
    response.headers["etag"] = tag = f'"{__version__}-{shipped()[0].games}-{scope.value}-{players}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag, "cache-control": CACHING})
    return response


@router.get("/my/statistics", response_model=model(messages.OwnFigures))
async def my_figures(request: Request, scope: Scope = Scope.BASE, players: NumberOfPlayers = None) -> Response:
    """Return the figures of the finished games among the last tables of this browser, from its own seats."""
    person, limits = person_of(request), limits_of(request)
    count_work(request, limits.analyses, limits.analyses_of_address)
    found = (
        [] if person is None else await own_games(host_of(request), background_of(request), person, address_of(request))
    )
    chosen = [(seen, seats) for seen, seats in found if seen.scope is scope and players in (None, seen.players)]
    return json_response(own_figures(chosen))
