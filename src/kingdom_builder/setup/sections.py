"""The board sections: one plain-text map each, in the folder of its set, that a person can read and correct.

`section_file` describes the format. `add_folder` adds a folder of other sections, also in place of stand-ins
(docs/sections.md). A name such as `generated_base_123` is a section too: `generator` draws it.

>>> section("farm").rows[1]
'DKCWTTT1GG'
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from kingdom_builder.engine.hexes import Place
from kingdom_builder.setup.section_file import (
    GENERATED,
    ISLAND_SET,
    NO_HEX,
    PLAYED_LOCATIONS,
    SETS,
    SIZE,
    Section,
    SectionError,
    parse_section,
)

__all__ = [
    "GENERATED",
    "ISLAND_SET",
    "NO_HEX",
    "PLAYED_LOCATIONS",
    "SETS",
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
]


def section(name: str) -> Section:
    """Return the section of that name, from a file or generated; ValueError lists the names there are."""
    found = _SECTIONS.get(name)
    if found is not None and found.set != ISLAND_SET:
        return found
    if name.startswith(f"{GENERATED}_"):
        # The generator needs this package, so this package can have it only when both are loaded.
        from kingdom_builder.setup.generator import generated_section

        return generated_section(name)
    names = ", ".join(piece.name for piece in all_sections())
    raise ValueError(f"sections: {name!r} is not a section, expected one of {names}, or {GENERATED}_SET_NUMBER")


def all_sections() -> tuple[Section, ...]:
    """Return all sections that have a file, those of the base game first; the Island is none (R0.2).

    >>> len([s for s in all_sections() if s.set == "crossroads"])
    4
    """
    return tuple(piece for piece in _SECTIONS.values() if piece.set != ISLAND_SET)


def island_sides() -> tuple[Section, ...]:
    """Return the sides of the Island (R1.12).

    >>> [side.locations for side in island_sides()]
    [('rope_bridge',), ('tree_house',)]
    """
    return tuple(piece for piece in _SECTIONS.values() if piece.set == ISLAND_SET)


def add_folder(folder: Traversable) -> None:
    """Add the sections in a folder of `.txt` files; a wrong one is a SectionError and then none of them is added.

    A section may take the place of a stand-in of the same name; any other name is used once.
    """
    added: dict[str, Section] = {}
    for new in _read_folder(folder):
        old = _SECTIONS.get(new.name, new)
        if new.name in added or not (old == new or (old.stand_in and old.set == new.set)):
            raise SectionError(f"{folder}: a section named {new.name!r} exists already")
        added[new.name] = new
    _SECTIONS.update(added)


@dataclass(frozen=True)
class Cell:
    """One hex of a section as it lies on the board."""

    hex: int
    code: str
    location: str | None


def placed(piece: Section, quadrant: int, *, turned: bool) -> tuple[Cell, ...]:
    """Return the hexes of a section laid on one of the four quadrants, perhaps turned by 180 degrees (R0.16)."""
    top, left = quadrant // 2 * SIZE, quadrant % 2 * SIZE
    cells = []
    for i, row in enumerate(piece.rows):
        for j, code in enumerate(row):
            r, c = (SIZE - 1 - i, SIZE - 1 - j) if turned else (i, j)
            cells.append(_cell(piece, code, Place(top + r, left + c)))
    return tuple(cells)


def island_cells(side: Section) -> tuple[Cell, ...]:
    """Return the hexes of a side of the Island beside the board (R2.25)."""
    return tuple(
        _cell(side, code, Place(i, j, island=True))
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


def _cell(piece: Section, code: str, place: Place) -> Cell:
    location = piece.location(code)
    return Cell(place.hex, "L" if location else code, location)


def _read_folder(folder: Traversable) -> list[Section]:
    files = [file for file in folder.iterdir() if file.name.endswith(".txt")]
    found = []
    for file in files:
        try:
            found.append(parse_section(file.read_text(encoding="utf-8"), str(file)))
        except UnicodeDecodeError:
            raise SectionError(f"{file}:1:1: this is not a text file in UTF-8") from None
    return sorted(found, key=lambda section: ((*SETS, ISLAND_SET).index(section.set), section.name))


_SECTIONS = {
    found.name: found
    for name in (*SETS, ISLAND_SET)
    for found in _read_folder(resources.files(f"kingdom_builder.sets.{name}") / "sections")
}
