"""The board as plain text, three characters for each hex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kingdom_builder.game.answers import answer_name
from kingdom_builder.game.hexes import COLUMNS_OF_BOARD, ROWS_OF_BOARD, Place
from kingdom_builder.game.position import Position
from kingdom_builder.game.seat import CITY_HALL, SETTLEMENT, SHIP, WAGON, WARRIOR

OWNERS = "ABCDE"
WALL = "wall"
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


def rows_of_cells(pos: Position, marked: int = 0) -> Iterator[list[Cell]]:
    """Yield the rows of the board from the top, each as the list of its cells."""
    for row in range(ROWS_OF_BOARD):
        yield [_cell(pos, Place(row, col).hex, marked) for col in range(COLUMNS_OF_BOARD)]


def _cell(pos: Position, h: int, marked: int) -> Cell:
    owner = next((i for i, seat in enumerate(pos.seats) if seat.pieces >> h & 1), None)
    kind = pos.seats[owner].kind_at(h) if owner is not None else WALL if pos.walls >> h & 1 else None
    tile = pos.board.location_at.get(h)
    return Cell(h, pos.board.code(h), None if tile is None else answer_name(tile), owner, kind, bool(marked >> h & 1))


def header() -> str:
    """Return the line of column letters above the board."""
    return "   " + "".join(f" {chr(ord('a') + col)} " for col in range(COLUMNS_OF_BOARD))


def row_label(row: int) -> str:
    """Return what stands before a row: its number, and the shift of the odd rows."""
    return f"{row + 1:2} " + " " * (row % 2)


def three_characters(cell: Cell) -> str:
    """Draw one hex: the terrain's letter, then the owner's letter of a piece; a marked hex stands in brackets.

    A meeple has its sign before the terrain's letter, a wall is `=`, a location shows the beginning of its name.
    """
    if cell.location is not None:
        return _SHORT_NAMES.get(cell.location, cell.location[:3])
    if cell.marked:
        sign = cell.code if cell.owner is None else OWNERS[cell.owner]
        return f"[{sign}]"
    if cell.owner is not None:
        return f"{_SIGNS[cell.kind or SETTLEMENT]}{cell.code}{OWNERS[cell.owner]}"
    return f" {cell.code}=" if cell.kind == WALL else f" {cell.code} "


def to_text(pos: Position, marked: int = 0) -> str:
    """Draw the board, a line for each row."""
    lines = [header()]
    for row, cells in enumerate(rows_of_cells(pos, marked)):
        lines.append(row_label(row) + "".join(three_characters(cell) for cell in cells))
    return "\n".join(line.rstrip() for line in lines) + "\n"
