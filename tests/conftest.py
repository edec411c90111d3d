"""Settings of Hypothesis, and the tiers of tests that `make test-quick`, `test-slow` and `test-services` select."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.server import template

# A failed assertion in shared code shows its values too.
pytest.register_assert_rewrite("tests.server.client", "tests.server.serving", "tests.web.browser")

TESTS = Path(__file__).parent
FOLDERS = {
    "arena": pytest.mark.slow,
    "bots": pytest.mark.slow,
    "deploy": pytest.mark.service,
    "env": pytest.mark.slow,
    "review": pytest.mark.slow,
    "workers": pytest.mark.slow,
    "server": pytest.mark.service,
    "store": pytest.mark.service,
}
"""The tier of all tests in a folder. A module elsewhere names its tier itself: `pytestmark = pytest.mark.slow`."""

TIERS = ("slow", "service", "browser")
FIXTURES = {"browser": pytest.mark.browser, "server": pytest.mark.service}
"""The tier of all tests that use a fixture."""

LONGEST = (
    "server/test_leaks.py",
    "server/test_admin.py",
    "deploy/test_hosting_document.py",
    "deploy/test_proxies.py",
    "web/test_games.py",
    "server/test_bad_input.py",
    "web/test_accessibility.py",
    "web/test_tools.py",
    "web/test_tiles.py",
    "engine/test_against_reference.py",
    "web/test_end.py",
    "web/test_wheel.py",
    "server/faults/test_kill.py",
    "web/test_table.py",
    "env/test_examples.py",
    "web/test_rules.py",
    "server/faults/test_clock.py",
    "web/test_board.py",
    "server/faults/test_two_processes.py",
    "server/test_access.py",
    "web/test_page_benchmark.py",
    "arena/test_training.py",
    "web/test_pages.py",
    "server/faults/test_outages.py",
    "arena/test_runners.py",
    "workers/test_ray.py",
    "web/test_vitest.py",
    "web/test_screenshots.py",
)
"""The modules that take longest. They start first, so that no test process has one left when the others have ended."""

# Hypothesis tries the same examples in every run; `--hypothesis-profile=explore` looks for new ones.
settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, derandomize=False, print_blob=True)
settings.load_profile("default")


def pytest_configure() -> None:
    """Let servers be forked from a template."""
    template.enabled = True


def pytest_unconfigure() -> None:
    """End the template."""
    template.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with its tier; a test without one is quick. Put the longest modules first and quick ones last."""
    for item in items:
        if TESTS not in item.path.parents:
            continue  # a doctest of the package
        folder = item.path.relative_to(TESTS).parts[0]
        if folder in FOLDERS:
            item.add_marker(FOLDERS[folder])
        for name in FIXTURES.keys() & getattr(item, "fixturenames", ()):
            item.add_marker(FIXTURES[name])
    first = {TESTS / name: -len(LONGEST) + index for index, name in enumerate(LONGEST)}
    last = {item.path for item in items} - {item.path for item in items if any(map(item.get_closest_marker, TIERS))}
    items.sort(key=lambda item: first.get(item.path, item.path in last))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Start a test process per core, and two more if there are tests with servers, which often wait."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return cores if "not service" in config.option.markexpr else cores + 2
