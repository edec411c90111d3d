"""Harvest."""

from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.harvest.icons import ICONS

SET = GameSet("harvest", icons=ICONS)
