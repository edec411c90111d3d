"""The drawings of the base game: strokes by id."""

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
    Drawing,
    Icons,
    Silhouette,
    disc,
    line,
)

TILES: dict[str, Drawing] = {
    "oracle": (
        (SOLID, "M-12 2Q0-10 12 2 0 14-12 2z"),
        (GROUND, disc(0, 2, 4.8)),
        (SOLID, disc(0, 2, 2.7)),
        (LINE, "M0-7v-4.5M-6.5-5.2l-2.4-4M6.5-5.2l2.4-4"),
    ),
    "farm": (
        (LINE, "M0 12V-3"),
        (
            SOLID,
            "M0-4q-3.6-3.6 0-8.6 3.6 5 0 8.6zM-1-.5q-6.4 0-6.4-6.4 6.4 0 6.4 6.4zm2 0q6.4 0 6.4-6.4-6.4 0-6.4 6.4z"
            "M-1 4.5q-6.4 0-6.4-6.4 6.4 0 6.4 6.4zm2 0q6.4 0 6.4-6.4-6.4 0-6.4 6.4z"
            "M-1 9.5q-6.4 0-6.4-6.4 6.4 0 6.4 6.4zm2 0q6.4 0 6.4-6.4-6.4 0-6.4 6.4z",
        ),
    ),
    "oasis": (
        (BOLD, "M-1.5 8q-1-7 2.5-13.5"),
        (
            SOLID,
            "M1-5q-4-6-11-2.6 6 0 11 2.6zM1-5q-7-1-9 5.4 4-4 9-5.4zM1-5q3-7 10-4-6 1-10 4zM1-5q7-1 9 5-4-4-9-5z"
            "M1-5q-2-5-6-6.6 6-1.4 6 6.6z",
        ),
        (SOLID, "M-11 9.5q5-3 11-3t11 3q-5 2.8-11 2.8t-11-2.8z"),
        (FINE, "M-6 9.6h5m3 .4h4"),
    ),
    "tavern": (
        (SOLID, "M-8.5-4h13V9q0 2.5-2.5 2.5h-8q-2.5 0-2.5-2.5z"),
        (LINE, "M5-1h3q2.4 0 2.4 2.4v3.2q0 2.4-2.4 2.4h-3"),
        (SOLID, "M-8.5-5.6a3.2 3.2 0 0 1 1-5.4 4 4 0 0 1 6.6-.8 3.6 3.6 0 0 1 5.4 2.2 2.4 2.4 0 0 1 .5 4z"),
        (CUT, "M-5-.5v8M-2-.5v8M1-.5v8"),
    ),
    "tower": (
        (SOLID, "M-5.5 12l1.2-13.5H-7V-12h3.2v3h2.3v-3h3v3h2.3v-3H7v10.5H4.3L5.5 12z"),
        (GROUND, "M-1.9 12V8a1.9 1.9 0 0 1 3.8 0v4zM-1.2-5.6h2.4v4.4h-2.4z"),
    ),
    "barn": (
        (SOLID, "M-12 11.5V-1.5L-7.6-8.6 0-12l7.6 3.4L12-1.5v13z"),
        (GROUND, "M-6 11.5V1.5H6v10zM-2-7h4v4h-4z"),
        (THIN, "M-6 1.5l12 10m0-10l-12 10"),
    ),
    "paddock": (
        (line(INK, 4.6), "M-5.4 9.5C-12.5-.5-8.5-9.5 0-9.5S12.5-.5 5.4 9.5"),
        (CUT, "M-7.4 5.2h.01M-8.6-.6h.01M-6.2-6.4h.01M7.4 5.2h.01M8.6-.6h.01M6.2-6.4h.01"),
        (LINE, "M-9.2 10.6h5.4M3.8 10.6h5.4"),
    ),
    "harbor": (
        (LINE, disc(0, -9, 2.4) + "M0-6.5V10M-5.5-3h11"),
        (BOLD, "M-9.5 3.5Q-7.5 10 0 10.5 7.5 10 9.5 3.5"),
        (SOLID, "M-12.3 5.2l2-6 4 4.8zM12.3 5.2l-2-6-4 4.8zM-3 9.5h6L0 13z"),
    ),
}

SPECIALS: dict[str, Drawing] = {
    "castle": (
        (SOLID, "M-15 13V-8h3v2.8h2.6V-8h3v7h2.9v-9.4h-1.9V-16h3v2.6h4.8V-16h3v5.6H3.5V-1h2.9v-7h3v2.8H12V-8h3v21z"),
        (GROUND, "M-3.4 13V7.4a3.4 3.4 0 0 1 6.8 0V13zM-1.1-9.4h2.2v4.6h-2.2zM-11.8 1h2v4.4h-2zM9.8 1h2v4.4h-2z"),
    ),
}

PIECES = {
    "settlement": Silhouette("M0-14L15-1h-3.4v13h-23.2V-1H-15z", (), 3.4),
}

ICONS = Icons(tiles=TILES, specials=SPECIALS, pieces=PIECES)
