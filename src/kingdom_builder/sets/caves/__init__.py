"""The Queenie Caves."""

from kingdom_builder.sets.entries import GameSet

SET = GameSet("caves")
