"""The drawings of Nomads: strokes by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom_builder.sets.drawing import (
    BOLD,
    DARK,
    FINE,
    GOLD,
    GROUND,
    INK,
    LINE,
    SOLID,
    STONE,
    STONE_DARK,
    THIN,
    WHITE,
    CardIcon,
    Drawing,
    Icons,
    Mark,
    disc,
    fill,
    line,
    paint,
)

if TYPE_CHECKING:
    from kingdom_builder.engine.position import Position


def _walls(pos: Position) -> int:
    return pos.walls


_WALL = "M-16 12V-9h7v5h5.5v-5h7v5H9v-5h7v21z"
_STONES = "M-16 1.4h32M-16 6.8h32M-7-3.4v4.8M7-3.4v4.8M0 1.4v5.4M-10 1.4v5.4M10 1.4v5.4M-5 6.8V12M5 6.8V12"
WALL = Mark(
    "wall",
    where=_walls,
    title="wall on {ground}",
    sign="=",
    markup=paint(
        ((line(WHITE, 5), _WALL), (line(DARK, 2.4), _WALL), (fill(STONE), _WALL), (line(STONE_DARK, 1.2), _STONES))
    ),
)

TILES: dict[str, Drawing] = {
    "quarry": (
        (BOLD, "M-8.5 11.5L3.6-4.6"),
        (SOLID, "M-7-9.5Q1-13 7-6.8T10.6 7.5Q8-.5 3.2-3.2T-7-9.5z"),
        (SOLID, "M1 11.5l1.6-4.4 4-1.2 3.6 2.6.8 3z"),
    ),
    "caravan": (
        (
            SOLID,
            "M-9.5 11.5l.6-7.5q-2.8-2.4-1.6-6.2 1-2 2.6-2.2.8-4 3-4t3.1 3.4q.7 1.4 1.5 0 1-3.6 3-3.6 2.2 0 2.9 3.9"
            " 1.7-.5 2-2.7l.6-3q.6-2.2 2.6-1.6l2.2 1q.6 1.8-.7 2l-2 .2-.6 4.6q-.7 4.5-3.9 5.9l.4 9.8h-2l-1.2-8"
            "h-6.4l-2 8h-2l.3-7.6-.8.6-.6 7z",
        ),
    ),
    "village": (
        (SOLID, "M-12.4 11V3.4l4.9-4.6 4 3.8V11zM12.4 11V3.4l-4.9-4.6-4 3.8V11z"),
        (SOLID, "M-6.2 11V-4.5h-1.6L0-11.8l7.8 7.3H6.2V11z"),
        (FINE, "M-6.2 11V-2.6M6.2 11V-2.6"),
        (GROUND, "M-1.8 11V5.4h3.6V11zM-1.6-3.4h3.2v3.8h-3.2zM-10 4.8h2v2.4h-2zM8 4.8h2v2.4H8z"),
    ),
    "garden": (
        (LINE, "M0 12V0"),
        (SOLID, "M-.6 11Q-8.5 11-9 4.4-1.6 4-.6 11zM.6 11Q8.5 11 9 4.4 1.6 4 .6 11z"),
        (line(INK, 5.6), "M0-9.2h.01M4-6.3h.01M2.5-1.6h.01M-2.5-1.6h.01M-4-6.3h.01"),
        (GROUND, disc(0, -4.8, 2.3)),
    ),
}

SPECIALS: dict[str, Drawing] = {
    "nomad": (
        (THIN, "M-3-17L1-11.4M3-17L-1-11.4"),
        (SOLID, "M0-12.6Q5 1 16 13H-16Q-5 1 0-12.6z"),
        (GROUND, "M0-2.6Q1.6 7 6 13H-6Q-1.6 7 0-2.6z"),
        (FINE, "M-4.6-2.6Q-8 6-12 11.6M4.6-2.6Q8 6 12 11.6"),
    ),
}

NOMAD_TILES: dict[str, Drawing] = {
    "resettlement": (
        (line(INK, 1.7), "M-5-1.2A5 5 0 0 1 4-3M5 1.2A5 5 0 0 1-4 3"),
        (SOLID, "M5.9-5.8v5h-5zM-5.9 5.8v-5h5z"),
    ),
    "outpost": (
        (line(INK, 1.8), "M-3.4 6.4v-12.6"),
        (SOLID, "M-3-6.4L5.8-3-3 .6z"),
        (line(INK, 1.8), "M-5.6 6.4h4.6"),
    ),
    "sword": (
        (line(INK, 2.4), "M5.8-5.8L-1.6 1.6"),
        (line(INK, 1.7), "M-4.8-1L1 4.8M-2.4 2.4l-3.2 3.2"),
    ),
    "treasure": (
        (SOLID, "M-6-1.2Q-6-5.4-2.6-5.4h5.2Q6-5.4 6-1.2zM-6 0H6v5.4H-6z"),
        (fill(GOLD), "M-1.5-1.8h3v3.6h-3z"),
        (line(GOLD, 1), "M-6-.6h4.4M1.6-.6H6"),
    ),
}
"""The sign that shows which nomad tile is on its hex; a donation shows its terrain instead."""

_FLEECE = disc(-10, 1, 6) + disc(-4, -4, 6) + disc(4, -3, 6) + disc(8, 3, 5.6) + disc(2, 6, 6.4) + disc(-6, 6, 6)

CARDS = {
    "families": CardIcon(
        "#f2c9b8",
        (
            (SOLID, disc(-11, -11, 5.6) + disc(11, -11, 5.6)),
            (SOLID, "M-20 18V4q0-8 9-8t9 8v14zM2 18V4q0-8 9-8t9 8v14z"),
            (GROUND, disc(0, 3, 6) + "M-8 19v-5q0-6 8-6t8 6v5z"),
            (SOLID, disc(0, 3, 4.2) + "M-6 18v-4q0-5 6-5t6 5v4z"),
        ),
    ),
    "shepherds": CardIcon(
        "#cfe3b4",
        (
            (line(INK, 3), "M-7 9v9M4 9v9"),
            (line(INK, 4.4), _FLEECE),
            (GROUND, _FLEECE),
            (SOLID, "M-20-5q5-4 9 0l1 4q-1 5-5 5-3 0-5-5z"),
            (BOLD, "M18 19V-12q0-7-5.5-7T7-14"),
        ),
    ),
    "ambassadors": CardIcon(
        "#c7cdea",
        (
            (BOLD, "M-12 18L11-17M12 18L-11-17"),
            (SOLID, "M11-18L23-11 18-2 6-9.5z"),
            (LINE, "M-11-17L-22-11-17.5-3-6-9.5z"),
            (SOLID, disc(0, 0, 3.4)),
        ),
    ),
}

ICONS = Icons(
    tiles=TILES,
    specials=SPECIALS,
    nomad_tiles=NOMAD_TILES,
    cards=CARDS,
    standing=(WALL,),
    sign=("gold", "tile-village"),
)
