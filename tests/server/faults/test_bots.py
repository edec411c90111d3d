"""Processes in which bots think are killed; they are replaced, and the bots play on as they should."""

from __future__ import annotations

import pytest

from tests.server.client import Browser, Socket, bot, watch
from tests.server.faults.processes import bot_processes, lives, makers
from tests.server.serving import ServerProcess, serving, wait_until

SEVERAL = pytest.mark.parametrize("bot_workers", [1, 2])


def watch_to_the_end(spectator: Socket) -> None:
    spectator.read_until(lambda: spectator.view is not None and spectator.view["public"]["over"])
    assert {event["by"] for event in spectator.events if event["kind"] == "answer"} == {"bot"}


def assert_nobody_stood_in(server: ServerProcess) -> None:
    """A bot that cannot be asked is replaced by one that knows nothing, and the log says so: that did not happen."""
    assert [line for line in server.log_lines() if line["level"] == "error"] == []
    server.assert_clean_log()


@SEVERAL
def test_bots_play_to_the_end_though_their_processes_are_killed_again_and_again(tmp_path, bot_workers):
    with serving(tmp_path, bot_workers=bot_workers) as server:
        table = Browser(server).create(bot("greedy"), bot("greedy"), bot("greedy"))
        with watch(server, table) as spectator:
            for _ in range(5):
                found = wait_until(lambda: bot_processes(server), "there is a process for bots")
                found[0].kill()
                number = spectator.seq
                spectator.read_until(lambda number=number: spectator.seq > number + 5)
            watch_to_the_end(spectator)
        assert_nobody_stood_in(server)


@SEVERAL
def test_a_process_for_bots_that_dies_while_it_has_nothing_to_do_is_replaced(tmp_path, bot_workers):
    with serving(tmp_path, bot_workers=bot_workers) as server:
        for _ in range(3):
            table = Browser(server).create(bot("greedy"), bot("greedy"))
            with watch(server, table) as spectator:
                watch_to_the_end(spectator)
            wait_until(lambda: bot_processes(server), "there is a process for bots")
            for process in bot_processes(server):
                process.kill()
                wait_until(lambda process=process: not lives(process), "it is dead")
        assert_nobody_stood_in(server)


def test_bots_play_on_when_the_process_that_makes_their_processes_is_killed_with_them(tmp_path):
    with serving(tmp_path) as server:
        table = Browser(server).create(bot("greedy"), bot("greedy"), bot("greedy"))
        with watch(server, table) as spectator:
            for _ in range(2):
                number = spectator.seq
                spectator.read_until(lambda number=number: spectator.seq > number + 10)
                for process in (*makers(server), *bot_processes(server)):
                    process.kill()
            watch_to_the_end(spectator)
        server.assert_clean_log()
