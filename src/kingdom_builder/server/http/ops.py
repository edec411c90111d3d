"""Routes for operators and programs: is the process alive, can games be played, and which routes are there."""

from __future__ import annotations

import asyncio

import orjson
from fastapi import APIRouter, Request, Response

from kingdom_builder import __version__
from kingdom_builder.server.administration import Administration
from kingdom_builder.server.http.common import ERRORS, json_response
from kingdom_builder.server.http.work import background_of
from kingdom_builder.server.schema import model
from kingdom_builder.store.health import DatabaseHealth
from kingdom_builder.table import responses

router = APIRouter(tags=["operations"])


@router.get("/health")
async def health() -> Response:
    """Report that the process is alive, and its version."""
    return json_response({"status": "ok", "version": __version__})


@router.get("/ready", responses={503: {"description": "The database cannot be used at the moment."}})
async def ready(request: Request) -> Response:
    """Report whether games can be played: the database answers and can write."""
    health: DatabaseHealth = request.app.state.health
    problem = await health.problem()
    if problem is not None:
        return json_response({"status": problem}, 503)
    return json_response({"status": "ok", "pubsub": request.app.state.host.pubsub.up})


@router.get("/api/notice", response_model=model(responses.Notices), responses=ERRORS)
async def notice(request: Request) -> Response:
    """Return what the operator of the server tells everybody."""
    administration: Administration = request.app.state.administration
    return json_response({"notice": administration.notice})


@router.api_route("/openapi.json", methods=["GET", "HEAD"], include_in_schema=False)
async def description(request: Request) -> Response:
    """Return the description of all routes. It is made once, in a thread: this takes seconds."""

    async def make() -> bytes:
        return orjson.dumps(await asyncio.to_thread(request.app.openapi))

    return Response(await background_of(request).once("openapi", make), media_type="application/json")
