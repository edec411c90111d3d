"""A real browser on the page, which notices whatever goes wrong behind a test's back."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Dialog, Locator, Page, expect, sync_playwright

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
AT_ONCE = {"speed": "skip", "motion": "reduced", "sound": False, "askBeforeEnd": False, "warnFinal": False}
"""Settings for tests that are about something else: nothing moves, nobody asks."""
OFFERED = READY, LIT, CONTROLS = "button.ready", "path.cell.open", "button.control:enabled"
"""What answers: tiles, hexes, and buttons such as the end of the turn."""


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Run Debian's browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium"), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """Somebody with a browser of their own. What the console, the network or a script complains of is kept."""

    def __init__(
        self, browser: Browser, server: ServerProcess, settings: dict[str, Any] | None = None, **options: Any
    ) -> None:
        self.server = server
        self.complaints: list[str] = []
        self.expected: list[str] = []
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
        page.on("console", lambda message: self._complain(message.type in ("error", "warning"), message.text))
        page.on("pageerror", lambda error: self._complain(True, str(error)))
        page.on("requestfailed", lambda request: self._complain(True, f"failed: {request.url} {request.failure}"))
        page.on("request", lambda request: self._complain(self._is_foreign(request.url), f"foreign: {request.url}"))
        page.on("response", lambda answer: self._complain(answer.status >= 500, f"{answer.status}: {answer.url}"))
        page.on("dialog", _refuse)
        return page

    def assert_content(self) -> None:
        """Nothing has gone wrong but what was said to be expected."""
        left = [line for line in self.complaints if not any(word in line for word in self.expected)]
        assert left == []

    def close(self) -> None:
        self.context.close()

    def _is_foreign(self, url: str) -> bool:
        return not url.startswith((self.server.url, self.server.ws_url, "data:", "blob:"))

    def _complain(self, really: bool, text: str) -> None:
        if really:
            self.complaints.append(text)


def _refuse(dialog: Dialog) -> None:
    dialog.dismiss()
    raise AssertionError(f"the page opened a system dialog: {dialog.message}")


class Table:
    """A game on the screen, driven as a player drives it: by what can be seen and clicked."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.screen = page.locator("[data-seq]")
        self.answered = 0

    def wait(self) -> None:
        """Wait until the table is on the screen and nothing is on its way."""
        expect(self.screen).to_have_attribute("data-busy", "false")

    @property
    def seq(self) -> int:
        return int(self.screen.get_attribute("data-seq") or 0)

    @property
    def to_play(self) -> int | None:
        """The seat that is asked, None when the game is over."""
        found = self.screen.get_attribute("data-to-play")
        return int(found) if found else None

    @property
    def lit(self) -> Locator:
        """The hexes that may be chosen."""
        return self.page.locator(LIT)

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

    def answer_by(self, act: Locator, **options: Any) -> None:
        """Click something that answers, and wait until that has been stored and shown."""
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

    def answer_anyhow(self, *, tiles: float = 0.5) -> None:
        """Give any answer that the screen offers; `tiles` says how often a tile is used when it can be."""
        ready, lit, controls = self.page.evaluate(
            "selectors => selectors.map(selector => document.querySelectorAll(selector).length)", list(OFFERED)
        )
        before = self.seq
        if ready and self.chance.random() < tiles:
            self.press(self.tiles.nth(self.chance.randrange(ready)))
        elif lit and (not controls or self.chance.random() < 0.9):
            self.choose(self.lit.nth(self.chance.randrange(lit)))
        else:
            self.press(self.controls.nth(self.chance.randrange(controls)))
        self.settle(before)

    def press(self, button: Locator) -> None:
        """Press a button or a tile; those who play without a mouse do it in their own way."""
        button.click()

    def choose(self, cell: Locator) -> None:
        """Choose a hex: at the hex itself, although a piece's drawing may lie over it and meet the click first."""
        cell.click(force=True)

    def is_asked(self, seat: int) -> bool:
        """Wait until a seat is asked; False if the game is over first."""
        self.page.wait_for_function(
            "seat => { const s = document.querySelector('[data-seq]'); return s &&"
            " s.dataset.busy === 'false' && (!s.dataset.toPlay || s.dataset.toPlay === String(seat)) }",
            arg=seat,
        )
        return self.to_play is not None

    def play_to_the_end(self, seat: int, **how: Any) -> None:
        """Play a seat until the game is over."""
        while self.is_asked(seat):
            self.answer_anyhow(**how)

    def shown_totals(self) -> list[int]:
        """Every player's gold as the table of scores shows it."""
        return [int(text) for text in self.page.locator("tr.total td").all_inner_texts()]


def scores_of(server: ServerProcess, game: str) -> list[list[dict[str, Any]]]:
    """What the engine says of a finished game: every player's lines."""
    import httpx

    found: list[list[dict[str, Any]]] = httpx.get(f"{server.url}/api/games/{game}").json()["view"]["public"]["scores"]
    return found
