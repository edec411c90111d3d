"""The package: its version, and that it works from the source folder alone."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import kingdom_builder

SOURCE = Path(kingdom_builder.__file__).parent.parent


def test_the_installed_version_is_that_of_the_source():
    assert version("kingdom-builder") == kingdom_builder.__version__


def test_the_source_folder_works_without_package_metadata():
    """`PYTHONPATH=src` is enough: with -S Python finds no installed package, hence no metadata."""
    done = subprocess.run(
        [sys.executable, "-S", "-m", "kingdom_builder", "--version"],
        env={"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert kingdom_builder.__version__ in done.stdout
