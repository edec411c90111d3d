"""Metrics: not for everybody, and the sum over all server processes."""

from __future__ import annotations

import re

import httpx
import psutil

from tests.server.client import ME, Browser
from tests.server.faults.processes import descendants
from tests.server.serving import ServerProcess, serving, wait_until
from tests.server.test_run import rejected
from tests.services import free_port


def value(server: ServerProcess, name: str) -> float:
    """Return the sum of all values of a metric."""
    return sum(float(found) for found in re.findall(rf"^{name}(?:\{{.*\}})? (\S+)$", server.metrics(), re.MULTILINE))


def test_the_public_address_has_no_metrics_and_by_default_there_are_none(tmp_path):
    with serving(tmp_path) as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 404
        assert "kingdom_builder_tables 0.0" in server.metrics()
    server = ServerProcess(tmp_path)
    port = server.settings.pop("metrics_port")
    server.start()
    try:
        assert httpx.get(f"{server.url}/health").status_code == 200
        refused = False
        try:
            httpx.get(f"http://127.0.0.1:{port}/metrics")
        except httpx.ConnectError:
            refused = True
        assert refused
    finally:
        server.kill()


def test_a_port_for_metrics_that_is_taken_is_an_error(tmp_path):
    with serving(tmp_path) as server:
        line = rejected(
            *("--port", str(free_port()), "--database", f"sqlite:///{tmp_path / 'other.db'}"),
            *("--metrics-port", str(server.settings["metrics_port"])),
        )
    assert "cannot listen on 127.0.0.1 port" in line
    assert "for metrics" in line


def test_metrics_are_those_of_all_processes_that_run(tmp_path, new_database):
    with serving(tmp_path, database=new_database("postgresql"), workers=2) as server:
        browsers = [Browser(server) for _ in range(6)]  # the processes share the connections
        sockets = [browser.seat(browser.create(ME, ME), 0) for browser in browsers]
        for socket in sockets:
            socket.read()
        assert value(server, "kingdom_builder_sockets") == 6
        assert value(server, "kingdom_builder_events_total") >= 12
        workers = [child for child in descendants(server) if "spawn_main" in " ".join(child.cmdline())]
        usual = psutil.Process(server.process.pid).nice()
        servers = [child for child in workers if child.ppid() == server.process.pid and child.nice() == usual]
        assert len(servers) == 2
        for process in servers:
            process.kill()
        wait_until(lambda: value(server, "kingdom_builder_sockets") == 0, "processes that have ended do not count")
        for socket in sockets:
            socket.__exit__()
