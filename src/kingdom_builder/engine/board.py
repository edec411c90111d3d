"""A board: four sections, each perhaps turned, as sets of hexes (docs/rules.md R2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kingdom_builder.engine import hexes
from kingdom_builder.engine.answers import option_number
from kingdom_builder.engine.hexes import Place, neighbours
from kingdom_builder.engine.terrain import (
    CASTLE,
    CODES,
    LETTERS,
    LOCATION,
    MOUNTAIN,
    NOMAD,
    PALACE,
    SILO,
    SPECIAL_CODES,
    SPECIAL_LETTERS,
    SPECIALS,
    TERRAINS,
    WATER,
)
from kingdom_builder.setup.sections import Cell, Section, placed, section

SectionChoice = tuple[str, bool]
"""A section's name, and whether it is turned by 180 degrees."""


@dataclass(frozen=True)
class Island:
    """The small extra board (R2.25): five rows of codes, `.` where there is no hex, and its location.

    `side` is the name of its location if it is one of the two printed sides, None for rows that somebody wrote.
    """

    rows: tuple[str, ...]
    location: str
    side: str | None = None


class Board:
    """What lies on the table before the first piece: the terrain and the special hexes, as sets.

    Terrain sets leave out special hexes: nothing ever stands on those (R0.4).

    >>> board = Board.from_sections((("tavern", False), ("paddock", False), ("oasis", False), ("farm", False)))
    >>> board.code(hexes.parse("d4").hex), len(board.location_at)
    ('K', 8)
    """

    def __init__(
        self,
        terrain: Iterable[int],
        special: Mapping[str, int],
        location_at: Mapping[int, int],
        sections: tuple[SectionChoice, ...] | None = None,
        island: Island | None = None,
    ) -> None:
        """Take the hexes of each terrain, of each kind of special hex, and the tile of each location hex."""
        self.terrain = tuple(terrain)
        self.castles, self.nomads = special[CASTLE], special[NOMAD]
        self.palaces, self.silos = special[PALACE], special[SILO]
        self.locations = special[LOCATION]
        self.location_at = dict(location_at)
        self.sections = sections
        self.special = self.castles | self.nomads | self.palaces | self.silos | self.locations
        self.island = island
        self.open = sum(self.terrain)
        self.land = self.open & ~(self.terrain[WATER] | self.terrain[MOUNTAIN])
        self.rows = hexes.ROWS[: hexes.ROWS_OF_BOARD] if island is None else hexes.ROWS

    @classmethod
    def from_sections(cls, choices: tuple[SectionChoice, ...], island: Island | None = None) -> Board:
        """Lay four sections, top left, top right, bottom left, bottom right, and perhaps the Island beside them."""
        if len(choices) != 4:
            raise ValueError(f"a board has 4 sections, not {len(choices)}")
        parts = [_part(section(name), quadrant, turned=turned) for quadrant, (name, turned) in enumerate(choices)]
        (terrain_a, special_a, tiles_a), (terrain_b, special_b, tiles_b) = parts[:2]
        (terrain_c, special_c, tiles_c), (terrain_d, special_d, tiles_d) = parts[2:]
        terrain = [a | b | c | d for a, b, c, d in zip(terrain_a, terrain_b, terrain_c, terrain_d, strict=True)]
        special = {kind: special_a[kind] | special_b[kind] | special_c[kind] | special_d[kind] for kind in SPECIALS}
        return cls(
            *_with_island((terrain, special, {**tiles_a, **tiles_b, **tiles_c, **tiles_d}), island), choices, island
        )

    @classmethod
    def from_rows(cls, rows: tuple[str, ...], locations: Mapping[int, str], island: Island | None = None) -> Board:
        """Read 20 strings of 20 codes; `locations` says what each L is. The caller has checked the codes."""
        cells = [Cell(Place(r, c).hex, code, None) for r, row in enumerate(rows) for c, code in enumerate(row)]
        terrain, special, _ = _sorted_by_kind(cells)
        tiles = {h: option_number(name) for h, name in locations.items()}
        return cls(*_with_island((terrain, special, tiles), island), None, island)

    def code(self, h: int) -> str:
        """Return the letter of a hex as on a map: a terrain's, or K, N, P, O, L for a special hex."""
        terrain = self.terrain_of(h)
        return SPECIAL_LETTERS[self.special_of(h) or LOCATION] if terrain is None else LETTERS[terrain]

    def terrain_of(self, h: int) -> int | None:
        """Return the terrain of a hex, None for a special hex."""
        return next((t for t, hexes_of_it in enumerate(self.terrain) if hexes_of_it >> h & 1), None)

    def special_of(self, h: int) -> str | None:
        """Return the kind of a special hex, None for an ordinary one."""
        kinds = ((CASTLE, self.castles), (NOMAD, self.nomads), (PALACE, self.palaces), (SILO, self.silos))
        if h in self.location_at:
            return LOCATION
        return next((kind for kind, hexes_of_it in kinds if hexes_of_it >> h & 1), None)

    def to_rows(self) -> tuple[str, ...]:
        """Return the board as 20 strings of 20 codes."""
        codes = {h: LETTERS[t] for t, hexes_of_it in enumerate(self.terrain) for h in hexes.each(hexes_of_it)}
        codes |= {h: self.code(h) for h in hexes.each(self.special)}
        text = "".join([codes[h] for h in hexes.ALL_HEXES[: hexes.ROWS_OF_BOARD * hexes.COLUMNS_OF_BOARD]])
        return tuple(text[i : i + hexes.COLUMNS_OF_BOARD] for i in range(0, len(text), hexes.COLUMNS_OF_BOARD))

    @cached_property
    def near_water(self) -> int:
        """Return the hexes next to water; the sea around the Island counts (R5.35)."""
        island = (self.open | self.special) & hexes.ISLAND
        return neighbours(self.terrain[WATER]) | island & ~hexes.surrounded(island)

    @cached_property
    def near_mountain(self) -> int:
        """Return the hexes next to a mountain."""
        return neighbours(self.terrain[MOUNTAIN])

    @cached_property
    def near_special(self) -> int:
        """Return the hexes next to a special hex."""
        return neighbours(self.special)

    @cached_property
    def terrain_areas(self) -> tuple[int, ...]:
        """Return the connected areas of one terrain, of all nine kinds (R7.34)."""
        return tuple(area for terrain in self.terrain for area in hexes.areas(terrain))


_Part = tuple[list[int], dict[str, int], dict[int, int]]
"""The hexes of each terrain and of each kind of special hex, and the tile of each location hex."""


@lru_cache(maxsize=512)
def _part(piece: Section, quadrant: int, *, turned: bool) -> _Part:
    return _sorted_by_kind(placed(piece, quadrant, turned=turned))


@lru_cache(maxsize=16)
def _island_part(island: Island) -> _Part:
    cells = [
        Cell(Place(r, c, island=True).hex, code, island.location if code == SPECIAL_LETTERS[LOCATION] else None)
        for r, row in enumerate(island.rows)
        for c, code in enumerate(row)
        if code != "."
    ]
    return _sorted_by_kind(cells)


def _with_island(part: _Part, island: Island | None) -> _Part:
    if island is None:
        return part
    terrain, special, tiles = _island_part(island)
    return (
        [a | b for a, b in zip(part[0], terrain, strict=True)],
        {kind: part[1][kind] | special[kind] for kind in SPECIALS},
        {**part[2], **tiles},
    )


def _sorted_by_kind(cells: Iterable[Cell]) -> _Part:
    terrain = [0] * len(TERRAINS)
    special = dict.fromkeys(SPECIALS, 0)
    locations: dict[int, int] = {}
    for cell in cells:
        if cell.location is not None:
            locations[cell.hex] = option_number(cell.location)
        if cell.code in CODES:
            terrain[CODES[cell.code]] |= 1 << cell.hex
        else:
            special[SPECIAL_CODES[cell.code]] |= 1 << cell.hex
    return terrain, special, locations
