"""The drawings of Harvest: strokes by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom_builder.sets.drawing import (
    CUT,
    DARK,
    FINE,
    GROUND,
    INK,
    LINE,
    SOLID,
    THIN,
    WHITE,
    CardIcon,
    Drawing,
    Icons,
    Mark,
    disc,
    line,
)
from kingdom_builder.sets.harvest.state import state_of

if TYPE_CHECKING:
    from kingdom_builder.engine.player import PlayerState
    from kingdom_builder.engine.position import Position


def _scouts(pos: Position) -> int:
    return pos.turn_state.temporary


def _lines(player: PlayerState) -> int:
    return state_of(player).lines


_SCOUT = "M0-15a5 5 0 0 1 2.6 9.3L6-4l2 15H4L2 3h-4l-2 8h-4l2-15 3.4-1.7A5 5 0 0 1 0-15z"
SCOUT = Mark(
    "scout",
    where=_scouts,
    title="scout on {ground}",
    sign="+",
    markup=f'<path d="{_SCOUT}" fill="{WHITE}" stroke="{WHITE}" stroke-width="5"/><path d="{_SCOUT}" fill="{DARK}"/>',
)

TILES: dict[str, Drawing] = {
    "bazaar": (
        (SOLID, "M-10-11h20l2.4 7a3.1 3.1 0 0 1-6.2 0 3.1 3.1 0 0 1-6.2 0 3.1 3.1 0 0 1-6.2 0 3.1 3.1 0 0 1-6.2 0z"),
        (CUT, "M-4.6-9.6l-1.4 5M0-9.6v5M4.6-9.6l1.4 5"),
        (LINE, "M-9.4 0v11M9.4 0v11"),
        (SOLID, "M-10.4 5.4h20.8v4.2h-20.8z"),
        (SOLID, disc(-4, 3.4, 2) + disc(0, 3.4, 2) + disc(4, 3.4, 2)),
    ),
    "water_mill": (
        (LINE, disc(0, -1.6, 7.2)),
        (LINE, "M0-12V8.8M-10.4-1.6h20.8M-7.4-9l14.8 14.8M7.4-9L-7.4 5.8"),
        (GROUND, disc(0, -1.6, 1.4)),
        (LINE, "M-12 11.6q3-3 6 0t6 0 6 0 6 0"),
    ),
    "mountain_station": (
        (THIN, "M-12-7.4L12-12.4"),
        (SOLID, "M-1.2-10h2.4v4H6.6q1.8 0 1.8 1.8V5.4q0 1.8-1.8 1.8H-6.6q-1.8 0-1.8-1.8v-9.6Q-8.4-6-6.6-6h5.4z"),
        (GROUND, "M-6-3.4h3.2v5H-6zM-1.6-3.4h3.2v5h-3.2zM2.8-3.4H6v5H2.8z"),
        (SOLID, "M-12 12l5-3.4 4 1.6 4.6-2.6L12 12z"),
    ),
    "scout_cabin": (
        (SOLID, "M-12.4-1.6L7.4-10.4 10.6-3-9.8 4z"),
        (SOLID, "M8.4-11.8l1.8-.8 3 8.4-1.8.7z"),
        (FINE, "M-6.4-5.4l2.6 6.8M.6-8.6l2.9 7.8"),
        (LINE, "M-1 2.4L-6.4 12M1 2L5.4 12M0 2v7"),
    ),
    "cathedral": (
        (SOLID, "M-10.8 11.8V-5.4L-7.4-12-4-5.4v3.2L0-6l4 3.8v-3.2L7.4-12l3.4 6.6v17.2z"),
        (GROUND, disc(0, 0.8, 2.4) + "M-2 11.8V7.4L0 5l2 2.4v4.4zM-8.4-3.6h2v4h-2zM6.4-3.6h2v4h-2z"),
    ),
    "watchtower": (
        (SOLID, "M-8.6-6L0-12.4 8.6-6zM-6.6-1.4H6.6v3.4H-6.6z"),
        (THIN, "M-5.4-6v5M5.4-6v5"),
        (SOLID, disc(0, -3.6, 1.7)),
        (LINE, "M-4.4 2L-7.4 12M4.4 2l3 10"),
        (THIN, "M-5 4.4L6 10.4M5 4.4L-6 10.4"),
    ),
    "university": (
        (SOLID, "M0-9.4L13-3.2 0 3-13-3.2z"),
        (SOLID, "M-7.4 1.4L0 5l7.4-3.6v6Q0 12.6-7.4 7.4z"),
        (THIN, "M10.6-3.4v9"),
        (SOLID, "M9.2 5h2.8l.6 5.4H8.6z"),
    ),
    "palisade": (
        (SOLID, "M-11.6 11.5V-7l2.8-4 2.8 4v18.5zM-2.8 11.5V-7L0-11 2.8-7v18.5zM6 11.5V-7l2.8-4 2.8 4v18.5z"),
        (LINE, "M-12.6-2h25.2M-12.6 6.4h25.2"),
    ),
}

SPECIALS: dict[str, Drawing] = {
    "silo": (
        (SOLID, "M-10 13V-7q0-9 7.4-9t7.4 9V13zM6.4 13V2.4L10.6-1l4.2 3.4V13z"),
        (FINE, "M-10-7H4.8M-10-.4H4.8M-10 6.2H4.8"),
        (GROUND, "M-4.2-11.6h3.2v2.8h-3.2zM-4.6 13V8.4h4V13zM9 13V7.6h3.2V13z"),
    ),
}

CARDS = {
    "rangers": CardIcon(
        "#b4d6b8",
        (
            (line(INK, 3.2), "M-3-20Q19 0-3 20"),
            (THIN, "M-3-20L-11 0-3 20"),
            (LINE, "M-19 0h34"),
            (SOLID, "M22 0l-9-5.5v11zM-22-4h5l4 4-4 4h-5l4-4z"),
        ),
    ),
    "mayors": CardIcon(
        "#ecd08f",
        (
            (line(INK, 4.4), disc(-9, -9, 8)),
            (line(INK, 4.4), "M-3-3l20 20"),
            (line(INK, 3.8), "M9 9l6-6M15 15l6-6"),
        ),
    ),
    "chainers": CardIcon(
        "#cfd3d8",
        (
            (line(INK, 4), "M-8-7h-6a7 7 0 0 0 0 14h6a7 7 0 0 0 0-14zM8-7h6a7 7 0 0 1 0 14H8a7 7 0 0 1 0-14z"),
            (line("currentColor", 8), "M-8 0H8"),
            (line(INK, 4.6), "M-9 0H9"),
        ),
    ),
    "travellers": CardIcon(
        "#dfd3a4",
        (
            (line(INK, 7), "M-13-16.5h26"),
            (SOLID, "M-13 20q-2 0-2-2V0q0-10 10-10H5Q15-10 15 0v18q0 2-2 2z"),
            (SOLID, "M-20 17V5q0-2 3-2v16q-3 0-3-2zM20 17V5q0-2-3-2v16q3 0 3-2z"),
            (CUT, "M-6-19.5v6M6-19.5v6M-9 6H9v9H-9zM0 6v4"),
        ),
    ),
    "homesteaders": CardIcon(
        "#e9c8a4",
        (
            (SOLID, "M-22 0L0-17 22 0l-3 4-3-2.3V18h-32V1.7L-19 4zM9-19h6v10l-6-5z"),
            (FINE, "M-16 5h32M-16 9.5h32M-16 14h32"),
            (GROUND, "M-5 18V4H5v14z"),
            (SOLID, "M-3 18V6h6v12z"),
        ),
    ),
    "rovers": CardIcon(
        "#d8c3cf",
        (
            (SOLID, "M-12-19H5V-4q0 4 6 5 9 2 9 9v2h-32zM-12 14h32v4h-32z"),
            (CUT, "M-12-13H5"),
            (FINE, "M5-6l-6 1M6-2L0 0M9 1L4 4"),
        ),
    ),
}

ICONS = Icons(
    sign=("gold", "tile-water_mill"),
    tiles=TILES,
    specials=SPECIALS,
    cards=CARDS,
    standing=(SCOUT,),
    actions={"farm_action": ("terrain-farmland-0",)},
    marked_lines=_lines,
    short_names={"watchtower": "wch"},
)
