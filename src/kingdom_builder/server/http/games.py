"""Finished games: the record, the position after any event, and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Query, Request, Response

from kingdom_builder.server.daily import picture_note
from kingdom_builder.server.http.common import (
    CREDENTIALS,
    ERRORS,
    SVG_RESPONSE,
    Code,
    json_response,
)
from kingdom_builder.server.http.work import (
    Draw,
    Key,
    analyse,
    background_of,
    board_png,
    board_svg,
    png_of,
    png_response,
    svg_of,
    svg_response,
)
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.requests import LAST_SEQ
from kingdom_builder.server.schema import model
from kingdom_builder.server.security.auth import address_of, authorize_table, host_of
from kingdom_builder.server.serializer import Viewer
from kingdom_builder.table import responses
from kingdom_builder.table.checks import check_stopped
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.event_views import lasting_events
from kingdom_builder.table.events import Event
from kingdom_builder.table.fold import game_at
from kingdom_builder.table.share import draw_result
from kingdom_builder.table.state import Moment
from kingdom_builder.table.summary import summary
from kingdom_builder.table.views import public_view

router = APIRouter(prefix="/api/games", responses=ERRORS, tags=["games"], dependencies=CREDENTIALS)
PNG_RESPONSE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {}}}}
Language = Literal["en", "fr"]
Streak = Annotated[int, Query(ge=0, le=100_000)]
SeqOrLast = Annotated[int | None, Query(ge=1, le=LAST_SEQ)]


@router.get("/{game}", response_model=model(responses.Replay))
async def replay(request: Request, game: Code, seq: SeqOrLast = None) -> Response:
    """Return a finished game after event `seq` (the last by default), with the score lines."""
    loaded = await finished_table(request, game)
    number = _checked_seq(loaded, seq)
    events = loaded.events[:number]
    game_then = await background_of(request).analyse(address_of(request), lambda: game_at(events, number))
    state = replace(loaded.state, seq=number, game=game_then)
    return json_response(
        {
            "table": loaded.table_message(Viewer()),
            "seq": number,
            "last_seq": loaded.state.seq,
            "event": (await loaded.page(number + 1, None))[-1],
            "view": {"public": public_view(state), "clock": None, "you": None},
        }
    )


@router.get("/{game}/record", responses={200: {"content": {"text/plain": {}}}})
async def record(request: Request, game: Code) -> Response:
    """Download a finished game as a record; `kingdom-builder replay` reads it."""
    loaded = await finished_table(request, game)
    headers = {"content-disposition": f'attachment; filename="kingdom-builder-{loaded.id}.txt"'}
    events = list(loaded.events)
    text = await analyse(request, lambda: game_at(events, len(events)).to_record())
    return Response(text, 200, headers, "text/plain; charset=utf-8")


@router.get("/{game}/history", response_model=model(responses.History))
async def history(request: Request, game: Code) -> Response:
    """Return the events of a finished game without undone answers and chat, and each player's gold after its moves."""
    loaded = await finished_table(request, game)
    events, at = list(loaded.events), host_of(request).clock.now()

    async def make() -> bytes:
        return await analyse(request, lambda: _history(events, at))

    return json_response(await background_of(request).once(("history", loaded.id, len(events)), make))


@router.get("/{game}/summary", response_model=model(responses.Summary))
async def course(request: Request, game: Code) -> Response:
    """Return what every turn of a finished game changed, and the turns that decided it."""
    loaded = await finished_table(request, game)
    setup, events = loaded.state.setup, list(loaded.events)

    async def make() -> bytes:
        return orjson.dumps(await analyse(request, lambda: summary(setup, events)))

    return json_response(await background_of(request).once(("summary", loaded.id, loaded.state.question_seq), make))


@router.get("/{game}/board.svg", responses=SVG_RESPONSE)
async def board(request: Request, game: Code, seq: SeqOrLast = None) -> Response:
    """Draw the board after an event; until the game is over, only for its players and its creator."""
    loaded = await _visible_table(request, game)
    return await board_svg(request, loaded, _checked_seq(loaded, seq))


@router.get("/{game}/board.png", responses=PNG_RESPONSE)
async def board_as_png(request: Request, game: Code, seq: SeqOrLast = None) -> Response:
    """Draw the same as PNG."""
    loaded = await _visible_table(request, game)
    return await board_png(request, loaded, _checked_seq(loaded, seq))


@router.get("/{game}/picture.svg", responses=SVG_RESPONSE)
async def picture(request: Request, game: Code, language: Language = "en", streak: Streak = 0) -> Response:
    """Draw the result of a finished game: the board, every player's gold, and the gold by card.

    `streak`: the days in a row with a daily challenge, which the picture of such a challenge shows.
    """
    return svg_response(await svg_of(request, *await _result(request, game, language, streak)))


@router.get("/{game}/picture.png", responses=PNG_RESPONSE)
async def picture_as_png(request: Request, game: Code, language: Language = "en", streak: Streak = 0) -> Response:
    """Draw the same as PNG."""
    return png_response(await png_of(request, *await _result(request, game, language, streak)))


async def finished_table(request: Request, game: str) -> LoadedTable:
    """Return a table whose game is over; Rejected if it is not."""
    loaded = await host_of(request).get(game)
    if not loaded.state.was_finished:
        raise Rejected("not_over", "This game is not over: its record holds cards that nobody may know yet.")
    return loaded


def _history(events: Sequence[Event], at: Moment) -> bytes:
    shown, totals = lasting_events(events, at)
    return orjson.dumps({"events": shown, "totals": totals})


async def _result(request: Request, game: str, language: str, streak: int) -> tuple[Key, Draw]:
    """Return the key of the picture of a result, which shows the names at the seats, and the function that draws it."""
    state = (await finished_table(request, game)).state
    check_stopped(state)
    note = await picture_note(host_of(request), state, streak)
    return (state.id, state.seats, language, note), lambda: draw_result(state.game, state.seats, language, note)


async def _visible_table(request: Request, game: str) -> LoadedTable:
    """Return a table whose board may be shown: to everybody when the game is over."""
    loaded = await host_of(request).get(game)
    if not loaded.state.was_finished:
        loaded, _viewer = await authorize_table(request, game)
    return loaded


def _checked_seq(loaded: LoadedTable, seq: int | None) -> int:
    last = loaded.state.seq
    if seq is None:
        return last
    if seq > last:
        raise Rejected("not_found", f"There is no event {seq}: the last one is {last}.")
    return seq
