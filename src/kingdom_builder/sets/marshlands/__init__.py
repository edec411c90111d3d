"""Marshlands."""

from kingdom_builder.engine.terrain import LETTERS, SWAMP, WATER
from kingdom_builder.sets.entries import GameSet, OwnTerrain, Slot
from kingdom_builder.sets.marshlands.cards import CARDS, PALACE
from kingdom_builder.sets.marshlands.fields import FIELDS
from kingdom_builder.sets.marshlands.icons import ICONS
from kingdom_builder.sets.marshlands.observation import OBSERVATION
from kingdom_builder.sets.marshlands.problems import MarshlandsProblem
from kingdom_builder.sets.marshlands.setup import ALWAYS_SWAMP_CARDS, prepare
from kingdom_builder.sets.marshlands.state import MarshlandsPlayer, bonus_tiles
from kingdom_builder.sets.marshlands.tiles import BONUS_ACTIONS, TILES
from kingdom_builder.sets.slots import MARSHLANDS

SET = GameSet(
    "marshlands",
    tiles=TILES,
    actions=BONUS_ACTIONS,
    cards=CARDS,
    specials=(PALACE,),
    state=Slot(MARSHLANDS, MarshlandsPlayer(), tiles=bonus_tiles),
    prepare=prepare,
    options=(ALWAYS_SWAMP_CARDS,),
    problems=tuple(MarshlandsProblem),
    fields=FIELDS,
    observation=OBSERVATION,
    own_terrain=OwnTerrain(SWAMP, 9, 14, beside=LETTERS[WATER]),
    icons=ICONS,
)
