"""Fixtures: the command line, and a file of bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.examples import bots_file
from tests.cli.running import Command


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return the command line of this process."""
    return Command(capsys, monkeypatch)


@pytest.fixture
def bots(tmp_path: Path) -> str:
    """Return the path of a file with bots, most of which misbehave."""
    return bots_file(tmp_path)
