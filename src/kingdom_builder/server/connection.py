"""One open WebSocket: it receives the messages of a client, and sends what happens at its table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from kingdom_builder.server import lobby, metrics, queries
from kingdom_builder.server.administration import Administration
from kingdom_builder.server.errors import POLICY, TRY_LATER, close_code, first_error, forbidden
from kingdom_builder.server.host import TableHost
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.seat_requests import (
    CLIENT_MESSAGE,
    ClientMessage,
    SocketChat,
    SocketPreviewRequest,
    SocketWhyNot,
)
from kingdom_builder.server.security.auth import SeatAccess, address_of, host_of, limits_of
from kingdom_builder.server.security.codes import new_id
from kingdom_builder.server.security.websocket_limits import SEND_NOW
from kingdom_builder.server.sending import MessageSender
from kingdom_builder.server.serializer import Viewer
from kingdom_builder.server.subscribers import Subscriber, push_nothing
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.responses import Notice

MAX_BAD_MESSAGES = 20
"""A connection is closed after this number of invalid messages."""

UNSUPPORTED = 1003
Authorize = Callable[[], Awaitable[SeatAccess | LoadedTable]]


class Connection:
    """One open WebSocket."""

    def __init__(
        self, websocket: WebSocket, authorized: SeatAccess | LoadedTable, authorize: Authorize, after: int
    ) -> None:
        """Remember who is connected, and how to check it again."""
        self._websocket = websocket
        self._host: TableHost = host_of(websocket)
        self._authorize = authorize
        self._access = authorized if isinstance(authorized, SeatAccess) else None
        self._loaded = authorized.loaded if isinstance(authorized, SeatAccess) else authorized
        self._seat = self._access.seat if self._access else None
        self._subscriber = Subscriber(self._seat, address_of(websocket))
        self._sent_seq = after if after <= self._loaded.state.seq else 0
        self._sender = MessageSender(websocket.scope["extensions"][SEND_NOW]["send"], websocket.send_text)
        self._send = self._sender.send
        self._limits = limits_of(websocket)
        self._id = new_id()
        self._address = address_of(websocket)
        self._bad_messages = 0
        self._idle = False
        self._subscriber.push = self._push
        self._access_in_doubt = False
        self._administration: Administration = websocket.app.state.administration
        self._sent_notice: Notice | None = None

    async def run(self) -> None:
        """Receive and send until one side closes."""
        metrics.sockets.inc()
        self._host.enter(self._loaded, self._subscriber)
        sender = asyncio.create_task(self._send_updates())
        receiver: asyncio.Task[None] | None = None
        try:
            if self._seat is not None:
                await lobby.resume(self._host, self._loaded, self._seat)
            # A task of its own: every message would else pass through the coroutines of all middleware.
            receiver = asyncio.create_task(self._receive(sender))
            await receiver
        except (WebSocketDisconnect, RuntimeError, ConnectionError, TimeoutError, Rejected):
            pass  # the client is gone, or the other task sends the reason
        finally:
            self._host.leave(self._loaded, self._subscriber)
            self._subscriber.push = push_nothing  # not this connection: a cycle would keep both in memory
            metrics.sockets.dec()
            tasks = [sender] if receiver is None else [sender, receiver]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _receive(self, sender: asyncio.Task[None]) -> None:
        while not sender.done():
            event = await self._websocket.receive()
            if event["type"] == "websocket.disconnect":
                return
            try:
                self._limits.socket_messages.take(self._id)
            except Rejected as rejected:
                await self._send_error(rejected, None)
                await self._close(POLICY, rejected.code)
                return
            text = event.get("text")
            if text is None:
                await self._close(UNSUPPORTED, "text only")
                return
            await self._on_text(text)
            if self._bad_messages >= MAX_BAD_MESSAGES:
                await self._close(POLICY, "bad_message")
                return

    async def _on_text(self, text: str) -> None:
        try:
            message = CLIENT_MESSAGE.validate_json(text)
        except ValidationError as error:
            self._bad_messages += 1
            await self._send_error(Rejected("bad_message", first_error(error.errors(include_url=False))), _id_in(text))
            return
        message_id: str | None = getattr(message, "id", None)
        try:
            await self._on_message(message)
        except Rejected as rejected:
            await self._send_error(rejected, message_id)

    async def _on_message(self, message: ClientMessage) -> None:
        host, loaded, seat = self._host, self._loaded, self._seat
        if self._subscriber.access_changed or self._access_in_doubt:
            await self._check_access()
        self._limits.messages_of_address.take(self._address)
        if seat is None:
            raise forbidden("Spectators watch: take a seat to play or talk.")
        if self._access is not None:
            self._limits.count_message(self._access.limit_key, loaded.id)
        if isinstance(message, SocketWhyNot):
            reason = queries.why_not(loaded.state, seat, message.hex)
            await self._send({"type": "why_not", "hex": message.hex, "reason": reason})
        elif isinstance(message, SocketPreviewRequest):
            preview = queries.preview(loaded.state, seat, message.answer)
            await self._send({"type": "preview", "answer": message.answer, "preview": preview})
        else:
            if not isinstance(message, SocketChat):
                await lobby.resume(host, loaded, seat)
            event = await host.submit(loaded, message.command(seat))
            await self._acknowledge({"type": "ack", "id": message.id, "seq": event.seq})

    async def _acknowledge(self, acknowledgement: dict[str, Any]) -> None:
        """Send an acknowledgement, then the event to everybody; this client gets both in one packet if it reads."""
        if self._push(acknowledgement):
            self._loaded.subscribers.push_now(besides=self._subscriber)
        else:
            await self._send(acknowledgement)
            self._loaded.subscribers.push_now()

    async def _send_updates(self) -> None:
        """Send what happens as fast as the client reads: a slow reader gets fewer and larger messages."""
        subscriber, loaded = self._subscriber, self._loaded
        try:
            await loaded.prepare(self._sent_seq)
            await self._send({"type": "snapshot", **self._snapshot()})
            while True:
                if self._administration.notice != self._sent_notice:
                    self._sent_notice = self._administration.notice
                    await self._send({"type": "notice", "notice": self._sent_notice})
                self._idle = True
                await self._wait()
                self._idle = False
                subscriber.woken.clear()
                if subscriber.access_changed:
                    subscriber.access_changed = False
                    await self._check_access()
                if subscriber.table_changed:
                    subscriber.table_changed = False
                    await self._send({"type": "table", "table": loaded.table_message(self._viewer())})
                await loaded.prepare(self._sent_seq)  # all events are new after names and messages were deleted
                if subscriber.access_changed:
                    continue  # the seat may have been lost while the client read
                if not loaded.has_update(self._sent_seq):
                    await self._send({"type": "snapshot", **self._snapshot()})
                elif loaded.state.seq > self._sent_seq:
                    after, self._sent_seq = self._sent_seq, loaded.state.seq
                    await self._send({"type": "update", **loaded.update_message(after, self._seat)})
        except Rejected as rejected:
            await self._send_error(rejected, None)
            await self._close(close_code(rejected), rejected.code)
        except (WebSocketDisconnect, RuntimeError, ConnectionError):
            return
        except TimeoutError:
            await self._close(TRY_LATER, "slow reader")

    def _push(self, *before: dict[str, Any]) -> bool:
        """Send new events without waking the task, if it waits and the client reads; False if nothing was sent.

        The messages `before` are sent with them.
        """
        subscriber, loaded = self._subscriber, self._loaded
        if not self._idle or subscriber.woken.is_set() or self._access_in_doubt:
            return False
        if loaded.state.seq <= self._sent_seq or not loaded.has_update(self._sent_seq):
            return False
        if not loaded.is_prepared(self._sent_seq):
            return False
        message = {"type": "update", **loaded.update_message(self._sent_seq, self._seat)}
        if not self._sender.send_at_once(*before, message):
            return False
        self._sent_seq = loaded.state.seq
        return True

    async def _wait(self) -> None:
        """Wait until something has happened, or until the token expires."""
        expires = self._access.expires_at if self._access else None
        if expires is None:
            await self._subscriber.woken.wait()
            return
        try:
            await asyncio.wait_for(self._subscriber.woken.wait(), max(0.0, expires - time.time()))
        except TimeoutError:
            await self._check_access()

    async def _check_access(self) -> None:
        """Check that the cookie or token still gives access to the seat; Rejected if not."""
        self._access_in_doubt = True
        authorized = await self._authorize()
        self._access_in_doubt = False
        if isinstance(authorized, SeatAccess):
            self._access = authorized

    def _viewer(self) -> Viewer:
        return Viewer() if self._access is None else self._access.viewer

    def _snapshot(self) -> dict[str, Any]:
        after, self._sent_seq = self._sent_seq, self._loaded.state.seq
        self._subscriber.table_changed = False
        return self._loaded.snapshot_message(after, self._viewer())

    async def _send_error(self, rejected: Rejected, message_id: str | None) -> None:
        await self._send({"type": "error", "id": message_id, **rejected.to_message()})

    async def _close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self._websocket.close(code, reason)
        except (RuntimeError, TimeoutError, WebSocketDisconnect):
            return


def _id_in(text: str) -> str | None:
    """Return the id of a message that cannot be read otherwise, so that its sender knows which one it is."""
    try:
        value = orjson.loads(text)
    except ValueError:
        return None
    found = value.get("id") if isinstance(value, dict) else None
    return found[:64] if isinstance(found, str) else None
