"""Live play over a WebSocket: one for each viewer, and it knows its seat."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import orjson
import structlog
from fastapi import APIRouter, Path, Query, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from kingdom_builder.server import metrics, playing
from kingdom_builder.server.house import House
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.said import (
    SOCKET_SAID,
    SocketAnswer,
    SocketChat,
    SocketPass,
    SocketPreviewOf,
    SocketSaid,
    SocketUndo,
    SocketWhyNot,
)
from kingdom_builder.server.security.auth import SeatAccess, authorize_seat, house_of
from kingdom_builder.server.security.limits import RateLimits
from kingdom_builder.server.security.origins import OriginPolicy
from kingdom_builder.server.viewers import Live, Viewer
from kingdom_builder.server.waiting import news_json, state_json

router = APIRouter(prefix="/api")
log = structlog.get_logger()

BAD_MESSAGES = 20
"""So many messages that cannot be read end a connection."""

SEND_SECONDS = 20.0
"""A client that takes longer to read a message is disconnected; it comes back and gets what it lacks."""

GOING_AWAY, UNSUPPORTED, POLICY, TRY_LATER, RESTART = 1001, 1003, 1008, 1013, 1012
NOT_YOURS, UNKNOWN, NO_SUCH = 4403, 4401, 4404
_CLOSE_CODES = {401: UNKNOWN, 403: NOT_YOURS, 404: NO_SUCH, 429: TRY_LATER, 503: TRY_LATER}
Last = Annotated[int, Query(ge=0, le=2**31 - 1)]
Code = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


@router.websocket("/tables/{game}/seats/{seat}/live")
async def play(websocket: WebSocket, game: Code, seat: Annotated[int, Path(ge=0, le=4)], last: Last = 0) -> None:
    """Play a seat: the view and what happens come, answers go."""

    async def enter() -> SeatAccess:
        return await authorize_seat(websocket, game, seat)

    await _serve(websocket, enter, last)


@router.websocket("/watch/{code}/live")
async def watch(websocket: WebSocket, code: Code, last: Last = 0) -> None:
    """Watch a table."""

    async def enter() -> Live:
        return await house_of(websocket).by_code(watch=code)

    await _serve(websocket, enter, last)


async def _serve(websocket: WebSocket, enter: Callable[[], Awaitable[SeatAccess | Live]], last: int) -> None:
    limits: RateLimits = websocket.app.state.limits
    origins: OriginPolicy = websocket.app.state.origins
    house = house_of(websocket)
    address = websocket.client.host if websocket.client else ""
    try:
        origins.check_host(websocket.headers)
        origins.check_origin(websocket)
        limits.open_socket(address)
    except Refused as refusal:
        await _deny(websocket, refusal)
        return
    try:
        try:
            entered = await enter()
        except Refused as refusal:
            await _deny(websocket, refusal)
            return
        await websocket.accept()
        await Connection(websocket, house, entered, enter, last).run()
    finally:
        limits.close_socket(address)


async def _deny(websocket: WebSocket, refusal: Refused) -> None:
    """Accept only to say why not: a browser is not shown the status of a refused handshake."""
    metrics.refusals.labels(refusal.code).inc()
    await websocket.accept()
    try:
        await websocket.send_text(orjson.dumps({"type": "refused", "id": None, **refusal.facts()}).decode())
        code = POLICY if refusal.code == "wrong_origin" else _CLOSE_CODES.get(refusal.status, POLICY)
        await websocket.close(code, refusal.code)
    except (WebSocketDisconnect, RuntimeError):
        return


class Connection:
    """One open socket."""

    def __init__(
        self,
        websocket: WebSocket,
        house: House,
        entered: SeatAccess | Live,
        enter: Callable[[], Awaitable[SeatAccess | Live]],
        last: int,
    ) -> None:
        """Know who is there, and how to check it again."""
        self._websocket = websocket
        self._house = house
        self._enter = enter
        self._live = entered.live if isinstance(entered, SeatAccess) else entered
        self._access = entered if isinstance(entered, SeatAccess) else None
        self._seat = self._access.seat if self._access else None
        self._viewer = Viewer(self._seat)
        self._sent = last if last <= self._live.table.number else 0
        self._sending = asyncio.Lock()
        limits: RateLimits = websocket.app.state.limits
        self._bucket = limits.message_bucket()
        self._bad = 0
        self._lost = False

    async def run(self) -> None:
        """Talk until one side has enough."""
        metrics.sockets.inc()
        self._house.enter(self._live, self._viewer)
        teller = asyncio.create_task(self._tell())
        try:
            if self._seat is not None and self._live.table.status == "archived":
                await playing.resume(self._house, self._live, self._seat)
            await self._listen(teller)
        except (WebSocketDisconnect, RuntimeError, ConnectionError, TimeoutError, Refused):
            pass  # gone, or about to be told why by the other task
        finally:
            self._house.leave(self._live, self._viewer)
            metrics.sockets.dec()
            teller.cancel()
            await asyncio.gather(teller, return_exceptions=True)

    async def _listen(self, teller: asyncio.Task[None]) -> None:
        while not teller.done():
            event = await self._websocket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if not self._bucket.take():
                await self._refuse(Refused("too_fast", "Too many messages at once: wait a little.", 429), None)
                await self._close(POLICY, "too_fast")
                return
            text = event.get("text")
            if text is None:
                await self._close(UNSUPPORTED, "text only")
                return
            await self._hear(text)
            if self._bad >= BAD_MESSAGES:
                await self._close(POLICY, "bad_message")
                return

    async def _hear(self, text: str) -> None:
        try:
            said = SOCKET_SAID.validate_json(text)
        except ValidationError as error:
            self._bad += 1
            await self._refuse(Refused("bad_message", explain(error), 422), _id_in(text))
            return
        message_id = getattr(said, "id", None)
        try:
            await self._do(said, message_id)
        except Refused as refusal:
            await self._refuse(refusal, message_id)

    async def _do(self, said: SocketSaid, message_id: str | None) -> None:
        house, live, seat = self._house, self._live, self._seat
        if self._viewer.keys_changed or self._lost:
            await self._check_again()
        if seat is None:
            raise Refused("forbidden", "Spectators watch: take a seat to play or talk.", 403)
        if isinstance(said, SocketWhyNot):
            reason = playing.why_not(live, seat, said.hex)
            await self._send({"type": "why_not", "hex": said.hex, "reason": reason})
            return
        if isinstance(said, SocketPreviewOf):
            preview = playing.preview(live, seat, said.answer)
            await self._send({"type": "preview", "answer": said.answer, "preview": preview})
            return
        if isinstance(said, SocketAnswer):
            number = await playing.play(house, live, seat, said)
        elif isinstance(said, SocketUndo):
            number = await playing.undo(house, live, seat, said)
        elif isinstance(said, SocketPass):
            number = await playing.pass_turn(house, live, seat, said)
        else:
            assert isinstance(said, SocketChat)
            number = await playing.chat(house, live, seat, said)
        await self._send({"type": "done", "id": message_id, "number": number})

    async def _tell(self) -> None:
        """Send what happens, as fast as it is read: a slow reader gets fewer and larger messages."""
        viewer, live = self._viewer, self._live
        try:
            await self._send_bytes(b'{"type":"welcome",' + self._state()[1:])
            while True:
                await self._wait()
                viewer.news.clear()
                if viewer.keys_changed:
                    viewer.keys_changed = False
                    await self._check_again()
                if viewer.table_changed:
                    viewer.table_changed = False
                    await self._send({"type": "table", "table": self._table()})
                if live.table.number > self._sent:
                    after, self._sent = self._sent, live.table.number
                    await self._send_bytes(b'{"type":"news",' + news_json(live, after, self._seat) + b"}")
        except Refused as refusal:
            await self._refuse(refusal, None)
            await self._close(_CLOSE_CODES.get(refusal.status, POLICY), refusal.code)
        except (WebSocketDisconnect, RuntimeError, ConnectionError):
            return
        except TimeoutError:
            await self._close(TRY_LATER, "slow reader")

    async def _wait(self) -> None:
        """Wait for news, or for the end of a token's life."""
        expires = self._access.expires_at if self._access else None
        if expires is None:
            await self._viewer.news.wait()
            return
        try:
            await asyncio.wait_for(self._viewer.news.wait(), max(0.0, expires - time.time()))
        except TimeoutError:
            await self._check_again()

    async def _check_again(self) -> None:
        """Make sure that this cookie or token still opens the seat; Refused if not."""
        self._lost = True
        entered = await self._enter()
        self._lost = False
        if isinstance(entered, SeatAccess):
            self._access = entered

    def _mine(self) -> list[int]:
        return [] if self._access is None else self._access.seats

    def _table(self) -> dict[str, Any]:
        return self._live.facts(mine=self._mine(), person=self._access.person if self._access else None)

    def _state(self) -> bytes:
        after, self._sent = self._sent, self._live.table.number
        person = self._access.person if self._access else None
        self._viewer.table_changed = False
        return state_json(self._live, after, seat=self._seat, mine=self._mine(), person=person)

    async def _refuse(self, refusal: Refused, message_id: str | None) -> None:
        await self._send({"type": "refused", "id": message_id, **refusal.facts()})

    async def _send(self, message: dict[str, Any]) -> None:
        await self._send_bytes(orjson.dumps(message))

    async def _send_bytes(self, message: bytes) -> None:
        async with self._sending, asyncio.timeout(SEND_SECONDS):
            await self._websocket.send_text(message.decode())

    async def _close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self._websocket.close(code, reason)
        except (RuntimeError, TimeoutError, WebSocketDisconnect):
            return


def explain(error: ValidationError) -> str:
    """Say in one line what is wrong with a message."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])


def _id_in(text: str) -> str | None:
    """Return the id of a message that cannot be read otherwise, so that its sender knows which."""
    try:
        value = orjson.loads(text)
    except ValueError:
        return None
    found = value.get("id") if isinstance(value, dict) else None
    return found[:64] if isinstance(found, str) else None
