"""The game: pure, no I/O, standard library only."""
