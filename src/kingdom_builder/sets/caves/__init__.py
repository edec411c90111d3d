"""The Queenie Caves."""

from kingdom_builder.sets.caves.action import CAVE_ACTION
from kingdom_builder.sets.caves.fields import FIELDS
from kingdom_builder.sets.caves.icons import ICONS
from kingdom_builder.sets.caves.observation import OBSERVATION
from kingdom_builder.sets.caves.problems import CavesProblem
from kingdom_builder.sets.caves.setup import CHOOSE_CAVES, prepare
from kingdom_builder.sets.entries import GameSet

SET = GameSet(
    "caves",
    actions=(CAVE_ACTION,),
    reasons={"not_near_cave": "it must touch a cave; hexes are where it can end"},
    prepare=prepare,
    options=(CHOOSE_CAVES,),
    problems=tuple(CavesProblem),
    fields=FIELDS,
    observation=OBSERVATION,
    icons=ICONS,
)
