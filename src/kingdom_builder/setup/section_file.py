"""The text file of a section: its format and its parser.

A file has lines `key: value`, then `map:` and ten rows of ten codes; odd rows are indented by a blank, as on the
board. `#` begins a comment. The codes are those of `terrain.CODES` and of the special hexes.

- `name`, `set`, `confidence` and `source` are required. The confidence is one of `CONFIDENCES`; a map of our own that
  stands for a printed one has another text there.
- `1:` and `2:` name the locations that the digits on the map stand for.
- `unverified: 1,5 1,6` lists hexes (row,col) that should be checked against a real board first.
- `placeholder: yes` marks a map of our own, because the printed map is not known.
- `known: farm 2, castle 1` counts the special hexes of the printed section, and perhaps a terrain (R1.2). A kind of
  special hex that is not named does not occur. `likely:` has counts that the rules do not state.
- `model: 3` lets the generator draw sections with the special hexes of this one. The numbers of a set count from 1;
  a new number changes the maps that the generator draws for this set.

A side of the Island has `set: island` and five rows of up to ten codes, `.` where there is no hex.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from kingdom_builder.engine.board import NO_HEX
from kingdom_builder.engine.hexes import COLUMNS_OF_ISLAND, ROWS_OF_ISLAND
from kingdom_builder.engine.terrain import CODES
from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.registry import REGISTRY

SIZE = 10
ISLAND_SET = "island"
GENERATED = "generated"
"""The first word of the names of generated sections, see `generator`."""

PICTURED = "very high"
"""The confidence of a map that was compared with a picture of the printed section. These maps define what is usual."""
CONFIDENCES = (PICTURED, "high", "medium", "low")
"""How sure a map is."""

Counts = tuple[tuple[str, int], ...]
"""The number of hexes of some kinds."""

_REQUIRED = ("name", "set", "confidence", "source")
_DIGITS = ("1", "2")
_COUNTS = ("known", "likely")
_KEYS = (*_REQUIRED, *_DIGITS, "unverified", "placeholder", *_COUNTS, "model")


class SectionError(ValueError):
    """A section's file is wrong; the message names the file, the line and the column."""


@dataclass(frozen=True)
class Section:
    """One 10 by 10 section of the board (R0.2), the source of its map and the confidence in it.

    `digits` are the codes on the map for each of the `locations`. A side of the Island (R1.12) is also a
    `Section`, with five rows and `NO_HEX` where it has no hex.
    """

    name: str
    set: str
    locations: tuple[str, ...]
    rows: tuple[str, ...]
    confidence: str
    source: str
    unverified: tuple[tuple[int, int], ...] = ()
    digits: str = "12"
    placeholder: bool = False
    known: Counts = ()
    likely: Counts = ()
    model: int | None = None

    def location(self, code: str) -> str | None:
        """Return the location that a code of the map stands for, None for all other codes."""
        return self.locations[self.digits.index(code)] if code in self.digits else None


def section_sets() -> tuple[str, ...]:
    """Return the sets that have sections, in the order of the pool (R2.1); the Island has sides instead.

    >>> section_sets()
    ('base', 'nomads', 'crossroads', 'marshlands', 'harvest')
    """
    return _with_sections(REGISTRY.sets)


@lru_cache(maxsize=8)
def _with_sections(sets: tuple[GameSet, ...]) -> tuple[str, ...]:
    return tuple(s.id for s in sets if s.id != ISLAND_SET and (s.folder / "sections").is_dir())


def parse_section(text: str, file: str) -> Section:
    """Parse a section's text; `file` is only for the message of a SectionError."""
    lines = _numbered_lines(text)
    header: dict[str, str] = {}
    unverified: tuple[tuple[int, int], ...] = ()
    number = 1
    for number, line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise SectionError(f"{file}:{number}:1: expected 'key: value' or 'map:', found {line.strip()!r}")
        if key == "map":
            break
        if key not in _KEYS:
            raise SectionError(f"{file}:{number}:1: unknown key {key!r}")
        if key in header:
            raise SectionError(f"{file}:{number}:1: there are two lines with the key {key!r}")
        column = len(line) - len(line.partition(":")[2].lstrip()) + 1
        problem = _problem(key, value)
        if problem:
            raise SectionError(f"{file}:{number}:{column}: {problem}")
        if key == "unverified":
            unverified = tuple(_parse_unverified(line, column - 1, f"{file}:{number}"))
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
        unverified=unverified,
        digits=digits,
        placeholder=header.get("placeholder") == "yes",
        known=_parse_counts(header.get("known", "")),
        likely=_parse_counts(header.get("likely", "")),
        model=int(header["model"]) if "model" in header else None,
    )


def _numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _problem(key: str, value: str) -> str | None:
    """Return what is wrong with the value of a line above the map, None if it is right."""
    if key == "name" and not re.fullmatch(r"[a-z][a-z0-9_]*", value):
        return f"{value!r} is not a name: small letters, digits and _ only"
    if key == "name" and value.startswith(GENERATED):
        return f"{value!r} is not free: names that begin with {GENERATED!r} are those of generated sections"
    if key == "set" and value not in (*section_sets(), ISLAND_SET):
        return f"{value!r} is not a set ({', '.join((*section_sets(), ISLAND_SET))})"
    if key in _DIGITS and value not in locations():
        near = get_close_matches(value, locations(), n=1, cutoff=0.75)
        hint = (
            f"did you mean {near[0]!r}?"
            if near
            else "write the id of a location tile; a new tile is added to its set first"
        )
        return f"{value!r} is not a location: {hint}"
    if key == "placeholder" and value not in ("yes", "no"):
        return f"{value!r} is neither yes nor no"
    if key in _COUNTS and not all(re.fullmatch(r"[a-z_]+ [0-9]{1,2}", item.strip()) for item in value.split(",")):
        return f"{value!r} is not a list such as 'farm 2, castle 1'"
    if key == "model" and not re.fullmatch(r"[1-9][0-9]?", value):
        return f"{value!r} is not a number from 1 to 99"
    return None


def locations() -> tuple[str, ...]:
    """Return the locations that a map can show."""
    return REGISTRY.tile_ids()


def _parse_counts(text: str) -> Counts:
    words = [item.split() for item in text.split(",") if item.strip()]
    return tuple((kind, int(number)) for kind, number in words)


def _parse_rows(lines: Iterator[tuple[int, str]], header: dict[str, str], file: str, last: int) -> tuple[str, ...]:
    """Parse the rows of the map: ten of ten hexes, or the Island's five of up to ten (R0.2, R1.12)."""
    island = header["set"] == ISLAND_SET
    height, width = (ROWS_OF_ISLAND, COLUMNS_OF_ISLAND) if island else (SIZE, SIZE)
    known = _map_codes()
    rows: list[str] = []
    for number, line in lines:
        last = number
        if len(rows) == height:
            raise SectionError(f"{file}:{number}:1: the map has more than {height} rows")
        codes = ""
        for column, code in enumerate(line, 1):
            if code.isspace():
                continue
            if not (code in known or code in header or (island and code == NO_HEX)):
                raise SectionError(f"{file}:{number}:{column}: {code!r} is not a code ({_codes(code, island=island)})")
            codes += code
            if len(codes) > width:
                raise SectionError(f"{file}:{number}:{column}: the row has more than {width} hexes")
        if len(codes) < width and not island:
            raise SectionError(f"{file}:{number}:{len(line) + 1}: the row has {len(codes)} hexes instead of {width}")
        rows.append(codes.ljust(width, NO_HEX))
    if len(rows) < height:
        raise SectionError(f"{file}:{last}:1: the map has {len(rows)} rows instead of {height}")
    return tuple(rows)


def _map_codes() -> set[str]:
    """Return the codes of terrains and special hexes; a location is a digit."""
    return {*CODES, *REGISTRY.special_codes} - {"L"}


def _codes(code: str, *, island: bool) -> str:
    if code in _DIGITS:
        return f"no line '{code}:' says which location it is"
    return f"the codes are {' '.join(sorted(_map_codes()))}" + (f", {NO_HEX} for no hex" if island else "")


def _parse_unverified(line: str, begin: int, where: str) -> Iterator[tuple[int, int]]:
    for word in re.finditer(r"\S+", line[begin:]):
        cell = re.fullmatch(r"(\d),(\d)", word.group())
        if cell is None:
            column = begin + word.start() + 1
            raise SectionError(f"{where}:{column}: {word.group()!r} is not row,col inside the section")
        yield int(cell[1]), int(cell[2])
