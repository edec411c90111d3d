"""The daily challenge in a browser: the board of the day, the game, the result, sharing, and other days."""

from __future__ import annotations

import datetime
import re
import time
from typing import Any

from playwright.sync_api import Page, expect

from kingdom_builder.daily import challenge_of, day_of
from tests.server.client import new_id
from tests.web.browser import PHONE


def finish(page: Page, game: str) -> None:
    """Play a game to its end with requests: the first answer that is offered, each time."""
    seat = f"/api/tables/{game}/seats/0"
    seq = 0
    while True:
        state = page.request.get(f"{seat}/state", params={"after": seq, "wait": 20}).json()
        view: dict[str, Any] = state["view"]
        seq = view["public"]["seq"]
        if view["public"]["over"]:
            return
        if view["public"]["to_play"] == 0:
            answer = [*view["you"]["hexes"], *view["you"]["options"]][0]
            data = {"id": new_id(), "seen_seq": seq, "answer": answer}
            assert page.request.post(f"{seat}/answers", data=data).ok


def at_table(page: Page) -> str:
    """Wait until the table is shown; return its id."""
    page.wait_for_url("**/table/*/0")
    page.wait_for_load_state("networkidle")
    return page.url.split("/")[-2]


def test_a_player_plays_the_challenge_of_today_and_shares_the_result(visit):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page = visitor.page
    number = challenge_of(day_of(time.time())).number
    page.goto("/")
    page.get_by_role("link", name=f"Daily challenge {number}").click()
    expect(page).to_have_url(re.compile("/daily$"))
    expect(page.get_by_role("heading", name="Same board for everyone")).to_be_visible()
    expect(page.get_by_text("Nobody has finished it yet.")).to_be_visible()
    page.get_by_label("Your name").fill("Vera")
    page.get_by_role("button", name="Play").click()
    game = at_table(page)
    page.goto("/daily")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    finish(page, game)

    page.goto(f"/table/{game}/0")
    page.get_by_role("link", name="Daily challenge").click()
    mine = page.request.get("/api/daily/today/results").json()["mine"]
    lost = mine["margin"] < 0
    expect(page.get_by_role("heading", level=1)).to_have_text(
        f"Mason wins by {-mine['margin']}" if lost else f"{mine['gold']} gold"
    )
    row = page.locator("ol li")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("You")
    expect(row).to_contain_text(str(mine["gold"]))
    expect(page.get_by_text("Streak of 1 day").first).to_be_attached()
    page.get_by_role("button", name="Share the picture").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Copy").click()
    text = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert text[0] == f"Kingdom Builder, daily challenge {number}"
    assert text[1].startswith(f"{mine['gold']} gold, ")
    assert "/daily?date=" in text[3]
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("link", name="Review")).to_have_attribute("href", f"/games/{game}/review")
    page.get_by_role("link", name=f"The day before: challenge {number - 1}").click()
    expect(page.get_by_text("This day is over.")).to_be_visible()
    page.get_by_role("link", name=f"The day after: challenge {number}").click()
    expect(row).to_contain_text("You")
    page.get_by_role("button", name="Practise").click()
    assert at_table(page) != game


def test_an_old_day_is_practice_and_a_day_without_a_challenge_says_so(visit):
    visitor = visit(viewport=PHONE)
    visitor.expected_errors.append("404 (Not Found)")
    page = visitor.page
    yesterday = day_of(time.time()) - datetime.timedelta(1)
    page.goto("/daily")
    page.get_by_role("link", name=f"The day before: challenge {challenge_of(yesterday).number}").click()
    expect(page.get_by_text("This day is over.")).to_be_visible()
    expect(page.get_by_text("Nobody finished it on its day.")).to_be_visible()
    page.get_by_role("button", name="Practise").click()
    at_table(page)
    page.goto("/daily?date=2020-01-01")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="Daily challenge").click()
    expect(page.get_by_role("heading", name="Same board for everyone")).to_be_visible()
