"""Crossroads."""

from kingdom_builder.sets.crossroads.fields import FIELDS
from kingdom_builder.sets.crossroads.icons import ICONS
from kingdom_builder.sets.crossroads.observation import OBSERVATION
from kingdom_builder.sets.crossroads.pieces import CITY_HALL, SHIP, WAGON, WARRIOR
from kingdom_builder.sets.crossroads.problems import CrossroadsProblem
from kingdom_builder.sets.crossroads.setup import CHOOSE_TASKS, prepare
from kingdom_builder.sets.crossroads.tasks import TASKS
from kingdom_builder.sets.crossroads.tiles import TILES
from kingdom_builder.sets.entries import GameSet

SET = GameSet(
    "crossroads",
    tiles=TILES,
    tasks=TASKS,
    pieces=(WARRIOR, SHIP, WAGON, CITY_HALL),
    reasons={
        "city_hall_does_not_fit": "a hex and its six neighbours must all be free land; hexes are those that are not"
    },
    prepare=prepare,
    options=(CHOOSE_TASKS,),
    problems=tuple(CrossroadsProblem),
    fields=FIELDS,
    observation=OBSERVATION,
    icons=ICONS,
)
