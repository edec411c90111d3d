"""Marshlands."""

from kingdom_builder.engine.terrain import LETTERS, SWAMP, WATER
from kingdom_builder.sets.entries import GameSet, OwnTerrain
from kingdom_builder.sets.marshlands.icons import ICONS

SET = GameSet("marshlands", icons=ICONS, own_terrain=OwnTerrain(SWAMP, 9, 14, beside=LETTERS[WATER]))
