"""Many games: who wins how often, and how fast they are played."""
