"""The base game."""

from kingdom_builder.sets.base.icons import ICONS
from kingdom_builder.sets.entries import GameSet

SET = GameSet("base", icons=ICONS)
