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

import re
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
_DIGITS = ("1", "2")
PLAYED_LOCATIONS = tuple(tile for name in SETS for tile in LOCATION_TILES[name])
"""The locations of the sets that can be played."""


class SectionError(ValueError):
    """A section's map is wrong; the message names the file, the line and the column."""


@dataclass(frozen=True)
class Section:
    """One 10 by 10 piece of the board (R0.2) with where its map comes from and how far it can be trusted.

    `digits` are what stands on the map for each of the `locations`.
    """

    name: str
    set: str
    locations: tuple[str, ...]
    rows: tuple[str, ...]
    confidence: str
    source: str
    suspect: tuple[tuple[int, int], ...] = ()
    digits: str = "12"


def section(name: str) -> Section:
    """Return the section of that name; ValueError lists the names there are."""
    try:
        return _SECTIONS[name]
    except KeyError:
        raise ValueError(f"sections: {name!r} is not a section, expected one of {', '.join(_SECTIONS)}") from None


def all_sections() -> tuple[Section, ...]:
    """Return all sections, those of the base game first.

    >>> len([s for s in all_sections() if s.set == "crossroads"])
    4
    """
    return tuple(_SECTIONS.values())


def add_folder(folder: Traversable) -> None:
    """Add the sections in a folder of `.txt` files; a wrong one is a SectionError and then none of them is added."""
    added: dict[str, Section] = {}
    for new in _read_folder(folder):
        if new.name in added or _SECTIONS.get(new.name, new) != new:
            raise SectionError(f"{folder}: a section named {new.name!r} exists already")
        added[new.name] = new
    _SECTIONS.update(added)


def parse_section(text: str, file: str) -> Section:
    """Read one section's text; `file` is only for the message of a SectionError."""
    lines = _numbered_lines(text)
    header: dict[str, str] = {}
    suspect: tuple[tuple[int, int], ...] = ()
    number = 1
    for number, line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise SectionError(f"{file}:{number}:1: expected 'key: value' or 'map:', found {line.strip()!r}")
        if key == "map":
            break
        if key not in (*_REQUIRED, *_DIGITS, "suspect"):
            raise SectionError(f"{file}:{number}:1: unknown key {key!r}")
        if key in header:
            raise SectionError(f"{file}:{number}:1: the key {key!r} stands there twice")
        column = len(line) - len(line.partition(":")[2].lstrip()) + 1
        problem = _problem(key, value)
        if problem:
            raise SectionError(f"{file}:{number}:{column}: {problem}")
        if key == "suspect":
            suspect = tuple(_parse_suspect(line, column - 1, f"{file}:{number}"))
        header[key] = value
    else:
        raise SectionError(f"{file}:{number}:1: there is no line 'map:'")
    for key in _REQUIRED:
        if key not in header:
            raise SectionError(f"{file}:{number}:1: there is no line '{key}:' above the map")
    rows = _parse_rows(lines, header, file, number)
    digits = "".join(digit for digit in _DIGITS if digit in header)
    for digit in digits:
        if not any(digit in row for row in rows):
            raise SectionError(f"{file}:{number}:1: location {digit} ({header[digit]}) is not on the map")
    return Section(
        name=header["name"],
        set=header["set"],
        locations=tuple(header[digit] for digit in digits),
        rows=rows,
        confidence=header["confidence"],
        source=header["source"],
        suspect=suspect,
        digits=digits,
    )


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _problem(key: str, value: str) -> str | None:
    """Say what is wrong with the value of a line above the map, if anything."""
    if key == "name" and not re.fullmatch(r"[a-z][a-z0-9_]*", value):
        return f"{value!r} is not a name: small letters, digits and _ only"
    if key == "set" and value not in SETS:
        return f"{value!r} is not a set ({', '.join(SETS)})"
    if key in _DIGITS and value not in PLAYED_LOCATIONS:
        return f"{value!r} is not a location that can be played"
    return None


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
                meaning = (
                    f"no line '{code}:' says which location it is" if code in _DIGITS else f"the codes are {known}"
                )
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


def _parse_suspect(line: str, begin: int, where: str) -> Iterator[tuple[int, int]]:
    for word in re.finditer(r"\S+", line[begin:]):
        cell = re.fullmatch(r"(\d),(\d)", word.group())
        if cell is None:
            column = begin + word.start() + 1
            raise SectionError(f"{where}:{column}: {word.group()!r} is not row,col inside the section")
        yield int(cell[1]), int(cell[2])


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
            location = piece.locations[piece.digits.index(code)] if code in piece.digits else None
            cells.append(Cell(Place(top + r, left + c).hex, "L" if location else code, location))
    return tuple(cells)


def _read_folder(folder: Traversable) -> list[Section]:
    files = [file for file in folder.iterdir() if file.name.endswith(".txt")]
    found = []
    for file in files:
        try:
            found.append(parse_section(file.read_text(encoding="utf-8"), str(file)))
        except UnicodeDecodeError:
            raise SectionError(f"{file}:1:1: this is not a text file in UTF-8") from None
    return sorted(found, key=lambda section: (SETS.index(section.set), section.name))


_SECTIONS = {found.name: found for found in _read_folder(resources.files(__name__))}
