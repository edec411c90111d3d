"""Real PostgreSQL, Redis and proxy servers for tests, each in its own folder and on its own port.

`python -m tests.services` installs the Debian packages of missing programs if the user is root, and says so first.
"""

from __future__ import annotations

import atexit
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
    "chromium-headless-shell": "chromium-headless-shell",
    "nginx": "nginx-light",
    "caddy": "caddy",
    "promtool": "prometheus",
    "docker-compose": "docker-compose",
    "systemd-analyze": "systemd",
    "logrotate": "logrotate",
}
"""The programs that tests use, and the Debian packages that contain them."""

PATIENCE = 30.0


def program(name: str) -> str | None:
    """Return the path of a program or None; Debian's PostgreSQL programs are not on the PATH, nor are those of root."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None or name == "postgres":
        for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True):
            return str(path)
    return found


def missing() -> list[str]:
    """Return the programs that are not installed."""
    return [name for name in PACKAGES if program(name) is None]


def install() -> int:
    """Install missing programs and say so before, or say in one line what is missing; return an exit status."""
    wanted = missing()
    if wanted and os.geteuid() == 0 and shutil.which("apt-get"):
        packages = [PACKAGES[name] for name in wanted]
        print(f"Installing Debian packages on this system for the tests: {', '.join(packages)}...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            subprocess.run(["apt-get", "-qq", *command], env=environment, check=False, capture_output=True)
    left = missing()
    if left:
        packages = [PACKAGES[name] for name in left]
        print(
            f"Tests that need {', '.join(left)} are skipped: install {', '.join(packages)}.",
            file=sys.stderr,
        )
    return 1 if left and os.environ.get("CI") == "true" else 0


_reserved: list[socket.socket] = []


def free_port() -> int:
    """Return a TCP port of 127.0.0.1 that no other test uses until this process ends.

    The UDP port with the same number is held meanwhile: two test processes cannot reserve the same one. The port is
    below the range for outgoing connections: while a server is stopped, no client that connects to it gets its port.
    """
    while True:
        port = random.randrange(10_000, 32_000)
        reservation = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            reservation.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            reservation.close()
        else:
            _reserved.append(reservation)
            return port


class Postgres:
    """A PostgreSQL server with its own cluster. It can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        postgres = program("postgres")
        assert postgres is not None
        self._bin = Path(postgres).resolve().parent
        folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root, and its user cannot read folders of root.
            folder = Path(tempfile.mkdtemp(prefix="kingdom-builder-postgres-"))
            shutil.chown(folder, "postgres")
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
        self.folder = folder
        self.port = free_port()
        self._data = folder / "cluster"
        self._run("initdb", "-D", str(self._data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync")

    def start(self) -> Postgres:
        """Start it and wait until it answers."""
        # Without fsync only a crash of the machine loses data, which no test causes.
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200"
        options += " -c fsync=off"
        self._run("pg_ctl", "-D", str(self._data), "-l", str(self.folder / "log"), "-o", options, "-w", "start")
        return self

    def stop(self) -> None:
        """Stop it at once, as a crash does; the cluster recovers at the next start."""
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")

    def database(self, name: str) -> str:
        """Create a database and return its URL."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def _run(self, name: str, *arguments: str) -> None:
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        command = [*user, str(self._bin / name), *arguments]
        with (self.folder / f"{name}.out").open("w") as output:
            done = subprocess.run(command, check=False, stdout=output, stderr=subprocess.STDOUT, cwd="/")
        assert done.returncode == 0, (self.folder / f"{name}.out").read_text()


class Redis:
    """A Redis server. It can be stopped and started again."""

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


class Proxy:
    """A proxy with TLS: nginx or Caddy, with a configuration of its own."""

    def __init__(self, name: str, folder: Path, configuration: str, port: int) -> None:
        """Write the configuration to a folder."""
        found = program(name)
        assert found is not None
        self.port = port
        self._file = folder / f"{name}.conf"
        self._file.write_text(configuration)
        self._log = folder / f"{name}.log"
        if name == "nginx":
            self._command = [found, "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(self._file)]
        else:
            self._command = [found, "run", "--adapter", "caddyfile", "--config", str(self._file)]
        self._environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Proxy:
        with self._log.open("w") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log, env=self._environment)
        end = time.monotonic() + PATIENCE
        while True:
            assert self._process.poll() is None, self._log.read_text()
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                assert time.monotonic() < end, f"the proxy does not start: {self._log.read_text()}"
                time.sleep(0.02)

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait()


def certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate of 127.0.0.1 that nobody trusts; return its file and that of its key."""
    files = folder / "certificate.pem", folder / "key.pem"
    options = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    output = ["-out", str(files[0]), "-keyout", str(files[1])]
    subprocess.run(["openssl", "req", *options, *names, *output], check=True, capture_output=True)
    return files


if __name__ == "__main__":
    sys.exit(install())
