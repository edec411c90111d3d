"""Harvest."""

from kingdom_builder.engine.terrain import FARMLAND, SILO, SPECIAL_LETTERS
from kingdom_builder.sets.entries import GameSet, OwnTerrain
from kingdom_builder.sets.harvest.icons import ICONS

SET = GameSet("harvest", icons=ICONS, own_terrain=OwnTerrain(FARMLAND, 6, 11, beside=SPECIAL_LETTERS[SILO]))
