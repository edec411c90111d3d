"""What an answer would do is told before it is given, and nothing hidden with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from kingdom_builder import Game, answer_name, answer_number, new_game
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.formats.position_file import FORMAT
from kingdom_builder.server import playing
from kingdom_builder.server.changes import hex_numbers
from kingdom_builder.server.previews import final_answers, preview_facts
from kingdom_builder.server.told import Preview
from kingdom_builder.server.viewers import Live
from tests.random_play import mixes, random_answer, random_answers, random_game
from tests.server.client import ME, OPEN, Browser, Socket, bot, watch
from tests.server.leaks.telling import moments_of, moves_until, played_table, table_at
from tests.server.leaks.twins import twin_of
from tests.server.serving import ServerProcess, serving
from tests.server.tables import table_with_canoe_question, table_with_silo_question

FORT = answer_number("fort")
BEGINNING = ("city_hall", "paddock", "caravan", "barn", "harbor", "wagon", "lighthouse", "barracks", "farm", "quarry")
"""Tiles whose answer leads to a further question."""


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def preview_of(player: Socket, answer: int) -> Any:
    player.say({"type": "preview", "answer": answer})
    while (told := player.read())["type"] != "preview":
        pass
    assert told["answer"] == answer
    return told["preview"]


def gold_in(view: dict[str, Any], seat: int) -> dict[str, int]:
    return {line["source"]: line["gold"] for line in view["scores"][seat]}


def test_what_a_preview_says_is_what_happens(server):
    ada = Browser(server)
    table = ada.create(ME, ME, setup={"sets": ["nomads"], "seed": 5})
    chance = random.Random(5)
    gained = lost = 0
    with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
        for socket in (one, two):
            socket.read()
        while not one.view["over"]:
            player = one if one.mine else two
            seat = player.view["you"]["seat"]
            answer = chance.choice(player.view["you"]["options"] or player.legal())
            preview = preview_of(player, answer)
            assert ada.get(f"/api/tables/{table['id']}/seats/{seat}/preview", answer=answer) == preview
            before = gold_in(player.view, seat)
            assert player.answer(answer)["type"] == "done"
            after = gold_in(player.view, seat)
            assert {line["source"]: line["gold"] for line in preview["gold"]} == {
                source: after[source] - before[source] for source in after if after[source] != before[source]
            }
            changes = {change["seat"]: change for change in player.entries[-1]["changes"]}
            mine = changes.get(seat, {"gained": [], "lost": []})
            assert (preview["gained"], preview["lost"]) == (mine["gained"], mine["lost"])
            if preview["hexes"]:
                assert preview["hexes"] == player.view["you"]["hexes"]
            assert set(preview["placed"]) >= {h for change in changes.values() for h in change["placed"]}
            assert preview["removed"] == sorted(h for change in changes.values() for h in change["removed"])
            gained += len(preview["gained"])
            lost += len(preview["lost"])
            for socket in (one, two):
                socket.read_until(lambda socket=socket, player=player: socket.number >= player.number)
    assert gained
    assert lost


def test_an_answer_that_is_not_legal_now_has_no_preview(server):
    ada = Browser(server)
    table = ada.create(ME, ME, setup={"start": 0})
    legal = ada.state(table, 0)["view"]["you"]["hexes"]
    path = f"/api/tables/{table['id']}/seats"
    illegal = next(h for h in range(400) if h not in legal)
    Preview.model_validate(ada.get(f"{path}/0/preview", answer=legal[0]))
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
    assert ada.state(table, 0) == before


def test_a_table_without_running_score_tells_no_gold(server):
    ada = Browser(server)
    table = ada.create(ME, bot(), running_score=False, setup={"start": 0, "cards": ["lords"]})
    for answer in ada.state(table, 0)["view"]["you"]["hexes"]:
        assert ada.get(f"/api/tables/{table['id']}/seats/0/preview", answer=answer)["gold"] == []


def test_before_the_game_and_for_spectators_there_is_none(server):
    ada = Browser(server)
    table = ada.create(ME, OPEN)
    assert ada.get(f"/api/tables/{table['id']}/seats/0/preview", 409, answer=0)["error"]["code"] == "not_begun"
    with watch(server, table) as spectator:
        spectator.say({"type": "preview", "answer": 0})
        while (told := spectator.read())["type"] != "refused":
            pass
        assert told["code"] == "forbidden"


def test_a_tile_shows_the_hexes_it_asks_for():
    seen: set[str] = set()
    for seed in range(60):
        game = random_game(seed, sets=("base", "nomads", "crossroads"))
        for answer in random_answers(game, random.Random(seed)):
            seat = game.to_play
            assert seat is not None
            for option in game.asked()[1]:
                name = answer_name(option)
                if name in BEGINNING and name not in seen:
                    preview = preview_facts(game, seat, option, scored=True)
                    game.play(option)
                    assert preview is not None
                    assert preview["hexes"] == hex_numbers(game.asked()[0])
                    assert (preview["placed"], preview["removed"], preview["final"]) == ([], [], False)
                    game.undo()
                    seen.add(name)
            game.play(answer)
        if len(seen) == len(BEGINNING):
            break
    assert seen == set(BEGINNING)


def test_a_piece_picked_up_shows_where_it_can_go():
    game = new_game(3, sections=["paddock", "farm", "oasis", "tavern"])
    paddock = answer_number("paddock")
    chance = random.Random(3)
    while paddock not in game.asked()[1]:
        game.play(random_answer(game, chance))
    seat = game.to_play
    assert seat is not None
    game.play(paddock)
    for piece in hex_numbers(game.asked()[0]):
        preview = preview_facts(game, seat, piece, scored=True)
        game.play(piece)
        assert preview is not None
        assert preview["hexes"] == hex_numbers(game.asked()[0]) != []
        game.undo()


def really_final(game: Game, answer: int) -> bool:
    """Whether an answer of the player whose turn it is cannot be taken back and the turn goes on (R0.23, R3.19)."""
    turn = game.turn
    after = game.copy()
    after.play(answer)
    return after.turn == turn and not after.can_take_back()


@pytest.mark.parametrize("number", range(len(mixes())))
def test_final_are_the_answers_that_cannot_be_taken_back_while_the_turn_goes_on(number):
    sets = mixes()[number]
    sections = ["canoe"] if "marshlands" in sets else ["city_hall_fort"] if "crossroads" in sets else []
    game = random_game(number, players=2 + number % 4, sets=sets, sections=sections)
    for answer in random_answers(game, random.Random(number)):
        seat = game.to_play
        assert seat is not None
        final = final_answers(game, seat)
        if seat == game.active and not game.phase.closing:
            assert final == [a for a in game.legal_answers() if really_final(game, a)]
            preview = preview_facts(game, seat, answer, scored=False)
            assert preview is not None
            assert preview["final"] == (answer in final)
        else:
            assert final == []
        game.play(answer)


def test_a_fort_is_final_and_does_not_tell_what_it_draws():
    for seed in range(40):
        game = random_game(seed, sets=("crossroads",), sections=["city_hall_fort"])
        chance = random.Random(seed)
        while not game.over and FORT not in game.asked()[1]:
            game.play(random_answer(game, chance))
        if not game.over:
            seat = game.to_play
            assert seat is not None
            assert final_answers(game, seat) == [FORT]
            preview = preview_facts(game, seat, FORT, scored=True)
            assert preview is not None
            assert (preview["final"], preview["hexes"], preview["gold"]) == (True, [], [])
            return
    raise AssertionError("no fort could be used")


def test_the_hex_that_uses_up_a_terrain_is_final():
    rows = ["W" * 20 for _ in range(18)] + ["G" + "W" * 19, "D" * 20]
    position = {
        "format": FORMAT,
        "board": {"rows": rows, "locations": {}},
        "players": [{}, {}],
        "terrain": "grass",
    }
    game = Game.from_position(orjson.dumps(position).decode())
    last = answer_number("a19")
    assert final_answers(game, 0) == game.legal_answers() == [last]
    preview = preview_facts(game, 0, last, scored=True)
    assert preview is not None
    assert (preview["placed"], preview["hexes"], preview["final"]) == ([last], [], True)


@pytest.mark.parametrize("make", [table_with_canoe_question, table_with_silo_question])
def test_what_ends_a_seat_s_doing_in_a_reaction_is_not_final(make):
    game = make().game
    assert final_answers(game, game.to_play) == []
    for answer in game.legal_answers():
        preview = preview_facts(game, game.to_play, answer, scored=True)
        assert preview is not None
        assert not preview["final"]


@pytest.mark.parametrize("number", range(len(mixes())))
def test_games_that_differ_only_in_hidden_cards_have_the_same_previews(number):
    chance = random.Random(number)
    sets = mixes()[number]
    sections = ["canoe"] if "marshlands" in sets else ["city_hall_fort"] if "crossroads" in sets else []
    table = played_table(random_game(number, players=2 + number % 4, sets=sets, sections=sections), chance)
    compared = 0
    for moment in moments_of(table, chance, 12):
        live = table_at(table, moment)
        viewer = live.table.game.to_play
        assert viewer is not None
        twin = twin_of(table.stored.setup, moves_until(table, moment), viewer, chance)
        if twin is not None:
            assert all_previews(live, viewer) == all_previews(table_at(table, moment, twin), viewer)
            compared += 1
    assert compared


def all_previews(live: Live, viewer: int) -> bytes:
    game = live.table.game
    previews = [playing.preview(live, viewer, answer) for answer in game.legal_answers()]
    return orjson.dumps([previews, final_answers(game, viewer)])
