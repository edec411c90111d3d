"""The Queenie Caves."""

from kingdom_builder.sets.caves.icons import ICONS
from kingdom_builder.sets.entries import GameSet

SET = GameSet("caves", icons=ICONS)
