"""Bot processes that are killed are replaced, and the bots continue to play at their level."""

from __future__ import annotations

import pytest

from tests.server.client import Browser, Socket, bot, watch
from tests.server.faults.processes import bot_processes, fork_servers, is_alive
from tests.server.serving import ServerProcess, serving, wait_until

SEVERAL = pytest.mark.parametrize("bot_workers", [1, 2])


def watch_to_the_end(spectator: Socket) -> None:
    spectator.read_until(lambda: spectator.view is not None and spectator.view["public"]["over"])
    assert {event["by"] for event in spectator.events if event["kind"] == "answer"} == {"bot"}


def assert_no_random_answers(server: ServerProcess) -> None:
    """Check that the log has no warning about random answers in place of a failed bot."""
    assert [line for line in server.log_lines() if line["level"] == "error"] == []
    server.assert_clean_log()


@SEVERAL
def test_bots_finish_their_game_although_their_processes_are_killed(tmp_path, bot_workers):
    with serving(tmp_path, bot_workers=bot_workers) as server:
        table = Browser(server).create(bot("greedy"), bot("greedy"), bot("greedy"))
        with watch(server, table) as spectator:
            for _ in range(5):
                found = wait_until(lambda: bot_processes(server), "there is a process for bots")
                found[0].kill()
                number = spectator.seq
                spectator.read_until(lambda number=number: spectator.seq > number + 5)
            watch_to_the_end(spectator)
        assert_no_random_answers(server)


@SEVERAL
def test_an_idle_bot_process_that_is_killed_is_replaced(tmp_path, bot_workers):
    with serving(tmp_path, bot_workers=bot_workers) as server:
        for _ in range(3):
            table = Browser(server).create(bot("greedy"), bot("greedy"))
            with watch(server, table) as spectator:
                watch_to_the_end(spectator)
            wait_until(lambda: bot_processes(server), "there is a process for bots")
            for process in bot_processes(server):
                process.kill()
                wait_until(lambda process=process: not is_alive(process), "it is dead")
        assert_no_random_answers(server)


def test_bots_continue_when_the_fork_server_is_killed_with_their_processes(tmp_path):
    with serving(tmp_path) as server:
        table = Browser(server).create(bot("greedy"), bot("greedy"), bot("greedy"))
        with watch(server, table) as spectator:
            for _ in range(2):
                number = spectator.seq
                spectator.read_until(lambda number=number: spectator.seq > number + 10)
                for process in (*fork_servers(server), *bot_processes(server)):
                    process.kill()
            watch_to_the_end(spectator)
        server.assert_clean_log()
