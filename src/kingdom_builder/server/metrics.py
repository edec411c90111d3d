"""The server's metrics for Prometheus; `metrics_listener.py` serves them."""

from __future__ import annotations

from functools import cache

from prometheus_client import Counter, Gauge, Histogram

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

events = Counter("kingdom_builder_events_total", "Events stored, by kind and actor", ["kind", "by"])


@cache
def _events_of(kind: str, by: str) -> Counter:
    """Return the counter of a kind of event and an actor. `labels` looks it up under a lock."""
    return events.labels(kind, by)


def count_event(kind: str, by: str) -> None:
    """Count a stored event."""
    _events_of(kind, by).inc()


event_seconds = Histogram(
    "kingdom_builder_event_seconds", "From the command to the stored event, waiting included", buckets=_BUCKETS
)
rejections = Counter("kingdom_builder_rejections_total", "Commands and requests rejected, by code", ["code"])
limit_rejections = Counter(
    "kingdom_builder_limit_rejections_total", "Requests, connections and messages over a limit, by limit", ["limit"]
)
storage_failures = Counter("kingdom_builder_storage_failures_total", "Events that could not be stored")
requests = Counter("kingdom_builder_requests_total", "HTTP requests, by route and status", ["route", "status"])
request_seconds = Histogram("kingdom_builder_request_seconds", "Duration of HTTP requests", ["route"], buckets=_BUCKETS)
connections = Gauge("kingdom_builder_connections", "Open TCP connections", multiprocess_mode="livesum")
sockets = Gauge("kingdom_builder_sockets", "Open WebSockets", multiprocess_mode="livesum")
tables = Gauge("kingdom_builder_tables", "Tables in memory", multiprocess_mode="livesum")
bot_seconds = Histogram("kingdom_builder_bot_seconds", "From the request to a bot's answer", buckets=_BUCKETS)
bot_wait_seconds = Histogram(
    "kingdom_builder_bot_wait_seconds", "How long a turn of a bot waits for a process", buckets=_BUCKETS
)
bots_waiting = Gauge(
    "kingdom_builder_bots_waiting",
    "Turns of bots that wait for a process, by lane",
    ["lane"],
    multiprocess_mode="livesum",
)
work_waiting = Gauge(
    "kingdom_builder_work_waiting",
    "Hints, pictures, reviews and analyses that wait for their thread or process, by kind",
    ["kind"],
    multiprocess_mode="livesum",
)
work_seconds = Histogram(
    "kingdom_builder_work_seconds",
    "Duration of hints, pictures, reviews and analyses without the wait",
    ["kind"],
    buckets=_BUCKETS,
)
bot_failures = Counter("kingdom_builder_bot_failures_total", "Bot processes that died, hung or failed")
pubsub_messages = Counter(
    "kingdom_builder_pubsub_messages_total", "Messages between processes, sent and received", ["direction"]
)
pubsub_up = Gauge(
    "kingdom_builder_pubsub_up", "1 while messages from other processes arrive", multiprocess_mode="livemin"
)
