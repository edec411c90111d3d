"""The drawings of a board: terrains, special hexes and pieces here, the icons of tiles and cards from the sets.

`definitions` has every drawing as markup under its id. A hex is 42 wide and 48 high, so that all its corners and all
centres are whole numbers (1 % off a regular hexagon).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.render.terrain import VARIATIONS, colour, terrain_drawing
from kingdom_builder.sets.drawing import DARK, INK, WHITE, CardIcon, Mark, Silhouette, disc, fill, line, paint
from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.registry import IN_GAME

SILVER, SILVER_LIGHT, SILVER_DARK = "#dde3eb", "#ffffff", "#333a4a"
BLUE, ORANGE, CREAM, BLACK, CRIMSON = "#1f4fb0", "#ff8c1a", "#fffdf6", "#2a2631", "#d01c4a"
SHADOW = "#1b1308"

HEX_WIDTH, HEX_HEIGHT = 42, 48
CORNERS = ((0, -24), (21, -12), (21, 12), (0, 24), (-21, 12), (-21, -12))
"""The corners of a hex, clockwise from the top."""

GRADIENTS = """\
<linearGradient id="gold-face" x2=".35" y2="1"><stop stop-color="#ffe28a"/><stop offset=".55" stop-color="#f3bf3d"/>\
<stop offset="1" stop-color="#e2a327"/></linearGradient>\
<linearGradient id="silver-face" x2=".35" y2="1"><stop stop-color="#fff"/><stop offset=".6" stop-color="#dde3eb"/>\
<stop offset="1" stop-color="#c3ccd9"/></linearGradient>\
<linearGradient id="sunlight" x2="1" y2="1"><stop stop-color="#fff6d8" stop-opacity="var(--sun)"/>\
<stop offset=".45" stop-color="#fff6d8" stop-opacity="0"/><stop offset=".6" stop-color="#1a1206" stop-opacity="0"/>\
<stop offset="1" stop-color="#1a1206" stop-opacity=".2"/></linearGradient>"""
"""The faces of special hexes, and the light over a board from the top left."""


class PieceStyle(NamedTuple):
    """How the pieces of a player look: their colours, and the player's mark.

    The body has a light roof edge and a side in a dark tone; the line and the halo around it have opposite brightness.
    """

    body: str
    light: str
    side: str
    line: str
    halo: str
    mark: str


PIECE_STYLES = (
    PieceStyle(BLUE, "#4a7fe0", "#11306f", WHITE, DARK, disc(0, 0, 4)),
    PieceStyle(ORANGE, "#ffb45c", "#a85400", DARK, WHITE, "M0-4.8L4.8 3.6h-9.6z"),
    PieceStyle(CREAM, "#ffffff", "#b9ad8f", DARK, WHITE, "M-3.8-3.8h7.6v7.6h-7.6z"),
    PieceStyle(BLACK, "#575064", "#0d0b11", WHITE, DARK, "M0-5.4L5 0 0 5.4-5 0z"),
    PieceStyle(CRIMSON, "#f0587e", "#84102f", WHITE, DARK, "M-1.7-5.1h3.4v3.4h3.4v3.4H1.7v3.4h-3.4V1.7h-3.4v-3.4h3.4z"),
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
    """Return the markup of every drawing by its id, with the icons of these sets.

    Holes in an icon have the CSS colour `currentColor`: set it to the background colour where an icon is used.
    """
    icons = [game_set.icons for game_set in sets]
    tiles = {name: drawing for found in icons for name, drawing in found.tiles.items()}
    specials = {name: drawing for found in icons for name, drawing in found.specials.items()}
    nomads = {name: drawing for found in icons for name, drawing in found.nomad_tiles.items()}
    pieces = {kind: silhouette for found in icons for kind, silhouette in found.pieces.items()}
    return {
        "hex": f'<path d="M{" ".join(f"{x} {y}" for x, y in CORNERS)}z"/>',
        **{f"terrain-{terrain}-{i}": _terrain(terrain, i) for terrain in TERRAINS for i in range(VARIATIONS)},
        "gold": _raised("url(#gold-face)", "#fff0b8", "#b07d17", "#5d400b"),
        "silver": _raised("url(#silver-face)", SILVER_LIGHT, "#8d96a8", SILVER_DARK),
        "spent": _raised("var(--spent)", "var(--spent-light)", "var(--spent-edge)", "#6d5b37"),
        "gold-flat": _flat("url(#gold-face)", "#fff0b8", "#5d400b"),
        "silver-flat": _flat("url(#silver-face)", SILVER_LIGHT, SILVER_DARK),
        **{f"tile-{name}": paint(drawing) for name, drawing in tiles.items()},
        **{f"tiles-left-{left}": _pips(left) for left in range(3)},
        **{f"special-{name}": paint(drawing) for name, drawing in specials.items()},
        "camp": '<use href="#special-nomad" transform="translate(0 -9) scale(.62)"/>',
        **{f"nomad-{name}": _sign(f'<g color="{WHITE}">{paint(drawing)}</g>') for name, drawing in nomads.items()},
        **{
            f"nomad-donation-{name}": _sign(f'<use href="#terrain-{name}-0" transform="scale(.44)"/>')
            for name in TERRAINS
        },
        **{f"card-{name}": paint(card.drawing) for name, card in card_icons(sets).items()},
        **{f"shape-{kind}": f'<path d="{silhouette.shape}"/>' for kind, silhouette in pieces.items()},
        **{
            f"{kind}-{i}": _piece(kind, silhouette, style)
            for kind, silhouette in pieces.items()
            for i, style in enumerate(PIECE_STYLES)
        },
        **{f"mark-{i}": _player_mark(style) for i, style in enumerate(PIECE_STYLES)},
        **{mark.id: mark.markup for mark in (*standing(sets), *on_terrain(sets), *on_special(sets))},
        "coin": (
            '<circle cy="1" r="10" fill="#8a5f12"/><circle r="10" fill="url(#gold-face)" stroke="#5d400b" '
            'stroke-width="1.4"/><circle r="7" fill="none" stroke="#a9770f" stroke-width="1.1"/>'
            '<path d="M-3.8 3.2l-1-5.2 2.6 1.8L0-3.8 2.2-.2 4.8-2l-1 5.2z" fill="#5d400b"/>'
        ),
        "crown": (
            '<path d="M-9 6L-10.5-5-5-.5 0-8 5-.5 10.5-5 9 6z" fill="url(#gold-face)" stroke="#5d400b" '
            'stroke-width="1.5"/>'
        ),
        "ring": (
            f'<g transform="scale(.86)" fill="none"><use href="#hex" stroke="{DARK}" stroke-width="6"/>'
            f'<use href="#hex" stroke="{WHITE}" stroke-width="2.8"/></g>'
        ),
    }


def card_icons(sets: tuple[GameSet, ...]) -> Mapping[str, CardIcon]:
    """Return the icons of the cards and tasks of these sets, and of gold that players got in play."""
    return {IN_GAME: COIN} | {name: card for game_set in sets for name, card in game_set.icons.cards.items()}


def standing(sets: tuple[GameSet, ...]) -> list[Mark]:
    """Return the marks that are placed on a hex like a piece: walls, scouts."""
    return [mark for game_set in sets for mark in game_set.icons.standing]


def on_terrain(sets: tuple[GameSet, ...]) -> list[Mark]:
    """Return the marks that are part of a hex of terrain: caves."""
    return [mark for game_set in sets for mark in game_set.icons.on_terrain]


def on_special(sets: tuple[GameSet, ...]) -> list[Mark]:
    """Return the marks that are part of a special hex: capitols."""
    return [mark for game_set in sets for mark in game_set.icons.on_special]


def _terrain(terrain: str, variation: int) -> str:
    return f'<use href="#hex" fill="{colour(terrain)}"/>{paint(terrain_drawing(terrain, variation))}'


def _raised(face: str, light: str, edge: str, dark: str) -> str:
    """Draw the hex under the icon of a special hex: a shadow, an edge, and a face with a line of light."""
    return (
        f'<path d="{_hexagon(1, 5, 1.04)}" fill="{SHADOW}" fill-opacity=".3"/>'
        f'<path d="{_hexagon(0, 3)}" fill="{edge}" stroke="{dark}" stroke-width="2.4"/>'
        f'<path d="{_hexagon(0, -1.4)}" fill="{face}" stroke="{dark}" stroke-width="2"/>'
        f'<path d="{_hexagon(0, -1.4, 0.875)}" fill="none" stroke="{light}" stroke-width="1.5"/>'
    )


def _hexagon(x: float, y: float, scale: float = 1) -> str:
    """Return the path of a hex around a point. Browsers draw it faster than a moved copy of another drawing."""
    return f"M{' '.join(f'{x + scale * a:g} {y + scale * b:g}' for a, b in CORNERS)}z"


def _lowered(path: str, by: float) -> str:
    """Return a path that is moved down. Its absolute commands are M, L, Q, H and V."""

    def lower(found: re.Match[str]) -> str:
        command, numbers = found[1], re.findall(r"-?\d*\.?\d+", found[2])
        moved = [command == "V" or (command != "H" and i % 2 == 1) for i in range(len(numbers))]
        return command + " ".join(f"{float(n) + by * is_y:g}" for n, is_y in zip(numbers, moved, strict=True))

    return re.sub(r"([MLQHV])([^a-zA-Z]*)", lower, path)


def _flat(face: str, light: str, dark: str) -> str:
    """Draw a small hex for lists."""
    return (
        f'<use href="#hex" fill="{face}" stroke="{dark}" stroke-width="2"/>'
        f'<use href="#hex" transform="scale(.86)" fill="none" stroke="{light}" stroke-width="1.6"/>'
    )


def _pips(left: int) -> str:
    places = (-4.6, 4.6)
    return "".join(
        f'<path d="{disc(x, 15.6, 2.7)}" fill="{DARK if i < left else "none"}" stroke="{DARK}" stroke-width="1.1"/>'
        for i, x in enumerate(places)
    )


def _sign(what: str) -> str:
    return (
        f'<use href="#camp"/><g transform="translate(0 8)"><path d="{disc(0, 0, 10.4)}" fill="{WHITE}" '
        f'stroke="{SILVER_DARK}" stroke-width="1.4"/>{what}</g>'
    )


def _player_mark(style: PieceStyle) -> str:
    """Draw the mark of a player on a disc."""
    rim = style.side if style.line == WHITE else style.line
    return (
        f'<circle r="9" fill="{style.body}" stroke="{rim}" stroke-width="1.4"/>'
        f'<path d="{style.mark}" fill="{style.line}"/>'
    )


def _piece(kind: str, silhouette: Silhouette, style: PieceStyle) -> str:
    """Draw a piece that is visible on every terrain, with a contact shadow and a side."""
    large = bool(silhouette.plaza)
    depth, halo = (6, 7) if large else (3, 5.6)
    shape, side = f'<use href="#shape-{kind}"', f'<path d="{_lowered(silhouette.shape, depth)}"'
    plaza = (
        f'<path d="{silhouette.plaza}" fill="{style.body}" fill-opacity=".22" stroke="{style.halo}" stroke-width="5"/>'
        f'<path d="{silhouette.plaza}" fill="none" stroke="{style.line}" stroke-width="2.4"/>'
    )
    roof = f'<path d="{silhouette.roof}" fill="{style.light}"/>' if silhouette.roof else ""
    shadow = (
        'cx="4" cy="46" rx="50" ry="9" fill-opacity=".34"'
        if large
        else 'cx="1.5" cy="14.5" rx="17" ry="4.6" fill-opacity=".38"'
    )
    return (
        f'{plaza if large else ""}<ellipse {shadow} fill="{SHADOW}"/>'
        f'<g fill="{style.halo}" stroke="{style.halo}" stroke-width="{halo:g}">{side}/>{shape}/></g>'
        f'{side} fill="{style.side}" stroke="{style.side}" stroke-width="2.8"/>'
        f'{shape} fill="{style.body}" stroke="{style.line}" stroke-width="3"/>{shape} fill="{style.body}"/>'
        f'{roof}<g color="{style.line}">{paint(silhouette.details)}'
        f'<path transform="translate({silhouette.mark_x:g} {silhouette.mark_y:g}) scale({silhouette.mark_size:g})" '
        f'd="{style.mark}" fill="{style.line}"/></g>'
    )
