"""Answers, undo, repeated messages and stale numbers, over WebSockets and HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from kingdom_builder.game import load
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.table import messages, responses
from tests.server.client import ME, Browser, Socket, bot, check, new_id
from tests.server.serving import ServerProcess, serving


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


@pytest.fixture
def sockets(server: ServerProcess) -> Iterator[tuple[Socket, Socket]]:
    """The socket of the seat that is asked first, and the other."""
    ada = Browser(server)
    table = ada.create(ME, ME)
    with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
        one.read()
        two.read()
        yield (one, two) if one.mine else (two, one)


def test_an_answer_sent_twice_is_stored_once(sockets):
    player, _ = sockets
    message: dict[str, Any] = {"id": new_id(), "seen_seq": player.seq, "answer": player.legal()[0]}
    first = player.request("answer", **message)
    again = player.request("answer", **message)
    assert first == again
    player.read_until(lambda: player.seq >= first["seq"])
    assert sum(event["kind"] == "answer" for event in player.events) == 1


def test_answers_and_hexes_are_sent_by_name_or_number(sockets):
    """`"e5"` means the same as its number in answers, previews and reasons; another word is rejected."""
    player, _ = sockets
    first, wrong = player.legal()[0], next(n for n in range(400) if n not in player.legal())
    for kind, field, number in (("preview", "answer", first), ("why_not", "hex", wrong)):
        player.send({"type": kind, field: answer_name(number)})
        by_name = player.read_type(kind)
        player.send({"type": kind, field: number})
        assert by_name == player.read_type(kind)
        assert by_name[field] == number
    assert player.request("answer", seen_seq=player.seq, answer="zz")["type"] == "error"
    assert player.request("answer", seen_seq=player.seq, answer=answer_name(first))["type"] == "ack"
    player.read_until(lambda: any(event["kind"] == "answer" for event in player.events))
    assert [event["answer"] for event in player.events if event["kind"] == "answer"] == [first]


def test_another_player_cannot_use_my_message_s_id(sockets):
    player, other = sockets
    message_id = new_id()
    player.request("answer", id=message_id, seen_seq=player.seq, answer=player.legal()[0])
    assert other.request("chat", id=message_id, text="hello")["code"] == "id_taken"


def test_an_answer_to_a_question_that_is_no_longer_asked_is_rejected(sockets):
    player, _ = sockets
    at = player.seq
    player.answer(player.legal()[0])
    reply = player.request("answer", seen_seq=at, answer=player.legal()[0])
    assert (reply["code"], reply["seq"]) == ("stale", player.seq)


def test_a_late_answer_is_rejected_after_an_undo_too(sockets):
    player, _ = sockets
    number, answer = player.seq, player.legal()[0]
    player.answer(answer)
    assert player.request("undo", seen_seq=player.seq)["type"] == "ack"
    player.read_until(lambda: player.events[-1]["kind"] == "undo")
    assert player.view["public"]["position"]["players"][player.view["you"]["seat"]]["settlements"] == []
    assert player.request("answer", seen_seq=number, answer=answer)["code"] == "stale"
    assert player.answer(answer)["type"] == "ack"


def test_a_whole_turn_can_be_undone_at_once(sockets):
    player, other = sockets
    for _ in range(3):
        player.answer(player.legal()[0])
    assert player.view["you"]["can_undo"]
    player.request("undo", seen_seq=player.seq, whole_turn=True)
    player.read_until(lambda: player.events[-1]["kind"] == "undo")
    assert player.events[-1]["count"] == 3
    assert not player.view["you"]["can_undo"]
    assert player.request("undo", seen_seq=player.seq)["code"] == "cannot_undo"
    other.read_until(lambda: other.seq >= player.seq)
    assert other.request("undo", seen_seq=other.seq)["code"] == "not_your_turn"


def test_an_answer_of_the_other_player_is_rejected(sockets):
    player, other = sockets
    reply = other.request("answer", seen_seq=other.seq, answer=player.legal()[0])
    assert reply["code"] == "not_your_turn"


def test_an_illegal_hex_is_rejected_with_the_rule_and_why_not_says_the_same(sockets):
    player, _ = sockets
    illegal = next(h for h in range(400) if h not in player.view["you"]["hexes"])
    rejected = player.request("answer", seen_seq=player.seq, answer=illegal)
    assert rejected["code"] == "illegal"
    player.send({"type": "why_not", "hex": illegal})
    received = player.read_type("why_not")
    assert received["reason"] == rejected["reason"]
    assert received["reason"]["rule"].startswith("R")
    player.send({"type": "why_not", "hex": player.view["you"]["hexes"][0]})
    assert player.read_type("why_not")["reason"] is None


def test_a_client_that_reconnects_gets_exactly_the_missing_events(server):
    ada = Browser(server)
    table = ada.create(ME, ME)
    with ada.seat(table, 0) as one, ada.seat(table, 1) as two:
        one.read()
        two.read()
        player = one if one.mine else two
        seat = player.view["you"]["seat"]
        player.answer(player.legal()[0])
        known = player.seq
        player.answer(player.legal()[0])
        player.answer(player.legal()[0])
        with ada.seat(table, seat, after=known) as back:
            snapshot = back.read()
        assert [event["seq"] for event in snapshot["events"]] == [known + 1, known + 2]
        assert snapshot["view"] == player.view
        with ada.seat(table, seat, after=player.seq) as back:
            assert back.read()["events"] == []


def test_a_bot_of_twenty_lines_plays_a_whole_game_over_plain_http_with_a_token(server):
    body = {"id": new_id(), "seats": [ME, bot("greedy")], "tokens": True}
    joined = httpx.post(f"{server.url}/api/tables", json=body).json()
    check(responses.Joined, joined)
    [token] = joined["tokens"]
    seat = f"{server.url}/api/tables/{joined['table']['id']}/seats/{token['seat']}"
    headers = {"authorization": f"Bearer {token['token']}"}
    number = 0
    with httpx.Client(headers=headers, timeout=60) as client:
        while True:
            state = client.get(f"{seat}/state", params={"after": number, "wait": 20}).json()
            check(messages.Snapshot, state)
            view = state["view"]
            number = view["public"]["seq"]
            if view["public"]["over"]:
                break
            if view["public"]["to_play"] == view["you"]["seat"]:
                answer = [*view["you"]["hexes"], *view["you"]["options"]][0]
                done = client.post(f"{seat}/answers", json={"id": new_id(), "seen_seq": number, "answer": answer})
                assert done.status_code == 200, done.text
                number = done.json()["seq"] - 1
    assert view["public"]["winners"]


def test_a_token_plays_but_does_not_own_the_seat(server):
    ada = Browser(server)
    table = ada.create(ME, ME)
    path = f"/api/tables/{table['id']}/seats/0"
    made = ada.post(f"{path}/tokens", {"label": "my bot"}, 201)
    check(responses.Token, made)
    [known] = ada.get(f"{path}/tokens")
    check(responses.TokenInfo, known)
    assert known["label"] == "my bot"
    headers = {"authorization": f"Bearer {made['token']}"}
    assert httpx.get(f"{server.url}{path}/state", headers=headers).status_code == 200
    assert httpx.post(f"{server.url}{path}/tokens", headers=headers, json={"id": new_id()}).status_code == 403
    assert ada.http.delete(f"{path}/tokens/{made['id']}").status_code == 204
    assert httpx.get(f"{server.url}{path}/state", headers=headers).status_code == 401


def test_a_finished_game_has_a_record_with_its_scores_and_a_position_after_every_event(server):
    ada = Browser(server)
    table = ada.create(ME, bot("greedy"))
    rejected = ada.get(f"/api/games/{table['id']}", 409)
    assert rejected["error"]["code"] == "not_over"
    with ada.seat(table, 0) as me:
        me.read()
        took_back = False
        while not me.view["public"]["over"]:
            if not me.mine:
                me.read()
            elif me.view["you"]["can_undo"] and not took_back:
                took_back = True
                me.request("undo", seen_seq=me.seq)
                me.read_until(lambda: me.events[-1]["kind"] == "undo")
            else:
                me.answer(me.legal()[0])
        last = me.view
        events = me.events
    stranger = Browser(server)
    record = stranger.http.get(f"/api/games/{table['id']}/record")
    assert "attachment" in record.headers["content-disposition"]
    game = load(record.text)
    assert [sum(line["gold"] for line in lines) for lines in last["public"]["scores"]] == game.scores()
    whole = stranger.get(f"/api/games/{table['id']}")
    check(responses.Replay, whole)
    assert whole["view"]["public"]["position"] == last["public"]["position"]
    assert whole["seq"] == whole["last_seq"] == events[-1]["seq"]
    built = 0
    for event in events[:20]:
        moment = stranger.get(f"/api/games/{table['id']}", seq=event["seq"])
        check(responses.Replay, moment)
        built += sum(len(c["placed"]) - len(c["removed"]) for c in event.get("changes") or [])
        players = moment["view"]["public"]["position"]["players"]
        assert sum(len(player["settlements"]) for player in players) == built
        assert moment["view"]["you"] is None
    svg = stranger.http.get(f"/api/games/{table['id']}/board.svg", params={"seq": 9})
    assert svg.text.startswith("<svg")
    png = stranger.http.get(f"/api/games/{table['id']}/board.png", params={"seq": 9})
    assert png.content.startswith(b"\x89PNG")
    assert stranger.get(f"/api/games/{table['id']}", 404, seq=len(events) + 1)["error"]["code"] == "not_found"
