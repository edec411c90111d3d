"""Marshlands."""

from kingdom_builder.engine.terrain import LETTERS, SWAMP, WATER
from kingdom_builder.sets.entries import GameSet, OwnTerrain
from kingdom_builder.sets.marshlands.icons import ICONS
from kingdom_builder.sets.marshlands.setup import ALWAYS_SWAMP_CARDS, prepare

SET = GameSet(
    "marshlands",
    prepare=prepare,
    options=(ALWAYS_SWAMP_CARDS,),
    icons=ICONS,
    own_terrain=OwnTerrain(SWAMP, 9, 14, beside=LETTERS[WATER]),
)
