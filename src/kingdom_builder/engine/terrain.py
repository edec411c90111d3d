"""The kinds of terrain and of special hexes (docs/rules.md R0.3, R0.4), and the terrain cards (R1.5)."""

from __future__ import annotations

GRASS, CANYON, DESERT, FLOWER, FOREST, SWAMP, FARMLAND, WATER, MOUNTAIN = range(9)
TERRAINS = ("grass", "canyon", "desert", "flower", "forest", "swamp", "farmland", "water", "mountain")
CARD_TERRAINS = (GRASS, CANYON, DESERT, FLOWER, FOREST)
LAND_TERRAINS = (GRASS, CANYON, DESERT, FLOWER, FOREST, SWAMP, FARMLAND)

CASTLE, NOMAD, PALACE, SILO, LOCATION = SPECIALS = ("castle", "nomad", "palace", "silo", "location")

CODES = {
    "G": GRASS,
    "C": CANYON,
    "D": DESERT,
    "F": FLOWER,
    "T": FOREST,
    "S": SWAMP,
    "A": FARMLAND,
    "W": WATER,
    "M": MOUNTAIN,
}
"""The letter of each terrain on a map."""

SPECIAL_CODES = {"K": CASTLE, "N": NOMAD, "P": PALACE, "O": SILO, "L": LOCATION}
"""The letter of each special hex on a map; a section's map writes a digit for a location, see `sections`."""

LETTERS = {terrain: letter for letter, terrain in CODES.items()}
SPECIAL_LETTERS = {special: letter for letter, special in SPECIAL_CODES.items()}

CARDS_OF_EACH_TERRAIN = 5
BASE_DECK: tuple[int, ...] = tuple(terrain for terrain in CARD_TERRAINS for _ in range(CARDS_OF_EACH_TERRAIN))
"""The 25 terrain cards of the base game; such a card is the number of its terrain."""

SWAMP_DECK: tuple[int, ...] = tuple(len(CARD_TERRAINS) + terrain for terrain in CARD_TERRAINS)
"""The 5 cards of Marshlands: number 5 + t shows swamp and terrain t."""

TERRAINS_OF_CARD: tuple[tuple[int, ...], ...] = (
    *((terrain,) for terrain in CARD_TERRAINS),
    *((SWAMP, terrain) for terrain in CARD_TERRAINS),
)
CARD_LETTERS = "".join(LETTERS[t] for t in CARD_TERRAINS) + "".join(LETTERS[t].lower() for t in CARD_TERRAINS)
"""The letter of each card in a record: small for one that shows swamp too."""


def terrain_number(name: str) -> int:
    """Return the number of a terrain; ValueError if there is none of that name.

    >>> TERRAINS[terrain_number("flower")]
    'flower'
    """
    try:
        return TERRAINS.index(name)
    except ValueError:
        raise ValueError(f"{name!r} is not a terrain: expected one of {', '.join(TERRAINS)}") from None
