"""Every public name has documentation, and docs/api.md and docs/library.md have every public name."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from pathlib import Path

import pytest

import kingdom_builder as kb
from kingdom_builder.arena.match import play_match
from kingdom_builder.engine.terrain import CODES
from kingdom_builder.game import Game
from kingdom_builder.render import text as render
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import new_setup

ROOT = Path(__file__).parents[2]
CONSTANTS = ("ANSWERS", "__version__")


@pytest.fixture(scope="module")
def reference():
    """Return the module that writes docs/api.md."""
    sys.path.insert(0, str(ROOT / "frontend"))
    try:
        yield importlib.import_module("reference")
    finally:
        sys.path.remove(str(ROOT / "frontend"))


def public() -> dict[str, object]:
    """Return what is public and has a docstring of its own."""
    found = {name: getattr(kb, name) for name in kb.__all__ if name not in CONSTANTS}
    return found | {"arena": play_match}


def test_the_list_of_public_names_is_complete_and_sorted():
    """`__all__` has what can be imported, and everything else that is no module is private."""
    assert kb.__all__ == sorted(kb.__all__)
    assert [name for name in dir(kb) if not name.startswith("_")] == [n for n in kb.__all__ if not n.startswith("_")]
    others = {name for name in vars(kb) if not name.startswith("_") and name not in kb.__all__}
    modules = {name for name in others if inspect.ismodule(getattr(kb, name))}
    assert others - modules == {"TYPE_CHECKING", "annotations", "import_module"}


def test_every_public_name_and_member_has_documentation(reference):
    """A class, function, method or property without a docstring, or a field that no docstring names, is listed."""
    missing = []
    for name, thing in public().items():
        if not inspect.getdoc(thing):
            missing.append(name)
        if inspect.isclass(thing):
            text = inspect.getdoc(thing) or ""
            for member, value in reference.public_members(thing).items():
                if not inspect.getdoc(value):
                    missing.append(f"{name}.{member}")
            missing += [f"{name}.{field}" for field in reference.fields_of(thing) if f"`{field}`" not in text]
    assert not missing


def test_the_reference_is_complete_and_current(reference):
    """docs/api.md is what the docstrings say now, with every public name."""
    listed = [name for names in reference.CHAPTERS.values() for name in names]
    assert sorted(listed) == kb.__all__
    assert (ROOT / "docs" / "api.md").read_text(encoding="utf-8") == reference.reference()


def test_the_reference_has_a_row_for_every_option():
    """Each number from 450 on is in the table of docs/api.md, with the name that the library reads."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    rows = {int(number): name for number, name in re.findall(r"^\| (\d+) \| `([\w:]+)` \|", text, re.MULTILINE)}
    ((first, last),) = re.findall(r"^\| (\d+) to (\d+) \| `unused_", text, re.MULTILINE)
    assert [*sorted(rows), *range(int(first), int(last) + 1)] == list(range(kb.Answer("end_turn"), kb.ANSWERS))
    assert all(kb.answer_number(name) == number for number, name in rows.items())


def test_the_library_document_has_every_public_name(reference):
    """docs/library.md mentions every public name, and every public member of games and views."""
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    wanted = {name for name in kb.__all__ if not name.startswith("_")}
    for cls in (kb.Game, kb.View, kb.Engine, kb.Match, kb.Hexes):
        wanted |= {name for name in reference.public_members(cls) if not name.startswith("_")}
    assert {name for name in wanted if not re.search(rf"\b{name}\b", text)} == set()


def test_the_library_document_explains_every_character_of_the_board() -> None:
    """The legend of docs/library.md has each letter of a terrain and special hex, and each sign of a piece or mark."""
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    legend = text.partition("| on the board | |")[2].partition("\n\n")[0]
    drawn = render.legend(Game(new_setup(1, sets="all")))
    signs = {*CODES, *REGISTRY.special_letters.values(), *(sign for sign, _ in drawn.pieces)}
    for sign in signs - {REGISTRY.special_letters["location"]}:
        assert f"`{sign}`" in legend
