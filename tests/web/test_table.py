"""What a table shows while a game is played."""

from __future__ import annotations

import base64
import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kingdom_builder import answer_number
from kingdom_builder.game import Game
from kingdom_builder.setup.builder import ALL_SETS
from tests.server.client import ME, OPEN, bot, new_id
from tests.server.serving import wait_until
from tests.web.browser import DESKTOP, INSTANT, PHONE, Table, in_view
from tests.web.screenshots import as_ada, game_of_bots, serving_games
from tests.web.test_games import TouchTable, new_game

LANDSCAPE = {"width": 844, "height": 390}


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
    visitor = visit(device_scale_factor=3)
    page = visitor.page
    page.goto("/score")
    page.get_by_text("Paint", exact=True).click()
    canvas = browser.new_page()
    for terrain, dots in (("flower field", "#a3447f"), ("desert", "#c4a762")):
        icon = page.get_by_role("button", name=terrain, exact=True).locator("svg")
        picture = "data:image/png;base64," + base64.b64encode(icon.screenshot()).decode()
        assert canvas.evaluate(PIXELS, {"picture": picture, "colour": dots}) > 20, terrain
    canvas.close()


def finished_game(page: Page, **setup: Any) -> str:
    """Let two bots play a game; return its id."""
    body = {"id": new_id(), "seats": [bot(), bot()], "setup": setup}
    table = page.request.post("/api/tables", data=body).json()["table"]
    watch = f"/api/watch/{table['watch']}"  # bots play while somebody watches
    wait_until(lambda: page.request.get(watch).json()["view"]["public"]["over"], "the game is over")
    return str(table["id"])


def test_arrow_keys_move_through_a_replay(visit):
    """They need no focus on a control; on the board they move between hexes."""
    page = visit().page
    page.goto(f"/games/{finished_game(page, seed=2)}")
    slider = page.get_by_role("slider")
    last = int(slider.get_attribute("max") or 0)
    expect(slider).to_have_value(str(last))
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    page.locator("#hex-a1").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("path.cell:focus")).to_have_id("hex-b1")
    expect(slider).to_have_value("1")


def test_gold_flies_to_its_card_and_a_click_meanwhile_counts(visit):
    """The first settlement earns gold for its line (R7.9, R7.14) and its settlement area (R7.10)."""
    page = visit({**INSTANT, "motion": "full"}).page
    new_game(page, ME, bot(), seed=1, start=0, cards=["discoverers", "hermits", "knights"])
    table = Table(page)
    assert table.is_asked(0)
    motion = page.context.new_cdp_session(page)
    motion.send("Animation.enable")
    motion.send("Animation.setPlaybackRate", {"playbackRate": 0.02})
    table.click_answer(table.legal.first, force=True)
    flights = page.locator(".flight")
    gold = page.locator(".flight.gold")
    expect(gold.nth(2)).to_be_attached()
    # The hex may also be next to a castle, and to a location whose tile flies.
    assert Counter(gold.all_inner_texts()) >= Counter(["+1", "+1", "+2"])
    expect(flights.first).to_have_attribute("aria-hidden", "true")
    table.click_answer(table.legal.first, force=True)
    assert table.answered == 2
    motion.send("Animation.setPlaybackRate", {"playbackRate": 1})
    expect(flights).to_have_count(0)


def test_the_last_seconds_of_the_own_time_are_marked_and_tick(visit):
    page = visit({**INSTANT, "sound": True}).page
    page.add_init_script(
        "globalThis.sounds = 0;"
        " globalThis.AudioContext = class { constructor() { sounds += 1; throw new Error('silent'); } }"
    )
    made = {"id": new_id(), "seats": [ME, bot()], "turn_seconds": 10, "setup": {"seed": 1, "start": 0}}
    table = page.request.post("/api/tables", data=made).json()["table"]
    page.goto(f"/table/{table['id']}/0")
    expect(page.locator(".clock.short")).to_be_visible()
    page.wait_for_function("() => globalThis.sounds > 1")


def test_a_full_table_can_be_watched_from_its_invite(visit):
    page, friend = visit().page, visit().page
    game = new_game(page, {**ME, "name": "Ada"}, bot(), seed=1)
    invite = page.request.get(f"/api/tables/{game}").json()["invite"]
    friend.goto(f"/t/{invite}")
    friend.get_by_role("link", name="Watch").click()
    expect(friend.locator("[data-seq]")).to_be_visible()
    expect(friend.get_by_role("region", name="Players").get_by_text("Ada", exact=True)).to_be_visible()


def test_a_game_can_begin_without_the_others_if_enough_are_there(visit):
    """A game has at least two players (R1.1)."""
    page, friend = visit().page, visit().page
    game = new_game(page, ME, OPEN, OPEN)
    expect(page.get_by_role("button", name="Begin with bots on the free seats")).to_be_visible()
    without = page.get_by_role("button", name="Begin without them")
    expect(without).to_have_count(0)
    friend.goto(f"/t/{page.request.get(f'/api/tables/{game}').json()['invite']}")
    friend.get_by_role("button", name="Take a seat").click()
    without.click()
    expect(page.locator("[data-seq]")).to_be_visible()
    rows = page.locator(".players li")
    expect(rows.filter(has_text="away")).to_have_count(0)
    friend.close()
    expect(rows.nth(1)).to_contain_text(re.compile(r"away\s*[0-9]:[0-9]{2}"))


def test_every_page_has_a_heading_and_its_own_title(visit):
    visitor = visit()
    page = visitor.page
    titles = []
    for path in ("/", "/new", "/join", "/learn", "/score", "/rules", "/statistics"):
        page.goto(path)
        expect(page.locator("h1")).to_have_count(1)
        page.wait_for_load_state("networkidle")
        titles.append(page.title())
    game = new_game(page, {**ME, "name": "Ada"}, bot(), seed=1, start=0)
    expect(page).to_have_title("● Your turn.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Table: Ada and Wanderer")
    table = page.request.get(f"/api/tables/{game}").json()
    watching = visit().page
    for path in (f"/w/{table['watch']}", f"/t/{table['invite']}"):
        watching.goto(path)
        expect(watching.locator("h1")).to_have_count(1)
        expect(watching).not_to_have_title("Table – Kingdom Builder")
        titles.append(watching.title())
    assert len(set(titles)) == len(titles), titles


def test_a_click_on_a_location_says_what_its_tile_does_and_how_to_take_it(visit):
    """A settlement next to a location takes a tile (R3.18)."""
    page = visit().page
    new_game(page, ME, bot(), first_game=True, start=0)
    assert Table(page).is_asked(0)
    place = page.locator("[role=gridcell][aria-label*='tiles left']").first
    tile = (place.get_attribute("aria-label") or "").split(", ")[1]
    place.click(force=True)
    info = page.locator(".info")
    expect(info).to_contain_text("Build next to it to take a tile (2 left).")
    assert info.inner_text().startswith(f"{tile}: ")
    expect(info.get_by_role("link")).to_have_attribute("href", re.compile("/rules#tile-"))
    page.keyboard.press("Escape")
    expect(info).to_have_text("")


def test_the_own_next_card_is_small_in_the_turn_of_another_player(visit):
    page = visit().page
    made = {"id": new_id(), "seats": [ME, OPEN], "setup": {"seed": 1, "start": 1}}
    table = page.request.post("/api/tables", data=made).json()["table"]
    visit().page.request.post(f"/api/invites/{table['invite']}/seats", data={"id": new_id()})
    page.goto(f"/table/{table['id']}/0")
    state = page.request.get(f"/api/tables/{table['id']}/seats/0/state").json()["view"]
    assert state["you"]["hand"]
    expect(page.locator(".question .hand .card.small")).to_have_count(1)
    expect(page.locator(".question .card:not(.small)")).to_have_count(int(state["public"]["card"] is not None))


def test_nothing_that_is_said_moves_the_board_on_a_phone(visit):
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True).page
    new_game(page, ME, bot(), first_game=True, start=0)
    table = TouchTable(page)
    assert table.is_asked(0)
    board = page.locator(".board")
    place = board.bounding_box()
    refused = page.locator("path.cell:not(.open, [aria-label*='left'])")
    middle = in_view(refused)
    refused.nth(middle[len(middle) // 2]).tap(force=True)
    expect(page.locator(".info.why")).to_be_visible()
    assert board.bounding_box() == place
    location = page.locator("[role=gridcell][aria-label*='tiles left']").first
    location.evaluate("hex => hex.focus()")
    location.tap(force=True)
    expect(page.locator(".info")).to_contain_text("Build next to it")
    assert board.bounding_box() == place
    for _ in range(8):
        table.answer_randomly()
        assert table.is_asked(0)
        assert board.bounding_box() == place


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE], ids=["upright", "turned"])
def test_answers_beside_the_board_do_not_move_it_on_a_phone(browser, size):
    """A player with two cards chooses one of them (R5.16)."""

    def chooses_a_card(game: Game) -> bool:
        return game.to_play == 0 and game.question is not None and game.question.stage == "choose_card"

    with serving_games(cards=game_of_bots(chooses_a_card, seed=26)) as server:
        visitor = as_ada(browser, server, INSTANT, viewport=size, has_touch=True, is_mobile=True)
        page = visitor.page
        page.goto("/table/cards/0")
        table = Table(page)
        assert table.is_asked(0)
        answers = page.locator(".answers button")
        expect(answers.first).to_be_visible()
        place = page.locator(".board").bounding_box()
        before = table.seq
        answers.first.tap()
        table.settle(before)
        expect(answers).to_have_count(0)
        assert page.locator(".board").bounding_box() == place
        visitor.close()
        visitor.assert_no_errors()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_message_moves_nothing_where_a_table_is_scored(visit, size):
    """No piece may be on a castle (R4.1)."""
    page = visit(viewport=size).page
    page.goto("/score")
    page.get_by_role("button", name="Next: pieces").click()
    settlement = page.get_by_role("button", name="settlement, blue, 40 left")
    expect(settlement).to_be_visible()
    fixed = [page.get_by_role("grid"), settlement, page.get_by_role("button", name="Undo")]
    places = [one.bounding_box() for one in fixed]
    page.locator("[role=gridcell][aria-label*='castle' i]").first.dispatch_event("click")
    expect(page.get_by_role("alert")).to_be_visible()
    assert [one.bounding_box() for one in fixed] == places


@pytest.mark.parametrize("size", [LANDSCAPE, {"width": 667, "height": 375}])
def test_a_phone_on_its_side_shows_a_large_board_and_everything_to_play(visit, size):
    """The board takes the whole height between the players and the question, which has its buttons below it."""
    page = visit(viewport=size, has_touch=True, is_mobile=True).page
    new_game(page, ME, bot(), first_game=True, start=0)
    table = Table(page)
    assert table.is_asked(0)
    board = page.locator(".board").bounding_box() or {}
    assert board["height"] == size["height"]
    assert board["width"] > 0.5 * size["width"]
    for _ in range(3):
        before = table.seq
        table.choose(table.legal.nth(in_view(table.legal)[0]))
        table.settle(before)
    for shown in (page.locator(".sentence"), page.locator(".buttons .end")):
        box = shown.bounding_box() or {}
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]
        assert box["x"] >= board["x"] + board["width"]
    table.open_panel("Scores")
    expect(page.get_by_role("table")).to_be_visible()
    table.close_panel()
    table.click_answer(page.locator(".buttons .end"))
    assert table.is_asked(0)
    table.open_panel("Graph")
    graph = page.get_by_role("img", name=re.compile("^Gold by turn: You [0-9]+, Wanderer [0-9]+$"))
    line = graph.locator("path.seat").first
    expect(line).to_have_attribute("d", re.compile("^M[^L]+L[^L]+L[^L]+$"))  # from the beginning on, two turns
    table.close_panel()
    assert page.evaluate("document.scrollingElement.scrollWidth") == size["width"]


def test_the_names_of_tiles_are_shown_whole(browser):
    """Even the long name of the forester's lodge (R5.14)."""

    def has_lodge(game: Game) -> bool:
        return game.to_play == 0 and answer_number("foresters_lodge") in [tile.kind for tile in game.players[0].tiles]

    with serving_games(lodge=game_of_bots(has_lodge, seed=23)) as server:
        visitor = as_ada(browser, server, INSTANT)
        visitor.page.goto("/table/lodge/0")
        name = visitor.page.locator(".mytiles .name", has_text="Forester’s lodge")
        expect(name).to_be_visible()
        assert name.evaluate("node => [node.scrollWidth <= node.clientWidth, getComputedStyle(node).overflow]") == [
            True,
            "visible",
        ]
        visitor.close()
        visitor.assert_no_errors()


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1024, 768)])
def test_the_board_and_the_island_are_on_whole_pixels_and_have_coordinates(visit, size):
    """Between two pixels browsers paint a whole board again whenever something on it begins or ends to move."""
    page = visit(viewport={"width": size[0], "height": size[1]}).page
    new_game(page, ME, bot(), sets=["base", "island"], seed=1, start=0)
    Table(page).wait()
    places = page.locator(".sheet.follows").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).flatMap(({x, y}) => [x, y])"
    )
    assert len(places) == 4
    assert [place % 1 for place in places] == pytest.approx([0] * 4, abs=0.02)
    letters = page.locator(".coordinates text").all_text_contents()
    assert [letters.count(name) for name in ("a", "h", "t", "1", "5", "20")] == [2, 2, 1, 2, 2, 1]


def test_four_slips_have_their_names(visit):
    page = visit(viewport=DESKTOP).page
    new_game(page, ME, bot(), bot(), sets=list(ALL_SETS), seed=3, start=0)
    Table(page).wait()
    names = page.locator(".slips .name")
    assert names.count() > 3
    for name in names.all():
        box = name.bounding_box()
        assert box is not None
        assert box["width"] > 30
        assert box["height"] > 10
