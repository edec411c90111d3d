"""A real server process for tests, with its log captured."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, TypeVar

import httpx
import psutil

from tests.server import template
from tests.services import free_port

T = TypeVar("T")
PATIENCE = 90.0
"""The seconds after which a wait has failed; long, because the tests may share the machine with others."""

LONG_POLL = 30.0
"""The seconds that a request may let the server wait or think, at most."""

LIMITS = (
    "max_connections",
    "connections_per_address",
    "requests_at_once",
    "requests_per_second",
    "handshakes_per_second",
    "sockets_per_address",
    "messages_per_second",
    "messages_per_second_of_address",
    "messages_per_second_of_person",
    "messages_per_second_of_table",
    "hints_per_minute",
    "pictures_per_minute",
    "reviews_per_minute",
    "analyses_per_second",
    "tables_per_hour_of_person",
    "tables_per_hour_of_address",
    "listed_tables_per_person",
    "listed_tables_per_address",
    "waiting_tables_per_person",
    "waiting_tables_per_address",
)
"""Limits that the tests of everything else do not reach: all their clients have the same address."""


class ServerProcess:
    """`kingdom-builder serve` in its own process group."""

    def __init__(self, folder: Path, *, database: str | None = None, port: int = 0, **settings: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.python = settings.pop("python", sys.executable)
        self.database = database or f"sqlite:///{folder / 'games.db'}"
        self.settings = {
            **dict.fromkeys(LIMITS, 100_000),
            "bot_workers": 1,
            "metrics_port": free_port(),
            **settings,
        }
        self.port = port or free_port()
        self.process: subprocess.Popen[str] | template.ForkedProcess
        self.log = folder / f"server-{id(self)}.log"
        self._open: list[httpx.Client] = []

    def start(self, *prefix: str, environment: dict[str, str] | None = None) -> ServerProcess:
        """Start and wait until it is ready; `prefix` goes before the command."""
        options = ("--port", str(self.port), "--database", self.database)
        return self.start_with(*options, prefix=prefix, environment=environment)

    def start_with(
        self, *options: str, prefix: tuple[str, ...] = (), environment: dict[str, str] | None = None
    ) -> ServerProcess:
        """Start with these options and no others."""
        arguments = ["serve", "--language", "en", "--no-browser", *options]
        own = {f"KINGDOM_BUILDER_{name.upper()}": str(value) for name, value in self.settings.items()}
        complete = {**os.environ, **own, **(environment or {})}
        with self.log.open("a") as log:
            if template.enabled and not (prefix or environment or self.python != sys.executable):
                self.process = template.fork(arguments, log.fileno(), complete)
            else:
                self.process = subprocess.Popen(
                    [*prefix, self.python, "-m", "kingdom_builder", *arguments],
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                    env=complete,
                    start_new_session=True,
                )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Kingdom Builder is at "), f"{line}\n{self.log.read_text()}"
        if "public_url" not in self.settings:
            self.port = int(line.split()[4].rstrip("/").rsplit(":", 1)[1])
        wait_until(self.is_ready, "the server is ready")
        return self

    def client(self) -> httpx.Client:
        """Return a new client, which is closed when the server is stopped."""
        # Without `verify` it would read all certificates first, in 50 ms.
        client = httpx.Client(base_url=self.url, timeout=PATIENCE, verify=False)
        self._open.append(client)
        return client

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def metrics(self) -> str:
        """Return the metrics as text."""
        return httpx.get(f"http://127.0.0.1:{self.settings['metrics_port']}/metrics", timeout=PATIENCE).text

    def is_ready(self) -> bool:
        assert self.process.poll() is None, f"the server has ended:\n{self.log.read_text()}"
        with (
            contextlib.suppress(OSError),
            contextlib.closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as http,
        ):
            http.request("GET", "/ready")
            return http.getresponse().status == 200
        return False

    def kill(self) -> None:
        """Kill the server and its children with SIGKILL."""
        for client in self._open:
            client.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def children(self) -> list[psutil.Process]:
        """The processes that the server has started."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def memory(self) -> int:
        """The resident memory of the server itself, in bytes."""
        return int(psutil.Process(self.process.pid).memory_info().rss)

    def log_lines(self) -> list[dict[str, Any]]:
        """Return the lines of the log; every line must be JSON."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def assert_clean_log(self) -> None:
        """Check that every line of the log is JSON and that it has no traceback."""
        text = self.log.read_text()
        assert "Traceback" not in text, text
        self.log_lines()


@contextlib.contextmanager
def serving(folder: Path | None = None, **settings: Any) -> Iterator[ServerProcess]:
    """Run a server during the `with` block."""
    with tempfile.TemporaryDirectory() as temporary:
        server = ServerProcess(folder or Path(temporary), **settings).start()
        try:
            yield server
        finally:
            server.kill()


def wait_until(true: Callable[..., T], what: str, seconds: float = PATIENCE) -> T:
    """Wait until a value is true and return it; fail after a time-out."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, f"time-out after {seconds} s: not true that {what}"
        time.sleep(0.02)
    return found
