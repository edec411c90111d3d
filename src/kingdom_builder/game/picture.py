"""The board as plain text: a letter for each terrain, the owner's letter beside it where a piece stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kingdom_builder.game.hexes import COLUMNS_OF_BOARD, ROWS_OF_BOARD, Place
from kingdom_builder.game.position import CITY_HALL, SETTLEMENT, SHIP, WAGON, WARRIOR, Position

OWNERS = "ABCDE"
PIECES = {SETTLEMENT: "", WARRIOR: "!", SHIP: "~", WAGON: "o", CITY_HALL: "#"}
WALL = "="


class Cell(NamedTuple):
    """One hex to draw: its terrain or special code, whose piece of which kind is on it, whether it is marked."""

    hex: int
    code: str
    owner: int | None
    kind: str | None
    marked: bool


def rows_of_cells(pos: Position, marked: int = 0) -> Iterator[list[Cell]]:
    """Yield the rows of the board from the top, each as the list of its cells."""
    for row in range(ROWS_OF_BOARD):
        yield [_cell(pos, Place(row, col).hex, marked) for col in range(COLUMNS_OF_BOARD)]


def _cell(pos: Position, h: int, marked: int) -> Cell:
    owner = next((i for i, seat in enumerate(pos.seats) if seat.pieces >> h & 1), None)
    kind = pos.seats[owner].kind_at(h) if owner is not None else "wall" if pos.walls >> h & 1 else None
    return Cell(h, pos.board.code(h), owner, kind, bool(marked >> h & 1))


def to_text(pos: Position, marked: int = 0) -> str:
    """Draw the board: the terrain's letter, then the owner's letter of a piece; a marked hex stands in brackets.

    A meeple has its sign before the terrain's letter, a wall is `=`.
    """
    header = "   " + "".join(f" {chr(ord('a') + col)} " for col in range(COLUMNS_OF_BOARD))
    lines = [header]
    for row, cells in enumerate(rows_of_cells(pos, marked)):
        shift = " " * (row % 2)
        lines.append(f"{row + 1:2} {shift}" + "".join(_three(cell) for cell in cells).rstrip())
    return "\n".join(lines) + "\n"


def _three(cell: Cell) -> str:
    if cell.marked:
        return f"[{cell.code}]"
    if cell.owner is not None:
        return f"{PIECES[cell.kind or SETTLEMENT] or ' '}{cell.code}{OWNERS[cell.owner]}"
    return f" {cell.code}{WALL}" if cell.kind == "wall" else f" {cell.code} "
