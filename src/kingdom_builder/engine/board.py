"""The board: terrain and special hexes as sets of hexes, and the tile of each location (docs/rules.md R2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kingdom_builder.engine import hexes
from kingdom_builder.engine.hexes import neighbours
from kingdom_builder.engine.terrain import LETTERS, MOUNTAIN, WATER

NO_HEX = "."
"""The code of a place without a hex on a map."""

LOCATION, NOMAD = "location", "nomad"
"""The kinds of special hex that hold tiles; the other kinds belong to sets."""

SectionChoice = tuple[str, bool]
"""A section's name, and whether it is turned by 180 degrees."""

BoardPart = tuple[Sequence[int], Mapping[str, int], Mapping[int, int]]
"""The hexes of each terrain and of each kind of special hex, and the tile of each location hex."""


@dataclass(frozen=True)
class Island:
    """The small extra board (R2.25): five rows of codes, `.` where there is no hex, and its location.

    `side` is the name of its location if it is one of the two printed sides, None for rows of a position file.
    """

    rows: tuple[str, ...]
    location: str
    side: str | None = None


class Board:
    """The board before the first piece. Terrain sets have no special hexes: nothing is ever placed on those (R0.4)."""

    def __init__(
        self,
        terrain: Iterable[int],
        special: Mapping[str, int],
        location_at: Mapping[int, int],
        letters: Mapping[str, str],
        sections: tuple[SectionChoice, ...] | None = None,
        island: Island | None = None,
        parts: tuple[BoardPart, ...] = (),
    ) -> None:
        """Take the hexes of each terrain and kind of special hex, the tile of each location, the kinds' letters.

        `parts` are the sections and the Island that the board consists of, if many boards share them.
        """
        self.terrain = tuple(terrain)
        self.special_by_kind = {kind: hex_bits for kind, hex_bits in special.items() if hex_bits}
        self.letters = letters
        self.nomads = special.get(NOMAD, 0)
        self.locations = special.get(LOCATION, 0)
        self.location_at = dict(location_at)
        self.tiles = frozenset(self.location_at.values())
        self.sections = sections
        self.parts = parts or ((self.terrain, special, self.location_at),)
        self.special = sum(self.special_by_kind.values())
        self.island = island
        self.open = sum(self.terrain)
        self.land = self.open & ~(self.terrain[WATER] | self.terrain[MOUNTAIN])
        self.rows = hexes.ROWS[: hexes.ROWS_OF_BOARD] if island is None else hexes.ROWS

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without the parts, which only save time where they are shared."""
        return {name: value for name, value in self.__dict__.items() if name != "parts"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a board as one part."""
        self.__dict__.update(state)
        self.parts = ((self.terrain, self.special_by_kind, self.location_at),)

    def special_hexes(self, kind: str) -> int:
        """Return the special hexes of a kind."""
        return self.special_by_kind.get(kind, 0)

    def code(self, h: int) -> str:
        """Return the letter of a hex as on a map: of a terrain or of a kind of special hex."""
        terrain = self.terrain_of(h)
        return self.letters[self.special_of(h) or LOCATION] if terrain is None else LETTERS[terrain]

    def terrain_of(self, h: int) -> int | None:
        """Return the terrain of a hex, None for a special hex."""
        return next((t for t, hex_bits in enumerate(self.terrain) if hex_bits >> h & 1), None)

    def special_of(self, h: int) -> str | None:
        """Return the kind of a special hex, None for an ordinary one."""
        return next((kind for kind, hex_bits in self.special_by_kind.items() if hex_bits >> h & 1), None)

    def to_rows(self) -> tuple[str, ...]:
        """Return the board as 20 strings of 20 codes, `.` where there is no hex."""
        codes = {h: LETTERS[t] for t, hex_bits in enumerate(self.terrain) for h in hexes.iter_hexes(hex_bits)}
        codes |= {h: self.code(h) for h in hexes.iter_hexes(self.special)}
        text = "".join([codes.get(h, NO_HEX) for h in hexes.ALL_HEXES[: hexes.ROWS_OF_BOARD * hexes.COLUMNS_OF_BOARD]])
        return tuple(text[i : i + hexes.COLUMNS_OF_BOARD] for i in range(0, len(text), hexes.COLUMNS_OF_BOARD))

    def contents(self) -> tuple[Any, ...]:
        """Return everything printed on the board as one plain value."""
        return self.to_rows(), tuple(sorted(self.location_at.items())), self.island

    @cached_property
    def near_water(self) -> int:
        """The hexes next to water that are not water; the sea around the Island counts (R5.35)."""
        island = (self.open | self.special) & hexes.ISLAND
        return (neighbours(self.terrain[WATER]) | island & ~hexes.interior(island)) & ~self.terrain[WATER]

    @cached_property
    def near_mountain(self) -> int:
        """The hexes next to a mountain that are no mountain."""
        return neighbours(self.terrain[MOUNTAIN]) & ~self.terrain[MOUNTAIN]

    @cached_property
    def near_special(self) -> int:
        """The hexes next to a special hex."""
        return neighbours(self.special)

    @cached_property
    def terrain_areas(self) -> tuple[int, ...]:
        """The connected areas of one terrain, of all nine kinds (R7.34)."""
        return tuple(area for terrain in self.terrain for area in hexes.areas(terrain))
