"""Bots of files at the tables of a server: only those that its operator offers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kingdom_builder.server.own_bots import read_own_bots
from kingdom_builder.server.settings import read_settings
from tests.cli.conftest import command as command
from tests.foreign_bots import bots_file
from tests.server.client import ME, OPEN, Browser, bot
from tests.server.serving import serving, wait_until

OFFERED = ("Last", "MyBot", "Fails", "Cheats")


@pytest.fixture
def file(tmp_path: Path) -> str:
    return bots_file(tmp_path)


def wait_for_turn(browser: Browser, table: dict[str, Any]) -> None:
    wait_until(lambda: browser.state(table, 0)["view"]["public"]["to_play"] == 0, "the bot has played")


def test_bots_that_the_operator_offers_play(file, tmp_path):
    """Also those that fail or cheat: then a random answer is played, and the log has the reason."""
    files = ",".join(f"{file}:{name}" for name in OFFERED)
    with serving(tmp_path / "server", bot_files=files) as server:
        ada = Browser(server)
        assert ada.get("/api/catalogue")["levels"][-len(OFFERED) :] == list(OFFERED)
        for name in OFFERED:
            table = ada.create(ME, bot(name), setup={"start": 1})
            assert table["seats"][1]["name"] == name
            wait_for_turn(ada, table)
        waiting = ada.create(ME, OPEN, setup={"start": 1})
        ada.post(f"/api/tables/{waiting['id']}/start", {"fill": "Last"}, 200)
        wait_for_turn(ada, waiting)
        log = server.log.read_text(encoding="utf-8")
        assert "KeyError: 'nothing'" in log
        assert "answered 549" in log
    with serving(tmp_path / "server", database=server.database) as without:
        eve = Browser(without)
        assert "Last" not in eve.get("/api/catalogue")["levels"]
        for name in ("Last", f"{file}:Last"[-40:]):
            refused = eve.post("/api/tables", {"seats": [ME, bot(name)]}, 422)["error"]
            assert refused["code"] == "bad_message"
            assert refused["message"].startswith(
                f"seats.1.level: there is no bot {name!r} here: expected one of random"
            )
        waiting = eve.create(ME, OPEN)
        refused = eve.post(f"/api/tables/{waiting['id']}/start", {"fill": "Last"}, 422)["error"]
        assert refused["message"].startswith("fill: there is no bot 'Last' here")


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ("nobody.py:Bot", "nobody.py: No such file"),
        ("greedy", "'greedy': expected a bot in a file"),
        ("{file}:Nobody", "there is no class 'Nobody'"),
        ("{file}:Last,{file}:Last", "there is another bot named Last"),
        ("{file}:Greedy", "there is another bot named Greedy"),
    ],
)
def test_a_wrong_list_of_bots_is_refused(command, file, files, words):
    """Also on the command line, in one line."""
    ran = command("serve", "--bot-files", files.format(file=file))
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert words in ran.err
    with pytest.raises(ValueError, match=words):
        read_own_bots(files.format(file=file))
    with pytest.raises(ValueError, match=words):
        read_settings({"bot_files": files.format(file=file)})
