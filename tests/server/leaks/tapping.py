"""The real server in this process, with a tap on all that leaves it: sockets, bot processes, logs, pub/sub."""

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

from kingdom_builder.server import lobby, logs, run
from kingdom_builder.server.app import create_app
from kingdom_builder.server.bot_tasks import DrawPicture, Task
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.pubsub import NoPubSub
from kingdom_builder.server.settings import Settings
from kingdom_builder.table.events import Event
from kingdom_builder.table.state import TableState
from kingdom_builder.workers.aio import AsyncWorkerPool
from tests.server.leaks.knowledge import LONGEST, NOBODY, SPECTATOR, STRANGER, Knowledge
from tests.server.leaks.tagging import tagged_cards
from tests.server.serving import PATIENCE, ServerProcess, wait_until

VIEWER = "x-viewer"
"""A header that the server does not know: it tells the tap whose request this is."""


class ServerHere(ServerProcess):
    """The server as `kingdom-builder serve` runs it, in a thread of this process; `text` is its log so far."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        super().__init__(folder, **settings)
        self.text: io.StringIO
        self.knowledge: Knowledge | None = None

    def start(self, *_: str, environment: dict[str, str] | None = None) -> ServerHere:
        settings = Settings(port=0, database=self.database, **self.settings)
        listening = run.listen(settings)
        self.port = int(listening.getsockname()[1])
        config = run.uvicorn_config(settings, app=create_app(settings))
        config.load()
        if self.knowledge is not None:
            config.http_protocol_class = _tapped_protocol(config.http_protocol_class, self.knowledge)
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

    def log_lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.getvalue().splitlines()]

    def assert_clean_log(self) -> None:
        """Nothing went wrong that the server found worth a word."""
        assert "Traceback" not in self.text.getvalue(), self.text.getvalue()
        assert [line for line in self.log_lines() if line["level"] not in ("info", "debug")] == []


@contextlib.contextmanager
def serving_here(folder: Path, seed: int, knowledge: Knowledge | None = None) -> Iterator[ServerHere]:
    """Run the server for a while, its decks drawn from a seed; with `knowledge`, cards are tagged and all is tapped."""
    server = ServerHere(folder)
    chance = random.Random(seed)

    def randbits(bits: int) -> int:
        drawn = chance.getrandbits(bits)
        if knowledge is not None:
            knowledge.draw_seed(drawn)
        return drawn

    with contextlib.ExitStack() as opened:
        patch = opened.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(lobby, "secrets", SimpleNamespace(randbits=randbits, randbelow=chance.randrange))
        if knowledge is not None:
            server.knowledge = knowledge
            opened.enter_context(tagged_cards())
            _tap(patch, knowledge)
        server.text = opened.enter_context(logging_here(knowledge))
        server.start()
        try:
            yield server
        finally:
            server.kill()


def _tap(patch: pytest.MonkeyPatch, knowledge: Knowledge) -> None:
    """Follow what happens at all tables, and see what goes to other processes."""
    load, apply, call, publish = LoadedTable.__init__, LoadedTable.apply, AsyncWorkerPool.call, NoPubSub.publish

    def tapped_load(loaded: LoadedTable, events: list[Event]) -> None:
        load(loaded, events)
        knowledge.learn(loaded.state)

    def tapped_apply(loaded: LoadedTable, event: Event, after: TableState) -> None:
        apply(loaded, event, after)
        knowledge.learn(after)

    async def tapped_call(pool: AsyncWorkerPool[None, Task, Any], task: Task) -> Any:
        viewer = SPECTATOR if isinstance(task, DrawPicture) else str(task.view.seat)
        knowledge.check(viewer, pickle.dumps(task), "sent to a process")
        return await call(pool, task)

    def tapped_publish(pubsub: NoPubSub, message: dict[str, Any]) -> None:
        knowledge.check(NOBODY, repr(message).encode(), "published")
        publish(pubsub, message)

    patch.setattr(LoadedTable, "__init__", tapped_load)
    patch.setattr(LoadedTable, "apply", tapped_apply)
    patch.setattr(AsyncWorkerPool, "call", tapped_call)
    patch.setattr(NoPubSub, "publish", tapped_publish)


def _tapped_protocol(protocol: Any, knowledge: Knowledge) -> Any:
    class Tapped(protocol):  # type: ignore[misc]  # which one is for the server to choose
        def connection_made(self, transport: Any) -> None:
            self.wire = _Wire(transport, knowledge)
            super().connection_made(self.wire)

        def data_received(self, data: bytes) -> None:
            self.wire.heard(data)
            super().data_received(data)

    return Tapped


class _Wire:
    """A connection's transport that shows every byte before it goes out."""

    def __init__(self, transport: Any, knowledge: Knowledge) -> None:
        self._transport = transport
        self._knowledge = knowledge
        self._viewer = STRANGER
        self._tail = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def heard(self, data: bytes) -> None:
        """Find out who asks."""
        _, found, rest = data.partition(f"\r\n{VIEWER}: ".encode())
        if found:
            self._viewer = rest.partition(b"\r\n")[0].decode()

    def write(self, data: bytes) -> None:
        # A word that goes out in two pieces is found all the same.
        self._knowledge.check(self._viewer, self._tail + data, "sent")
        self._tail = data[-LONGEST:]
        self._transport.write(data)

    def writelines(self, pieces: list[bytes]) -> None:
        self.write(b"".join(pieces))


class _TappedText(io.StringIO):
    """A log that nobody reads who may know a card."""

    def __init__(self, knowledge: Knowledge | None) -> None:
        super().__init__()
        self._knowledge = knowledge

    def write(self, text: str) -> int:
        if self._knowledge is not None:
            self._knowledge.check(NOBODY, text.encode(), "logged")
        return super().write(text)


@contextlib.contextmanager
def logging_here(knowledge: Knowledge | None) -> Iterator[io.StringIO]:
    """Log as the server does, to a text of ours; afterwards this process logs as before."""
    text = _TappedText(knowledge)
    loggers = [logging.getLogger(name) for name in (None, "uvicorn", "uvicorn.error", "uvicorn.access")]
    before = [(logger.handlers, logger.level, logger.propagate, logger.disabled) for logger in loggers]

    def seen(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        # Before it is written: a card among the values would be written as a bare number.
        if knowledge is not None:
            knowledge.check(NOBODY, repr(event).encode(), "logged")
        return event

    with contextlib.redirect_stderr(text):
        logs.configure("info")
    structlog.configure(processors=[seen, *structlog.get_config()["processors"]])
    try:
        yield text
    finally:
        structlog.reset_defaults()
        for logger, (handlers, level, propagate, disabled) in zip(loggers, before, strict=True):
            logger.handlers, logger.propagate, logger.disabled = handlers, propagate, disabled
            logger.setLevel(level)
