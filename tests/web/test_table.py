"""What a table shows while a game is played."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.client import ME, bot
from tests.web.browser import Table
from tests.web.test_games import new_game


def test_the_gain_is_shown_while_the_focus_moves_between_hexes(visit):
    page = visit().page
    new_game(page, ME, bot(), seed=1, start=0)
    table = Table(page)
    assert table.is_asked(0)
    page.keyboard.press("b")
    for key in ("n", "n", "N", "End", "n"):
        page.keyboard.press(key)
        focused = page.locator("path.cell:focus")
        expect(page.locator(".tag")).to_have_count(int("open" in (focused.get_attribute("class") or "").split()))
    page.keyboard.press("Tab")
    expect(page.locator(".tag")).to_have_count(0)
