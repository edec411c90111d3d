"""The Queenie Caves."""

from kingdom_builder.sets.caves.icons import ICONS
from kingdom_builder.sets.caves.setup import CHOOSE_CAVES, prepare
from kingdom_builder.sets.entries import GameSet

SET = GameSet("caves", prepare=prepare, options=(CHOOSE_CAVES,), icons=ICONS)
