"""The review of a finished game in a browser: the turns, the better one on the board, and playing on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from kingdom_builder.game import Game
from tests.golden.make import SEPARATOR, file_of, split
from tests.server.serving import ServerProcess, serving
from tests.web.browser import DESKTOP, INSTANT, PHONE, Visitor
from tests.web.positions import Prepared, Scenario, backup_of, import_backup, texts_of
from tests.web.screenshots import as_ada
from tests.web.test_accessibility import SMALL, findings
from tests.web.test_end import bots_game

LOWEST_LINE = """title => {
    const text = document.createRange();
    text.selectNodeContents(title);
    return Math.max(...[...text.getClientRects()].map(line => line.bottom));
}"""
"""The lower edge of the last line of a text, also of one that is not shown."""
BUDGET = 300
SMALLEST_HEX = 26
"""Of a board that fingers can use, in pixels."""
PLAYERS = 4
"""Of the large game."""

SIZES = [DESKTOP, {"width": 1440, "height": 900}, PHONE, {"width": 844, "height": 390}]


@pytest.fixture(scope="module")
def reviewed(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a finished game of Ada and a bot."""
    folder: Path = tmp_path_factory.mktemp("review")
    record, _ = split(file_of(("base",)).read_text(encoding="utf-8").split(SEPARATOR)[0])
    prepared = Prepared(Scenario("over", ("base",), ()), Game.from_record(record), ())
    database = import_backup(backup_of([("over", prepared, True)]), folder)
    with serving(folder, database=database, review_budget=BUDGET) as server:
        yield server


@pytest.fixture(scope="module")
def review(reviewed: ServerProcess) -> dict[str, Any]:
    """The review of the game."""
    return review_of(reviewed, "over")


def review_of(server: ServerProcess, game: str) -> dict[str, Any]:
    """Wait for the review of a game and return it."""
    client = server.client()
    while (response := client.get(f"/api/games/{game}/review", params={"wait": 5})).status_code == 202:
        pass
    found: dict[str, Any] = response.json()["review"]
    return found


@pytest.fixture(scope="module")
def many(browser: Browser, reviewed: ServerProcess) -> Iterator[dict[str, Any]]:
    """The table of a finished game of several bots, which has been reviewed."""
    visitor = Visitor(browser, reviewed)
    table = bots_game(visitor.page, PLAYERS)
    review_of(reviewed, table["id"])
    yield table
    visitor.close()


@pytest.fixture
def ada(browser: Browser, reviewed: ServerProcess) -> Iterator[Page]:
    """The page of the player at seat 0; at the end of the test it must have no errors."""
    visitor = as_ada(browser, reviewed, INSTANT)
    yield visitor.page
    visitor.close()
    visitor.assert_no_errors()


def chosen(page: Page) -> int:
    """Return the turn that is shown, by its title, the list and the address."""
    shown = page.get_by_role("heading", level=2).inner_text()
    number = int(re.findall(r"\d+", shown)[0])
    expect(page.locator("ol [aria-current=true] .number > [aria-hidden]")).to_have_text(str(number))
    expect(page).to_have_url(re.compile(rf"\?turn={number}$"))
    return number


def assert_below_the_board(page: Page, title: str) -> None:
    """Assert that the heading of a turn is in view, and not behind the board."""
    heading = page.get_by_role("heading", level=2)
    expect(heading).to_contain_text(title)
    expect(heading).to_be_in_viewport(ratio=1)
    board, shown = page.locator(".board").bounding_box(), heading.bounding_box()
    assert board is not None
    assert shown is not None
    assert shown["y"] >= board["y"] + board["height"]


def open_turn(page: Page, turn: dict[str, Any]) -> None:
    """Open the review at a turn and wait for everything: another page would end its requests."""
    page.goto(f"/games/over/review?turn={turn['turn']}")
    expect(page.get_by_role("heading", level=2)).to_contain_text(f"Turn {turn['turn']}:")
    page.wait_for_load_state("networkidle")


def own_turns(review: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the turns of the first player."""
    return [turn for turn in review["turns"] if turn["seat"] == 0]


def test_the_end_leads_to_the_review_and_keys_move_through_it(ada: Page, review: dict[str, Any]) -> None:
    ada.goto("/games/over")
    ada.get_by_role("link", name="Review the game").click()
    own = own_turns(review)
    expect(ada.locator("ol li")).to_have_count(len(own))
    ada.keyboard.press("Home")
    expect(ada.get_by_role("heading", level=2)).to_contain_text(f"Turn {own[0]['turn']}:")
    assert chosen(ada) == own[0]["turn"]
    for key, wanted in (("ArrowRight", own[1]), ("ArrowRight", own[2]), ("ArrowLeft", own[1]), ("End", own[-1])):
        ada.keyboard.press(key)
        expect(ada.get_by_role("heading", level=2)).to_contain_text(f"Turn {wanted['turn']}:")
    mark = "mistake" if any(turn["mark"] == "mistake" for turn in own) else "slip"
    mistakes = [turn["turn"] for turn in own[1:] if turn["mark"] == mark]
    assert mistakes, "random players do not play well"
    ada.keyboard.press("Home")
    for wanted in mistakes[:2]:
        ada.keyboard.press("m")
        expect(ada.get_by_role("heading", level=2)).to_have_text(f"Turn {wanted}: a {mark}")
    ada.get_by_role("radio").nth(1).click()
    expect(ada.locator("ol li")).to_have_count(len(review["turns"]) - len(own))


def test_the_board_shows_both_turns_or_one_of_them(ada: Page, review: dict[str, Any]) -> None:
    turn = next(turn for turn in review["turns"] if turn["seat"] == 0 and turn["mark"] in ("slip", "mistake"))
    played, better = ({hex for step in turn[name] for hex in step["placed"]} for name in ("played", "better"))
    ada.goto(f"/games/over/review?turn={turn['turn']}")
    expect(ada.locator("svg .disc.better")).to_have_count(len(better - played))
    expect(ada.locator("svg .disc.same")).to_have_count(len(better & played))
    expect(ada.locator("svg .played")).to_have_count(len(played - better))
    assert_pressed(ada, "Show both")
    ada.get_by_role("button", name="Better").click()
    assert_pressed(ada, "Better")
    expect(ada.locator("svg .disc.better")).to_have_count(len(better))
    expect(ada.locator("svg .played")).to_have_count(0)
    ada.get_by_role("button", name="Show both").click()
    assert_pressed(ada, "Show both")
    expect(ada.locator("svg .played")).to_have_count(len(played - better))


def assert_pressed(page: Page, name: str) -> None:
    """Assert that one view of the board is chosen, and that it looks so: no other button has its colour."""
    chosen, others = page.locator(".panel [aria-pressed=true]"), page.locator(".panel [aria-pressed=false]")
    expect(chosen).to_have_count(1)
    expect(chosen).to_contain_text(name)
    expect(others).to_have_count(2)
    colour = "button => getComputedStyle(button).backgroundColor"
    assert chosen.evaluate(colour) not in [other.evaluate(colour) for other in others.all()]


def test_the_gold_of_the_other_player_is_in_the_table(ada: Page, review: dict[str, Any]) -> None:
    turn = next(turn for turn in review["turns"] if turn["seat"] == 0 and turn["mark"] in ("slip", "mistake"))
    ada.goto(f"/games/over/review?turn={turn['turn']}")
    row = ada.get_by_role("row", name="Trader")
    played, better = (round(turn[name]) for name in ("others_played", "others_better"))
    expect(row.get_by_role("cell").filter(has_text=re.compile(r"\d"))).to_have_text([str(played), str(better)])
    expect(row.locator(".more")).to_have_count(int(better < played))


def test_a_turn_that_is_the_best_has_one_column_of_gold(ada: Page, review: dict[str, Any]) -> None:
    for same, columns in ((True, 1), (False, 2)):
        open_turn(ada, next(turn for turn in review["turns"] if turn["same"] is same))
        expect(ada.locator("thead th:not([colspan])")).to_have_count(columns)
        expect(ada.get_by_role("row", name="Winning chance").locator("td.numbers")).to_have_count(columns)


def test_turning_points_are_marked_in_the_list_and_beside_the_title(ada: Page, review: dict[str, Any]) -> None:
    points = [review["turns"][i] for i in review["turning_points"]]
    own = [turn for turn in points if turn["seat"] == 0]
    assert own, "random players do not play well"
    open_turn(ada, own[0])
    marked = ada.get_by_role("listitem").filter(has_text="turning point")
    expect(marked).to_have_count(len(own))
    expect(ada.locator(".panel").get_by_role("button", name="turning point")).to_be_visible()
    open_turn(ada, next(turn for turn in own_turns(review) if turn not in own))
    expect(ada.locator(".panel").get_by_role("button", name="turning point")).to_have_count(0)


def test_the_best_of_several_others_is_in_the_table(
    browser: Browser, reviewed: ServerProcess, many: dict[str, Any]
) -> None:
    visitor = Visitor(browser, reviewed, INSTANT)
    visitor.page.goto(f"/games/{many['id']}/review")
    expect(visitor.page.get_by_role("row", name="Best of the others")).to_be_visible()
    visitor.close()
    visitor.assert_no_errors()


def test_the_game_is_played_on_from_a_turn(ada: Page, review: dict[str, Any]) -> None:
    turn = own_turns(review)[3]
    ada.goto(f"/games/over/review?turn={turn['turn']}")
    ada.get_by_role("button", name="Play on from here").click()
    expect(ada).to_have_url(re.compile(r"/table/[\w-]+/0$"))
    expect(ada.locator("[data-to-play='0']")).to_be_visible()
    expect(ada.locator("[data-seq]")).to_have_attribute("data-seq", str(2 + turn["begun"]))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_that_is_played_on_leads_back_to_the_turn(
    browser: Browser, reviewed: ServerProcess, review: dict[str, Any], size: dict[str, int], language: str
) -> None:
    words = texts_of(language)
    visitor = as_ada(browser, reviewed, {**INSTANT, "language": language}, viewport=size)
    page = visitor.page
    address = f"/games/over/review?turn={own_turns(review)[3]['turn']}"
    page.goto(address)
    page.get_by_role("button", name=words["review.play_on"]).click()
    expect(page.locator("[data-to-play='0']")).to_be_visible()
    page.reload()
    expect(page.locator("[data-to-play='0']")).to_be_visible()
    tools = page.get_by_role("button", name=words["table.tools"], exact=True)
    if tools.count():
        tools.click()
    link = page.get_by_role("link", name=words["review.return"])
    expect(link).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    link.click()
    expect(page).to_have_url(re.compile(f"{re.escape(address)}$"))
    expect(page.get_by_role("heading", level=2)).to_contain_text(address.rpartition("=")[2])
    visitor.close()
    visitor.assert_no_errors()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=lambda size: f"{size['width']}x{size['height']}")
def test_another_table_leads_to_no_review(browser: Browser, reviewed: ServerProcess, size: dict[str, int]) -> None:
    visitor = as_ada(browser, reviewed, INSTANT, viewport=size)
    page = visitor.page
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    made = page.request.post("/api/tables", data={"id": f"not-reviewed-{size['width']}", "seats": seats}).json()
    page.goto(f"/table/{made['table']['id']}/0")
    expect(page.locator("[data-to-play='0']")).to_be_visible()
    if size == PHONE:
        page.get_by_role("button", name="Tools", exact=True).click()
    expect(page.get_by_role("link", name="To the start page")).to_be_visible()
    expect(page.get_by_role("link", name="Back to the review")).to_have_count(0)
    visitor.close()
    visitor.assert_no_errors()


def test_a_turn_is_tried_again_and_graded(ada: Page, review: dict[str, Any]) -> None:
    turn = own_turns(review)[1]
    ada.goto(f"/games/over/review?turn={turn['turn']}")
    ada.get_by_role("button", name="Retry").click()
    expect(ada.get_by_role("region", name="Score").get_by_role("heading")).to_have_count(3)
    for left in (2, 1, 0):
        ada.locator("path.cell.open").first.click()
        expect(ada.locator(".todo")).to_have_count(left)
    ada.get_by_role("button", name="End turn").click()
    expect(ada.get_by_role("heading", name="Your turn:")).to_be_visible()
    expect(ada.get_by_role("region", name="Try this turn again")).to_be_focused()
    ada.get_by_role("button", name="Back").click()
    expect(ada.get_by_role("heading", level=2)).to_contain_text(f"Turn {turn['turn']}:")


def test_the_grade_of_a_turn_names_the_better_one_and_the_reason(ada: Page, review: dict[str, Any]) -> None:
    turn = next(turn for turn in own_turns(review) if turn["mark"] == "mistake" and turn["reason"])
    open_turn(ada, turn)
    reason = ada.locator(".panel p").inner_text().partition(" This turn cost")[0]
    better = ada.get_by_role("button", name="Better").inner_text()
    ada.get_by_role("button", name="Retry").click()
    while (end := ada.get_by_role("button", name="End turn")).is_disabled():
        left = ada.locator(".todo").count()
        ada.locator("path.cell.open").first.click()
        expect(ada.locator(".todo")).not_to_have_count(left)
    end.click()
    panel = ada.get_by_role("region", name="Try this turn again")
    expect(panel.get_by_role("heading", name="Your turn:")).not_to_contain_text("best", timeout=30_000)
    expect(panel).to_contain_text(reason)
    button = panel.get_by_role("button", name="Better")
    expect(button).to_have_text(better)
    gold = ada.locator("svg .better .bright")
    expect(gold).not_to_have_count(0)
    panel.get_by_role("button", name="Played").click()
    expect(gold).to_have_count(0)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(gold).not_to_have_count(0)


def test_the_focus_goes_to_the_turn_that_is_tried_and_back(ada: Page, review: dict[str, Any]) -> None:
    ada.goto(f"/games/over/review?turn={own_turns(review)[1]['turn']}")
    ada.get_by_role("button", name="Retry").focus()
    ada.keyboard.press("Enter")
    expect(ada.get_by_role("region", name="Try this turn again")).to_be_focused()
    expect(ada.locator(".todo")).to_have_count(3)
    ada.keyboard.press("Escape")
    expect(ada.get_by_role("button", name="Retry")).to_be_focused()


def test_choosing_another_player_ends_the_turn_that_is_tried(ada: Page, review: dict[str, Any]) -> None:
    ada.goto(f"/games/over/review?turn={own_turns(review)[1]['turn']}")
    ada.get_by_role("button", name="Retry").click()
    expect(ada.locator(".todo")).to_have_count(3)
    ada.get_by_role("radio").nth(1).click()
    expect(ada.get_by_role("region", name="Try this turn again")).to_have_count(0)
    expect(ada.locator("path.cell.open")).to_have_count(0)
    assert chosen(ada) in [turn["turn"] for turn in review["turns"] if turn["seat"] == 1]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_is_cut_off(
    browser: Browser, reviewed: ServerProcess, review: dict[str, Any], size: dict[str, int], language: str
) -> None:
    words = texts_of(language)
    visitor = as_ada(browser, reviewed, {**INSTANT, "language": language}, viewport=size)
    visitor.page.goto("/games/over/review")
    expect(visitor.page.get_by_role("button", name=words["review.next_mistake"])).to_be_in_viewport()
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.close()
    visitor.assert_no_errors()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_title_names_all_players_of_a_large_game(
    browser: Browser, reviewed: ServerProcess, many: dict[str, Any], size: dict[str, int]
) -> None:
    visitor = Visitor(browser, reviewed, INSTANT, viewport=size)
    page = visitor.page
    page.goto(f"/games/{many['id']}/review")
    title = page.get_by_role("heading", level=1)
    for n in range(1, PLAYERS + 1):
        expect(title).to_contain_text(f"Wanderer {n}: ")
    page.evaluate("document.fonts.ready")
    shown, tools = title.bounding_box(), page.get_by_role("button", name="Share").bounding_box()
    assert shown is not None
    assert tools is not None
    assert title.evaluate(LOWEST_LINE) <= shown["y"] + shown["height"] + 4, "all lines are shown"
    assert shown["x"] + shown["width"] <= tools["x"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("button", name="Next mistake")).to_be_in_viewport()
    visitor.close()
    visitor.assert_no_errors()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_long_names_are_shortened_and_can_be_read_in_full(
    browser: Browser, reviewed: ServerProcess, size: dict[str, int]
) -> None:
    long = "Maximilian von und zu Habsburg"

    def rename(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        for seat in body["table"]["seats"]:
            seat |= {"kind": "person", "name": long}
        route.fulfill(response=response, json=body)

    visitor = Visitor(browser, reviewed, INSTANT, viewport=size)
    page = visitor.page
    page.route("**/api/games/over?seq=*", rename)
    page.goto("/games/over/review")
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_accessible_name(re.compile(f"Review: {long}.*{long}"))
    assert long not in title.inner_text()
    box = title.bounding_box()
    assert box is not None
    assert box["height"] < 70
    for label in page.locator(".graph text").all():
        expect(label).to_contain_text("… ahead")
        assert label.evaluate("text => text.getBBox().width < text.ownerSVGElement.clientWidth * 0.75")
    page.wait_for_load_state("networkidle")
    visitor.close()
    visitor.assert_no_errors()


def test_on_a_phone_the_board_stays_in_view_beside_the_list(
    browser: Browser, reviewed: ServerProcess, review: dict[str, Any]
) -> None:
    visitor = as_ada(browser, reviewed, INSTANT, viewport=PHONE, is_mobile=True, has_touch=True)
    page = visitor.page
    page.goto("/games/over/review")
    page.locator("ol li").last.get_by_role("button").tap()
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    assert_below_the_board(page, f"Turn {own_turns(review)[-1]['turn']}:")
    page.mouse.wheel(0, 2000)
    page.get_by_role("button", name="One turn back").tap()
    assert_below_the_board(page, f"Turn {own_turns(review)[-2]['turn']}:")
    page.get_by_role("button", name="Retry").tap()
    expect(page.get_by_role("button", name="End turn")).to_be_in_viewport()
    visitor.close()
    visitor.assert_no_errors()


@pytest.mark.parametrize("size", SIZES[2:], ids=lambda size: f"{size['width']}x{size['height']}")
def test_on_a_phone_the_better_hexes_are_in_view_and_large_enough(
    browser: Browser, reviewed: ServerProcess, review: dict[str, Any], size: dict[str, int]
) -> None:
    visitor = as_ada(browser, reviewed, INSTANT, viewport=size, is_mobile=True, has_touch=True)
    page = visitor.page
    for turn in [turn for turn in own_turns(review) if not turn["same"]][:3]:
        open_turn(page, turn)
        expect(page.locator(".board .better .bright").first).to_be_in_viewport(ratio=1)
        cell = page.locator("path.cell").first.bounding_box()
        assert cell is not None
        assert cell["width"] >= SMALLEST_HEX
    visitor.close()
    visitor.assert_no_errors()


@pytest.mark.parametrize("touch", [False, True])
def test_figures_and_marks_are_explained_by_tap_and_by_key(
    browser: Browser, reviewed: ServerProcess, review: dict[str, Any], touch: bool
) -> None:
    words = texts_of("en")
    visitor = as_ada(browser, reviewed, INSTANT, viewport=PHONE if touch else DESKTOP, has_touch=touch)
    page = visitor.page
    page.goto("/games/over/review")
    for name, line in (
        (" luck", "review.luck_line"),
        (" accuracy", "review.accuracy_line"),
        ("What the", "review.marks_line"),
    ):
        button = page.get_by_role("button", name=name)
        if touch:
            button.tap()
        else:
            button.focus()
            page.keyboard.press("Enter")
        expect(page.get_by_role("tooltip")).to_have_text(words[line])
        page.keyboard.press("Escape")
        expect(page.get_by_role("tooltip")).to_have_count(0)
    visitor.close()
    visitor.assert_no_errors()


def test_most_turns_of_a_game_are_in_view(browser: Browser, reviewed: ServerProcess, review: dict[str, Any]) -> None:
    visitor = as_ada(browser, reviewed, INSTANT, viewport={"width": 1440, "height": 900})
    longest = max(review["turns"], key=lambda turn: len(turn["played"]) + len(turn["better"]))
    for turn, least in ((review["turns"][0], 9), (longest, 8)):
        visitor.page.goto(f"/games/over/review?turn={turn['turn']}")
        rows = visitor.page.locator("ol li")
        expect(rows).not_to_have_count(0)
        visitor.page.evaluate("document.fonts.ready")
        shown = visitor.page.locator("ol").evaluate("list => list.clientHeight / list.firstElementChild.offsetHeight")
        assert shown > least - 0.1
        visitor.page.wait_for_load_state("networkidle")
    visitor.close()
    visitor.assert_no_errors()


def test_the_review_has_no_serious_findings_and_no_small_controls(
    browser: Browser, reviewed: ServerProcess, review: dict[str, Any]
) -> None:
    visitor = as_ada(browser, reviewed, INSTANT, bypass_csp=True)
    visitor.page.goto("/games/over/review")
    expect(visitor.page.locator("ol li")).not_to_have_count(0)
    assert visitor.page.evaluate(SMALL, 24) == []
    assert findings(visitor.page) == []
    visitor.close()
    visitor.assert_no_errors()


def test_a_lost_request_leaves_the_page_and_the_next_step_recovers(
    browser: Browser, reviewed: ServerProcess, review: dict[str, Any]
) -> None:
    visitor = as_ada(browser, reviewed, INSTANT)
    visitor.expected_errors = ["ERR_FAILED"]
    page = visitor.page
    own = own_turns(review)
    marked = page.locator("svg .disc, svg .played")
    lost = False
    page.route("**/api/games/over?seq=*", lambda route: route.abort() if lost else route.continue_())
    page.goto(f"/games/over/review?turn={own[0]['turn']}")
    expect(marked).not_to_have_count(0)
    lost = True
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("alert")).to_have_text(texts_of("en")["app.unreachable"])
    expect(page.get_by_role("heading", level=2)).to_contain_text(f"Turn {own[1]['turn']}:")
    lost = False
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert chosen(page) == own[2]["turn"]
    expect(marked).not_to_have_count(0)
    visitor.close()
    visitor.assert_no_errors()


def test_a_game_in_progress_has_no_review_but_a_table(browser: Browser, reviewed: ServerProcess) -> None:
    visitor = as_ada(browser, reviewed, INSTANT)
    visitor.expected_errors = ["409"]
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    made = visitor.page.request.post("/api/tables", data={"id": "review-in-progress", "seats": seats}).json()
    address = f"/games/{made['table']['id']}/review"
    visitor.page.goto(address)
    content = visitor.page.get_by_role("main")
    expect(content.get_by_role("alert")).to_have_text("The game is not over yet.")
    expect(content.get_by_role("link")).to_have_text(["To the table"])
    expect(content.get_by_role("button")).to_have_count(0)
    stranger = Visitor(browser, reviewed, INSTANT)
    stranger.page.goto(address)
    expect(stranger.page.get_by_role("main").get_by_role("link")).to_have_text(["To the start page"])
    stranger.close()
    content.get_by_role("link").click()
    expect(visitor.page.locator("[data-to-play='0']")).to_be_visible()
    visitor.close()
    visitor.assert_no_errors()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_where_there_is_no_game_only_the_start_page_is_offered(
    browser: Browser, reviewed: ServerProcess, language: str
) -> None:
    words = texts_of(language)
    visitor = as_ada(browser, reviewed, {**INSTANT, "language": language})
    visitor.expected_errors = ["404"]
    visitor.page.goto("/games/no-such-game/review")
    content = visitor.page.get_by_role("main")
    expect(content.get_by_role("alert")).to_have_text(words["refusal.not_found"])
    expect(content.get_by_role("link")).to_have_text([words["app.home"]])
    expect(content.get_by_role("button")).to_have_count(0)
    content.get_by_role("link").click()
    expect(visitor.page).to_have_url(re.compile(r"://[^/]+/$"))
    visitor.close()
    visitor.assert_no_errors()


def test_a_review_that_becomes_ready_later_does_not_bring_the_reader_back(ada: Page, review: dict[str, Any]) -> None:
    waiting: list[Route] = []
    ada.goto("/games/over")
    expect(ada.get_by_role("link", name="Review the game")).to_be_visible()
    ada.route("**/api/games/over/review?*", lambda route: waiting.append(route))
    with ada.expect_request("**/api/games/over/review?*"):
        ada.get_by_role("link", name="Review the game").click()
    expect(ada.get_by_role("progressbar")).to_be_visible()
    ada.go_back()
    expect(ada).to_have_url(re.compile(r"/games/over\?"))
    with ada.expect_response("**/api/games/over/review?*"):
        waiting[0].continue_()
    ada.wait_for_load_state("networkidle")
    assert "review" not in ada.url, "the reader is on another page"
