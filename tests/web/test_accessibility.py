"""Accessibility: what axe finds, names of controls, the board as a grid, keyboard focus, sizes for touch."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from kingdom_builder.engine.answers import FIRST_OPTION
from kingdom_builder.puzzles.puzzle import shipped_puzzles
from kingdom_builder.sets.registry import answer_name
from tests.server.client import ME, OPEN, bot, new_id
from tests.server.client import Browser as Client
from tests.web.browser import INSTANT, PHONE, Table

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
PLAIN = next(
    found
    for found in shipped_puzzles().values()
    if not found.game().players[found.game().active].tiles and max(found.turns[1].answers[:-1]) < FIRST_OPTION
)
"""A puzzle in which a turn only builds."""
ASKING = {**INSTANT, "askBeforeEnd": True}
FIRST = {"seed": 5, "start": 0}
RUN_AXE = """() => axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations
    .filter(({impact}) => impact === "serious" || impact === "critical")
    .map(({id, nodes}) => `${id}: ${nodes.length} times, first ${nodes[0].html.slice(0, 200)}`
        + ` (${nodes[0].failureSummary?.replaceAll("\\n", " ")})`))"""
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def findings(page: Page) -> list[str]:
    """Return the serious findings of axe on this screen, in the light and the dark theme."""
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(content=AXE.read_text())
    found: list[str] = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        found += [f"{theme}: {line}" for line in page.evaluate(RUN_AXE)]
    return found


def create(page: Page, *seats: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Create a table with a seat for this browser."""
    answer = page.request.post("/api/tables", data={"id": new_id(), "seats": list(seats), "setup": FIRST, **options})
    assert answer.status == 201, answer.text()
    table: dict[str, Any] = answer.json()["table"]
    return table


def play_until(page: Page, table: dict[str, Any], condition: Callable[[dict[str, Any]], bool]) -> bool:
    """Play seat 0 over HTTP, towards locations; return False if the game is over before a condition is true."""
    base = f"/api/tables/{table['id']}/seats/0"
    goals = [((int(name[1:]) - 1), ord(name[0]) - ord("a")) for name in table["setup"]["locations"] if ":" not in name]
    names = {number: name for name, number in page.request.get("/api/catalogue").json()["options"].items()}
    seq = 0
    while True:
        state = page.request.get(f"{base}/state?after={seq}&wait=20").json()
        seq, view = state["table"]["seq"], state["view"]
        game = view["public"]
        if game["over"]:
            return False
        if game["to_play"] != 0:
            continue
        you = view["you"]
        view["offered"] = [names[option] for option in you["options"]]
        if condition(view):
            return True
        near = [
            min(abs(number // 20 - row) + abs(number % 20 - column) for row, column in goals) for number in you["hexes"]
        ]
        answer = you["hexes"][near.index(min(near))] if near else you["options"][0]
        page.request.post(f"{base}/answers", data={"id": new_id(), "seen_seq": seq, "answer": answer})


def has_spare_tile(view: dict[str, Any]) -> bool:
    return "end_turn" in view["offered"] and len(view["offered"]) > 1


def table_with_spare_tile(page: Page, **setup: Any) -> dict[str, Any]:
    """Return a table where the visitor can end the turn although a tile is unused."""
    while not play_until(page, table := create(page, ME, bot(), setup={**FIRST, **setup}), has_spare_tile):
        pass
    return table


def at_table(page: Page, table: dict[str, Any], rest: str = "") -> None:
    page.goto(f"/table/{table['id']}/0{rest}")
    Table(page).wait()


def home(page: Page, server: Any) -> None:
    create(page, ME, bot())
    page.goto("/")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()


def new_table(page: Page, server: Any) -> None:
    page.goto("/new")
    expect(page.locator("aside [role=grid]")).to_be_visible()
    for summary in page.locator("summary").all():
        summary.click()
    page.get_by_role("radiogroup", name="Who is player 2?").get_by_role("radio", name="Friend").check()
    expect(page.get_by_role("button", name="Top left")).to_be_visible()


def section_pictures(page: Page, server: Any) -> None:
    new_table(page, server)
    page.get_by_role("button", name="Top left").click()
    expect(page.get_by_role("dialog").get_by_role("radio", name="Oracle")).to_be_visible()


def join(page: Page, server: Any) -> None:
    Client(server).create(ME, OPEN, listed=True)
    page.goto("/join")
    expect(page.locator("section li").first).to_be_visible()


def invite(page: Page, server: Any) -> None:
    page.goto(f"/t/{Client(server).create(ME, OPEN)['invite']}")
    expect(page.get_by_role("grid")).to_be_visible()


def lobby(page: Page, server: Any) -> None:
    page.goto(f"/table/{create(page, ME, OPEN)['id']}/0")
    expect(page.get_by_role("grid")).to_be_visible()


def table_in_play(page: Page, server: Any) -> None:
    at_table(page, table_with_spare_tile(page, sets=["base", "nomads", "crossroads", "island"]))


def table_while_another_plays(page: Page, server: Any) -> None:
    table = create(page, ME, OPEN, setup={"seed": 5, "start": 1})
    Client(server).join(table["invite"])
    at_table(page, table)
    assert Table(page).to_play == 1
    page.get_by_role("tab", name="Chat").click()


def settings(page: Page, server: Any) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def end_of_turn(page: Page, server: Any) -> None:
    at_table(page, table_with_spare_tile(page))
    page.get_by_role("button", name="End turn").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def curtain(page: Page, server: Any) -> None:
    page.goto(f"/table/{create(page, ME, ME)['id']}/0")
    expect(page.locator("main button")).to_be_focused()


def end(page: Page, server: Any) -> None:
    table = create(page, ME, bot())
    play_until(page, table, lambda view: False)
    at_table(page, table)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def replay(page: Page, server: Any) -> None:
    table = create(page, ME, bot())
    play_until(page, table, lambda view: False)
    page.goto(f"/games/{table['id']}")
    expect(page.get_by_role("slider")).to_be_visible()


def rules(page: Page, server: Any) -> None:
    page.goto("/rules")
    expect(page.locator("main h2").first).to_be_visible()


def score_my_table(page: Page, server: Any) -> None:
    page.goto("/score")
    expect(page.get_by_role("grid")).to_be_visible()


def learn(page: Page, server: Any) -> None:
    page.goto("/learn")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def daily(page: Page, server: Any) -> None:
    page.goto("/daily")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def daily_result(page: Page, server: Any) -> None:
    table = page.request.post("/api/daily/today", data={"id": new_id()}).json()["table"]
    play_until(page, table, lambda view: False)
    page.goto("/daily")
    expect(page.get_by_role("button", name="Share the picture")).to_be_visible()


def puzzles(page: Page, server: Any) -> None:
    page.goto("/puzzles")
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def puzzle(page: Page, server: Any) -> None:
    page.goto(f"/puzzles/{PLAIN.id}")
    Table(page).wait()


def graded_puzzle(page: Page, server: Any) -> None:
    """A puzzle whose second-best turn was played and checked."""
    puzzle(page, server)
    table = Table(page)
    for answer in PLAIN.turns[1].answers[:-1]:
        table.click_answer(table.hex(answer_name(answer)), force=True)
    page.keyboard.press("e")
    expect(page.locator(".verdict")).to_be_visible()


def statistics(page: Page, server: Any) -> None:
    page.goto("/statistics")
    expect(page.get_by_role("region", name="Pairs of cards")).to_be_visible()


def lesson(page: Page, server: Any) -> None:
    at_table(page, create(page, ME, bot(), setup={"first_game": True, "start": 0, "seed": 5}), "?lesson=1")
    expect(page.get_by_role("complementary")).to_be_visible()


def no_such_page(page: Page, server: Any) -> None:
    page.goto("/table/nowhere/x")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


SCREENS = [
    home,
    new_table,
    section_pictures,
    join,
    invite,
    lobby,
    table_in_play,
    table_while_another_plays,
    settings,
    end_of_turn,
    curtain,
    end,
    replay,
    rules,
    score_my_table,
    learn,
    daily,
    daily_result,
    puzzles,
    puzzle,
    graded_puzzle,
    statistics,
    lesson,
    no_such_page,
]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_a_screen_has_no_serious_findings_and_no_small_controls(visit, server, screen):
    """One test for both, because it takes a whole game to reach some screens."""
    visitor = visit(ASKING, bypass_csp=True)
    screen(visitor.page, server)
    small = visitor.page.evaluate(SMALL, 24)
    assert not small, "\n".join(small)
    found = findings(visitor.page)
    assert not found, "\n".join(found)


def test_the_board_is_a_grid_of_named_hexes(visit, server):
    page = visit().page
    table = create(page, ME, bot())
    play_until(page, table, lambda view: view["public"]["turn"] > 3 and view["you"]["hexes"])
    at_table(page, table)
    grid = page.get_by_role("grid", name="Board")
    expect(grid.get_by_role("row")).to_have_count(20)
    expect(grid.get_by_role("row").first.get_by_role("gridcell")).to_have_count(20)
    names = [cell.get_attribute("aria-label") or "" for cell in grid.get_by_role("gridcell").all()]
    assert len(set(names)) == 400
    assert names[0].startswith("a1, ")
    assert any("settlement of" in name for name in names)
    chosen = [name for name in names if name.endswith(", can be chosen")]
    assert len(chosen) == Table(page).legal.count() > 0


def test_screen_readers_hear_every_sentence_and_read_whole_turns_in_the_log(visit, server):
    page = visit().page
    at_table(page, create(page, ME, bot()))
    log = page.get_by_role("log", name="Log")
    expect(log).to_have_attribute("aria-live", "off")
    table = Table(page)
    told = []
    for _ in range(2):
        cell = table.legal.first
        told.append((cell.get_attribute("id") or "").removeprefix("hex-"))
        table.click_answer(cell, force=True)
        expect(page.locator("p.unseen[aria-live=polite]")).to_contain_text(f"You build on {told[-1]}.")
    turn = log.locator("details").last
    expect(turn.locator("summary")).to_have_text(re.compile(f"You:\\s*built {' '.join(told)}"))
    turn.locator("summary").click()
    expect(turn.get_by_role("listitem").last).to_have_text(f"You build on {told[-1]}.")


OUTLINE = """() => { const node = document.activeElement, style = getComputedStyle(node);
    if (node === document.body) return null;
    (window.stops ??= []).push(node);
    return {what: node.getAttribute("aria-label") ?? node.innerText ?? "", hex: node.matches("[role=gridcell]"),
            seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
                || node.matches("[role=gridcell]") && !!node.closest("svg").querySelector("g.ring, g.aimed")} }"""

IN_ORDER = """stops.every((node, i) => i === 0
    || stops[i - 1].compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING)"""


@pytest.mark.parametrize(
    "screen", [home, new_table, table_in_play, replay, puzzle, daily, statistics], ids=lambda screen: screen.__name__
)
def test_the_focus_is_visible_and_follows_the_order_of_the_page(visit, server, screen):
    page = visit().page
    screen(page, server)
    page.evaluate("document.body.tabIndex = -1; document.body.focus()")
    stops: list[dict[str, Any]] = []
    for _ in range(80):
        page.keyboard.press("Tab")
        stop = page.evaluate(OUTLINE)
        if stop is None:
            break
        stops.append(stop)
    assert len(stops) > 5
    assert page.evaluate(IN_ORDER)
    assert [stop["what"] for stop in stops if not stop["seen"]] == []
    hexes = sum(stop["hex"] for stop in stops)
    assert hexes <= page.get_by_role("grid").count(), "the board is one stop, and so is the Island"


SMALL = """least => [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=tab]")]
    .filter((node) => node.checkVisibility({visibilityProperty: true}) && getComputedStyle(node).display !== "inline")
    .map((node) => [node, (["checkbox", "radio"].includes(node.type) && node.closest("label") || node)
        .getBoundingClientRect()])
    .filter(([, box]) => box.width && box.width < least || box.height && box.height < least)
    .map(([node, box]) => `${node.outerHTML.slice(0, 120)}: ${box.width} x ${box.height}`)"""


@pytest.mark.parametrize(
    "screen", [home, new_table, join, lobby, settings, table_in_play, end, lesson], ids=lambda screen: screen.__name__
)
def test_main_controls_are_large_enough_for_a_thumb(visit, server, screen):
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True).page
    screen(page, server)
    found = page.evaluate(SMALL, 40)
    assert not found, "\n".join(found)
