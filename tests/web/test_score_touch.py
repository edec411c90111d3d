"""Score my table on a phone: a whole table is entered with fingers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from kingdom_builder.bots import new_bot
from kingdom_builder.engine.hexes import COORDINATES, iter_hexes
from kingdom_builder.game import new_game
from tests.web.browser import PHONE, Fingers, touchable

COLOURS = ("Blue", "Orange", "White", "Black", "Red")
PIECES = 9
LONGEST = 7
"""Hexes in one stroke: a finger that stays in the window."""
GESTURE_SECONDS = 1.6
"""What a person needs for a stroke, a tap or a movement of the board."""

Stroke = list[str]


def neighbours(name: str) -> list[str]:
    """Return the hexes beside one, also those that are not on the board."""
    island, plain = ("i:", name[2:]) if name.startswith("i:") else ("", name)
    column, row = ord(plain[0]) - 97, int(plain[1:]) - 1
    shift = row % 2
    steps = ((0, 1), (0, -1), (-1, shift), (-1, shift - 1), (1, shift), (1, shift - 1))
    found = ((row + down, column + right) for down, right in steps)
    return [f"{island}{chr(97 + c)}{r + 1}" for r, c in found if r >= 0 and 0 <= c < 20]


def strokes_over(pieces: Iterable[str]) -> Iterator[Stroke]:
    """Yield drags over pieces that are beside each other; a drag may go over a piece again."""
    left = set(pieces)
    while left:
        walk = [min(left)]
        left.discard(walk[0])
        turned = list(walk)
        while turned and len(set(walk)) < LONGEST:
            following = next((hex_ for hex_ in neighbours(turned[-1]) if hex_ in left), None)
            if following is None:
                turned.pop()
                if turned:
                    walk.append(turned[-1])
                continue
            left.discard(following)
            walk.append(following)
            turned.append(following)
        while len(walk) > 1 and walk[-1] in walk[:-1]:
            walk.pop()
        yield walk


def cells_of(page: Page, stroke: Sequence[str]) -> Locator:
    return page.locator(", ".join(f"#hex-{name.replace(':', '-')}" for name in dict.fromkeys(stroke)))


def middle(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(f"#hex-{name.replace(':', '-')}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Hand:
    """Fingers that paint on a phone and count what they do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.fingers = Fingers(page)
        self.gestures = 0

    def tap(self, button: Locator) -> None:
        button.tap()
        self.gestures += 1

    def paint(self, stroke: Stroke) -> None:
        """Drag over hexes, after the board is moved to them."""
        cells = cells_of(self.page, stroke)
        for _ in range(12):
            if len(touchable(cells)) == len(set(stroke)):
                break
            self._move(stroke)
        path = [middle(self.page, name) for name in stroke]
        self.fingers.drag(path)
        self.gestures += 1

    def _move(self, stroke: Stroke) -> None:
        """Move the board with two fingers, so that a stroke comes to the middle of the window."""
        frame = self.page.locator(".view .frame").first.bounding_box()
        assert frame is not None
        x, y = (sum(at) / len(stroke) for at in zip(*(middle(self.page, name) for name in stroke), strict=True))
        centre = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
        dx, dy = (max(-110.0, min(110.0, to - at)) for at, to in zip((x, y), centre, strict=True))
        start = [(centre[0] - dx / 2 + aside, centre[1] - dy / 2) for aside in (-45, 45)]
        self.fingers.drag(*([(a + dx * i / 8, b + dy * i / 8) for i in range(9)] for a, b in start))
        self.gestures += 1


def pieces_of(page: Page, colour: str) -> Locator:
    return page.locator(f"[role=gridcell][aria-label*='settlement of {colour}' i]")


def clusters(page: Page) -> dict[str, list[str]]:
    """Return pieces for five players on hexes where one can build, some of them on the Island."""
    labels: list[str] = page.locator("[role=gridcell]").evaluate_all("all => all.map(cell => cell.ariaLabel)")
    terrain = ("grass", "flower", "forest", "canyon", "desert")
    free = {label.split(",")[0] for label in labels if label.split(", ")[1].startswith(terrain)}
    rng = random.Random(5)
    found: dict[str, list[str]] = {}
    for seat, colour in enumerate(COLOURS):
        island = seat % 2 == 0
        start = min(rng.sample(sorted(name for name in free if name.startswith("i:") == island), 1))
        own = [start]
        while len(own) < PIECES:
            near = [name for one in own for name in neighbours(one) if name in free and name not in own]
            own.append(near[0] if near else rng.choice(sorted(free - set(own))))
        free -= set(own)
        found[colour] = own
    return found


@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 640}])
def test_five_players_and_the_island_are_entered_with_fingers(visit, size):
    page = visit(viewport=size, is_mobile=True, has_touch=True).page
    page.goto("/score")
    hand = Hand(page)
    hand.tap(page.get_by_role("button", name="Island: "))
    hand.tap(page.get_by_role("dialog").get_by_role("radio").nth(1))
    hand.tap(page.get_by_role("dialog").get_by_role("button", name="Close").last)
    expect(page.locator("[id^='hex-i-']").first).to_be_attached()
    hand.tap(page.get_by_role("button", name="Next: pieces"))
    wanted = clusters(page)
    for seat, (colour, pieces) in enumerate(wanted.items()):
        tab = page.get_by_role("button", name=colour, exact=True)
        hand.tap(tab if tab.count() else page.get_by_role("button", name="Add a player"))
        for stroke in strokes_over(pieces):
            hand.paint(stroke)
        expect(pieces_of(page, colour)).to_have_count(len(pieces))
        expect(page.locator(".totals b")).to_have_count(max(2, seat + 1))
    undo = page.get_by_role("button", name="Undo")
    before = pieces_of(page, COLOURS[-1]).count()
    undo.tap()
    expect(pieces_of(page, COLOURS[-1])).not_to_have_count(before)
    page.get_by_role("button", name="Redo").tap()
    expect(pieces_of(page, COLOURS[-1])).to_have_count(before)
    for colour, pieces in wanted.items():
        names = pieces_of(page, colour).evaluate_all("all => all.map(cell => cell.ariaLabel.split(',')[0])")
        assert sorted(names) == sorted(pieces)
    assert page.evaluate("document.scrollingElement.scrollWidth") == size["width"]


def test_a_finished_game_of_three_needs_less_than_two_minutes():
    """Strokes over pieces side by side, and for every player a tap and three movements of the board."""
    seconds = []
    for seed in range(6):
        game = new_game(seed, players=3)
        bots = [new_bot("greedy", seat) for seat in range(3)]
        while game.to_play is not None:
            game.play(bots[game.to_play].answer(game.view(game.to_play)))
        names = [[str(COORDINATES[h]) for h in iter_hexes(player.pieces)] for player in game.players]
        gestures = sum(len(list(strokes_over(pieces))) + 1 + 3 for pieces in names)
        seconds.append(gestures * GESTURE_SECONDS)
    assert max(seconds) < 120
