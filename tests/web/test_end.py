"""The end of a game in a browser: the count, the result, sharing, the replay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from kingdom_builder.sets.registry import answer_name
from tests.server.client import bot, new_id
from tests.server.serving import ServerProcess, wait_until
from tests.web.browser import DESKTOP, INSTANT, PHONE, Table, Visitor
from tests.web.positions import texts_of
from tests.web.screenshots import as_ada, before_the_end, end, game_of_bots, serving_games

MOVING = {**INSTANT, "speed": "normal", "motion": "full"}
SIZES = [(1440, 900), (1280, 720), (390, 844), (844, 390), (360, 640)]
OUTSIDE = """() => [...document.querySelectorAll('h1, section, button, a')]
    .filter(node => !node.closest('dialog'))
    .map(node => [node.innerText, node.getBoundingClientRect()])
    .filter(([, box]) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
    .map(([text]) => text)"""
"""The texts of what is not completely on the screen."""


@pytest.fixture(scope="module")
def ended(browser: Browser) -> Iterator[ServerProcess]:
    with serving_games(end=game_of_bots(before_the_end)) as server:
        yield server


@pytest.fixture
def ada(browser: Browser, ended: ServerProcess) -> Iterator[Page]:
    """The page of the player at seat 0; at the end of the test it must have no errors."""
    visitor = as_ada(browser, ended, INSTANT)
    yield visitor.page
    visitor.close()
    visitor.assert_no_errors()


def bots_game(page: Page, players: int, **setup: Any) -> dict[str, Any]:
    """Let bots play a game; return its table."""
    body = {"id": new_id(), "seats": [bot("random")] * players, "setup": {"seed": players, **setup}}
    table: dict[str, Any] = page.request.post("/api/tables", data=body).json()["table"]
    watch = f"/api/watch/{table['watch']}"  # bots play while somebody watches
    wait_until(lambda: page.request.get(watch).json()["view"]["public"]["over"], "the game is over")
    return table


def result_of(page: Page, game: str) -> dict[str, Any]:
    found: dict[str, Any] = page.request.get(f"/api/games/{game}/summary").json()
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_spectator_reads_who_has_won_by_how_much_and_why(visit, players):
    page = visit(viewport={"width": 1280, "height": 720}).page
    table = bots_game(page, players)
    page.goto(f"/w/{table['watch']}")
    summary = result_of(page, table["id"])
    winner, rival = summary["winner"], summary["rival"]
    gold = summary["turns"][-1]["gold"]
    totals = [sum(lines) for lines in gold]
    heading = page.get_by_role("heading", level=1)
    if totals.count(max(totals)) == 1:
        name = f"Wanderer {winner + 1}"
        expect(heading).to_have_text(f"{name} wins by {totals[winner] - totals[rival]}")
        best = max(range(len(summary["sources"])), key=lambda i: gold[winner][i] - gold[rival][i])
        reason = page.locator("header p").inner_text()
        assert reason.endswith(f": {gold[winner][best]} to {gold[rival][best]}.")
    else:
        expect(heading).to_contain_text("share the victory")
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_result_fits_the_screen(browser, ended, width, height, language):
    visitor = as_ada(browser, ended, {**INSTANT, "language": language}, viewport={"width": width, "height": height})
    page = visitor.page
    page.goto("/table/end/0")
    Table(page).wait()
    if Table(page).to_play is not None:
        Table(page).controls.first.click()
    expect(page.locator(".moments a")).to_have_count(3)
    assert page.evaluate("document.scrollingElement.scrollWidth") == width
    if width > 1000:
        assert page.evaluate(OUTSIDE) == []
    else:
        for button in page.locator(".actions > *").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 40
            assert box["y"] + box["height"] <= height
    visitor.close()
    visitor.assert_no_errors()


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_result_of_many_players_is_not_wider_than_a_phone(visit, players, language):
    page = visit({**INSTANT, "language": language}, viewport=PHONE, is_mobile=True, has_touch=True).page
    table = bots_game(page, players)
    page.goto(f"/w/{table['watch']}")
    expect(page.locator(".moments a")).to_have_count(3)
    assert page.evaluate("document.scrollingElement.scrollWidth") == PHONE["width"]
    expect(page.get_by_role("table")).to_have_count(1)
    for button in page.locator(".actions > *").all():
        expect(button).to_be_in_viewport(ratio=1)


def test_the_decisive_turns_lead_to_their_moments(ada):
    end(ada)
    summary = result_of(ada, "end")
    links = ada.locator(".moments a")
    for link, decisive in zip(links.all(), summary["decisive"], strict=True):
        turn = summary["turns"][decisive["turn"] - 1]
        expect(link).to_have_attribute("href", f"/games/end?at={turn['seq']}")
        change = -decisive["change"] if turn["seat"] == summary["rival"] else decisive["change"]
        expect(link).to_contain_text(f"{change:+}".replace("-", "−"))
        expect(link.locator("strong")).to_contain_text(answer_name(turn["hexes"][0]))
        rings = link.locator("g.lit")
        expect(rings.first).to_be_visible()
        assert rings.count() <= len(turn["hexes"]), "a part of the board may leave out hexes that are far away"
    links.last.click()
    expect(ada.get_by_role("slider")).to_be_visible()


def test_the_board_can_be_looked_at_again(ada):
    end(ada)
    ada.get_by_role("button", name="Look at the board").click()
    expect(ada.get_by_role("grid").first).to_be_visible()
    ada.get_by_role("button", name="Show the result").click()
    expect(ada.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_that_was_played_on_leads_back_to_the_review(browser, ended, size, language):
    visitor = as_ada(browser, ended, {**INSTANT, "language": language}, viewport=size)
    page, address = visitor.page, "/games/over/review?turn=4"
    page.add_init_script(f"localStorage['kingdom-builder-played-on'] = JSON.stringify({{end: '{address}'}})")
    page.goto("/table/end/0")
    Table(page).wait()
    if Table(page).to_play is not None:
        Table(page).controls.first.click()
    link = page.get_by_role("link", name=texts_of(language)["review.return"])
    expect(link).to_have_attribute("href", address)
    for button in page.locator(".actions > *").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.scrollingElement.scrollWidth") == size["width"]
    visitor.close()
    visitor.assert_no_errors()


def test_a_game_can_be_shared_by_link_picture_and_record(ada, ended):
    ada.add_init_script("delete Navigator.prototype.share")
    end(ada)
    ada.get_by_role("button", name="Share").click()
    dialog = ada.get_by_role("dialog", name="Share this game")
    expect(dialog.get_by_label("Link to this game")).to_have_value(f"{ended.url}/games/end")
    ada.wait_for_function("() => document.querySelector('dialog img').naturalWidth === 1200")
    for name, beginning in (("Picture (PNG)", b"\x89PNG"), ("Picture (SVG)", b"<svg"), ("Record", b"kingdom-builder")):
        address = dialog.get_by_role("link", name=name).get_attribute("href")
        assert ada.request.get(address or "").body().lower().startswith(beginning.lower())
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


def test_the_sheet_of_the_device_is_used_where_there_is_one(ada, ended):
    ada.add_init_script("Navigator.prototype.share = async data => void (window.shared = data)")
    end(ada)
    ada.get_by_role("button", name="Share").click()
    assert ada.evaluate("shared.url") == f"{ended.url}/games/end"
    assert re.search(" by ", ada.evaluate("shared.title"))
    expect(ada.get_by_role("dialog")).to_have_count(0)


def test_my_games_say_the_result_and_the_gold(ada):
    end(ada)
    totals = [sum(lines) for lines in result_of(ada, "end")["turns"][-1]["gold"]]
    ada.goto("/")
    row = ada.get_by_role("listitem").filter(has=ada.locator("a[href='/games/end']"))
    expect(row).to_contain_text(re.compile(rf"\w · {totals[0]} – {totals[1]} · \w"))


@pytest.mark.parametrize("motion", ["full", "reduced"])
def test_the_cards_are_counted_first_and_only_a_winner_sees_confetti(browser, motion):
    """The count needs motion; it can be skipped."""
    game = game_of_bots(before_the_end)
    with serving_games(end=game) as server:
        visitor = as_ada(browser, server, {**MOVING, "motion": motion})
        page = visitor.page
        page.goto("/table/end/0")
        Table(page).wait()
        cards = page.get_by_role("region", name="Scores").bounding_box()
        Table(page).controls.first.click()
        skip = page.get_by_role("button", name="Skip to the result")
        if motion == "full":
            expect(skip).to_be_visible()
            assert page.get_by_role("region", name="Scores").bounding_box() == cards  # nothing moves below a pointer
            skip.click()
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        after = game.copy()
        after.play(game.legal_answers()[0])
        won = 0 in after.winners()
        expect(page.locator(".confetti")).to_have_count(int(won and motion == "full"))
        page.reload()
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        expect(skip).to_have_count(0)
        expect(page.locator(".confetti")).to_have_count(0)
        visitor.close()
        visitor.assert_no_errors()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_replay_fits_the_screen(browser, ended, ada, width, height):
    visitor = Visitor(browser, ended, INSTANT, viewport={"width": width, "height": height})
    page = visitor.page
    end(ada)
    page.goto("/games/end")
    for name in ("To the beginning", "One step back", "Play", "One step forward", "To the end"):
        button = page.get_by_role("button", name=name, exact=True)
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    assert page.evaluate("document.scrollingElement.scrollWidth") == width
    page.get_by_role("button", name="One step back").click()
    expect(page.get_by_role("slider")).not_to_have_value(page.get_by_role("slider").get_attribute("max") or "")
    visitor.close()
    visitor.assert_no_errors()


FLIGHTS = """() => {
    window.flown = [];
    new MutationObserver((changes) => changes.flatMap(({addedNodes}) => [...addedNodes]).forEach((node) => {
        if (node.classList?.contains("flight")) flown.push(node.className);
    })).observe(document.body, {subtree: true, childList: true});
}"""


@pytest.mark.parametrize("motion", ["full", "reduced"])
def test_gold_and_tiles_fly_in_a_replay_step_by_step(browser, ended, ada, motion):
    end(ada)
    visitor = Visitor(browser, ended, {**MOVING, "motion": motion})
    page = visitor.page
    page.goto("/games/end?at=1")
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    page.evaluate(FLIGHTS)
    for step in range(1, 25):
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value(str(step))
        page.wait_for_timeout(100)
        if page.evaluate("flown.length"):
            break
    assert bool(page.evaluate("flown.length")) == (motion == "full")
    page.keyboard.press("End")
    expect(slider).not_to_have_value(str(step))
    expect(page.locator(".flight")).to_have_count(0)
    visitor.close()
    visitor.assert_no_errors()
