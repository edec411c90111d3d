"""Pictures of the page for the README, always the same: python -m tests.web.screenshots FOLDER."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from kingdom_builder.bots import new_bot
from kingdom_builder.game import Game, new_game
from tests.server.serving import ServerProcess, serving
from tests.web.browser import DESKTOP, INSTANT, PHONE, Table, Visitor, chromium
from tests.web.positions import SECRETS, Prepared, Scenario, backup_of, import_backup

SEED = 20
SETS = ("base", "nomads", "crossroads")
LIGHT = {**INSTANT, "theme": "light", "motion": "reduced", "language": "en"}


def game_of_bots(until: Callable[[Game], bool], *, seed: int = SEED, sets: tuple[str, ...] = SETS) -> Game:
    """Let two greedy bots play until a condition is true; it is always the same game."""
    game = new_game(seed, players=2, sets=sets, start=1)
    bots = [new_bot("greedy", seat) for seat in range(2)]
    while not until(game):
        seat = game.to_play
        assert seat is not None, "the game is over before the condition is true"
        game.play(bots[seat].answer(game.view(seat)))
    return game


def in_the_middle(game: Game) -> bool:
    """Ada is to build, halfway through the game, and has built once in this turn."""
    question = game.question
    return game.turn >= 18 and game.to_play == 0 and question is not None and question.left == 2


def before_the_end(game: Game) -> bool:
    """The game ends with the next answer, which is Ada's."""
    if game.to_play != 0 or len(game.legal_answers()) != 1:
        return False
    after = game.copy()
    after.play(game.legal_answers()[0])
    return after.over


@contextmanager
def serving_games(**games: Game) -> Iterator[ServerProcess]:
    """Run a server with these tables, each with Ada and a bot."""
    with tempfile.TemporaryDirectory() as folder:
        tables = [(name, Prepared(Scenario(name, SETS, ()), game, ()), True) for name, game in games.items()]
        database = import_backup(backup_of(tables), Path(folder))
        with serving(Path(folder), database=database) as server:
            yield server


def as_ada(browser: Browser, server: ServerProcess, settings: dict[str, Any], **options: Any) -> Visitor:
    """Return a visitor with the cookie of the player at seat 0."""
    visitor = Visitor(browser, server, settings, **options)
    visitor.context.add_cookies([{"name": "kingdom_builder", "value": SECRETS[0], "url": server.url}])
    return visitor


def home(page: Page) -> None:
    """The start page without games of the visitor, which would show a date."""
    page.context.clear_cookies()
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def table(page: Page) -> None:
    """A game in the middle, with the pointer on a hex that can be chosen."""
    page.goto("/table/middle/0")
    Table(page).wait()
    Table(page).legal.last.hover(force=True)
    expect(page.locator(".tag")).to_be_visible()


def table_on_a_phone(page: Page) -> None:
    page.goto("/table/middle/0")
    Table(page).wait()


def end(page: Page) -> None:
    page.goto("/table/end/0")
    Table(page).wait()
    if Table(page).to_play is not None:
        Table(page).controls.first.click()
    expect(page.get_by_role("region", name="Decisive turns").get_by_role("link")).to_have_count(3)
    page.mouse.move(0, 0)


def rules(page: Page) -> None:
    """The rules at the first tiles."""
    page.goto("/rules#tile-oracle")
    expect(page.locator("section.marked figure")).to_be_in_viewport()


Picture = tuple[Callable[[Page], None], dict[str, Any], dict[str, Any]]
PICTURES: dict[str, Picture] = {
    "home": (home, {}, {}),
    "table": (table, {}, {}),
    "table-dark": (table, {"theme": "dark"}, {}),
    "table-french": (table, {"language": "fr"}, {}),
    "phone": (table_on_a_phone, {}, {"viewport": PHONE, "is_mobile": True, "has_touch": True}),
    "end": (end, {}, {}),
    "rules": (rules, {}, {}),
}


def take_all(folder: Path, browser: Browser) -> None:
    """Take every picture."""
    folder.mkdir(parents=True, exist_ok=True)
    games = {"middle": game_of_bots(in_the_middle), "end": game_of_bots(before_the_end)}
    with serving_games(**games) as server:
        for name, (show, settings, options) in PICTURES.items():
            visitor = as_ada(browser, server, {**LIGHT, **settings}, **{"viewport": DESKTOP, **options})
            show(visitor.page)
            visitor.page.wait_for_load_state("networkidle")
            visitor.page.evaluate("document.fonts.ready")
            visitor.page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=85, animations="disabled")
            visitor.close()
            visitor.assert_no_errors()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.web.screenshots FOLDER")
    with chromium() as started:
        take_all(Path(sys.argv[1]), started)
