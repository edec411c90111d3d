"""The messages of server processes to each other, and what carries them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NotRequired, Protocol, TypedDict

from kingdom_builder.server import metrics

EVERYBODY = "*"
"""All processes, as those that are to reply."""


class ProcessMessage(TypedDict):
    """A message of a server process about a table: the number of its last event, or who is connected to the process.

    `away` are seats with the seconds since their last connection has ended. `reply` names the process that publishes
    its own too, or all of them.
    """

    table: str
    process: str
    seq: NotRequired[int]
    seats: NotRequired[list[int]]
    watchers: NotRequired[int]
    away: NotRequired[list[tuple[int, int]]]
    reply: NotRequired[str]


class LimitMessage(TypedDict):
    """What a process has counted: the name of each limit, its key and the count. Without any it says: I am here."""

    process: str
    limits: list[tuple[str, str, float]]


class PeerMessage(TypedDict):
    """A process runs (`beat` counts these messages), ends (`bye`), or some of its messages may be lost (`lost`)."""

    process: str
    beat: NotRequired[int]
    bye: NotRequired[bool]
    lost: NotRequired[bool]


Message = ProcessMessage | LimitMessage | PeerMessage
Listener = Callable[[ProcessMessage], None]
LimitListener = Callable[[LimitMessage], None]
PeerListener = Callable[[PeerMessage], None]


class PubSub(Protocol):
    """A connection to the other processes."""

    up: bool
    """Whether messages arrive; if not, the database is read instead."""

    alone: bool
    """Whether there can be no other process."""

    on_limits: LimitListener | None
    """Called with what other processes have counted."""

    on_peer: PeerListener | None
    """Called with what processes, also this one, publish about themselves."""

    on_loss: Callable[[], None] | None
    """Called when there is a connection and messages may have been lost before, in both directions."""

    async def start(self, listener: Listener) -> None:
        """Start to listen; messages about tables go to the listener."""

    async def subscribe(self, table: str) -> None:
        """Receive the messages about a table; return when they arrive, or when there is no connection."""

    def unsubscribe(self, table: str) -> None:
        """Receive no more messages about a table."""

    def publish(self, message: Message) -> None:
        """Send a message to the other processes, if they can be reached."""

    def reconnect(self) -> None:
        """Replace the connection, which does not work although it is open."""

    async def stop(self) -> None:
        """Send what is waiting, and stop listening."""


class NoPubSub:
    """For a single process."""

    up = True
    alone = True
    on_limits: LimitListener | None = None
    on_peer: PeerListener | None = None
    on_loss: Callable[[], None] | None = None

    async def start(self, listener: Listener) -> None:
        """Do nothing."""
        metrics.pubsub_up.set(1)

    async def subscribe(self, table: str) -> None:
        """Do nothing."""

    def unsubscribe(self, table: str) -> None:
        """Do nothing."""

    def publish(self, message: Message) -> None:
        """Do nothing."""

    def reconnect(self) -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing."""
