"""Messages between server processes: that a table has a new event, who is connected where, and counts of limits.

Each table has its own channel, to which the processes that have the table in memory subscribe; one more channel is for
all processes. Of a table only sequence numbers are sent. What has happened is read from the database, so nothing secret
is sent here, and a lost message only causes a delay.
"""

from __future__ import annotations

from sqlalchemy.engine import URL

from kingdom_builder.server.pubsub.connected import RETRY_SECONDS
from kingdom_builder.server.pubsub.messages import (
    LimitListener,
    LimitMessage,
    Listener,
    NoPubSub,
    PeerListener,
    PeerMessage,
    ProcessMessage,
    PubSub,
)
from kingdom_builder.server.pubsub.postgresql import PostgresPubSub

__all__ = [
    "RETRY_SECONDS",
    "LimitListener",
    "LimitMessage",
    "Listener",
    "NoPubSub",
    "PeerListener",
    "PeerMessage",
    "ProcessMessage",
    "PubSub",
    "new_pubsub",
]


def new_pubsub(url: URL, redis_url: str | None) -> PubSub:
    """Return Redis if its URL is given, else PostgreSQL; with SQLite there is one process only."""
    if redis_url:
        from kingdom_builder.server.pubsub.redis import RedisPubSub  # it takes long to import

        return RedisPubSub(redis_url)
    return NoPubSub() if url.get_backend_name() == "sqlite" else PostgresPubSub(url)
