"""The location tiles of the Island (docs/rules.md R5.33, R5.34)."""

from __future__ import annotations

from kingdom_builder.engine.actions.move import Move
from kingdom_builder.engine.terrain import CANYON, FOREST
from kingdom_builder.sets.entries import Tile

TILES = (
    Tile(Move("rope_bridge", 495, "R5.33", to=CANYON)),
    Tile(Move("tree_house", 496, "R5.34", to=FOREST)),
)
