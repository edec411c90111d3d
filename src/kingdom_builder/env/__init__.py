"""Environments for research: PettingZoo, Gymnasium, OpenSpiel (docs/research.md); each needs an extra."""
