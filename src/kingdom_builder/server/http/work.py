"""What routes share that need a CPU: limits by person and by address, analyses, and drawings of a board.

A drawing is kept, and is counted for those only for whom it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fastapi import Request, Response

from kingdom_builder.server.background import Background
from kingdom_builder.server.http.common import PICTURE_HEADERS
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.security.auth import address_of, limits_of, person_of
from kingdom_builder.server.security.limits import RateLimit
from kingdom_builder.table.events import CHANGES_QUESTION
from kingdom_builder.table.fold import game_at

T = TypeVar("T")
Key = tuple[object, ...]
Draw = Callable[[], str]


def background_of(request: Request) -> Background:
    """Return where the application that serves this request does such work."""
    background: Background = request.app.state.background
    return background


def count_work(request: Request, by_person: RateLimit, by_address: RateLimit, person: str | None = None) -> None:
    """Count work for the sender; raise Rejected if there is too much. Without a cookie, a sender is an address."""
    address = address_of(request)
    by_address.take(address)
    by_person.take(person or person_of(request) or address)


async def analyse(request: Request, function: Callable[[], T]) -> T:
    """Run a function for the sender, outside the event loop; raise Rejected if there is too much such work."""
    limits = limits_of(request)
    count_work(request, limits.analyses, limits.analyses_of_address)
    return await background_of(request).analyse(address_of(request), function)


async def svg_of(request: Request, key: Key, draw: Draw) -> bytes:
    """Return the SVG drawing with a key, which must name all that can be seen on it."""
    limits = limits_of(request)
    return await _svg(request, key, draw, lambda: count_work(request, limits.analyses, limits.analyses_of_address))


async def png_of(request: Request, key: Key, draw: Draw) -> bytes:
    """Return the same drawing as PNG."""

    async def make() -> bytes:
        limits = limits_of(request)
        count_work(request, limits.pictures, limits.pictures_of_address)
        svg = await _svg(request, key, draw, lambda: None)
        return await background_of(request).draw(address_of(request), svg.decode())

    return await background_of(request).once(("png", *key), make)


async def _svg(request: Request, key: Key, draw: Draw, count: Callable[[], None]) -> bytes:
    async def make() -> bytes:
        count()
        return (await background_of(request).analyse(address_of(request), draw)).encode()

    return await background_of(request).once(("svg", *key), make)


async def board_svg(request: Request, loaded: LoadedTable, seq: int) -> Response:
    """Return a drawing of the board after an event; what is on the board is public."""
    return svg_response(await svg_of(request, *_board(loaded, seq)))


async def board_png(request: Request, loaded: LoadedTable, seq: int) -> Response:
    """Return the same as PNG."""
    return png_response(await png_of(request, *_board(loaded, seq)))


def svg_response(drawing: bytes) -> Response:
    """Return the response with an SVG drawing."""
    return Response(drawing, 200, PICTURE_HEADERS, "image/svg+xml")


def png_response(picture: bytes) -> Response:
    """Return the response with a PNG picture."""
    return Response(picture, 200, PICTURE_HEADERS, "image/png")


def _board(loaded: LoadedTable, seq: int) -> tuple[Key, Draw]:
    """Return the key of the board after an event, and the function that draws it."""
    state = loaded.state
    if seq >= state.question_seq:
        return (loaded.id, state.question_seq), state.game.to_svg
    events = loaded.events[:seq]
    changed = next((event.seq for event in reversed(events) if event.kind in CHANGES_QUESTION), 1)
    return (loaded.id, changed), lambda: game_at(events, changed).to_svg()
