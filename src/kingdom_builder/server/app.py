"""The FastAPI application: all routes, their shared objects, and error responses."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from kingdom_builder import __version__
from kingdom_builder.server import metrics, websocket
from kingdom_builder.server.administration import Administration
from kingdom_builder.server.background import BOTS_PER_HINT_PROCESS, Background
from kingdom_builder.server.bots import Bots
from kingdom_builder.server.cleaning import keep_clean
from kingdom_builder.server.clock import ServerClock
from kingdom_builder.server.errors import first_error, status_of, unavailable
from kingdom_builder.server.host import TableHost
from kingdom_builder.server.http import daily, games, ops, pages, puzzles, reviews, seats, statistics, tables, tools
from kingdom_builder.server.http.common import error_response
from kingdom_builder.server.own_bots import read_own_bots
from kingdom_builder.server.public_url import PrefixMiddleware
from kingdom_builder.server.pubsub import new_pubsub
from kingdom_builder.server.reviews import Reviews
from kingdom_builder.server.scheduler import Scheduler
from kingdom_builder.server.security.addresses import proxy_check
from kingdom_builder.server.security.ban_middleware import BanMiddleware
from kingdom_builder.server.security.connections import Connections, connection_bound
from kingdom_builder.server.security.cookies import CookiePolicy
from kingdom_builder.server.security.earlier_cookies import EarlierCookieMiddleware
from kingdom_builder.server.security.http_limits import CONNECTIONS
from kingdom_builder.server.security.limit_sharing import LimitSharing
from kingdom_builder.server.security.middleware import SecurityMiddleware
from kingdom_builder.server.security.origins import OriginPolicy
from kingdom_builder.server.security.server_limits import ServerLimits
from kingdom_builder.server.settings import Settings
from kingdom_builder.server.tried_turns import TriedTurns
from kingdom_builder.server.uptime import Uptime, on_stop_signal
from kingdom_builder.store.cookie_keys import read_keys
from kingdom_builder.store.database import Database
from kingdom_builder.store.errors import StorageError
from kingdom_builder.store.health import DatabaseHealth
from kingdom_builder.store.orders import OrderLog
from kingdom_builder.store.repository import Repository
from kingdom_builder.store.uptime import UptimeLog
from kingdom_builder.table.errors import Rejected

log = structlog.get_logger()


def stop_process() -> None:
    """Stop this process, as a signal does."""
    os.kill(os.getpid(), signal.SIGTERM)


def create_app(settings: Settings, stop: Callable[[], None] = stop_process) -> FastAPI:
    """Create the application; it opens its database and processes when it starts.

    `stop` stops the server when it has drained.
    """
    app = FastAPI(
        title="Kingdom Builder",
        version=__version__,
        summary="Tables, seats and live games of Kingdom Builder; docs/protocol.md describes them.",
        openapi_url=None,  # a route of `ops` instead
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.own_bots = read_own_bots(settings.bot_files)
    bound = connection_bound(settings.max_connections, settings.bot_workers)
    limits = app.state.limits = ServerLimits(settings, connection_bound=bound)
    app.state.connections = Connections(
        limits.connections,
        bound=bound,
        is_proxy=proxy_check(settings.forwarded_allow_ips),
        head_seconds=settings.head_seconds,
    )
    prefix = settings.path_prefix
    app.state.origins = OriginPolicy(public_url=settings.public_address, local_only=settings.local_only)
    app.state.stop = stop
    app.state.cookies = CookiePolicy(app.state.origins, prefix)
    for module in (websocket, tables, seats, games, daily, reviews, tools, statistics, puzzles, ops, pages):
        app.include_router(module.router)
    app.add_middleware(BanMiddleware)
    app.add_middleware(EarlierCookieMiddleware, cookies=app.state.cookies)
    app.add_middleware(SecurityMiddleware, limits=limits, origins=app.state.origins, body_seconds=settings.body_seconds)
    if prefix:
        app.add_middleware(PrefixMiddleware, prefix=prefix)
    app.add_exception_handler(Rejected, _rejected)
    app.add_exception_handler(StorageError, _not_stored)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _failed)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
    settings: Settings = app.state.settings
    database = app.state.database = Database(settings.database)
    await database.open()
    keys = await read_keys(database)
    app.state.cookies.keys, app.state.upgraded_at = keys.keys, keys.since
    bots = Bots(settings.bot_workers, app.state.own_bots)
    background = Background(
        settings.picture_cache_mib << 20,
        search_seconds=settings.hint_seconds,
        hint_workers=max(1, settings.bot_workers // BOTS_PER_HINT_PROCESS),
    )
    clock = ServerClock()
    uptime = Uptime(
        UptimeLog(database.event_log), clock, only_process=settings.embedded, grace_seconds=settings.grace_seconds
    )
    host = TableHost(Repository(database), database.event_log, new_pubsub(database.url, settings.redis), clock)
    scheduler = Scheduler(
        host,
        bots,
        only_process=settings.embedded,
        archive_days=settings.archive_days,
        bot_table_hours=settings.bot_table_hours,
    )
    app.state.health = DatabaseHealth(database)
    app.state.host, app.state.bots, app.state.background = host, bots, background
    app.state.tried_turns = TriedTurns()
    made = app.state.reviews = Reviews(background, host.repository, database.event_log, settings.review_budget)
    await uptime.start()
    sharing = LimitSharing(app.state.limits.shared(), host.pubsub, settings.workers)
    await host.open()
    sharing.start()
    cleaning = asyncio.create_task(keep_clean(database.event_log))
    scheduler.start()
    administration = app.state.administration = Administration(OrderLog(database), host, uptime, app.state.stop)
    await administration.start()
    _tune_garbage_collector()
    log.info("ready", database=database.shown_url, version=__version__)
    try:
        with on_stop_signal(uptime.drain):
            yield {CONNECTIONS: app.state.connections}
    finally:
        uptime.drain()
        await administration.stop()
        await scheduler.stop()
        await uptime.stop()
        cleaning.cancel()
        await sharing.stop()
        await host.close()
        await bots.stop()
        await made.stop()
        await background.stop()
        await database.close()
        log.info("stopped")


def _tune_garbage_collector() -> None:
    """Collect garbage late, seldom all of it, and exclude everything that is in memory at the start.

    Thousands of positions are created and dropped without reference cycles, most of them with the next move at their
    table. A collection delays every move. One that comes late finds less: what has been dropped before costs nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 200, 50)


async def _rejected(_: Request, error: Exception) -> Response:
    assert isinstance(error, Rejected)
    if status_of(error) in (401, 403, 404, 410, 422):
        metrics.rejections.labels(error.code).inc()
    return error_response(error)


async def _not_stored(request: Request, _: Exception) -> Response:
    return await _rejected(request, unavailable())


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return await _rejected(request, Rejected("bad_message", first_error(error.errors())))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and pages.wants_page(request):
        return await pages.page_not_found(request)
    codes = {404: "not_found", 405: "bad_method"}
    rejected = Rejected(codes.get(error.status_code, "bad_request"), str(error.detail))
    response = error_response(rejected, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _failed(request: Request, error: Exception) -> Response:
    log.error("request failed", route=getattr(request.scope.get("route"), "path", "other"), reason=repr(error)[:200])
    return error_response(Rejected("failed", "The server has made a mistake."))
