"""Crossroads."""

from kingdom_builder.sets.crossroads.icons import ICONS
from kingdom_builder.sets.crossroads.setup import CHOOSE_TASKS, prepare
from kingdom_builder.sets.entries import GameSet

SET = GameSet("crossroads", prepare=prepare, options=(CHOOSE_TASKS,), icons=ICONS)
