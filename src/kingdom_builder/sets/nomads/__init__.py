"""Nomads."""

from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.nomads.icons import ICONS

SET = GameSet("nomads", icons=ICONS)
