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
from kingdom_builder.render.fonts import SANS
from kingdom_builder.render.ground import LEFT, ROW_STEP, TOP, centre, ground, outline
from kingdom_builder.render.palette import resolve
from kingdom_builder.render.symbols import (
    GRADIENTS,
    HEX_HEIGHT,
    HEX_WIDTH,
    definitions,
    on_special,
    on_terrain,
    standing,
)
from kingdom_builder.sets.drawing import Mark
from kingdom_builder.sets.registry import REGISTRY, answer_name
from kingdom_builder.setup.sections import ISLAND_SET, Cell, Section, cells_alone

RIGHT, BOTTOM = 22, 32
WIDTH = LEFT + COLUMNS_OF_BOARD * HEX_WIDTH + HEX_WIDTH // 2 + RIGHT
MARKER_SIZE = 0.6

_GROUNDS = {"gold": "#f6c84b", "silver": "#e3e8ef", "spent": "var(--spent)"}
"""The colour of holes in the icon on a special hex."""
_LAST_MOVE = '<use href="#hex" transform="scale(.95)" fill="none" stroke="#f6c84b" stroke-width="4"/>'
"""The ring on a hex of the last move."""
_Placed = list[tuple[Mark, int]]
"""Marks with the hexes they are on."""


def to_svg(pos: Position, marked: int = 0, *, last_move: int = 0, size: int | None = None) -> str:
    """Draw the board with all pieces and tiles, a ring on every marked hex and another on those of the last move.

    `size` is the width of the picture in pixels; without it every hex has its usual size.
    """
    present = pos.board.open | pos.board.special
    height = max(centre(h)[1] for h in iter_hexes(present)) + HEX_HEIGHT // 2 + BOTTOM
    names = (*_names(present & ~hexes.ISLAND), *_names(present & hexes.ISLAND))
    body = (*board_layers(pos, marked, last_move), *names)
    drawings = {**board_outlines(pos), "last": _LAST_MOVE}
    return document("\n".join(body), drawings, board_label(pos), (0, 0, WIDTH, height), size)


def board_outlines(pos: Position) -> dict[str, str]:
    """Return the outlines of a board and of its sections, which its layers use, by id."""
    present = pos.board.open | pos.board.special
    sections = "".join(outline(part & present) for part in (*hexes.SECTIONS, hexes.ISLAND))
    return _outlines(outline(present), sections)


def section_to_svg(piece: Section, *, turned: bool = False) -> str:
    """Draw one section alone, or one side of the Island."""
    cells = cells_alone(piece, turned=turned)
    present = hexes.hex_set([cell.hex for cell in cells])
    island = piece.set == ISLAND_SET
    rows, columns = _extent(present)
    terrain = {cell.hex: TERRAINS[CODES[cell.code]] for cell in cells if cell.code in CODES}
    body = [*_names(present), *ground(terrain), *(_empty_hex(cell) for cell in cells)]
    left, top = _corner(island=island)
    width = LEFT + columns * HEX_WIDTH + HEX_WIDTH // 2 + RIGHT
    height = TOP + (rows - 1) * ROW_STEP + HEX_HEIGHT + BOTTOM
    label = f"Kingdom Builder section {_words(piece.name)}{', turned by 180 degrees' if turned else ''}"
    around = outline(present)
    return document("\n".join(body), _outlines(around, around), label, (left - LEFT, top - TOP, width, height))


def _outlines(board: str, sections: str) -> dict[str, str]:
    return {"board": f'<path d="{board}"/>', "sections": f'<path d="{sections}"/>'}


def document(
    body: str, outlines: Mapping[str, str], label: str, box: tuple[int, int, int, int], size: int | None = None
) -> str:
    """Return the SVG document of a drawing on wood, with the definitions it uses, `size` pixels wide if given."""
    x, y, width, height = box
    shown = (width, height) if size is None else (size, round(size * height / width))
    corner = f'x="{x}" y="{y}" ' if x or y else ""
    return resolve(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{shown[0]}" height="{shown[1]}" '
        f'viewBox="{x} {y} {width} {height}" '
        f'role="img" aria-label="{label}" stroke-linecap="round" stroke-linejoin="round">\n'
        f"<defs>\n{GRADIENTS}\n{_definitions(body, {**definitions(REGISTRY.sets), **outlines})}\n</defs>\n"
        f'<rect {corner}width="{width}" height="{height}" fill="var(--wood)"/>\n{body}\n</svg>\n'
    )


def _corner(*, island: bool) -> tuple[int, int]:
    """Return the top left corner of the board, or of the Island."""
    x, y = centre(Coordinate(0, 0, island).hex)
    return x - HEX_WIDTH // 2, y - HEX_HEIGHT // 2


def board_label(pos: Position) -> str:
    """Return the description of a board: its sections and the number of players."""
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


def board_layers(pos: Position, marked: int = 0, last_move: int = 0) -> Iterator[str]:
    """Yield the board from back to front; special hexes look raised, so they are drawn over their neighbours."""
    under, over, special = (
        _placed(marks, pos) for marks in (on_terrain(REGISTRY.sets), standing(REGISTRY.sets), on_special(REGISTRY.sets))
    )
    terrain = {h: name for name, where in zip(TERRAINS, pos.board.terrain, strict=True) for h in iter_hexes(where)}
    yield from ground(dict(sorted(terrain.items())))
    for h in iter_hexes(pos.board.open):
        yield _hex(h, *_open_hex(pos, h, terrain[h], under, over), marked=marked >> h & 1, last=last_move >> h & 1)
    for h in iter_hexes(pos.board.special):
        yield _hex(h, *_special_hex(pos, h, special), marked=marked >> h & 1, last=last_move >> h & 1)
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


def _extent(present: int) -> tuple[int, int]:
    """Return the rows and columns that some hexes of the board, or of the Island, reach to."""
    places = [COORDINATES[h] for h in iter_hexes(present)]
    return 1 + max(place.row for place in places), 1 + max(place.col for place in places)


def _names(present: int) -> Iterator[str]:
    """Yield the letters of the columns and the numbers of the rows of some hexes of the board, or of the Island."""
    if not present:
        return
    rows, columns = _extent(present)
    island = bool(present & hexes.ISLAND)
    left, top = _corner(island=island)
    yield f'<g {SANS} font-weight="700" font-size="13" fill="var(--on-wood)" text-anchor="middle">'
    for col in range(columns):
        yield f'<text x="{centre(Coordinate(0, col, island).hex)[0]}" y="{top - 10}">{chr(ord("a") + col)}</text>'
    for row in range(rows):
        yield f'<text x="{left - 18}" y="{centre(Coordinate(row, 0, island).hex)[1] + 4}">{row + 1}</text>'
    yield "</g>"


def _hex(h: int, what: str, drawings: tuple[str, ...], *, marked: int = 0, last: int = 0) -> str:
    """Draw what is on one hex from its description, the ids of its drawings, and whether it has rings."""
    if last:
        what, drawings = f"{what}, last move", (*drawings, "last")
    if marked:
        what, drawings = f"{what}, marked", (*drawings, "ring")
    (x, y), name = centre(h), str(COORDINATES[h])
    uses = "".join(f'<use href="#{drawing}"{_place(drawing, drawings[0])}/>' for drawing in drawings)
    look = f' color="{_GROUNDS[drawings[0]]}"' if drawings[0] in _GROUNDS else ""
    start = f'<g id="hex-{name.replace(":", "-")}" transform="translate({x} {y})"{look}>'
    return f"{start}<title>{name} {what}</title>{uses}</g>"


def _place(drawing: str, ground_id: str) -> str:
    """Return the attributes that place a drawing on its hex: icons above the middle, the area of the hex unseen."""
    kind = drawing.partition("-")[0]
    faded = ' opacity=".62"' if ground_id == "spent" and kind in ("tile", "tiles") else ""
    return {"hex": ' fill="none" pointer-events="all"', "tile": f' y="-5"{faded}', "special": ' y="-2"'}.get(
        kind, faded
    )


def _empty_hex(cell: Cell) -> str:
    """Draw a hex of a section with nothing on it."""
    if cell.code in CODES:
        return _hex(cell.hex, TERRAINS[CODES[cell.code]], ("hex",))
    if cell.location is not None:
        return _hex(cell.hex, _words(cell.location), ("gold", f"tile-{cell.location}"))
    kind = REGISTRY.special_codes[cell.code]
    return _hex(cell.hex, kind, ("silver", f"special-{kind}"))


def _open_hex(pos: Position, h: int, terrain: str, under: _Placed, over: _Placed) -> tuple[str, tuple[str, ...]]:
    """Return the description of a terrain hex, and the ids of the drawings on its terrain."""
    drawings: tuple[str, ...] = ("hex",)
    for mark, where in under:
        if where >> h & 1:
            terrain, drawings = mark.title.format(ground=terrain), (*drawings, mark.id)
    for mark, where in over:
        if where >> h & 1:
            return mark.title.format(ground=terrain), (*drawings, mark.id)
    for seat, player in enumerate(pos.players):
        if player.pieces >> h & 1:
            kind = player.kind_at(h)
            # The hexes of a large piece share one drawing, which is drawn over them at the end.
            is_large = any(where >> h & 1 for _, where in _large_pieces(player))
            pieces = () if is_large else (f"{kind}-{seat}",)
            return f"{_words(kind)} of player {seat + 1} on {terrain}", (*drawings, *pieces)
    return terrain, drawings


def _special_hex(pos: Position, h: int, marks: _Placed) -> tuple[str, tuple[str, ...]]:
    """Return the description of a special hex with the tiles left on it, and the ids of its drawings."""
    kind, stocked = pos.board.special_of(h), pos.tiles_left >> h & 1
    if h in pos.board.location_at:
        name = answer_name(pos.board.location_at[h])
        left = stocked + (pos.two_tiles_left >> h & 1)
        tiles = f"{left or 'no'} tile{'' if left == 1 else 's'} left"
        return f"{_words(name)}, {tiles}", ("gold" if left else "spent", f"tile-{name}", f"tiles-left-{left}")
    if stocked and h in pos.setup.nomad_tiles:
        name = answer_name(pos.setup.nomad_tiles[h])
        return f"{kind} with {name.replace(':', ' of ')}", ("silver", f"nomad-{name.replace(':', '-')}")
    for mark, where in marks:
        if where >> h & 1:
            return mark.title.format(ground=kind), ("silver", f"special-{kind}", mark.id)
    return f"{kind}, no tile left" if kind == NOMAD and not stocked else f"{kind}", ("silver", f"special-{kind}")
