"""With equal budgets the kernel finds the plans of the Python search, bit for bit, with the same random numbers."""

from __future__ import annotations

from itertools import islice

import pytest

from kingdom_builder.bots import new_bot
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning_bot import Level
from kingdom_builder.game import new_game
from tests.kernel.searching import Search, game_at, games_with_open_action
from tests.random_play import ALL_SETS, PLAYERS, mixes

pytestmark = pytest.mark.usefixtures("native")

BUDGETS = (1, 30, 200)
PARTS = (0.0, 0.3, 0.6, 0.9, 0.99)
OPEN_ACTIONS = [
    ("paddock", ("base",)),
    ("barn", ("base",)),
    ("quarry", ("nomads",)),
    ("resettlement", ("nomads",)),
    ("sword", ("nomads",)),
    ("barracks", ("crossroads",)),
    ("wagon", ("crossroads",)),
    ("fort", ("crossroads",)),
    ("canoe", ("marshlands",)),
    ("temple", ("marshlands",)),
    ("fountain", ("marshlands",)),
    ("silo", ("harvest",)),
    ("cathedral", ("harvest",)),
    ("scout_cabin", ("harvest",)),
    ("bazaar", ("harvest",)),
]


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Search:
    return Search(monkeypatch)


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_finds_the_same_plans_with_equal_budgets(name: str, search: Search):
    for number, sets in enumerate([("base",), ("crossroads", "marshlands"), ALL_SETS]):
        game = game_at(20 + number, PARTS[1 + number], PLAYERS[number], sets)
        for evaluations in BUDGETS:
            search.compare(game, LEVELS[name], Budget(evaluations=evaluations))


@pytest.mark.parametrize(("error", "notices"), [(0.0, 0.5), (2.5, 1.0), (4.0, 0.3), (0.0, 0.0)])
def test_errors_and_overlooked_answers_are_drawn_in_the_same_order(error: float, notices: float, search: Search):
    for seed in range(3):
        for rollout_plans in (0, 6):
            level = Level(2, error, rollout_plans, Budget(), notices)
            search.compare(game_at(seed, 0.4), level, Budget(evaluations=250), seed=seed)


@pytest.mark.parametrize(("action", "sets"), OPEN_ACTIONS)
def test_plans_from_the_middle_of_an_action_are_the_same(action: str, sets: tuple[str, ...], search: Search):
    """Another player's canoe reaction is such a position too (R3.22)."""
    for game in islice(games_with_open_action(action, sets), 2):
        search.compare(game, LEVELS["champion"], Budget(evaluations=120))
        search.compare(game, LEVELS["beginner"], Budget(evaluations=40))


def test_a_search_that_has_spent_far_more_than_its_budget_finds_the_same_plans(search: Search):
    """Turns that were begun are finished, which takes thousands of evaluations late in a game with many tiles."""
    game = new_game(49, players=2, sets=ALL_SETS)
    bots = [new_bot("settler", seed) for seed in (98, 99)]
    while len(game.answers()) < 133:
        assert game.to_play is not None
        game.play(bots[game.to_play].answer(game.view(game.to_play)))
    search.compare(game, LEVELS["champion"], Budget(evaluations=50))


@pytest.mark.slow
@pytest.mark.parametrize("sets", mixes(), ids="+".join)
def test_champions_find_the_same_plans_in_every_mix_of_sets(sets: tuple[str, ...], search: Search):
    for number, players in enumerate(PLAYERS):
        for part in (PARTS[number], PARTS[number + 1]):
            search.compare(game_at(number, part, players, sets), LEVELS["champion"], Budget(evaluations=700))


@pytest.mark.slow
@pytest.mark.parametrize("name", LEVELS)
def test_every_level_finds_the_same_plans_in_random_mixes(name: str, search: Search):
    for seed in range(100, 130):
        game = game_at(seed, seed % 10 / 10)
        search.compare(game, LEVELS[name], Budget(evaluations=(2, 60, 500)[seed % 3]), seed=seed)


@pytest.mark.parametrize(("sets", "players"), [(("base",), 2), (ALL_SETS, 3)])
def test_budgets_for_a_second_beam_and_for_more_plans_find_the_same_plans(
    sets: tuple[str, ...], players: int, search: Search
):
    """A narrow level has such a budget early: its beam is widened, and more than one plan is rolled out with care."""
    level = Level(3, 0.0, 1, Budget(), network=True)
    search.compare(game_at(6, 0.3, players, sets), level, Budget(evaluations=20_000))


@pytest.mark.slow
@pytest.mark.parametrize(("sets", "players"), [(("base",), 2), (ALL_SETS, 3)])
def test_large_budgets_find_the_same_plans(sets: tuple[str, ...], players: int, search: Search):
    for name, evaluations in (("steward", 8000), ("champion", 12_000)):
        search.compare(game_at(5, 0.3, players, sets), LEVELS[name], Budget(evaluations=evaluations))
