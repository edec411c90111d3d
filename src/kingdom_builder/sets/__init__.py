"""The sets of the game: one folder per rulebook chapter."""
