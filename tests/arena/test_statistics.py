"""The statistics, computed by hand for invented results."""

from __future__ import annotations

from math import log, sqrt

import pytest

from kingdom_builder.arena.ratings import Choice, choices, fit, rate
from kingdom_builder.arena.results import shares_after_fault, shares_of
from kingdom_builder.arena.statistics import matrix, statistics, summary, wilson, win_interval
from kingdom_builder.setup.builder import ALL_SETS
from tests.arena.examples import pair, result


def test_r3_39_a_shared_victory_counts_in_fractions() -> None:
    """Players with equal scores share the victory, and all shares add up to 1."""
    assert shares_of([3, 5, 5, 5]) == (0.0, 1 / 3, 1 / 3, 1 / 3)
    assert shares_after_fault(2, 1) == (1.0, 0.0)
    assert shares_after_fault(5, 2) == (0.25, 0.25, 0.0, 0.25, 0.25)


def test_win_rate_score_margin_and_time() -> None:
    """Two pairs: a wins 3 of 4 games, one of them shared."""
    games = [*pair(0, (50, 40), (50, 50)), *pair(1, (60, 30), (20, 40))]
    facts = statistics(games)
    a, b = facts["bots"]["a"], facts["bots"]["b"]
    assert (facts["games"], facts["groups"]) == (4, 2)
    assert (a["wins"], a["win_rate"], b["win_rate"]) == (2.5, 0.625, 0.375)
    assert (a["mean_score"], b["mean_score"]) == (45, 40)
    assert (a["score_margin"], b["score_margin"]) == (5, -5)
    assert a["score_by_source"] == {"castle": 44, "in_game": 1}
    assert a["score_by_turn"] == [0, 45]
    # Seat 0 takes 1 s and seat 1 takes 2 s for 10 turns, and each bot has each seat twice.
    assert a["seconds_per_turn"] == pytest.approx(6 / 40)
    assert (a["longest_turn"], a["turns"], a["fair_rate"]) == (1.0, 40, 0.5)
    assert facts["seconds"] == 12


def test_wilson_agrees_with_published_values() -> None:
    """For 81 of 263 the interval is 0.2553 to 0.3662 (Newcombe 1998, method 3), for 0 of 20 it is 0 to 0.1611."""
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)


def test_the_interval_follows_the_spread_of_pairs() -> None:
    """Equal pairs make it narrow; pairs with the largest spread make it that of as many single games."""
    same = win_interval([(1, 2)] * 50)
    mixed = win_interval([(2, 2), (1, 2), (1, 2), (0, 2)] * 12 + [(1, 2)] * 2)
    apart = win_interval([(2, 2), (0, 2)] * 25)
    assert apart == pytest.approx(wilson(0.5, 50))
    assert same[1] - same[0] < mixed[1] - mixed[0] < apart[1] - apart[0]
    # By hand: 24 of 50 pairs are half a victory away from the mean, so the spread is 24/4 of a largest one of 1/4.
    assert mixed == pytest.approx(wilson(0.5, 50 / ((24 + 1) / 50)))


def test_the_interval_is_that_of_the_normal_distribution_for_many_pairs() -> None:
    """With many pairs it is the mean and 1.96 standard errors of the pair scores."""
    shares = [(2.0, 2)] * 900 + [(1.0, 2)] * 800 + [(0.0, 2)] * 300
    scores = [wins / 2 for wins, _ in shares]
    mean = sum(scores) / 2000
    error = sqrt(sum((score - mean) ** 2 for score in scores) / 1999 / 2000)
    assert win_interval(shares) == pytest.approx((mean - 1.96 * error, mean + 1.96 * error), abs=3e-4)


def test_a_fault_loses_and_its_scores_do_not_count() -> None:
    """The faulty bot loses whatever the scores are, the others share the victory, and no score of the game is used."""
    games = [result(0, 0, "abb", (90, 10, 20), fault=0), result(0, 1, "bba", (10, 20, 30))]
    facts = statistics(games)
    assert facts["bots"]["a"]["wins"] == 1
    assert facts["bots"]["b"]["wins"] == 1
    assert facts["bots"]["a"]["mean_score"] == 30
    assert facts["bots"]["b"]["mean_score"] == 15
    assert (facts["bots"]["a"]["faults"], facts["bots"]["b"]["faults"]) == (1, 0)
    (fault,) = facts["faults"]
    assert (fault["bot"], fault["game"], fault["kind"]) == ("a", "0.0", "raised")
    assert "--only 0.0" in fault["replay"]
    assert facts["matrix"]["a"]["b"] == 0.5


def test_other_sets_are_another_group() -> None:
    """The same bots and seed with other sets have another set-up, so both together are two observations."""
    games = [
        result(0, game, seats, (2, 1), sets=sets)
        for sets in (("base",), ALL_SETS)
        for game, seats in ((0, "ab"), (1, "ba"))
    ]
    assert statistics(games)["groups"] == 2


def test_the_matrix_counts_who_has_more_gold() -> None:
    """With three players each pair of seats counts; a tie is one half; a bot is not compared with itself."""
    games = [result(0, 0, "abc", (30, 20, 20)), result(1, 0, "abb", (10, 10, 20))]
    assert matrix(games, "abcd")["a"] == {"b": (1 + 0.5 + 0) / 3, "c": 1.0, "d": None}
    assert matrix(games, "abc")["b"] == {"a": (0 + 0.5 + 1) / 3, "c": 0.5}


def test_ratings_of_two_bots_are_elo() -> None:
    """300 victories of 400 are 191 points by Elo's formula; the prior of one drawn game changes little."""
    games = [game for group in range(100) for game in pair(group, (2, 1), (2, 1) if group % 2 else (1, 2))]
    rated = rate([games[i : i + 2] for i in range(0, 200, 2)])
    assert rated["a"].rating - rated["b"].rating == pytest.approx(400 * log(3, 10), abs=4)
    assert rated["a"].rating + rated["b"].rating == pytest.approx(3000)
    low, high = rated["a"].interval
    assert low < rated["a"].rating < high
    # Pairs are 1 or 1/2, each half of the time: the standard error of 0.75 is 0.025, and a point of rating is half of
    # what the difference of both changes by, 400 / ln 10 / (0.75 * 0.25) a unit.
    assert high - low == pytest.approx(2 * 1.96 * 0.025 * 400 / log(10) / (0.75 * 0.25) / 2, rel=0.25)


def test_ratings_split_a_game_of_three_into_choices() -> None:
    """First of three, then first of two; a tie counts as both orders, one half each."""
    assert choices([result(0, 0, "abb", (3, 2, 1))], "ab") == {(0, (1, 2)): 1.0, (1, (0, 2)): 1.0}
    assert choices([result(0, 0, "abc", (3, 2, 2))], "abc") == {
        (0, (1, 1, 1)): 1.0,
        (1, (0, 1, 1)): 0.5,
        (2, (0, 1, 1)): 0.5,
    }


def test_a_fault_says_nothing_about_the_others() -> None:
    """Each of the others is before the faulty bot, and the difference of their ratings stays the same."""
    assert choices([result(0, 0, "abc", (9, 2, 3), fault=0)], "abc") == {(1, (1, 1, 0)): 1.0, (2, (1, 0, 1)): 1.0}
    played = [[result(group, 0, "bc", (2, 1) if group % 4 else (1, 2))] for group in range(100)]
    faults = [[result(group, 0, "abc", (0, 0, 0), fault=0)] for group in range(100, 200)]
    before, after = rate(played), rate(played + faults)
    gap = before["b"].rating - before["c"].rating
    assert after["b"].rating - after["c"].rating == pytest.approx(gap, abs=5)
    assert after["a"].rating < after["c"].rating - 400


def test_ratings_are_on_one_scale_for_all_numbers_of_players() -> None:
    """Choices in proportion to known strengths give these strengths, for all numbers of players."""
    strengths = [1.0, 2.0, 4.0]
    weights: dict[Choice, float] = {}
    for rest in ((1, 1, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1), (1, 2, 1), (2, 1, 2)):
        total = sum(count * strength for count, strength in zip(rest, strengths, strict=True))
        for bot, count in enumerate(rest):
            if count:
                weights[bot, rest] = 1e6 * count * strengths[bot] / total
    x = fit(weights, 3)
    assert [x[1] - x[0], x[2] - x[1]] == pytest.approx([log(2), log(2)], abs=1e-4)


def test_a_bot_that_always_wins_has_a_finite_rating() -> None:
    """One drawn game against an average bot keeps the ratings finite."""
    rated = rate([pair(group, (2, 1), (2, 1)) for group in range(20)])
    assert 1600 < rated["a"].rating < 2500


def test_a_chain_of_bots_that_always_win_has_finite_ratings() -> None:
    """Each of three wins 400 pairs against the next, and the fourth one pair, which some samples do not have."""
    pairs = ["ab"] * 400 + ["bc"] * 400 + ["cd"] * 400 + ["de"]
    rated = rate(
        [[result(group, 0, seats, (2, 1)), result(group, 1, seats[::-1], (1, 2))] for group, seats in enumerate(pairs)]
    )
    ratings = [rated[name].rating for name in "abcde"]
    assert sorted(ratings, reverse=True) == ratings
    assert rated["e"].interval[0] < ratings[-1] < rated["e"].interval[1] < ratings[0]


def test_the_order_of_results_does_not_matter() -> None:
    """All statistics are the same for the same games in another order."""
    games = [game for group in range(8) for game in pair(group, (40 + group, 44), (41, 40 + group % 3))]
    assert summary(games) == summary(games[::-1])
