"""The text files with examples: their format and their parser (docs/texts.md describes it).

A file has examples one after the other. `#` begins a comment line.

    ## tile-tower
    at: a1
        G    G+   G0   G!
          D    G    G    M
    allowed: tower

- `## ENTRY` begins an example of an entry of the rules for players; an entry may have several.
- Indented lines are the rows of the map, from the hex `at` on (c3 by default, away from all edges). Nothing else is on
  the board. Rows with an even number on the board (the second, the fourth, ...) lie half a hex further right.
- `play: c2 d2 end_turn` gives the answers that are played first. Hexes have the names that they would have if the map
  began at a1: a letter for the word in its row, a number for the row.
- `tiles: farm oasis` gives the player the tiles of these locations of the map.
- Claims say what is true then; `claims.py` has them.
- Other lines `field: value` are fields of position files, of the table or of the player: a name, or JSON.

A word of the map is a hex: a letter of a terrain or special hex, the id of a location, or `.` for no hex. Behind it
may stand: `:2` the tiles left on a location, `:sword` the tile on a nomad hex; `0` to `4` a settlement of that player,
`/wagon0` another piece, `/wall` a thing of nobody; marks of the drawing: `+` allowed, `!` not allowed, `*` earns the
gold, `^` the piece that moves. Player 0 is the player of the example.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from kingdom_builder.engine.answers import ANSWER_OF_HEX
from kingdom_builder.engine.board import NO_HEX
from kingdom_builder.engine.hexes import COORDINATES, Coordinate, iter_hexes, parse_hex
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.terrain import CODES
from kingdom_builder.sets.registry import REGISTRY, answer_number

ALLOWED, FORBIDDEN, EARNING, MOVING = MARKS = "+!*^"
CLAIMS = ("allowed", "neighbours", "pays", "gold", "takes", "loses", "hand", "ends")
"""The claims; `claims.py` explains and checks them."""

_WORD = re.compile(r"([A-Z.]|[a-z_]+)(?::([a-z_:]+|\d))?(?:(\d)|/([a-z_]+)(\d)?)?([+!*^]*)")
_NAME = re.compile(r"[a-z_]+")
_ENTRY = re.compile(r"## ([a-z][a-z0-9_-]*)")
_LINE = re.compile(r"([a-z_]+):(?: +(.*))?")


class ExampleError(ValueError):
    """An example that breaks the format: the file, the line, and what is wrong."""


class Cell(NamedTuple):
    """One hex of a map: its letter or its location, what is on it, and its marks.

    `holds` is the nomad tile, or the number of tiles left on a location. `owner` is None for a thing of nobody.
    """

    ground: str
    holds: str = ""
    piece: str = ""
    owner: int | None = None
    marks: str = ""


class Example(NamedTuple):
    """An example of an entry of the rules. `cells` has the hexes of its map by their numbers on the board."""

    entry: str
    where: str
    at: Coordinate
    cells: dict[int, Cell]
    tiles: tuple[str, ...]
    play: tuple[str, ...]
    fields: dict[str, Any]
    claims: tuple[tuple[str, str], ...]

    def marked(self, mark: str) -> int:
        """Return the hexes with a mark as a set."""
        return sum(1 << h for h, cell in self.cells.items() if mark in cell.marks)

    def hex(self, name: str) -> int:
        """Return the hex with this name in the map."""
        place = parse_hex(name)
        return Coordinate(place.row + self.at.row, place.col + self.at.col).hex

    def answer(self, word: str) -> int:
        """Return the number of an answer: a hex by its name in the map, or an option."""
        try:
            return ANSWER_OF_HEX[self.hex(word)]
        except ValueError:
            return answer_number(word)

    def names(self, hexes: int) -> str:
        """Return the names of hexes in the map."""
        places = [COORDINATES[h] for h in iter_hexes(hexes)]
        return " ".join(str(Coordinate(row - self.at.row, col - self.at.col)) for row, col, _ in places) or "none"

    def error(self, message: str) -> ExampleError:
        """Return an error that names the example."""
        return ExampleError(f"{self.where}: {self.entry}: {message}")


def all_examples() -> dict[str, tuple[Example, ...]]:
    """Return the examples of the core and of all sets, by entry.

    >>> [example.entry for example in all_examples()["tile-farm"]]
    ['tile-farm']
    """
    core = files("kingdom_builder") / "examples" / "core.txt"
    return _read((core, *(game_set.folder / "examples.txt" for game_set in REGISTRY.sets)))


@lru_cache(maxsize=4)
def _read(sources: tuple[Traversable, ...]) -> dict[str, tuple[Example, ...]]:
    found: dict[str, tuple[Example, ...]] = {}
    for source in sources:
        if source.is_file():
            for example in parse_examples(source.read_text(encoding="utf-8"), str(source)):
                found[example.entry] = (*found.get(example.entry, ()), example)
    return found


def parse_examples(text: str, name: str) -> Iterator[Example]:
    """Yield the examples of a file; raise ExampleError for the first line that breaks the format."""
    draft: _Draft | None = None
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{name}:{number}"
        if entry := _ENTRY.fullmatch(line):
            if draft is not None:
                yield draft.example()
            draft = _Draft(entry[1], where)
        elif not line.strip() or line.startswith("#"):
            continue
        elif draft is None:
            raise ExampleError(f"{where}: expected `## ENTRY` before it")
        else:
            draft.read(line, where)
    if draft is not None:
        yield draft.example()


class _Draft:
    """An example that is being read."""

    def __init__(self, entry: str, where: str) -> None:
        self.entry = entry
        self.where = where
        self.at = Coordinate(2, 2)
        self.rows: list[list[Cell]] = []
        self.words: dict[str, tuple[str, ...]] = {"tiles": (), "play": ()}
        self.fields: dict[str, Any] = {}
        self.claims: list[tuple[str, str]] = []

    def read(self, line: str, where: str) -> None:
        """Read a row of the map or a line `key: value`."""
        if line.startswith(" "):
            self.rows.append([_cell(word, where) for word in line.split()])
            return
        match = _LINE.fullmatch(line)
        if match is None:
            raise ExampleError(f"{where}: expected `key: value`, or a row of the map with blanks before it")
        key, value = match[1], match[2] or ""
        if key == "at":
            self.at = _place(value, where)
        elif key in self.words:
            self.words[key] = tuple(value.split())
        elif key in CLAIMS:
            self.claims.append((key, value))
        else:
            self.fields[key] = _value(key, value, where)

    def example(self) -> Example:
        """Return the finished example."""
        if not self.rows or not self.claims:
            raise ExampleError(f"{self.where}: {self.entry}: expected a map and a claim")
        cells = {}
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                place = Coordinate(self.at.row + r, self.at.col + c)
                if COORDINATES.get(place.hex) != place:
                    raise ExampleError(f"{self.where}: {self.entry}: the map is larger than the board")
                if cell.ground != NO_HEX:
                    cells[place.hex] = cell
        words, claims = self.words, tuple(self.claims)
        return Example(self.entry, self.where, self.at, cells, words["tiles"], words["play"], self.fields, claims)


def _value(key: str, text: str, where: str) -> Any:
    if _NAME.fullmatch(text):
        return text
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise ExampleError(f"{where}: {key} is no claim, and the value of a field is a name or JSON") from None


def _place(text: str, where: str) -> Coordinate:
    try:
        return parse_hex(text)
    except ValueError as error:
        raise ExampleError(f"{where}: at: {error}") from None


def _cell(word: str, where: str) -> Cell:
    match = _WORD.fullmatch(word)
    if match is None:
        raise ExampleError(f"{where}: {word!r} is no hex")
    ground, holds, settlement, piece, owner, marks = match.groups(default="")
    if ground not in (NO_HEX, *CODES, *REGISTRY.special_codes, *REGISTRY.tile_ids()):
        raise ExampleError(f"{where}: {word!r}: {ground} is neither a terrain nor a special hex nor a location")
    piece = SETTLEMENT if settlement else piece
    return Cell(ground, holds, piece, int(settlement or owner) if settlement or owner else None, marks)
