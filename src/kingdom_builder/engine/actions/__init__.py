"""Actions of tiles, cards and turns; each asks one question at a time."""
