"""Games of planning bots in the kernel are those of the same bots in the engine."""

from __future__ import annotations

from types import ModuleType

import pytest

from kingdom_builder.arena.game import play_game
from kingdom_builder.bots.beam_search import BREADTH
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.kernel_games import play_to_end
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.bots.planning_bot import PlanningBot
from kingdom_builder.engine.player import OwnedNomadTile
from kingdom_builder.game import Game, new_game
from kingdom_builder.kernel import games, search
from kingdom_builder.kernel.convert import position_values
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import ALL_SETS, new_setup


@pytest.mark.parametrize(
    ("level", "players", "sets"),
    [
        ("steward", 2, ("base",)),
        ("champion", 3, ("base", "nomads", "caves")),
        ("mason", 4, ALL_SETS),
        ("steward", 2, ("marshlands", "harvest")),  # a canoe asks players in the turn of another
    ],
)
def test_a_game_in_the_kernel_is_the_same(native: ModuleType, level: str, players: int, sets: tuple[str, ...]):
    budget, seeds = Budget(evaluations=60), range(players)
    for seed in range(2):
        setup = new_setup(seed, players=players, sets=sets)
        game = Game(setup)
        play_game(game, [PlanningBot(seed, LEVELS[level], budget) for seed in seeds])
        assert play_to_end(setup, LEVELS[level], budget, seeds).values() == position_values(game)


@pytest.mark.parametrize("rollout_plans", [0, 2])
def test_a_search_that_reaches_a_limit_ends_the_game(native: ModuleType, rollout_plans: int):
    """Every player has as many nomad tiles as the kernel can hold, and the search finds a turn that takes one more."""
    game = new_game(1, sets=["nomads"])
    for seat in range(2):
        game.change(seat).nomads = (OwnedNomadTile(REGISTRY.option_number("sword"), -1),) * 32
    evaluator = search.evaluator(games.setup_of(game), Evaluator(game))
    with pytest.raises(NotImplementedError, match="limit of the kernel"):
        native.play_bots(evaluator, None, games.load(game), (1, 2), 4, BREADTH, rollout_plans, 0.0, 1.0, 60, -1, 60, -1)
