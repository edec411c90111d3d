"""The board sections: one plain-text map each, beside this file, that a person can read and correct.

A file has lines `key: value`, then `map:` and ten rows of ten codes, the odd rows indented by a blank as they are on
the table. `name`, `set`, `confidence` and `source` are required; `1:` and `2:` say which location the digits on the map
are; `suspect: 1,5 1,6` lists hexes (row,col) to check against a real board first; `#` begins a comment. The codes are
those of `terrain.CODES` and `terrain.SPECIAL_CODES`. Whoever wants a section of their own adds a file here, or a folder
with `add_folder`.

>>> section("farm").rows[1]
'DKCWTTT1GG'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from kingdom_builder.game.answers import LOCATION_TILES
from kingdom_builder.game.hexes import Place
from kingdom_builder.game.terrain import CODES, SPECIAL_CODES

SIZE = 10
SETS = ("base", "nomads", "crossroads")
_REQUIRED = ("name", "set", "confidence", "source")
_MAP_CODES = {*CODES, *SPECIAL_CODES} - {"L"}
_ALL_LOCATIONS = {tile for tiles in LOCATION_TILES.values() for tile in tiles}


class SectionError(ValueError):
    """A section's map is wrong; the message names the file, the line and the column."""


@dataclass(frozen=True)
class Section:
    """One 10 by 10 piece of the board (R0.2) with where its map comes from and how far it can be trusted."""

    name: str
    set: str
    locations: tuple[str, ...]
    rows: tuple[str, ...]
    confidence: str
    source: str
    suspect: tuple[tuple[int, int], ...] = ()


def section(name: str) -> Section:
    """Return the section of that name; KeyError-free: an unknown name is a ValueError that lists the known ones."""
    try:
        return _SECTIONS[name]
    except KeyError:
        raise ValueError(f"{name!r} is not a section: expected one of {', '.join(_SECTIONS)}") from None


def all_sections() -> tuple[Section, ...]:
    """Return all sections, those of the base game first.

    >>> len([s for s in all_sections() if s.set == "crossroads"])
    4
    """
    return tuple(_SECTIONS.values())


def add_folder(folder: Traversable) -> None:
    """Add the sections in a folder of `.txt` files; a wrong one is a SectionError and then none of them is added."""
    found = _read_folder(folder)
    for new in found:
        if new.name in _SECTIONS and _SECTIONS[new.name] != new:
            raise SectionError(f"{folder}: a section named {new.name!r} exists already")
    _SECTIONS.update({new.name: new for new in found})


def parse_section(text: str, file: str) -> Section:
    """Read one section's text; `file` is only for the message of a SectionError."""
    lines = _numbered_lines(text)
    header: dict[str, str] = {}
    number = 0
    for number, line in lines:
        key, colon, value = line.partition(":")
        key, value = key.strip(), value.strip()
        if not colon:
            raise SectionError(f"{file}:{number}:1: expected 'key: value' or 'map:', found {line.strip()!r}")
        if key == "map":
            break
        if key not in (*_REQUIRED, "suspect", "1", "2"):
            raise SectionError(f"{file}:{number}:1: unknown key {key!r}")
        if key in ("1", "2") and value not in _ALL_LOCATIONS:
            raise SectionError(f"{file}:{number}:{line.index(':') + 2}: {value!r} is not a location")
        if key == "set" and value not in SETS:
            raise SectionError(f"{file}:{number}:{line.index(':') + 2}: {value!r} is not a set ({', '.join(SETS)})")
        header[key] = value
    else:
        raise SectionError(f"{file}:{number}:1: there is no line 'map:'")
    for key in _REQUIRED:
        if key not in header:
            raise SectionError(f"{file}:{number}:1: there is no line '{key}:' above the map")
    rows = _parse_rows(lines, header, file, number)
    locations = tuple(header[digit] for digit in ("1", "2") if digit in header)
    for digit in ("1", "2"):
        if digit in header and not any(digit in row for row in rows):
            raise SectionError(f"{file}:{number}:1: location {digit} ({header[digit]}) is not on the map")
    suspect = _parse_suspect(header.get("suspect", ""), file)
    return Section(header["name"], header["set"], locations, rows, header["confidence"], header["source"], suspect)


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _parse_rows(lines: Iterator[tuple[int, str]], header: dict[str, str], file: str, last: int) -> tuple[str, ...]:
    rows: list[str] = []
    for number, line in lines:
        last = number
        if len(rows) == SIZE:
            raise SectionError(f"{file}:{number}:1: the map has more than {SIZE} rows")
        codes = ""
        for column, code in enumerate(line, 1):
            if code.isspace():
                continue
            if code not in _MAP_CODES and code not in header:
                known = " ".join(sorted(_MAP_CODES))
                meaning = f"no line '{code}:' says which location it is" if code in "12" else f"the codes are {known}"
                raise SectionError(f"{file}:{number}:{column}: {code!r} is not a code ({meaning})")
            codes += code
            if len(codes) > SIZE:
                raise SectionError(f"{file}:{number}:{column}: the row has more than {SIZE} hexes")
        if len(codes) < SIZE:
            raise SectionError(f"{file}:{number}:{len(line) + 1}: the row has {len(codes)} hexes instead of {SIZE}")
        rows.append(codes)
    if len(rows) < SIZE:
        raise SectionError(f"{file}:{last}:1: the map has {len(rows)} rows instead of {SIZE}")
    return tuple(rows)


def _parse_suspect(text: str, file: str) -> tuple[tuple[int, int], ...]:
    cells = []
    for word in text.split():
        row, comma, col = word.partition(",")
        if not (comma and row.isdigit() and col.isdigit() and int(row) < SIZE and int(col) < SIZE):
            raise SectionError(f"{file}: suspect: {word!r} is not row,col inside the section")
        cells.append((int(row), int(col)))
    return tuple(cells)


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
            location = piece.locations[int(code) - 1] if code.isdigit() else None
            cells.append(Cell(Place(top + r, left + c).hex, "L" if location else code, location))
    return tuple(cells)


def _read_folder(folder: Traversable) -> list[Section]:
    files = [file for file in folder.iterdir() if file.name.endswith(".txt")]
    found = [parse_section(file.read_text(encoding="utf-8"), str(file)) for file in files]
    return sorted(found, key=lambda section: (SETS.index(section.set), section.name))


_SECTIONS = {found.name: found for found in _read_folder(resources.files(__name__))}
