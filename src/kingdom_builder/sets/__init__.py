"""The sets of the game: one folder per rulebook chapter. `SETS` is the only list of them."""

from kingdom_builder.sets import base, capitol, caves, crossroads, harvest, island, marshlands, nomads

SETS = (
    base.SET,
    nomads.SET,
    crossroads.SET,
    marshlands.SET,
    harvest.SET,
    capitol.SET,
    caves.SET,
    island.SET,
)
