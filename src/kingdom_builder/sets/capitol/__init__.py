"""The Queenie Capitol."""

from kingdom_builder.sets.capitol.icons import ICONS
from kingdom_builder.sets.entries import GameSet

SET = GameSet("capitol", icons=ICONS)
