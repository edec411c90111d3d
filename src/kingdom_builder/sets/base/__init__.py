"""The base game."""

from kingdom_builder.sets.entries import GameSet

SET = GameSet("base")
