"""Finished games: the record, the position after any entry, and pictures."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request, Response

from kingdom_builder.engine.game import Game
from kingdom_builder.server.http.common import (
    CREDENTIALS,
    ERRORS,
    PICTURE_HEADERS,
    SVG_RESPONSE,
    Code,
    board_svg,
    draw_board,
    json_response,
)
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.security.auth import authorize_table, house_of
from kingdom_builder.server.showing import public_json, replay_json
from kingdom_builder.server.table import OVER, play_entry
from kingdom_builder.server.told import History, Replay
from kingdom_builder.server.viewers import Live
from kingdom_builder.server.waiting import entries_json
from kingdom_builder.store.games import StoredEntry

router = APIRouter(prefix="/api/games", responses=ERRORS, tags=["games"], dependencies=CREDENTIALS)
At = Annotated[int | None, Query(ge=1, le=2**31 - 1)]


@router.get("/{game}", response_model=Replay)
async def replay(request: Request, game: Code, at: At = None) -> Response:
    """Return a finished game after entry `at` (the last by default), with the score lines."""
    live = await _finished_table(request, game)
    number = _checked_number(live, at)
    table = live.table
    view = replay_json(public_json(table, table.game_at(number), number))
    facts = {
        "table": live.facts(),
        "at": number,
        "last": table.number,
        "entry": orjson.Fragment(table.told(number - 1)[0]),
        "view": orjson.Fragment(view),
    }
    return json_response(facts)


@router.get("/{game}/record", responses={200: {"content": {"text/plain": {}}}})
async def record(request: Request, game: Code) -> Response:
    """Download a finished game as a record; `kingdom-builder replay` reads it."""
    live = await _finished_table(request, game)
    headers = {"content-disposition": f'attachment; filename="kingdom-builder-{live.table.id}.txt"'}
    return Response(live.table.game_at(live.table.number).to_record(), 200, headers, "text/plain; charset=utf-8")


@router.get("/{game}/history", response_model=History)
async def history(request: Request, game: Code) -> Response:
    """Return every entry of a finished game, and each player's gold after every entry that changed the game."""
    table = (await _finished_table(request, game)).table
    entries = [orjson.Fragment(entry) for entry in entries_json(table, 0, None)]
    totals = await asyncio.to_thread(gold_over_time, table.stored.setup, list(table.entries))
    return json_response({"entries": entries, "totals": totals})


@router.get("/{game}/picture.svg", responses=SVG_RESPONSE)
async def svg(request: Request, game: Code, at: At = None) -> Response:
    """Draw the board after an entry; while the game goes on, for those who sit at the table."""
    live = await _visible_table(request, game)
    return await board_svg(live, _checked_number(live, at))


@router.get("/{game}/picture.png", responses={200: {"content": {"image/png": {}}}})
async def png(request: Request, game: Code, at: At = None) -> Response:
    """Draw the same as PNG."""
    live = await _visible_table(request, game)
    drawing = await draw_board(live, _checked_number(live, at))
    return Response(await request.app.state.pictures.picture(drawing), 200, PICTURE_HEADERS, "image/png")


def gold_over_time(setup: str, entries: Sequence[StoredEntry]) -> list[tuple[int, list[int]]]:
    """Return the number of every entry that changed the game, and each player's gold after it."""
    game = Game.from_record(setup)
    return [(entry.number, game.scores()) for entry in entries if play_entry(game, entry)]


async def _visible_table(request: Request, game: str) -> Live:
    """Return a table whose board may be shown: to everybody once the game is over."""
    live = await house_of(request).table(game)
    if live.table.status != OVER:
        live, _person, _seats = await authorize_table(request, game)
    return live


async def _finished_table(request: Request, game: str) -> Live:
    live = await house_of(request).table(game)
    if live.table.status != OVER:
        raise Refused("not_over", "This game is not over: its record holds cards that nobody may know yet.")
    return live


def _checked_number(live: Live, at: int | None) -> int:
    last = live.table.number
    if at is None:
        return last
    if at > last:
        raise Refused("not_found", f"There is no entry {at}: the last one is {last}.", 404)
    return at
