"""Running the server: settings, logs, stopping, health and metrics, export and import."""

from __future__ import annotations

import json
import os
import pty
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from kingdom_builder.server.requests import LAST_SEQ
from tests.server import template
from tests.server.client import ME, Browser, bot, watch
from tests.server.serving import LONG_POLL, PATIENCE, ServerProcess, serving, wait_until

STOPPED = (0, -signal.SIGTERM)
"""Exit statuses after SIGTERM: normal, or by the signal itself after all clean-up."""


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command and wait for its end."""
    with tempfile.TemporaryFile("w+") as errors:
        complete = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **environment}
        process = template.fork(list(arguments), errors.fileno(), complete)
        output = process.stdout.read()
        process.stdout.close()
        status = process.wait(PATIENCE)
        errors.seek(0)
        return subprocess.CompletedProcess(arguments, status, output, errors.read())


def rejected(*arguments: str, **environment: str) -> str:
    """Run `serve` with settings that it rejects; return its error line."""
    done = command("serve", "--no-browser", *arguments, **environment)
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    return line


def test_several_workers_need_postgresql(tmp_path):
    line = rejected("--workers", "2", "--database", f"sqlite:///{tmp_path / 'games.db'}")
    assert "several processes need PostgreSQL" in line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--port", "99999"), "port"),
        (("--database", "mysql://localhost/x"), "expected sqlite or postgresql"),
        (("--database", "postgresql://nobody@127.0.0.1:1/none"), "cannot be used"),
        (("--log-level", "loud"), "log_level"),
        (("--config", "/nonexistent.toml"), "there is no such file"),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_it(tmp_path, arguments, message):
    assert message in rejected(*arguments, XDG_DATA_HOME=str(tmp_path))


def test_a_port_in_use_is_one_line(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert "in use" in rejected("--port", port, "--database", str(tmp_path / "games.db"))


def test_the_command_line_overrides_the_environment_which_overrides_the_file(tmp_path):
    file = tmp_path / "server.toml"
    file.write_text('database = "mysql://file/x"\nlog_level = "error"\n')
    both = {"KINGDOM_BUILDER_DATABASE": "oracle://environment/x"}
    assert "'mysql'" in rejected("--config", str(file))
    assert "'oracle'" in rejected("--config", str(file), **both)
    assert "'db2'" in rejected("--config", str(file), "--database", "db2://line/x", **both)


def test_a_file_with_an_unknown_setting_is_rejected(tmp_path):
    file = tmp_path / "server.toml"
    file.write_text("colour = 'red'\n")
    assert "colour" in rejected("--config", str(file))


def test_the_default_database_is_in_the_user_s_data_folder(tmp_path):
    server = ServerProcess(tmp_path)
    server.database = ""
    own = tmp_path / "home"
    server.start_with("--port", "0", environment={"XDG_DATA_HOME": str(own)})
    try:
        assert (own / "kingdom-builder" / "games.db").exists()
    finally:
        server.kill()


def test_logs_on_a_terminal_are_readable_lines_after_one_line_with_the_address(tmp_path):
    ours, terminal = pty.openpty()
    arguments = ("--language", "en", "--port", "0", "--no-browser", "--database", f"sqlite:///{tmp_path / 'games.db'}")
    with subprocess.Popen(
        [sys.executable, "-m", "kingdom_builder", "serve", *arguments], stdout=terminal, stderr=terminal
    ) as server:
        os.close(terminal)
        output = b""
        while b"ready" not in output:
            output += os.read(ours, 4096)
        server.send_signal(signal.SIGTERM)
        while b"stopped" not in output:
            output += os.read(ours, 4096)
    os.close(ours)
    address, ready, stopped = output.decode().splitlines()
    assert address.startswith("Kingdom Builder is at http://127.0.0.1:")
    assert "ready" in ready
    assert "stopped" in stopped
    assert "{" not in output.decode(), "JSON on a terminal"


def test_a_stop_closes_sockets_with_1012_and_loses_no_event(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        table = ada.create(ME, ME)
        with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
            one.read()
            two.read()
            player = one if one.mine else two
            player.answer(player.legal()[0])
            server.process.send_signal(signal.SIGTERM)
            assert one.closed() == 1012
            assert two.closed() == 1012
        assert server.process.wait(PATIENCE) in STOPPED
        server.assert_clean_log()
        assert server.log_lines()[-1]["event"] == "stopped"
        server.kill()
        server.start()
        back = Browser(server)
        back.http.cookies = ada.http.cookies
        assert back.state(table, 0)["events"] == player.events


def test_requests_that_wait_are_told_that_the_server_stops(tmp_path):
    with serving(tmp_path) as server, ThreadPoolExecutor(2) as threads:
        ada = Browser(server)
        table = ada.create(ME, bot(), setup={"start": 0})
        seat = f"/api/tables/{table['id']}/seats/0"
        waiting = [
            threads.submit(ada.http.get, f"{seat}/state", params={"after": LAST_SEQ, "wait": LONG_POLL}),
            threads.submit(ada.http.post, f"{seat}/hint", json={"seconds": LONG_POLL}),
        ]
        wait_until(server.children, "the hint is searched")
        server.process.send_signal(signal.SIGTERM)
        for response in (request.result() for request in waiting):
            assert (response.status_code, response.json()["error"]["code"]) == (503, "draining")
            assert int(response.headers["retry-after"]) >= 1
        assert server.process.wait(PATIENCE) in STOPPED
        server.assert_clean_log()


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_remains_after_the_server(tmp_path, sent):
    with serving(tmp_path) as server:
        Browser(server).create(ME, bot(), setup={"start": 1})
        wait_until(server.children, "the bots' processes have started")
        children = server.children()
        server.process.send_signal(sent)
        server.process.wait(PATIENCE)
        wait_until(lambda: not any(child.is_running() for child in children), "they have ended")


def test_health_readiness_and_metrics(tmp_path):
    with serving(tmp_path) as server:
        assert httpx.get(f"{server.url}/health").json()["status"] == "ok"
        assert httpx.get(f"{server.url}/ready").json() == {"status": "ok", "pubsub": True}
        ada = Browser(server)
        table = ada.create(ME, ME)
        seat = ada.state(table, 0)["view"]["public"]["to_play"]
        with ada.seat(table, seat) as player:
            player.read()
            player.answer(player.legal()[0])
            metrics = server.metrics()
        assert 'kingdom_builder_events_total{by="player",kind="answer"} 1.0' in metrics
        assert "kingdom_builder_sockets 1.0" in metrics
        assert 'route="/api/tables"' in metrics
        assert table["id"] not in metrics


def test_an_export_can_be_imported_into_another_database(tmp_path: Path, new_database: Callable[[str], str]) -> None:
    copy = tmp_path / "copy.jsonl"
    with serving(tmp_path) as server:
        ada = Browser(server)
        table = ada.create(ME, ME)
        before = ada.state(table, 0)
        done = command("games", "export", str(copy), "--database", server.database)
        assert done.returncode == 0, done.stderr
    assert copy.stat().st_mode & 0o077 == 0
    assert json.loads(copy.read_text().splitlines()[0]) == {"format": "kingdom-builder/games-3"}
    target = new_database("postgresql")
    done = command("games", "import", str(copy), "--database", target)
    assert (done.returncode, done.stderr) == (0, "1 game imported\n")
    again = command("games", "import", str(copy), "--database", target)
    assert again.returncode == 2
    assert "nothing was imported" in again.stderr
    with serving(tmp_path / "other", database=target) as server:
        back = Browser(server)
        back.http.cookies = ada.http.cookies
        assert back.state(table, 0)["view"] == before["view"]


def test_a_table_of_bots_plays_to_its_end(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        everything = ["base", "nomads", "crossroads", "marshlands", "harvest", "capitol", "caves", "island"]
        table = ada.create(*[bot(), bot("greedy")] * 2, setup={"sets": everything})
        with watch(server, table) as spectator:
            spectator.read_until(lambda: spectator.view is not None and spectator.public["over"])
        server.assert_clean_log()
