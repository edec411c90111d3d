"""The import contracts in pyproject.toml name every set, so `make check` finds an import of a single set."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import kingdom_builder
from kingdom_builder.sets import SETS

ROOT = Path(__file__).parents[2]
PACKAGE = Path(kingdom_builder.__file__).parent
SETS_OF_THE_GAME = {f"kingdom_builder.sets.{game_set.id}" for game_set in SETS}


def contract(name: str) -> dict[str, Any]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = next(c for c in settings["tool"]["importlinter"]["contracts"] if c["name"] == name)
    return found


def test_no_set_may_import_another() -> None:
    assert set(contract("No set imports another set")["modules"]) == SETS_OF_THE_GAME


def test_nothing_else_may_import_a_single_set() -> None:
    found = contract("Nothing but the list of sets imports a single set")
    assert set(found["forbidden_modules"]) == SETS_OF_THE_GAME
    packages = {f"kingdom_builder.{path.parent.name}" for path in PACKAGE.glob("*/__init__.py")}
    shared = {f"kingdom_builder.sets.{path.stem}" for path in (PACKAGE / "sets").glob("*.py")}
    expected = packages - {"kingdom_builder.sets", "kingdom_builder.workers"} | shared | {"kingdom_builder.game"}
    assert set(found["source_modules"]) == expected - {"kingdom_builder.sets.__init__"}
