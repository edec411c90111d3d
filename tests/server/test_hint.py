"""Hints: how a bot would continue, if no other person is playing."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.table import messages
from tests.server.client import ME, OPEN, Browser, bot, check, new_id
from tests.server.serving import ServerProcess, serving

NOT_NUMBERS = ("NaN", "Infinity", "-Infinity", '"1"', '"NaN"', "true", "[1]", "{}")
"""JSON, and what Python's parser takes for JSON."""


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def hint_path(table: dict[str, Any], seat: int) -> str:
    return f"/api/tables/{table['id']}/seats/{seat}/hint"


def gold_of(view: dict[str, Any], seat: int) -> dict[str, int]:
    return {line["source"]: line["gold"] for line in view["public"]["scores"][seat]}


def test_a_hint_plays_the_rest_of_the_turn_and_earns_its_gold(server):
    ada = Browser(server)
    table = ada.create(ME, ME, setup={"start": 0, "cards": ["lords", "farmers", "citizens"]})
    gold = 0
    for turn in range(8):
        seat = turn % 2
        with ada.seat(table, seat) as me:
            me.read()
            before = gold_of(me.view, seat)
            had = [tile["name"] for tile in me.view["public"]["position"]["players"][seat]["tiles"]]
            hint = ada.post(hint_path(table, seat), {}, 200)
            check(messages.Hint, hint)
            assert hint["answers"][-1] == END_TURN
            for answer in hint["answers"]:
                assert me.answer(answer)["type"] == "ack"
            after = gold_of(me.view, seat)
            assert {line["source"]: line["gold"] for line in hint["gold"]} == {
                source: after[source] - before[source] for source in after if after[source] != before[source]
            }
            has = [tile["name"] for tile in me.view["public"]["position"]["players"][seat]["tiles"]]
            assert Counter(has) - Counter(had) == Counter(hint["gained"])
            assert me.view["public"]["to_play"] == 1 - seat
            gold += sum(line["gold"] for line in hint["gold"])
    assert gold


def test_a_hint_in_the_middle_of_a_turn_continues_it_and_changes_nothing(server):
    ada = Browser(server)
    table = ada.create(ME, bot(), bot("greedy"), setup={"start": 0})
    with ada.seat(table, 0) as me:
        me.read()
        me.answer(me.legal()[0])
    before = ada.state(table, 0)
    hint = ada.post(hint_path(table, 0), {}, 200)
    assert len(hint["answers"]) == 3
    assert ada.state(table, 0)["view"] == before["view"]


def test_a_person_sets_how_long_a_hint_is_searched_up_to_the_limit_of_the_server(server):
    ada = Browser(server)
    most = ada.get("/api/catalogue")["hint_seconds"]
    table = ada.create(ME, bot(), setup={"start": 0})
    began = time.perf_counter()
    assert ada.post(hint_path(table, 0), {"seconds": 1}, 200)["answers"][-1] == END_TURN
    assert time.perf_counter() - began > 0.9
    for seconds in (str(most + 1), "600", "601", "0.999", "0", "-1", "1e400", "1" + 400 * "0", *NOT_NUMBERS):
        headers = {"content-type": "application/json"}
        found = ada.http.post(hint_path(table, 0), content=f'{{"seconds": {seconds}}}', headers=headers)
        assert (found.status_code, found.json()["error"]["code"]) == (422, "bad_message"), seconds
        assert "seconds" in found.json()["error"]["message"], seconds


def test_while_a_hint_is_thought_about_another_one_is_refused_with_this_reason(server):
    ada = Browser(server)
    table = ada.create(ME, bot(), setup={"start": 0, "sets": ["base"]})
    with ThreadPoolExecutor(2) as threads:
        both = [threads.submit(ada.http.post, hint_path(table, 0), json={"seconds": 2}) for _ in range(2)]
        given, refused = sorted((one.result() for one in both), key=lambda response: response.status_code)
    assert given.json()["answers"]
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "thinking")
    assert ada.post(hint_path(table, 0), {}, 200)["answers"]


def test_a_token_can_get_a_hint(server):
    made = httpx.post(
        f"{server.url}/api/tables", json={"id": new_id(), "seats": [ME, bot()], "tokens": True, "setup": {"start": 0}}
    ).json()
    headers = {"authorization": f"Bearer {made['tokens'][0]['token']}"}
    hint = httpx.post(server.url + hint_path(made["table"], 0), json={}, headers=headers, timeout=30)
    assert hint.status_code == 200
    assert hint.json()["answers"]


def test_against_another_person_there_are_no_hints(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, bot(), setup={"start": 0})
    assert ada.post(hint_path(table, 0), {}, 409)["error"]["code"] == "not_begun"
    bob.join(table["invite"])
    assert ada.post(hint_path(table, 0), {}, 409)["error"]["code"] == "no_hints"
    assert bob.post(hint_path(table, 0), {}, 403)["error"]["code"] == "forbidden"


def test_a_free_seat_counts_as_another_person(server):
    ada, bob = Browser(server), Browser(server)
    table = ada.create(ME, OPEN, setup={"start": 0})
    bob.join(table["invite"])
    bob.post(f"/api/tables/{table['id']}/seats/1/bot", {}, 200)
    assert ada.post(hint_path(table, 0), {}, 409)["error"]["code"] == "no_hints"


def test_a_seat_that_is_not_asked_gets_no_hint(server):
    ada = Browser(server)
    table = ada.create(ME, ME, setup={"start": 0})
    assert ada.post(hint_path(table, 1), {}, 409)["error"]["code"] == "not_your_turn"
    assert ada.post(hint_path(table, 0), {"id": new_id()}, 422)["error"]["code"] == "bad_message"


def test_a_table_without_running_score_gets_a_hint_without_gold(server):
    ada = Browser(server)
    table = ada.create(ME, bot(), running_score=False, setup={"start": 0, "cards": ["lords", "farmers", "citizens"]})
    hint = ada.post(hint_path(table, 0), {}, 200)
    assert hint["answers"]
    assert hint["gold"] == []
