"""What the printed boxes hold: the tables of R1.2, R1.3 and R1.7.

A set may have more tiles, cards and sections than its box. Nothing is added here for them: tests of the box look at
what is listed here, all other tests ask the registry.
"""

from __future__ import annotations

SECTIONS: dict[str, dict[str, dict[str, int]]] = {
    "base": {
        "oracle": {"oracle": 1, "castle": 2},
        "harbor": {"harbor": 1, "castle": 2},
        "farm": {"farm": 2, "castle": 1},
        "oasis": {"oasis": 2, "castle": 1},
        "tavern": {"tavern": 2, "castle": 1},
        "tower": {"tower": 2, "castle": 1},
        "barn": {"barn": 2, "castle": 1},
        "paddock": {"paddock": 2, "castle": 1},
    },
    "nomads": {
        "quarry": {"quarry": 1, "nomad": 3},
        "caravan": {"caravan": 2, "nomad": 1},
        "village": {"village": 2, "nomad": 1},
        "garden": {"garden": 2, "nomad": 1},
    },
    "crossroads": {
        "lighthouse_foresters_lodge": {"lighthouse": 1, "foresters_lodge": 1, "castle": 1},
        "barracks_crossroads": {"barracks": 1, "crossroads": 1, "castle": 1},
        "city_hall_fort": {"city_hall": 1, "fort": 1, "castle": 1},
        "monastery_wagon": {"monastery": 1, "wagon": 1, "castle": 1},
    },
    "marshlands": {
        "temple": {"temple": 2, "palace": 1},
        "refuge": {"refuge": 2, "palace": 1},
        "canoe": {"canoe": 2, "palace": 1},
        "fountain": {"fountain": 2, "palace": 1},
    },
    "harvest": {
        "bazaar_water_mill": {"bazaar": 1, "water_mill": 1, "silo": 1},
        "mountain_station_scout_cabin": {"mountain_station": 1, "scout_cabin": 1, "silo": 1},
        "cathedral_watchtower": {"cathedral": 1, "watchtower": 1, "silo": 1},
        "university_palisade": {"university": 1, "palisade": 1, "silo": 1},
    },
}
"""The table of R1.2: the sections of each set with their special hexes."""

SECTION_NAMES = tuple(name for sections in SECTIONS.values() for name in sections)

TILES: dict[str, dict[str, int]] = {
    "base": {
        **dict.fromkeys(("farm", "oasis", "tavern", "tower", "barn", "paddock"), 4),
        **dict.fromkeys(("oracle", "harbor"), 2),
    },
    "nomads": {"quarry": 2, "caravan": 4, "village": 4, "garden": 4},
    "crossroads": dict.fromkeys(
        ("lighthouse", "foresters_lodge", "barracks", "crossroads", "city_hall", "fort", "monastery", "wagon"), 2
    ),
    "marshlands": dict.fromkeys(("temple", "refuge", "canoe", "fountain"), 4),
    "harvest": {
        **dict.fromkeys(("bazaar", "water_mill", "mountain_station", "scout_cabin"), 2),
        **dict.fromkeys(("cathedral", "watchtower", "university", "palisade"), 2),
    },
    "island": {"rope_bridge": 2, "tree_house": 2},
}
"""The location tiles of each set with their number (R1.3)."""

CARDS: dict[str, tuple[str, ...]] = {
    "base": (
        *("fishermen", "merchants", "discoverers", "hermits", "citizens"),
        *("miners", "workers", "knights", "lords", "farmers"),
    ),
    "nomads": ("families", "shepherds", "ambassadors"),
    "crossroads": (),
    "marshlands": ("geologists", "messengers", "noblewomen", "vassals", "captains", "scouts"),
    "harvest": ("rangers", "mayors", "chainers", "travellers", "homesteaders", "rovers"),
}
"""The Kingdom Builder cards of each set (R1.7)."""
