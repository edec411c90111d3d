"""Bots of files at the tables of a server: only those that its operator offers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kingdom_builder.server.own_bots import read_own_bots
from kingdom_builder.server.settings import read_settings
from tests.server.client import ME, OPEN, Browser, bot
from tests.server.serving import serving, wait_until

SOURCE = """
class Last:
    def answer(self, view):
        return view.legal_answers()[-1]


class Fails:
    def answer(self, view):
        return {}["nothing"]


class Cheats:
    def answer(self, view):
        return 549


class Greedy(Last):
    pass
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "own.py"
    path.write_text(SOURCE, encoding="utf-8")
    return str(path)


def wait_for_turn(browser: Browser, table: dict[str, Any]) -> None:
    wait_until(lambda: browser.state(table, 0)["view"]["public"]["to_play"] == 0, "the bot has played")


def test_bots_that_the_operator_offers_play(file, tmp_path):
    """Also those that fail or cheat: then a random answer is played, and the log has the reason."""
    files = ",".join(f"{file}:{name}" for name in ("Last", "Fails", "Cheats"))
    with serving(tmp_path / "server", bot_files=files) as server:
        ada = Browser(server)
        assert ada.get("/api/catalogue")["levels"][-3:] == ["Last", "Fails", "Cheats"]
        for name in ("Last", "Fails", "Cheats"):
            table = ada.create(ME, bot(name), setup={"start": 1})
            assert table["seats"][1]["name"] == name
            wait_for_turn(ada, table)
        waiting = ada.create(ME, OPEN, setup={"start": 1})
        ada.post(f"/api/tables/{waiting['id']}/start", {"fill": "Last"}, 200)
        wait_for_turn(ada, waiting)
        log = server.log.read_text(encoding="utf-8")
        assert "KeyError: 'nothing'" in log
        assert "549 is not legal" in log
    with serving(tmp_path / "server", database=server.database) as without:
        eve = Browser(without)
        assert "Last" not in eve.get("/api/catalogue")["levels"]
        refused = eve.post("/api/tables", {"seats": [ME, bot("Last")]}, 422)
        assert refused["error"]["code"] == "bad_message"
        assert eve.post("/api/tables", {"seats": [ME, bot(f"{file}:Last")]}, 422)["error"]["code"] == "bad_message"


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
def test_a_wrong_list_of_bots_is_refused(file, files, words):
    with pytest.raises(ValueError, match=words):
        read_own_bots(files.format(file=file))
    with pytest.raises(ValueError, match=words):
        read_settings({"bot_files": files.format(file=file)})
