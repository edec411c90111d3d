"""A bot on the ladder: the standard matches of a foreign bot, and its rating on the scale of the standard bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from kingdom_builder.arena.ladder import Rung, RungStatistics, play_rung, rung_statistics
from kingdom_builder.arena.players import BotEnvironment
from kingdom_builder.arena.ratings import MEAN, SCALE, Rating
from kingdom_builder.arena.results import GameResult
from kingdom_builder.arena.runner import Progress, Runner
from kingdom_builder.arena.statistics import LostGame, Z, lost_games

REFERENCE = {
    "random": 818.5,
    "novice": 1137.5,
    "settler": 1340.4,
    "greedy": 1462.0,
    "mason": 1586.4,
    "steward@2500e": 1829.8,
    "champion@10000e": 1996.7,
}
"""The opponents, and their ratings: those that `rate` gives for their matches of two players in `ladder/`.

The hasty champion's match counts too. Those with large budgets do not, so that more of them do not move the scale.
"""

GAMES = 100
"""The games of each match."""
SEED = 1
TURN_SECONDS = 10.0
"""The CPU time that a bot may spend on a turn."""
_LEAST, _MOST = -1000.0, 5000.0
_STEPS = 50
_PRIOR = MEAN, 0.5, 1.0
"""One drawn game against an average bot keeps the rating of a bot finite that has won or lost everything."""

Score = tuple[float, float, float]
"""The rating of an opponent, the victories against it, and the number of games."""


@dataclass(frozen=True)
class Submission:
    """What a bot has achieved in the standard matches."""

    bot: str
    version: str
    seed: int
    rating: Rating
    matches: list[RungStatistics]
    lost_games: list[LostGame]
    """The games that were lost by a fault, with the reasons."""

    @property
    def games(self) -> int:
        """The number of all games."""
        return sum(match["games"] for match in self.matches)

    @property
    def faults(self) -> int:
        """The number of games with a fault."""
        return sum(match["faults"] for match in self.matches)


def play_submission(
    bot: str,
    environment: BotEnvironment,
    runner: Runner,
    folder: Path,
    *,
    games: int = GAMES,
    seed: int = SEED,
    opponents: Sequence[str] = tuple(REFERENCE),
    progress: Callable[[Rung], AbstractContextManager[Progress]] = lambda rung: nullcontext(lambda results: None),
) -> Submission:
    """Play the standard matches that are not in the folder yet, and rate the bot."""
    matches = []
    played: dict[str, list[GameResult]] = {}
    for opponent in opponents:
        rung = Rung((bot, opponent))
        versions = environment.bot_versions(rung.bots)
        with progress(rung) as report:
            played[opponent] = play_rung(
                folder, rung, runner, games=games, seed=seed, bot_versions=versions, progress=report
            )
        matches.append(rung_statistics(rung, played[opponent]))
    lost = [game for opponent in opponents for game in lost_games(played[opponent])]
    return Submission(bot, environment.source(bot).version, seed, rate_against(bot, played), matches, lost)


def rate_against(bot: str, played: Mapping[str, Sequence[GameResult]]) -> Rating:
    """Return the rating that explains a bot's results against opponents whose ratings are fixed.

    The 95 % interval is that of independent games. Games with exchanged seats make it a little too wide, and it does
    not contain the uncertainty of the opponents' ratings.
    """
    scores = [_PRIOR, *[_score(bot, opponent, results) for opponent, results in played.items()]]
    rating = _solve(scores)
    chances = [(games, _expected(rating, opponent)) for opponent, _, games in scores]
    half = Z * SCALE / sqrt(sum(games * chance * (1 - chance) for games, chance in chances))
    return Rating(rating, (rating - half, rating + half))


def _score(bot: str, opponent: str, results: Sequence[GameResult]) -> Score:
    won = sum(result.shares[result.scheduled.seats.index(bot)] for result in results)
    return REFERENCE[opponent], won, len(results)


def _expected(rating: float, opponent: float) -> float:
    """Return the chance of a victory by Elo's formula."""
    return 1 / (1 + 10 ** ((opponent - rating) / 400))


def _solve(scores: Sequence[Score]) -> float:
    """Return the rating with as many expected victories as there were."""
    low, high = _LEAST, _MOST
    won = sum(victories for _, victories, _ in scores)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        expected = sum(games * _expected(middle, opponent) for opponent, _, games in scores)
        low, high = (middle, high) if expected < won else (low, middle)
    return low
