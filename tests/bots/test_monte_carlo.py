"""The Monte Carlo player finishes every game, plays the same without the kernel, and uses no fitted weight."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kingdom_builder import kernel
from kingdom_builder.bots import BOTS, evaluation, new_bot, style
from kingdom_builder.bots.beam_search import Plan
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.monte_carlo import MonteCarloBot
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.bots.playouts import play_out
from kingdom_builder.bots.rollouts import QUICK
from kingdom_builder.engine.view import View
from kingdom_builder.game import new_game
from kingdom_builder.server.own_bots import check_level
from kingdom_builder.setup.builder import ALL_SETS, PLAYERS
from kingdom_builder.setup.sections import section_sets
from kingdom_builder.table.errors import Rejected

PLAYOUTS = Budget(evaluations=6000)
"""Enough for some playouts of every candidate in the second half of a game."""


def view_after(turns: int, players: int, sets: tuple[str, ...]) -> View:
    """Return the view of the seat to play in a game of greedy bots after some turns."""
    game = new_game(5, players=players, sets=sets)
    bots = [new_bot("greedy", seat) for seat in range(players)]
    while game.turn < turns and (seat := game.to_play) is not None:
        game.play(bots[seat].answer(game.view(seat)))
    assert game.to_play is not None
    return game.view(game.to_play)


def ranked(view: View, *, use_kernel: bool = True) -> list[Plan]:
    return MonteCarloBot(3, PLAYOUTS, kernel=use_kernel).ranked(view)


@pytest.mark.parametrize(
    ("players", "sets"),
    [
        *[(2, (name,) if name in section_sets() else ("base", name)) for name in ALL_SETS],
        *[(players, ALL_SETS) for players in PLAYERS],
    ],
)
def test_it_finishes_games_of_every_set_and_number_of_players(players, sets):
    game = new_game(9, players=players, sets=sets)
    bots = [new_bot("monte-carlo@1000e", seat) for seat in range(players)]
    while (seat := game.to_play) is not None:
        game.play(bots[seat].answer(game.view(seat)))
    assert game.over


@pytest.mark.parametrize(("players", "sets"), [(2, ("base",)), (3, ("crossroads", "nomads")), (4, ("base", "harvest"))])
def test_it_finds_the_same_plans_without_the_kernel(players, sets):
    if not kernel.available():
        pytest.skip("there is no compiled kernel")
    view = view_after(7 * players, players, sets)
    assert ranked(view) == ranked(view, use_kernel=False)


def test_it_uses_no_fitted_weight(monkeypatch):
    view = view_after(10, 2, ("base",))
    found, of_level = ranked(view), ranked_by_steward(view)
    wrong = {name: -weight for name, weight in evaluation.shipped_weights().items()}
    monkeypatch.setattr(style, "shipped_weights", lambda: wrong)
    style._weights.cache_clear()
    try:
        assert ranked(view) == found
        assert ranked_by_steward(view) != of_level
    finally:
        style._weights.cache_clear()


def test_it_plays_the_turn_with_the_best_mean_margin_at_the_end():
    """The plan that is first has been played on most deals; its value is the mean margin of these games."""
    view = view_after(16, 2, ("base",))
    plans = ranked(view)
    assert len(plans) > 1
    assert [plan.value for plan in plans] == sorted((plan.value for plan in plans), reverse=True)
    seeds = range(60)
    best, worst = (mean_margin(view, plan.answers, seeds) for plan in (plans[0], plans[-1]))
    assert best > worst
    assert abs(plans[0].value - best) < 6.0


def test_its_turn_depends_on_its_seed_and_the_public_information_alone():
    view = view_after(12, 3, ("base",))
    others = [view.sample(seed).view(view.seat) for seed in range(3)]
    assert [ranked(other) for other in others] == [ranked(view)] * 3


def test_tables_do_not_offer_it():
    assert "monte-carlo" in BOTS
    with pytest.raises(Rejected, match="there is no bot 'monte-carlo' here"):
        check_level("monte-carlo", (), "level")


def ranked_by_steward(view: View) -> list[Plan]:
    return PlanningBot(3, LEVELS["steward"], Budget(evaluations=300)).ranked(view)


def mean_margin(view: View, answers: tuple[int, ...], seeds: Sequence[int]) -> float:
    evaluator = evaluation.Evaluator(view.sample(0), {})
    results = play_out(view, [answers], seeds, evaluator, QUICK).results
    return sum(sum(lines[view.seat]) - sum(lines[1 - view.seat]) for (lines,) in results) / len(results)
