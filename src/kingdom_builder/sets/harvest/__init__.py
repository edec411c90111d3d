"""Harvest."""

from kingdom_builder.engine.terrain import FARMLAND
from kingdom_builder.sets.entries import GameSet, OwnTerrain, Slot
from kingdom_builder.sets.harvest.cards import CARDS
from kingdom_builder.sets.harvest.cathedral import COLLECT
from kingdom_builder.sets.harvest.fields import FIELDS
from kingdom_builder.sets.harvest.icons import ICONS
from kingdom_builder.sets.harvest.observation import OBSERVATION
from kingdom_builder.sets.harvest.problems import HarvestProblem
from kingdom_builder.sets.harvest.scouts import SCOUT
from kingdom_builder.sets.harvest.silo import SILO, SILO_USE
from kingdom_builder.sets.harvest.state import HarvestPlayer, number_tiles
from kingdom_builder.sets.harvest.tiles import FARM_ACTION, TILES
from kingdom_builder.sets.slots import HARVEST

SET = GameSet(
    "harvest",
    tiles=TILES,
    actions=(FARM_ACTION, SILO_USE),
    answers={"collect": COLLECT},
    cards=CARDS,
    specials=(SILO,),
    pieces=(SCOUT,),
    state=Slot(HARVEST, HarvestPlayer(), features=(("numbers", number_tiles),)),
    reasons={
        "not_near_area": "it must touch what else belongs to the piece's area; hexes are where it can end",
        "no_mixture": "a silo builds or moves, not both",
        "moved_already": "the piece has been moved for this silo",
        "no_supply": "the player has no settlement left",
    },
    problems=tuple(HarvestProblem),
    fields=FIELDS,
    observation=OBSERVATION,
    own_terrain=OwnTerrain(FARMLAND, 6, 11, beside=SILO.letter),
    icons=ICONS,
)
