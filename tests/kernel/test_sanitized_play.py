"""Games and wrong values cause no memory error and no undefined behaviour in the kernel."""

from __future__ import annotations

import pytest

from tests.kernel.sanitized import can_sanitize, run_sanitized

pytestmark = pytest.mark.slow

if not can_sanitize():
    pytest.skip("g++ and its sanitizers are not installed", allow_module_level=True)

CODE = """
from tests.kernel.differential import compare_game
from tests.kernel.garbage import try_garbage
for seed in range(15):
    compare_game(seed)
for seed in range(100):
    try_garbage(seed)
print("done")
"""


def test_games_and_wrong_values_are_clean() -> None:
    done = run_sanitized(CODE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
