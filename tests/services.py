"""PostgreSQL, Redis and a browser for tests: real ones, in folders of their own.

`python -m tests.services` installs from Debian's packages what is missing, where it may.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PACKAGES = {
    "postgres": "postgresql",
    "redis-server": "redis-server",
    "faketime": "faketime",
    "chromium": "chromium",
}
"""The programs that tests use, and Debian's packages that have them."""

PATIENCE = 30.0


def program(name: str) -> str | None:
    """Return where a program is; PostgreSQL's servers are not on the PATH in Debian."""
    found = shutil.which(name)
    if found is None or name == "postgres":
        for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True):
            return str(path)
    return found


def missing() -> list[str]:
    """Return the programs that are not here."""
    return [name for name in PACKAGES if program(name) is None]


def install() -> int:
    """Install what is missing, or say in one line what is and what it means."""
    wanted = missing()
    if not wanted:
        return 0
    packages = [PACKAGES[name] for name in wanted]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {', '.join(packages)} for the tests...", flush=True)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        subprocess.run(["apt-get", "update", "-qq"], env=environment, check=False, **quiet)  # type: ignore[call-overload]
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
        subprocess.run(command, env=environment, check=False, **quiet)  # type: ignore[call-overload]
    still = missing()
    if still:
        print(
            f"Tests that need {', '.join(still)} are left out: install {', '.join(PACKAGES[name] for name in still)}.",
            file=sys.stderr,
        )
    return 1 if still and os.environ.get("CI") == "true" else 0


def free_port() -> int:
    """Return a port that nobody uses at the moment.

    It is below those that the system gives to outgoing connections: while a server is away, whoever tries to reach it
    could otherwise be given the server's own port, and it could not come back.
    """
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Postgres:
    """A PostgreSQL server with a cluster of its own, which can be stopped, killed and started again."""

    def __init__(self, folder: Path) -> None:
        postgres = program("postgres")
        assert postgres is not None
        self._bin = Path(postgres).resolve().parent
        folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            # PostgreSQL does not run as root, and its own user cannot reach folders that are root's alone.
            folder = Path(tempfile.mkdtemp(prefix="kingdom-builder-postgres-"))
            shutil.chown(folder, "postgres")
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
        self.folder = folder
        self.port = free_port()
        self._data = folder / "cluster"
        self._run("initdb", "-D", str(self._data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync")

    def start(self) -> Postgres:
        """Start it and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200"
        self._run("pg_ctl", "-D", str(self._data), "-l", str(self.folder / "log"), "-o", options, "-w", "start")
        return self

    def stop(self) -> None:
        """Stop it at once, as a crash would; a cluster survives that."""
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")

    def database(self, name: str) -> str:
        """Make a database and return its address."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def _run(self, name: str, *arguments: str) -> None:
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        command = [*user, str(self._bin / name), *arguments]
        with (self.folder / f"{name}.out").open("w") as output:
            done = subprocess.run(command, check=False, stdout=output, stderr=subprocess.STDOUT, cwd="/")
        assert done.returncode == 0, (self.folder / f"{name}.out").read_text()


class Redis:
    """A Redis server that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> Redis:
        """Start it and wait until it answers."""
        redis = program("redis-server")
        assert redis is not None
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [redis, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                assert time.monotonic() < end, "Redis does not start"
                time.sleep(0.02)

    def stop(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


if __name__ == "__main__":
    sys.exit(install())
