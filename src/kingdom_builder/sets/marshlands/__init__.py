"""Marshlands."""

from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.marshlands.icons import ICONS

SET = GameSet("marshlands", icons=ICONS)
