"""The board on a terminal, in colour where the terminal has it."""

from __future__ import annotations

import os
import re
import shutil
import sys

from kingdom_builder.engine.position import Position
from kingdom_builder.render.text import OWNERS, Cell, header, marker, row_label, rows_of_cells, three_characters

_BACKGROUND = {
    "G": 114,
    "C": 130,
    "D": 230,
    "F": 175,
    "T": 22,
    "S": 65,
    "A": 172,
    "W": 74,
    "M": 60,
    "K": 253,
    "N": 250,
    "P": 253,
    "O": 253,
    "L": 220,
}
_LIGHT_TEXT = "CTM"
_PLAYER = (27, 208, 231, 16, 161)
_PLAYER_TEXT = (231, 16, 16, 231, 231)
_COLOUR_CODES = re.compile(r"\x1b\[[0-9;]*m")
BOARD_WIDTH = 68
_RESET = "\x1b[0m"


def use_colour(*, plain: bool) -> bool:
    """Return whether to use colour: not with `plain`, not without a terminal, not with NO_COLOR set."""
    return not plain and sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def draw(pos: Position, marked: int = 0, *, colour: bool) -> str:
    """Draw the board; the marked hexes stand in brackets."""
    lines = [header()]
    for row, cells in enumerate(rows_of_cells(pos, marked)):
        signs = "".join(_paint(cell) if colour else three_characters(cell) for cell in cells)
        lines.append(row_label(row) + signs + marker(pos, row))
    return "\n".join(line.rstrip() for line in lines)


def beside(board: list[str], panel: list[str]) -> str:
    """Put a panel to the right of the board, or below it where the terminal is too narrow."""
    if shutil.get_terminal_size().columns < BOARD_WIDTH + max(map(len, panel)):
        return "\n".join([*board, *panel])
    lines = []
    for i, line in enumerate(board):
        missing = BOARD_WIDTH - len(_COLOUR_CODES.sub("", line))
        lines.append(line + " " * missing + (panel[i] if i < len(panel) else ""))
    return "\n".join([line.rstrip() for line in lines] + panel[len(board) :])


def player_mark(seat: int, *, colour: bool) -> str:
    """Return the letter of a player as it stands on the board."""
    letter = OWNERS[seat]
    return f"{_escape(_PLAYER[seat], _PLAYER_TEXT[seat])}{letter}{_RESET}" if colour else letter


def _escape(background: int, text: int, *, bold: bool = True) -> str:
    return f"\x1b[{'1;' if bold else ''}48;5;{background};38;5;{text}m"


def _paint(cell: Cell | None) -> str:
    text = three_characters(cell)
    if cell is None:
        return text
    ground = _escape(_BACKGROUND[cell.code], 231 if cell.code in _LIGHT_TEXT else 16, bold=cell.marked)
    if cell.owner is not None and not cell.marked:
        return f"{ground}{text[:2]}{_escape(_PLAYER[cell.owner], _PLAYER_TEXT[cell.owner])}{text[2]}{_RESET}"
    return f"{ground}{text}{_RESET}"
