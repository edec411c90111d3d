"""The slots of `PlayerState.extra` and `TurnState.extra` in which sets keep state; slot 0 is the engine's reserve."""

MARSHLANDS, HARVEST = 1, 2
