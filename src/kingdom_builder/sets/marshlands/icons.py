"""The drawings of Marshlands: strokes by id."""

from __future__ import annotations

from kingdom_builder.sets.drawing import (
    BOLD,
    CUT,
    FINE,
    GROUND,
    INK,
    LINE,
    SOLID,
    THIN,
    CardIcon,
    Drawing,
    Icons,
    disc,
    line,
)

TILES: dict[str, Drawing] = {
    "temple": (
        (SOLID, "M-12-4.4L0-12 12-4.4v1.8h-24zM-12 9h24v2.8h-24zM-10-1.4h3.4v9.2H-10zM-4.2-1.4h3v9.2h-3z"),
        (SOLID, "M1.2-1.4h3v9.2h-3zM6.6-1.4H10v9.2H6.6z"),
        (GROUND, disc(0, -6.6, 1.6)),
    ),
    "refuge": (
        (SOLID, "M-12-2.4L0-12 12-2.4H9V4H-9v-6.4z"),
        (LINE, "M-7.4 4v6M0 4v4M7.4 4v6"),
        (GROUND, "M-2 4v-5.4h4V4z"),
        (THIN, "M-12 11.4q3-2.6 6 0t6 0 6 0 6 0"),
    ),
    "canoe": (
        (line(INK, 1.8), "M-7-10.5L7.4 7"),
        (SOLID, "M-9.4-12.4q3.2-1 4.8 3.4l-1.8 1.4q-4-2.4-3-4.8z"),
        (SOLID, "M-12.4-1q3.4 4 12.4 4t12.4-4q.8 9.6-12.4 9.6T-12.4-1z"),
        (THIN, "M-9 11.4q3-2.4 6 0t6 0 6 0"),
    ),
    "fountain": (
        (SOLID, "M-11 4h22q-.6 5-5 5.6V12H-6V9.6Q-10.4 9-11 4zM-1.3 4v-8h2.6v8z"),
        (THIN, "M0-4Q-1-11-4.4-11T-8 1.4M0-4Q1-11 4.4-11T8 1.4M0-5v-7"),
    ),
}

SPECIALS: dict[str, Drawing] = {
    "palace": (
        (LINE, "M0-17.4v4M-11-5.6v-3M11-5.6v-3"),
        (SOLID, "M0-14.6Q7.6-10 7.2-6.4 6.9-3.4 5.6-1.6h-11.2Q-6.9-3.4-7.2-6.4-7.6-10 0-14.6zM-16 13V0h32v13z"),
        (SOLID, "M-11-7q4.2 2.6 3.4 6h-6.8q-.8-3.4 3.4-6zM11-7q4.2 2.6 3.4 6H7.6Q6.8-4.4 11-7z"),
        (
            GROUND,
            "M-2.6 13V6.6a2.6 2.6 0 0 1 5.2 0V13zM-12.8 10V5.4a1.8 1.8 0 0 1 3.6 0V10z"
            "M-7.6 10V5.4a1.8 1.8 0 0 1 3.6 0V10zM4 10V5.4a1.8 1.8 0 0 1 3.6 0V10zM9.2 10V5.4a1.8 1.8 0 0 1 3.6 0V10z",
        ),
        (FINE, "M-16 1h32"),
    ),
}

_SHIELD = "M0-19Q8-14 17-15V0Q17 14 0 20-17 14-17 0V-15Q-8-14 0-19z"

CARDS = {
    "geologists": CardIcon(
        "#d9cbb4",
        (
            (line(INK, 3), disc(-4, -4, 14.5)),
            (line(INK, 5.4), "M9 9l9 9"),
            (SOLID, "M-15 4l8-14 4 6 3-4 7.4 12z"),
            (GROUND, "M-7-10l3 4.5-1.5 1-1.5-1.5-1.5 2-1.5-1.5z"),
        ),
    ),
    "messengers": CardIcon(
        "#f3dfa2",
        (
            (SOLID, "M-20-13h40v27h-40z"),
            (CUT, "M-20-13L0 4 20-13M-20 14L-6-1M20 14L6-1"),
            (GROUND, disc(0, 3, 7)),
            (SOLID, disc(0, 3, 5)),
        ),
    ),
    "noblewomen": CardIcon(
        "#ecc3dc",
        (
            (SOLID, "M-5-17l-1.2-5.4 3.2 2.2 3-3.2 3 3.2 3.2-2.2L5-17z"),
            (SOLID, disc(0, -11.6, 4.8)),
            (SOLID, "M-7-5.5q7 4 14 0L4 4.5Q17 8 19 20h-38Q-17 8-4 4.5z"),
            (FINE, "M-1.5 6.5Q-5 12-7 20M1.5 6.5Q5 12 7 20"),
        ),
    ),
    "vassals": CardIcon(
        "#c9d8e8",
        (
            (line(INK, 2.8), _SHIELD),
            (SOLID, "M0-18V1h-17V-15Q-8-14 0-18zM0 1h17Q16 14 0 20z"),
        ),
    ),
    "captains": CardIcon(
        "#b5dcdc",
        (
            (BOLD, "M0-20v40M-20 0h40M-14-14l28 28M14-14l-28 28"),
            (GROUND, disc(0, 0, 13.5)),
            (line(INK, 3.6), disc(0, 0, 12)),
            (LINE, "M0-12v24M-12 0h24M-8.5-8.5l17 17M8.5-8.5l-17 17"),
            (SOLID, disc(0, 0, 5)),
            (GROUND, disc(0, 0, 2)),
        ),
    ),
    "scouts": CardIcon(
        "#c4d6b0",
        (
            (SOLID, "M-15.5 1a5.5 8.5-12 1 1 11-2 5.5 8.5-12 1 1-11 2zM-12 14a4 4.5 0 1 1 8-1 4 4.5 0 1 1-8 1z"),
            (SOLID, "M15.5-8a5.5 8.5 12 1 0-11-2 5.5 8.5 12 1 0 11 2zM12 5a4 4.5 0 1 0-8-1 4 4.5 0 1 0 8 1z"),
        ),
    ),
}

BONUSES = {f"{tile}_bonus": ("gold", f"tile-{tile}") for tile in TILES}
"""The bonus of a tile has the drawing of the tile."""

ICONS = Icons(tiles=TILES, specials=SPECIALS, cards=CARDS, actions=BONUSES, sign=("gold", "tile-canoe"))
