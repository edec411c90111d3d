"""Wheels built from a copy of the sources, and environments without some programs, for tests of the package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Collection
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("src", "native", "docs", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md")
"""What a source archive contains, except the built page."""


def copy_sources(folder: Path, names: Collection[str] = SOURCES) -> Path:
    """Copy sources of the project to a new folder, without anything that has been built."""
    folder.mkdir()
    for name in names:
        origin = ROOT / name
        if origin.is_dir():
            leave = shutil.ignore_patterns("node_modules", "__pycache__", "web", "*.so") if name != "docs" else None
            shutil.copytree(origin, folder / name, ignore=leave)
        else:
            shutil.copy(origin, folder / name)
    return folder


def path_without(folder: Path, programs: Collection[str]) -> dict[str, str]:
    """Return the environment with a PATH that has every program but these, which are named up to the first dot."""
    tools = folder / "tools"
    tools.mkdir()
    for place in reversed(os.environ["PATH"].split(os.pathsep)):
        for program in Path(place).glob("*") if Path(place).is_dir() else ():
            if program.name.partition(".")[0] not in programs:
                (tools / program.name).unlink(missing_ok=True)
                (tools / program.name).symlink_to(program)
    environment = {**os.environ, "PATH": str(tools)}
    for name in programs:
        assert shutil.which(name, path=environment["PATH"]) is None
    return environment


def run(*command: str | Path, **options: object) -> str:
    """Run a command that must succeed; return what it prints."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


def can_compile() -> bool:
    """Return whether the kernel can be compiled here: there is a C++ compiler, and Python's header files."""
    has_headers = Path(sysconfig.get_path("include"), "Python.h").exists()
    return has_headers and any(map(shutil.which, ("g++", "clang++", "c++")))
