"""Searches and games of bots in the kernel have no memory errors and no undefined behaviour."""

from __future__ import annotations

import pytest

from tests.kernel.sanitized import can_sanitize, run_sanitized

pytestmark = pytest.mark.slow

if not can_sanitize():
    pytest.skip("g++ and its sanitizers are not installed", allow_module_level=True)

SEARCHES = """
from kingdom_builder.arena.simulate import simulate
from kingdom_builder.bots import new_bot
from kingdom_builder.bots.analysis import analyse
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.kernel_games import play_to_end
from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.setup.builder import new_setup
from tests.kernel.searching import game_at, view_to_play
from tests.random_play import ALL_SETS

for seed in range(20):
    view = view_to_play(game_at(seed, seed % 10 / 10))
    for name in ("champion@300e", "beginner@60e", "greedy"):
        new_bot(name, seed).answer(view)
    if seed % 4 == 0:
        analyse(view, budget=Budget(evaluations=100), best=1, games=1)
for name in ("champion", "steward"):
    play_to_end(new_setup(1, players=3, sets=ALL_SETS), LEVELS[name], Budget(evaluations=60), range(3))
simulate(["random"] * 4, lambda seed: new_setup(seed, players=4, sets=ALL_SETS), games=10, seed=1)
"""


def test_searches_have_no_memory_errors_and_no_undefined_behaviour() -> None:
    done = run_sanitized(SEARCHES)
    assert (done.returncode, done.stderr) == (0, "")
