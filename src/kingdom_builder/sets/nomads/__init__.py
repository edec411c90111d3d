"""Nomads."""

from kingdom_builder.sets.entries import GameSet

SET = GameSet("nomads")
