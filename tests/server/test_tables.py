"""Creating tables, taking seats, starting, rematches."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from kingdom_builder.table import messages
from tests.server.client import ME, OPEN, Browser, bot, check, new_id, watch
from tests.server.serving import ServerProcess, serving


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def test_a_table_starts_when_all_seats_are_taken(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, bot())
    assert table["status"] == "open"
    assert table["my_seats"] == [0]
    assert bob.get(f"/api/invites/{table['invite']}")["my_seats"] == []
    joined = bob.join(table["invite"], name="Bob")
    assert joined["status"] == "playing"
    assert joined["my_seats"] == [1]
    assert [seat["name"] for seat in joined["seats"]] == ["Player 1", "Bob", "Random"]


def test_the_creator_can_start_early_with_bots_on_the_free_seats(server):
    ada = Browser(server)
    table = ada.create(ME, OPEN, OPEN)
    begun = ada.post(f"/api/tables/{table['id']}/start", {"fill": "greedy"}, 200)
    assert begun["status"] == "playing"
    assert [seat["kind"] for seat in begun["seats"]] == ["person", "bot", "bot"]


def test_the_creator_can_start_early_without_the_free_seats_and_bots_move_up(server):
    ada = Browser(server)
    table = ada.create(ME, OPEN, OPEN, bot("greedy"), setup={"seed": 9})
    begun = ada.post(f"/api/tables/{table['id']}/start", {}, 200)
    assert [seat["kind"] for seat in begun["seats"]] == ["person", "bot"]
    assert begun["setup"]["players"] == 2
    assert begun["setup"]["sections"] == table["setup"]["sections"]
    assert begun["setup"]["cards"] == table["setup"]["cards"]
    assert begun["deck_hash"] == table["deck_hash"]
    state = ada.state(table, 0)
    assert len(state["view"]["public"]["position"]["players"]) == 2


def test_a_game_needs_two_players(server):
    ada = Browser(server)
    table = ada.create(ME, OPEN)
    rejected = ada.post(f"/api/tables/{table['id']}/start", {}, 409)
    assert rejected["error"]["code"] == "too_few"


def test_people_keep_their_seat_numbers_so_a_gap_before_them_stays(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, OPEN)
    bob.join(table["invite"], seat=2)
    assert ada.post(f"/api/tables/{table['id']}/start", {}, 409)["error"]["code"] == "gap"


def test_only_the_creator_starts_early(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, OPEN)
    bob.join(table["invite"])
    assert bob.post(f"/api/tables/{table['id']}/start", {}, 403)["error"]["code"] == "not_creator"


def test_open_tables_are_listed_if_their_creator_wants_it(server):
    ada, bob = Browser(server), Browser(server)
    shown = ada.create(ME, OPEN, listed=True)
    hidden = ada.create(ME, OPEN)
    listed = {table["id"]: table for table in bob.get("/api/tables")}
    assert shown["id"] in listed
    assert hidden["id"] not in listed
    bob.join(listed[shown["id"]]["invite"])
    assert shown["id"] not in {table["id"] for table in bob.get("/api/tables")}
    assert {shown["id"], hidden["id"]} <= {table["id"] for table in ada.get("/api/my/tables")}
    assert [table["id"] for table in bob.get("/api/my/tables")] == [shown["id"]]


def test_one_of_two_people_who_take_the_last_seat_at_once_gets_it(server):
    ada = Browser(server)
    table = ada.create(ME, OPEN)
    others = [Browser(server) for _ in range(4)]
    replies = [other.http.post(f"/api/invites/{table['invite']}/seats", json={"id": new_id()}) for other in others]
    assert sorted(reply.status_code for reply in replies) == [201, 409, 409, 409]


def test_the_same_message_creates_one_table_and_takes_one_seat(server):
    ada, bob, cleo = Browser(server), Browser(server), Browser(server)
    ada.http.get("/")
    message = {"id": new_id(), "seats": [ME, OPEN, OPEN], "tokens": True}
    created, again = (ada.post("/api/tables", message, 201) for _ in range(2))
    assert created["table"]["id"] == again["table"]["id"]
    assert len(ada.get("/api/my/tables")) == 1
    invite = f"/api/invites/{created['table']['invite']}/seats"
    bob.get(f"/api/invites/{created['table']['invite']}")
    join = {"id": new_id(), "name": "Bob"}
    assert [bob.post(invite, join, 201)["table"]["my_seats"] for _ in range(2)] == [[1], [1]]
    assert cleo.post(invite, join, 409)["error"]["code"] == "id_taken"


def test_the_same_message_starts_a_table_once(server):
    ada = Browser(server)
    table = ada.create(ME, OPEN)
    message = {"id": new_id(), "fill": "random"}
    started = [ada.post(f"/api/tables/{table['id']}/start", message, 200) for _ in range(2)]
    assert [found["status"] for found in started] == ["playing", "playing"]
    other = {"id": new_id(), "fill": "random"}
    assert ada.post(f"/api/tables/{table['id']}/start", other, 409)["error"]["code"] == "begun"


def test_one_browser_can_hold_several_seats(server):
    ada = Browser(server)
    table = ada.create({**ME, "name": "Ada"}, {**ME, "name": "Bob"})
    assert table["my_seats"] == [0, 1]
    with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
        one.read()
        two.read()
        assert one.view["you"]["seat"] == 0
        assert two.view["you"]["seat"] == 1
        player = one if one.mine else two
        assert player.answer(player.legal()[0])["type"] == "ack"


def test_a_seat_sees_its_own_cards_and_answers_and_a_spectator_none(server):
    ada = Browser(server)
    table = ada.create(ME, ME)
    states = [ada.state(table, seat)["view"] for seat in (0, 1)]
    asked = states[0]["public"]["to_play"]
    assert len(states[0]["you"]["hand"]) == len(states[1]["you"]["hand"]) == 1
    assert states[asked]["you"]["hexes"]
    assert not states[1 - asked]["you"]["hexes"]
    assert not states[1 - asked]["you"]["options"]
    with watch(server, table) as spectator:
        spectator.read()
        assert spectator.view["you"] is None
        assert spectator.table["invite"] is None
        assert spectator.table["watch"] is None
        reply = spectator.request("chat", text="hello")
        assert reply["code"] == "forbidden"


def test_the_running_score_can_be_hidden_until_the_end(server):
    ada = Browser(server)
    table = ada.create(ME, ME, running_score=False)
    assert ada.state(table, 0)["view"]["public"]["scores"] is None


def test_the_same_people_play_a_rematch_at_a_new_table(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, bot())
    bob.join(table["invite"], name="Bob")
    assert ada.post(f"/api/tables/{table['id']}/rematch", {}, 409)["error"]["code"] == "not_over"
    with ada.seat(table, 0) as one, bob.seat(table, 1) as two, watch(server, table) as spectator:
        for socket in (one, two, spectator):
            socket.read()
        while not one.view["public"]["over"]:
            player = one if one.mine else two if two.mine else None
            if player is None:
                one.read()
                two.read_until(lambda: two.seq >= one.seq)
                continue
            number = player.answer(player.legal()[-1])["seq"]
            for socket in (one, two):
                socket.read_until(lambda socket=socket, number=number: socket.seq >= number)
        again = ada.post(f"/api/tables/{table['id']}/rematch", {}, 201)
        check(messages.Table, again)
        assert again["status"] == "open"
        assert [seat["kind"] for seat in again["seats"]] == ["person", "open", "bot"]
        for socket in (one, two, spectator):
            socket.read_until(lambda socket=socket: socket.events[-1]["kind"] == "rematch")
        assert one.events[-1]["invite"] == two.events[-1]["invite"] == again["invite"]
        assert "invite" not in spectator.events[-1]
    assert bob.post(f"/api/tables/{table['id']}/rematch", {}, 201)["id"] == again["id"]
    assert bob.join(again["invite"], name="Bob")["status"] == "playing"


def test_the_own_tables_say_whose_turn_it_is_and_the_result(server):
    ada, zoe = Browser(server), Browser(server)
    waiting = ada.create(ME, OPEN)
    playing = ada.create(ME, ME, setup={"start": 1})
    bots = zoe.create(bot(), bot())
    found = {table["id"]: table for table in ada.get("/api/my/tables")}
    assert [found[table["id"]]["to_play"] for table in (waiting, playing)] == [None, 1]
    with watch(server, bots) as spectator:
        spectator.read_until(lambda: spectator.view is not None and spectator.public["over"])
    ended, public = zoe.get(f"/api/tables/{bots['id']}"), zoe.get(f"/api/games/{bots['id']}")["view"]["public"]
    assert ended["gold"] == [sum(line["gold"] for line in lines) for lines in public["scores"]]
    assert (ended["to_play"], ended["winners"]) == (None, public["winners"])


def test_whoever_is_invited_may_watch(server):
    ada, bob, eve = Browser(server), Browser(server), Browser(server)
    table = ada.create(ME, OPEN)
    bob.join(table["invite"])
    seen = eve.get(f"/api/invites/{table['invite']}")
    assert (seen["my_seats"], seen["watch"]) == ([], table["watch"])


def test_presence_is_shown(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN)
    with ada.seat(table, 0) as one:
        one.read_until(lambda: one.table and one.table["seats"][0]["connected"])
        bob.join(table["invite"])
        with bob.seat(table, 1), watch(server, table):
            one.read_until(lambda: one.table["seats"][1]["connected"] and one.table["watchers"] == 1)
            assert [seat["seconds_away"] for seat in one.table["seats"]] == [None, None]
        one.read_until(lambda: not one.table["seats"][1]["connected"] and not one.table["watchers"])
        assert one.table["seats"][1]["seconds_away"] in (0, 1)


def test_players_at_one_screen_are_connected_together(server):
    ada = Browser(server)
    table = ada.create(ME, ME, OPEN)
    with ada.seat(table, 0) as one:
        one.read_until(lambda: one.table and one.table["seats"][0]["connected"])
        assert [seat["connected"] for seat in one.table["seats"]] == [True, True, False]


def test_people_chat_with_texts_and_phrases(server):
    ada = Browser(server)
    table = ada.create(ME, ME)
    with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
        one.read()
        assert one.request("chat", text="  good \n luck\u202e ")["type"] == "ack"
        assert one.request("chat", phrase="well_played")["type"] == "ack"
        assert one.request("chat", text="a", phrase="hello")["code"] == "bad_message"
        assert one.request("chat", text=" \u200b ")["code"] == "bad_message"
        two.read_until(lambda: two.events and two.events[-1]["kind"] == "phrase")
        assert two.events[-2]["text"] == "good luck"
        assert two.events[-1]["phrase"] == "well_played"
        # A chat message does not make an answer stale.
        player = one if one.mine else two
        game_number = max(e["seq"] for e in player.events if e["kind"] == "started")
        assert player.answer(player.legal()[0], seen_seq=game_number)["type"] == "ack"


def test_an_unknown_set_up_is_not_stored(server):
    ada = Browser(server)
    rejected = ada.post("/api/tables", {"seats": [ME, ME], "setup": {"cards": ["lords", "lords"]}}, 422)
    assert rejected["error"]["code"] == "bad_setup"
    assert "lords" in rejected["error"]["message"]


def test_a_game_that_cannot_be_read_is_reported_and_others_are_listed(tmp_path):
    with serving(tmp_path) as server:
        ada = Browser(server)
        lost, kept = ada.create(ME, ME), ada.create(ME, ME)
        server.kill()
        with sqlite3.connect(tmp_path / "games.db") as database:
            change = "UPDATE events SET value = replace(value, ?, ?) WHERE game = ? AND seq = 1"
            database.execute(change, ("sections: ", "sections: atlantis:0 ", lost["id"]))
        database.close()
        server.start()
        back = Browser(server)
        back.http.cookies = ada.http.cookies
        assert [table["id"] for table in back.get("/api/my/tables")] == [kept["id"]]
        for _ in range(2):
            assert back.get(f"/api/tables/{lost['id']}", 409)["error"]["code"] == "unreadable"
        assert [line["event"] for line in server.log_lines()].count("table cannot be read") == 1
        server.assert_clean_log()
