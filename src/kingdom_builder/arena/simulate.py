"""A simulation: the same bots play many games in this process, each with a set-up of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kingdom_builder.arena.game import play_game
from kingdom_builder.bots import new_bot
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.setup import Setup
from kingdom_builder.library import Game


@dataclass
class SeatResult:
    """The result of one seat: a shared victory counts as a fraction."""

    bot: str
    wins: float = 0.0
    gold: int = 0


@dataclass
class SimulationResult:
    """The result of a simulation; `seconds` is the CPU time of the games alone."""

    seats: list[SeatResult]
    games: int = 0
    decisions: int = 0
    turns: int = 0
    seconds: float = 0.0

    def document(self) -> dict[str, Any]:
        """Return the statistics under their public names."""
        seconds = max(self.seconds, 1e-9)
        games = max(self.games, 1)
        return {
            "games": self.games,
            "seconds": self.seconds,
            "games_per_second": self.games / seconds,
            "decisions_per_second": self.decisions / seconds,
            "turns_per_game": self.turns / games,
            "seats": [{"bot": seat.bot, "wins": seat.wins, "mean_score": seat.gold / games} for seat in self.seats],
        }


def simulate(
    bots: Sequence[str],
    setups: Callable[[int], Setup],
    *,
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda played: None,
) -> SimulationResult:
    """Play games; `setups` returns the set-up of each for a seed."""
    result = SimulationResult([SeatResult(name) for name in bots])
    seeds = Rng(seed)
    for played in range(games):
        game_seed = seeds.next64()
        players = [new_bot(name, seeds.next64()) for name in bots]
        begun = time.process_time()
        game = Game(setups(game_seed))
        result.decisions += play_game(game, players)
        scores = game.scores()
        result.seconds += time.process_time() - begun
        result.games += 1
        result.turns += game.turn
        winners = game.winners()
        for seat, gold in enumerate(scores):
            result.seats[seat].gold += gold
            result.seats[seat].wins += 1 / len(winners) if seat in winners else 0.0
        progress(played + 1)
    return result
