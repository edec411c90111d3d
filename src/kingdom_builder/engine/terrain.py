"""The nine terrains (docs/rules.md R0.3), their letters on a map, and the terrain cards (R1.5)."""

from __future__ import annotations

GRASS, CANYON, DESERT, FLOWER, FOREST, SWAMP, FARMLAND, WATER, MOUNTAIN = range(9)
TERRAINS = ("grass", "canyon", "desert", "flower", "forest", "swamp", "farmland", "water", "mountain")
CARD_TERRAINS = (GRASS, CANYON, DESERT, FLOWER, FOREST)
LAND_TERRAINS = (GRASS, CANYON, DESERT, FLOWER, FOREST, SWAMP, FARMLAND)

REGULAR_SETTLEMENTS = 3
SWAMP_SETTLEMENTS = 2
"""The number of settlements of a mandatory action, and the number on swamp (R3.7)."""

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

LETTERS = {terrain: letter for letter, terrain in CODES.items()}

CARDS_OF_EACH_TERRAIN = 5
BASE_DECK: tuple[int, ...] = tuple(terrain for terrain in CARD_TERRAINS for _ in range(CARDS_OF_EACH_TERRAIN))
"""The 25 terrain cards of the base game; such a card is the number of its terrain."""

SWAMP_DECK: tuple[int, ...] = tuple(len(CARD_TERRAINS) + terrain for terrain in CARD_TERRAINS)
"""The 5 terrain cards with two terrains: number 5 + t shows swamp and terrain t."""

TERRAINS_OF_CARD: tuple[tuple[int, ...], ...] = (
    *((terrain,) for terrain in CARD_TERRAINS),
    *((SWAMP, terrain) for terrain in CARD_TERRAINS),
)
CARD_NAMES = tuple("/".join(TERRAINS[terrain] for terrain in terrains) for terrains in TERRAINS_OF_CARD)
"""The name of each card: its terrain, or both of them, such as `swamp/grass`."""
CARD_LETTERS = "".join(LETTERS[t] for t in CARD_TERRAINS) + "".join(LETTERS[t].lower() for t in CARD_TERRAINS)
"""The letter of each card in a record: lower case for a card that also shows swamp."""


def terrain_number(name: str) -> int:
    """Return the number of a terrain; raise ValueError for an unknown name.

    >>> TERRAINS[terrain_number("flower")]
    'flower'
    """
    try:
        return TERRAINS.index(name)
    except ValueError:
        raise ValueError(f"{name!r} is not a terrain: expected one of {', '.join(TERRAINS)}") from None
