"""Faces of the game for researchers: PettingZoo, Gymnasium, OpenSpiel (docs/research.md); each needs an extra."""
