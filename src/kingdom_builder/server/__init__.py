"""The game over a network: tables, seats, live games (docs/protocol.md)."""
