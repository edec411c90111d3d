"""Running the server: options, files, environment, stopping, figures and copies."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.server.client import ME, Browser, bot
from tests.server.serving import PATIENCE, ServerProcess, serving, wait_until

STOPPED = (0, -signal.SIGTERM)
"""How a process ends that was asked to: by itself, or by the signal once all is done."""


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command that ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", "kingdom_builder", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **environment},
    )


def refused(*arguments: str, **environment: str) -> str:
    """Run `serve` so that it refuses to start; return its one line."""
    done = command("serve", "--no-browser", *arguments, **environment)
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    return line


def test_several_workers_need_postgresql(tmp_path):
    line = refused("--workers", "2", "--database", f"sqlite:///{tmp_path / 'games.db'}")
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
    assert message in refused(*arguments, XDG_DATA_HOME=str(tmp_path))


def test_a_port_in_use_is_one_line(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert "in use" in refused("--port", port, "--database", str(tmp_path / "games.db"))


def test_settings_come_from_the_command_line_before_the_environment_before_the_file(tmp_path):
    file = tmp_path / "server.toml"
    file.write_text('database = "mysql://file/x"\nlog_level = "error"\n')
    both = {"KINGDOM_BUILDER_DATABASE": "oracle://environment/x"}
    assert "'mysql'" in refused("--config", str(file))
    assert "'oracle'" in refused("--config", str(file), **both)
    assert "'db2'" in refused("--config", str(file), "--database", "db2://line/x", **both)


def test_a_file_with_an_unknown_setting_is_refused(tmp_path):
    file = tmp_path / "server.toml"
    file.write_text("colour = 'red'\n")
    assert "colour" in refused("--config", str(file))


def test_without_options_games_are_kept_with_the_user_s_data(tmp_path):
    server = ServerProcess(tmp_path)
    server.database = ""
    own = tmp_path / "home"
    server.start_with("--port", "0", environment={"XDG_DATA_HOME": str(own)})
    try:
        assert (own / "kingdom-builder" / "games.db").exists()
    finally:
        server.kill()


def test_a_stop_tells_clients_to_come_back_and_loses_nothing(tmp_path):
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
        assert back.state(table, 0)["entries"] == player.entries


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_when_the_server_ends(tmp_path, sent):
    with serving(tmp_path) as server:
        Browser(server).create(bot(), bot())
        wait_until(server.children, "the bots' processes are there")
        children = server.children()
        server.process.send_signal(sent)
        server.process.wait(PATIENCE)
        wait_until(lambda: not any(child.is_running() for child in children), "they are gone")


def test_health_readiness_and_figures(tmp_path):
    with serving(tmp_path) as server:
        assert httpx.get(f"{server.url}/health").json()["status"] == "ok"
        assert httpx.get(f"{server.url}/ready").json() == {"status": "ok", "fanout": True}
        ada = Browser(server)
        table = ada.create(ME, ME)
        seat = ada.state(table, 0)["view"]["to_play"]
        with ada.seat(table, seat) as player:
            player.read()
            player.answer(player.legal()[0])
            figures = httpx.get(f"{server.url}/metrics").text
        assert 'kingdom_builder_entries_total{by="player",kind="answer"} 1.0' in figures
        assert "kingdom_builder_sockets 1.0" in figures
        assert 'route="/api/tables"' in figures
        assert table["id"] not in figures


def test_games_are_carried_from_one_server_to_another(tmp_path: Path, new_database: Callable[[str], str]) -> None:
    copy = tmp_path / "copy.jsonl"
    with serving(tmp_path) as server:
        ada = Browser(server)
        table = ada.create(ME, ME)
        before = ada.state(table, 0)
        done = command("games", "export", str(copy), "--database", server.database)
        assert done.returncode == 0, done.stderr
    assert copy.stat().st_mode & 0o077 == 0
    assert json.loads(copy.read_text().splitlines()[0]) == {"format": "kingdom-builder/games-1"}
    target = new_database("postgresql")
    done = command("games", "import", str(copy), "--database", target)
    assert (done.returncode, done.stderr) == (0, "1 games imported\n")
    again = command("games", "import", str(copy), "--database", target)
    assert again.returncode == 2
    assert "nothing was imported" in again.stderr
    with serving(tmp_path / "other", database=target) as server:
        back = Browser(server)
        back.http.cookies = ada.http.cookies
        assert back.state(table, 0)["view"] == before["view"]


def test_a_table_of_bots_plays_to_the_end_by_itself(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        everything = ["base", "nomads", "crossroads", "marshlands", "harvest", "capitol", "caves", "island"]
        table = ada.create(*[bot(), bot("greedy")] * 2, setup={"sets": everything})

        def over() -> bool:
            return bool(ada.get(f"/api/tables/{table['id']}")["status"] == "over")

        wait_until(over, "the game is over", 120)
        server.assert_clean_log()
