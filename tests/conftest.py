"""Settings of Hypothesis, and the tiers of tests that `make test-quick`, `test-slow` and `test-services` select."""

from __future__ import annotations

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
    "workers": pytest.mark.slow,
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
