"""Random games of the engine, to compare with other games and to tell how fast a machine is."""

from __future__ import annotations

from kingdom_builder.arena.simulate import simulate
from kingdom_builder.setup.builder import new_setup


def kingdom_builder(players: int, sets: tuple[str, ...], seconds: float, seed: int) -> tuple[float, float]:
    """Return games and decisions a second of what `simulate --bots random` does."""
    games = decisions = 0
    used = 0.0
    while used < seconds:
        result = simulate(
            ["random"] * players,
            lambda game_seed: new_setup(game_seed, players=players, sets=sets),
            games=50,
            seed=seed + games,
        )
        games, decisions, used = games + result.games, decisions + result.decisions, used + result.seconds
    return games / used, decisions / used
