"""Logs on standard error: readable lines on a terminal, else JSON. They contain no secret, no card and no address."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import Processor

_OF_CLIENTS = ("Invalid HTTP request received.", "Unsupported upgrade request.")
"""Warnings of uvicorn about what a client has sent. Anybody could fill the log with them; metrics count them."""


def configure(level: str) -> None:
    """Write the logs of the server and of its libraries in one format."""
    renderer: Processor
    if sys.stderr.isatty():
        timestamp = structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False)
        # The default formatter would print local variables, and these can hold secrets.
        renderer = structlog.dev.ConsoleRenderer(pad_event_to=0, exception_formatter=structlog.dev.plain_traceback)
        format_exception: list[Processor] = []
    else:
        timestamp = structlog.processors.TimeStamper(fmt="iso", utc=True)
        renderer = structlog.processors.JSONRenderer()
        format_exception = [structlog.processors.format_exc_info]
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        timestamp,
    ]
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
            foreign_pre_chain=[*shared, *format_exception],
        )
    )
    _configure_libraries(handler, level)


def _configure_libraries(handler: logging.Handler, level: str) -> None:
    root = logging.getLogger()
    root.handlers = [handler]
    # Below warnings, libraries log requests with their secrets, and database rows with decks.
    root.setLevel(max(logging.WARNING, logging.getLevelNamesMapping()[level.upper()]))
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = True
    # The addresses of links are secrets, and uvicorn logs them at lower levels. Metrics count the requests.
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_about_the_server)


def _is_about_the_server(record: logging.LogRecord) -> bool:
    return record.msg not in _OF_CLIENTS
