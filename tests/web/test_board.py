"""The board on phones, with fingers, and with keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from kingdom_builder.setup.builder import ALL_SETS
from tests.server.serving import ServerProcess, wait_until
from tests.web.browser import INSTANT, PHONE, Table, Visitor
from tests.web.screenshots import as_ada, game_of_bots, in_the_middle, serving_games

PHONES = {
    "upright": PHONE,
    "turned": {"width": 844, "height": 390},
    "small": {"width": 360, "height": 640},
    "wide": {"width": 932, "height": 430},
}
SMALLEST_HEX = 24

CELLS = """() => [...document.querySelectorAll("path.cell[data-hex]")].map((cell) => {
    const {x, y, width, height} = cell.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    const met = document.elementFromPoint(...at);
    return {
        id: cell.id, at, width, open: cell.classList.contains("open"), seen: met === cell,
        plain: cell.getAttribute("aria-label").split(", ").length === 2,
    };
})"""
"""All hexes with their place on the screen, and whether they can be touched there."""


@pytest.fixture(scope="module")
def tables() -> Iterator[ServerProcess]:
    """A server with tables in the middle of the same game of all sets."""
    names = ("aimed", "near", "why", "arrows", "map", "loupe", "zoom", "keys", "mouse")
    whole = game_of_bots(in_the_middle, sets=tuple(ALL_SETS))
    with serving_games(**dict.fromkeys(names, whole)) as server:
        yield server


@pytest.fixture
def phone(browser, tables) -> Iterator[Callable[..., Page]]:
    visitors: list[Visitor] = []

    def open_table(name: str, **options: Any) -> Page:
        wanted = {"viewport": PHONE, "is_mobile": True, "has_touch": True, **options}
        visitor = as_ada(browser, tables, INSTANT, **wanted)
        visitors.append(visitor)
        visitor.page.goto(f"/table/{name}/0")
        Table(visitor.page).wait()
        expect(visitor.page.locator("path.cell.open").first).to_be_attached()
        return visitor.page

    yield open_table
    for visitor in visitors:
        visitor.close()
        visitor.assert_no_errors()


def cells(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(CELLS)
    return found


def tap(page: Page, at: list[float]) -> None:
    page.touchscreen.tap(at[0], at[1])


def open_cell(page: Page) -> dict[str, Any]:
    """A hex that may be chosen and can be touched."""
    return next(cell for cell in cells(page) if cell["open"] and cell["seen"])


@pytest.mark.parametrize("name", PHONES)
def test_hexes_have_a_size_for_fingers(phone, name):
    page = phone("aimed", viewport=PHONES[name])
    assert cells(page)[0]["width"] >= SMALLEST_HEX
    assert any(cell["open"] and cell["seen"] for cell in cells(page)), "the camera shows hexes that may be chosen"


def test_the_first_tap_aims_and_the_second_one_chooses(phone):
    page = phone("aimed")
    table = Table(page)
    before = table.seq
    cell = open_cell(page)
    tap(page, cell["at"])
    expect(page.locator("g.aimed")).to_have_count(1)
    assert table.seq == before
    tap(page, cell["at"])
    table.settle(before)
    expect(page.locator("g.aimed")).to_have_count(0)


def test_a_tap_elsewhere_aims_there(phone):
    page = phone("near")
    before = Table(page).seq
    first, second = [cell for cell in cells(page) if cell["open"] and cell["seen"]][:2]
    shown = page.locator("g.aimed")
    tap(page, first["at"])
    expect(shown).to_have_count(1)
    place = shown.get_attribute("transform")
    tap(page, second["at"])
    expect(shown).not_to_have_attribute("transform", place or "")
    assert Table(page).seq == before


def test_a_tap_close_to_a_hex_that_may_be_chosen_aims_at_it(phone):
    page = phone("near")
    found = cells(page)
    for cell in (cell for cell in found if cell["open"] and cell["seen"]):
        for side in (-1, 1):
            beside = [cell["at"][0] + side * 0.62 * cell["width"], cell["at"][1]]
            under = next((other for other in found if _covers(other, beside)), None)
            if under and under["plain"] and not under["open"] and under["seen"]:
                tap(page, beside)
                expect(page.locator("g.aimed")).to_have_count(1)
                return
    raise AssertionError("no hex for the test")


def _covers(cell: dict[str, Any], at: list[float]) -> bool:
    return bool(abs(cell["at"][0] - at[0]) < cell["width"] / 2 and abs(cell["at"][1] - at[1]) < 1)


def test_a_tap_in_the_middle_of_another_hex_says_why_it_may_not_be_chosen(phone):
    page = phone("why")
    before = Table(page).seq
    tap(page, next(cell for cell in cells(page) if cell["plain"] and not cell["open"] and cell["seen"])["at"])
    expect(page.locator(".why").first).to_be_visible()
    expect(page.locator("g.aimed")).to_have_count(0)
    assert Table(page).seq == before


def test_arrows_count_the_hexes_outside_the_window_and_go_there(phone):
    page = phone("arrows", viewport=PHONES["turned"])
    arrows = page.locator("button.beyond")
    hidden = sum(1 for cell in cells(page) if cell["open"] and not cell["seen"])
    if not hidden:
        drag(page, page.context.new_cdp_session(page), (400, 100), (400, 300))
        hidden = sum(1 for cell in cells(page) if cell["open"] and not cell["seen"])
    counted = sum(int(text) for text in arrows.all_inner_texts())
    assert counted > 0
    assert counted >= hidden - 2, "at most what the arrows themselves cover is not counted"
    side = (arrows.first.get_attribute("class") or "").split()[1]
    count = int(arrows.first.inner_text())
    arrows.first.tap()
    there = page.locator(f"button.beyond.{side}")
    wait_until(lambda: not there.count() or int(there.inner_text()) < count, "the board shows some of these hexes")


def test_a_touch_of_the_small_map_moves_the_board(phone):
    page = phone("map")
    box = page.locator(".map").bounding_box() or {}
    corners = {"hex-a1": (0.08, 0.08), "hex-t1": (0.92, 0.08)}
    for name, (x, y) in corners.items():
        page.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])
        page.wait_for_timeout(50)
        assert next(cell for cell in cells(page) if cell["id"] == name)["seen"], name


def test_the_rulers_name_the_hexes(phone):
    page = phone("map")
    letters, numbers = page.locator(".top span"), page.locator(".left span")
    cell = next(cell for cell in cells(page) if cell["seen"] and cell["id"].endswith(("5", "7", "9", "11", "13")))
    column, row = cell["id"].removeprefix("hex-")[0], cell["id"].removeprefix("hex-")[1:]
    above = letters.get_by_text(column, exact=True).bounding_box() or {}
    beside = numbers.get_by_text(row, exact=True).first.bounding_box() or {}
    assert above["x"] + above["width"] / 2 == pytest.approx(cell["at"][0], abs=2)
    assert beside["y"] + beside["height"] / 2 == pytest.approx(cell["at"][1], abs=2)


def drag(page: Page, session: CDPSession, *points: tuple[float, float], hold: int = 0, lift: bool = True) -> None:
    """Move one finger along points. It rests at the last one: after a fling the browser ignores the next tap."""
    for i, (x, y) in enumerate([*points, points[-1], points[-1]]):
        kind = "touchMove" if i else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(hold if i == 0 else 80)
    if lift:
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def pinch(session: CDPSession, x: float, y: float, start: int, end: int) -> None:
    """Move two fingers from a distance to another."""
    for step in range(11):
        apart = (start + (end - start) * step / 10) / 2
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_that_stays_on_small_hexes_finds_one_with_a_loupe(phone):
    page = phone("loupe")
    session = page.context.new_cdp_session(page)
    pinch(session, 195, 350, 200, 60)
    found = cells(page)
    assert found[0]["width"] < 26
    before = Table(page).seq
    cell = open_cell(page)
    start = (cell["at"][0] + 12, cell["at"][1] + 40)
    drag(page, session, start, tuple(cell["at"]), hold=260, lift=False)
    expect(page.locator(".loupe")).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".loupe")).to_have_count(0)
    expect(page.locator("g.aimed")).to_have_count(1)
    assert Table(page).seq == before


def test_a_double_tap_enlarges_what_is_under_it(phone):
    page = phone("zoom")
    cell = next(cell for cell in cells(page) if cell["plain"] and not cell["open"] and cell["seen"])
    tap(page, cell["at"])
    tap(page, cell["at"])
    page.wait_for_timeout(100)
    after = next(other for other in cells(page) if other["id"] == cell["id"])
    assert after["width"] > 1.5 * cell["width"]
    assert after["seen"]


def test_a_drag_moves_the_board_and_chooses_nothing(phone):
    page = phone("zoom")
    before = Table(page).seq
    cell = open_cell(page)
    session = page.context.new_cdp_session(page)
    x, y = cell["at"]
    drag(page, session, (x, y), (x - 30, y - 20), (x - 60, y - 40))
    assert next(other for other in cells(page) if other["id"] == cell["id"])["at"] != cell["at"]
    expect(page.locator("g.aimed")).to_have_count(0)
    assert Table(page).seq == before


def test_the_focus_moves_the_board_to_its_hex(phone):
    page = phone("keys", has_touch=False, is_mobile=False)
    for name in ("hex-a1", "hex-t20", "hex-t1"):
        page.locator(f"#{name}").focus()
        page.wait_for_timeout(50)
        assert next(cell for cell in cells(page) if cell["id"] == name)["seen"], name


def test_a_mouse_chooses_with_one_click(phone):
    page = phone("mouse", has_touch=False, is_mobile=False)
    table = Table(page)
    before = table.seq
    page.mouse.click(*open_cell(page)["at"])
    table.settle(before)
