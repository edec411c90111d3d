"""Statistics of finished games: gold by card, value of tiles and sections, start player, length (docs/statistics.md)."""
