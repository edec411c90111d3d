"""The daily challenge on a server: one table for a person and a day, the day's results, practice and hints."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator
from typing import Any

import pytest

from kingdom_builder.daily import BOT_SEAT, FIRST_DAY, DailyBot, challenge_of, day_of
from kingdom_builder.formats.record import read_setup
from kingdom_builder.game import Game
from kingdom_builder.table import daily_messages, responses
from tests.server.client import Browser, check, new_id
from tests.server.serving import ServerProcess, serving


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


@pytest.fixture(scope="module")
def today() -> str:
    """The date of today; near midnight the tests wait for the next day."""
    left = challenge_of(day_of(time.time())).ends_at - time.time()
    if left < 60:
        time.sleep(left + 1)
    return day_of(time.time()).isoformat()


def enter(browser: Browser, day: str, status: int = 201, **fields: Any) -> Any:
    joined = browser.post(f"/api/daily/{day}", fields, status)
    if status != 201:
        return joined["error"]["code"]
    check(responses.Joined, joined)
    return joined["table"]


def results(browser: Browser, day: str) -> dict[str, Any]:
    found: dict[str, Any] = browser.get(f"/api/daily/{day}/results")
    check(daily_messages.DailyResults, found)
    return found


def finish(browser: Browser, table: dict[str, Any], choice: int = 0) -> None:
    """Play a game to its end; `choice` is the index of the answer that is given each time."""
    with browser.seat(table, 0) as me:
        me.read()
        while not me.view["public"]["over"]:
            if me.mine:
                me.answer(me.legal()[choice])
            else:
                me.read()


@pytest.fixture(scope="module")
def ada(server: ServerProcess, today: str) -> Browser:
    """Ada has finished the challenge of today."""
    browser = Browser(server)
    finish(browser, enter(browser, today, name="Ada"))
    return browser


def test_the_challenge_of_today_has_the_set_up_of_the_library(server, today):
    shown = Browser(server).get("/api/daily/today")
    check(daily_messages.DailyChallenge, shown)
    challenge = challenge_of(datetime.date.fromisoformat(today))
    assert (shown["day"], shown["number"], shown["mine"]) == (today, challenge.number, None)
    assert tuple(shown["setup"]["cards"]) == challenge.cards
    assert shown["setup"]["rows"] == list(challenge.setup().board.to_rows())
    assert 0 < shown["seconds_left"] <= 24 * 60 * 60


def test_a_person_has_one_table_for_a_day_and_every_person_the_same_game(server, today):
    bob, cyd = Browser(server), Browser(server)
    table = enter(bob, today, name="Bob")
    assert enter(bob, today)["id"] == table["id"]
    assert bob.get("/api/daily/today")["mine"] == {"table": table["id"], "seat": 0, "status": "playing"}
    other = enter(cyd, today)
    assert other["id"] != table["id"]
    assert (other["setup"], other["deck_hash"]) == (table["setup"], table["deck_hash"])
    assert table["daily"] == {
        "day": today,
        "number": challenge_of(datetime.date.fromisoformat(today)).number,
        "practice": False,
        "hinted": False,
    }


def test_a_repeated_message_of_a_new_browser_finds_the_same_table(server, today):
    first, second = Browser(server), Browser(server)
    message = new_id()
    assert enter(first, today, id=message)["id"] == enter(second, today, id=message)["id"]


def test_the_cards_of_the_deck_stay_hidden(server, today):
    browser = Browser(server)
    state = browser.state(enter(browser, today), 0)
    assert state["view"]["public"]["deck"]["seed"] is None
    assert str(challenge_of(datetime.date.fromisoformat(today)).deck_seed) not in str(state)


def test_a_finished_first_attempt_is_a_result_of_the_day(ada, today):
    gold = ada.get(f"/api/tables/{ada.get('/api/daily/today')['mine']['table']}")["gold"]
    found = results(ada, today)
    mine = found["mine"]
    assert (mine["name"], mine["gold"], mine["margin"], mine["hinted"]) == ("Ada", gold[0], gold[0] - gold[1], False)
    assert mine["place"] == 1 + sum(count for other, count in found["counts"] if other > gold[0])
    assert found["players"] == sum(count for _, count in found["counts"])
    assert [row["game"] for row in found["best"] if row["mine"]] == [mine["game"]]
    assert mine["text"][0][0]["key"] == "daily.share.title"
    assert ada.get("/api/daily/today")["mine"]["status"] == "over"
    assert ada.get("/api/daily/today")["best"] >= gold[0]


def test_who_may_still_play_sees_no_game_of_others(server, ada, today):
    """A replay shows the cards of the deck."""
    assert results(ada, today)["best"][0]["game"] is not None
    assert {row["game"] for row in results(Browser(server), today)["best"]} == {None}


def test_the_bot_plays_as_the_library_says(ada, today):
    """The server makes a bot again for every turn, in another process; it plays as one that is kept."""
    record = ada.http.get(f"/api/games/{results(ada, today)['mine']['game']}/record").text
    challenge = challenge_of(datetime.date.fromisoformat(today))
    game, bot = challenge.new_game(), DailyBot(challenge)
    for word, answer in read_setup(record)[1]:
        if answer is not None:
            if game.to_play == BOT_SEAT:
                assert bot.answer(game.view(BOT_SEAT)) == answer, word
            game.play(answer)
    assert game.over
    assert Game.from_record(record).scores() == game.scores()


def test_practice_is_for_those_who_have_played_and_does_not_count(server, ada, today):
    before = results(ada, today)
    first = ada.get("/api/daily/today")["mine"]["table"]
    message = new_id()
    practice = enter(ada, today, practice=True, id=message)
    assert practice["daily"]["practice"]
    assert practice["id"] != first
    assert enter(ada, today, practice=True, id=message)["id"] == practice["id"]
    finish(ada, practice, -1)
    assert results(ada, today) == before
    newcomer = Browser(server)
    assert enter(newcomer, today, 409, practice=True) == "first_attempt"
    enter(newcomer, today)
    assert enter(newcomer, today, 409, practice=True) == "first_attempt", "it is not finished"


def test_an_old_challenge_is_practice_and_a_future_one_cannot_be_seen(server, today):
    browser = Browser(server)
    old = (datetime.date.fromisoformat(today) - datetime.timedelta(1)).isoformat()
    assert enter(browser, old)["daily"] == {
        "day": old,
        "number": challenge_of(datetime.date.fromisoformat(old)).number,
        "practice": True,
        "hinted": False,
    }
    assert browser.get(f"/api/daily/{old}")["mine"] is None
    for day in (
        (datetime.date.fromisoformat(today) + datetime.timedelta(2)).isoformat(),
        (FIRST_DAY - datetime.timedelta(1)).isoformat(),
        "2026-02-30",
        "20261118",
    ):
        browser.get(f"/api/daily/{day}", 404)
        browser.get(f"/api/daily/{day}/results", 404)
        assert enter(browser, day, 404) == "no_challenge"


def test_a_game_with_a_hint_is_marked_once(server, today):
    browser = Browser(server)
    table = enter(browser, today)
    path = f"/api/tables/{table['id']}/seats/0"
    browser.state(table, 0, wait=0)
    with browser.seat(table, 0) as me:
        me.read()
        me.read_until(lambda: me.mine)
    for _ in range(2):
        browser.post(f"{path}/hint", {}, 200)
    assert browser.get(f"/api/tables/{table['id']}")["daily"]["hinted"]
    kinds = [event["kind"] for event in browser.state(table, 0)["events"]]
    assert kinds.count("hinted") == 1


def test_a_game_that_a_bot_has_finished_has_no_result(server, today):
    browser = Browser(server)
    table = enter(browser, today)
    browser.post(f"/api/tables/{table['id']}/seats/0/bot", {}, 200)
    watching = f"/api/watch/{table['watch']}"
    seq = 0
    while not (state := browser.get(watching, after=seq, wait=5))["view"]["public"]["over"]:
        seq = state["view"]["public"]["seq"]
    assert results(browser, today)["mine"] is None


def move(table: dict[str, Any], first: Browser, second: Browser) -> None:
    """Move the seat of a challenge to another browser."""
    link = first.post(f"/api/tables/{table['id']}/seats/0/move", {}, 201)["link"]
    second.post(f"/api{link}", {}, 200)


def test_a_moved_seat_is_the_only_attempt_of_both_browsers_and_counts_for_the_one_that_holds_it(server, today):
    computer, phone = Browser(server), Browser(server)
    table = enter(computer, today, name="Ann")
    move(table, computer, phone)
    for browser in (computer, phone):
        assert browser.get("/api/daily/today")["mine"] == {"table": table["id"], "seat": 0, "status": "playing"}
        assert enter(browser, today)["id"] == table["id"]
        assert enter(browser, today, 409, practice=True) == "first_attempt"
    finish(phone, table)
    assert results(phone, today)["mine"]["game"] == table["id"]
    assert results(computer, today)["mine"] is None
    for browser in (computer, phone):
        assert browser.get("/api/daily/today")["mine"]["status"] == "over"
        assert enter(browser, today)["id"] == table["id"]
        assert enter(browser, today, practice=True)["daily"]["practice"]


def test_a_result_moves_with_its_seat(server, today):
    computer, phone = Browser(server), Browser(server)
    table = enter(computer, today, name="Ann")
    finish(computer, table)
    move(table, computer, phone)
    assert results(phone, today)["mine"]["game"] == table["id"]
    assert results(computer, today)["mine"] is None
    assert enter(computer, today)["id"] == enter(phone, today)["id"] == table["id"]


def test_whoever_holds_two_attempts_has_one_result(server, today):
    computer, phone = Browser(server), Browser(server)
    first, second = enter(computer, today, name="Ann"), enter(phone, today, name="Ann")
    finish(phone, second, -1)
    players = results(phone, today)["players"]
    move(first, computer, phone)
    finish(phone, first)
    found = results(phone, today)
    assert (found["mine"]["game"], found["players"]) == (second["id"], players)
    other = Browser(server)
    move(second, phone, other)
    assert results(other, today)["mine"]["game"] == second["id"]
    assert results(phone, today)["mine"] is None


def test_a_deleted_name_is_not_in_the_results(server, today):
    browser = Browser(server)
    finish(browser, enter(browser, today, name="Mallory"), -1)
    assert results(browser, today)["mine"]["name"] == "Mallory"
    browser.http.delete("/api/my/texts")
    assert results(browser, today)["mine"]["name"] == "Player 1"


def test_a_rematch_is_another_game_with_the_same_sets(ada, today):
    mine = ada.get("/api/daily/today")["mine"]["table"]
    first = ada.get(f"/api/tables/{mine}")
    again = ada.post(f"/api/tables/{mine}/rematch", {}, 201)
    assert again["daily"] is None
    assert again["setup"]["sets"] == first["setup"]["sets"]
    assert again["deck_hash"] != first["deck_hash"]


def test_the_picture_names_the_challenge_and_the_streak(ada, today):
    game = results(ada, today)["mine"]["game"]
    picture = ada.http.get(f"/api/games/{game}/picture.svg", params={"streak": 6}).text
    assert f"Daily challenge {challenge_of(datetime.date.fromisoformat(today)).number}" in picture
    assert "Streak of 6 days" in picture
