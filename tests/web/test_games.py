"""Whole games in a browser: the page shows the log and the final score of the engine."""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, TimeoutError, WebSocket, expect

from kingdom_builder.engine.hexes import Coordinate, distance
from kingdom_builder.setup.builder import ALL_SETS
from tests.server.client import ME, bot, new_id
from tests.server.serving import ServerProcess, serving
from tests.web.browser import PHONE, Fingers, Table, in_view, is_near_end, play_by_http, scores_of, touchable
from tests.web.positions import texts_of

RECONNECTING = "Connecting again… nothing is lost."


ENGLISH, FRENCH = texts_of("en"), texts_of("fr")


def game_of(url: str) -> str:
    """Return the game of an address such as /table/GAME/0."""
    return url.split("/table/")[1].split("/")[0]


def new_game(page: Page, *seats: dict[str, Any], **setup: Any) -> str:
    """Create a table for this browser and open it."""
    made = page.request.post("/api/tables", data={"id": new_id(), "seats": list(seats), "setup": setup})
    assert made.ok, made.text()
    game: str = made.json()["table"]["id"]
    page.goto(f"/table/{game}/0")
    return game


def history_of(server: ServerProcess, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = httpx.get(f"{server.url}/api/games/{game}/history").json()["events"]
    return found


def answers_of(server: ServerProcess, game: str, seat: int) -> list[int]:
    """Return the answers of a seat in a finished game, with those that were taken back."""
    return [e["answer"] for e in history_of(server, game) if e["kind"] == "answer" and e["seat"] == seat]


def assert_end(page: Page, server: ServerProcess, game: str, names: list[str], words: dict[str, str] = ENGLISH) -> None:
    """The page shows the result of the engine, then beside the board every line of every player; it stays there."""
    expect(page.get_by_role("link", name=words["end.replay"], exact=True)).to_be_visible()
    lines = scores_of(server, game)
    totals = [sum(line["gold"] for line in player) for player in lines]
    public = httpx.get(f"{server.url}/api/games/{game}").json()["view"]["public"]
    winners, cards = public["winners"], public["position"]["cards"]
    assert [seat for seat, total in enumerate(totals) if total == max(totals)] == winners
    mine = page.request.get(f"/api/tables/{game}").json().get("my_seats", [])
    you = mine[0] if len(mine) == 1 else None
    expect(page.get_by_role("heading", level=1)).to_have_text(headline(names, totals, you, words))
    assert gold_shown(page) == {
        **{
            line["source"]: {seat: player[i]["gold"] for seat, player in enumerate(lines)}
            for i, line in enumerate(lines[0])
            if line["source"] in cards or any(player[i]["gold"] for player in lines)
        },
        "": dict(enumerate(totals)),
    }
    page.get_by_role("button", name=words["end.board"]).click()
    Table(page).open_panel(words["score.title"], words["table.tools"])
    shown = page.locator("table.numbers tbody tr:has(button.number)").evaluate_all(
        "rows => rows.map(row => [row.querySelector('a').getAttribute('href'), row.querySelector('a').innerText,"
        " ...[...row.querySelectorAll('button.number')].map(number => Number(number.innerText))])"
    )
    assert shown == [
        [
            f"/rules#card-{line['source']}",
            words[f"card.{line['source']}.name"],
            *(player[i]["gold"] for player in lines),
        ]
        for i, line in enumerate(lines[0])
    ]
    assert Table(page).shown_totals() == totals
    expect(page.locator(".end h2")).to_have_text(headline(names, totals, you, words))
    joined = f" {'and' if words is ENGLISH else 'et'} ".join
    read = [words["seat.me"] if seat == you else name for seat, name in enumerate(names)]
    colon = ":" if words is ENGLISH else "\N{NO-BREAK SPACE}:"
    results = [f"{name}{colon * name[-1].isdigit()} {total}" for name, total in zip(read, totals, strict=True)]
    expect(page.locator(".end p.numbers")).to_have_text(joined([", ".join(results[:-1]), results[-1]]))


def headline(names: list[str], totals: list[int], you: int | None, words: dict[str, str]) -> str:
    """Return who has won, as the page says it to the player of a seat or to everybody."""
    best, *others = sorted(totals, reverse=True)
    winners = [seat for seat, total in enumerate(totals) if total == best]
    joined = f" {'and' if words is ENGLISH else 'et'} ".join
    if len(winners) > 1:
        named = joined([names[seat] for seat in winners if seat != you])
        return words["end.shared_with" if you in winners else "end.shared"].format(names=named)
    if winners == [you]:
        return words["end.win"].format(n=best - others[0])
    return words["end.wins"].format(name=names[winners[0]], n=best - others[0])


def gold_shown(page: Page) -> dict[str, dict[int, int]]:
    """Return every player's gold by source as the result shows it; the totals have no source."""
    cells = page.locator("table.result .gold").evaluate_all(
        "cells => cells.map(cell => [cell.closest('tr').dataset.source ?? '', cell.dataset.seat, cell.textContent])"
    )
    found: dict[str, dict[int, int]] = {}
    for source, seat, gold in cells:
        found.setdefault(source, {})[int(seat)] = int(gold)
    return found


def expected_moves(server: ServerProcess, game: str, names: list[str], reader: int | None = None) -> list[str]:
    """Return the lines about settlements and ends of turns that the log of a base game must have for a reader."""
    lines = []
    for entry in history_of(server, game):
        if entry["kind"] != "answer":
            continue
        you = entry["seat"] == reader
        name = "You" if you else names[entry["seat"]]
        build, move, end = ("build", "move", "end") if you else ("builds", "moves", "ends")
        if entry["answer_name"] == "end_turn":
            lines.append(f"{name} {end} the turn.")
        for change in entry["changes"]:
            placed, removed = ([str(Coordinate(*divmod(n, 20))) for n in change[key]] for key in ("placed", "removed"))
            if placed and removed:
                lines.append(f"{name} {move} from {removed[0]} to {placed[0]}.")
            elif placed:
                lines.append(f"{name} {build} on {placed[0]}.")
    return lines


def moves_shown(page: Page) -> list[str]:
    page.get_by_role("tab", name="Log").click()
    lines = page.locator(".panel .lines li").all_text_contents()
    return [line for line in map(str.strip, lines) if re.search(r" (builds? on|moves? from|ends? the turn)", line)]


def test_a_game_by_mouse_against_a_bot(visit, server):
    page = visit().page
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    table = Table(page)
    table.wait()
    table.play_to_end(0)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    game, names = game_of(page.url), ["Blue", "Mason"]
    assert_end(page, server, game, names)
    assert moves_shown(page) == expected_moves(server, game, names, 0)
    assert len(answers_of(server, game, 0)) == table.answered


def place_of(number: int) -> int:
    """Return the engine's number of a hex of the board."""
    return Coordinate(*divmod(number, 20)).hex


class KeyboardTable(Table):
    """A game played with the keyboard alone."""

    FEW = 20
    """The number of steps with the arrow keys; after that the key N is used, which is faster."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        super().__init__(page, seed)
        self.keys: Counter[str] = Counter()
        self.tiles_used = 0

    @property
    def steps(self) -> int:
        """The number of steps with the arrow keys."""
        return sum(times for key, times in self.keys.items() if key.startswith("Arrow"))

    def type(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)
        self.keys[key] += times

    def tab_to(self, wanted: Locator) -> None:
        """Move the focus to an element with the Tab key."""
        for _ in range(60):
            if wanted.evaluate("element => element === document.activeElement"):
                return
            self.type("Tab")
        raise AssertionError(f"the Tab key does not reach {wanted}")

    def press(self, button: Locator) -> None:
        if button.inner_text() == "End turn":
            self.type("e")
            return
        self.tiles_used += "ready" in (button.get_attribute("class") or "")
        self.tab_to(button)
        self.type("Enter")

    def choose(self, cell: Locator) -> None:
        hexes = [int(number) for number in self.legal.evaluate_all("cells => cells.map(cell => cell.dataset.hex)")]
        wanted = int(cell.get_attribute("data-hex") or 0) if self.tiles_used else self.nearest_to_tile(hexes)
        self.type("b")
        focused = self.page.locator("path.cell:focus")
        at = int(focused.get_attribute("data-hex") or 0)
        assert at in hexes
        if self.steps < self.FEW:
            down, right = wanted // 20 - at // 20, wanted % 20 - at % 20
            self.type("ArrowDown" if down > 0 else "ArrowUp", abs(down))
            self.type("ArrowRight" if right > 0 else "ArrowLeft", abs(right))
        else:
            on = (hexes.index(wanted) - hexes.index(at)) % len(hexes)
            back = len(hexes) - on
            if on <= back:
                self.type("n", on)
            else:
                self.type("N", back)
        expect(focused).to_have_attribute("data-hex", str(wanted))
        self.type("Enter")

    def nearest_to_tile(self, hexes: list[int]) -> int:
        """Return the hex that is nearest to a location with a new tile, by the labels of the hexes."""
        cells = self.page.locator("path.cell")
        expect(cells.last).to_have_attribute("aria-label", re.compile("."))  # the labels come after the board
        labels = cells.evaluate_all("cells => cells.map(cell => [Number(cell.dataset.hex), cell.ariaLabel])")
        mine = self.page.locator(".mytiles .name").all_inner_texts()
        offered = [(place, re.search(r", (.+), [12] tiles? left", label)) for place, label in labels]
        places = [place_of(place) for place, tile in offered if tile and tile[1] not in mine]
        return min(hexes, key=lambda number: min((distance(place_of(number), to) or 0 for to in places), default=0))

    def undo(self) -> None:
        before = self.seq
        self.type("u")
        self.settle(before)
        self.answered -= 2  # a history has neither the undo nor what was undone


def test_a_game_by_keyboard_alone(visit, server):
    page = visit().page
    page.goto("/")
    table = KeyboardTable(page, seed=2)
    table.tab_to(page.get_by_role("button", name="Play now"))
    table.type("Enter")
    table.wait()
    assert table.is_asked(0)
    table.answer_randomly()
    standing = page.locator("use[href='#settlement-0'].piece")
    mine = standing.count()
    table.undo()
    expect(standing).to_have_count(mine - 1)
    for _ in range(24):
        assert table.is_asked(0)
        table.answer_randomly(tiles=1)
    game, names = game_of(page.url), ["Blue", "Mason"]
    forwarded = play_by_http({0: page}, game, is_near_end)
    table.play_to_end(0, tiles=1)
    table.tab_to(page.get_by_role("button", name="Rematch"))
    assert_end(page, server, game, names)
    assert len(answers_of(server, game, 0)) == table.answered + len(forwarded[0])
    assert not [entry for entry in history_of(server, game) if entry["kind"] == "undo"]
    assert table.tiles_used > 0
    assert all(table.keys[key] for key in ("Tab", "Enter", "e", "u", "b"))
    assert table.keys["n"] + table.keys["N"] > 0
    assert table.steps >= table.FEW
    table.tab_to(page.get_by_role("button", name="Show the result"))
    table.type("Enter")
    table.tab_to(page.get_by_role("button", name="Rematch"))


class TouchTable(Table):
    """A game played by touch. The question is always visible, and nothing is wider than the screen."""

    TAPS, PATIENCE = 4, 8000
    """A tap on a board that moves just then may miss its hex: a player taps again."""

    def press(self, button: Locator) -> None:
        button.tap()

    def choose(self, cell: Locator) -> None:
        """The first tap aims at the hex, then the button in the dock chooses it."""
        before, aimed = self.seq, self.page.locator("button.aimed")
        for _ in range(self.TAPS):
            self.legal.nth(self.rng.choice(in_view(self.legal))).tap(force=True)
            with contextlib.suppress(TimeoutError):
                self.page.wait_for_function(
                    "before => { const s = document.querySelector('[data-seq]');"
                    " return document.querySelector('button.aimed')"
                    " || !s || s.dataset.busy === 'true' || Number(s.dataset.seq) > before }",
                    arg=before,
                    timeout=self.PATIENCE,
                )
                break
        if aimed.count():
            aimed.tap()

    def find_legal_hexes(self) -> None:
        """Look for the hexes that may be chosen as a player does who has moved the board away from them."""
        if not touchable(self.legal):
            self.page.locator("button.beyond").first.tap()
            in_view(self.legal)

    def settle(self, before: int) -> None:
        super().settle(before)
        self.assert_fits()

    def assert_fits(self) -> None:
        width, sentence = self.page.evaluate(
            """() => {
                const box = document.querySelector('.sentence, .end h2, header h1').getBoundingClientRect();
                const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                const inside = box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
                return [document.scrollingElement.scrollWidth, inside && !!met.closest('.question, header')];
            }"""
        )
        assert width == PHONE["width"]
        assert sentence, "the question cannot be seen"


def test_a_game_by_touch_on_a_phone(visit, server):
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2).page
    names = ["Ada", "Wanderer"]
    game = new_game(page, {**ME, "name": "Ada"}, bot(), seed=3)
    table = TouchTable(page, seed=3)
    table.wait()
    assert table.is_asked(0)
    table.assert_fits()
    frame = page.locator("div.frame").bounding_box()
    assert frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    fingers, sheet, number = Fingers(page), page.locator(".sheet"), table.seq
    places = [sheet.bounding_box()]
    fingers.drag([(x - 20 - 6 * i, y) for i in range(8)], [(x + 20 + 6 * i, y) for i in range(8)])
    places.append(sheet.bounding_box())
    fingers.drag([(x + 6 * i, y + 4 * i) for i in range(8)])
    places.append(sheet.bounding_box())
    whole, pinched, panned = ({key: round(value) for key, value in (place or {}).items()} for place in places)
    assert pinched["width"] > 2 * whole["width"]
    assert panned["width"] == pinched["width"]
    assert 30 <= panned["x"] - pinched["x"] <= 42
    assert 20 <= panned["y"] - pinched["y"] <= 28
    assert table.seq == number, "a finger that moved the board has chosen a hex"
    table.assert_fits()
    scores = page.get_by_role("table")
    expect(scores).to_be_hidden()
    table.open_panel("Scores")
    expect(scores).to_be_visible()
    table.close_panel()
    expect(scores).to_be_hidden()
    table.assert_fits()
    table.find_legal_hexes()
    for _ in range(12):
        assert table.is_asked(0)
        table.answer_randomly()
    forwarded = play_by_http({0: page}, game, is_near_end)
    table.play_to_end(0)
    assert_end(page, server, game, names)
    assert moves_shown(page) == expected_moves(server, game, names, 0)
    assert len(answers_of(server, game, 0)) == table.answered + len(forwarded[0])


def fill_table(page: Page, *seats: tuple[str, str]) -> None:
    """Create a table with the form: for each seat the kind of player and the name."""
    page.goto("/new")
    for number, (who, name) in enumerate(seats, 1):
        page.get_by_role("radiogroup", name=f"Who is player {number}?").get_by_role("radio", name=who).check()
        if name:
            page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/table/*/0")


CARDS_SEEN = """() => {
    window.cardsSeen = [];
    new MutationObserver(() => {
        const number = Number(document.querySelector('[data-seq]')?.dataset.seq ?? Infinity);
        for (const card of document.querySelectorAll('span.card')) cardsSeen.push([number, card.innerText]);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
"""Records every card that is shown, even for a moment, with the number of the last event."""


def test_two_at_one_screen_with_a_curtain_between_the_turns(visit, server):
    page = visit().page
    names = ["Ann", "Bob"]
    fill_table(page, ("This device", "Ann"), ("This device", "Bob"))
    game = game_of(page.url)
    table = Table(page, seed=4)
    curtain = page.get_by_role("heading", name="’s turn")
    turns: list[int] = []
    expect(curtain).to_be_visible()
    page.evaluate(CARDS_SEEN)
    forwarded = play_by_http({0: page, 1: page}, game, is_near_end)
    while curtain.count():
        name = curtain.inner_text().removesuffix("’s turn")
        seat = names.index(name)
        assert page.locator("main").inner_text().split("\n\n") == [
            f"{name}’s turn",
            "Pass the screen on: behind the curtain is a card that only one may see.",
            f"I am {name}",
        ]
        assert page.locator("main use").evaluate_all("uses => uses.map(use => use.getAttribute('href'))") == [
            f"#settlement-{seat}"
        ]
        expect(page.locator("[data-seq], .card, .hand, .cell")).to_have_count(0)
        assert page.evaluate("cardsSeen") == []
        page.get_by_role("button", name=f"I am {name}").click()
        assert table.is_asked(seat)
        view = page.request.get(f"/api/tables/{game}/seats/{seat}/state").json()["view"]
        card = ENGLISH[f"terrain.{view['public']['card'] or view['you']['hand'][0]}"]
        expect(page.locator(".question .card")).to_have_text(card)
        assert {text for _, text in page.evaluate("cardsSeen.splice(0)")} == {card}
        while True:
            before = table.seq
            table.answer_randomly(tiles=0.3)
            seen = page.evaluate("cardsSeen.splice(0)")
            if curtain.count():
                assert [text for number, text in seen if number > before] == []
                break
            if table.to_play is None:
                break
        turns.append(seat)
    assert_end(page, server, game, names)
    assert all(before != after for before, after in pairwise(turns))
    given = [entry["seat"] for entry in history_of(server, game) if entry["kind"] == "answer"]
    assert len(given) == table.answered + sum(map(len, forwarded.values()))


class Sent:
    """The answers that a page sends over its sockets, by message id."""

    def __init__(self, page: Page) -> None:
        self.answers: dict[str, int] = {}
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._note)

    def _note(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "answer":
            self.answers[message["id"]] = message["answer"]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """Run a server for one test, which may kill it."""
    with serving(tmp_path) as running:
        yield running


def until_same(tables: list[Table], seq: int = 0) -> None:
    """Wait until all screens show the game after the same event, which has at least this number."""
    seq = max(seq, *(table.seq for table in tables))
    for table in tables:
        table.page.wait_for_function(
            "seq => { const s = document.querySelector('[data-seq]');"
            " return s && Number(s.dataset.seq) >= seq && s.dataset.busy === 'false' }",
            arg=seq,
        )
    assert len({(table.seq, table.to_play) for table in tables}) == 1


def pieces_on(page: Page) -> list[str]:
    """Return the pieces on the board of a page."""
    found: list[str] = page.locator("g:has(> use.piece)").evaluate_all(
        "all => all.map(g => g.getAttribute('transform') + g.firstElementChild.getAttribute('href')).sort()"
    )
    return found


def test_two_browsers_online_a_reload_and_a_server_that_is_killed(own_server, visit):
    names = ["Ada", "Bob"]
    ada, bob, watcher = visitors = [visit(to=own_server) for _ in range(3)]
    sent = [Sent(ada.page), Sent(bob.page)]

    fill_table(ada.page, ("This device", "Ada"), ("Friend", ""))
    game = game_of(ada.page.url)
    watcher.page.goto(ada.page.get_by_label("Link for watching only").input_value())
    expect(watcher.page.get_by_role("heading", name="Waiting for 1 more player")).to_be_visible()
    bob.page.goto(ada.page.get_by_label("Link to a seat").input_value())
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Take a seat").click()
    bob.page.wait_for_url("**/table/*/1")
    players = [Table(ada.page, seed=5), Table(bob.page, seed=6)]
    tables = [*players, Table(watcher.page)]
    for table in tables:
        table.wait()
    expect(ada.page.get_by_text("1 watching")).to_be_visible()

    for page in (ada.page, bob.page, watcher.page):
        page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Say something").fill("Have <b>fun</b>, Bob!")
    ada.page.get_by_role("button", name="Send").click()
    bob.page.get_by_role("button", name="Good luck!").click()
    for page in (ada.page, bob.page, watcher.page):
        expect(page.locator(".panel li")).to_have_text(["Ada: Have <b>fun</b>, Bob!", "Bob: Good luck!"])
        page.get_by_role("tab", name="Log").click()
    until_same(tables)

    def answer() -> Table:
        """Answer for the player who is asked; at the end of a turn all screens must show it."""
        table = players[players[0].to_play or 0]
        table.answer_randomly(tiles=0.3)
        if table.to_play != players.index(table):
            until_same(tables)
        return table

    def turn_begun() -> Table:
        """Play until a player is between the first and the last settlement of a turn."""
        while True:
            table = answer()
            if table.page.get_by_text(re.compile(r"Build \d more")).count():
                return table

    reloaded = turn_begun()
    before = reloaded.seq, reloaded.page.locator(".sentence").inner_text(), pieces_on(reloaded.page)
    reloaded.page.reload()
    reloaded.wait()
    assert (reloaded.seq, reloaded.page.locator(".sentence").inner_text(), pieces_on(reloaded.page)) == before
    seat = players.index(reloaded)
    while reloaded.to_play == seat:
        answer()

    for visitor in visitors:
        visitor.expected_errors += [
            "failed: Error in connection establishment: net::ERR_CONNECTION_REFUSED",
            "failed: WebSocket is closed before the connection is established",  # by `online` below, during a retry
        ]
    for when in ("before an answer", "at an answer"):
        interrupted = turn_begun()
        number, standing = interrupted.seq, pieces_on(interrupted.page)
        if when == "at an answer":
            interrupted.choose(interrupted.legal.first)
        own_server.kill()
        for table in tables:
            expect(table.page.get_by_text(RECONNECTING)).to_be_visible()
        if when == "before an answer":
            assert pieces_on(interrupted.page) == standing
            interrupted.choose(interrupted.legal.first)
            expect(interrupted.screen).to_have_attribute("data-busy", "true")
        own_server.start()
        if when == "at an answer":
            for table in tables:
                table.page.evaluate("dispatchEvent(new Event('online'))")  # connect at once, without the next retry
        for table in tables:
            expect(table.page.get_by_text(RECONNECTING)).to_have_count(0)
        interrupted.settle(number)
        until_same(tables)
        assert interrupted.seq == number + 1

    clicked = [list(one.answers.values()) for one in sent]
    forwarded = play_by_http({0: ada.page, 1: bob.page}, game, is_near_end)
    until_same(tables, ada.page.request.get(f"/api/tables/{game}/seats/0/state").json()["table"]["seq"])
    while players[0].to_play is not None:
        answer()
    for visitor, reader in zip(visitors, (0, 1, None), strict=True):
        assert_end(visitor.page, own_server, game, names)
        assert moves_shown(visitor.page) == expected_moves(own_server, game, names, reader)
    assert pieces_on(ada.page) == pieces_on(bob.page) == pieces_on(watcher.page)
    for seat, table in enumerate(players):
        by_click = list(sent[seat].answers.values())
        assert len(by_click) == table.answered
        at = len(clicked[seat])
        assert answers_of(own_server, game, seat) == by_click[:at] + forwarded[seat] + by_click[at:]


KEY = re.compile(r"\b[a-z]\w*(?:\.[a-z]\w*)+\b")
"""The form of a text's key, which must not be shown."""


def words_on(page: Page) -> list[str]:
    """Return all texts of a page, with those for screen readers."""
    found: list[str] = page.evaluate(
        """() => {
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const words = new Set();
            while (walker.nextNode()) {
                const text = walker.currentNode;
                if (!text.parentElement.closest('script, style')) words.add(text.data.trim());
            }
            for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
                for (const one of document.querySelectorAll(`[${name}]`)) words.add(one.getAttribute(name));
            return [...words].filter((word) => word);
        }"""
    )
    return found


def assert_no_keys(words: list[str]) -> None:
    assert [word for word in words if KEY.search(word)] == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_with_every_set_and_queenie(visit, server, seed):
    page = visit().page
    game = new_game(page, {**ME, "name": "Ada"}, bot(), bot(), sets=list(ALL_SETS), seed=seed)
    table = Table(page, seed)
    table.wait()
    number = 0
    while table.is_asked(0):
        table.answer_randomly()
        number += 1
        if number % 8 == 0:
            assert_no_keys(words_on(page))
    assert_end(page, server, game, ["Ada", "Wanderer 1", "Wanderer 2"])
    assert_no_keys(words_on(page))
    assert len(answers_of(server, game, 0)) == table.answered


def test_a_game_in_french(visit, server):
    page = visit(locale="fr-FR").page
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    words = set(words_on(page))
    page.get_by_role("button", name=FRENCH["home.play_now"]).click()
    table = Table(page, seed=7)
    table.wait()
    game = game_of(page.url)
    for _ in range(16):
        assert table.is_asked(0)
        words.update(words_on(page))
        table.answer_randomly()
    forwarded = play_by_http({0: page}, game, is_near_end)
    while table.is_asked(0):
        words.update(words_on(page))
        table.answer_randomly()
    words.update(words_on(page))
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    names = [FRENCH["colour.0"].capitalize(), FRENCH["level.mason.name"]]
    assert_end(page, server, game, names, FRENCH)
    assert_no_keys(sorted(words))
    assert words & set(ENGLISH.values()) - set(FRENCH.values()) == set()
    assert len(answers_of(server, game, 0)) == table.answered + len(forwarded[0])
