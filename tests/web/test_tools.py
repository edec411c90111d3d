"""Score my table, a set-up chosen piece by piece, and the guided first game: what they say is what the rules say."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from kingdom_builder import Game, load, new_game
from tests.random_play import play_randomly
from tests.web.browser import Table


def shown_gold(page: Page) -> list[int]:
    return [int(text) for text in page.locator("tr.total td").all_inner_texts()]


def paste(page: Page, text: str) -> None:
    page.locator("textarea").fill(text)
    page.get_by_role("button", name="Read it").click()


def test_a_table_set_by_hand_is_scored(visit):
    """One settlement beside another: two pieces are one area and one of Citizens' gold (R7.11), two lines (R7.9)."""
    page = visit().page
    page.goto("/score")
    expect(page.locator("tr.total")).to_be_visible()
    while (chosen := page.locator(".cards input:checked")).count():
        chosen.first.uncheck()
    for card in ("Citizens", "Discoverers"):
        page.get_by_label(card, exact=True).check()
    row = page.get_by_role("row").filter(has_text="Discoverers")
    page.locator("#hex-e1").click(force=True)
    expect(row).to_contain_text("1")
    page.locator("#hex-e2").click(force=True)
    expect(row).to_contain_text("2")
    expect(page.get_by_role("row").filter(has_text="Citizens")).to_contain_text("1")


def test_the_mayors_markers_are_set_and_shown_beside_their_lines(visit):
    """4 gold for each line that a player has marked (R7.32); a line has one marker, whoever set it last (R7.31)."""
    page = visit().page
    page.goto("/score")
    page.get_by_label("Mayors", exact=True).check()
    mayors = page.get_by_role("row").filter(has_text="Mayors").locator("td")
    page.get_by_role("button", name="Mayors’ marker, blue").click()
    for line in ("#hex-c4", "#hex-t9"):
        page.locator(line).click(force=True)
    expect(mayors).to_have_text(["8", "0"])
    page.get_by_role("button", name="Mayors’ marker, orange").click()
    page.locator("#hex-a4").click(force=True)
    expect(mayors).to_have_text(["4", "4"])
    expect(page.get_by_role("row", name="row 4, marked by orange for the Mayors")).to_have_count(1)
    expect(page.locator(".marker")).to_have_count(2)
    page.locator("#hex-k4").click(force=True)
    expect(mayors).to_have_text(["4", "0"])
    expect(page.locator(".marker")).to_have_count(1)


def test_a_pasted_position_is_scored_as_the_engine_does_and_bad_text_is_told(visit):
    page = visit().page
    page.goto("/score")
    page.get_by_text("Paste a position file").click()
    game: Game = new_game(5, players=3)
    play_randomly(game, 5, 80)
    paste(page, game.to_position())
    expect(page.locator("tr.total td")).to_have_count(3)
    assert shown_gold(page) == load(game.to_position()).scores() == game.scores()
    paste(page, "{bad")
    expect(page.get_by_role("alert")).to_contain_text("not valid JSON")
    assert shown_gold(page) == game.scores()


def test_a_set_up_is_chosen_piece_by_piece(visit):
    """Tasks, the side of the Island, capitols and caves are where they were put, and the table has them so."""
    page = visit().page
    page.goto("/new")
    page.get_by_role("button", name="Everything in the box").click()
    page.get_by_text("Choose the board and the cards").click()
    for place, name in (
        ("Top left", "Oracle"),
        ("Top right", "Lighthouse"),
        ("Bottom left", "Harbor"),
        ("Bottom right", "Farm"),
    ):
        select = page.get_by_label(place)
        select.select_option(label=next(text for text in select.locator("option").all_inner_texts() if name in text))
    page.get_by_label("Task 1").select_option(label="Road")
    page.locator("details label", has_text="Island").locator("select").select_option(label="Side with the Tree house")
    expect(page.locator("aside li", has_text="Road")).to_be_visible()
    chosen = {}
    for ground, with_it in (("castle", "with a capitol"), ("mountain", "with a cave")):
        offered = page.locator(f"aside [role=gridcell][aria-label*='{ground}' i]:not([aria-label*='{with_it}']).open")
        hex_id = offered.first.get_attribute("id")
        offered.first.click(force=True)
        expect(page.locator(f"#{hex_id}")).to_have_attribute("aria-label", re.compile(with_it))
        chosen[with_it] = str(hex_id).removeprefix("hex-")
    with page.expect_response("**/api/tables") as made:
        page.get_by_role("button", name="Make the table").click()
    setup = made.value.json()["table"]["setup"]
    assert setup["tasks"] == ["road"]
    assert setup["island"] == "tree_house"
    assert chosen["with a capitol"] in setup["capitols"]
    assert chosen["with a cave"] in setup["caves"]


def test_the_lesson_has_a_word_for_everything_new_and_ends_in_a_game(visit):
    page = visit().page
    page.goto("/learn")
    page.get_by_role("button", name="Begin").click()
    table = Table(page)
    table.wait()
    told: list[str] = []
    for _ in range(80):
        if not table.is_asked(0):
            break
        told += [text for text in page.locator("aside .where").all_inner_texts() if text not in told]
        onward = page.get_by_role("button", name="Next", exact=True)
        if onward.count():
            onward.click()
        else:
            table.answer_anyhow(tiles=1)
    assert len(told) >= 5, told
