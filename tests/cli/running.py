"""Runs commands in the test process, as from a shell."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import subprocess
import sys
from pathlib import Path
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


def on_a_terminal(*arguments: str, typed: str = "", **environment: str) -> str:
    """Run the installed command on a pseudo-terminal and return all that it prints there."""
    program = str(Path(sys.executable).parent / "kingdom-builder")
    ours, terminal = pty.openpty()
    os.write(ours, typed.encode())
    settings = {"TERM": "xterm-256color", "COLUMNS": "140", "PATH": os.environ["PATH"], **environment}
    shown = b""
    with subprocess.Popen([program, *arguments], stdin=terminal, stdout=terminal, stderr=terminal, env=settings):
        os.close(terminal)
        with contextlib.suppress(OSError):  # Linux raises it when the command has ended
            while part := os.read(ours, 4096):
                shown += part
    os.close(ours)
    return shown.decode()
