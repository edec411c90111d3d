"""Games with many events, and games of other rules, on the page."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kingdom_builder.sets.registry import answer_number
from tests.server.client import ME, bot
from tests.server.client import Browser as Client
from tests.server.database_file import database_path
from tests.server.serving import serving
from tests.server.test_long_games import store
from tests.web.browser import INSTANT, Visitor

NOTICES = {
    "en-GB": "The game is shown up to here, because the rules of this server do not allow the next move.",
    "fr-FR": "La partie est montrée jusqu’ici, car les règles de ce serveur ne permettent pas le coup suivant.",
}


def as_browser(visitor: Visitor, client: Client) -> Page:
    """Give a page the cookies of a client."""
    cookies = [{"name": name, "value": value, "url": visitor.server.url} for name, value in client.http.cookies.items()]
    visitor.context.add_cookies(cookies)  # type: ignore[arg-type]
    return visitor.page


def test_the_log_and_the_chat_show_earlier_lines_on_demand(tmp_path: Path, browser: Browser):
    with serving(tmp_path) as server:
        ada = Client(server)
        table = ada.create(ME, ME)
        seat = ada.state(table, 0)["view"]["public"]["to_play"]
        answer = ada.state(table, seat)["view"]["you"]["hexes"][0]
        server.kill()
        store(server, table, [("chat", seat, {"text": f"early {number}"}) for number in range(3)])
        store(server, table, [("answer", seat, answer), ("undo", seat, 1)] * 48)
        store(server, table, [("chat", seat, {"text": f"late {number}"}) for number in range(150)])
        server.start()
        visitor = Visitor(browser, server, INSTANT)
        page = as_browser(visitor, ada)
        page.goto(f"/table/{table['id']}/{seat}")
        page.get_by_role("button", name=re.compile("^I am ")).click()
        log = page.get_by_role("log", name="Log")
        page.get_by_role("tab", name="Chat").click()
        chat = page.get_by_role("log", name="Chat")
        expect(chat.get_by_text("late 149")).to_be_visible()
        expect(chat.get_by_text("early 0")).to_have_count(0)
        chat.get_by_role("button", name="Show earlier").click()
        expect(chat.get_by_text("early 0")).to_have_count(1)
        expect(chat.get_by_role("button", name="Show earlier")).to_have_count(0)
        page.get_by_role("tab", name="Log").click()
        expect(log.get_by_text("The game begins.")).to_have_count(1)
        page.get_by_role("tab", name="Chat").click()
        page.get_by_role("textbox", name="Say something").fill("and now")
        page.get_by_role("button", name="Send").click()
        expect(chat.get_by_text("and now")).to_be_visible()
        visitor.close()
        visitor.assert_no_errors()


@pytest.mark.parametrize("locale", NOTICES)
def test_a_finished_game_of_other_rules_is_shown_with_a_notice(tmp_path: Path, browser: Browser, locale: str):
    with serving(tmp_path) as server:
        ada = Client(server)
        table = ada.create(ME, bot())
        with ada.seat(table, 0) as me:
            me.read_until(lambda: me.mine)
            seq = me.answer(me.legal()[0])["seq"]
        server.kill()
        with sqlite3.connect(database_path(server)) as database:
            change = "UPDATE events SET value = ? WHERE game = ? AND seq = ?"
            database.execute(change, (str(answer_number("take_back")), table["id"], seq))
            database.execute("UPDATE games SET status = 'over' WHERE id = ?", (table["id"],))
        database.close()
        server.start()
        visitor = Visitor(browser, server, INSTANT, locale=locale)
        page = as_browser(visitor, ada)
        page.goto(f"/games/{table['id']}")
        expect(page.get_by_text(NOTICES[locale])).to_be_visible()
        expect(page.get_by_role("slider")).to_be_visible()
        visitor.close()
        visitor.assert_no_errors()
