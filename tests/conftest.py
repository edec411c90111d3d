"""Settings of Hypothesis, and the tiers of tests that `make test-quick`, `test-slow` and `test-services` select."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

TESTS = Path(__file__).parent
FOLDERS = {
    "arena": pytest.mark.slow,
    "bots": pytest.mark.slow,
    "env": pytest.mark.slow,
    "workers": pytest.mark.slow,
    "server": pytest.mark.service,
    "store": pytest.mark.service,
}
"""The tier of all tests in a folder. A module elsewhere names its tier itself: `pytestmark = pytest.mark.slow`."""

FIXTURES = {"browser": pytest.mark.browser, "server": pytest.mark.service}
"""The tier of all tests that use a fixture."""

# Hypothesis tries the same examples in every run; `--hypothesis-profile=explore` looks for new ones.
settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, derandomize=False, print_blob=True)
settings.load_profile("default")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with its tier; a test without one is quick."""
    for item in items:
        if TESTS not in item.path.parents:
            continue  # a doctest of the package
        folder = item.path.relative_to(TESTS).parts[0]
        if folder in FOLDERS:
            item.add_marker(FOLDERS[folder])
        for name in FIXTURES.keys() & getattr(item, "fixturenames", ()):
            item.add_marker(FIXTURES[name])


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Start a test process per core, and one more if there are tests with servers, which often wait."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return cores if "not service" in config.option.markexpr else cores + 1
