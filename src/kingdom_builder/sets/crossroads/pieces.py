"""The pieces of Crossroads (docs/rules.md R1.10)."""

from kingdom_builder.engine.pieces import ON_LAND, ON_WATER, PieceKind

WARRIOR = PieceKind("warrior", 0, blocks_neighbours=True, moves_on=ON_LAND)
SHIP = PieceKind("ship", 1, moves_on=ON_WATER)
WAGON = PieceKind("wagon", 2, moves_on=ON_LAND)
CITY_HALL = PieceKind("city_hall", 3, removable=False, footprint=7)

WARRIORS = 2
"""The number of warriors of a player; there is one of each other piece."""
