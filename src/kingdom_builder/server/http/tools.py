"""Routes without a table, which store nothing: score a position, draw a set-up, the maps of the board sections."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from kingdom_builder.engine.fields import PositionError
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.game import Game
from kingdom_builder.server.http.common import ERRORS, json_response
from kingdom_builder.server.http.work import analyse
from kingdom_builder.server.lobby import chosen_seed
from kingdom_builder.server.requests import SetupRequest
from kingdom_builder.server.schema import model
from kingdom_builder.sets.problems import PositionProblem
from kingdom_builder.setup.sections import all_sections, island_sides
from kingdom_builder.table import board_messages, responses
from kingdom_builder.table.board_views import board_contents, board_map, piece_places, pieces_left, setup_view
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.options import new_table_game
from kingdom_builder.table.views import score_lines
from kingdom_builder.texts.problems import problem_sentence

router = APIRouter(prefix="/api", responses=ERRORS, tags=["tools"])
_POSITION = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


@router.post("/score", response_model=model(responses.ScoredPosition), openapi_extra=_POSITION)
async def score(request: Request) -> Response:
    """Score a position: the body is a position file (docs/position-format.md)."""
    body = await request.body()
    return json_response(await analyse(request, lambda: _score_position(body)))


@router.post("/setups", response_model=model(board_messages.TableSetup))
async def setups(request: Request, message: SetupRequest) -> Response:
    """Draw a set-up as for a new table; a table with the same options and the returned `seed` gets the same."""
    seed = chosen_seed(message.setup.seed)
    # The deck does not change what is on the table, so its seed does not matter.
    options, players = message.setup.options(), message.players
    return json_response(
        await analyse(request, lambda: setup_view(new_table_game(options, players, seed, deck_seed=0)))
    )


@router.get("/sections", response_model=model(list[responses.SectionMap]))
async def sections() -> Response:
    """List every board section that has a map, then the sides of the Island."""
    maps: list[responses.SectionMap] = [
        {
            "name": piece.name,
            "set": piece.set,
            "rows": list(piece.rows),
            "locations": dict(zip(piece.digits, piece.locations, strict=True)),
            "stand_in": piece.placeholder,
        }
        for piece in (*all_sections(), *island_sides())
    ]
    return json_response(maps)


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise PositionError(PositionProblem.NOT_UTF8) from None


def _score_position(body: bytes) -> responses.ScoredPosition:
    try:
        game = Game.from_position(_text(body))
    except PositionError as error:
        raise Rejected("bad_position", str(error), sentence=problem_sentence(error)) from None
    players: list[responses.PlayerScore] = []
    for seat in range(len(game.players)):
        lines = score_lines(game, seat)
        left = pieces_left(game.players[seat])
        players.append({"total": sum(line["gold"] for line in lines), "lines": lines, "left": left})
    return {
        **board_map(game),
        "players": players,
        "places": piece_places(game.board),
        "position": position_document(game),
        "contents": board_contents(game),
    }
