"""The Queenie Island."""

from kingdom_builder.sets.entries import GameSet

SET = GameSet("island")
