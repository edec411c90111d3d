"""The real server in this process; all its output (sockets, bot processes, logs, pub/sub) goes to a leak detector."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import pickle
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
import uvicorn
from prometheus_client import generate_latest

from kingdom_builder.server import lobby, logs, run
from kingdom_builder.server.app import create_app
from kingdom_builder.server.bot_tasks import DrawPicture, GradeTurn, ReviewGame, Task, ValueTurn
from kingdom_builder.server.clock import ServerClock
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.pubsub import NoPubSub, ProcessMessage
from kingdom_builder.server.settings import Settings
from kingdom_builder.table.events import Event
from kingdom_builder.table.state import TableState
from kingdom_builder.workers.aio import AsyncWorkerPool
from tests.server.leaks.detector import LONGEST_SECRET, NOBODY, SPECTATOR, STRANGER, LeakDetector
from tests.server.leaks.tagged_cards import tagged_cards
from tests.server.serving import PATIENCE, ServerProcess, wait_until

VIEWER = "x-viewer"
"""A header that the server ignores: it tells the detector whose request this is."""


class CapturedServer(ServerProcess):
    """The server as `kingdom-builder serve` runs it, in a thread of this process; `text` is its log so far."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        super().__init__(folder, **settings)
        self.text: io.StringIO
        self.detector: LeakDetector | None = None

    def start(self, *_: str, environment: dict[str, str] | None = None) -> CapturedServer:
        settings = Settings(port=0, database=self.database, **self.settings)
        listening = run.listen(settings)
        self.port = int(listening.getsockname()[1])
        config = run.uvicorn_config(settings, app=create_app(settings))
        config.load()
        if self.detector is not None:
            config.http_protocol_class = _captured_protocol(config.http_protocol_class, self.detector)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([listening],))
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive(), "the server is ready")
        assert self._server.started, self.text.getvalue()
        return self

    def kill(self) -> None:
        for client in self._open:
            client.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"

    def metrics(self) -> str:
        text = generate_latest()
        if self.detector is not None:
            self.detector.check(NOBODY, text, "metrics")
        return text.decode()

    def log_lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.getvalue().splitlines()]

    def assert_clean_log(self) -> None:
        """The log has no traceback, no warning and no error."""
        assert "Traceback" not in self.text.getvalue(), self.text.getvalue()
        problems = [line for line in self.log_lines() if line["level"] not in ("info", "debug")]
        assert not problems, problems


@contextlib.contextmanager
def captured_server(folder: Path, seed: int, detector: LeakDetector | None = None) -> Iterator[CapturedServer]:
    """Run the server with decks from a seed; with `detector`, tag the cards and check all output."""
    server = CapturedServer(folder)
    chance = random.Random(seed)

    def randbits(bits: int) -> int:
        drawn = chance.getrandbits(bits)
        if detector is not None:
            detector.draw_seed(drawn)
        return drawn

    with contextlib.ExitStack() as opened:
        patch = opened.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(lobby, "secrets", SimpleNamespace(randbits=randbits, randbelow=chance.randrange))
        if detector is not None:
            server.detector = detector
            opened.enter_context(tagged_cards())
            _capture(patch, detector)
        server.text = opened.enter_context(captured_log(detector))
        server.start()
        try:
            yield server
        finally:
            server.kill()


def _capture(patch: pytest.MonkeyPatch, detector: LeakDetector) -> None:
    """Send the states of all tables and all messages to other processes to the detector."""
    load, apply, call, publish = LoadedTable.__init__, LoadedTable.apply, AsyncWorkerPool.call, NoPubSub.publish

    def captured_load(
        loaded: LoadedTable, events: list[Event], clock: ServerClock | None = None, state: TableState | None = None
    ) -> None:
        load(loaded, events, clock, state)
        detector.learn(loaded.state)

    def captured_apply(loaded: LoadedTable, event: Event, after: TableState) -> None:
        apply(loaded, event, after)
        detector.learn(after)

    async def captured_call(pool: AsyncWorkerPool[None, Task, Any], task: Task, watch: Any = None) -> Any:
        viewer = (
            SPECTATOR if isinstance(task, DrawPicture | ReviewGame | GradeTurn | ValueTurn) else str(task.view.seat)
        )
        detector.check(viewer, pickle.dumps(task), "sent to a process")
        return await call(pool, task, watch)

    def captured_publish(pubsub: NoPubSub, message: ProcessMessage) -> None:
        detector.check(NOBODY, repr(message).encode(), "published")
        publish(pubsub, message)

    patch.setattr(LoadedTable, "__init__", captured_load)
    patch.setattr(LoadedTable, "apply", captured_apply)
    patch.setattr(AsyncWorkerPool, "call", captured_call)
    patch.setattr(NoPubSub, "publish", captured_publish)


def _captured_protocol(protocol: Any, detector: LeakDetector) -> Any:
    class Captured(protocol):  # type: ignore[misc]  # uvicorn chooses the base class
        def connection_made(self, transport: Any) -> None:
            self.captured = _CapturedTransport(transport, detector)
            super().connection_made(self.captured)

        def data_received(self, data: bytes) -> None:
            self.captured.read_viewer(data)
            super().data_received(data)

    return Captured


class _CapturedTransport:
    """A connection's transport that checks every byte before it is sent."""

    def __init__(self, transport: Any, detector: LeakDetector) -> None:
        self._transport = transport
        self._knowledge = detector
        self._viewer = STRANGER
        self._tail = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def read_viewer(self, data: bytes) -> None:
        """Read the viewer from the request's header."""
        _, found, rest = data.partition(f"\r\n{VIEWER}: ".encode())
        if found:
            self._viewer = rest.partition(b"\r\n")[0].decode()

    def write(self, data: bytes) -> None:
        # A tag that is sent in two parts must be found too.
        self._knowledge.check(self._viewer, self._tail + data, "sent")
        self._tail = data[-LONGEST_SECRET:]
        self._transport.write(data)

    def writelines(self, pieces: list[bytes]) -> None:
        self.write(b"".join(pieces))


class _CapturedLog(io.StringIO):
    """A log that checks every text: its readers may know no card."""

    def __init__(self, detector: LeakDetector | None) -> None:
        super().__init__()
        self._knowledge = detector

    def write(self, text: str) -> int:
        if self._knowledge is not None:
            self._knowledge.check(NOBODY, text.encode(), "logged")
        return super().write(text)


@contextlib.contextmanager
def captured_log(detector: LeakDetector | None) -> Iterator[io.StringIO]:
    """Log as the server does, to a text in memory; restore the loggers afterwards."""
    text = _CapturedLog(detector)
    loggers = [logging.getLogger(name) for name in (None, "uvicorn", "uvicorn.error", "uvicorn.access")]
    before = [(logger.handlers, logger.level, logger.propagate, logger.disabled) for logger in loggers]

    def check_event(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        # Check before serialization, which writes a card as a plain number.
        if detector is not None:
            detector.check(NOBODY, repr(event).encode(), "logged")
        return event

    with contextlib.redirect_stderr(text):
        logs.configure("info")
    structlog.configure(processors=[check_event, *structlog.get_config()["processors"]])
    try:
        yield text
    finally:
        structlog.reset_defaults()
        for logger, (handlers, level, propagate, disabled) in zip(loggers, before, strict=True):
            logger.handlers, logger.propagate, logger.disabled = handlers, propagate, disabled
            logger.setLevel(level)
