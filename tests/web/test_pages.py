"""The page's files as the server sends them."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.server.client import ME, bot, new_id
from tests.server.serving import serving
from tests.web.browser import INSTANT, PHONE
from tests.web.test_accessibility import create

BROWSER = {"accept": "text/html,application/xhtml+xml"}


@pytest.mark.parametrize("path", ["/nowhere", "/table/x/y/z", "/tables"])
def test_an_unknown_address_is_the_page_for_browsers_and_an_error_for_programs(server, path):
    shown = httpx.get(f"{server.url}{path}", headers=BROWSER)
    assert shown.status_code == 404
    assert shown.headers["content-type"].startswith("text/html")
    error = httpx.get(f"{server.url}{path}")
    assert (error.status_code, error.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/api/nothing", "/assets/nothing.js"])
def test_an_unknown_file_is_an_error_for_browsers_too(server, path):
    error = httpx.get(f"{server.url}{path}", headers=BROWSER)
    assert (error.status_code, error.json()["error"]["code"]) == (404, "not_found")


def test_files_are_compressed_and_cached_for_ever(server):
    text = httpx.get(f"{server.url}/").text
    script = text.split('src="')[1].split('"')[0]
    packed = httpx.get(f"{server.url}{script}", headers={"accept-encoding": "gzip"})
    plain = httpx.get(f"{server.url}{script}", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert "immutable" in plain.headers["cache-control"]
    assert httpx.get(f"{server.url}/").headers["cache-control"] == "no-cache"


def test_the_page_of_an_unknown_address_links_to_the_start_page(visit):
    visitor = visit()
    visitor.expected_errors = ["404"]
    visitor.page.goto("/nowhere")
    expect(visitor.page.get_by_role("heading", name="There is nothing at this address.")).to_be_visible()
    visitor.page.get_by_role("main").get_by_role("link", name="To the start page").click()
    expect(visitor.page.get_by_role("button", name="Play now")).to_be_visible()


def test_the_head_marks_the_page_and_a_phone_has_the_pages_in_a_menu(visit):
    page = visit().page
    page.goto("/rules")
    current = page.get_by_role("banner").locator("[aria-current=page]")
    expect(current).to_have_text("Rules")
    phone = visit(viewport=PHONE, has_touch=True, is_mobile=True).page
    phone.goto("/rules")
    link = phone.get_by_role("banner").get_by_role("link", name="Learn")
    expect(link).to_be_hidden()
    phone.get_by_role("button", name="Pages").click()
    link.click()
    expect(phone.get_by_role("heading", name="Learn to play")).to_be_visible()
    expect(link).to_be_hidden()


def test_an_error_of_the_start_page_is_not_covered_by_its_cards(visit):
    visitor = visit()
    visitor.expected_errors.append("net::ERR_FAILED")
    page = visitor.page
    page.goto("/")
    page.route("**/api/tables", lambda route: route.abort())
    page.get_by_role("button", name="Play now").click()
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("The server cannot be reached. Please try again.")
    assert alert.evaluate(
        """node => { const {left, top, height} = node.getBoundingClientRect();
            return document.elementFromPoint(left + 20, top + height / 2) === node }"""
    )


def test_the_start_page_goes_on_with_the_game_that_waits(visit):
    """A game where it is the visitor's turn comes before one where another plays."""
    page = visit().page
    page.goto("/")
    expect(page.get_by_role("link", name="New table").first).to_be_visible()
    mine = create(page, ME, bot(), setup={"seed": 5, "start": 0})
    create(page, ME, {"kind": "open"})
    page.reload()
    ways = page.get_by_role("navigation", name="More ways in")
    expect(ways.get_by_role("link").first).to_contain_text("Your turn against Wanderer")
    expect(ways.get_by_role("link").first).to_have_attribute("href", f"/table/{mine['id']}/0")
    expect(page.get_by_role("main").get_by_role("listitem").first).to_contain_text("Your turn")


def test_settings_are_kept(visit):
    page = visit(INSTANT | {"theme": "light"}).page
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radiogroup", name="Colours").get_by_role("radio", name="Dark").check()
    expect(page.get_by_role("slider", name="Volume")).to_be_disabled()
    page.get_by_role("switch", name="Sounds").check()
    page.get_by_role("slider", name="Volume").fill("0.25")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    stored = page.evaluate("JSON.parse(localStorage['kingdom-builder'])")
    assert (stored["sound"], stored["volume"]) == (True, 0.25)


def test_the_time_for_a_hint_is_kept_and_sent_as_far_as_the_server_allows_it(visit, tmp_path):
    with serving(tmp_path, hint_seconds=2) as server:
        page = visit(to=server).page
        made = page.request.post("/api/tables", data={"id": new_id(), "seats": [ME, bot()], "setup": {"start": 0}})
        path = f"/table/{made.json()['table']['id']}/0"
        page.goto(path)
        for chosen, sent in ((None, {}), ("Quick", {}), ("10 s", {"seconds": 2})):
            if chosen is not None:
                choose_hint_time(page, chosen)
                page.reload()
            hint = page.get_by_role("button", name="Hint")
            with page.expect_response("**/hint") as response:
                hint.click()
                if sent:
                    expect(page.get_by_text("The bot thinks for 2 s …")).to_be_visible()
                    expect(hint).to_be_disabled()
            assert response.value.status == 200
            assert response.value.request.post_data_json == sent
            expect(page.get_by_text("The bot would play")).to_be_visible()
            expect(page.locator("g.lit").first).to_be_attached()
        assert page.evaluate("JSON.parse(localStorage['kingdom-builder']).hintSeconds") == 10


def choose_hint_time(page: Page, time: str) -> None:
    """Choose the time for a hint in the settings, at a table too."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radiogroup", name="Time for a hint").get_by_role("radio", name=time, exact=True).check()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_phone_is_silent_until_sounds_are_chosen(visit):
    """Nothing is stored yet on this device."""
    phone = visit({"motion": "reduced"}, viewport=PHONE, has_touch=True, is_mobile=True).page
    phone.goto("/")
    phone.get_by_role("button", name="Settings").click()
    expect(phone.get_by_role("switch", name="Sounds")).not_to_be_checked()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", ["/", "/new", "/join", "/daily", "/learn", "/puzzles", "/rules", "/statistics"])
def test_no_page_is_wider_than_a_small_phone(visit, path, language):
    page = visit({**INSTANT, "language": language}, viewport={"width": 360, "height": 640}, is_mobile=True).page
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_statistics_name_the_bot_and_have_a_true_minus_sign(visit):
    page = visit().page
    page.goto("/statistics")
    expect(page.get_by_text("in which the bot Steward plays")).to_be_visible()
    figures = page.get_by_role("region", name="Sections and sets").get_by_role("cell").all_inner_texts()
    assert any(figure.startswith("−") for figure in figures)
    assert not any("-" in figure for figure in figures)


def test_statistics_can_be_sorted_by_keyboard_and_show_the_games_that_are_chosen(visit):
    page = visit().page
    page.goto("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Statistics").click()
    cards = page.get_by_role("region", name="Gold by card")
    rows = cards.locator("tbody tr")
    expect(rows).to_have_count(11)  # ten cards and the castles
    cards.get_by_role("button", name="Name").focus()
    page.keyboard.press("Enter")
    expect(cards.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "ascending")
    expect(rows.first).to_contain_text("Castles")
    length = page.get_by_role("heading", name="Length").locator("..")
    expect(length.get_by_role("img")).to_have_count(4)
    page.get_by_role("radiogroup", name="Number of players").get_by_role("radio", name="3").check()
    expect(length.get_by_role("img")).to_have_count(1)
    page.get_by_role("radiogroup", name="Games").get_by_role("radio", name="With expansions").check()
    tiles = page.get_by_role("region", name="Location tiles")
    tiles.get_by_role("button", name="Show all").click()
    expect(tiles.get_by_role("rowheader", name="Quarry")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Your own finished games of this kind")
    expect(page).to_have_url(re.compile(r"/statistics\?scope=mixed&players=3$"))
    page.reload()
    for name in ("With expansions", "3"):
        expect(page.get_by_role("radio", name=name, exact=True)).to_be_checked()
    page.go_back()
    expect(page.get_by_role("radio", name="Base game")).to_be_checked()
    expect(page.get_by_role("radio", name="3", exact=True)).to_be_checked()
