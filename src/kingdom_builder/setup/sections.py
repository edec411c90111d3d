"""The board sections: one text map each in the folder of its set, or generated from a name.

`section_file` describes the format. `add_folder` adds a folder of other sections, also in place of placeholders
(docs/sections.md). `generator` draws a section with a name such as `generated_base_123`.

>>> section("farm").rows[1]
'DKCWTTT1GG'
"""

from __future__ import annotations

from dataclasses import dataclass

from kingdom_builder.engine.board import NO_HEX
from kingdom_builder.engine.hexes import Coordinate
from kingdom_builder.sets.problems import SetupError, SetupProblem
from kingdom_builder.setup.generator import generated_section
from kingdom_builder.setup.section_file import (
    GENERATED,
    ISLAND_SET,
    PICTURED,
    SIZE,
    Section,
    SectionError,
    parse_section,
    section_sets,
)
from kingdom_builder.setup.section_maps import add_folder, all_sections, island_sides, map_of

__all__ = [
    "GENERATED",
    "ISLAND_SET",
    "PICTURED",
    "SIZE",
    "Cell",
    "Section",
    "SectionError",
    "add_folder",
    "all_sections",
    "cells_alone",
    "island_cells",
    "island_sides",
    "parse_section",
    "placed",
    "section",
    "section_sets",
]


_GENERATED_PREFIX = f"{GENERATED}_"


def section(name: str) -> Section:
    """Return the section of that name, from a file or generated; raise SetupError with all names for an unknown one."""
    if name.startswith(_GENERATED_PREFIX):
        return generated_section(name)
    try:
        found = map_of(name)
    except KeyError:
        found = None
    if found is None or found.set == ISLAND_SET:
        names = ", ".join(piece.name for piece in all_sections())
        raise SetupError(SetupProblem.UNKNOWN_SECTION, name=repr(name), known=names)
    return found


@dataclass(frozen=True)
class Cell:
    """One hex of a section on the board."""

    hex: int
    code: str
    location: str | None


def placed(piece: Section, quadrant: int, *, turned: bool) -> tuple[Cell, ...]:
    """Return the hexes of a section on one of the four quadrants, turned by 180 degrees if `turned` (R0.16)."""
    top, left = quadrant // 2 * SIZE, quadrant % 2 * SIZE
    cells = []
    for i, row in enumerate(piece.rows):
        for j, code in enumerate(row):
            r, c = (SIZE - 1 - i, SIZE - 1 - j) if turned else (i, j)
            cells.append(_cell(piece, code, Coordinate(top + r, left + c)))
    return tuple(cells)


def island_cells(side: Section) -> tuple[Cell, ...]:
    """Return the hexes of a side of the Island beside the board (R2.25)."""
    return tuple(
        _cell(side, code, Coordinate(i, j, island=True))
        for i, row in enumerate(side.rows)
        for j, code in enumerate(row)
        if code != NO_HEX
    )


def cells_alone(piece: Section, *, turned: bool = False) -> tuple[Cell, ...]:
    """Return the hexes of a section by itself, on the top left of the board, or those of a side of the Island."""
    if piece.set != ISLAND_SET:
        return placed(piece, 0, turned=turned)
    if turned:
        raise ValueError(f"{piece.name}: only sections are turned, the Island is not")
    return island_cells(piece)


def _cell(piece: Section, code: str, place: Coordinate) -> Cell:
    location = piece.location(code)
    return Cell(place.hex, "L" if location else code, location)
