"""The drawings of the SVG board: colours, terrain patterns, icons and pieces, each drawn round its own origin.

A drawing is a list of strokes, each a brush and the path it paints; `DEFS` has every drawing as markup under its id.
A hex is 42 wide and 48 high, so that all its corners and all centres are whole numbers (1 % off a regular hexagon).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kingdom_builder.engine.player import CITY_HALL, SETTLEMENT, SHIP, WAGON, WARRIOR
from kingdom_builder.engine.terrain import CASTLE, NOMAD, PALACE, SILO, TERRAINS

PAPER = "#f7f2e6"
INK = "#2e261c"
CARD_EDGE = "#e0d3b8"
GOLD, GOLD_LIGHT, GOLD_DARK = "#f2be3a", "#fbe08c", "#6b4a0e"
SILVER, SILVER_LIGHT, SILVER_DARK = "#d9dee6", "#f6f8fa", "#3a4152"
STONE, STONE_DARK = "#c9c3b8", "#57524a"
WHITE = "#ffffff"
BLUE, ORANGE, CREAM, BLACK, CRIMSON = "#1f4fb0", "#ff8c1a", "#fffdf6", "#2a2631", "#d01c4a"

TERRAIN_COLOURS = {
    "grass": "#9bdc80",
    "canyon": "#b44d22",
    "desert": "#f3ecd2",
    "flower": "#d29fbe",
    "forest": "#22553f",
    "swamp": "#5c9473",
    "farmland": "#d8981f",
    "water": "#5dabe6",
    "mountain": "#78728a",
}
TUFT = "#5fae47"
STRATUM, STRATUM_LIGHT = "#8a3413", "#cf7347"
GRAIN, DUNE = "#c3a868", "#d9c590"
PETAL, PISTIL = "#a9508a", "#fbe7a4"
FIR, TRUNK = "#4f9270", "#173d2d"
PUDDLE, REED, CATTAIL = "#a5cdb8", "#2c5a44", "#27402c"
FURROW, RIDGE = "#a9700c", "#f0c05a"
WAVE = "#c4e3fa"
PEAK, SNOW = "#4a455b", "#fbf9f5"

HEX_WIDTH, HEX_HEIGHT = 42, 48
CORNERS = ((0, -24), (21, -12), (21, 12), (0, 24), (-21, 12), (-21, -12))
"""The corners of a hex from the top on, clockwise."""

Drawing = tuple[tuple[str, str], ...]
"""Brushes and the paths they paint, from the back to the front."""


def _line(colour: str, width: float) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{width:g}"'


def _fill(colour: str) -> str:
    return f'fill="{colour}"'


def _disc(x: float, y: float, r: float) -> str:
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0 {r:g} {r:g} 0 1 0 {-2 * r:g} 0z"


class Pattern(NamedTuple):
    """How a terrain is told apart without colours: motifs drawn from a point on, and the points in each variation."""

    motifs: Drawing
    points: tuple[tuple[tuple[int, int], ...], ...]


PATTERNS = {
    "grass": Pattern(
        ((_line(TUFT, 1.2), "q-.3-3.4-2.6-5m2.6 5v-6.4m0 6.4q.3-3.4 2.6-5"),),
        (
            ((-9, -6), (7, -9), (-2, 6), (12, 7), (-13, 9), (2, 17)),
            ((-4, -12), (11, -3), (-12, 3), (2, 9), (14, 11), (-7, 16)),
            ((4, -13), (-11, -4), (13, 1), (1, 3), (-8, 13), (8, 15)),
        ),
    ),
    "canyon": Pattern(
        (
            (_line(STRATUM, 1.3), "h7l3 2.6h8l3-2.6h5"),
            (_line(STRATUM_LIGHT, 1.1), "m2 3.2h4l3 2.6h9"),
        ),
        (
            ((-15, -11), (-9, 0), (-18, 10)),
            ((-10, -12), (-18, -1), (-11, 9)),
            ((-13, -9), (-15, 1), (-9, 12)),
        ),
    ),
    "desert": Pattern(
        ((_line(GRAIN, 1.5), "h.01m5-4h.01m5 3.5h.01"), (_line(DUNE, 1.1), "m-3 5q5-3.4 10 0")),
        (
            ((-11, -7), (4, -11), (-5, 6), (7, 11)),
            ((-2, -13), (-14, 1), (5, 0), (-4, 13)),
            ((-8, -11), (6, -5), (-15, 6), (3, 10)),
        ),
    ),
    "flower": Pattern(
        (
            (_line(PETAL, 3), "m0-2.4h.01m2.3 1.7h.01m-.9 2.6h.01m-2.9 0h.01m-.9-2.6h.01"),
            (_line(PISTIL, 2), "h.01"),
        ),
        (
            ((-8, -9), (8, -10), (0, 2), (-13, 5), (13, 6), (-2, 15)),
            ((-2, -14), (-12, -4), (10, -4), (-4, 6), (13, 9), (3, 16)),
            ((3, -13), (-9, -7), (13, -2), (1, 2), (-12, 8), (7, 13)),
        ),
    ),
    "forest": Pattern(
        (
            (_line(TRUNK, 1.8), "v3"),
            (_fill(FIR), "h-5.4l3.4-4.6h-1.8l3.8-5.4 3.8 5.4h-1.8l3.4 4.6z"),
        ),
        (
            ((-8, -4), (8, -6), (0, 8), (13, 9), (-13, 10)),
            ((-1, -9), (-12, 1), (11, 1), (-3, 14), (7, 16)),
            ((6, -8), (-8, -5), (14, 4), (1, 5), (-9, 13)),
        ),
    ),
    "swamp": Pattern(
        (
            (_fill(PUDDLE), "m-7 1a7 2 0 1 0 14 0 7 2 0 1 0-14 0z"),
            (_line(REED, 1.1), "m-2.5 0v-7m2.5 7v-9m2.5 9v-6"),
            (_line(CATTAIL, 2.2), "m-2.5-7v-2m2.5-1v-2m2.5 4v-2"),
        ),
        (
            ((-7, -5), (8, 4), (-5, 15)),
            ((7, -6), (-9, 4), (6, 15)),
            ((0, -9), (-10, 8), (9, 10)),
        ),
    ),
    "farmland": Pattern(
        ((_line(FURROW, 1.3), "l9-6.6"), (_line(RIDGE, 1.3), "m2.4 2.6l9-6.6")),
        (
            ((-16, -1), (-5, -8), (-13, 11), (-2, 4), (9, -3), (-1, 17), (8, 10)),
            ((-12, -6), (0, -13), (-16, 8), (-5, 1), (6, -6), (-6, 14), (5, 7)),
            ((-14, -4), (-3, -11), (-15, 9), (-4, 2), (7, -5), (-3, 16), (7, 9)),
        ),
    ),
    "water": Pattern(
        ((_line(WAVE, 1.4), "q3-3.6 6 0t6 0 6 0"),),
        (
            ((-14, -8), (-3, 1), (-15, 9)),
            ((-5, -10), (-17, -1), (-3, 8)),
            ((-9, -9), (-11, 1), (-6, 12)),
        ),
    ),
    "mountain": Pattern(
        (
            (_fill(PEAK), "l10.6-17.4 4.8 7.6 2.6-4 9 13.8z"),
            (
                _fill(SNOW),
                "m10.6-17.4l4.8 7.6-2 1.6-2.8-2.2-2.8 3-2-3zm7.4 3.6l3.4 5.2-1.9.8-1.8-1.4-2.3 1.6-.9-1.8z",
            ),
        ),
        (
            ((-18, 2), (-8, 16)),
            ((-10, -1), (-15, 15)),
            ((-13, 9),),
        ),
    ),
}

_INK, _BOLD, _LINE, _THIN = _fill(INK), _line(INK, 2.6), _line(INK, 2.2), _line(INK, 1.4)
_GROUND, _CUT, _FINE = _fill("currentColor"), _line("currentColor", 1.8), _line("currentColor", 1.1)
"""The brushes of icons: the last three let the ground show through, its colour being set where an icon is used."""

LOCATION_ICONS: dict[str, Drawing] = {
    "oracle": (
        (_INK, "M-12 2Q0-10 12 2 0 14-12 2z"),
        (_GROUND, _disc(0, 2, 4.8)),
        (_INK, _disc(0, 2, 2.7)),
        (_LINE, "M0-7v-4.5M-6.5-5.2l-2.4-4M6.5-5.2l2.4-4"),
    ),
    "farm": (
        (_LINE, "M0 12V-3"),
        (
            _INK,
            "M0-4q-3.6-3.6 0-8.6 3.6 5 0 8.6zM-1-.5q-6.4 0-6.4-6.4 6.4 0 6.4 6.4zm2 0q6.4 0 6.4-6.4-6.4 0-6.4 6.4z"
            "M-1 4.5q-6.4 0-6.4-6.4 6.4 0 6.4 6.4zm2 0q6.4 0 6.4-6.4-6.4 0-6.4 6.4z"
            "M-1 9.5q-6.4 0-6.4-6.4 6.4 0 6.4 6.4zm2 0q6.4 0 6.4-6.4-6.4 0-6.4 6.4z",
        ),
    ),
    "oasis": (
        (_BOLD, "M-1.5 8q-1-7 2.5-13.5"),
        (
            _INK,
            "M1-5q-4-6-11-2.6 6 0 11 2.6zM1-5q-7-1-9 5.4 4-4 9-5.4zM1-5q3-7 10-4-6 1-10 4zM1-5q7-1 9 5-4-4-9-5z"
            "M1-5q-2-5-6-6.6 6-1.4 6 6.6z",
        ),
        (_INK, "M-11 9.5q5-3 11-3t11 3q-5 2.8-11 2.8t-11-2.8z"),
        (_FINE, "M-6 9.6h5m3 .4h4"),
    ),
    "tavern": (
        (_INK, "M-8.5-4h13V9q0 2.5-2.5 2.5h-8q-2.5 0-2.5-2.5z"),
        (_LINE, "M5-1h3q2.4 0 2.4 2.4v3.2q0 2.4-2.4 2.4h-3"),
        (_INK, "M-8.5-5.6a3.2 3.2 0 0 1 1-5.4 4 4 0 0 1 6.6-.8 3.6 3.6 0 0 1 5.4 2.2 2.4 2.4 0 0 1 .5 4z"),
        (_CUT, "M-5-.5v8M-2-.5v8M1-.5v8"),
    ),
    "tower": (
        (_INK, "M-5.5 12l1.2-13.5H-7V-12h3.2v3h2.3v-3h3v3h2.3v-3H7v10.5H4.3L5.5 12z"),
        (_GROUND, "M-1.9 12V8a1.9 1.9 0 0 1 3.8 0v4zM-1.2-5.6h2.4v4.4h-2.4z"),
    ),
    "barn": (
        (_INK, "M-12 11.5V-1.5L-7.6-8.6 0-12l7.6 3.4L12-1.5v13z"),
        (_GROUND, "M-6 11.5V1.5H6v10zM-2-7h4v4h-4z"),
        (_THIN, "M-6 1.5l12 10m0-10l-12 10"),
    ),
    "paddock": (
        (_line(INK, 4.6), "M-5.4 9.5C-12.5-.5-8.5-9.5 0-9.5S12.5-.5 5.4 9.5"),
        (_CUT, "M-7.4 5.2h.01M-8.6-.6h.01M-6.2-6.4h.01M7.4 5.2h.01M8.6-.6h.01M6.2-6.4h.01"),
        (_LINE, "M-9.2 10.6h5.4M3.8 10.6h5.4"),
    ),
    "harbor": (
        (_LINE, _disc(0, -9, 2.4) + "M0-6.5V10M-5.5-3h11"),
        (_BOLD, "M-9.5 3.5Q-7.5 10 0 10.5 7.5 10 9.5 3.5"),
        (_INK, "M-12.3 5.2l2-6 4 4.8zM12.3 5.2l-2-6-4 4.8zM-3 9.5h6L0 13z"),
    ),
    "quarry": (
        (_BOLD, "M-8.5 11.5L3.6-4.6"),
        (_INK, "M-7-9.5Q1-13 7-6.8T10.6 7.5Q8-.5 3.2-3.2T-7-9.5z"),
        (_INK, "M1 11.5l1.6-4.4 4-1.2 3.6 2.6.8 3z"),
    ),
    "caravan": (
        (
            _INK,
            "M-9.5 11.5l.6-7.5q-2.8-2.4-1.6-6.2 1-2 2.6-2.2.8-4 3-4t3.1 3.4q.7 1.4 1.5 0 1-3.6 3-3.6 2.2 0 2.9 3.9"
            " 1.7-.5 2-2.7l.6-3q.6-2.2 2.6-1.6l2.2 1q.6 1.8-.7 2l-2 .2-.6 4.6q-.7 4.5-3.9 5.9l.4 9.8h-2l-1.2-8"
            "h-6.4l-2 8h-2l.3-7.6-.8.6-.6 7z",
        ),
    ),
    "village": (
        (_INK, "M-12.4 11V3.4l4.9-4.6 4 3.8V11zM12.4 11V3.4l-4.9-4.6-4 3.8V11z"),
        (_INK, "M-6.2 11V-4.5h-1.6L0-11.8l7.8 7.3H6.2V11z"),
        (_FINE, "M-6.2 11V-2.6M6.2 11V-2.6"),
        (_GROUND, "M-1.8 11V5.4h3.6V11zM-1.6-3.4h3.2v3.8h-3.2zM-10 4.8h2v2.4h-2zM8 4.8h2v2.4H8z"),
    ),
    "garden": (
        (_LINE, "M0 12V0"),
        (_INK, "M-.6 11Q-8.5 11-9 4.4-1.6 4-.6 11zM.6 11Q8.5 11 9 4.4 1.6 4 .6 11z"),
        (_line(INK, 5.6), "M0-9.2h.01M4-6.3h.01M2.5-1.6h.01M-2.5-1.6h.01M-4-6.3h.01"),
        (_GROUND, _disc(0, -4.8, 2.3)),
    ),
    "lighthouse": (
        (_INK, "M-5.6 12l2-14h7.2l2 14zM-2.6-3.4V-8h5.2v4.6zM-3.4-8.4L0-12l3.4 3.6zM-4.8-3.6h9.6v1.6h-9.6z"),
        (_CUT, "M-4 2.2l7.6-1.6M-4.6 7.6l9-1.8"),
        (_THIN, "M-5-6.2l-7-2.2M-5-5h-7M5-6.2l7-2.2M5-5h7"),
    ),
    "foresters_lodge": (
        (_INK, "M-5-12.4l5 6.6h-2.2l3.6 5.6h-2.4l3.4 5.6h-5.9V12h-3v-6.2h-5.9l3.4-5.6h-2.4l3.6-5.6H-10z"),
        (_GROUND, "M-1.4 4.4L5.8-3.2l7.2 7.6z"),
        (_INK, "M-1.6 4.2l7.2-7 7.2 7h-1.6V12H.2V4.2z"),
        (_GROUND, "M4 12V7h3.2v5z"),
    ),
    "barracks": (
        (_line(INK, 2.8), "M-9.6-10.6L6.4 7M9.6-10.6L-6.4 7"),
        (_LINE, "M2.2 9.2l7-6.4M-2.2 9.2l-7-6.4M6.6 7.2l3.8 4.2M-6.6 7.2l-3.8 4.2"),
        (_FINE, "M-7-7.6l2.6 2.8M7-7.6l-2.6 2.8"),
    ),
    "crossroads": (
        (_BOLD, "M0 12V-11.4"),
        (_INK, "M-5-10.4H8.6l3.6 3-3.6 3H-5zM5-2.4H-8.6l-3.6 3 3.6 3H5z"),
        (_INK, "M-5 12q5-4 10 0z"),
    ),
    "city_hall": (
        (_INK, "M-12 11.5V1.5h7.6V-5L0-9.6 4.4-5v6.5H12v10zM-.8-9v-4h1.6v4z"),
        (_INK, "M.4-13l4 1.5-4 1.5z"),
        (_GROUND, _disc(0, -2.6, 2.4)),
        (_GROUND, "M-2 11.5V6.8a2 2 0 0 1 4 0v4.7zM-9.6 4.4h2.2v3.8h-2.2zM7.4 4.4h2.2v3.8H7.4z"),
        (_line(INK, 0.9), "M0-4v1.5l1.1.7"),
    ),
    "fort": (
        (_INK, "M-12 11.5l1.8-13.7h-1.2V-6h3v1.6h2.6V-6h3.4v1.6h4.8V-6h3.4v1.6h2.6V-6h-1.2 3v3.8h-1.2L12 11.5z"),
        (_GROUND, "M-3.2 11.5V6.4a3.2 3.2 0 0 1 6.4 0v5.1z"),
        (_THIN, "M-3 8.2h6M-1 4v7M1 4v7"),
        (_THIN, "M0-5v-7"),
        (_INK, "M0-12.6l7 2-7 2.4z"),
    ),
    "monastery": (
        (_INK, "M-9.6 11.5V-2.4l4-5 4 5v2.2l6.8 0 4.6 4.4v7.3z"),
        (_LINE, "M-5.6-6.4v-6M-8-10h4.8"),
        (_GROUND, "M-7-1.4h2.8v3.2H-7zM-7.2 11.5V7.4a1.6 1.6 0 0 1 3.2 0v4.1zM1 5.4h1.8v3H1zm4.4 0h1.8v3H5.4z"),
    ),
    "wagon": (
        (_INK, "M-12-.5q-.6-10 5-10H7q5.6 0 5 10zM-12.4 1h24.8l-1.6 4.6h-21.6z"),
        (_CUT, "M-5.4-9.4q-2 4-1 8.4M0-9.6v8.6M5.4-9.4q2 4 1 8.4"),
        (_GROUND, _disc(-6.6, 7.2, 5.2) + _disc(6.6, 7.2, 5.2)),
        (_LINE, _disc(-6.6, 7.2, 3.6) + _disc(6.6, 7.2, 3.6)),
        (_INK, _disc(-6.6, 7.2, 1.3) + _disc(6.6, 7.2, 1.3)),
    ),
    "temple": (
        (_INK, "M-12-4.4L0-12 12-4.4v1.8h-24zM-12 9h24v2.8h-24zM-10-1.4h3.4v9.2H-10zM-4.2-1.4h3v9.2h-3z"),
        (_INK, "M1.2-1.4h3v9.2h-3zM6.6-1.4H10v9.2H6.6z"),
        (_GROUND, _disc(0, -6.6, 1.6)),
    ),
    "refuge": (
        (_INK, "M-12-2.4L0-12 12-2.4H9V4H-9v-6.4z"),
        (_LINE, "M-7.4 4v6M0 4v4M7.4 4v6"),
        (_GROUND, "M-2 4v-5.4h4V4z"),
        (_THIN, "M-12 11.4q3-2.6 6 0t6 0 6 0 6 0"),
    ),
    "canoe": (
        (_line(INK, 1.8), "M-7-10.5L7.4 7"),
        (_INK, "M-9.4-12.4q3.2-1 4.8 3.4l-1.8 1.4q-4-2.4-3-4.8z"),
        (_INK, "M-12.4-1q3.4 4 12.4 4t12.4-4q.8 9.6-12.4 9.6T-12.4-1z"),
        (_THIN, "M-9 11.4q3-2.4 6 0t6 0 6 0"),
    ),
    "fountain": (
        (_INK, "M-11 4h22q-.6 5-5 5.6V12H-6V9.6Q-10.4 9-11 4zM-1.3 4v-8h2.6v8z"),
        (_THIN, "M0-4Q-1-11-4.4-11T-8 1.4M0-4Q1-11 4.4-11T8 1.4M0-5v-7"),
    ),
    "bazaar": (
        (_INK, "M-10-11h20l2.4 7a3.1 3.1 0 0 1-6.2 0 3.1 3.1 0 0 1-6.2 0 3.1 3.1 0 0 1-6.2 0 3.1 3.1 0 0 1-6.2 0z"),
        (_CUT, "M-4.6-9.6l-1.4 5M0-9.6v5M4.6-9.6l1.4 5"),
        (_LINE, "M-9.4 0v11M9.4 0v11"),
        (_INK, "M-10.4 5.4h20.8v4.2h-20.8z"),
        (_INK, _disc(-4, 3.4, 2) + _disc(0, 3.4, 2) + _disc(4, 3.4, 2)),
    ),
    "water_mill": (
        (_LINE, _disc(0, -1.6, 7.2)),
        (_LINE, "M0-12V8.8M-10.4-1.6h20.8M-7.4-9l14.8 14.8M7.4-9L-7.4 5.8"),
        (_GROUND, _disc(0, -1.6, 1.4)),
        (_LINE, "M-12 11.6q3-3 6 0t6 0 6 0 6 0"),
    ),
    "mountain_station": (
        (_THIN, "M-12-7.4L12-12.4"),
        (_INK, "M-1.2-10h2.4v4H6.6q1.8 0 1.8 1.8V5.4q0 1.8-1.8 1.8H-6.6q-1.8 0-1.8-1.8v-9.6Q-8.4-6-6.6-6h5.4z"),
        (_GROUND, "M-6-3.4h3.2v5H-6zM-1.6-3.4h3.2v5h-3.2zM2.8-3.4H6v5H2.8z"),
        (_INK, "M-12 12l5-3.4 4 1.6 4.6-2.6L12 12z"),
    ),
    "scout_cabin": (
        (_INK, "M-12.4-1.6L7.4-10.4 10.6-3-9.8 4z"),
        (_INK, "M8.4-11.8l1.8-.8 3 8.4-1.8.7z"),
        (_FINE, "M-6.4-5.4l2.6 6.8M.6-8.6l2.9 7.8"),
        (_LINE, "M-1 2.4L-6.4 12M1 2L5.4 12M0 2v7"),
    ),
    "cathedral": (
        (_INK, "M-10.8 11.8V-5.4L-7.4-12-4-5.4v3.2L0-6l4 3.8v-3.2L7.4-12l3.4 6.6v17.2z"),
        (_GROUND, _disc(0, 0.8, 2.4) + "M-2 11.8V7.4L0 5l2 2.4v4.4zM-8.4-3.6h2v4h-2zM6.4-3.6h2v4h-2z"),
    ),
    "watchtower": (
        (_INK, "M-8.6-6L0-12.4 8.6-6zM-6.6-1.4H6.6v3.4H-6.6z"),
        (_THIN, "M-5.4-6v5M5.4-6v5"),
        (_INK, _disc(0, -3.6, 1.7)),
        (_LINE, "M-4.4 2L-7.4 12M4.4 2l3 10"),
        (_THIN, "M-5 4.4L6 10.4M5 4.4L-6 10.4"),
    ),
    "university": (
        (_INK, "M0-9.4L13-3.2 0 3-13-3.2z"),
        (_INK, "M-7.4 1.4L0 5l7.4-3.6v6Q0 12.6-7.4 7.4z"),
        (_THIN, "M10.6-3.4v9"),
        (_INK, "M9.2 5h2.8l.6 5.4H8.6z"),
    ),
    "palisade": (
        (_INK, "M-11.6 11.5V-7l2.8-4 2.8 4v18.5zM-2.8 11.5V-7L0-11 2.8-7v18.5zM6 11.5V-7l2.8-4 2.8 4v18.5z"),
        (_LINE, "M-12.6-2h25.2M-12.6 6.4h25.2"),
    ),
    "rope_bridge": (
        (_BOLD, "M-11-10.4V11M11-10.4V11"),
        (_THIN, "M-11-9Q0 3 11-9M-11 1Q0 12 11 1"),
        (_THIN, "M-6.6-5.2v9.4M-2.4-3v9.2M2.4-3v9.2M6.6-5.2v9.4"),
        (_line(INK, 2.4), "M-11 2Q0 12.6 11 2"),
    ),
    "tree_house": (
        (_INK, "M-1.8 12V3h-4.6A5.4 5.4 0 0 1-9-6.4 6.6 6.6 0 0 1 .4-11.6 6 6 0 0 1 9.4-6a5.2 5.2 0 0 1-3 9H1.8v9z"),
        (_GROUND, "M-5 1v-5.2h-1.6L0-9.4l6.6 5.2H5V1z"),
        (_INK, "M-1.4 1v-3.4h2.8V1z"),
        (_THIN, "M3.6 3.4V12M6.4 3.4V12M3.6 6h2.8M3.6 9h2.8"),
    ),
}

SPECIAL_ICONS: dict[str, Drawing] = {
    CASTLE: (
        (_INK, "M-15 13V-8h3v2.8h2.6V-8h3v7h2.9v-9.4h-1.9V-16h3v2.6h4.8V-16h3v5.6H3.5V-1h2.9v-7h3v2.8H12V-8h3v21z"),
        (_GROUND, "M-3.4 13V7.4a3.4 3.4 0 0 1 6.8 0V13zM-1.1-9.4h2.2v4.6h-2.2zM-11.8 1h2v4.4h-2zM9.8 1h2v4.4h-2z"),
    ),
    NOMAD: (
        (_THIN, "M-3-17L1-11.4M3-17L-1-11.4"),
        (_INK, "M0-12.6Q5 1 16 13H-16Q-5 1 0-12.6z"),
        (_GROUND, "M0-2.6Q1.6 7 6 13H-6Q-1.6 7 0-2.6z"),
        (_FINE, "M-4.6-2.6Q-8 6-12 11.6M4.6-2.6Q8 6 12 11.6"),
    ),
    PALACE: (
        (_LINE, "M0-17.4v4M-11-5.6v-3M11-5.6v-3"),
        (_INK, "M0-14.6Q7.6-10 7.2-6.4 6.9-3.4 5.6-1.6h-11.2Q-6.9-3.4-7.2-6.4-7.6-10 0-14.6zM-16 13V0h32v13z"),
        (_INK, "M-11-7q4.2 2.6 3.4 6h-6.8q-.8-3.4 3.4-6zM11-7q4.2 2.6 3.4 6H7.6Q6.8-4.4 11-7z"),
        (
            _GROUND,
            "M-2.6 13V6.6a2.6 2.6 0 0 1 5.2 0V13zM-12.8 10V5.4a1.8 1.8 0 0 1 3.6 0V10z"
            "M-7.6 10V5.4a1.8 1.8 0 0 1 3.6 0V10zM4 10V5.4a1.8 1.8 0 0 1 3.6 0V10zM9.2 10V5.4a1.8 1.8 0 0 1 3.6 0V10z",
        ),
        (_FINE, "M-16 1h32"),
    ),
    SILO: (
        (_INK, "M-10 13V-7q0-9 7.4-9t7.4 9V13zM6.4 13V2.4L10.6-1l4.2 3.4V13z"),
        (_FINE, "M-10-7H4.8M-10-.4H4.8M-10 6.2H4.8"),
        (_GROUND, "M-4.2-11.6h3.2v2.8h-3.2zM-4.6 13V8.4h4V13zM9 13V7.6h3.2V13z"),
    ),
}

NOMAD_SIGNS: dict[str, Drawing] = {
    "resettlement": (
        (_line(INK, 1.7), "M-5-1.2A5 5 0 0 1 4-3M5 1.2A5 5 0 0 1-4 3"),
        (_INK, "M5.9-5.8v5h-5zM-5.9 5.8v-5h5z"),
    ),
    "outpost": (
        (_line(INK, 1.8), "M-3.4 6.4v-12.6"),
        (_INK, "M-3-6.4L5.8-3-3 .6z"),
        (_line(INK, 1.8), "M-5.6 6.4h4.6"),
    ),
    "sword": (
        (_line(INK, 2.4), "M5.8-5.8L-1.6 1.6"),
        (_line(INK, 1.7), "M-4.8-1L1 4.8M-2.4 2.4l-3.2 3.2"),
    ),
    "treasure": (
        (_INK, "M-6-1.2Q-6-5.4-2.6-5.4h5.2Q6-5.4 6-1.2zM-6 0H6v5.4H-6z"),
        (_fill(GOLD), "M-1.5-1.8h3v3.6h-3z"),
        (_line(GOLD, 1), "M-6-.6h4.4M1.6-.6H6"),
    ),
}
"""What shows which nomad tile lies on its hex; a donation shows its terrain instead."""


class Livery(NamedTuple):
    """How a player's pieces look: the body, the line round it and the light or dark line round that, the mark."""

    body: str
    line: str
    halo: str
    mark: str


LIVERIES = (
    Livery(BLUE, WHITE, INK, _disc(0, 0, 4)),
    Livery(ORANGE, INK, WHITE, "M0-4.8L4.8 3.6h-9.6z"),
    Livery(CREAM, INK, WHITE, "M-3.8-3.8h7.6v7.6h-7.6z"),
    Livery(BLACK, WHITE, INK, "M0-5.4L5 0 0 5.4-5 0z"),
    Livery(CRIMSON, WHITE, INK, "M-1.7-5.1h3.4v3.4h3.4v3.4H1.7v3.4h-3.4V1.7h-3.4v-3.4h3.4z"),
)


class Silhouette(NamedTuple):
    """The shape of a kind of piece, what is drawn on it in the colour of its line, and where its mark is, how large."""

    shape: str
    details: Drawing
    mark_y: float
    mark_x: float = 0
    mark_size: float = 1


_DETAIL = _line("currentColor", 1.6)

SILHOUETTES = {
    SETTLEMENT: Silhouette("M0-14L15-1h-3.4v13h-23.2V-1H-15z", (), 3.4),
    WARRIOR: Silhouette(
        "M-12.4-3.6H9.4V3Q9.4 10.6-1.5 15.4-12.4 10.6-12.4 3zM-7.1-4v-6.4a5.6 5.6 0 0 1 11.2 0V-4z"
        "M-2.7-18.4h2.4v4h-2.4zM13.4-17.4l2.6 6.6h-1.5V12h-2.2v-22.8h-1.5z",
        ((_DETAIL, "M-5.4-10.2h7.8M-12-3.6h21"),),
        4.2,
        mark_x=-1.5,
    ),
    SHIP: Silhouette(
        "M-12-14Q0-10.6 12-14 9-6 12 1.6 0-1.4-12 1.6-9-6-12-14zM-1-17h2V5h-2z"
        "M-15.4 4.4h30.8Q13.4 13.6 7 13.6H-7Q-13.4 13.6-15.4 4.4z",
        ((_DETAIL, "M-11.6 8.4h23.2"),),
        -6.2,
    ),
    WAGON: Silhouette(
        "M-15 4V-4q0-10 9-10H6q9 0 9 10v8z" + _disc(-8.4, 8.4, 5) + _disc(8.4, 8.4, 5),
        ((_DETAIL, "M-14 2.4h28"), (_GROUND, _disc(-8.4, 8.4, 2) + _disc(8.4, 8.4, 2))),
        -5.6,
    ),
    CITY_HALL: Silhouette(
        "M-41 41V6h-4l7-11h20v-18h-4L0-42l22 19h-4v18h20l7 11h-4v35zM-1-40v-14h2v14zM0-55l12 4.4L0-46z",
        (
            (_line("currentColor", 2), "M-41 6h23M41 6H18M-18-5v46M18-5v46M-22-23h44"),
            (
                _GROUND,
                "M-7.4 41V26a7.4 7.4 0 0 1 14.8 0v15zM-36 13h5v9h-5zm0 14h5v8h-5zM-28 13h5v9h-5zm0 14h5v8h-5z"
                "M23 13h5v9h-5zm0 14h5v8h-5zM31 13h5v9h-5zm0 14h5v8h-5z",
            ),
        ),
        -6,
        mark_size=2,
    ),
}

_WALL = "M-16 12V-9h7v5h5.5v-5h7v5H9v-5h7v21z"
_STONES = "M-16 1.4h32M-16 6.8h32M-7-3.4v4.8M7-3.4v4.8M0 1.4v5.4M-10 1.4v5.4M10 1.4v5.4M-5 6.8V12M5 6.8V12"
WALL = ((_line(WHITE, 5), _WALL), (_line(INK, 2.4), _WALL), (_fill(STONE), _WALL), (_line(STONE_DARK, 1.2), _STONES))

_PLAZA = "M-21-60L0-48 21-60 42-48v24l21 12V12L42 24v24L21 60 0 48-21 60-42 48V24L-63 12v-24l21-12v-24z"
"""The outline of the seven hexes under a city hall."""


def _paint(drawing: Drawing) -> str:
    return "".join(f'<path {brush} d="{path}"/>' for brush, path in drawing)


def _terrain(terrain: str) -> Iterator[str]:
    """Yield the variations of a terrain: its colour, and its motifs at the points of each."""
    motifs, variations = PATTERNS[terrain]
    ground = f'fill="{TERRAIN_COLOURS[terrain]}" stroke="{INK}" stroke-opacity=".28" stroke-width=".8"'
    for points in variations:
        drawing = tuple((brush, "".join(f"M{x} {y}{motif}" for x, y in points)) for brush, motif in motifs)
        yield f'<use href="#hex" {ground}/>{_paint(drawing)}'


def _raised(face: str, light: str, dark: str) -> str:
    return (
        f'<use href="#hex" y="2.5" fill="{dark}" stroke="{dark}" stroke-width="2"/>'
        f'<use href="#hex" y="-1" fill="{face}" stroke="{dark}" stroke-width="2"/>'
        f'<use href="#hex" y="-1" transform="scale(.87)" fill="none" stroke="{light}" stroke-width="1.6"/>'
    )


def _pips(left: int) -> str:
    places = (-4.6, 4.6)
    return "".join(
        f'<path d="{_disc(x, 15.6, 2.7)}" fill="{INK if i < left else "none"}" stroke="{INK}" stroke-width="1.1"/>'
        for i, x in enumerate(places)
    )


def _icon(drawing: Drawing, ground: str, y: float) -> str:
    return f'<g color="{ground}" transform="translate(0 {y:g})">{_paint(drawing)}</g>'


def _sign(what: str) -> str:
    return (
        f'<use href="#camp"/><g transform="translate(0 8)"><path d="{_disc(0, 0, 10.4)}" fill="{WHITE}" '
        f'stroke="{SILVER_DARK}" stroke-width="1.4"/>{what}</g>'
    )


def _piece(kind: str, livery: Livery) -> str:
    """Draw a piece so that it shows on every terrain: its line and the halo round it are one light and one dark."""
    silhouette, shape = SILHOUETTES[kind], f'<use href="#shape-{kind}"'
    plaza = (
        f'<path d="{_PLAZA}" fill="{livery.body}" fill-opacity=".2" stroke="{livery.halo}" stroke-width="5"/>'
        f'<path d="{_PLAZA}" fill="none" stroke="{livery.line}" stroke-width="2.4"/>'
    )
    return (
        f'{plaza if kind == CITY_HALL else ""}<g color="{livery.line}">'
        f'{shape} stroke="{livery.halo}" stroke-width="6"/>{shape} stroke="{livery.line}" stroke-width="3.6"/>'
        f'{shape} fill="{livery.body}"/>{_paint(silhouette.details)}'
        f'<path transform="translate({silhouette.mark_x:g} {silhouette.mark_y:g}) scale({silhouette.mark_size:g})" '
        f'd="{livery.mark}" fill="{livery.line}"/></g>'
    )


_SCOUT = "M0-15a5 5 0 0 1 2.6 9.3L6-4l2 15H4L2 3h-4l-2 8h-4l2-15 3.4-1.7A5 5 0 0 1 0-15z"

DEFS: dict[str, str] = {
    "hex": f'<path d="M{" ".join(f"{x} {y}" for x, y in CORNERS)}z"/>',
    **{f"terrain-{terrain}-{i}": markup for terrain in TERRAINS for i, markup in enumerate(_terrain(terrain))},
    "gold": _raised(GOLD, GOLD_LIGHT, GOLD_DARK),
    "silver": _raised(SILVER, SILVER_LIGHT, SILVER_DARK),
    **{f"tile-{name}": _icon(drawing, GOLD, -4) for name, drawing in LOCATION_ICONS.items()},
    **{f"tiles-left-{left}": _pips(left) for left in range(3)},
    **{f"special-{name}": _icon(drawing, SILVER, -1) for name, drawing in SPECIAL_ICONS.items()},
    "camp": '<use href="#special-nomad" transform="translate(0 -9) scale(.62)"/>',
    **{f"nomad-{name}": _sign(_icon(drawing, WHITE, 0)) for name, drawing in NOMAD_SIGNS.items()},
    **{f"nomad-donation-{name}": _sign(f'<use href="#terrain-{name}-0" transform="scale(.46)"/>') for name in TERRAINS},
    **{f"shape-{kind}": f'<path d="{silhouette.shape}"/>' for kind, silhouette in SILHOUETTES.items()},
    **{f"{kind}-{i}": _piece(kind, livery) for kind in SILHOUETTES for i, livery in enumerate(LIVERIES)},
    "wall": _paint(WALL),
    "scout": (
        f'<path d="{_SCOUT}" fill="{WHITE}" stroke="{WHITE}" stroke-width="5"/><path d="{_SCOUT}" fill="{INK}"/>'
    ),
    "cave": (
        f'<path d="M-13 14v-6a13 13 0 0 1 26 0v6z" fill="{INK}" stroke="{WHITE}" stroke-width="2.4"/>'
        f'<path d="M-6 14v-5a6 6 0 0 1 12 0v5z" fill="{WHITE}" fill-opacity=".25"/>'
    ),
    "capitol": (f'<path d="M-11-13l2-9 5 5 4-7 4 7 5-5 2 9z" fill="{GOLD}" stroke="{INK}" stroke-width="1.4"/>'),
    "ring": (
        f'<g transform="scale(.86)" fill="none"><use href="#hex" stroke="{INK}" stroke-width="6"/>'
        f'<use href="#hex" stroke="{WHITE}" stroke-width="2.8"/></g>'
    ),
}
"""Every drawing by its id."""
