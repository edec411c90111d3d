"""The FastAPI application: all routes, their shared objects, and error responses."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from kingdom_builder import __version__
from kingdom_builder.server import live, metrics
from kingdom_builder.server.caretaker import Caretaker
from kingdom_builder.server.fanout import new_fanout
from kingdom_builder.server.house import House
from kingdom_builder.server.http import games, ops, pages, seats, tables, tools
from kingdom_builder.server.http.common import json_response
from kingdom_builder.server.pool import Pool
from kingdom_builder.server.refusals import Refused, unavailable
from kingdom_builder.server.security.limits import RateLimits
from kingdom_builder.server.security.middleware import SecurityMiddleware
from kingdom_builder.server.security.origins import OriginPolicy
from kingdom_builder.server.settings import Settings
from kingdom_builder.store.database import Database
from kingdom_builder.store.games import Games
from kingdom_builder.store.writer import StorageError

log = structlog.get_logger()


def create_app(settings: Settings) -> FastAPI:
    """Create the application; it opens its database and processes when it starts."""
    app = FastAPI(
        title="Kingdom Builder",
        version=__version__,
        summary="Tables, seats and live games of Kingdom Builder; docs/protocol.md describes them.",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.limits = RateLimits(
        requests_per_second=settings.requests_per_second,
        sockets_per_address=settings.sockets_per_address,
        messages_per_second=settings.messages_per_second,
    )
    app.state.origins = OriginPolicy(public_url=settings.public_url, local_only=settings.local_only)
    for module in (tables, seats, games, tools, live, ops, pages):
        app.include_router(module.router)
    app.add_middleware(SecurityMiddleware, limits=app.state.limits, origins=app.state.origins)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(StorageError, _not_stored)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _failed)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    database = app.state.database = Database(settings.database)
    await database.open()
    bots, pictures = Pool(settings.bot_workers), Pool(1)
    house = House(Games(database), new_fanout(database.url, settings.redis))
    caretaker = Caretaker(house, bots, alone=settings.embedded, archive_days=settings.archive_days)
    app.state.house, app.state.bots, app.state.pictures = house, bots, pictures
    await house.open()
    caretaker.start()
    _tune_garbage_collector()
    log.info("ready", database=database.shown_url, version=__version__)
    try:
        yield
    finally:
        await caretaker.stop()
        await house.close()
        await bots.stop()
        await pictures.stop()
        await database.close()
        log.info("stopped")


def _tune_garbage_collector() -> None:
    """Run the garbage collector less often, and exclude everything that is in memory at the start.

    Thousands of positions are created and dropped without reference cycles, and a full collection delays every move.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 200)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    if error.status in (401, 403, 404, 410, 422):
        metrics.refusals.labels(error.code).inc()
    response = json_response({"error": error.facts()}, error.status)
    if error.status in (429, 503):
        response.headers["retry-after"] = "1"
    return response


async def _not_stored(request: Request, _: Exception) -> Response:
    return await _refused(request, unavailable())


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    message = f"{where}: {first['msg']}" if where else str(first["msg"])
    return await _refused(request, Refused("bad_message", message, 422))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and pages.wants_page(request):
        return await pages.page_not_found(request)
    codes = {404: "not_found", 405: "bad_method"}
    response = await _refused(
        request, Refused(codes.get(error.status_code, "bad_request"), str(error.detail), error.status_code)
    )
    response.headers.update(error.headers or {})
    return response


async def _failed(request: Request, error: Exception) -> Response:
    log.error("request failed", route=getattr(request.scope.get("route"), "path", "other"), reason=repr(error)[:200])
    return json_response({"error": Refused("failed", "The server has made a mistake.", 500).facts()}, 500)
