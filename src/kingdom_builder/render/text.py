"""The board, or one section, as plain text, three characters for each hex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kingdom_builder.engine.board import LOCATION
from kingdom_builder.engine.hexes import (
    COLUMNS_OF_BOARD,
    COLUMNS_OF_ISLAND,
    COORDINATES,
    ROWS_OF_BOARD,
    ROWS_OF_ISLAND,
    Coordinate,
)
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.terrain import LETTERS, TERRAINS
from kingdom_builder.render.symbols import on_special, on_terrain, standing
from kingdom_builder.sets.registry import REGISTRY, answer_name
from kingdom_builder.setup.sections import Section, cells_alone

OWNERS = "ABCDE"


class Cell(NamedTuple):
    """One hex to draw: its code as on a map, its location, the owner of a piece on it, a sign, whether it is marked.

    `sign` is the character of a kind of piece before the code, or of a mark such as a wall after it.
    """

    hex: int
    code: str
    location: str | None
    owner: int | None
    sign: str
    marked: bool


class Legend(NamedTuple):
    """What the characters of a drawing mean: each with the name of a terrain, special hex, location or piece."""

    terrains: list[tuple[str, str]]
    specials: list[tuple[str, str]]
    locations: list[tuple[str, str]]
    pieces: list[tuple[str, str]]
    """Signs of pieces other than settlements, and of other things on a hex."""


def legend(pos: Position) -> Legend:
    """Return the characters that a drawing of this board can have."""
    board = pos.board
    used = [found for found in REGISTRY.sets if found.id in pos.setup.sets]
    pieces = [(style.sign, kind) for found in used for kind, style in found.icons.pieces.items() if style.sign != " "]
    marks = [mark for marks_of in (standing, on_terrain, on_special) for mark in marks_of(tuple(used))]
    return Legend(
        [(LETTERS[terrain], TERRAINS[terrain]) for terrain, hexes in enumerate(board.terrain) if hexes],
        [(board.letters[kind], kind) for kind, hexes in board.special_by_kind.items() if hexes and kind != LOCATION],
        sorted((short_name(answer_name(tile)), answer_name(tile)) for tile in set(board.location_at.values())),
        pieces + [(mark.sign, mark.id) for mark in marks],
    )


def rows_of_cells(pos: Position, marked: int = 0) -> Iterator[list[Cell | None]]:
    """Yield the rows of the board from the top, then those of the Island; None where there is no hex."""
    signs = _signs(pos)
    there = pos.board.open | pos.board.special
    rows = [[Coordinate(row, col) for col in range(COLUMNS_OF_BOARD)] for row in range(ROWS_OF_BOARD)]
    if pos.board.island is not None:
        columns = range(COLUMNS_OF_ISLAND)
        rows += [[Coordinate(row, col, island=True) for col in columns] for row in range(ROWS_OF_ISLAND)]
    for places in rows:
        yield [_cell(pos, place.hex, marked, signs) if there & place.bit else None for place in places]


def _signs(pos: Position) -> list[tuple[str, int]]:
    """Return the signs of all marks with their hexes; of two on one hex the first is drawn."""
    marks = (*standing(REGISTRY.sets), *on_terrain(REGISTRY.sets), *on_special(REGISTRY.sets))
    return [(mark.sign, mark.where(pos)) for mark in marks]


def _cell(pos: Position, h: int, marked: int, signs: list[tuple[str, int]]) -> Cell:
    owner = next((seat for seat, player in enumerate(pos.players) if player.pieces >> h & 1), None)
    if owner is None:
        sign = next((sign for sign, where in signs if where >> h & 1), " ")
    else:
        kind = pos.players[owner].kind_at(h)
        sign = next(found.icons.pieces[kind].sign for found in REGISTRY.sets if kind in found.icons.pieces)
    tile = pos.board.location_at.get(h)
    return Cell(h, pos.board.code(h), None if tile is None else answer_name(tile), owner, sign, bool(marked >> h & 1))


def header(columns: int = COLUMNS_OF_BOARD) -> str:
    """Return the line of column letters above the board."""
    return "   " + "".join(f" {chr(ord('a') + col)} " for col in range(columns))


def row_label(row: int) -> str:
    """Return the text before a row: its number, and the indent of odd rows. Rows after the board are the Island's."""
    if row < ROWS_OF_BOARD:
        return f"{row + 1:2} " + " " * (row % 2)
    row -= ROWS_OF_BOARD
    return f"i{row + 1} " + " " * (row % 2)


def marker(pos: Position, row: int) -> str:
    """Return the text after a row: the letter of each player with a marker beside it (R7.31)."""
    lines = [found.icons.marked_lines for found in REGISTRY.sets if found.icons.marked_lines is not None]
    return "".join(
        f" <{owner}"
        for owner, player in zip(OWNERS, pos.players, strict=False)
        if any(marked(player) >> row & 1 for marked in lines)
    )


def three_characters(cell: Cell | None) -> str:
    """Return the characters of one hex: the terrain's letter, then the owner's letter of a piece.

    A marked hex is in brackets. A kind of piece other than a settlement has its sign before the terrain's letter, a
    mark such as a wall has it after the letter. A location shows the start of its name.
    """
    if cell is None:
        return "   "
    if cell.location is not None:
        return short_name(cell.location)
    if cell.marked:
        return f"[{cell.code if cell.owner is None else OWNERS[cell.owner]}]"
    return f" {cell.code}{cell.sign}" if cell.owner is None else f"{cell.sign}{cell.code}{OWNERS[cell.owner]}"


def short_name(location: str) -> str:
    """Return three letters for a location.

    >>> short_name("farm"), short_name("fort")
    ('far', 'frt')
    """
    return next((s.icons.short_names[location] for s in REGISTRY.sets if location in s.icons.short_names), location[:3])


def to_text(pos: Position, marked: int = 0) -> str:
    """Draw the board, a line for each row."""
    lines = [header()]
    for row, cells in enumerate(rows_of_cells(pos, marked)):
        lines.append(row_label(row) + "".join(three_characters(cell) for cell in cells) + marker(pos, row))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def section_to_text(piece: Section, *, turned: bool = False) -> str:
    """Draw one section alone, or one side of the Island, a line for each row."""
    signs: dict[tuple[int, int], str] = {}
    for found in cells_alone(piece, turned=turned):
        row, col, _ = COORDINATES[found.hex]
        signs[row, col] = three_characters(Cell(found.hex, found.code, found.location, None, " ", marked=False))
    rows, columns = (1 + max(place[axis] for place in signs) for axis in (0, 1))
    lines = [row_label(row) + "".join(signs.get((row, col), "   ") for col in range(columns)) for row in range(rows)]
    lines.insert(0, header(columns))
    return "\n".join(line.rstrip() for line in lines) + "\n"
