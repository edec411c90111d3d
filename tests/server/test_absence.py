"""Absent players: their time runs out, a bot plays the turn, the game is archived and resumed."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.server.client import ME, OPEN, Browser, bot
from tests.server.serving import serving, wait_until


def set_back(path: Path, table: dict[str, Any], seconds: int) -> None:
    """Make a game older in the database of a server that is not running."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE games SET created_at = created_at - ? WHERE id = ?", (seconds, table["id"]))
        database.execute("UPDATE games SET active_at = created_at WHERE id = ?", (table["id"],))
        database.execute("UPDATE events SET time = time - ? WHERE game = ?", (seconds, table["id"]))


def test_a_bot_plays_the_turn_of_an_absent_player_who_can_return(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        table = ada.create(ME, bot("random"), turn_seconds=10, setup={"start": 0})
        with ada.seat(table, 0) as me:
            me.read()
            assert me.view["clock"]["seat"] == 0
            assert 0 < me.view["clock"]["seconds_left"] <= 10
            me.answer(me.legal()[0])
            me.read_until(lambda: me.events[-1]["kind"] == "timeout")
            me.read_until(lambda: me.mine and me.view["public"]["turn"] == 2)
            mine = [e for e in me.events if e["seat"] == 0 and e["kind"] == "answer"]
            assert mine[0]["by"] == "player"
            assert {e["by"] for e in mine[1:]} == {"clock"}
            assert mine[-1]["answer_name"] == "end_turn"
            assert me.answer(me.legal()[0])["type"] == "ack"
        server.assert_clean_log()


def test_a_turn_whose_time_was_over_before_a_restart_is_played_after_it(tmp_path):
    with serving(tmp_path, grace_seconds=0) as server:
        ada = Browser(server)
        table = ada.create(ME, ME, turn_seconds=600, setup={"start": 0})
        server.kill()
        set_back(tmp_path / "games.db", table, 600)
        server.start()
        back = Browser(server)
        back.http.cookies = ada.http.cookies
        wait_until(lambda: back.state(table, 0)["view"]["public"]["turn"] >= 1, "the turn is over")
        kinds = [event["kind"] for event in back.state(table, 0)["events"]]
        assert kinds[:3] == ["created", "started", "timeout"]


def test_an_idle_game_is_archived_and_can_be_resumed(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        table = ada.create(ME, ME)
        waiting = ada.create(ME, OPEN, listed=True)
        fresh, played = ada.create(ME, ME), ada.create(ME, ME)
        server.kill()
        for old in (table, waiting, played):
            set_back(tmp_path / "games.db", old, 40 * 86400)
        with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
            database.execute("UPDATE events SET time = ? WHERE game = ? AND seq = 2", (time.time(), played["id"]))
        server.start()
        back = Browser(server)
        back.http.cookies = ada.http.cookies

        def statuses() -> dict[str, str]:
            return {found["id"]: found["status"] for found in back.get("/api/my/tables")}

        wait_until(lambda: statuses()[table["id"]] == "archived", "the old game is archived")
        wait_until(lambda: statuses()[waiting["id"]] == "archived", "the old table is archived")
        assert [statuses()[one["id"]] for one in (fresh, played)] == ["playing"] * 2
        assert back.get("/api/tables") == []
        with back.seat(table, 0) as me:
            me.read_until(lambda: me.events and me.events[-1]["kind"] == "resumed")
            me.read_until(lambda: me.table["status"] == "playing")
        server.assert_clean_log()
