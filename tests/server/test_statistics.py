"""The statistics of the shipped games, and of the games that a browser has finished."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kingdom_builder.statistics import messages
from kingdom_builder.statistics.document import shipped
from tests.server.client import ME, Browser, bot, check
from tests.server.serving import ServerProcess, serving


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


def test_the_figures_of_the_shipped_games_may_be_kept_by_caches(server: ServerProcess):
    browser = Browser(server)
    found = browser.get("/api/statistics", scope="mixed", players=2)
    check(messages.Figures, found)
    assert (found["scope"], found["players"], found["all_games"]) == ("mixed", 2, shipped()[0].games)
    answer = browser.http.get("/api/statistics")
    assert answer.headers["cache-control"] == "public, max-age=3600"
    again = browser.http.get("/api/statistics", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for wrong in ({"scope": "nothing"}, {"players": 6}):
        assert browser.get("/api/statistics", 422, **wrong)["error"]["code"] == "bad_message"


def play_to_end(browser: Browser, table: dict[str, Any], number: int) -> list[list[dict[str, Any]]]:
    """Play a seat of a table with the first answer that is offered, each time; return the score lines of the seats."""
    with browser.seat(table, number) as seat:
        seat.read_until(lambda: seat.view is not None)
        while not seat.public["over"]:
            if seat.mine:
                seat.answer(seat.legal()[0])
            else:
                seat.read()
        scores: list[list[dict[str, Any]]] = seat.public["scores"]
        return scores


def test_a_browser_sees_the_figures_of_its_own_finished_games_from_its_own_seat(server: ServerProcess):
    ada, eve = Browser(server), Browser(server)
    begun = ada.create(ME, bot(), setup={"seed": 5})
    over = ada.create(bot(), ME, setup={"seed": 7, "cards": ["lords"]})
    scores = play_to_end(ada, over, 1)
    lines, totals = scores[1], [sum(line["gold"] for line in one) for one in scores]
    found = ada.get("/api/my/statistics")
    check(messages.OwnFigures, found)
    assert found["games"] == 1, f"the game {begun['id']} is not over"
    assert {name: mean["mean"] for name, mean in found["sources"].items()} == {
        line["source"]: line["gold"] for line in lines
    }
    mine = found["by_players"][0]
    share = 0.5 if totals[0] == totals[1] else float(totals[1] > totals[0])
    assert (mine["players"], mine["gold"]["mean"], mine["wins"]["mean"]) == (2, totals[1], share)
    assert ada.get("/api/my/statistics") == found
    for other in (ada.get("/api/my/statistics", players=3), ada.get("/api/my/statistics", scope="mixed")):
        assert other["games"] == 0
    assert eve.get("/api/my/statistics")["games"] == 0

    again = ada.post(f"/api/games/{over['id']}/play-on", {"seat": 1, "answers": 0}, 201)["table"]
    play_to_end(ada, again, 1)
    assert ada.get("/api/my/statistics") == found, "a game that is played on does not count"
    rematch = ada.post(f"/api/tables/{again['id']}/rematch", status=201)
    play_to_end(ada, rematch, 1)
    assert ada.get("/api/my/statistics")["games"] == 2, "its rematch is a new game"
