"""What is known about every printed section, whether or not its map is known (docs/rules.md R1.2, R2.17, R1.12).

A count is of the special hexes of one kind, a location by its name; kinds that are not named do not occur. `likely`
counts are not from the rules: `cave_mountains` is the public count of mountains with no special hex within distance 2,
a meaning that was inferred from the known maps, and that the rope bridge side of the Island has no mountain and the
tree house side no water follows from where public set-up helpers never put a token.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kingdom_builder.engine.terrain import CASTLE, NOMAD, PALACE, SILO

CAVE_MOUNTAINS = "cave_mountains"


@dataclass(frozen=True)
class KnownSection:
    """The facts about one printed section: its set, its special hexes, and what is likely besides."""

    set: str
    special: Mapping[str, int]
    likely: Mapping[str, int] = field(default_factory=dict)
    certain: Mapping[str, int] = field(default_factory=dict)
    """Counts of terrain that the rules state."""


def _caves(count: int, **others: int) -> dict[str, int]:
    return {CAVE_MOUNTAINS: count, **others}


KNOWN_COUNTS: dict[str, KnownSection] = {
    "oracle": KnownSection("base", {"oracle": 1, CASTLE: 2}, _caves(2)),
    "harbor": KnownSection("base", {"harbor": 1, CASTLE: 2}, _caves(1)),
    "farm": KnownSection("base", {"farm": 2, CASTLE: 1}, _caves(2)),
    "oasis": KnownSection("base", {"oasis": 2, CASTLE: 1}, certain={"mountain": 0}),
    "tavern": KnownSection("base", {"tavern": 2, CASTLE: 1}),
    "tower": KnownSection("base", {"tower": 2, CASTLE: 1}),
    "barn": KnownSection("base", {"barn": 2, CASTLE: 1}),
    "paddock": KnownSection("base", {"paddock": 2, CASTLE: 1}),
    "quarry": KnownSection("nomads", {"quarry": 1, NOMAD: 3}, _caves(3)),
    "caravan": KnownSection("nomads", {"caravan": 2, NOMAD: 1}, _caves(1)),
    "village": KnownSection("nomads", {"village": 2, NOMAD: 1}),
    "garden": KnownSection("nomads", {"garden": 2, NOMAD: 1}),
    "lighthouse_foresters_lodge": KnownSection(
        "crossroads", {"lighthouse": 1, "foresters_lodge": 1, CASTLE: 1}, _caves(3)
    ),
    "barracks_crossroads": KnownSection("crossroads", {"barracks": 1, "crossroads": 1, CASTLE: 1}, _caves(1)),
    "city_hall_fort": KnownSection("crossroads", {"city_hall": 1, "fort": 1, CASTLE: 1}, _caves(6)),
    "monastery_wagon": KnownSection("crossroads", {"monastery": 1, "wagon": 1, CASTLE: 1}, _caves(6)),
    "temple": KnownSection("marshlands", {"temple": 2, PALACE: 1}, _caves(1)),
    "refuge": KnownSection("marshlands", {"refuge": 2, PALACE: 1}, _caves(6)),
    "canoe": KnownSection("marshlands", {"canoe": 2, PALACE: 1}, _caves(7)),
    "fountain": KnownSection("marshlands", {"fountain": 2, PALACE: 1}, _caves(2)),
    "bazaar_water_mill": KnownSection("harvest", {"bazaar": 1, "water_mill": 1, SILO: 1}, _caves(6)),
    # Of two public counts one gives this section a castle, the other none.
    "mountain_station_scout_cabin": KnownSection(
        "harvest", {"mountain_station": 1, "scout_cabin": 1, SILO: 1}, _caves(2, castle=0)
    ),
    "cathedral_watchtower": KnownSection("harvest", {"cathedral": 1, "watchtower": 1, SILO: 1}, _caves(1)),
    "university_palisade": KnownSection("harvest", {"university": 1, "palisade": 1, SILO: 1}, _caves(3)),
    "island_rope_bridge": KnownSection("island", {"rope_bridge": 1, CASTLE: 1}, {"mountain": 0}),
    "island_tree_house": KnownSection("island", {"tree_house": 1, CASTLE: 1}, {"water": 0}),
}
"""The facts by the name of the section."""
