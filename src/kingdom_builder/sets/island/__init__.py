"""The Queenie Island."""

from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.island.icons import ICONS

SET = GameSet("island", icons=ICONS)
