"""A browser and a server that the tests of a module share.

They do not last for a session: while the browser's driver runs, no other test in the same process can have an event
loop.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.serving import ServerProcess, serving
from tests.services import program
from tests.web.browser import INSTANT, Visitor, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if program("chromium-headless-shell") is None:
        assert os.environ.get("CI") != "true", "chromium-headless-shell is missing"
        pytest.skip("chromium-headless-shell is not installed: python -m tests.services installs it")
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: ServerProcess) -> Iterator[Callable[..., Visitor]]:
    """Return a function that opens a separate browser context; at the end of the test none may have errors."""
    visitors: list[Visitor] = []

    def open_context(
        settings: dict[str, Any] | None = None, to: ServerProcess | None = None, **options: Any
    ) -> Visitor:
        visitor = Visitor(browser, to or server, INSTANT if settings is None else settings, **options)
        visitors.append(visitor)
        return visitor

    yield open_context
    for visitor in visitors:
        visitor.close()
    for visitor in visitors:
        visitor.assert_no_errors()
