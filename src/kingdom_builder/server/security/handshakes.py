"""Rejections of WebSocket handshakes: with an error as a message, or cheaper in a flood."""

from __future__ import annotations

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from kingdom_builder.server import metrics
from kingdom_builder.server.errors import close_code
from kingdom_builder.server.http.common import error_response
from kingdom_builder.server.security.auth import address_of
from kingdom_builder.server.security.server_limits import ServerLimits
from kingdom_builder.table.errors import Rejected


async def reject_flood(websocket: WebSocket, limits: ServerLimits, rejected: Rejected) -> None:
    """Reject one handshake too many: with an error as a message, or cheaper if there are very many."""
    address = address_of(websocket)
    try:
        limits.handshake_errors.take(address)
    except Rejected:
        metrics.rejections.labels(rejected.code).inc()
        await limits.before_rejection(address)
        await websocket.send_denial_response(error_response(rejected))
    else:
        await reject_handshake(websocket, rejected)


async def reject_handshake(websocket: WebSocket, rejected: Rejected) -> None:
    """Accept, send the error and close: a browser does not show a page the status of a rejected handshake."""
    metrics.rejections.labels(rejected.code).inc()
    await websocket.accept()
    try:
        await websocket.send_text(orjson.dumps({"type": "error", "id": None, **rejected.to_message()}).decode())
        await websocket.close(close_code(rejected), rejected.code)
    except (WebSocketDisconnect, RuntimeError):
        return
