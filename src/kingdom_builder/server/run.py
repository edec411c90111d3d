"""Run the server in one process or several. A stop closes every WebSocket with 1012, so that clients connect again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import tempfile
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from kingdom_builder.server import logs
from kingdom_builder.server.app import create_app
from kingdom_builder.server.metrics_listener import metrics_listener
from kingdom_builder.server.security.addresses import trusted_proxies
from kingdom_builder.server.security.connections import raise_descriptor_limit
from kingdom_builder.server.security.http_limits import LimitedHttpProtocol
from kingdom_builder.server.security.websocket_limits import LimitedWebSocketProtocol
from kingdom_builder.server.settings import Settings
from kingdom_builder.store.database import Database
from kingdom_builder.workers import end_with_parent

MAX_MESSAGE_BYTES = 16 * 1024
"""Of a WebSocket message; the messages of the protocol are much smaller."""

STOP_SECONDS = 3
_SETTINGS_VARIABLE = "KINGDOM_BUILDER_SETTINGS_OF_WORKERS"


def serve(settings: Settings, *, browser: bool, announce: Callable[[str], None]) -> int:
    """Serve until stopped; return the exit status. `announce` is called with the address when it is known."""
    asyncio.run(_migrate(settings))
    raise_descriptor_limit()
    listening = listen(settings)
    local = f"http://{_url_host(settings.host)}:{listening.getsockname()[1]}"
    url = f"{settings.public_url or local}/"
    with metrics_folder(settings) as folder, metrics_listener(settings, folder):
        announce(url)
        if browser:
            threading.Thread(target=_open_browser, args=(url,), daemon=True).start()
        logs.configure(settings.log_level)
        if folder is None:
            app = create_app(settings, stop=lambda: setattr(server, "should_exit", True))
            server = uvicorn.Server(uvicorn_config(settings, app=app))
            server.run(sockets=[listening])
            return 0 if server.started else 2
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        os.environ[_SETTINGS_VARIABLE] = settings.model_dump_json()
        Multiprocess(uvicorn_config(settings, app=f"{__name__}:worker_app"), sockets=[listening]).run()
    return 0


@contextlib.contextmanager
def metrics_folder(settings: Settings) -> Iterator[str | None]:
    """Make a folder in which several server processes write their metrics; None if there is one process."""
    if settings.workers == 1:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="kingdom-builder-") as folder:
        yield folder


async def _migrate(settings: Settings) -> None:
    """Bring the database schema up to date; raise ValueError if the database cannot be used."""
    database = Database(settings.database)
    await database.open()
    await database.close()


def worker_app() -> FastAPI:
    """Create the application in a worker process; its settings come from the main process."""
    settings = Settings.model_validate_json(os.environ[_SETTINGS_VARIABLE])
    logs.configure(settings.log_level)
    end_with_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))
    return create_app(settings, stop=lambda: os.kill(os.getppid(), signal.SIGTERM))


def uvicorn_config(settings: Settings, app: FastAPI | str) -> uvicorn.Config:
    """Return uvicorn's configuration for an application, or for the name of a factory of one."""
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=settings.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=trusted_proxies(settings.forwarded_allow_ips),
        http=LimitedHttpProtocol,
        ws=LimitedWebSocketProtocol,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # messages are small, and compression needs memory for each connection
        timeout_graceful_shutdown=STOP_SECONDS,
        limit_concurrency=None,
        backlog=4096,
    )


def listen(settings: Settings) -> socket.socket:
    """Return a bound socket; raise ValueError if the address cannot be used."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise ValueError(f"cannot listen on {settings.host} port {settings.port}: {reason}") from None
    listening.set_inheritable(True)
    return listening


def _url_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _open_browser(url: str) -> None:
    """Open the page as soon as the server answers."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"{url}health", timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(url)
