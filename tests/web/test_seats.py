"""Seats during a game: handed to a bot, asked for by a new person; the players decide. The creator closes the table."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.server.client import ME, OPEN, Browser, new_id
from tests.web.test_accessibility import create


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="Table", exact=True).click()


def places(page: Page) -> list[object]:
    """Return where the board and the buttons of the table are."""
    return [found.bounding_box() for found in page.locator("[role=grid], main button").all()]


def test_the_creator_hands_a_seat_to_a_bot_and_a_new_person_is_accepted(server, visit):
    ada, bob, dan = visit().page, Browser(server), visit().page
    table = create(ada, {**ME, "name": "Ada"}, OPEN, setup={"start": 0})
    bob.join(table["invite"], name="Bob")
    ada.goto(f"/table/{table['id']}/0")
    open_menu(ada)
    button = ada.get_by_role("button", name="Hand the seat of Bob to a bot")
    button.click()
    expect(ada.get_by_text("Everybody sees that you did this.")).to_be_visible()
    button.click()
    expect(button).to_be_hidden()
    ada.get_by_role("button", name="Close", exact=True).click()
    dan.goto(f"/t/{table['invite']}")
    dan.get_by_label("Your name").fill("Dan")
    before = places(ada)
    dan.get_by_role("button", name="Ask for the seat").click()
    expect(dan.get_by_text("The players are asked.")).to_be_visible()
    expect(ada.get_by_text("Dan asks for the seat that a bot keeps.")).to_be_visible()
    assert places(ada) == before  # nothing moves below a pointer
    ada.get_by_role("button", name="Accept").click()
    dan.wait_for_url(re.compile(rf"/table/{table['id']}/1"))


def test_a_refused_person_is_told_so_and_the_creator_closes_the_table(server, visit):
    ada, bob, dan = visit().page, Browser(server), visit().page
    table = create(ada, {**ME, "name": "Ada"}, OPEN, setup={"start": 0})
    bob.join(table["invite"], name="Bob")
    bob.post(f"/api/tables/{table['id']}/seats/1/bot", {}, 200)
    ada.goto(f"/table/{table['id']}/0")
    expect(ada.locator("[data-seq]")).to_be_visible()
    dan.goto(f"/t/{table['invite']}")
    dan.get_by_role("button", name="Ask for the seat").click()
    ada.get_by_role("button", name="Refuse").click()
    expect(dan.get_by_text("The players have not accepted.")).to_be_visible()
    open_menu(ada)
    ada.get_by_role("button", name="Close the table").click()
    expect(ada.get_by_text("The game ends for everybody, without a result.")).to_be_visible()
    ada.get_by_role("button", name="Close the table").click()
    ada.get_by_role("button", name="Close", exact=True).click()
    expect(ada.get_by_text("The table is closed: the game has no result.")).to_be_visible()


def test_the_creator_renews_the_links_of_a_table(server, visit):
    ada, bob = visit().page, Browser(server)
    table = create(ada, {**ME, "name": "Ada"}, OPEN)
    ada.goto(f"/table/{table['id']}/0")
    link = ada.get_by_label("Link to a seat")
    expect(link).to_have_value(re.compile(f"/t/{table['invite']}$"))
    button = ada.get_by_role("button", name="New link to a seat")
    button.click()
    expect(ada.get_by_text("The old link stops working at once.")).to_be_visible()
    button.click()
    expect(link).not_to_have_value(re.compile(f"/t/{table['invite']}$"))
    bob.get(f"/api/invites/{table['invite']}", 404)
    bob.join(link.input_value().rpartition("/")[2], name="Bob")
    open_menu(ada)
    expect(ada.get_by_label("Link for watching only")).to_have_value(re.compile(f"/w/{table['watch']}$"))
    expect(ada.get_by_role("button", name="New link for watching")).to_be_visible()


def test_a_player_deletes_names_and_messages_and_others_see_them_no_more(server, visit):
    ada, bob = visit().page, visit().page
    table = create(ada, {**ME, "name": "Ada"}, OPEN, setup={"start": 0})
    joined = bob.request.post(f"/api/invites/{table['invite']}/seats", data={"id": new_id(), "name": "Bobby"})
    assert joined.status == 201
    path = f"/api/tables/{table['id']}/seats/1/chat"
    assert bob.request.post(path, data={"id": new_id(), "text": "Call me at home"}).status == 200
    ada.goto(f"/table/{table['id']}/0")
    ada.get_by_role("tab", name="Chat").click()
    expect(ada.get_by_text("Bobby: Call me at home")).to_be_visible()
    bob.goto("/")
    bob.get_by_role("button", name="Settings").click()
    button = bob.get_by_role("button", name="Delete my names and messages")
    button.click()
    expect(bob.get_by_text("Your games stay, with a neutral name.")).to_be_visible()
    button.click()
    expect(bob.get_by_text("Deleted at 1 table.")).to_be_visible()
    expect(ada.get_by_text("Player 2 has deleted this message.")).to_be_visible()
    expect(ada.get_by_text("Call me at home")).to_have_count(0)
    expect(ada.get_by_text("Bobby")).to_have_count(0)
