"""Runs commands in the test process, as from a shell."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from kingdom_builder.cli import main


class Ran(NamedTuple):
    """The exit status and the output of a command."""

    status: int
    out: str
    err: str


class Command:
    """Runs commands with a text as standard input."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """Catch what is printed, in English unless a command says otherwise."""
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("LC_ALL", "C")

    def __call__(self, *arguments: str, stdin: str = "") -> Ran:
        """Run a command and return its result."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        try:
            status = main(arguments)
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        captured = self._capsys.readouterr()
        return Ran(status, captured.out, captured.err)
