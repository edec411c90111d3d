"""The picture of the start page: a small kingdom from above and the front, with houses, woods, peaks and a castle.

It uses the drawings of terrains and tiles by their ids and the colours of the palette, so it is also right in the dark.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from kingdom_builder.engine.terrain import CODES, TERRAINS
from kingdom_builder.render.symbols import CORNERS, HEX_HEIGHT, HEX_WIDTH, PIECE_STYLES, SHADOW, PieceStyle
from kingdom_builder.render.terrain import VARIATIONS, colour
from kingdom_builder.sets.drawing import INK

ROWS = (
    "..WWGGG...",
    "..WDGTTM..",
    ".WWDGGTMM.",
    ".WDDGFFTM.",
    "WWDCGGFFT.",
    "WDDCCGGFG.",
    ".WWCC*GGG.",
    "..WWDGAA..",
    "...WDAAG..",
)
"""The terrains by their codes; `*` is a location."""
CASTLE = (3, 4)
HOUSES = {
    **dict.fromkeys(((4, 4), (4, 5), (5, 5), (5, 6)), 0),
    **dict.fromkeys(((0, 4), (0, 5), (2, 3), (3, 5)), 1),
    **dict.fromkeys(((5, 2), (7, 4)), 2),
    **dict.fromkeys(((8, 7), (6, 8)), 3),
    **dict.fromkeys(((6, 6), (7, 5)), 4),
}
"""The players' houses by row and column."""
TILE = "farm"
TILT = 0.6
"""How high the ground is seen, in parts of its true height."""
DEPTH = 26
"""How thick the ground is."""
RAISED = {"water": -7, "mountain": 5, "forest": 3, "canyon": 1, "location": 6}
BOX = "-20 -50 500 330"

_STONE, _STONE_DARK, _STONE_LINE = "#e9e4d8", "#b8b0a0", "#3a3428"
_SIDES = {
    terrain: tuple(f"color-mix(in srgb,{colour(terrain)} {part}%,#1a1206)" for part in (76, 60)) for terrain in TERRAINS
} | {"location": ("#b07d17", "#7c550c")}
"""The colours of the left and the right side of the ground."""


class Place(NamedTuple):
    """A hex of the picture: its row and column, what it is, and its middle."""

    row: int
    col: int
    ground: str
    x: int
    y: float


def scene() -> str:
    """Return the picture as markup."""
    places = list(_places())
    ground = "".join(_outline(place._replace(y=place.y + RAISED.get(place.ground, 0))) for place in places)
    return (
        f'<svg viewBox="{BOX}" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true">'
        f"<defs>{''.join(_definitions())}</defs>"
        f'<path d="{ground}" transform="translate(12 36)" fill="{SHADOW}" opacity=".5" class="shadow"/>'
        f"{''.join(_prism(place) + _on(place) for place in places)}</svg>"
    )


def _places() -> Iterator[Place]:
    for r, row in enumerate(ROWS):
        for c, code in enumerate(row):
            if code != ".":
                ground = "location" if code == "*" else TERRAINS[CODES[code]]
                x = HEX_WIDTH // 2 + c * HEX_WIDTH + r % 2 * HEX_WIDTH // 2
                y = (HEX_HEIGHT / 2 + r * HEX_HEIGHT * 3 / 4) * TILT - RAISED.get(ground, 0)
                yield Place(r, c, ground, x, round(y, 1))


def _corners(place: Place) -> list[str]:
    """Return the corners of the tilted hex, clockwise from the top."""
    return [f"{place.x + x} {place.y + y * TILT:.1f}" for x, y in CORNERS]


def _outline(place: Place) -> str:
    return f"M{'L'.join(_corners(place))}z"


def _prism(place: Place) -> str:
    """Draw a hex with the two sides that are seen, and lines of light and shade on its rim."""
    top, right, low_right, bottom, low_left, left = _corners(place)
    depth = DEPTH + RAISED.get(place.ground, 0)
    light, dark = _SIDES[place.ground]
    return (
        f'<path d="M{low_left}L{bottom}v{depth}l-21-7.2z" fill="{light}"/>'
        f'<path d="M{low_right}L{bottom}v{depth}l21-7.2z" fill="{dark}"/>'
        f'<g transform="translate({place.x} {place.y:g}) scale(1 {TILT})">{_face(place)}</g>'
        f'<g fill="none" stroke-width=".9"><path d="M{low_left}L{left} {top} {right} {low_right}" stroke="#fff" '
        f'stroke-opacity=".28"/><path d="M{low_left}L{bottom} {low_right}" stroke="{INK}" stroke-opacity=".25"/></g>'
    )


def _face(place: Place) -> str:
    """Draw the top of a hex. Woods and mountains have a plain one, because they stand on it."""
    match place.ground:
        case "location":
            return (
                '<use href="#hex" fill="url(#gold-face)" stroke="#5d400b" stroke-width="1.5"/>'
                '<use href="#hex" transform="scale(.86)" fill="none" stroke="#fff0b8" stroke-width="1.8"/>'
                f'<use href="#tile-{TILE}" color="#f3bf3d"/>'
            )
        case "forest":
            return f'<use href="#hex" fill="color-mix(in srgb,{colour("forest")} 62%,{colour("fir-light")})"/>'
        case "mountain":
            return f'<use href="#hex" fill="color-mix(in srgb,{colour("mountain")} 62%,#d8d4e2)"/>'
    return f'<use href="#terrain-{place.ground}-{(place.row + place.col * 2) % VARIATIONS}"/>'


def _on(place: Place) -> str:
    """Draw what stands on a hex, from the back to the front."""
    x, y, at = place.x, place.y, (place.row, place.col)
    if place.ground == "forest":
        rng = random.Random(place.row * 31 + place.col)
        return "".join(
            _use("tree", x + dx + rng.uniform(-1.5, 1.5), y + dy * 0.8, rng.uniform(0.75, 1.05))
            for dx, dy in ((0, -8), (-10, -3), (10, -3), (-5, 3), (6, 4), (0, 10))
        )
    if place.ground == "mountain":
        return _use("peak", x - 6, y, 0.8) + _use("peak", x + 5, y + 5, 1.05)
    if at == CASTLE:
        return _use("castle", x, y + 2, 0.95)
    return _use(f"house-{HOUSES[at]}", x - 2, y + 4, 0.92) if at in HOUSES else ""


def _use(name: str, x: float, y: float, size: float) -> str:
    return f'<use href="#scene-{name}" transform="translate({x:.1f} {y:.1f}) scale({size:.2g})"/>'


def _definitions() -> Iterator[str]:
    yield _drawing("tree", _tree())
    yield _drawing("peak", _peak())
    yield _drawing("castle", _castle())
    for seat, style in enumerate(PIECE_STYLES):
        yield _drawing(f"house-{seat}", _house(style))


def _drawing(name: str, markup: str) -> str:
    return f'<g id="scene-{name}">{markup}</g>'


def _ground_shadow(x: int, y: int, rx: float, ry: float) -> str:
    return f'<ellipse cx="{x}" cy="{y}" rx="{rx:g}" ry="{ry:g}" fill="{SHADOW}" opacity=".35"/>'


def _tree() -> str:
    """Draw a fir of three parts, light on the left."""
    parts = "".join(
        f'<path d="M{-w:g} {b:g}q{w:g} 2.4 {w:g} 2V{b - h:g}z" fill="{colour("fir-light")}"/>'
        f'<path d="M{w:g} {b:g}q{-w:g} 2.4 {-w:g} 2V{b - h:g}z" fill="{colour("fir")}"/>'
        for w, b, h in ((7, -3, 10), (5.8, -8.5, 9), (4.2, -13.5, 8.5))
    )
    return f'{_ground_shadow(2, 1, 6.5, 2.4)}<path d="M0 0v-4" stroke="#3a2413" stroke-width="2.2"/>{parts}'


def _peak() -> str:
    """Draw a mountain with a lit and a shaded side, and snow."""
    return (
        f'<path d="M-15 0L-2-30 3-12 1 4z" fill="color-mix(in srgb,{colour("mountain")} 70%,#d8d4e2)"/>'
        f'<path d="M15-1L-2-30 3-12 1 4z" fill="{colour("peak")}"/>'
        f'<path d="M-2-30l-5 11.5 3.4-2 2.4 4 2.6-3.6 3.2 2z" fill="{colour("snow")}"/>'
        '<path d="M-2-30L1.2-20.1l3.4 2z" fill="#cfcbdd"/>'
    )


def _house(style: PieceStyle) -> str:
    """Draw a settlement with a front, a side and a roof, in the colours of a player and with the player's mark."""
    line = f'stroke="{INK}" stroke-width="1.3"'
    return (
        f"{_ground_shadow(4, 0, 19, 6)}"
        f'<path d="M-13 0V-11L-5-20.5 3-11V3z" fill="{style.body}" {line}/>'
        f'<path d="M3 3L16-3V-14L3-11z" fill="{style.side}" {line}/>'
        f'<path d="M-5-20.5L8-24.5 18-13.5 4.5-9.5z" fill="{style.light}" {line}/>'
        f'<path d="M-5-20.5L-15.5-9.5" stroke="{INK}" stroke-width="3.2"/>'
        f'<path d="M-5-20.5L-15.5-9.5" stroke="{style.light}" stroke-width="1.3"/>'
        f'<path transform="translate(-5 -6) skewY(9) scale(.95)" d="{style.mark}" fill="{style.line}"/>'
    )


def _castle() -> str:
    wall = "M-22 2V-16h5v4h5v-4h5v4h5v-4h5v4h5v-4h5v4h5v-4h4V2Q0 12-22 2z"
    return (
        f"{_ground_shadow(4, 4, 34, 11)}{_tower(0, -8, 7.5, 36)}"
        f'<path d="{wall}" fill="#ded8ca" stroke="{_STONE_LINE}" stroke-width="1.2"/>'
        f'<path d="M-4.5 7V-3a4.5 4.5 0 0 1 9 0V7z" fill="{_STONE_LINE}"/>'
        f"{_tower(-22, 3, 6.5, 26)}{_tower(22, 3, 6.5, 26)}"
    )


def _tower(x: int, foot: int, w: float, h: int) -> str:
    """Draw a round tower with a pointed roof, a window and a flag."""
    eaves, tip, edge = foot - h, foot - h - w * 2.3, w + 2.5
    return (
        f'<g transform="translate({x})"><path d="M{-w:g} {foot}V{eaves}H{w:g}V{foot}Q0 {foot + 5} {-w:g} {foot}z" '
        f'fill="{_STONE}" stroke="{_STONE_LINE}" stroke-width="1.2"/>'
        f'<path d="M{w * 0.2:.1f} {foot + 2}V{eaves}H{w:g}V{foot}Q{w * 0.7:.1f} {foot + 2} {w * 0.2:.1f} {foot + 2}z" '
        f'fill="{_STONE_DARK}"/>'
        f'<path d="M{-edge:g} {eaves}L0 {tip:.1f}L{edge:g} {eaves}Q0 {eaves + 4} {-edge:g} {eaves}z" fill="#b3402a" '
        'stroke="#3a1409" stroke-width="1.2"/>'
        f'<path d="M0 {tip:.1f}L{edge:g} {eaves}Q{w * 0.6:.1f} {eaves + 2.5} {w * 0.2:.1f} {eaves + 2}z" '
        'fill="#7c2a18"/>'
        f'<path d="M-1.5 {foot - h * 0.55:.1f}v-5a1.5 1.5 0 0 1 3 0v5z" fill="{_STONE_LINE}"/>'
        f'<path d="M0 {tip:.1f}v-8" stroke="{_STONE_LINE}" stroke-width="1.2"/>'
        f'<path d="M.5 {tip - 8:.1f}l8 2.4-8 2.4z" fill="#f3bf3d" stroke="#5d400b" stroke-width=".8"/></g>'
    )
