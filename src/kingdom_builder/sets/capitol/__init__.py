"""The Queenie Capitol."""

from kingdom_builder.sets.entries import GameSet

SET = GameSet("capitol")
