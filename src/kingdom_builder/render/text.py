"""The board, or one section, as plain text, three characters for each hex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kingdom_builder.engine.answers import answer_name
from kingdom_builder.engine.hexes import (
    COLUMNS_OF_BOARD,
    COLUMNS_OF_ISLAND,
    PLACES,
    ROWS_OF_BOARD,
    ROWS_OF_ISLAND,
    Place,
)
from kingdom_builder.engine.player import CITY_HALL, SETTLEMENT, SHIP, WAGON, WARRIOR
from kingdom_builder.engine.position import Position
from kingdom_builder.setup.sections import Section, cells_alone

OWNERS = "ABCDE"
WALL, SCOUT, CAPITOL, CAVE = "wall", "scout", "capitol", "cave"
_MARKS = {WALL: "=", SCOUT: "+", CAPITOL: "*", CAVE: "@"}
_SIGNS = {SETTLEMENT: " ", WARRIOR: "!", SHIP: "~", WAGON: "o", CITY_HALL: "#"}
_SHORT_NAMES = {"barracks": "brk", "fort": "frt", "watchtower": "wch"}
"""The short names of locations whose first three letters another location has too."""


class Cell(NamedTuple):
    """One hex to draw: its code as on a map, its location, whose piece of which kind is on it, whether it is marked."""

    hex: int
    code: str
    location: str | None
    owner: int | None
    kind: str | None
    marked: bool


def rows_of_cells(pos: Position, marked: int = 0) -> Iterator[list[Cell | None]]:
    """Yield the rows of the board from the top, then those of the Island; None stands where there is no hex."""
    for row in range(ROWS_OF_BOARD):
        yield [_cell(pos, Place(row, col).hex, marked) for col in range(COLUMNS_OF_BOARD)]
    if pos.board.island is not None:
        for row in range(ROWS_OF_ISLAND):
            places = [Place(row, col, island=True) for col in range(COLUMNS_OF_ISLAND)]
            there = pos.board.open | pos.board.special
            yield [_cell(pos, place.hex, marked) if there & place.bit else None for place in places]


def _cell(pos: Position, h: int, marked: int) -> Cell:
    owner = next((i for i, seat in enumerate(pos.seats) if seat.pieces >> h & 1), None)
    kind = None if owner is None else pos.seats[owner].kind_at(h)
    for sign, where in ((WALL, pos.walls), (SCOUT, pos.phase.scouts)):
        kind = sign if where >> h & 1 else kind
    if kind is None:
        for sign, where in ((CAPITOL, pos.setup.capitols), (CAVE, pos.setup.caves)):
            kind = sign if where >> h & 1 else kind
    tile = pos.board.location_at.get(h)
    return Cell(h, pos.board.code(h), None if tile is None else answer_name(tile), owner, kind, bool(marked >> h & 1))


def header(columns: int = COLUMNS_OF_BOARD) -> str:
    """Return the line of column letters above the board."""
    return "   " + "".join(f" {chr(ord('a') + col)} " for col in range(columns))


def row_label(row: int) -> str:
    """Return what stands before a row: its number, and the shift of the odd rows; after the board the Island's."""
    if row < ROWS_OF_BOARD:
        return f"{row + 1:2} " + " " * (row % 2)
    row -= ROWS_OF_BOARD
    return f"i{row + 1} " + " " * (row % 2)


def marker(pos: Position, row: int) -> str:
    """Return what stands after a row: the letter of who has marked the line (R7.31), if anybody has."""
    return "".join(
        f" <{owner}" for owner, seat in zip(OWNERS, pos.seats, strict=False) if seat.holdings.lines >> row & 1
    )


def three_characters(cell: Cell | None) -> str:
    """Draw one hex: the terrain's letter, then the owner's letter of a piece; a marked hex stands in brackets.

    A meeple has its sign before the terrain's letter; a wall is `=`, a scout `+`, a capitol `*`, a cave `@`; a location
    shows the beginning of its name.
    """
    if cell is None:
        return "   "
    if cell.location is not None:
        return _SHORT_NAMES.get(cell.location, cell.location[:3])
    if cell.marked:
        sign = cell.code if cell.owner is None else OWNERS[cell.owner]
        return f"[{sign}]"
    if cell.owner is not None:
        return f"{_SIGNS[cell.kind or SETTLEMENT]}{cell.code}{OWNERS[cell.owner]}"
    return f" {cell.code}{_MARKS.get(cell.kind or '', ' ')}"


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
        row, col, _ = PLACES[found.hex]
        signs[row, col] = three_characters(Cell(found.hex, found.code, found.location, None, None, marked=False))
    rows, columns = (1 + max(place[axis] for place in signs) for axis in (0, 1))
    lines = [row_label(row) + "".join(signs.get((row, col), "   ") for col in range(columns)) for row in range(rows)]
    lines.insert(0, header(columns))
    return "\n".join(line.rstrip() for line in lines) + "\n"
