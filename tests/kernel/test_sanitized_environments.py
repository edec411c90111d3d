"""Batches, observations and dealt cards of the kernel have no memory error and no undefined behaviour."""

from __future__ import annotations

import pytest

from tests.kernel.sanitized import can_sanitize, run_sanitized

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not can_sanitize(), reason="g++ or its sanitizers are not installed"),
]

CODE = """
import copy
import numpy as np
from kingdom_builder.env.kernel_chance import KernelChanceHistory
from kingdom_builder.env.vector import KingdomBuilderVectorEnv
from kingdom_builder.setup.builder import ALL_SETS, new_setup

everything = {"players": 5, "sets": ALL_SETS, "full_observation": True, "scores": True}
for options in ({"opponents": None}, {"players": 3}, {"opponents": None, **everything}):
    env, generator = KingdomBuilderVectorEnv(4, **options), np.random.default_rng(1)
    env.reset(seed=1)
    for i in range(200):
        actions = env.random_actions(generator)
        actions[2] = 549 if i % 60 == 3 else actions[2]
        env.step(actions)
        env = copy.deepcopy(env) if i == 150 else env
history = KernelChanceHistory(new_setup(1, players=3, sets=("base", "marshlands")))
while not history.is_over:
    history.apply(history.needed.pile[0] if history.needed else history.legal_answers()[0])
print("fine")
"""


def test_environments_run_with_sanitizers() -> None:
    done = run_sanitized(CODE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "fine\n", "")
