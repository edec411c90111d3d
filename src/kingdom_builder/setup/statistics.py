"""Counts on a section's map, and their range over the printed sections whose picture is known.

All figures are whole numbers. A map is placed on the top left section, or on the Island, so that its hexes have
the numbers of `hexes`; only hexes of the map are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import isqrt
from typing import NamedTuple

from kingdom_builder.engine import hexes
from kingdom_builder.engine.board import NO_HEX
from kingdom_builder.engine.hexes import (
    AXES,
    COORDINATES,
    NEIGHBOURS,
    ROWS_OF_ISLAND,
    Coordinate,
    iter_hexes,
    neighbours,
)
from kingdom_builder.engine.terrain import CARD_TERRAINS, CODES, LAND_TERRAINS, MOUNTAIN, TERRAINS
from kingdom_builder.setup.section_file import PICTURED, SIZE, Section
from kingdom_builder.setup.section_maps import printed_sections

Rows = tuple[str, ...]
CARD_NAMES = tuple(TERRAINS[terrain] for terrain in CARD_TERRAINS)
LAND_NAMES = tuple(TERRAINS[terrain] for terrain in LAND_TERRAINS)


class Area(NamedTuple):
    """A connected group of hexes of one terrain within the map."""

    terrain: str
    hexes: int

    @property
    def size(self) -> int:
        """The number of its hexes."""
        return self.hexes.bit_count()

    @property
    def compactness(self) -> int:
        """The number of its pairs of neighbours, in percent of that of the roundest area of this size.

        >>> line = hexes.hex_set([hexes.parse_hex(name).hex for name in ("a1", "b1", "c1")])
        >>> Area("water", line).compactness
        66
        """
        return 100 * touching(self.hexes) // most_touching(self.size) if self.size > 1 else 100


def touching(some: int) -> int:
    """Return the number of pairs of neighbours in a set of hexes.

    >>> touching(hexes.parse_hex("a1").bit | hexes.parse_hex("b1").bit | hexes.parse_hex("a2").bit)
    3
    """
    return sum((some & hexes.shift(some, axis)).bit_count() for axis in AXES)


def most_touching(count: int) -> int:
    """Return the largest number of pairs of neighbours of `count` hexes.

    >>> [most_touching(count) for count in (1, 2, 3, 7)]
    [0, 1, 3, 12]
    """
    return 3 * count - 1 - isqrt(12 * count - 4)


def within(some: int, steps: int) -> int:
    """Return the hexes at most `steps` steps away from a set, including the set (R0.15).

    >>> within(hexes.parse_hex("e5").bit, 2).bit_count()
    19
    """
    for _ in range(steps):
        some |= neighbours(some)
    return some


@dataclass(frozen=True)
class Statistics:
    """The counts of one map: the hexes of each terrain and of each code for a special hex, and derived figures."""

    terrain: Mapping[str, int]
    special_codes: Mapping[str, int]
    areas: tuple[Area, ...]

    @property
    def all(self) -> int:
        """All hexes of the map."""
        return sum(self.terrain.values()) | self.special

    @property
    def special(self) -> int:
        """The special hexes (R0.4)."""
        return sum(self.special_codes.values())

    def count(self, terrain: str) -> int:
        """Return the number of hexes of a terrain."""
        return self.terrain[terrain].bit_count()

    def areas_of(self, *terrains: str) -> list[Area]:
        """Return the areas of some terrains."""
        return [area for area in self.areas if area.terrain in terrains]

    @property
    def lone(self) -> int:
        """The hexes that can be built on and have no neighbour of their own terrain."""
        return sum(area.hexes for area in self.areas_of(*LAND_NAMES) if area.size == 1)

    @property
    def cave_mountains(self) -> int:
        """The mountains with no special hex within distance 2, where a cave could be (R2.23)."""
        return self.terrain[TERRAINS[MOUNTAIN]] & ~within(self.special, 2)

    @property
    def same_terrain(self) -> int:
        """The percentage of the pairs of neighbours that have the same terrain."""
        return 100 * sum(touching(area.hexes) for area in self.areas) // touching(self.all)


@lru_cache(maxsize=64)
def measure(rows: Rows) -> Statistics:
    """Return the statistics of a map of ten rows, or of the Island's five.

    >>> measure(printed_sections()["oasis"].rows).count("mountain")
    0
    """
    island = len(rows) == ROWS_OF_ISLAND
    found: dict[str, int] = {}
    for i, row in enumerate(rows):
        for j, code in enumerate(row):
            if code != NO_HEX:
                found[code] = found.get(code, 0) | Coordinate(i, j, island).bit
    terrain = {TERRAINS[number]: found.pop(code, 0) for code, number in CODES.items()}
    areas = tuple(Area(name, area) for name, where in terrain.items() for area in hexes.areas(where))
    return Statistics(terrain, found, areas)


class Value(NamedTuple):
    """One value of a figure, its subject (if the figure has several values), and its hexes."""

    number: int
    what: str = ""
    where: int = 0


Values = Callable[[Statistics], Iterator[Value]]


class Range(NamedTuple):
    """A range from a lowest to a highest value, both included."""

    low: int
    high: int


class Figure(NamedTuple):
    """A figure of every section: its margins below and above the usual range, and the function of its values."""

    words: str
    below: int
    above: int
    values: Values


def _count(name: str) -> Values:
    return lambda found: iter((Value(found.count(name), where=found.terrain[name]),))


def _areas(*terrains: str) -> Values:
    return lambda found: iter((Value(len(found.areas_of(*terrains))),))


def _each_count(found: Statistics) -> Iterator[Value]:
    return (Value(found.count(name), name) for name in CARD_NAMES)


def _spread(found: Statistics) -> Iterator[Value]:
    counts = [found.count(name) for name in CARD_NAMES]
    yield Value(max(counts) - min(counts))


def _each_areas(found: Statistics) -> Iterator[Value]:
    return (Value(len(found.areas_of(name)), name) for name in LAND_NAMES if found.terrain[name])


def _each_size(found: Statistics) -> Iterator[Value]:
    return (Value(area.size, *area) for area in found.areas_of(*LAND_NAMES) if area.size > 1)


def _each_compactness(found: Statistics) -> Iterator[Value]:
    return (Value(area.compactness, *area) for area in found.areas_of(*LAND_NAMES))


def _lone(found: Statistics) -> Iterator[Value]:
    yield Value(found.lone.bit_count(), where=found.lone)


def _same_terrain(found: Statistics) -> Iterator[Value]:
    yield Value(found.same_terrain)


def _cave_mountains(found: Statistics) -> Iterator[Value]:
    yield Value(found.cave_mountains.bit_count(), where=found.cave_mountains)


def _distances(found: Statistics) -> Iterator[Value]:
    for a, b in combinations(iter_hexes(found.special), 2):
        yield Value(hexes.distance(a, b) or 0, where=1 << a | 1 << b)


def _from_edge(found: Statistics) -> Iterator[Value]:
    for h in iter_hexes(found.special):
        row, col, _ = COORDINATES[h]
        yield Value(min(row, col, SIZE - 1 - row, SIZE - 1 - col), where=1 << h)


def _land_round_special(found: Statistics) -> Iterator[Value]:
    land = sum(found.terrain[name] for name in LAND_NAMES)
    return (Value((NEIGHBOURS[h] & land).bit_count(), where=1 << h) for h in iter_hexes(found.special))


def _terrains_round_special(found: Statistics) -> Iterator[Value]:
    for h in iter_hexes(found.special):
        yield Value(sum(NEIGHBOURS[h] & found.terrain[name] != 0 for name in LAND_NAMES), where=1 << h)


FIGURES: dict[str, Figure] = {
    "card_hexes": Figure("hexes of one card terrain", 2, 2, _each_count),
    "spread": Figure("difference between the commonest and the rarest card terrain", 0, 1, _spread),
    "water": Figure("hexes of water", 2, 2, _count("water")),
    "mountain": Figure("hexes of mountain", 0, 2, _count("mountain")),
    "swamp": Figure("hexes of swamp", 0, 0, _count("swamp")),
    "farmland": Figure("hexes of farmland", 0, 0, _count("farmland")),
    "card_areas": Figure("areas of all card terrains together", 1, 1, _areas(*CARD_NAMES)),
    "land_areas": Figure("areas of one land terrain", 0, 0, _each_areas),
    "area_size": Figure("hexes in one area of land", 0, 2, _each_size),
    "lone": Figure("hexes of land with no neighbour of their own terrain", 0, 0, _lone),
    "compactness": Figure("compactness of one area of land, in percent", 5, 0, _each_compactness),
    "same_terrain": Figure("pairs of neighbours that are of one terrain, in percent", 2, 2, _same_terrain),
    "water_areas": Figure("areas of water", 1, 1, _areas("water")),
    "mountain_areas": Figure("areas of mountain", 0, 1, _areas("mountain")),
    "special_distance": Figure("distance between two special hexes", 0, 3, _distances),
    "edge_distance": Figure("distance of a special hex from the edge of the section", 0, 1, _from_edge),
    "land_round_special": Figure("hexes of land next to a special hex", 0, 0, _land_round_special),
    "terrains_round_special": Figure("land terrains next to a special hex", 0, 2, _terrains_round_special),
    "cave_mountains": Figure("mountains with no special hex within distance 2", 0, 2, _cave_mountains),
}
"""The figures by name."""


def ranges(maps: list[Rows]) -> dict[str, Range]:
    """Return the range of every figure over some maps."""
    found = {}
    for name, figure in FIGURES.items():
        numbers = [value.number for rows in maps for value in figure.values(measure(rows))]
        found[name] = Range(min(numbers), max(numbers))
    return found


def pictured_sections() -> list[Section]:
    """Return the printed sections whose picture is known; they define what is usual."""
    return [piece for piece in printed_sections().values() if piece.confidence == PICTURED]


@cache
def profile() -> Mapping[str, Range]:
    """Return the range of every figure over the printed sections whose picture is known.

    >>> profile()["lone"]
    Range(low=0, high=0)
    """
    return ranges([piece.rows for piece in pictured_sections()])
