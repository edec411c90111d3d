"""The addresses of WebSockets: one for each seat or spectator. Messages name no seat; the address does."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket

from kingdom_builder.server import lobby
from kingdom_builder.server.connection import Authorize, Connection
from kingdom_builder.server.http.common import Code, SeatNumber, Seq
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.security.auth import (
    SeatAccess,
    address_of,
    authorize_seat,
    host_of,
    limits_of,
    person_of,
)
from kingdom_builder.server.security.bans import check_ban
from kingdom_builder.server.security.handshakes import reject_handshake
from kingdom_builder.server.security.origins import OriginPolicy
from kingdom_builder.table.errors import Rejected

router = APIRouter(prefix="/api")


@router.websocket("/tables/{game}/seats/{seat}/live")
async def play(websocket: WebSocket, game: Code, seat: SeatNumber, after: Seq = 0) -> None:
    """Play a seat: the server sends views and events, the client sends answers."""

    async def authorize() -> SeatAccess:
        return await authorize_seat(websocket, game, seat)

    await _serve(websocket, authorize, after)


@router.websocket("/watch/{code}/live")
async def watch(websocket: WebSocket, code: Code, after: Seq = 0) -> None:
    """Watch a table."""

    async def authorize() -> LoadedTable:
        host = host_of(websocket)
        loaded = await host.by_code(watch=code)
        await lobby.record_spectator(host, loaded, person_of(websocket))
        await lobby.resume_bots(host, loaded)
        return loaded

    await _serve(websocket, authorize, after)


async def _serve(websocket: WebSocket, authorize: Authorize, after: int) -> None:
    async def check_and_authorize() -> SeatAccess | LoadedTable:
        check_ban(websocket, person_of(websocket))
        return await authorize()

    limits = limits_of(websocket)
    origins: OriginPolicy = websocket.app.state.origins
    address = address_of(websocket)
    try:
        origins.check_host(websocket.headers)
        origins.check_origin(websocket)
        limits.sockets.enter(address)
    except Rejected as rejected:
        await reject_handshake(websocket, rejected)
        return
    try:
        try:
            authorized = await check_and_authorize()
        except Rejected as rejected:
            await reject_handshake(websocket, rejected)
            return
        await websocket.accept()
        await Connection(websocket, authorized, check_and_authorize, after).run()
    finally:
        limits.sockets.leave(address)
