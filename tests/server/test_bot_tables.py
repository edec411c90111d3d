"""Tables of bots only: they wait until somebody watches, and are archived when nobody does for long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import ME, Browser, bot, watch
from tests.server.database_file import change
from tests.server.serving import LONG_POLL, ServerProcess, serving, wait_until

BEGUN = 2
"""The number of the last event before the first answer: the table was created, and its game has begun."""


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def let_bots_think(server: ServerProcess) -> None:
    """Wait until the bots of another table, at which a person has a seat, have played after everything before."""
    ada = Browser(server)
    table = ada.create(ME, bot(), setup={"start": 1})
    wait_until(lambda: ada.state(table, 0)["view"]["public"]["to_play"] == 0, "the bot has played")


def seq_of(browser: Browser, table: dict[str, Any]) -> int:
    """Return the number of the last event, without watching."""
    return int(browser.get(f"/api/tables/{table['id']}")["seq"])


def watch_a_turn(server: ServerProcess, table: dict[str, Any]) -> None:
    with watch(server, table) as spectator:
        spectator.read_until(lambda: any(event["kind"] == "answer" for event in spectator.events))


def test_a_game_of_bots_waits_until_somebody_watches(server):
    zoe = Browser(server)
    table = zoe.create(bot(), bot())
    let_bots_think(server)
    assert seq_of(zoe, table) == BEGUN
    watch_a_turn(server, table)


def test_a_long_poll_watches_too(server):
    zoe = Browser(server)
    table = zoe.create(bot(), bot())
    let_bots_think(server)
    state = zoe.get(
        f"/api/watch/{table['watch']}", after=BEGUN + 1, wait=LONG_POLL
    )  # the first event is that zoe watches
    assert state["events"][0]["kind"] == "answer"


def test_bots_stop_when_the_last_person_has_left_the_table(server):
    ada = Browser(server)
    table = ada.create(ME, bot("greedy"), setup={"start": 0})
    ada.post(f"/api/tables/{table['id']}/seats/0/bot", {}, 200)
    let_bots_think(server)
    assert seq_of(ada, table) == BEGUN + 1
    watch_a_turn(server, table)


def test_after_a_restart_only_tables_of_people_go_on(tmp_path):
    with serving(tmp_path) as server:
        zoe, ada = Browser(server), Browser(server)
        bots = [zoe.create(bot("greedy"), bot("greedy")) for _ in range(3)]
        people = ada.create(ME, bot("champion"), setup={"start": 1})
        server.kill()
        change(server, "UPDATE games SET wake_at = 1.0")  # as if the server had been stopped for long
        server.start()
        zoe.http, cookies = server.client(), zoe.http.cookies
        zoe.http.cookies = cookies
        ada.http, cookies = server.client(), ada.http.cookies
        ada.http.cookies = cookies
        wait_until(lambda: ada.state(people, 0)["view"]["public"]["to_play"] == 0, "the bot has played")
        let_bots_think(server)
        assert [seq_of(zoe, table) for table in bots] == [BEGUN] * 3
        watch_a_turn(server, bots[0])
        server.assert_clean_log()


def test_a_game_of_bots_that_nobody_watches_is_archived_and_goes_on_later(tmp_path):
    with serving(tmp_path, bot_table_hours=0.0001) as server:
        zoe = Browser(server)
        table = zoe.create(bot("greedy"), bot("greedy"))

        def is_archived() -> bool:
            change(server, "UPDATE games SET wake_at = 1.0 WHERE id = ?", table["id"])
            return bool(zoe.get(f"/api/tables/{table['id']}")["status"] == "archived")

        wait_until(is_archived, "the table is archived")
        watch_a_turn(server, table)


def test_with_several_processes_bots_play_wherever_somebody_watches(
    new_database: Callable[[str], str], tmp_path: Path
) -> None:
    database = new_database("postgresql")
    with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as two:
        zoe = Browser(one)
        tables = [zoe.create(bot(), bot()) for _ in range(2)]
        let_bots_think(one)
        let_bots_think(two)
        assert [seq_of(zoe, table) for table in tables] == [BEGUN] * 2
        for server, table in zip((one, two), tables, strict=True):
            watch_a_turn(server, table)
            server.assert_clean_log()
