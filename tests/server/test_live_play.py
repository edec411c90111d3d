"""Whole games over real sockets."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator

import pytest

from kingdom_builder.game import load
from tests.server.client import ME, OPEN, Browser, bot, watch
from tests.server.serving import ServerProcess, serving


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def test_two_people_and_a_bot_play_a_whole_game_with_a_spectator(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, bot("greedy"), setup={"sets": ["base", "nomads", "marshlands"]}, reaction_seconds=600)
    assert table["status"] == "open"
    bob.join(table["invite"], name="Bob")
    chance = random.Random(4)
    with ada.seat(table, 0) as first, bob.seat(table, 1) as second, watch(server, table) as spectator:
        sockets = (first, second, spectator)
        for socket in sockets:
            socket.read_until(lambda socket=socket: socket.view is not None)
        while not first.view["public"]["over"]:
            playing = first if first.mine else second if second.mine else None
            if playing is None:
                first.read()
                second.read_until(lambda: second.seq >= first.seq)
            else:
                reply = playing.answer(chance.choice(playing.legal()))
                assert reply["type"] == "ack"
                for socket in (first, second):
                    socket.read_until(lambda socket=socket, reply=reply: socket.seq >= reply["seq"])
        for socket in sockets:
            socket.read_until(lambda socket=socket: socket.view["public"]["over"])
        assert spectator.events == first.events == second.events
        deck = first.view["public"]["deck"]
    assert hashlib.sha256(deck["seed"].encode()).hexdigest() == deck["hash"] == table["deck_hash"]
    record = ada.http.get(f"/api/games/{table['id']}/record").text
    game = load(record)
    assert game.over
    assert [sum(line["gold"] for line in lines) for lines in first.view["public"]["scores"]] == game.scores()


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_game_survives_a_restart(new_database, tmp_path, database):
    with serving(tmp_path, database=new_database(database)) as running:
        ada = Browser(running)
        table = ada.create(ME, ME)
        with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
            one.read_until(lambda: one.view is not None)
            two.read_until(lambda: two.view is not None)
            player = one if one.mine else two
            player.answer(player.legal()[0])
            before = player.view
        running.kill()
        running.start()
        again = Browser(running)
        again.http.cookies = ada.http.cookies
        state = again.state(table, before["you"]["seat"])
        assert state["view"] == before
        running.assert_clean_log()
