"""Routes without a table, which store nothing: score a position, draw a set-up, the maps of the board sections."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response

from kingdom_builder.engine.game import Game
from kingdom_builder.formats.position_file import position_facts
from kingdom_builder.server.hosting import new_table_game, seed_of
from kingdom_builder.server.http.common import ERRORS, json_response
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.said import SetupWanted
from kingdom_builder.server.showing import score_facts, setup_json
from kingdom_builder.server.told import Scored, SectionMap, TableSetup
from kingdom_builder.setup.sections import all_sections, island_sides

router = APIRouter(prefix="/api", responses=ERRORS, tags=["tools"])
_POSITION = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


@router.post("/score", response_model=Scored, openapi_extra=_POSITION)
async def score(request: Request) -> Response:
    """Score a position: the body is a position file (docs/position-format.md)."""
    body = await request.body()
    return json_response(await asyncio.to_thread(_score_position, body))


@router.post("/setups", response_model=TableSetup)
async def setups(wanted: SetupWanted) -> Response:
    """Draw a set-up as for a new table; a table with the same options and the returned `seed` gets the same."""
    seed = seed_of(wanted.setup)
    # The deck does not change what is on the table, so its seed does not matter.
    game = await asyncio.to_thread(new_table_game, wanted.setup, wanted.players, seed, deck_seed=0)
    return json_response(setup_json(game))


@router.get("/sections", response_model=list[SectionMap])
async def sections() -> Response:
    """List every board section that has a map, then the sides of the Island."""
    maps = [
        {
            "name": piece.name,
            "set": piece.set,
            "rows": piece.rows,
            "locations": dict(zip(piece.digits, piece.locations, strict=True)),
            "stand_in": piece.placeholder,
        }
        for piece in (*all_sections(), *island_sides())
    ]
    return json_response(maps)


def _score_position(body: bytes) -> dict[str, Any]:
    try:
        game = Game.from_position(body.decode())
    except UnicodeDecodeError:
        raise Refused("bad_position", "this is not a text file in UTF-8", 422) from None
    except ValueError as error:
        raise Refused("bad_position", " ".join(str(error).split()), 422) from None
    players = []
    for seat in range(len(game.seats)):
        lines = score_facts(game, seat)
        players.append({"total": sum(line["gold"] for line in lines), "lines": lines})
    return {"players": players, "position": position_facts(game)}
