"""Crossroads."""

from kingdom_builder.sets.crossroads.icons import ICONS
from kingdom_builder.sets.entries import GameSet

SET = GameSet("crossroads", icons=ICONS)
