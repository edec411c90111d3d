"""The ground of a board in a picture: cardboard, terrains, the borders of their areas, light, and section borders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from kingdom_builder.engine import hexes
from kingdom_builder.engine.hexes import (
    COLUMNS_OF_BOARD,
    COLUMNS_OF_ISLAND,
    COORDINATES,
    ROWS_OF_BOARD,
    iter_hexes,
)
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.render.symbols import CORNERS, HEX_HEIGHT, HEX_WIDTH, SHADOW
from kingdom_builder.render.terrain import EDGES, VARIATIONS, colour

ROW_STEP = HEX_HEIGHT * 3 // 4
LEFT, TOP = 36, 40
ISLAND_LEFT = (COLUMNS_OF_BOARD - COLUMNS_OF_ISLAND) // 2 * HEX_WIDTH
ISLAND_TOP = (ROWS_OF_BOARD + 1) * ROW_STEP

_ACROSS = (hexes.NORTH_EAST, hexes.EAST, hexes.SOUTH_EAST, hexes.SOUTH_WEST, hexes.WEST, hexes.NORTH_WEST)
"""The direction across each side of a hex; a side goes from one of `CORNERS` to the next."""
_SHADED = (1, 2, 3)
"""The sides of a hex that light from the top left does not reach: east, south-east, south-west."""


def centre(h: int) -> tuple[int, int]:
    """Return the centre of a hex in the picture; the Island is below the board.

    >>> from kingdom_builder.engine.hexes import Coordinate
    >>> centre(Coordinate(0, 0).hex), centre(Coordinate(1, 0).hex)
    ((57, 64), (78, 100))
    """
    row, col, island = COORDINATES[h]
    x = LEFT + HEX_WIDTH // 2 + col * HEX_WIDTH + row % 2 * HEX_WIDTH // 2
    y = TOP + HEX_HEIGHT // 2 + row * ROW_STEP
    return (x + ISLAND_LEFT, y + ISLAND_TOP) if island else (x, y)


def terrain_id(terrain: str, h: int) -> str:
    """Return the id of the drawing of a terrain on this hex."""
    # The values h + row of neighbours differ by 1, 31 or 32, so modulo 3 neighbours never have the same variation.
    return f"terrain-{terrain}-{(h + COORDINATES[h].row) % VARIATIONS}"


def ground(terrain: Mapping[int, str]) -> Iterator[str]:
    """Yield a board from the back to the borders of its sections; `#board` and `#sections` are their outlines."""
    yield from _CARDBOARD
    for h, name in terrain.items():
        x, y = centre(h)
        yield f'<use href="#{terrain_id(name, h)}" x="{x}" y="{y}"/>'
    yield f'<path d="{_grid(terrain)}" fill="none" stroke="var(--grid)"/>'
    yield from _edges(terrain)
    yield '<use href="#board" fill="url(#sunlight)"/>'
    yield from _SEAMS


@lru_cache(maxsize=32)
def outline(inside: int) -> str:
    """Return the path around a set of hexes: the sides with no hex of the set across them, joined end to end."""
    ends: dict[tuple[int, int], tuple[int, int]] = {}
    for h in iter_hexes(inside):
        x, y = centre(h)
        for side, direction in enumerate(_ACROSS):
            if not hexes.shift(1 << h, direction) & inside:
                (x1, y1), (x2, y2) = CORNERS[side], CORNERS[(side + 1) % 6]
                ends[x + x1, y + y1] = x + x2, y + y2
    path = ""
    while ends:
        loop = [next(iter(ends))]
        while (point := ends.pop(loop[-1])) != loop[0]:
            loop.append(point)
        path += "M" + " ".join(f"{x} {y}" for x, y in loop) + "z"
    return path


_CARDBOARD = (
    f'<g fill="{SHADOW}" stroke="{SHADOW}">',
    *(
        f'<use href="#board" x="4" y="12" stroke-width="{width}" opacity="{opacity}"/>'
        for width, opacity in ((34, ".05"), (26, ".06"), (20, ".08"), (15, ".1"))
    ),
    "</g>",
    '<use href="#board" y="6" fill="var(--rim-dark)" stroke="var(--rim-dark)" stroke-width="13"/>',
    '<use href="#board" fill="var(--rim)" stroke="var(--rim)" stroke-width="13"/>',
)
"""The shadow and the cardboard under the hexes."""
_SEAMS = (
    '<g fill="none" pointer-events="none"><use href="#sections" stroke="var(--seam-light)" stroke-width="5"/>'
    '<use href="#sections" stroke="var(--seam)" stroke-width="2.2"/></g>',
)
"""The borders of the sections."""


def _side(h: int, side: int, scale: float = 1) -> str:
    """Return the path of one side of a hex; a scale below 1 moves it inside the hex."""
    (x, y), (x1, y1), (x2, y2) = centre(h), CORNERS[side], CORNERS[(side + 1) % 6]
    return f"M{x + x1 * scale:g} {y + y1 * scale:g}L{x + x2 * scale:g} {y + y2 * scale:g}"


def _grid(terrain: Mapping[int, str]) -> str:
    """Return the sides between two hexes, each once."""
    inside = hexes.hex_set(list(terrain))
    sides = ((h, side) for h in terrain for side in range(3) if hexes.shift(1 << h, _ACROSS[side]) & inside)
    return "".join(_side(h, side) for h, side in sides)


def _edges(terrain: Mapping[int, str]) -> Iterator[str]:
    """Yield the lines inside the borders of the areas of each terrain: light, in the shade dark, around water foam."""
    for name in TERRAINS:
        inside = hexes.hex_set([h for h, other in terrain.items() if other == name])
        is_water = name == "water"
        lit, shaded = (
            "".join(
                _side(h, side, 0.9 if is_water else 0.925)
                for h in iter_hexes(inside)
                for side, direction in enumerate(_ACROSS)
                if (side in _SHADED) == dark and not hexes.shift(1 << h, direction) & inside
            )
            for dark in (False, True)
        )
        if not inside:
            continue
        look = 'stroke-width="2.4" opacity=".85"' if is_water else 'stroke-width="1.8" opacity=".78"'
        for path, edge in zip((lit, shaded), EDGES[name], strict=True):
            yield f'<path d="{path}" fill="none" stroke="{colour(edge)}" {look}/>'
