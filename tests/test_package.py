"""The package: its version, and that it works from the source folder alone."""

from __future__ import annotations

import re
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


def test_the_citation_file_has_the_version_and_the_licence():
    """CITATION.cff has the fields that its format requires, and those of the package."""
    fields = dict(re.findall(r"^([a-z-]+): *(.*)$", (SOURCE.parent / "CITATION.cff").read_text(), re.MULTILINE))
    assert {"cff-version", "message", "title", "authors"} <= fields.keys()
    assert (fields["version"], fields["license"]) == (kingdom_builder.__version__, "MIT")
