"""The server is killed and restarted on the same port and database."""

from __future__ import annotations

import asyncio
import os
import random

import pytest

from tests.server.client import ME, Browser, bot, watch
from tests.server.faults.play_load import Load, check_sequence_numbers
from tests.server.faults.processes import bot_processes, descendants, is_alive, kill_main_process
from tests.server.faults.stored import finished_games, stored_events
from tests.server.serving import ServerProcess, serving, wait_until

KILLS = int(os.environ.get("KILLS", "6"))
"""`make faults` sets more."""

DATABASES = pytest.mark.parametrize("database", ["sqlite", "postgresql"])


@DATABASES
def test_no_acknowledged_move_is_lost_or_duplicated_when_the_server_is_killed(new_database, tmp_path, database):
    with serving(tmp_path, database=new_database(database)) as server:
        asyncio.run(_kill_repeatedly(server))
        server.assert_clean_log()


async def _kill_repeatedly(server: ServerProcess) -> None:
    chance = random.Random(1)
    async with Load([server], tables=8).playing() as load:
        await load.everybody_plays()
        for _ in range(KILLS):
            await asyncio.sleep(chance.uniform(0.0, 0.6))
            server.kill()
            await asyncio.to_thread(server.start)
            await load.everybody_plays()
        await load.finish()


@DATABASES
def test_bots_continue_their_games_after_a_restart(new_database, tmp_path, database):
    with serving(tmp_path, database=new_database(database)) as server:
        tables = [Browser(server).create(bot("greedy"), bot("random")) for _ in range(3)]
        with watch(server, tables[0]) as spectator:
            spectator.read_until(lambda: spectator.seq > 20)
        server.kill()
        server.start()
        for table in tables:
            with watch(server, table) as spectator:
                spectator.read_until(lambda spectator=spectator: spectator.view and spectator.public["over"])
        assert asyncio.run(finished_games(server.database)) == {table["id"] for table in tables}
        check_sequence_numbers(asyncio.run(stored_events(server.database)))
        server.assert_clean_log()


@pytest.mark.parametrize("workers", [1, 2])
def test_no_process_remains_when_only_the_main_process_is_killed(new_database, tmp_path, workers):
    with serving(tmp_path, database=new_database("postgresql"), workers=workers) as server:
        browser = Browser(server)
        for _ in range(3):
            browser.create(ME, bot("greedy"), bot("greedy"), setup={"start": 1})
        wait_until(lambda: bot_processes(server), "bots think")
        others = descendants(server)
        kill_main_process(server)
        try:
            wait_until(lambda: not any(map(is_alive, others)), "all its processes have ended")
        finally:
            server.kill()
        server.start()
