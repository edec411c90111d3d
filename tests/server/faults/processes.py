"""The processes of a running server, as the operating system knows them."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable

import psutil

from tests.server.serving import ServerProcess


def descendants(server: ServerProcess) -> list[psutil.Process]:
    """Return all descendants of the server process."""
    return psutil.Process(server.process.pid).children(recursive=True)


def bot_processes(server: ServerProcess) -> list[psutil.Process]:
    """Return the worker processes of bots: of those that run, the only ones of low priority."""
    usual = psutil.Process(server.process.pid).nice()
    return _matching(descendants(server), lambda process: process.nice() > usual)


def fork_servers(server: ServerProcess) -> list[psutil.Process]:
    """Return Python's fork servers, which start the bot processes."""
    return _matching(
        psutil.Process(server.process.pid).children(), lambda process: "forkserver" in process.cmdline()[-1]
    )


def is_alive(process: psutil.Process) -> bool:
    """Return whether a process is running; a zombie process is not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _matching(processes: list[psutil.Process], true: Callable[[psutil.Process], bool]) -> list[psutil.Process]:
    found = []
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            if is_alive(process) and true(process):
                found.append(process)
    return found


def kill_main_process(server: ServerProcess) -> None:
    """Kill the server's main process and no other."""
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
