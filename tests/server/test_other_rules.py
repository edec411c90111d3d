"""Games that were stored under other rules: they go on if their moves fit, else they stop at the move that does not."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from kingdom_builder.game import load
from kingdom_builder.sets.registry import answer_number
from kingdom_builder.table import responses
from tests.server.client import ME, Browser, bot, check, watch
from tests.server.database_file import database_path
from tests.server.serving import ServerProcess, serving, wait_until

COPIES, IDLE = 500, 15
UNFIT = answer_number("take_back")
"""An answer that is not legal at the beginning of a turn."""


def change(server: ServerProcess, statement: str, *values: Any) -> None:
    """Change the database while the server does not run."""
    connection = sqlite3.connect(database_path(server))
    with connection:
        assert connection.execute(statement, values).rowcount > 0
    connection.close()


def spoil(server: ServerProcess, table: dict[str, Any], seq: int) -> None:
    """Replace a stored answer with one that the rules do not allow."""
    change(server, "UPDATE events SET value = ? WHERE game = ? AND seq = ?", str(UNFIT), table["id"], seq)


def set_rules(server: ServerProcess, table: dict[str, Any], version: int) -> None:
    """Let a table be one of another version of the rules."""
    new = f"replace(replace(value, '\"rules\": 1', '\"rules\": {version}'), 'rules: 1', 'rules: {version}')"
    change(server, f"UPDATE events SET value = {new} WHERE game = ? AND seq = 1", table["id"])


def again(server: ServerProcess, browser: Browser) -> Browser:
    """Start the server again, and return the same browser."""
    server.start()
    found = Browser(server)
    found.http.cookies = browser.http.cookies
    return found


def play_turn(browser: Browser, table: dict[str, Any]) -> int:
    """Play until a turn has ended at a table with two own seats; return the number of the next event."""
    with browser.seat(table, 0) as one, browser.seat(table, 1) as two:
        one.read()
        two.read()
        turn = one.public["turn"]
        while one.public["turn"] == turn:
            player = one if one.mine else two
            reply = player.answer(player.legal()[-1])
            for socket in (one, two):
                socket.read_until(lambda socket=socket, reply=reply: socket.seq >= reply["seq"])
        player = one if one.mine else two
        return int(player.answer(player.legal()[0])["seq"])


def test_a_running_game_goes_on_under_the_present_rules_if_its_moves_fit(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        table = ada.create(ME, ME)
        play_turn(ada, table)
        server.kill()
        set_rules(server, table, 99)
        back = again(server, ada)
        state = back.state(table, 0)
        assert (state["table"]["status"], state["table"]["begun_under"], state["table"]["unfit"]) == (
            "playing",
            99,
            None,
        )
        assert [listed["begun_under"] for listed in back.get("/api/my/tables")] == [99]
        play_turn(back, table)
        server.assert_clean_log()


def test_a_running_game_is_shown_up_to_the_move_that_does_not_fit(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        table, other = ada.create(ME, ME), ada.create(ME, ME)
        seq = play_turn(ada, table)
        before = ada.state(table, 0)
        server.kill()
        set_rules(server, table, 99)
        spoil(server, table, seq)
        change(server, "UPDATE games SET wake_at = 0 WHERE id = ?", table["id"])  # the server wants to load it
        for restart in range(2):
            back = again(server, ada)
            state = back.state(table, 0)
            shown = state["table"]
            assert (shown["status"], shown["begun_under"], shown["seq"]) == ("stopped", 99, seq - 1)
            assert (shown["unfit"]["seq"], shown["unfit"]["over"]) == (seq, False)
            assert shown["unfit"]["sentence"]["key"] == "problem.unfit_move"
            assert state["events"] == before["events"][:-1]
            assert state["view"]["you"]["hexes"] == state["view"]["you"]["options"] == []
            with back.seat(table, 0) as me, watch(server, table) as spectator:
                me.read()
                spectator.read()
                assert spectator.events == me.events
                for kind, fields in (("answer", {"answer": 0}), ("undo", {}), ("pass", {})):
                    assert me.request(kind, seen_seq=me.seq, **fields)["code"] == "unfit"
                assert me.request("chat", text="What now?")["code"] == "unfit"
            rejected = back.post(f"/api/tables/{table['id']}/close", {}, 409)["error"]
            assert rejected["message"].startswith(f"Move {seq}, take_back by")
            # Its cards stay secret: another version of the server may go on with it.
            for route in ("", "/history", "/record", "/summary", "/picture.svg"):
                assert back.http.get(f"/api/games/{table['id']}{route}").json()["error"]["code"] == "not_over"
            assert {listed["id"] for listed in back.get("/api/my/tables")} == {table["id"], other["id"]}
            play_turn(back, other)
            reports = [line for line in server.log_lines() if line["event"] == "table does not fit the rules"]
            assert len(reports) == restart + 1
            server.kill()
        server.assert_clean_log()


def test_a_finished_game_is_shown_and_exported_up_to_the_move_that_does_not_fit(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        table = ada.create(bot(), bot())
        with watch(server, table) as spectator:
            spectator.read_until(lambda: spectator.view and spectator.public["over"])
            events = spectator.events
        path = f"/api/games/{table['id']}"
        record = ada.http.get(f"{path}/record").text
        ends = [event["seq"] for event in events if event.get("answer_name") == "end_turn"]
        seq = ends[len(ends) // 2] + 1
        server.kill()
        spoil(server, table, seq)
        back = again(server, ada)
        replay = back.get(path)
        check(responses.Replay, replay)
        assert (replay["seq"], replay["last_seq"]) == (seq - 1, seq - 1)
        assert (replay["table"]["status"], replay["table"]["unfit"]["over"]) == ("stopped", True)
        history = back.get(f"{path}/history")
        assert history["events"] == events[: seq - 1]
        assert back.get(f"{path}/summary")["turns"][-1]["seq"] == seq - 1
        part = back.http.get(f"{path}/record").text
        assert load(part).answers() == load(record).answers()[: len(load(part).answers())]
        assert back.http.get(f"{path}/board.svg").status_code == 200
        assert back.get(f"{path}/picture.svg", 409)["error"]["code"] == "unfit"
        assert "og:title" not in back.http.get(f"/games/{table['id']}", headers={"accept": "text/html"}).text
        assert [(listed["id"], listed["status"]) for listed in back.get("/api/my/tables")] == [(table["id"], "stopped")]
        server.kill()
        exported = tmp_path / "games.jsonl"
        command = [
            sys.executable,
            "-m",
            "kingdom_builder",
            "games",
            "export",
            str(exported),
            "--database",
            server.database,
        ]
        subprocess.run(command, check=True, capture_output=True)
        rows = [json.loads(line) for line in exported.read_text().splitlines()]
        assert sum(row.get("table") == "events" for row in rows) == len(events)


def clone(path: Path, game: str, number: int) -> None:
    """Store copies of a game with other ids, which have been due for long; some have been idle for longer."""
    connection = sqlite3.connect(path)
    with connection:
        columns = {
            table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            for table in ("games", "seats", "events")
        }
        for i in range(number):
            for table, names in columns.items():
                new = {name: name for name in names}
                if table == "games":
                    new |= {"id": f"'copy{i}'", "invite": f"'i{i}'", "watch": f"'w{i}'", "wake_at": "0"}
                    new["active_at"] = "1" if i < IDLE else "active_at"
                else:
                    new |= {"game": f"'copy{i}'"}
                if table == "events":
                    new["value"] = f"replace(value, '{game}', 'copy{i}')"
                key = "id" if table == "games" else "game"
                chosen = ", ".join(f'"{name}"' if new[name] == name else new[name] for name in names)
                connection.execute(f"INSERT INTO {table} SELECT {chosen} FROM {table} WHERE {key} = ?", (game,))
    connection.close()


def test_many_games_that_do_not_fit_delay_nothing_and_flood_no_log(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        unfit, unreadable, waiting, idle = (ada.create(ME, other) for other in (ME, ME, bot(), ME))
        due = ada.create(bot(), ME, setup={"start": 0})
        wait_until(lambda: ada.state(due, 1)["view"]["public"]["to_play"] == 1, "the bot has played its turn")
        seq = play_turn(ada, unfit)
        with ada.seat(waiting, 0) as me:
            me.read_until(lambda: me.mine)
        server.kill()
        spoil(server, unfit, seq)
        clone(database_path(server), unfit["id"], COPIES)
        no_section = (
            "UPDATE events SET value = replace(value, 'sections: ', 'sections: no:0 ') WHERE game = ? AND seq = 1"
        )
        change(server, no_section, unreadable["id"])
        change(server, "UPDATE games SET wake_at = 0 WHERE id = ?", unreadable["id"])
        change(server, "UPDATE games SET active_at = 2 WHERE id = ?", idle["id"])
        change(server, "UPDATE events SET time = 2 WHERE game LIKE 'copy%' OR game = ?", idle["id"])
        # The last server has stopped before the bot played; this table is due after all that do not fit.
        change(server, "DELETE FROM events WHERE game = ? AND kind = 'answer'", due["id"])
        change(server, "UPDATE games SET wake_at = 1, to_play = 0 WHERE id = ?", due["id"])
        back = again(server, ada)
        with back.seat(waiting, 0) as me:
            me.read()
            seen = me.seq
            while me.seq < seen + 10:
                me.answer(me.legal()[0]) if me.mine else me.read()
        connection = sqlite3.connect(f"file:{database_path(server)}?mode=ro", uri=True)
        answers = "SELECT count(*) FROM events WHERE game = ? AND kind = 'answer'"
        wait_until(lambda: connection.execute(answers, (due["id"],)).fetchone() > (0,), "the bot of a due game plays")
        still_due = "SELECT count(*) FROM games WHERE wake_at <= 1 AND status = 'playing'"
        wait_until(
            lambda: connection.execute(still_due).fetchone() == (0,), "no game that does not fit is due any more"
        )
        archived = "SELECT count(*) FROM games WHERE id = ? AND status = 'archived'"
        wait_until(lambda: connection.execute(archived, (idle["id"],)).fetchone() == (1,), "an idle table is archived")
        connection.close()
        server.kill()
        first = server.log.stat().st_size
        assert first < 20_000
        again(server, ada)
        time.sleep(2.5)  # it looks for due tables every second
        assert server.log.stat().st_size < first + 10_000
        server.assert_clean_log()
