"""Actions: what a tile, a card or a turn lets a player do, one question at a time."""
