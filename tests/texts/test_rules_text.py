"""The rules for players: complete, the same in both languages, and in the small Markdown that the page reads."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import ALL_SETS
from kingdom_builder.texts.catalogue import LANGUAGES, Chapter, Entry, catalogue
from tests import box
from tests.rule_coverage import RULES, rules
from tests.texts.names import CARDS, TILES

PACKAGE = Path(__file__).parents[2] / "src" / "kingdom_builder"
RULES_TOLD = range(2, 8)
"""The sections of docs/rules.md of which players are told every rule."""

_RULE = re.compile(r"R\d+\.\d+")
_LINK = re.compile(r"\[(?P<text>[^\[\]*]+)\]\(#(?P<id>[a-z][a-z0-9_-]*)\)")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_MARKUP = re.compile(r"[*_`<>\[\]{}|#\\~]|^\s|\s$|^[-+] |^\d+[.)] |https?:|  ")
_NON_BREAKING = "\u00a0\u202f"


def chapters(language: str) -> tuple[Chapter, ...]:
    return catalogue(language).chapters


def entries(language: str) -> list[Entry]:
    return [entry for chapter in chapters(language) for entry in chapter.entries]


def titles(language: str) -> dict[str, str]:
    return {entry.id: entry.title.replace("’", "'") for entry in entries(language)}


def entry_of_rule() -> dict[str, str]:
    """Return for each rule the entry that a player is led to: the first that names it."""
    found: dict[str, str] = {}
    for entry in entries("en"):
        for rule in entry.rules:
            found.setdefault(rule, entry.id)
    return found


def rules_of_reasons() -> set[str]:
    """Return every rule number in the game's code that is a string by itself, as those of actions and reasons are."""
    files = [file for folder in ("engine", "sets") for file in sorted((PACKAGE / folder).rglob("*.py"))]
    return {
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _RULE.fullmatch(node.value)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_is_paragraphs_and_lists_in_the_markdown_that_the_page_reads(language):
    for entry in entries(language):
        assert entry.lines, entry.id
        assert not entry.lines[0].startswith("- "), f"{entry.id}: a paragraph comes first"
        for line in entry.lines:
            plain = _BOLD.sub(r"\1", _LINK.sub(r"\g<text>", line.removeprefix("- ")))
            assert plain, entry.id
            assert not _MARKUP.search(plain), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_id_occurs_once(language):
    ids = [chapter.id for chapter in chapters(language)] + [entry.id for entry in entries(language)]
    assert [name for name in ids if ids.count(name) > 1] == []


def test_no_chapter_is_empty():
    assert [chapter.id for chapter in chapters("en") if not chapter.entries] == []


def test_both_languages_have_the_same_chapters_entries_and_rules_in_the_same_order():
    english, french = (
        [(chapter.id, [(entry.id, entry.rules) for entry in chapter.entries]) for chapter in chapters(language)]
        for language in ("en", "fr")
    )
    assert english == french


def test_both_languages_say_each_entry_in_the_same_paragraphs_with_the_same_links():
    for english, french in zip(entries("en"), entries("fr"), strict=True):
        assert [line.startswith("- ") for line in english.lines] == [line.startswith("- ") for line in french.lines]
        for line, ligne in zip(english.lines, french.lines, strict=True):
            assert sorted(m["id"] for m in _LINK.finditer(line)) == sorted(m["id"] for m in _LINK.finditer(ligne)), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_to_other_entries(language):
    known = {entry.id for entry in entries(language)}
    for entry in entries(language):
        for link in _LINK.finditer("\n".join(entry.lines)):
            assert link["id"] in known, f"{entry.id}: {link[0]}"
            assert link["id"] != entry.id, f"{entry.id}: {link[0]}"


def test_every_rule_named_exists_and_is_named_once_in_its_entry():
    known = set(rules())
    for entry in entries("en"):
        assert [rule for rule in entry.rules if rule not in known] == [], entry.id
        assert len(entry.rules) == len(set(entry.rules)), entry.id


def test_every_rule_of_set_up_turn_building_tiles_and_scoring_is_told():
    told = entry_of_rule()
    assert [rule for rule in rules() if int(rule[1:].split(".")[0]) in RULES_TOLD and rule not in told] == []


@pytest.mark.parametrize(
    ("prefix", "names"),
    [
        ("tile", [*TILES]),
        ("card", [*CARDS]),
        ("set", [*ALL_SETS]),
        ("terrain", [*TERRAINS]),
        ("special", [*REGISTRY.special_letters]),
        ("piece", [SETTLEMENT, *REGISTRY.pieces, "wall"]),
    ],
)
def test_everything_that_has_a_name_has_an_entry_and_nothing_else_has_one(prefix, names):
    found = [entry.id.removeprefix(f"{prefix}-") for entry in entries("en") if entry.id.startswith(f"{prefix}-")]
    assert sorted(found) == sorted(names)


def test_every_rule_that_a_reason_can_carry_leads_to_an_entry():
    carried = rules_of_reasons()
    assert {"R0.21", "R4.1", "R3.36", "R5.41"} <= carried
    assert carried - entry_of_rule().keys() == set()


@pytest.mark.parametrize(
    "name", sorted({name.partition(":")[0] for name in REGISTRY.actions_by_id} - {"mandatory", "silo"})
)
def test_the_rule_of_an_action_leads_to_the_entry_of_its_tile(name):
    action = next(action for full, action in REGISTRY.actions_by_id.items() if full.partition(":")[0] == name)
    assert entry_of_rule()[action.rule] == f"tile-{name}"


def test_the_rules_of_the_mandatory_action_and_the_silos_lead_to_their_entries():
    assert entry_of_rule()[REGISTRY.actions_by_id["mandatory"].rule] == "turn-mandatory"
    assert entry_of_rule()[REGISTRY.actions_by_id["silo"].rule] == "end-silo"


def test_french_names_are_those_of_the_french_box():
    document = RULES.read_text(encoding="utf-8")
    called = titles("fr")
    tiles = re.search(r"^French names for localisation.*? Terrains — ", document, re.MULTILINE)
    assert tiles is not None
    names = re.findall(r"([a-z][a-z' ]*) \*([^*]+)\*", tiles[0])
    assert len(names) == 39
    for english, french in names:
        assert called["tile-" + english.replace("'", "").replace(" ", "_")] == french
    cards = re.findall(r"^- \*\*R7\.\d+ ([A-Z][a-z ]+)\*\* \(([^)]+)\)", document, re.MULTILINE)
    assert len(cards) >= sum(map(len, box.CARDS.values())) + len(REGISTRY.task_ids)
    for english, french in cards:
        assert called["card-" + english.lower().replace(" ", "_")] in french.split(" / ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_and_apostrophes_are_real_ones(language):
    for entry in entries(language):
        assert re.findall(r".{0,20}['\"].{0,20}", "\n".join([entry.title, *entry.lines])) == []


def test_french_has_non_breaking_spaces_where_french_wants_them():
    for entry in entries("fr"):
        for line in [entry.title, *entry.lines]:
            plain = _LINK.sub(r"\g<text>", line)
            assert re.findall(rf"(?<![{_NON_BREAKING}])[:;!?»]", plain) == [], plain
            assert re.findall(rf"«(?![{_NON_BREAKING}])", plain) == [], plain
            assert "’ " not in plain, plain
