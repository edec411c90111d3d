"""A simulation: the same bots play many games in this process, each with a set-up of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kingdom_builder import kernel
from kingdom_builder.arena.game import play_game
from kingdom_builder.bots import Bot
from kingdom_builder.bots.specs import BotSource, BotSpec, resolve
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.setup import Setup
from kingdom_builder.game import Game
from kingdom_builder.kernel import games as kernel_games


class _PlayedGame(NamedTuple):
    """A game that has been played to its end."""

    decisions: int
    turns: int
    scores: list[int]


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

    def add(self, played: _PlayedGame) -> None:
        """Count a game."""
        self.games += 1
        self.decisions += played.decisions
        self.turns += played.turns
        best = max(played.scores)
        for seat, gold in zip(self.seats, played.scores, strict=True):
            seat.gold += gold
            seat.wins += 1 / played.scores.count(best) if gold == best else 0.0

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
    bots: Sequence[BotSpec],
    setups: Callable[[int], Setup],
    *,
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda played: None,
) -> SimulationResult:
    """Play games; `setups` returns the set-up of each for a seed.

    Raise ValueError if one of the bots is none, BotError if one of them fails or answers illegally.
    """
    sources = [resolve(bot) for bot in bots]
    result = SimulationResult([SeatResult(source.name) for source in sources])
    seeds = Rng(seed)
    in_kernel = kernel.available() and all(source == resolve("random") for source in sources)
    for played in range(games):
        game_seed = seeds.next64()
        bot_seeds = [seeds.next64() for _ in bots]
        players = [] if in_kernel else _players(sources, bot_seeds)
        begun = time.process_time()
        setup = setups(game_seed)
        found = _play_in_kernel(setup, bot_seeds) if in_kernel else None
        if found is None:
            found = _play(setup, players or _players(sources, bot_seeds))
        result.seconds += time.process_time() - begun
        result.add(found)
        progress(played + 1)
    return result


def _players(sources: Sequence[BotSource], seeds: Sequence[int]) -> list[Bot]:
    return [source.new(seed) for source, seed in zip(sources, seeds, strict=True)]


def _play(setup: Setup, bots: Sequence[Bot]) -> _PlayedGame:
    game = Game(setup)
    decisions = play_game(game, bots)
    return _PlayedGame(decisions, game.turn, game.scores())


def _play_in_kernel(setup: Setup, seeds: Sequence[int]) -> _PlayedGame | None:
    """Play the same game of random bots in the kernel; None if it cannot play it."""
    try:
        return _PlayedGame(*kernel_games.random_bots(setup, seeds))
    except NotImplementedError:
        return None
