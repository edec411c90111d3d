"""A process that has imported the server and forks for every server that a test starts.

To import the server takes two seconds of processor time, and the tests start more than a hundred servers. A fork has
everything imported; apart from that it runs `python -m kingdom_builder` like any other process.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

from tests.server.faults import commits

enabled = False
"""Whether tests fork their servers; tests/conftest.py says so. A benchmark starts real ones."""

LONGEST_REQUEST = 1 << 20
NUMBER = struct.Struct("i")


class ForkedProcess:
    """A process forked by the template, with the methods of Popen that tests use."""

    def __init__(self, status: int, stdout: int) -> None:
        """Read from `status` the process id, and later the exit status."""
        self._status = open(status, "rb", buffering=0)  # noqa: SIM115 - closed when the exit status has been read
        self.stdout = open(stdout)  # noqa: SIM115 - closed by the caller, like Popen's
        self.returncode: int | None = None
        self.pid = self._read()

    def poll(self) -> int | None:
        """Return the exit status, or None while it is running."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit status."""
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("kingdom-builder", timeout or 0)
            self.returncode = self._read()
            self._status.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def _read(self) -> int:
        (number,) = NUMBER.unpack(self._status.read(NUMBER.size))
        return int(number)


class Template:
    """The template process; it ends with this process."""

    def __init__(self) -> None:
        """Start it, without waiting until it has imported the server."""
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )

    def start(self, arguments: list[str], stderr: int, environment: dict[str, str]) -> ForkedProcess:
        """Run `python -m kingdom_builder` with these arguments in a fork, in its own process group."""
        request = {"arguments": arguments, "environment": environment, "folder": os.getcwd()}
        stdout, their_stdout = os.pipe()
        status, their_status = os.pipe()
        theirs = [their_stdout, stderr, their_status]
        socket.send_fds(self._requests, [json.dumps(request).encode()], theirs)
        os.close(their_stdout)
        os.close(their_status)
        return ForkedProcess(status, stdout)

    def close(self) -> None:
        """End the template process; its forks stay."""
        self._requests.close()
        self._process.wait()


_template: Template | None = None


def fork(arguments: list[str], stderr: int, environment: dict[str, str]) -> ForkedProcess:
    """Start a process from the template of this test process, which the first call starts."""
    global _template
    _template = _template or Template()
    return _template.start(arguments, stderr, environment)


def close() -> None:
    """End the template of this test process, if there is one."""
    global _template
    if _template:
        _template.close()
    _template = None


def main(requests: socket.socket) -> None:
    """Fork for every request until there is no more."""
    import kingdom_builder.cli
    import kingdom_builder.server.run  # noqa: F401 - only `serve` imports it

    gc.freeze()
    while True:
        request, files, _, _ = socket.recv_fds(requests, LONGEST_REQUEST, 3)
        if not request:
            return
        if os.fork() == 0:
            requests.close()
            _start_and_wait(json.loads(request), *files)
        for file in files:
            os.close(file)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _start_and_wait(request: dict[str, Any], stdout: int, stderr: int, status: int) -> NoReturn:
    """Fork the server, write its process id and at its end its exit status, as only its parent can know it."""
    pid = os.fork()
    if pid == 0:
        os.close(status)
        _run(request, stdout, stderr)
    os.close(stdout)
    os.close(stderr)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the test process may end before the server
    os.write(status, NUMBER.pack(pid))
    os.write(status, NUMBER.pack(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])))
    os._exit(0)


def _run(request: dict[str, Any], stdout: int, stderr: int) -> NoReturn:
    os.setsid()
    os.chdir(request["folder"])
    for file, number in ((stdout, 1), (stderr, 2)):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = ["kingdom_builder", *request["arguments"]]
    if commits.VARIABLE in os.environ:
        commits.install(Path(os.environ[commits.VARIABLE]))
    runpy.run_module("kingdom_builder", run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as given:
        main(given)
