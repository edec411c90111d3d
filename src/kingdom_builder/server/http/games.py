"""Finished games: the record, the position after any event, and pictures."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from kingdom_builder.library import Game
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
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.requests import LAST_SEQ
from kingdom_builder.server.schema import model
from kingdom_builder.server.security.auth import authorize_table, host_of
from kingdom_builder.server.serializer import Viewer
from kingdom_builder.table import responses
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import CHANGES_QUESTION, Event, TableStatus
from kingdom_builder.table.evolve import apply_to_game, game_at
from kingdom_builder.table.share import draw_result
from kingdom_builder.table.summary import summary
from kingdom_builder.table.views import public_view

router = APIRouter(prefix="/api/games", responses=ERRORS, tags=["games"], dependencies=CREDENTIALS)
PNG_RESPONSE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {}}}}
Language = Literal["en", "fr"]
SeqOrLast = Annotated[int | None, Query(ge=1, le=LAST_SEQ)]


@router.get("/{game}", response_model=model(responses.Replay))
async def replay(request: Request, game: Code, seq: SeqOrLast = None) -> Response:
    """Return a finished game after event `seq` (the last by default), with the score lines."""
    loaded = await _finished_table(request, game)
    number = _checked_seq(loaded, seq)
    state = replace(loaded.state, seq=number, game=game_at(loaded.events, number))
    return json_response(
        {
            "table": loaded.table_message(Viewer()),
            "seq": number,
            "last_seq": loaded.state.seq,
            "event": loaded.event_messages(number - 1, None)[0],
            "view": {"public": public_view(state), "clock": None, "you": None},
        }
    )


@router.get("/{game}/record", responses={200: {"content": {"text/plain": {}}}})
async def record(request: Request, game: Code) -> Response:
    """Download a finished game as a record; `kingdom-builder replay` reads it."""
    loaded = await _finished_table(request, game)
    headers = {"content-disposition": f'attachment; filename="kingdom-builder-{loaded.id}.txt"'}
    text = game_at(loaded.events, loaded.state.seq).to_record()
    return Response(text, 200, headers, "text/plain; charset=utf-8")


@router.get("/{game}/history", response_model=model(responses.History))
async def history(request: Request, game: Code) -> Response:
    """Return every event of a finished game, and each player's gold after every event that changed the game."""
    loaded = await _finished_table(request, game)
    totals = await asyncio.to_thread(gold_over_time, loaded.state.setup, list(loaded.events))
    return json_response({"events": loaded.event_messages(0, None), "totals": totals})


@router.get("/{game}/summary", response_model=model(responses.Summary))
async def course(request: Request, game: Code) -> Response:
    """Return what every turn of a finished game changed, and the turns that decided it."""
    loaded = await _finished_table(request, game)
    return json_response(await asyncio.to_thread(summary, loaded.state.setup, list(loaded.events)))


@router.get("/{game}/board.svg", responses=SVG_RESPONSE)
async def board(request: Request, game: Code, seq: SeqOrLast = None) -> Response:
    """Draw the board after an event; until the game is over, only for its players and its creator."""
    loaded = await _visible_table(request, game)
    return await board_svg(loaded, _checked_seq(loaded, seq))


@router.get("/{game}/board.png", responses=PNG_RESPONSE)
async def board_as_png(request: Request, game: Code, seq: SeqOrLast = None) -> Response:
    """Draw the same as PNG."""
    loaded = await _visible_table(request, game)
    return await _png(request, await draw_board(loaded, _checked_seq(loaded, seq)))


@router.get("/{game}/picture.svg", responses=SVG_RESPONSE)
async def picture(request: Request, game: Code, language: Language = "en") -> Response:
    """Draw the result of a finished game: the board, every player's gold, and the gold by card."""
    return Response(await _result(request, game, language), 200, PICTURE_HEADERS, "image/svg+xml")


@router.get("/{game}/picture.png", responses=PNG_RESPONSE)
async def picture_as_png(request: Request, game: Code, language: Language = "en") -> Response:
    """Draw the same as PNG."""
    return await _png(request, await _result(request, game, language))


def gold_over_time(setup: str, events: Sequence[Event]) -> list[tuple[int, list[int]]]:
    """Return the number of every event that changed the game, and each player's gold after it."""
    game = Game.from_record(setup)
    found = []
    for event in events:
        if event.kind in CHANGES_QUESTION:
            apply_to_game(game, event)
            found.append((event.seq, game.scores()))
    return found


async def _result(request: Request, game: str, language: str) -> str:
    loaded = await _finished_table(request, game)
    return await asyncio.to_thread(draw_result, loaded.state.game, loaded.state.seats, language)


async def _png(request: Request, svg: str) -> Response:
    return Response(await request.app.state.pictures.png(svg), 200, PICTURE_HEADERS, "image/png")


async def _visible_table(request: Request, game: str) -> LoadedTable:
    """Return a table whose board may be shown: to everybody when the game is over."""
    loaded = await host_of(request).get(game)
    if loaded.state.status is not TableStatus.OVER:
        loaded, _viewer = await authorize_table(request, game)
    return loaded


async def _finished_table(request: Request, game: str) -> LoadedTable:
    loaded = await host_of(request).get(game)
    if loaded.state.status is not TableStatus.OVER:
        raise Rejected("not_over", "This game is not over: its record holds cards that nobody may know yet.")
    return loaded


def _checked_seq(loaded: LoadedTable, seq: int | None) -> int:
    last = loaded.state.seq
    if seq is None:
        return last
    if seq > last:
        raise Rejected("not_found", f"There is no event {seq}: the last one is {last}.")
    return seq
