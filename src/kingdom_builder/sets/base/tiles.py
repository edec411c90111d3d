"""The location tiles of the base game (docs/rules.md R5.1 to R5.8)."""

from __future__ import annotations

from kingdom_builder.engine.actions.base import CARD, LAND, NONE
from kingdom_builder.engine.actions.build import Build
from kingdom_builder.engine.actions.move import Move
from kingdom_builder.engine.actions.where import Travel, Where
from kingdom_builder.engine.terrain import DESERT, GRASS, WATER
from kingdom_builder.sets.entries import Tile

TILES = (
    Tile(Build("oracle", 463, "R5.1", on=CARD), builds=0.9),
    Tile(Build("farm", 464, "R5.2", on=GRASS), builds=0.9),
    Tile(Build("oasis", 465, "R5.3", on=DESERT), builds=0.9),
    Tile(Build("tavern", 466, "R5.5", on=LAND, where=Where.END_OF_LINE, adjacency=NONE), builds=0.9),
    Tile(Build("tower", 467, "R5.4", on=LAND, where=Where.OUTER_EDGE), builds=0.9),
    Tile(Move("barn", 468, "R5.6", to=CARD)),
    Tile(Move("paddock", 469, "R5.8", to=LAND, travel=Travel.JUMP, adjacency=NONE)),
    Tile(Move("harbor", 470, "R5.7", to=WATER)),
)
