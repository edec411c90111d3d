"""For whoever runs the server: is it alive, can it play, what does it do."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from kingdom_builder import __version__
from kingdom_builder.server import metrics
from kingdom_builder.server.api import json_response
from kingdom_builder.store.writer import StorageError

router = APIRouter(tags=["operations"])


@router.get("/health")
async def health() -> Response:
    """Say that the process is alive."""
    return json_response({"status": "ok", "version": __version__})


@router.get("/ready", responses={503: {"description": "The database cannot be used at the moment."}})
async def ready(request: Request) -> Response:
    """Say whether games can be played: the database answers."""
    try:
        await request.app.state.database.check()
    except StorageError:
        return json_response({"status": "database unavailable"}, 503)
    return json_response({"status": "ok", "fanout": request.app.state.house.fanout.up})


@router.get("/metrics", responses={200: {"content": {"text/plain": {}}}})
async def figures() -> Response:
    """Tell the figures, for Prometheus."""
    return Response(metrics.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")
