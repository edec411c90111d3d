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
    CardIcon,
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

_HOUSE, _LOW_HOUSE = "l7-6.4 7 6.4h-1.6v7h-10.8v-7z", "l7-6.4 7 6.4h-1.6v6h-10.8v-6z"

CARDS = {
    "fishermen": CardIcon(
        "#aed5ee",
        (
            (SOLID, "M-19 1Q-9-12 6-5L17-12Q14 0 18 9L6 4Q-8 12-19 1z"),
            (GROUND, disc(-12, -1, 2)),
            (CUT, "M-5-6q4 6 0 11M1-6q4 6 0 10"),
            (LINE, "M-18 15q4-4 8 0t8 0 8 0 8 0"),
        ),
    ),
    "merchants": CardIcon(
        "#efc49a",
        (
            (BOLD, "M0-17V14M-15-11Q0-16 15-11M-8 16h16"),
            (SOLID, "M-22 3h15q-1 7-7.5 7T-22 3zM7 3h15q-1 7-7.5 7T7 3z"),
            (THIN, "M-15-11l-6 14M-15-11l6 14M15-11l-6 14M15-11l6 14"),
            (SOLID, disc(0, -17, 3)),
        ),
    ),
    "discoverers": CardIcon(
        "#bfdcc2",
        (
            (line(INK, 2.8), disc(0, 0, 17)),
            (SOLID, "M0-13L4 0 0 13-4 0z"),
            (GROUND, disc(0, 0, 1.8)),
            (LINE, "M-13 0h4M9 0h4"),
        ),
    ),
    "hermits": CardIcon(
        "#cfe0a8",
        (
            (SOLID, "M-9 16V1h-4L0-11 13 1H9v15zM16 16V7h-2l4-6 4 6h-2v9zM-22 16V9h-2l4-6 4 6h-2v7z"),
            (GROUND, "M-3 16V8a3 3 0 0 1 6 0v8z"),
            (LINE, "M7-6v-9h4"),
        ),
    ),
    "citizens": CardIcon(
        "#e8d2b0",
        (
            (SOLID, f"M-20 2{_HOUSE}M6 2{_HOUSE}M-7-6{_HOUSE}M-13 11{_LOW_HOUSE}M-1 11{_LOW_HOUSE}"),
            (FINE, "M-13 11l7-6.4 7 6.4M-1 11l7-6.4 7 6.4M-20 2l7-6.4 7 6.4M6 2l7-6.4 7 6.4"),
        ),
    ),
    "miners": CardIcon(
        "#c9c4d4",
        (
            (line(INK, 3.4), "M-11 17L7-9"),
            (SOLID, "M-12-13Q2-21 11-11T16 12Q12 0 3-6T-12-13zM-1 18l2-7 6-2 6 4 2 5z"),
            (FINE, "M3 18l2-6M9 18l1-4"),
        ),
    ),
    "workers": CardIcon(
        "#e2c3a6",
        (
            (line(INK, 3.6), "M-12 17L4-4"),
            (SOLID, "M-6-10L4-19 18-6 13-1 8-5 3 1zM-12-9l8 8-3 3-8-4z"),
            (BOLD, "M12 17L-6-2"),
        ),
    ),
    "knights": CardIcon(
        "#b9c6df",
        (
            (SOLID, "M-14 19V-2Q-14-16 0-16T14-2V19H3.5V7H9V1H-9v6h5.5v12zM-1-17Q3-27 17-22 9-20 7-14.5z"),
            (CUT, "M0-15v12"),
            (GROUND, "M-10 10h3v2h-3zM7 10h3v2H7zM-10 14h3v2h-3zM7 14h3v2H7z"),
        ),
    ),
    "lords": CardIcon(
        "#e3b6c4",
        (
            (SOLID, "M-17 12L-20-9-9-1 0-16 9-1 20-9 17 12zM-17 14.5h34v4h-34z"),
            (SOLID, disc(-20, -11, 3) + disc(0, -18, 3) + disc(20, -11, 3)),
            (GROUND, "M0 1.5l3 4-3 4-3-4zM-10 4l2 3-2 3-2-3zM10 4l2 3-2 3-2-3z"),
        ),
    ),
    "farmers": CardIcon(
        "#f0d68c",
        (
            (SOLID, "M-2 9Q-19 4-16-10-12-22 4-21 12-20 16-14 5-18-3-12-10-5 1 4z"),
            (line(INK, 4.6), "M0 6L13 19"),
            (SOLID, "M6-1q4-5 9-4 0 5-6 7zM9 4q4-4 9-2-1 5-7 5z"),
            (THIN, "M6 3L18-8"),
        ),
    ),
}

PIECES = {
    "settlement": Silhouette(
        "M0-14L15-1h-3.4v13h-23.2V-1H-15z", (), 3.4, roof="M0-13L13.6-1.2h-2.4L0-10.4-11.2-1.2h-2.4z"
    ),
}

ICONS = Icons(tiles=TILES, specials=SPECIALS, cards=CARDS, pieces=PIECES, sign=("gold", "tile-farm"))
