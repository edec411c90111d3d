"""Nomads."""

from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.nomads.icons import ICONS
from kingdom_builder.sets.nomads.setup import prepare

SET = GameSet("nomads", prepare=prepare, icons=ICONS)
