"""Terrains, texts and pieces can be distinguished: by colour values, and on screen with simulated colour blindness."""

from __future__ import annotations

import base64
from itertools import combinations
from typing import Any

import pytest
from colorspacious import cspace_convert  # type: ignore[import-untyped]  # it has no types

from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.render.palette import DARK, LIGHT
from kingdom_builder.render.symbols import PIECE_STYLES
from kingdom_builder.setup.builder import ALL_SETS
from tests.server.client import ME, OPEN, new_id
from tests.server.client import Browser as Client
from tests.web.browser import Table

NORMAL_SIGHT, COLOUR_BLIND = 22.5, 10.9
"""The least distance of two terrains in CAM02-UCS, where two adjacent colours can be distinguished from about 1."""
SUNLIT = 0.85
"""The light over the board takes so much of the distances."""

SIGHTS = {"protanopia": "protanomaly", "deuteranopia": "deuteranomaly"}
"""The names of the two common kinds of colour blindness in Chromium and in Machado's model."""

SEED = 4
READABLE = 4.5
VISIBLE = 3.0
Colour = tuple[float, float, float]


def rgb(code: str) -> Colour:
    """Read a colour such as #9bdc80.

    >>> rgb("#ff0033")
    (1.0, 0.0, 0.2)
    """
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def seen_by(colour: Colour, sight: str | None) -> Colour:
    """Return a colour as seen with this kind of colour blindness."""
    if sight is None:
        return colour
    space = {"name": "sRGB1+CVD", "cvd_type": SIGHTS[sight], "severity": 100}
    red, green, blue = (min(1.0, max(0.0, float(part))) for part in cspace_convert(colour, space, "sRGB1"))
    return red, green, blue


def distance(one: Colour, other: Colour) -> float:
    """Return the perceived difference of two colours."""
    there, here = cspace_convert(one, "sRGB1", "CAM02-UCS"), cspace_convert(other, "sRGB1", "CAM02-UCS")
    return float(sum((a - b) ** 2 for a, b in zip(there, here, strict=True)) ** 0.5)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of WCAG, from 1 to 21."""

    def luminance(colour: Colour) -> float:
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("sight", [None, *SIGHTS])
def test_all_terrains_can_be_distinguished(sight, palette):
    least = NORMAL_SIGHT if sight is None else COLOUR_BLIND
    seen = {terrain: seen_by(rgb(palette[terrain]), sight) for terrain in TERRAINS}
    close = {(a, b): round(distance(seen[a], seen[b]), 1) for a, b in combinations(seen, 2)}
    assert {pair: apart for pair, apart in close.items() if apart < least} == {}


GROUNDS = """async (source) => {
    const picture = new Image();
    picture.src = source.picture;
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    return source.boxes.map(([x, y, width, height]) => {
        const {data} = context.getImageData(x + width * 0.2, y + height * 0.25, width * 0.6, height * 0.5);
        const count = new Map();
        for (let i = 0; i < data.length; i += 4) {
            const colour = `${data[i]} ${data[i + 1]} ${data[i + 2]}`;
            count.set(colour, (count.get(colour) ?? 0) + 1);
        }
        return [...count].sort((a, b) => b[1] - a[1])[0][0].split(" ").map((part) => part / 255);
    });
}"""
HEXES = """() => [...document.querySelectorAll("[data-hex]")].map((cell) => {
    const {x, y, width, height} = cell.getBoundingClientRect();
    return {number: Number(cell.dataset.hex), words: cell.getAttribute("aria-label"), box: [x, y, width, height]};
})"""


@pytest.fixture(scope="module")
def board(browser, server):
    """A board with all nine terrains in another player's turn, so that no hex is marked."""
    context = browser.new_context(base_url=server.url, viewport={"width": 1600, "height": 1000}, locale="en-GB")
    page = context.new_page()
    wanted = {"id": new_id(), "seats": [ME, OPEN], "setup": {"sets": list(ALL_SETS), "seed": SEED, "start": 1}}
    table = page.request.post("/api/tables", data=wanted).json()["table"]
    Client(server).join(table["invite"])
    page.goto(f"/table/{table['id']}/0")
    Table(page).wait()
    yield page
    context.close()


@pytest.mark.parametrize("sight", [None, *SIGHTS])
def test_neighbouring_terrains_can_be_distinguished_on_the_screen(browser, board, sight):
    session = board.context.new_cdp_session(board)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": sight or "none"})
    source = "data:image/png;base64," + base64.b64encode(board.screenshot()).decode()
    cells = [cell for cell in board.evaluate(HEXES) if is_plain(cell)]
    canvas = browser.new_page()
    boxes = [cell["box"] for cell in cells]
    grounds = canvas.evaluate(GROUNDS, {"picture": source, "boxes": boxes})
    canvas.close()
    found = {cell["number"]: (terrain_of(cell), tuple(ground)) for cell, ground in zip(cells, grounds, strict=True)}
    canyon = next(ground for terrain, ground in found.values() if terrain == "canyon")
    assert (distance(canyon, rgb(LIGHT["canyon"])) < 1) == (sight is None), "the browser simulates it"
    apart: dict[tuple[str, str], float] = {}
    for number, (terrain, ground) in found.items():
        for other, there in (found[beside] for beside in neighbours_of(number) if beside in found):
            if terrain < other:
                apart[terrain, other] = min(apart.get((terrain, other), 999.0), distance(ground, there))
    assert {terrain for pair in apart for terrain in pair} == set(TERRAINS)
    least = (NORMAL_SIGHT if sight is None else COLOUR_BLIND) * SUNLIT
    assert {pair: round(far, 1) for pair, far in apart.items() if far < least} == {}


def terrain_of(cell: dict[str, Any]) -> str:
    return str(cell["words"].split(", ")[1]).removesuffix(" field")


def is_plain(cell: dict[str, Any]) -> bool:
    """Return whether a hex shows only its terrain: its label has a coordinate, the terrain and nothing more."""
    return len(cell["words"].split(", ")) == 2 and terrain_of(cell) in TERRAINS


def neighbours_of(number: int) -> list[int]:
    """Return the numbers of the hexes next to a hex of the board."""
    row, column = divmod(number, 20)
    shift = column + row % 2
    near = [(row, column - 1), (row, column + 1), *((r, c) for r in (row - 1, row + 1) for c in (shift - 1, shift))]
    return [r * 20 + c for r, c in near if 0 <= r < 20 and 0 <= c < 20] if number < 400 else []


THEMES = {"light": LIGHT, "dark": {**LIGHT, **DARK}}
TEXTS = [
    *[(text, ground) for text in ("ink", "soft", "good", "warn", "bad", "gold-ink") for ground in ("paper", "paper-2")],
    *[(text, ground) for text in ("ink", "soft") for ground in ("lit", "paper-3", "tray")],
    *[(text, ground) for text in ("on-wood", "on-wood-soft") for ground in ("wood", "wood-light")],
    ("good", "good-back"),
    ("warn", "warn-back"),
    ("bad", "bad-back"),
    ("gold-dark", "gold"),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_texts_can_be_read(theme, text, ground):
    colours = THEMES[theme]
    assert contrast(rgb(colours[text]), rgb(colours[ground])) >= READABLE


@pytest.mark.parametrize("theme", THEMES)
def test_controls_and_the_focus_are_visible(theme):
    colours = {name: rgb(code) for name, code in THEMES[theme].items() if code.startswith("#")}
    assert min(contrast(colours["focus"], colours[ground]) for ground in ("paper", "wood")) >= VISIBLE
    assert contrast(colours["line-2"], colours["paper"]) >= VISIBLE


@pytest.mark.parametrize("seat", range(len(PIECE_STYLES)))
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_outline_of_a_piece_is_visible_on_every_terrain(terrain, theme, seat):
    """A piece has a light and a dark outline: one contrasts with the terrain, and each with the other."""
    style = PIECE_STYLES[seat]
    ground = rgb(THEMES[theme][terrain])
    assert max(contrast(rgb(line), ground) for line in (style.line, style.halo)) >= VISIBLE
    assert contrast(rgb(style.line), rgb(style.halo)) >= VISIBLE
