"""Reviews of finished games, and games that are played on from one of their turns."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import AsyncMock, MagicMock

import pytest

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.game import Game
from kingdom_builder.server.background import LANES, Background, Work
from kingdom_builder.server.review_messages import ReviewState, TriedTurn
from kingdom_builder.server.reviews import Reviews
from kingdom_builder.table import responses
from kingdom_builder.table.errors import Rejected
from tests.golden.make import SEPARATOR, file_of, split
from tests.server.client import Browser, check
from tests.server.serving import PATIENCE, ServerProcess, serving
from tests.server.test_background import run
from tests.web.positions import SECRETS, Prepared, Scenario, backup_of, import_backup

BUDGET = 100
REVIEWED = 'kingdom_builder_work_seconds_count{kind="review"}'


@pytest.fixture(scope="module")
def game() -> Game:
    """A finished game of two players."""
    record, _ = split(file_of(("base",)).read_text(encoding="utf-8").split(SEPARATOR)[0])
    return Game.from_record(record)


@pytest.fixture(scope="module")
def server(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with this game, of Ada and a bot, and with the same game of Ada and Ben before its last answer."""
    folder: Path = tmp_path_factory.mktemp("reviews")
    before = Game.from_record(game.to_record(), at=len(game.answers()) - 1)
    tables = [("over", game, True), ("people", game, False), ("playing", before, False)]
    lines = backup_of((name, Prepared(Scenario(name, ("base",), ()), found, ()), bot) for name, found, bot in tables)
    with serving(folder, database=import_backup(lines, folder), review_budget=BUDGET) as running:
        yield running
        running.assert_clean_log()


@pytest.fixture
def ada(server: ServerProcess) -> Browser:
    browser = Browser(server)
    browser.http.cookies.set("kingdom_builder", SECRETS[0], domain="127.0.0.1")
    return browser


def review_of(browser: Browser, game: str) -> dict[str, Any]:
    """Wait for a review; the progress never goes back."""
    before = 0.0
    while (response := browser.http.get(f"/api/games/{game}/review", params={"wait": 1})).status_code == 202:
        found: dict[str, Any] = response.json()
        check(ReviewState, found)
        assert found["review"] is None
        assert before <= found["progress"] <= 1
        before = found["progress"]
    assert response.status_code == 200, response.text
    ready: dict[str, Any] = response.json()
    check(ReviewState, ready)
    return ready


def reviewed(server: ServerProcess) -> list[str]:
    """Return the line of the metrics that counts the reviews that were made."""
    return [line for line in server.metrics().splitlines() if line.startswith(REVIEWED)]


def test_a_review_has_every_turn_of_the_game_and_is_made_once(server, ada, game):
    found = review_of(ada, "over")
    assert found["progress"] == 1
    assert found["my_seats"] == [0]
    review = found["review"]
    assert review["budget"] == BUDGET
    assert [turn["turn"] for turn in review["turns"]] == list(range(1, game.turn + 1))
    assert review["turns"][0]["begun"] == 0
    assert all(one["ended"] == next_one["begun"] for one, next_one in pairwise(review["turns"]))
    assert review["turns"][-1]["ended"] == len(game.answers())
    made = reviewed(server)
    again = review_of(Browser(server), "over")
    assert again["review"] == review
    assert again["my_seats"] == []
    assert reviewed(server) == made


def test_a_game_in_progress_has_no_review_and_is_not_played_on(ada):
    assert ada.get("/api/games/playing/review", 409)["error"]["code"] == "not_over"
    assert ada.post("/api/games/playing/play-on", {"seat": 0, "answers": 0}, 409)["error"]["code"] == "not_over"
    assert ada.post("/api/games/playing/try", {"seat": 0, "answers": 0}, 409)["error"]["code"] == "not_over"
    assert ada.get("/api/games/nothing/review", 404)["error"]["code"] == "not_found"


@pytest.mark.parametrize(("table", "level"), [("over", "greedy"), ("people", "mason")])
def test_a_game_is_played_on_from_the_beginning_of_a_turn_against_bots(server, ada, game, table, level):
    history = ada.get(f"/api/games/{table}/history")["events"]
    answers = [event["answer"] for event in history if event["kind"] == "answer"]
    ends = [i + 1 for i, event in enumerate(e for e in history if e["kind"] == "answer") if event["seat"] == 1]
    begun = next(end for end in ends if end > 40 and Game.from_record(game.to_record(), at=end).to_play == 0)
    joined = ada.post(f"/api/games/{table}/play-on", {"seat": 0, "answers": begun, "name": "Eve"}, 201)
    check(responses.Joined, joined)
    new = joined["table"]
    assert new["my_seats"] == [0]
    assert [(seat["kind"], seat["level"]) for seat in new["seats"]] == [("person", None), ("bot", level)]
    assert new["seats"][0]["name"] == "Eve"
    with ada.seat(new, 0) as me:
        me.read()
        assert [event["answer"] for event in me.events if event["kind"] == "answer"] == answers[:begun]
        assert me.mine
        assert not me.view["you"]["can_undo"]
        old = ada.get(f"/api/games/{table}", seq=2 + begun)["view"]["public"]
        assert {**me.public["position"], "to_play": 0} == {**old["position"], "to_play": 0}
        assert me.public["card"] == old["card"]
        assert me.answer(me.legal()[0])["type"] == "ack"
    assert Browser(server).get(f"/api/games/{table}")["table"]["seats"][1]["kind"] != "open"


def test_the_same_message_plays_on_at_the_same_table(ada):
    message = {"id": "play-on-once", "seat": 0, "answers": 0}
    tables = [ada.post("/api/games/over/play-on", message, 201)["table"]["id"] for _ in range(2)]
    assert tables[0] == tables[1]


def test_there_is_nothing_to_play_after_the_end_or_at_a_seat_that_does_not_exist(ada, game):
    for message in ({"seat": 0, "answers": len(game.answers())}, {"seat": 4, "answers": 0}):
        assert ada.post("/api/games/over/play-on", message, 404)["error"]["code"] == "not_found"


def test_a_turn_is_tried_again_and_graded_when_it_has_ended(ada, game):
    begun = [0, *(i + 1 for i, answer in enumerate(game.answers()) if answer == END_TURN)][6]
    moment = Game.from_record(game.to_record(), at=begun)
    moves: list[int | str] = []
    kept: list[int] = []
    turn = {"seat": moment.to_play, "answers": begun}
    while True:
        tried = ada.post("/api/games/over/try", {**turn, "moves": moves}, 200)
        check(TriedTurn, tried)
        assert tried["view"]["public"]["to_play"] == moment.to_play
        assert tried["moves"] == kept
        assert [event.get("answer") for event in tried["events"]] == kept[-1:]
        if moment.turn != Game.from_record(game.to_record(), at=begun).turn:
            break
        assert tried["grade"] is None
        assert {*tried["view"]["you"]["hexes"], *tried["view"]["you"]["options"]} == set(moment.legal_answers())
        answer = moment.legal_answers()[0]
        if len(moves) == 1:
            moves = [*moves, answer, "undo"]
        moves, kept = [*moves, answer], [*kept, answer]
        moment.play(answer)
    assert tried["grade"]["mark"] in ("best", "good", "slip", "mistake")
    assert tried["grade"]["gold_lost"] >= 0
    assert {hex for step in tried["grade"]["played"] for hex in step["placed"]} <= set(kept)


def test_a_tried_turn_explains_hexes_and_stores_nothing(ada):
    before = [table["id"] for table in ada.get("/api/my/tables")]
    first = ada.post("/api/games/over/try", {"seat": 0, "answers": 0}, 200)["view"]["you"]
    asked = ada.post("/api/games/over/try", {"seat": 0, "answers": 0, "preview": first["hexes"][0]}, 200)
    assert asked["preview"]["placed"] == [first["hexes"][0]]
    refused = next(hex for hex in range(400) if hex not in first["hexes"])
    asked = ada.post("/api/games/over/try", {"seat": 0, "answers": 0, "why_not": refused}, 200)
    assert asked["reason"]["sentence"]
    illegal = {"seat": 0, "answers": 0, "moves": [refused]}
    assert ada.post("/api/games/over/try", illegal, 409)["error"]["code"] == "illegal"
    assert [table["id"] for table in ada.get("/api/my/tables")] == before


def test_too_many_reviews_of_an_address_are_rejected_until_later():
    async def test(background: Background) -> None:
        limit = LANES[Work.REVIEW].group_limit
        assert limit is not None
        for _ in range(limit):
            background.enter_review("address")
        background.enter_review("another")
        with pytest.raises(Rejected) as rejected:
            background.enter_review("address")
        assert rejected.value.code == "busy"
        assert rejected.value.retry_after is not None
        assert rejected.value.retry_after > 0

    run(test)


def test_a_review_is_made_for_those_who_still_wait_if_others_displace_that_of_the_first(game, monkeypatch):
    monkeypatch.setattr("kingdom_builder.server.reviews.store_review", AsyncMock())

    async def test(background: Background) -> None:
        reviews = Reviews(background, MagicMock(), MagicMock(), BUDGET)
        go_on = threading.Event()
        limit, group_limit = LANES[Work.REVIEW].limit, LANES[Work.REVIEW].group_limit
        assert limit is not None
        assert group_limit is not None

        def block() -> NoReturn:
            go_on.wait()
            raise ValueError("no game")

        def other(address: str) -> asyncio.Task[bytes]:
            return asyncio.create_task(background.review(background.enter_review(address), block, lambda _: None))

        async def wait(address: str) -> bytes | None:
            found, _ = await reviews.wait("over", PATIENCE, lambda: reviews.start("over", address, game.to_record))
            return found

        others = [other("first") for _ in range(group_limit - 1)]
        waiting = [asyncio.create_task(wait(address)) for address in ("first", "second", "third")]
        await asyncio.sleep(0.01)
        others += [other(f"address {number}") for number in range(limit - group_limit + 1)]
        await asyncio.sleep(0.01)
        go_on.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.gather(*others, return_exceptions=True)
        assert isinstance(found[0], Rejected)
        assert found[0].code == "busy"
        assert isinstance(found[1], bytes)
        assert found[1] == found[2]

    run(test)
