"""The processes of a running server, as the operating system knows them."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable

import psutil

from tests.server.serving import ServerProcess

BOT_NICENESS = 19


def below(server: ServerProcess) -> list[psutil.Process]:
    """Every process that the server has started, and that those have."""
    return psutil.Process(server.process.pid).children(recursive=True)


def bot_processes(server: ServerProcess) -> list[psutil.Process]:
    """The processes in which bots think: the only ones of low priority."""
    return _such(below(server), lambda process: process.nice() == BOT_NICENESS)


def makers(server: ServerProcess) -> list[psutil.Process]:
    """The processes from which Python makes those for bots."""
    return _such(psutil.Process(server.process.pid).children(), lambda process: "forkserver" in process.cmdline()[-1])


def lives(process: psutil.Process) -> bool:
    """Whether a process still runs; one that has ended and that nobody has asked about does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _such(processes: list[psutil.Process], true: Callable[[psutil.Process], bool]) -> list[psutil.Process]:
    found = []
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            if lives(process) and true(process):
                found.append(process)
    return found


def kill_alone(server: ServerProcess) -> None:
    """Kill the server's first process and nothing else."""
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
