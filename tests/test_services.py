"""The helpers that start services for other tests."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from typing import Any

import pytest

from tests import services


def test_a_port_is_given_out_once() -> None:
    """A reserved port stays reserved, even for a process that makes the same random choices."""
    random.seed(1)
    first = services.free_port()
    random.seed(1)
    assert services.free_port() != first


def test_installation_is_announced_before_it_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make test` names the packages before the first apt-get; what is still missing is one line."""
    announced: list[str] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[bytes]:
        announced.append(capsys.readouterr().out)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(services, "program", lambda name: None if name == "redis-server" else "/bin/true")
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.delenv("CI", raising=False)
    assert services.install() == 0
    assert announced[0] == "Installing Debian packages on this system for the tests: redis-server...\n"
    assert capsys.readouterr().err == "Tests that need redis-server are skipped: install redis-server.\n"
