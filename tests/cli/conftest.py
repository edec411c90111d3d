"""The command line as a fixture."""

from __future__ import annotations

import pytest

from tests.cli.running import Command


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return the command line of this process."""
    return Command(capsys, monkeypatch)
