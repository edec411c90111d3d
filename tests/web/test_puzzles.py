"""Puzzles in a browser: a turn is played, graded and counted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from kingdom_builder.engine.answers import END_TURN, FIRST_OPTION
from kingdom_builder.puzzles.puzzle import KnownTurn, Puzzle, shipped_puzzles
from kingdom_builder.review.marks import MISTAKE
from kingdom_builder.sets.registry import answer_name
from tests.web.browser import INSTANT, PHONE, Table, Visitor
from tests.web.positions import texts_of


def is_plain(turn: KnownTurn) -> bool:
    return turn.answers[-1] == END_TURN and all(answer < FIRST_OPTION for answer in turn.answers[:-1])


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A puzzle whose two best turns only build."""
    found = shipped_puzzles().values()
    return next(puzzle for puzzle in found if is_plain(puzzle.turns[0]) and is_plain(puzzle.turns[1]))


def play(table: Table, turn: KnownTurn) -> None:
    for answer in turn.answers[:-1]:
        table.click_answer(table.hex(answer_name(answer)), force=True)


def test_an_address_without_a_puzzle_says_so(visit: Callable[..., Visitor]):
    visitor = visit()
    visitor.expected_errors.append("404 (Not Found)")
    visitor.page.goto("/puzzles/none")
    expect(visitor.page.get_by_role("alert")).to_have_text("There is no such puzzle.")
    visitor.page.get_by_role("link", name="All puzzles").click()
    expect(visitor.page.get_by_role("button", name="Begin")).to_be_visible()


def test_a_turn_is_played_graded_and_counted(visit: Callable[..., Visitor], puzzle: Puzzle):
    page = visit().page
    page.goto("/")
    page.get_by_role("link", name="Find the best turn").click()
    page.get_by_role("radio", name=str(puzzle.difficulty), exact=True).check()
    expect(page.get_by_text("Solved at the first try: 0 of")).to_be_visible()
    page.goto(f"/puzzles/{puzzle.id}")
    table = Table(page)
    table.wait()
    play(table, puzzle.turns[1])
    page.keyboard.press("u")
    table.wait()
    table.click_answer(table.hex(answer_name(puzzle.turns[1].answers[-2])), force=True)
    page.get_by_role("button", name="Check").click()
    verdict = page.locator(".verdict")
    expect(verdict.get_by_role("heading")).to_have_text("A mistake" if puzzle.turns[1].lost >= MISTAKE else "A slip")
    first_try = page.get_by_text("First try: a ")
    expect(first_try).to_have_count(0)
    page.get_by_role("button", name="Try again").click()
    table.wait()
    expect(first_try).to_be_visible()
    play(table, puzzle.best)
    page.keyboard.press("e")
    expect(verdict.get_by_role("heading")).to_have_text("The best turn")
    stored = json.loads(page.evaluate("localStorage['kingdom-builder-puzzles']"))
    assert list(stored["tried"]) == [puzzle.id]
    assert stored["streak"] == 0, "only the first try counts"
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(f"{page.url.rsplit('/', 1)[0]}/{puzzle.id}")
    table.wait()


def test_a_puzzle_can_be_left_for_another_one_before_it_is_tried(visit: Callable[..., Visitor], puzzle: Puzzle):
    page = visit().page
    page.goto(f"/puzzles/{puzzle.id}")
    Table(page).wait()
    expect(page.get_by_text("First try:")).to_have_count(0)
    page.get_by_role("button", name="Another puzzle").click()
    expect(page).not_to_have_url(re.compile(puzzle.id))
    Table(page).wait()
    assert page.evaluate("localStorage['kingdom-builder-puzzles']") is None, "nothing was counted"


def test_a_move_without_a_connection_says_that_the_server_cannot_be_reached(
    visit: Callable[..., Visitor], puzzle: Puzzle
):
    visitor = visit()
    visitor.expected_errors.append("net::ERR_INTERNET_DISCONNECTED")
    page, table = visitor.page, Table(visitor.page)
    page.goto(f"/puzzles/{puzzle.id}")
    table.wait()
    visitor.context.set_offline(True)
    table.hex(answer_name(puzzle.best.answers[0])).click(force=True)
    expect(page.get_by_text(texts_of("en")["app.unreachable"])).to_be_visible()
    visitor.context.set_offline(False)
    play(table, puzzle.best)
    expect(page.get_by_role("button", name="Check")).to_be_enabled()


@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 640}, {"width": 844, "height": 390}], ids=str)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_verdict_and_its_buttons_are_in_view_on_a_phone(
    visit: Callable[..., Visitor], puzzle: Puzzle, size: ViewportSize, language: str
):
    words = texts_of(language)
    page = visit({**INSTANT, "language": language}, viewport=PHONE, is_mobile=True, has_touch=True).page
    page.goto(f"/puzzles/{puzzle.id}")
    table = Table(page)
    table.wait()
    play(table, puzzle.turns[1])
    page.set_viewport_size(size)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.keyboard.press("e")
    expect(page.locator(".verdict").get_by_role("heading")).to_be_in_viewport(ratio=1)
    heading, board = page.locator("#verdict").bounding_box(), page.locator(".board").first.bounding_box()
    assert heading is not None
    assert board is not None
    assert size["width"] > size["height"] or heading["y"] >= board["height"], "the board does not cover it"
    for name in (words["puzzle.retry"], words["puzzle.next"]):
        button = page.get_by_role("button", name=name)
        expect(button).to_be_in_viewport(ratio=1)
        button.click(trial=True)
