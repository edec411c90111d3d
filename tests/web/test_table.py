"""What a table shows while a game is played."""

from __future__ import annotations

import base64

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


PIXELS = """async ({ picture, colour }) => {
    const image = new Image();
    image.src = picture;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const wanted = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += wanted.every((part, k) => Math.abs(part - data[i + k]) < 3);
    return count;
}"""
"""Counts the pixels of a colour in a picture."""


def test_the_dots_of_a_terrain_are_drawn_outside_the_board(visit, browser):
    """Flowers and the dots of the desert are lines of no length, which are visible only with round ends."""
    page = visit(device_scale_factor=3).page
    page.goto("/score")
    page.get_by_text("Paint another board").click()
    canvas = browser.new_page()
    for terrain, dots in (("flower field", "#a9508a"), ("desert", "#c3a868")):
        icon = page.get_by_role("button", name=terrain, exact=True).locator("svg")
        picture = "data:image/png;base64," + base64.b64encode(icon.screenshot()).decode()
        assert canvas.evaluate(PIXELS, {"picture": picture, "colour": dots}) > 20, terrain
    canvas.close()
