"""What docs/research.md says about versions, maps and examples is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kingdom_builder.setup.sections import all_sections, island_sides

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
LOCKED = {"dev": ("gymnasium", "pettingzoo", "open-spiel"), "ppo": ("stable-baselines3", "sb3-contrib", "torchrl")}


@pytest.mark.parametrize(("file", "library"), [(file, name) for file, names in LOCKED.items() for name in names])
def test_the_versions_are_those_that_the_tests_install(file: str, library: str) -> None:
    locked = (ROOT / "requirements" / f"{file}.txt").read_text(encoding="utf-8")
    version = re.search(rf"^{library}==(\S+)", locked, re.MULTILINE)
    assert version is not None
    assert f"| {library} | {version[1]} |" in TEXT


def test_the_fact_sheet_names_the_sets_with_placeholder_maps() -> None:
    (line,) = re.findall(r"^\| maps \|.*$", TEXT, re.MULTILINE)
    placeholders = {section.set for section in (*all_sections(), *island_sides()) if section.placeholder}
    assert {name.lower() for name in re.findall(r"\*\*(\w+)\*\*", line)} == placeholders


def test_every_example_is_in_the_document() -> None:
    files = [path.name for path in (ROOT / "examples").iterdir() if path.is_file()]
    assert [name for name in files if name not in TEXT] == []
