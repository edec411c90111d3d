"""The page shows what the operator of the server tells everybody, in the reader's language."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.test_admin import admin
from tests.web.browser import Table


def test_an_announcement_is_shown_on_every_page_until_it_is_closed(visit, server):
    english, french = visit(), visit(locale="fr-FR")
    english.page.goto("/")
    english.page.get_by_role("button", name="Play now").click()
    Table(english.page).wait()
    admin(server, "announce", "Maintenance tonight.", "--fr", "Maintenance ce soir.")
    shown = english.page.get_by_role("status").filter(has_text="Maintenance tonight.")
    expect(shown).to_be_visible()
    shown.get_by_role("button", name="Close").click()
    expect(shown).to_have_count(0)
    french.page.goto("/rules")
    expect(french.page.get_by_role("status").filter(has_text="Maintenance ce soir.")).to_be_visible()
    admin(server, "announce", "--clear")
