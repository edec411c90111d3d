"""A player who is faster than the answers of the server."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from kingdom_builder.engine.answers import END_TURN, HEX_OF_ANSWER
from kingdom_builder.engine.hexes import neighbours
from tests.server.client import ME, bot
from tests.web.browser import MILLISECONDS, PHONE, Table
from tests.web.test_games import new_game

STEP = 50
"""Milliseconds between two looks at what the page has sent."""


class SlowServer:
    """Holds back what the server says about answers, until it is released."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.slow = False
        self.held: list[str] = []
        self.sent: list[Any] = []
        page.route_web_socket("**/live*", self._connect)

    def release(self) -> None:
        self.slow = False
        for message in self.held:
            self.socket.send(message)
        self.held.clear()

    def expect_answers(self, expected: list[int]) -> None:
        """Wait until the page has sent these answers and no others."""
        self.page.wait_for_timeout(STEP)
        for _ in range(int(MILLISECONDS) // STEP):
            if self._answers() == expected:
                return
            self.page.wait_for_timeout(STEP)
        assert self._answers() == expected

    def _answers(self) -> list[int]:
        return [message["answer"] for message in self.sent if message["type"] == "answer"]

    def _connect(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        server = socket.connect_to_server()

        def from_page(message: str | bytes) -> None:
            self.sent.append(json.loads(message))
            server.send(message)

        def from_server(message: str | bytes) -> None:
            assert isinstance(message, str)
            if self.slow and json.loads(message)["type"] in ("ack", "update"):
                self.held.append(message)
            else:
                socket.send(message)

        socket.on_message(from_page)
        server.on_message(from_server)


def asked(page: Page) -> Table:
    """Begin a game in which seat 0 is to build."""
    new_game(page, ME, bot(), seed=1, start=0)
    table = Table(page)
    assert table.is_asked(0)
    return table


def chain(table: Table) -> list[int]:
    """Return three hexes that may be chosen: the second is next to the first, the third next to the second alone."""
    found: list[int] = table.legal.evaluate_all("cells => cells.map(cell => Number(cell.dataset.hex))")
    near = {a: {b for b in found if neighbours(1 << HEX_OF_ANSWER[a]) >> HEX_OF_ANSWER[b] & 1} for a in found}
    return next([a, b, c] for a in found for b in near[a] for c in near[b] - near[a] - {a})


def cell(page: Page, number: int) -> Locator:
    return page.locator(f'[data-hex="{number}"]')


def test_hexes_that_are_clicked_before_the_last_answer_is_shown_are_chosen(visit):
    page = visit().page
    server = SlowServer(page)
    table = asked(page)
    before, hexes = table.seq, chain(table)
    server.slow = True
    for number in [hexes[0], *hexes]:
        cell(page, number).click(force=True)
    expect(page.locator("g.aimed")).to_have_count(3)
    server.expect_answers(hexes[:1])
    server.release()
    expect(table.screen).to_have_attribute("data-seq", str(before + 3))
    table.wait()
    server.expect_answers(hexes)
    expect(page.locator("g.aimed")).to_have_count(0)
    expect(page.get_by_role("button", name="End turn")).to_be_enabled()


def test_a_hex_that_is_not_possible_any_more_is_explained_and_what_follows_forgotten(visit):
    page = visit().page
    server = SlowServer(page)
    table = asked(page)
    before, (first, second, third) = table.seq, chain(table)
    server.slow = True
    for number in (first, third, second):
        cell(page, number).click(force=True)
    expect(page.locator("g.aimed")).to_have_count(3)
    server.release()
    expect(page.locator("p.info.bad")).to_contain_text("Next to your settlements")
    assert table.seq == before + 1
    server.expect_answers([first])


def test_the_key_that_ends_the_turn_may_follow_the_last_settlement_at_once(visit):
    page = visit().page
    server = SlowServer(page)
    table = asked(page)
    hexes = chain(table)
    for number in hexes[:2]:
        table.click_answer(cell(page, number), force=True)
    before = table.seq
    server.slow = True
    cell(page, hexes[2]).click(force=True)
    page.keyboard.press("e")
    server.release()
    table.settle(before + 1)
    assert table.is_asked(0)
    server.expect_answers([*hexes, END_TURN])


def test_one_tap_on_a_hex_that_becomes_possible_aims_at_it(visit):
    page = visit(viewport=PHONE, is_mobile=True, has_touch=True).page
    server = SlowServer(page)
    table = asked(page)
    hexes = chain(table)
    cell(page, hexes[0]).focus()
    before = table.seq
    page.keyboard.press("Enter")
    table.settle(before)
    server.slow = True
    cell(page, hexes[1]).focus()
    page.keyboard.press("Enter")
    cell(page, hexes[2]).tap(force=True)
    server.expect_answers(hexes[:2])
    server.release()
    expect(page.locator("button.aimed")).to_be_visible()
    table.wait()
    server.expect_answers(hexes[:2])
