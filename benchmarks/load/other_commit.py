"""Another commit of this project, measured by its own benchmark in a work tree of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parent.parent.parent


@dataclass
class Costs:
    """The CPU time of the server for a move, and how long 99% of all answers took at most."""

    cpu_ms: float
    latency_ms: float


class OtherCommit:
    """A work tree of another commit. Its packages are those of this environment, and those that only it needs."""

    def __init__(self, commit: str, folder: Path) -> None:
        """Use a folder that does not exist yet."""
        self._commit = commit
        self._tree, self._packages = folder / "tree", folder / "packages"

    def __enter__(self) -> Self:
        """Check the commit out and install what it needs."""
        _run("git", "worktree", "add", "--detach", str(self._tree), self._commit)
        missing = missing_packages((self._tree / "requirements" / "server.txt").read_text())
        if missing:
            quiet = ("--quiet", "--disable-pip-version-check", "--no-deps")
            _run(sys.executable, "-m", "pip", "install", *quiet, "--target", str(self._packages), *missing)
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the work tree."""
        _run("git", "worktree", "remove", "--force", str(self._tree))

    def measure(self, load: Sequence[str]) -> Costs:
        """Measure the commit under a load on SQLite."""
        return _measure(self._tree, [self._tree, self._tree / "src", self._packages], load)


def measure_here(load: Sequence[str]) -> Costs:
    """Measure this version in the same way."""
    return _measure(ROOT, [ROOT, ROOT / "src"], load)


def missing_packages(requirements: str) -> list[str]:
    """Return the packages of a requirements file that are not installed here.

    >>> missing_packages("orjson==1.0\\nno-such-package==1.2")
    ['no-such-package==1.2']
    """
    found = []
    for name, wanted in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", requirements, re.MULTILINE):
        try:
            version(name)
        except PackageNotFoundError:
            found.append(f"{name}=={wanted}")
    return found


def _measure(tree: Path, path: Sequence[Path], load: Sequence[str]) -> Costs:
    command = [sys.executable, "benchmarks/server.py", "--only", "sqlite", "--json", *load]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"the benchmark of {tree} has failed:\n{done.stderr}")
    rows = json.loads(done.stdout)["figures"]
    figures = {row["name"]: row["value"] for row in rows if row["part"] == "sqlite"}
    moves = figures["moves per second"]
    return Costs(1000 * figures["CPU of the server"] / moves, figures["due to acknowledged, 99%"])


def _run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} has failed:\n{done.stderr}")
