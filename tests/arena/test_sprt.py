"""The sequential test agrees with known values and has its error rates."""

from __future__ import annotations

import random
from collections import Counter
from math import log

import pytest

from kingdom_builder.arena.results import GameResult
from kingdom_builder.arena.runner import run_arena
from kingdom_builder.arena.schedule import Schedule, ScheduledGame
from kingdom_builder.arena.sprt import SequentialTest, Verdict, log_likelihood_ratio, most_likely
from tests.arena.examples import result


def test_the_bounds_are_walds() -> None:
    """With 5 % on both sides the test ends at the logarithm of 19, with 5 % and 10 % at those of 18 and 19/2."""
    assert SequentialTest("a", 0.5, 0.55).bounds == pytest.approx((-log(19), log(19)))
    assert SequentialTest("a", 0.5, 0.55, alpha=0.05, beta=0.1).bounds == pytest.approx((-log(9.5), log(18)))


def test_without_ties_it_is_the_plain_probability_ratio_test() -> None:
    """With victories and defeats only, the most likely distribution is known, and so is the ratio."""
    ratio = log_likelihood_ratio({1.0: 130, 0.0: 70}, 0.5, 0.55)
    assert ratio == pytest.approx(130 * log(0.55 / 0.5) + 70 * log(0.45 / 0.5), abs=1e-6)


def test_for_close_win_rates_the_ratio_is_the_normal_approximation() -> None:
    """For means close together the ratio is n (high - low) (2 mean - low - high) / (2 variance)."""
    seen = {0.0: 100, 0.25: 50, 0.5: 400, 0.75: 70, 1.0: 130}
    n = sum(seen.values())
    mean = sum(share * count for share, count in seen.items()) / n
    variance = sum(count * (share - mean) ** 2 for share, count in seen.items()) / n
    low, high = 0.51, 0.52
    expected = n * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_likelihood_ratio(seen, low, high) == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("mean", [0.3, 0.5, 0.62])
def test_the_most_likely_distribution_has_the_mean_asked_for(mean: float) -> None:
    """Its chances add up to 1 and have the mean."""
    chances = most_likely({0.0: 5, 0.5: 20, 1.0: 9}, mean)
    assert sum(chances.values()) == pytest.approx(1)
    assert sum(share * chance for share, chance in chances.items()) == pytest.approx(mean)


@pytest.mark.parametrize(
    ("true", "verdict"),
    [(0.5, Verdict.NOT_BETTER), (0.55, Verdict.BETTER), (0.65, Verdict.BETTER), (0.4, Verdict.NOT_BETTER)],
)
def test_its_error_rates_are_small(true: float, verdict: str) -> None:
    """At either win rate it is wrong in about 5 % of 60 trials, and outside of them hardly ever."""
    chance = random.Random(7)
    found: Counter[str] = Counter()
    groups = 0
    for _ in range(60):
        test = SequentialTest("a", 0.5, 0.55)
        while test.verdict is Verdict.UNDECIDED:
            test.add(((chance.random() < true) + (chance.random() < true)) / 2)
        found[test.verdict] += 1
        groups += test.seen.total()
    assert found[verdict] >= 52
    assert groups / 60 < 600


class InventedRunner:
    """A runner without games: results come in order, or backwards in batches; a wins 3 of 4 games."""

    def __init__(self, batch: int) -> None:
        self.batch = batch
        self.played = 0

    def play(self, games):
        games = iter(games)
        while batch := [game for _, game in zip(range(self.batch), games, strict=False)]:
            for game in reversed(batch):
                self.played += 1
                yield self.result_of(game)

    def result_of(self, game: ScheduledGame) -> GameResult:
        wins = game.game == 0 or game.group % 2 == 0
        scores = [(2 if wins else 1) if bot == "a" else (1 if wins else 2) for bot in game.seats]
        return result(game.group, game.game, game.seats, scores)

    def close(self) -> None:
        pass


def test_it_stops_at_the_same_game_whatever_the_order_of_results() -> None:
    """Groups count in their order, so the verdict and the results do not depend on the number of processes."""
    found = []
    for batch in (1, 2, 7, 40):
        test = SequentialTest("a", 0.5, 0.55)
        runner = InventedRunner(batch)
        results = run_arena(Schedule(1, 2000, ("a", "b")), runner, test=test)
        assert test.verdict is Verdict.BETTER
        assert test.seen.total() * 2 == len(results) <= runner.played < 2000
        found.append((results, test.ratio))
    assert all(other == found[0] for other in found[1:])


@pytest.mark.parametrize(("low", "high", "alpha"), [(0.55, 0.5, 0.05), (0.0, 0.5, 0.05), (0.5, 0.55, 0.6)])
def test_impossible_parameters_are_errors(low: float, high: float, alpha: float) -> None:
    """Win rates in the wrong order, or error probabilities above one half."""
    with pytest.raises(ValueError, match="expected"):
        SequentialTest("a", low, high, alpha=alpha)
