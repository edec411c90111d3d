"""Draw the board or a section as SVG. Special hexes look raised, and pieces are visible on every terrain.

Every hex is a group with an id such as `hex-e5` and a title that names what is on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from kingdom_builder.engine import hexes
from kingdom_builder.engine.board import NOMAD
from kingdom_builder.engine.hexes import (
    COLUMNS_OF_BOARD,
    COLUMNS_OF_ISLAND,
    COORDINATES,
    ROWS_OF_BOARD,
    Coordinate,
    iter_hexes,
)
from kingdom_builder.engine.pieces import SETTLEMENT, Tokens
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import CODES, TERRAINS
from kingdom_builder.render.symbols import (
    CARD_EDGE,
    CORNERS,
    HEX_HEIGHT,
    HEX_WIDTH,
    PAPER,
    PATTERNS,
    definitions,
    on_special,
    on_terrain,
    standing,
)
from kingdom_builder.sets.drawing import INK, WHITE, Mark
from kingdom_builder.sets.registry import REGISTRY, answer_name
from kingdom_builder.setup.sections import ISLAND_SET, Cell, Section, cells_alone

ROW_STEP = HEX_HEIGHT * 3 // 4
LEFT, TOP, RIGHT, BOTTOM = 36, 40, 15, 18
WIDTH = LEFT + COLUMNS_OF_BOARD * HEX_WIDTH + HEX_WIDTH // 2 + RIGHT
ISLAND_LEFT = (COLUMNS_OF_BOARD - COLUMNS_OF_ISLAND) // 2 * HEX_WIDTH
ISLAND_TOP = (ROWS_OF_BOARD + 1) * ROW_STEP
MARKER_SIZE = 0.6
FONT = 'font-family="Georgia, serif" font-size="13"'

_ACROSS = (hexes.NORTH_EAST, hexes.EAST, hexes.SOUTH_EAST, hexes.SOUTH_WEST, hexes.WEST, hexes.NORTH_WEST)
"""The direction across each side of a hex; a side goes from one of `CORNERS` to the next."""
_Placed = list[tuple[Mark, int]]
"""Marks with the hexes they are on."""


def to_svg(pos: Position, marked: int = 0) -> str:
    """Draw the board with all pieces and tiles, and a ring on every marked hex."""
    present = pos.board.open | pos.board.special
    outlines = "".join(_outline(part & present) for part in (*hexes.SECTIONS, hexes.ISLAND))
    height = max(centre(h)[1] for h in iter_hexes(present)) + HEX_HEIGHT // 2 + BOTTOM
    return _document("\n".join(_layers(pos, marked)), outlines, _label(pos), (0, 0, WIDTH, height))


def section_to_svg(piece: Section, *, turned: bool = False) -> str:
    """Draw one section alone, or one side of the Island."""
    cells = cells_alone(piece, turned=turned)
    present = hexes.hex_set([cell.hex for cell in cells])
    island = piece.set == ISLAND_SET
    columns, rows = (1 + max(COORDINATES[cell.hex][axis] for cell in cells) for axis in (1, 0))
    body = [
        *_names(columns, rows, island=island),
        *_BACK,
        *(_empty_hex(cell) for cell in cells if cell.code in CODES),
        *_BORDERS,
        *(_empty_hex(cell) for cell in cells if cell.code not in CODES),
    ]
    left, top = _corner(island=island)
    width = LEFT + columns * HEX_WIDTH + HEX_WIDTH // 2 + RIGHT
    height = TOP + (rows - 1) * ROW_STEP + HEX_HEIGHT + BOTTOM
    label = f"Kingdom Builder section {_words(piece.name)}{', turned by 180 degrees' if turned else ''}"
    return _document("\n".join(body), _outline(present), label, (left - LEFT, top - TOP, width, height))


def _document(body: str, outlines: str, label: str, box: tuple[int, int, int, int]) -> str:
    """Return the SVG document of a drawing, with the definitions it uses."""
    drawings = {**definitions(REGISTRY.sets), "sections": f'<path d="{outlines}"/>'}
    x, y, width, height = box
    corner = f'x="{x}" y="{y}" ' if x or y else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{x} {y} {width} {height}" '
        f'role="img" aria-label="{label}" stroke-linecap="round" stroke-linejoin="round">\n'
        f"<defs>\n{_definitions(body, drawings)}\n</defs>\n"
        f'<rect {corner}width="{width}" height="{height}" fill="{PAPER}"/>\n{body}\n</svg>\n'
    )


def centre(h: int) -> tuple[int, int]:
    """Return the centre of a hex in the picture; the Island is below the board.

    >>> centre(Coordinate(0, 0).hex), centre(Coordinate(1, 0).hex)
    ((57, 64), (78, 100))
    """
    row, col, island = COORDINATES[h]
    x = LEFT + HEX_WIDTH // 2 + col * HEX_WIDTH + row % 2 * HEX_WIDTH // 2
    y = TOP + HEX_HEIGHT // 2 + row * ROW_STEP
    return (x + ISLAND_LEFT, y + ISLAND_TOP) if island else (x, y)


def _corner(*, island: bool) -> tuple[int, int]:
    """Return the top left corner of the board, or of the Island."""
    x, y = centre(Coordinate(0, 0, island).hex)
    return x - HEX_WIDTH // 2, y - HEX_HEIGHT // 2


def _label(pos: Position) -> str:
    sections = ", ".join(_words(name) for name, _ in pos.board.sections or ())
    return f"Kingdom Builder board{f' of the sections {sections}' if sections else ''}, {len(pos.players)} players"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _definitions(body: str, drawings: Mapping[str, str]) -> str:
    """Return the drawings that the body uses, directly or through other drawings, in the order of `drawings`."""
    needed, found = set[str](), set(re.findall('href="#(.*?)"', body))
    while found - needed:
        needed |= found
        found = {name for user in found for name in re.findall('href="#(.*?)"', drawings[user])}
    return "\n".join(f'<g id="{name}">{markup}</g>' for name, markup in drawings.items() if name in needed)


_BACK = (f'<use href="#sections" fill="{CARD_EDGE}" stroke="{CARD_EDGE}" stroke-width="12"/>',)
"""The background of the sections, under their hexes."""
_BORDERS = (
    '<g fill="none" pointer-events="none">'
    f'<use href="#sections" stroke="{WHITE}" stroke-opacity=".85" stroke-width="3"/>'
    f'<use href="#sections" stroke="{INK}" stroke-width="1.2"/></g>',
)
"""The lines around the sections, over their terrain."""


def _layers(pos: Position, marked: int) -> Iterator[str]:
    """Yield the picture from back to front; special hexes look raised, so they are drawn over their neighbours."""
    under, over, special = (
        _placed(marks, pos) for marks in (on_terrain(REGISTRY.sets), standing(REGISTRY.sets), on_special(REGISTRY.sets))
    )
    yield from _names(COLUMNS_OF_BOARD, ROWS_OF_BOARD)
    yield from _BACK
    for h in iter_hexes(pos.board.open):
        yield _hex(h, *_open_hex(pos, h, under, over), marked=marked >> h & 1)
    yield from _BORDERS
    for h in iter_hexes(pos.board.special):
        yield _hex(h, *_special_hex(pos, h, special), marked=marked >> h & 1)
    for seat, player in enumerate(pos.players):
        for kind, where in _large_pieces(player):
            for h in iter_hexes(hexes.interior(where)):
                x, y = centre(h)
                yield f'<use href="#{kind.id}-{seat}" x="{x}" y="{y}" pointer-events="none"/>'
        for game_set in REGISTRY.sets:
            if game_set.icons.marked_lines is not None:
                yield from (_marker(seat, line) for line in iter_hexes(game_set.icons.marked_lines(player)))


def _large_pieces(player: PlayerState) -> Tokens:
    """Return the pieces of a player that cover a hex and its six neighbours."""
    return tuple((kind, where) for kind, where in player.tokens if kind.footprint > 1)


def _placed(marks: Iterable[Mark], pos: Position) -> _Placed:
    """Return the marks that are on the board, each with its hexes."""
    found = [(mark, mark.where(pos)) for mark in marks]
    return [(mark, where) for mark, where in found if where]


def _marker(seat: int, line: int) -> str:
    """Draw the marker of a player beside a line (R7.31), at the end with half a hex of free space."""
    island = line >= ROWS_OF_BOARD
    row, columns = (line - ROWS_OF_BOARD, COLUMNS_OF_ISLAND) if island else (line, COLUMNS_OF_BOARD)
    x, y = centre(Coordinate(row, 0 if row % 2 else columns - 1, island).hex)
    x += HEX_WIDTH * (-3 if row % 2 else 3) // 4
    title = f"marker of player {seat + 1} beside {'Island ' if island else ''}row {row + 1}"
    return (
        f'<g transform="translate({x} {y}) scale({MARKER_SIZE})"><title>{title}</title>'
        f'<use href="#{SETTLEMENT}-{seat}"/></g>'
    )


def _names(columns: int, rows: int, *, island: bool = False) -> Iterator[str]:
    """Yield the letters of the columns and the numbers of the rows."""
    left, top = _corner(island=island)
    yield f'<g {FONT} fill="{INK}" fill-opacity=".75" text-anchor="middle">'
    for col in range(columns):
        yield f'<text x="{centre(Coordinate(0, col, island).hex)[0]}" y="{top - 10}">{chr(ord("a") + col)}</text>'
    for row in range(rows):
        yield f'<text x="{left - 18}" y="{centre(Coordinate(row, 0, island).hex)[1] + 4}">{row + 1}</text>'
    yield "</g>"


def _hex(h: int, what: str, drawings: tuple[str, ...], *, marked: int = 0) -> str:
    """Draw one hex from its description, the ids of its drawings, and whether it has a ring."""
    if marked:
        what, drawings = f"{what}, marked", (*drawings, "ring")
    (x, y), name = centre(h), str(COORDINATES[h])
    uses = "".join(f'<use href="#{drawing}"/>' for drawing in drawings)
    return f'<g id="hex-{name.replace(":", "-")}" transform="translate({x} {y})"><title>{name} {what}</title>{uses}</g>'


def _empty_hex(cell: Cell) -> str:
    """Draw a hex of a section with nothing on it."""
    if cell.code in CODES:
        terrain = TERRAINS[CODES[cell.code]]
        return _hex(cell.hex, terrain, (_ground(terrain, cell.hex),))
    if cell.location is not None:
        return _hex(cell.hex, _words(cell.location), ("gold", f"tile-{cell.location}"))
    kind = REGISTRY.special_codes[cell.code]
    return _hex(cell.hex, kind, ("silver", f"special-{kind}"))


def _open_hex(pos: Position, h: int, under: _Placed, over: _Placed) -> tuple[str, tuple[str, ...]]:
    """Return the description of a terrain hex, and the ids of its drawings."""
    terrain = next(name for name, where in zip(TERRAINS, pos.board.terrain, strict=True) if where >> h & 1)
    ground: tuple[str, ...] = (_ground(terrain, h),)
    for mark, where in under:
        if where >> h & 1:
            terrain, ground = mark.title.format(ground=terrain), (*ground, mark.id)
    for mark, where in over:
        if where >> h & 1:
            return mark.title.format(ground=terrain), (*ground, mark.id)
    for seat, player in enumerate(pos.players):
        if player.pieces >> h & 1:
            kind = player.kind_at(h)
            # The hexes of a large piece share one drawing, which is drawn over them at the end.
            is_large = any(where >> h & 1 for _, where in _large_pieces(player))
            drawings = ground if is_large else (*ground, f"{kind}-{seat}")
            return f"{_words(kind)} of player {seat + 1} on {terrain}", drawings
    return terrain, ground


def _ground(terrain: str, h: int) -> str:
    """Return the id of the drawing of a terrain on this hex."""
    # The values h + row of neighbours differ by 1, 31 or 32, so modulo 3 neighbours never have the same variation.
    return f"terrain-{terrain}-{(h + COORDINATES[h].row) % len(PATTERNS[terrain].points)}"


def _special_hex(pos: Position, h: int, marks: _Placed) -> tuple[str, tuple[str, ...]]:
    """Return the description of a special hex with the tiles left on it, and the ids of its drawings."""
    kind, stocked = pos.board.special_of(h), pos.tiles_left >> h & 1
    if h in pos.board.location_at:
        name = answer_name(pos.board.location_at[h])
        left = stocked + (pos.two_tiles_left >> h & 1)
        tiles = f"{left or 'no'} tile{'' if left == 1 else 's'} left"
        return f"{_words(name)}, {tiles}", ("gold", f"tile-{name}", f"tiles-left-{left}")
    if stocked and h in pos.setup.nomad_tiles:
        name = answer_name(pos.setup.nomad_tiles[h])
        return f"{kind} with {name.replace(':', ' of ')}", ("silver", f"nomad-{name.replace(':', '-')}")
    for mark, where in marks:
        if where >> h & 1:
            return mark.title.format(ground=kind), ("silver", f"special-{kind}", mark.id)
    return f"{kind}, no tile left" if kind == NOMAD and not stocked else f"{kind}", ("silver", f"special-{kind}")


def _outline(inside: int) -> str:
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
