"""Running the server: one process or several. A stop ends every socket with 1012, "service restart": come back."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import tempfile
import threading
import time
import urllib.request
import webbrowser

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from kingdom_builder.server import logs
from kingdom_builder.server.app import create_app
from kingdom_builder.server.protocols import BoundedHttp, BoundedSocket
from kingdom_builder.server.settings import Settings
from kingdom_builder.store.database import Database

LARGEST_MESSAGE = 16 * 1024
"""Bytes in a WebSocket message: far more than anything a client has to say."""

STOP_SECONDS = 3
_SETTINGS = "KINGDOM_BUILDER_SETTINGS_OF_WORKERS"


def run(settings: Settings, *, browser: bool) -> int:
    """Serve until stopped; return the exit status."""
    asyncio.run(_prepare(settings))
    listening = _listen(settings)
    url = settings.public_url or f"http://{_shown(settings.host)}:{listening.getsockname()[1]}/"
    print(f"Kingdom Builder is at {url} (Ctrl+C stops it)", flush=True)
    if browser:
        threading.Thread(target=_open_browser, args=(url,), daemon=True).start()
    logs.configure(settings.log_level)
    if settings.workers == 1:
        server = uvicorn.Server(_config(settings, app=create_app(settings)))
        server.run(sockets=[listening])
        return 0 if server.started else 2
    with tempfile.TemporaryDirectory(prefix="kingdom-builder-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        os.environ[_SETTINGS] = settings.model_dump_json()
        Multiprocess(_config(settings, app=f"{__name__}:worker_app"), sockets=[listening]).run()
    return 0


async def _prepare(settings: Settings) -> None:
    """Bring the database up to date before anything is promised; ValueError if it cannot be used."""
    database = Database(settings.database)
    await database.open()
    await database.close()


def worker_app() -> FastAPI:
    """Make the application in a process of several, which gets its settings from the first one."""
    settings = Settings.model_validate_json(os.environ[_SETTINGS])
    logs.configure(settings.log_level)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    return create_app(settings)


def _end_with(parent: int) -> None:
    """Stop when the first process has gone, even if it could not say so."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def _config(settings: Settings, app: FastAPI | str) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=settings.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.forwarded_allow_ips,
        http=BoundedHttp,
        ws=BoundedSocket,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # messages are small, and each connection would need memory for it
        timeout_graceful_shutdown=STOP_SECONDS,
        limit_concurrency=None,
        backlog=4096,
    )


def _listen(settings: Settings) -> socket.socket:
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


def _shown(host: str) -> str:
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
