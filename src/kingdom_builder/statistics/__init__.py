"""Statistics of finished games: gold by card, tiles, sections, start player, length (docs/statistics.md)."""
