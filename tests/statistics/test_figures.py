"""Figures: means, intervals and least squares are those of the same values computed directly."""

from __future__ import annotations

import random
from importlib.resources import files
from math import isclose, sqrt
from statistics import fmean, stdev

import pytest

from kingdom_builder.statistics.document import Origin, shipped
from kingdom_builder.statistics.figures import figures
from kingdom_builder.statistics.moments import Z, least_squares
from kingdom_builder.statistics.observation import Scope
from kingdom_builder.statistics.own import own_figures
from tests.statistics.test_summary import FIRST, ORIGIN, SECOND, summary_of

THIRD = FIRST._replace(rounds=12, gold=({"knights": 6, "lords": 30}, {"knights": 12, "lords": 18}))
GAMES = (FIRST, SECOND, THIRD)


def test_gold_by_card_is_the_mean_over_games_with_its_interval():
    facts = figures(summary_of(*GAMES), ORIGIN, Scope.BASE)
    lords = next(row["gold"] for row in facts["sources"] if row["name"] == "lords")
    values = [18, 7, 24]  # the mean of both players in each game
    margin = Z * stdev(values) / sqrt(3)
    assert (lords["n"], lords["mean"]) == (3, round(fmean(values), 4))
    assert lords["low"] is not None
    assert isclose(lords["low"], fmean(values) - margin, abs_tol=1e-4)


def test_the_start_players_advantage_is_the_share_of_victories_less_a_fair_share():
    row = figures(summary_of(*GAMES), ORIGIN, Scope.BASE)["by_players"][0]
    # The start player wins the first game, shares the second, and loses the third with 30 against 36.
    assert row["advantage"]["mean"] == 0.0
    assert row["ahead"]["mean"] == round((1 + 0 - 6) / 3, 4)
    assert [share["mean"] for share in row["order"]] == [0.5, 0.5]


def test_games_of_another_kind_or_number_of_players_do_not_count():
    facts = figures(summary_of(*GAMES), ORIGIN, Scope.MIXED)
    assert (facts["games"], facts["all_games"], facts["sources"]) == (0, 3, [])
    assert figures(summary_of(*GAMES), ORIGIN, Scope.BASE, 3)["games"] == 0


def test_a_section_is_compared_with_games_without_it():
    other = FIRST._replace(sections=("barn", "harbor", "oasis", "paddock"), gold=({"lords": 10}, {"lords": 20}))
    facts = figures(summary_of(FIRST, SECOND, other), ORIGIN, Scope.BASE)
    farm = next(row for row in facts["sections"] if row["name"] == "farm")
    assert farm["gold_effect"]["mean"] == (40.5 + 16) / 2 - 15
    assert farm["rounds_effect"]["mean"] == 12 - 11


def test_least_squares_finds_the_coefficients_that_made_the_values():
    chance = random.Random(1)
    rows = [[chance.gauss(0, 1), chance.gauss(0, 1)] for _ in range(500)]
    target = [3 * a - 2 * b + chance.gauss(0, 0.1) for a, b in rows]
    doubled = [[a, b, 2 * a] for a, b in rows]  # the third is determined by the first

    def product(i: int, j: int) -> float:
        return sum(row[i] * row[j] for row in doubled)

    with_target = [sum(row[i] * y for row, y in zip(doubled, target, strict=True)) for i in range(3)]
    first, second, third = least_squares(
        [[product(i, j) for j in range(3)] for i in range(3)], with_target, sum(y * y for y in target), 500
    )
    assert first is not None
    assert second is not None
    assert third is None
    assert first[0] == pytest.approx(3, abs=0.03)
    assert second[0] == pytest.approx(-2, abs=0.03)
    assert first[1] == pytest.approx(0.1 / sqrt(500), rel=0.2)


def test_own_games_count_from_own_seats():
    own = own_figures([(FIRST, [1]), (SECOND, [1])])
    assert own["games"] == 2
    assert own["sources"]["lords"]["mean"] == (12 + 8) / 2
    assert own["by_players"][0]["wins"]["mean"] == (1 + 0.5) / 2
    assert own["tiles"]["farm"]["taken"]["mean"] == 1.0
    assert own["tiles"]["tower"]["taken"]["mean"] == 0.5
    assert own["tiles"]["tower"]["wins"] == {"n": 1, "mean": 1.0, "low": None, "high": None}


def test_own_games_count_for_the_start_player_only_if_an_own_seat_began():
    assert (FIRST.start, SECOND.start, THIRD.start) == (1, 0, 1)
    own = own_figures([(FIRST, [1]), (SECOND, [1]), (THIRD, [0, 1])])["by_players"][0]
    assert (own["start_wins"]["n"], own["start_wins"]["mean"]) == (2, (1 + 0) / 2)
    assert own["wins"]["n"] == 3


def test_the_shipped_summary_has_games_of_every_kind_and_is_small():
    summary, origin = shipped()
    assert origin == Origin("steward@2500e", origin.version, 1)
    for scope in Scope:
        assert [row["players"] for row in figures(summary, origin, scope)["by_players"]] == [2, 3, 4, 5]
    assert len(files("kingdom_builder.statistics").joinpath("summary.json").read_bytes()) < 300_000
