"""The drawings of the Island: strokes by id."""

from __future__ import annotations

from kingdom_builder.sets.drawing import BOLD, GROUND, INK, SOLID, THIN, Drawing, Icons, line

TILES: dict[str, Drawing] = {
    "rope_bridge": (
        (BOLD, "M-11-10.4V11M11-10.4V11"),
        (THIN, "M-11-9Q0 3 11-9M-11 1Q0 12 11 1"),
        (THIN, "M-6.6-5.2v9.4M-2.4-3v9.2M2.4-3v9.2M6.6-5.2v9.4"),
        (line(INK, 2.4), "M-11 2Q0 12.6 11 2"),
    ),
    "tree_house": (
        (
            SOLID,
            "M-1.8 12V3h-4.6A5.4 5.4 0 0 1-9-6.4 6.6 6.6 0 0 1 .4-11.6 6 6 0 0 1 9.4-6a5.2 5.2 0 0 1-3 9H1.8v9z",
        ),
        (GROUND, "M-5 1v-5.2h-1.6L0-9.4l6.6 5.2H5V1z"),
        (SOLID, "M-1.4 1v-3.4h2.8V1z"),
        (THIN, "M3.6 3.4V12M6.4 3.4V12M3.6 6h2.8M3.6 9h2.8"),
    ),
}

ICONS = Icons(tiles=TILES, sign=("gold", "tile-rope_bridge"))
