"""The drawings of the SVG board: terrains, frames and players' pieces here, the icons of tiles and cards from the sets.

`definitions` has every drawing as markup under its id. A hex is 42 wide and 48 high, so that all its corners and all
centres are whole numbers (1 % off a regular hexagon).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.sets.drawing import GOLD, INK, WHITE, CardIcon, Drawing, Mark, Silhouette, disc, fill, line, paint
from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.registry import IN_GAME

PAPER = "#f7f2e6"
CARD_EDGE = "#e0d3b8"
GOLD_LIGHT, GOLD_DARK = "#fbe08c", "#6b4a0e"
SILVER, SILVER_LIGHT, SILVER_DARK = "#d9dee6", "#f6f8fa", "#3a4152"
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
"""The corners of a hex, clockwise from the top."""


class Pattern(NamedTuple):
    """The pattern that identifies a terrain without colours: motifs, and the start points of each variation."""

    motifs: Drawing
    points: tuple[tuple[tuple[int, int], ...], ...]


PATTERNS = {
    "grass": Pattern(
        ((line(TUFT, 1.2), "q-.3-3.4-2.6-5m2.6 5v-6.4m0 6.4q.3-3.4 2.6-5"),),
        (
            ((-9, -6), (7, -9), (-2, 6), (12, 7), (-13, 9), (2, 17)),
            ((-4, -12), (11, -3), (-12, 3), (2, 9), (14, 11), (-7, 16)),
            ((4, -13), (-11, -4), (13, 1), (1, 3), (-8, 13), (8, 15)),
        ),
    ),
    "canyon": Pattern(
        (
            (line(STRATUM, 1.3), "h7l3 2.6h8l3-2.6h5"),
            (line(STRATUM_LIGHT, 1.1), "m2 3.2h4l3 2.6h9"),
        ),
        (
            ((-15, -11), (-9, 0), (-18, 10)),
            ((-10, -12), (-18, -1), (-11, 9)),
            ((-13, -9), (-15, 1), (-9, 12)),
        ),
    ),
    "desert": Pattern(
        ((line(GRAIN, 1.5), "h.01m5-4h.01m5 3.5h.01"), (line(DUNE, 1.1), "m-3 5q5-3.4 10 0")),
        (
            ((-11, -7), (4, -11), (-5, 6), (7, 11)),
            ((-2, -13), (-14, 1), (5, 0), (-4, 13)),
            ((-8, -11), (6, -5), (-15, 6), (3, 10)),
        ),
    ),
    "flower": Pattern(
        (
            (line(PETAL, 3), "m0-2.4h.01m2.3 1.7h.01m-.9 2.6h.01m-2.9 0h.01m-.9-2.6h.01"),
            (line(PISTIL, 2), "h.01"),
        ),
        (
            ((-8, -9), (8, -10), (0, 2), (-13, 5), (13, 6), (-2, 15)),
            ((-2, -14), (-12, -4), (10, -4), (-4, 6), (13, 9), (3, 16)),
            ((3, -13), (-9, -7), (13, -2), (1, 2), (-12, 8), (7, 13)),
        ),
    ),
    "forest": Pattern(
        (
            (line(TRUNK, 1.8), "v3"),
            (fill(FIR), "h-5.4l3.4-4.6h-1.8l3.8-5.4 3.8 5.4h-1.8l3.4 4.6z"),
        ),
        (
            ((-8, -4), (8, -6), (0, 8), (13, 9), (-13, 10)),
            ((-1, -9), (-12, 1), (11, 1), (-3, 14), (7, 16)),
            ((6, -8), (-8, -5), (14, 4), (1, 5), (-9, 13)),
        ),
    ),
    "swamp": Pattern(
        (
            (fill(PUDDLE), "m-7 1a7 2 0 1 0 14 0 7 2 0 1 0-14 0z"),
            (line(REED, 1.1), "m-2.5 0v-7m2.5 7v-9m2.5 9v-6"),
            (line(CATTAIL, 2.2), "m-2.5-7v-2m2.5-1v-2m2.5 4v-2"),
        ),
        (
            ((-7, -5), (8, 4), (-5, 15)),
            ((7, -6), (-9, 4), (6, 15)),
            ((0, -9), (-10, 8), (9, 10)),
        ),
    ),
    "farmland": Pattern(
        ((line(FURROW, 1.3), "l9-6.6"), (line(RIDGE, 1.3), "m2.4 2.6l9-6.6")),
        (
            ((-16, -1), (-5, -8), (-13, 11), (-2, 4), (9, -3), (-1, 17), (8, 10)),
            ((-12, -6), (0, -13), (-16, 8), (-5, 1), (6, -6), (-6, 14), (5, 7)),
            ((-14, -4), (-3, -11), (-15, 9), (-4, 2), (7, -5), (-3, 16), (7, 9)),
        ),
    ),
    "water": Pattern(
        ((line(WAVE, 1.4), "q3-3.6 6 0t6 0 6 0"),),
        (
            ((-14, -8), (-3, 1), (-15, 9)),
            ((-5, -10), (-17, -1), (-3, 8)),
            ((-9, -9), (-11, 1), (-6, 12)),
        ),
    ),
    "mountain": Pattern(
        (
            (fill(PEAK), "l10.6-17.4 4.8 7.6 2.6-4 9 13.8z"),
            (
                fill(SNOW),
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


class PieceStyle(NamedTuple):
    """How the pieces of a player look: colours of body, line and the halo around the line, and the player's mark."""

    body: str
    line: str
    halo: str
    mark: str


PIECE_STYLES = (
    PieceStyle(BLUE, WHITE, INK, disc(0, 0, 4)),
    PieceStyle(ORANGE, INK, WHITE, "M0-4.8L4.8 3.6h-9.6z"),
    PieceStyle(CREAM, INK, WHITE, "M-3.8-3.8h7.6v7.6h-7.6z"),
    PieceStyle(BLACK, WHITE, INK, "M0-5.4L5 0 0 5.4-5 0z"),
    PieceStyle(CRIMSON, WHITE, INK, "M-1.7-5.1h3.4v3.4h3.4v3.4H1.7v3.4h-3.4V1.7h-3.4v-3.4h3.4z"),
)


COIN = CardIcon(
    "#f4e3a6",
    (
        (line(INK, 3), disc(0, 0, 18)),
        (line(INK, 1.4), disc(0, 0, 13.6)),
        (fill(INK), "M-7 6L-9-5l5 3.6L0-8l4 6.6L9-5 7 6z"),
    ),
)
"""Gold that players got in play."""


@lru_cache(maxsize=8)
def definitions(sets: tuple[GameSet, ...]) -> Mapping[str, str]:
    """Return the markup of every drawing by its id, with the icons of these sets."""
    icons = [game_set.icons for game_set in sets]
    tiles = {name: drawing for found in icons for name, drawing in found.tiles.items()}
    specials = {name: drawing for found in icons for name, drawing in found.specials.items()}
    nomads = {name: drawing for found in icons for name, drawing in found.nomad_tiles.items()}
    cards = {IN_GAME: COIN} | {name: card for found in icons for name, card in found.cards.items()}
    pieces = {kind: silhouette for found in icons for kind, silhouette in found.pieces.items()}
    return {
        "hex": f'<path d="M{" ".join(f"{x} {y}" for x, y in CORNERS)}z"/>',
        **{f"terrain-{terrain}-{i}": markup for terrain in TERRAINS for i, markup in enumerate(_terrain(terrain))},
        "gold": _raised(GOLD, GOLD_LIGHT, GOLD_DARK),
        "silver": _raised(SILVER, SILVER_LIGHT, SILVER_DARK),
        **{f"tile-{name}": _icon(drawing, GOLD, -4) for name, drawing in tiles.items()},
        **{f"tiles-left-{left}": _pips(left) for left in range(3)},
        **{f"special-{name}": _icon(drawing, SILVER, -1) for name, drawing in specials.items()},
        "camp": '<use href="#special-nomad" transform="translate(0 -9) scale(.62)"/>',
        **{f"nomad-{name}": _sign(_icon(drawing, WHITE, 0)) for name, drawing in nomads.items()},
        **{
            f"nomad-donation-{name}": _sign(f'<use href="#terrain-{name}-0" transform="scale(.46)"/>')
            for name in TERRAINS
        },
        **{f"card-{name}": _card(card) for name, card in cards.items()},
        **{f"shape-{kind}": f'<path d="{silhouette.shape}"/>' for kind, silhouette in pieces.items()},
        **{
            f"{kind}-{i}": _piece(kind, silhouette, style)
            for kind, silhouette in pieces.items()
            for i, style in enumerate(PIECE_STYLES)
        },
        **{mark.id: mark.markup for mark in (*standing(sets), *on_terrain(sets), *on_special(sets))},
        "ring": (
            f'<g transform="scale(.86)" fill="none"><use href="#hex" stroke="{INK}" stroke-width="6"/>'
            f'<use href="#hex" stroke="{WHITE}" stroke-width="2.8"/></g>'
        ),
    }


def standing(sets: tuple[GameSet, ...]) -> list[Mark]:
    """Return the marks that are placed on a hex like a piece: walls, scouts."""
    return [mark for game_set in sets for mark in game_set.icons.standing]


def on_terrain(sets: tuple[GameSet, ...]) -> list[Mark]:
    """Return the marks that are part of a hex of terrain: caves."""
    return [mark for game_set in sets for mark in game_set.icons.on_terrain]


def on_special(sets: tuple[GameSet, ...]) -> list[Mark]:
    """Return the marks that are part of a special hex: capitols."""
    return [mark for game_set in sets for mark in game_set.icons.on_special]


def _terrain(terrain: str) -> Iterator[str]:
    """Yield the variations of a terrain: its colour, and its motifs at the points of each."""
    motifs, variations = PATTERNS[terrain]
    ground = f'fill="{TERRAIN_COLOURS[terrain]}" stroke="{INK}" stroke-opacity=".28" stroke-width=".8"'
    for points in variations:
        drawing = tuple((brush, "".join(f"M{x} {y}{motif}" for x, y in points)) for brush, motif in motifs)
        yield f'<use href="#hex" {ground}/>{paint(drawing)}'


def _raised(face: str, light: str, dark: str) -> str:
    return (
        f'<use href="#hex" y="2.5" fill="{dark}" stroke="{dark}" stroke-width="2"/>'
        f'<use href="#hex" y="-1" fill="{face}" stroke="{dark}" stroke-width="2"/>'
        f'<use href="#hex" y="-1" transform="scale(.87)" fill="none" stroke="{light}" stroke-width="1.6"/>'
    )


def _pips(left: int) -> str:
    places = (-4.6, 4.6)
    return "".join(
        f'<path d="{disc(x, 15.6, 2.7)}" fill="{INK if i < left else "none"}" stroke="{INK}" stroke-width="1.1"/>'
        for i, x in enumerate(places)
    )


def _icon(drawing: Drawing, ground: str, y: float) -> str:
    return f'<g color="{ground}" transform="translate(0 {y:g})">{paint(drawing)}</g>'


def _sign(what: str) -> str:
    return (
        f'<use href="#camp"/><g transform="translate(0 8)"><path d="{disc(0, 0, 10.4)}" fill="{WHITE}" '
        f'stroke="{SILVER_DARK}" stroke-width="1.4"/>{what}</g>'
    )


def _card(card: CardIcon) -> str:
    """Draw the icon of a card in its window."""
    return (
        f'<path d="M-14-21h28q7 0 7 7v28q0 7-7 7h-28q-7 0-7-7v-28q0-7 7-7z" fill="{card.tint}" stroke="{INK}" '
        f'stroke-opacity=".45"/><g color="{card.tint}" transform="scale(.81)">{paint(card.drawing)}</g>'
    )


def _piece(kind: str, silhouette: Silhouette, style: PieceStyle) -> str:
    """Draw a piece that is visible on every terrain: its line and its halo have opposite brightness."""
    shape = f'<use href="#shape-{kind}"'
    plaza = (
        f'<path d="{silhouette.plaza}" fill="{style.body}" fill-opacity=".2" stroke="{style.halo}" stroke-width="5"/>'
        f'<path d="{silhouette.plaza}" fill="none" stroke="{style.line}" stroke-width="2.4"/>'
    )
    return (
        f'{plaza if silhouette.plaza else ""}<g color="{style.line}">'
        f'{shape} stroke="{style.halo}" stroke-width="6"/>{shape} stroke="{style.line}" stroke-width="3.6"/>'
        f'{shape} fill="{style.body}"/>{paint(silhouette.details)}'
        f'<path transform="translate({silhouette.mark_x:g} {silhouette.mark_y:g}) scale({silhouette.mark_size:g})" '
        f'd="{style.mark}" fill="{style.line}"/></g>'
    )
