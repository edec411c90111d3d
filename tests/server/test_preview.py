"""Previews over HTTP and WebSockets: they are correct and show nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.server import queries
from kingdom_builder.table import messages
from kingdom_builder.table.previews import irreversible_answers
from kingdom_builder.table.state import TableState
from tests.random_play import mixes, random_game
from tests.server.client import ME, OPEN, Browser, Socket, bot, check, watch
from tests.server.leaks.equivalent_setups import equivalent_setup
from tests.server.leaks.outputs import chosen_moments, moves_until, table_at
from tests.server.serving import ServerProcess, serving
from tests.table.memory_table import played_table


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def preview_of(player: Socket, answer: int) -> Any:
    player.send({"type": "preview", "answer": answer})
    received = player.read_type("preview")
    assert received["answer"] == answer
    return received["preview"]


def gold_in(view: dict[str, Any], seat: int) -> dict[str, int]:
    return {line["source"]: line["gold"] for line in view["public"]["scores"][seat]}


def test_a_preview_is_what_the_answer_does(server):
    """The cards are dealt at random, so a game in which nobody loses a tile is followed by another one."""
    ada = Browser(server)
    gained = lost = 0
    for seed in range(5, 10):
        found = play_with_previews(ada, seed)
        gained, lost = gained + found[0], lost + found[1]
        if gained and lost:
            return
    pytest.fail("no tile was gained or lost in five games")


def play_with_previews(ada: Browser, seed: int) -> tuple[int, int]:
    """Play a game and compare each answer with its preview; return how many tiles were gained and lost."""
    table = ada.create(ME, ME, setup={"sets": ["nomads"], "seed": seed})
    chance = random.Random(seed)
    gained = lost = 0
    with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
        for socket in (one, two):
            socket.read()
        while not one.view["public"]["over"]:
            player = one if one.mine else two
            seat = player.view["you"]["seat"]
            answer = chance.choice(player.view["you"]["options"] or player.legal())
            preview = preview_of(player, answer)
            assert ada.get(f"/api/tables/{table['id']}/seats/{seat}/preview", answer=answer) == preview
            before = gold_in(player.view, seat)
            assert player.answer(answer)["type"] == "ack"
            after = gold_in(player.view, seat)
            assert {line["source"]: line["gold"] for line in preview["gold"]} == {
                source: after[source] - before[source] for source in after if after[source] != before[source]
            }
            changes = {change["seat"]: change for change in player.events[-1]["changes"]}
            mine = changes.get(seat, {"gained": [], "lost": []})
            assert (preview["gained"], preview["lost"]) == (mine["gained"], mine["lost"])
            if preview["hexes"]:
                assert preview["hexes"] == player.view["you"]["hexes"]
            assert set(preview["placed"]) >= {h for change in changes.values() for h in change["placed"]}
            assert preview["removed"] == sorted(h for change in changes.values() for h in change["removed"])
            gained += len(preview["gained"])
            lost += len(preview["lost"])
            for socket in (one, two):
                socket.read_until(lambda socket=socket, player=player: socket.seq >= player.seq)
    return gained, lost


def test_an_answer_that_is_not_legal_now_has_no_preview(server):
    ada = Browser(server)
    table = ada.create(ME, ME, setup={"start": 0})
    legal = ada.state(table, 0)["view"]["you"]["hexes"]
    path = f"/api/tables/{table['id']}/seats"
    illegal = next(h for h in range(400) if h not in legal)
    check(messages.Preview, ada.get(f"{path}/0/preview", answer=legal[0]))
    assert ada.get(f"{path}/0/preview", answer=illegal) is None
    assert ada.get(f"{path}/0/preview", answer=END_TURN) is None
    assert ada.get(f"{path}/1/preview", answer=legal[0]) is None
    assert ada.get(f"{path}/0/preview", 422, answer=550)["error"]["code"] == "bad_message"
    with ada.seat(table, 0) as player:
        assert preview_of(player, illegal) is None


def test_a_preview_changes_nothing(server):
    ada = Browser(server)
    table = ada.create(ME, ME, setup={"start": 0})
    before = ada.state(table, 0)
    for answer in before["view"]["you"]["hexes"]:
        assert ada.get(f"/api/tables/{table['id']}/seats/0/preview", answer=answer)["placed"] == [answer]
    after = ada.state(table, 0)
    assert (after["view"], after["events"]) == (before["view"], before["events"])


def test_a_table_without_running_score_shows_no_gold(server):
    ada = Browser(server)
    table = ada.create(ME, bot(), running_score=False, setup={"start": 0, "cards": ["lords"]})
    for answer in ada.state(table, 0)["view"]["you"]["hexes"]:
        assert ada.get(f"/api/tables/{table['id']}/seats/0/preview", answer=answer)["gold"] == []


def test_there_are_no_previews_before_the_game_and_for_spectators(server):
    ada = Browser(server)
    table = ada.create(ME, OPEN)
    assert ada.get(f"/api/tables/{table['id']}/seats/0/preview", 409, answer=0)["error"]["code"] == "not_begun"
    with watch(server, table) as spectator:
        spectator.send({"type": "preview", "answer": 0})
        assert spectator.read_type("error")["code"] == "forbidden"


@pytest.mark.parametrize("number", range(len(mixes())))
def test_games_that_differ_only_in_hidden_cards_have_the_same_previews(number):
    chance = random.Random(number)
    sets = mixes()[number]
    sections = ["canoe"] if "marshlands" in sets else ["city_hall_fort"] if "crossroads" in sets else []
    table = played_table(random_game(number, players=2 + number % 4, sets=sets, sections=sections), chance)
    compared = 0
    for seq in chosen_moments(table, chance, 12):
        state = table_at(table, seq).state
        viewer = state.game.to_play
        assert viewer is not None
        equivalent = equivalent_setup(table.state.setup, moves_until(table, seq), viewer, chance)
        if equivalent is not None:
            assert all_previews(state, viewer) == all_previews(table_at(table, seq, equivalent).state, viewer)
            compared += 1
    assert compared


def all_previews(state: TableState, viewer: int) -> bytes:
    previews = [queries.preview(state, viewer, answer) for answer in state.game.legal_answers()]
    return orjson.dumps([previews, irreversible_answers(state.game, viewer)])
