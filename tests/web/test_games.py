"""Whole games in a real browser, to the final score; what the page shows at the end is what the engine says."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser import Table, scores_of


def game_of(url: str) -> str:
    """The game in an address such as /table/GAME/0."""
    return url.split("/table/")[1].split("/")[0]


def test_a_game_by_mouse_against_a_bot(visit, server):
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    table = Table(page)
    table.wait()
    table.play_to_the_end(0)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    lines = scores_of(server, game_of(page.url))
    assert table.shown_totals() == [sum(line["gold"] for line in player) for player in lines]
