"""The rules in a browser: a picture for every tile and card, the search, and the same pictures at a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kingdom_builder.examples.example_file import all_examples
from kingdom_builder.texts.catalogue import LANGUAGES, catalogue
from tests.server.client import ME, bot
from tests.web.browser import INSTANT, PHONE, Table
from tests.web.test_games import new_game

FIGURES = """entries => Object.fromEntries(
    entries.map(entry => [entry.id.slice(5), entry.querySelectorAll('figure [role=img]').length]))"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_drawn_with_its_caption(visit, language):
    page = visit({**INSTANT, "language": language}).page
    page.goto("/rules")
    expect(page.locator("#rule-tile-farm figure")).to_be_visible()
    shown = page.locator("section.entry:has(figure)").evaluate_all(FIGURES)
    assert shown == {entry: len(found) for entry, found in all_examples().items()}
    captions = {entry.id: list(entry.captions) for c in catalogue(language).chapters for entry in c.entries}
    labels = page.locator("#rule-tile-tavern").get_by_role("img").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert labels == captions["tile-tavern"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_shows_icon_name_line_details_and_set_but_no_rule_number(visit, language):
    page = visit({**INSTANT, "language": language}).page
    page.goto("/rules")
    entry, texts = page.locator("#rule-tile-quarry"), catalogue(language).texts
    expect(entry.locator("h3 svg")).to_be_visible()
    expect(entry.get_by_role("heading", level=3)).to_have_text(texts["tile.quarry.name"])
    expect(entry).to_contain_text(texts["tile.quarry.line"])
    expect(entry.locator(".set")).to_have_text(texts["set.nomads.name"])
    expect(page.locator("#rule-card-knights h3 use")).to_have_attribute("href", "#card-knights")
    expect(page.locator("article")).not_to_contain_text("R5.")


def test_the_search_lists_the_thing_with_that_name_first(visit):
    page = visit().page
    page.goto("/rules")
    page.get_by_role("searchbox").fill("canoe")
    expect(page.locator("section.entry").first).to_have_id("rule-tile-canoe")
    page.get_by_role("searchbox").fill("zebra")
    expect(page.locator("section.entry")).to_have_count(0)
    expect(page.get_by_text("Nothing found.")).to_be_visible()


@pytest.mark.parametrize(
    ("address", "entry"),
    [("card-knights", "card-knights"), ("R7.14", "card-knights"), ("tile-paddock", "tile-paddock")],
)
def test_an_address_shows_its_entry(visit, address, entry):
    page = visit().page
    page.goto(f"/rules#{address}")
    expect(page.locator("section.marked")).to_have_id(f"rule-{entry}")
    expect(page.locator("section.marked h3")).to_be_in_viewport()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_scrolls_the_rules_only_downwards(visit, language):
    page = visit({**INSTANT, "language": language}, viewport=PHONE).page
    page.goto("/rules")
    expect(page.locator("#rule-tile-farm figure")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_cards_and_tiles_at_a_table_are_explained_with_a_picture(visit):
    page = visit().page
    new_game(page, ME, bot("greedy"), cards=["knights", "miners", "lords"])
    Table(page).wait()
    knights = page.get_by_role("link", name="Knights")
    expect(knights.locator("use")).to_have_attribute("href", "#card-knights")
    knights.hover()
    tooltip = page.get_by_role("tooltip")
    expect(tooltip).to_contain_text(catalogue("en").texts["card.knights.line"])
    expect(tooltip.get_by_role("img")).to_have_accessible_name(catalogue("en").texts["example.card-knights.1"])
