"""Two server processes with one PostgreSQL database: one seat sends answers to both at the same time."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from tests.server.client import ME, OPEN, Browser, Socket, bot, new_id, watch
from tests.server.faults.play_load import Load
from tests.server.serving import ServerProcess, serving

Pair = tuple[ServerProcess, ServerProcess]


@pytest.fixture(scope="module", params=["notify", "redis"])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two processes that exchange messages through PostgreSQL or Redis."""
    database = request.getfixturevalue("postgres").database(f"pair_{request.param}")
    settings = {"redis": request.getfixturevalue("redis").url} if request.param == "redis" else {}
    folder: Path = tmp_path_factory.mktemp("pair")
    with serving(folder, database=database, **settings) as one, serving(folder, database=database, **settings) as two:
        yield one, two
        one.assert_clean_log()
        two.assert_clean_log()


def same_person(browser: Browser, server: ServerProcess) -> Browser:
    """Return a browser with the same cookie at another process."""
    other = Browser(server)
    other.http.cookies = browser.http.cookies
    return other


def test_one_of_two_simultaneous_answers_is_accepted(pair):
    ada = Browser(pair[0])
    table = ada.create(ME, ME, setup={"sets": ["base", "nomads"]}, reaction_seconds=600)
    browsers = (ada, same_person(ada, pair[1]))
    chance = random.Random(2)
    wins = [0, 0]
    with ExitStack() as stack:
        seats = [[stack.enter_context(browser.seat(table, seat)) for browser in browsers] for seat in (0, 1)]
        watchers = [stack.enter_context(watch(server, table)) for server in pair]
        everybody = [*itertools.chain(*seats), *watchers]
        _catch_up(everybody, 2)
        for turn in itertools.count():
            if everybody[0].view["public"]["over"]:
                break
            rivals = seats[everybody[0].view["public"]["to_play"]]
            at, legal = rivals[0].seq, rivals[0].legal()
            answers = chance.sample(legal, 2) if len(legal) > 1 else legal * 2
            winner = _answer_at_both(rivals, answers, at, first=turn % 2)
            wins[winner] += 1
            _catch_up(everybody, at + 1)
            assert everybody[0].events[-1]["answer"] == answers[winner]
        for viewer in everybody:
            assert viewer.events == everybody[0].events
            assert viewer.view["public"]["over"]
    # Otherwise the answers were not simultaneous and the test shows nothing.
    assert min(wins) > 0, wins


def _answer_at_both(rivals: list[Socket], answers: list[int], at: int, *, first: int) -> int:
    """Send an answer to both at once; check that one is rejected, and return the one that was acknowledged."""
    ids = [new_id(), new_id()]
    for place in (first, 1 - first):
        rivals[place].send({"type": "answer", "id": ids[place], "seen_seq": at, "answer": answers[place]})
    replies = []
    for rival, message_id in zip(rivals, ids, strict=True):
        rival.read_until(lambda rival=rival, message_id=message_id: message_id in rival.replies)
        replies.append(rival.replies.pop(message_id))
    won = [reply["type"] == "ack" for reply in replies]
    assert sorted(won) == [False, True], replies
    winner = won.index(True)
    assert replies[winner]["seq"] == at + 1
    # The accepted answer may be the last one of the game.
    assert replies[1 - winner]["code"] in ("stale", "game_over"), replies
    return winner


def _catch_up(viewers: list[Socket], number: int) -> None:
    for viewer in viewers:
        viewer.read_until(lambda viewer=viewer: viewer.seq >= number)
        assert viewer.seq == number


def test_one_message_sent_to_both_processes_becomes_one_event(pair):
    ada = Browser(pair[0])
    table = ada.create(ME, ME, reaction_seconds=600)
    asked = ada.state(table, 0)["view"]["public"]["to_play"]
    with ada.seat(table, asked) as here, same_person(ada, pair[1]).seat(table, asked) as there:
        _catch_up([here, there], 2)
        # The mandatory action has three questions.
        for first, second in ((here, there), (there, here), (here, there)):
            at, message_id = here.seq, new_id()
            for socket in (first, second):
                socket.send({"type": "answer", "id": message_id, "seen_seq": at, "answer": here.legal()[0]})
            for socket in (first, second):
                socket.read_until(lambda socket=socket, message_id=message_id: message_id in socket.replies)
                assert socket.replies[message_id] == {"type": "ack", "id": message_id, "seq": at + 1}
            _catch_up([here, there], at + 1)


def test_a_process_that_loads_a_table_learns_who_is_connected_and_since_when_somebody_is_away(pair):
    ada, bob = Browser(pair[0]), Browser(pair[0])
    table = ada.create(ME, OPEN)
    bob.join(table["invite"])
    with ada.seat(table, 0) as here:
        with bob.seat(table, 1):
            here.read_until(lambda: here.table and here.table["seats"][1]["connected"])
            time.sleep(2)
        here.read_until(lambda: not here.table["seats"][1]["connected"])
        left = time.monotonic()
        with watch(pair[1], table) as there:
            there.read_until(lambda: there.table and there.table["seats"][0]["connected"])
            assert there.table["seats"][1]["seconds_away"] <= time.monotonic() - left + 1


def test_whole_games_are_played_by_people_at_both_processes(pair):
    async def play() -> None:
        async with Load(pair, tables=8, watched=True).playing() as load:
            await load.everybody_plays()
            await asyncio.sleep(5)
            await load.everybody_plays()
            await load.finish()

    asyncio.run(play())


def test_a_whole_game_is_played_with_two_workers_at_one_port(new_database, tmp_path):
    with serving(tmp_path, database=new_database("postgresql"), workers=2) as server, ExitStack() as stack:
        ada = Browser(server)
        table = ada.create(ME, ME, bot("greedy"), reaction_seconds=600)
        players = [stack.enter_context(ada.seat(table, seat)) for seat in (0, 1)]
        viewers = [*players, *_watchers_at_every_worker(server, lambda: stack.enter_context(watch(server, table)))]
        for viewer in viewers:
            viewer.read_until(lambda viewer=viewer: viewer.view is not None)
        chance = random.Random(3)
        while not players[0].view["public"]["over"]:
            asked = next((player for player in players if player.mine), None)
            if asked is None:
                players[0].read()
            else:
                reply = asked.answer(chance.choice(asked.legal()))
                assert reply["type"] == "ack", reply
                players[0].read_until(lambda reply=reply: players[0].seq >= reply["seq"])
            players[1].read_until(lambda: players[1].seq >= players[0].seq)
        for viewer in viewers:
            viewer.read_until(lambda viewer=viewer: viewer.view["public"]["over"])
            assert viewer.events == players[0].events
        assert {event["by"] for event in players[0].events if event["kind"] == "answer"} == {"player", "bot"}
        server.assert_clean_log()


def _watchers_at_every_worker(server: ServerProcess, new: Callable[[], Socket]) -> list[Socket]:
    """Open sockets until every worker has one; the operating system chooses the worker of a connection."""
    found: list[Socket] = []
    workers = psutil.Process(server.process.pid).children()
    while True:
        found.append(new())
        holding = [worker for worker in workers if _serves(worker, server.port)]
        if len(holding) == 2:
            return found
        assert len(found) < 200, "one worker takes all connections"


def _serves(process: psutil.Process, port: int) -> bool:
    found = process.net_connections("tcp")
    return any(one.status == psutil.CONN_ESTABLISHED and one.laddr.port == port for one in found)
