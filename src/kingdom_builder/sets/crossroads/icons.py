"""The drawings of Crossroads: strokes by id."""

from __future__ import annotations

from kingdom_builder.sets.drawing import (
    BOLD,
    CUT,
    DETAIL,
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

_PLAZA = "M-21-60L0-48 21-60 42-48v24l21 12V12L42 24v24L21 60 0 48-21 60-42 48V24L-63 12v-24l21-12v-24z"
"""The outline of the seven hexes under a city hall."""

TILES: dict[str, Drawing] = {
    "lighthouse": (
        (SOLID, "M-5.6 12l2-14h7.2l2 14zM-2.6-3.4V-8h5.2v4.6zM-3.4-8.4L0-12l3.4 3.6zM-4.8-3.6h9.6v1.6h-9.6z"),
        (CUT, "M-4 2.2l7.6-1.6M-4.6 7.6l9-1.8"),
        (THIN, "M-5-6.2l-7-2.2M-5-5h-7M5-6.2l7-2.2M5-5h7"),
    ),
    "foresters_lodge": (
        (SOLID, "M-5-12.4l5 6.6h-2.2l3.6 5.6h-2.4l3.4 5.6h-5.9V12h-3v-6.2h-5.9l3.4-5.6h-2.4l3.6-5.6H-10z"),
        (GROUND, "M-1.4 4.4L5.8-3.2l7.2 7.6z"),
        (SOLID, "M-1.6 4.2l7.2-7 7.2 7h-1.6V12H.2V4.2z"),
        (GROUND, "M4 12V7h3.2v5z"),
    ),
    "barracks": (
        (line(INK, 2.8), "M-9.6-10.6L6.4 7M9.6-10.6L-6.4 7"),
        (LINE, "M2.2 9.2l7-6.4M-2.2 9.2l-7-6.4M6.6 7.2l3.8 4.2M-6.6 7.2l-3.8 4.2"),
        (FINE, "M-7-7.6l2.6 2.8M7-7.6l-2.6 2.8"),
    ),
    "crossroads": (
        (BOLD, "M0 12V-11.4"),
        (SOLID, "M-5-10.4H8.6l3.6 3-3.6 3H-5zM5-2.4H-8.6l-3.6 3 3.6 3H5z"),
        (SOLID, "M-5 12q5-4 10 0z"),
    ),
    "city_hall": (
        (SOLID, "M-12 11.5V1.5h7.6V-5L0-9.6 4.4-5v6.5H12v10zM-.8-9v-4h1.6v4z"),
        (SOLID, "M.4-13l4 1.5-4 1.5z"),
        (GROUND, disc(0, -2.6, 2.4)),
        (GROUND, "M-2 11.5V6.8a2 2 0 0 1 4 0v4.7zM-9.6 4.4h2.2v3.8h-2.2zM7.4 4.4h2.2v3.8H7.4z"),
        (line(INK, 0.9), "M0-4v1.5l1.1.7"),
    ),
    "fort": (
        (SOLID, "M-12 11.5l1.8-13.7h-1.2V-6h3v1.6h2.6V-6h3.4v1.6h4.8V-6h3.4v1.6h2.6V-6h-1.2 3v3.8h-1.2L12 11.5z"),
        (GROUND, "M-3.2 11.5V6.4a3.2 3.2 0 0 1 6.4 0v5.1z"),
        (THIN, "M-3 8.2h6M-1 4v7M1 4v7"),
        (THIN, "M0-5v-7"),
        (SOLID, "M0-12.6l7 2-7 2.4z"),
    ),
    "monastery": (
        (SOLID, "M-9.6 11.5V-2.4l4-5 4 5v2.2l6.8 0 4.6 4.4v7.3z"),
        (LINE, "M-5.6-6.4v-6M-8-10h4.8"),
        (GROUND, "M-7-1.4h2.8v3.2H-7zM-7.2 11.5V7.4a1.6 1.6 0 0 1 3.2 0v4.1zM1 5.4h1.8v3H1zm4.4 0h1.8v3H5.4z"),
    ),
    "wagon": (
        (SOLID, "M-12-.5q-.6-10 5-10H7q5.6 0 5 10zM-12.4 1h24.8l-1.6 4.6h-21.6z"),
        (CUT, "M-5.4-9.4q-2 4-1 8.4M0-9.6v8.6M5.4-9.4q2 4 1 8.4"),
        (GROUND, disc(-6.6, 7.2, 5.2) + disc(6.6, 7.2, 5.2)),
        (LINE, disc(-6.6, 7.2, 3.6) + disc(6.6, 7.2, 3.6)),
        (SOLID, disc(-6.6, 7.2, 1.3) + disc(6.6, 7.2, 1.3)),
    ),
}

_CORNERS = ((0, -18), (15.6, -9), (15.6, 9), (0, 18), (-15.6, 9), (-15.6, -9))
_AROUND = ((-8, -14), (8, -14), (16, 0), (8, 14), (-8, 14), (-16, 0))
_HOUSE = "m0-5.6l6 5.2h-1.5v5h-9v-5h-1.5z"

TASKS = {
    name: CardIcon("#d9cfe6", drawing)
    for name, drawing in {
        "home_country": (
            (SOLID, "M0-18L16-9V9L0 18-16 9V-9z"),
            (GROUND, "M0-12l9 8H7v9H-7v-9h-2z"),
            (SOLID, "M-2 5V0h4v5z"),
        ),
        "fortress": (
            (line(INK, 3.6), "M0-18L15.6-9V9L0 18-15.6 9V-9z"),
            (SOLID, "".join(disc(x, y, 4.6) for x, y in _CORNERS)),
            (SOLID, "M-8.5 0L0-8 8.5 0H6v8H-6V0z"),
        ),
        "road": (
            (SOLID, "M-20 20L2-20h18L-2 20z"),
            (line("currentColor", 2.4), "M-9.5 17l3.5-6.5M-3 5l3.5-6.5M3.5-7L7-13.5"),
        ),
        "place_of_refuge": (
            (SOLID, "M0-8L7-4v8L0 8-7 4v-8z"),
            (SOLID, "".join(f"M{x} {y}{_HOUSE}" for x, y in _AROUND)),
        ),
        "advance": (
            (SOLID, "M-21-20h42v4h-42z"),
            (SOLID, "M0-13l6.5 8H3v18h-6V-5h-3.5zM-14-8l6.5 8H-11v18h-6V0h-3.5zM14-8l6.5 8H17v18h-6V0H7.5z"),
        ),
        "compass_points": (
            (LINE, "M0-17v34M-17 0h34"),
            (SOLID, "M0-19l4 6h-8zM0 19l4-6h-8zM-19 0l6-4v8zM19 0l-6-4v8zM-4-4h8v8h-8z"),
        ),
    }.items()
}

PIECES = {
    "warrior": Silhouette(
        "M-12.4-3.6H9.4V3Q9.4 10.6-1.5 15.4-12.4 10.6-12.4 3zM-7.1-4v-6.4a5.6 5.6 0 0 1 11.2 0V-4z"
        "M-2.7-18.4h2.4v4h-2.4zM13.4-17.4l2.6 6.6h-1.5V12h-2.2v-22.8h-1.5z",
        ((DETAIL, "M-5.4-10.2h7.8M-12-3.6h21"),),
        4.2,
        mark_x=-1.5,
        sign="!",
    ),
    "ship": Silhouette(
        "M-12-14Q0-10.6 12-14 9-6 12 1.6 0-1.4-12 1.6-9-6-12-14zM-1-17h2V5h-2z"
        "M-15.4 4.4h30.8Q13.4 13.6 7 13.6H-7Q-13.4 13.6-15.4 4.4z",
        ((DETAIL, "M-11.6 8.4h23.2"),),
        -6.2,
        sign="~",
    ),
    "wagon": Silhouette(
        "M-15 4V-4q0-10 9-10H6q9 0 9 10v8z" + disc(-8.4, 8.4, 5) + disc(8.4, 8.4, 5),
        ((DETAIL, "M-14 2.4h28"), (GROUND, disc(-8.4, 8.4, 2) + disc(8.4, 8.4, 2))),
        -5.6,
        sign="o",
    ),
    "city_hall": Silhouette(
        "M-41 41V6h-4l7-11h20v-18h-4L0-42l22 19h-4v18h20l7 11h-4v35zM-1-40v-14h2v14zM0-55l12 4.4L0-46z",
        (
            (line("currentColor", 2), "M-41 6h23M41 6H18M-18-5v46M18-5v46M-22-23h44"),
            (
                GROUND,
                "M-7.4 41V26a7.4 7.4 0 0 1 14.8 0v15zM-36 13h5v9h-5zm0 14h5v8h-5zM-28 13h5v9h-5zm0 14h5v8h-5z"
                "M23 13h5v9h-5zm0 14h5v8h-5zM31 13h5v9h-5zm0 14h5v8h-5z",
            ),
        ),
        -6,
        mark_size=2,
        plaza=_PLAZA,
        sign="#",
    ),
}

ICONS = Icons(
    tiles=TILES,
    cards=TASKS,
    pieces=PIECES,
    short_names={"barracks": "brk", "fort": "frt"},
    sign=("gold", "tile-crossroads"),
)
