"""A browser on the page, which records every error, and a table that tests play at."""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import httpx
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Dialog,
    Locator,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.server.client import new_id
from tests.server.serving import PATIENCE, ServerProcess
from tests.services import program

MILLISECONDS = PATIENCE * 1000
expect.set_options(timeout=MILLISECONDS)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
INSTANT = {"speed": "skip", "motion": "reduced", "sound": False, "askBeforeEnd": False, "warnFinal": False}
"""Settings without animations and without dialogs that ask for confirmation."""
ANSWERS = READY, LEGAL, CONTROLS = "button.ready", "path.cell.open", "button.control:enabled"
"""Selectors of everything that gives an answer: tiles, hexes, and buttons such as the end of the turn."""


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Run the Chromium of the system without a window, which takes half the time of the one with windows."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium-headless-shell"), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """A separate browser context. Errors of console, network and scripts are recorded."""

    def __init__(
        self, browser: Browser, server: ServerProcess, settings: dict[str, Any] | None = None, **options: Any
    ) -> None:
        self.server = server
        self.errors: list[str] = []
        self.expected_errors: list[str] = []
        options.setdefault("viewport", DESKTOP)
        options.setdefault("locale", "en-GB")
        self.context: BrowserContext = browser.new_context(base_url=server.url, **options)
        self.context.set_default_timeout(MILLISECONDS)
        if settings is not None:
            stored = json.dumps(settings)
            self.context.add_init_script(
                f"localStorage['kingdom-builder'] ??= {json.dumps(stored)}",
            )
        self.page = self.open()

    def open(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self._record(message.type in ("error", "warning"), message.text))
        page.on("pageerror", lambda error: self._record(True, str(error)))
        page.on("requestfailed", self._record_failure)
        page.on("request", lambda request: self._record(self._is_foreign(request.url), f"foreign: {request.url}"))
        page.on("response", lambda answer: self._record(answer.status >= 500, f"{answer.status}: {answer.url}"))
        page.on("dialog", _fail_on_dialog)
        return page

    def _record_failure(self, request: Request) -> None:
        """Record a request that got no answer. A page that is left aborts its requests, which is no error."""
        self._record(request.failure != "net::ERR_ABORTED", f"failed: {request.url} {request.failure}")

    def assert_no_errors(self) -> None:
        """Fail if there are errors that the test does not expect."""
        left = [line for line in self.errors if not any(word in line for word in self.expected_errors)]
        assert left == []

    def close(self) -> None:
        self.context.close()

    def _is_foreign(self, url: str) -> bool:
        return not url.startswith((self.server.url, self.server.ws_url, "data:", "blob:"))

    def _record(self, is_error: bool, text: str) -> None:
        if is_error:
            self.errors.append(text)


def _fail_on_dialog(dialog: Dialog) -> None:
    dialog.dismiss()
    raise AssertionError(f"the page opened a system dialog: {dialog.message}")


class Table:
    """A game on the screen. Answers are given as a player gives them: by what can be seen and clicked."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.screen = page.locator("[data-seq]")
        self.answered = 0

    def wait(self) -> None:
        """Wait until the table is shown and no command or animation is running."""
        expect(self.screen).to_have_attribute("data-busy", "false")

    @property
    def seq(self) -> int:
        return int(self.screen.get_attribute("data-seq") or 0)

    @property
    def to_play(self) -> int | None:
        """The seat that is to play; None when the game is over."""
        found = self.screen.get_attribute("data-to-play")
        return int(found) if found else None

    @property
    def legal(self) -> Locator:
        """The hexes that may be chosen."""
        return self.page.locator(LEGAL)

    @property
    def controls(self) -> Locator:
        """The buttons that answer the question: end of turn, stop, cards and so on."""
        return self.page.locator(CONTROLS)

    @property
    def tiles(self) -> Locator:
        """The tiles that can be used now."""
        return self.page.locator(READY)

    def hex(self, name: str) -> Locator:
        return self.page.locator(f"#hex-{name.replace(':', '-')}")

    def click_answer(self, act: Locator, **options: Any) -> None:
        """Click on an answer, and wait until it is stored and shown."""
        before = self.seq
        act.click(**options)
        self.settle(before)

    def settle(self, before: int) -> None:
        self.page.wait_for_function(
            "before => { const s = document.querySelector('[data-seq]');"
            " return !s || (Number(s.dataset.seq) > before && s.dataset.busy === 'false') }",
            arg=before,
        )
        self.answered += 1

    def answer_randomly(self, *, tiles: float = 0.5) -> None:
        """Give a random answer of those offered; `tiles` is the probability that a tile is used if one can be."""
        ready, legal, controls = self.page.evaluate(
            "selectors => selectors.map(selector => document.querySelectorAll(selector).length)", list(ANSWERS)
        )
        before = self.seq
        if ready and self.rng.random() < tiles:
            self.press(self.tiles.nth(self.rng.randrange(ready)))
        elif legal and (not controls or self.rng.random() < 0.9):
            self.choose(self.legal.nth(self.rng.randrange(legal)))
        else:
            self.press(self.controls.nth(self.rng.randrange(controls)))
        self.settle(before)

    def press(self, button: Locator) -> None:
        """Press a button or a tile; subclasses do it without a mouse."""
        button.click()

    def choose(self, cell: Locator) -> None:
        """Choose a hex. The click is forced because the drawing of a piece may cover the hex."""
        cell.click(force=True)

    def is_asked(self, seat: int) -> bool:
        """Wait until a seat is to play; return False if the game is over first."""
        self.page.wait_for_function(
            "seat => { const s = document.querySelector('[data-seq]'); return s &&"
            " s.dataset.busy === 'false' && (!s.dataset.toPlay || s.dataset.toPlay === String(seat)) }",
            arg=seat,
        )
        return self.to_play is not None

    def play_to_end(self, seat: int, **how: Any) -> None:
        """Play a seat until the game is over."""
        while self.is_asked(seat):
            self.answer_randomly(**how)

    def shown_totals(self) -> list[int]:
        """Return every player's gold as the rows or chips of the players show it."""
        return [int(text) for text in self.page.locator(".players .total").all_inner_texts()]

    def open_panel(self, title: str, tools: str = "Tools") -> None:
        """Show a panel by its button or tab; on a phone the buttons are in the menu of the tools."""
        menu = self.page.get_by_role("button", name=tools, exact=True)
        if menu.count():
            menu.click()
        button, tab = (self.page.get_by_role(role, name=title, exact=True) for role in ("button", "tab"))
        if not button.count() and not tab.count():
            self.page.locator(".players .gold").first.click()
        (button if button.count() else tab).click()
        expect(tab).to_have_attribute("aria-selected", "true")

    def close_panel(self) -> None:
        """Close the panel that `open_panel` has opened on a phone."""
        self.page.get_by_role("button", name="Close", exact=True).click()


class Fingers:
    """Fingers that move on the screen, by the browser's DevTools protocol."""

    STEP = 0.1
    """Seconds between two touches: slow enough that the browser does not fling."""

    def __init__(self, page: Page) -> None:
        self.protocol: CDPSession = page.context.new_cdp_session(page)

    def drag(self, *paths: Sequence[tuple[float, float]]) -> None:
        """Put down a finger for every path, move all of them step by step, and lift them."""
        steps = [*zip(*paths, strict=True)]
        steps += [steps[-1]] * 2
        begun = time.time() - self.STEP * len(steps)
        for i, step in enumerate(steps):
            points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(step)]
            self._touch("touchMove" if i else "touchStart", points, begun + self.STEP * i)
        self._touch("touchEnd", [], begun + self.STEP * len(steps))

    def _touch(self, kind: str, points: list[dict[str, Any]], moment: float) -> None:
        event = {"type": kind, "touchPoints": points, "timestamp": moment}
        self.protocol.send("Input.dispatchTouchEvent", event)


def touchable(cells: Locator) -> list[int]:
    """Return which of these hexes can be touched in their middle now: in the window, and not covered."""
    found: list[int] = cells.evaluate_all(
        """cells => cells.flatMap((cell, i) => {
            const box = cell.getBoundingClientRect();
            const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return met === cell ? [i] : [];
        })"""
    )
    return found


def in_view(cells: Locator) -> list[int]:
    """Return which of these hexes can be touched, as soon as there are some: a camera may still move to them."""
    for _ in range(100):
        if found := touchable(cells):
            return found
        cells.page.wait_for_timeout(100)
    raise AssertionError("no such hex is in view")


def scores_of(server: ServerProcess, game: str) -> list[list[dict[str, Any]]]:
    """Return the score lines of every player of a finished game, as the server has them."""
    found: list[list[dict[str, Any]]] = httpx.get(f"{server.url}/api/games/{game}").json()["view"]["public"]["scores"]
    return found


def play_by_http(
    pages: Mapping[int, Page], game: str, until: Callable[[dict[str, Any]], bool], seed: int = 1
) -> dict[int, list[int]]:
    """Play seats with random answers, without their screens, until a public view is as wanted or the game is over.

    `pages` are the seats that are played, each with a page of its player. Return the answers of every seat.
    """
    rng = random.Random(seed)
    given: dict[int, list[int]] = {seat: [] for seat in pages}
    first = next(iter(pages))
    view = _state(pages[first], game, first)["view"]
    while not view["public"]["over"] and not until(view["public"]):
        seat, seq = view["public"]["to_play"], view["public"]["seq"]
        if seat in pages:
            you = _state(pages[seat], game, seat)["view"]["you"]
            answer = rng.choice(you["hexes"] or you["options"])
            body = {"id": new_id(), "seen_seq": seq, "answer": answer}
            stored = pages[seat].request.post(f"/api/tables/{game}/seats/{seat}/answers", data=body)
            assert stored.ok, stored.text()
            given[seat].append(answer)
        view = _state(pages[first], game, first, f"?after={seq}&wait=20")["view"]
    return given


def _state(page: Page, game: str, seat: int, query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = page.request.get(f"/api/tables/{game}/seats/{seat}/state{query}").json()
    return found


def is_near_end(view: dict[str, Any]) -> bool:
    """Return whether a player has at most three settlements left."""
    return any(player["supply"] <= 3 for player in view["position"]["players"])
