"""The texts are complete: everything that has a name has its texts, in both languages, with the same parameters."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kingdom_builder.bots import OPPONENTS
from kingdom_builder.engine.answers import CONTROLS
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import ALL_SETS
from kingdom_builder.setup.options import set_options
from kingdom_builder.setup.sections import all_sections, island_sides
from kingdom_builder.texts.catalogue import LANGUAGES, catalogue, folders
from tests.rule_coverage import rules
from tests.texts.names import ACTIONS, BONUS_TILES, CARDS, TILES

ENGLISH, FRENCH = catalogue("en").texts, catalogue("fr").texts
PIECES = (SETTLEMENT, *REGISTRY.pieces, "wall")
LONGEST_SHORT_LINE = 45
NARROW, FIXED = "\u202f", "\u00a0"
PAGE = Path(__file__).parents[2] / "frontend/src/texts"
_PUT = re.compile(r"\{(\w+)\}")
_CHOSEN = re.compile(r"\{(\w+):[^|}]*\|[^}]*\}")

WANTED = {
    *(f"set.{name}.{part}" for name in ALL_SETS for part in ("name", "line")),
    *(f"tile.{name}.{part}" for name in (*ACTIONS, *BONUS_TILES) for part in ("name", "line")),
    *(f"card.{name}.{part}" for name in CARDS for part in ("name", "line", "short")),
    *(f"section.{piece.name}" for piece in (*all_sections(), *island_sides())),
    *(f"{family}.{name}" for name in TERRAINS for family in ("terrain", "on", "free", "option")),
    *(f"special.{name}.name" for name in REGISTRY.special_letters),
    *(f"article.{name}" for name in (*REGISTRY.special_letters, *PIECES)),
    *(f"piece.{name}" for name in PIECES),
    *(f"option.{name}" for name in CONTROLS),
    *(f"reason.{code}" for code in REGISTRY.reasons),
    *(f"choose.{option.name}" for option in set_options()),
    *(f"tool.{field.field}" for s in REGISTRY.sets for field in s.fields.editable if field.of not in PIECES),
    *(f"mark.{mark.id}" for s in REGISTRY.sets for mark in (*s.icons.on_terrain, *s.icons.on_special)),
    *(f"piece.{mark.id}" for s in REGISTRY.sets for mark in s.icons.standing),
    *(f"level.{name}.{part}" for name in OPPONENTS for part in ("name", "line")),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_has_a_name_has_its_texts(language):
    assert sorted(WANTED - catalogue(language).texts.keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_line_of_a_card_fits_on_the_card(language):
    texts = catalogue(language).texts
    short = {key: text for key, text in texts.items() if key.startswith("card.") and key.endswith(".short")}
    assert [text for text in short.values() if len(text) > LONGEST_SHORT_LINE or text.endswith(".")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_card_and_set_has_a_rule_for_players(language):
    found = {entry.id for chapter in catalogue(language).chapters for entry in chapter.entries}
    wanted = {
        *(f"tile-{name}" for name in TILES),
        *(f"card-{name}" for name in CARDS),
        *(f"set-{name}" for name in ALL_SETS),
    }
    assert sorted(wanted - found) == []


def test_every_option_is_a_tile_a_terrain_or_a_control():
    """So every option has a text for its button."""
    assert [
        name
        for name in REGISTRY.option_names.values()
        if f"option.{name}" not in ENGLISH and name.partition(":")[0] not in ACTIONS
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_is_cited_exists(language):
    known = set(rules())
    for chapter in catalogue(language).chapters:
        for entry in chapter.entries:
            assert entry.rules, entry.id
            assert [rule for rule in entry.rules if rule not in known] == [], entry.id


def test_both_languages_have_the_same_texts():
    assert ENGLISH.keys() == FRENCH.keys()


@pytest.mark.parametrize("key", [key for key in ENGLISH if "{" in ENGLISH[key] or "{" in FRENCH.get(key, "")])
def test_both_languages_take_the_same_parameters(key):
    """What is put into a text is in both; what only chooses a word may be where a language needs it."""
    assert set(_PUT.findall(ENGLISH[key])) == set(_PUT.findall(FRENCH[key]))
    known = set(_PUT.findall(ENGLISH[key])) | set(_CHOSEN.findall(ENGLISH[key])) | {"n"}
    assert set(_CHOSEN.findall(FRENCH[key])) <= known
    for text in (ENGLISH[key], FRENCH[key]):
        assert not re.search(r"[{}]", _PUT.sub("", _CHOSEN.sub("", text))), "a brace is left over"


def test_french_is_set_as_french():
    """A space that does not break stands before ; ! ? and : and inside « »; apostrophes are round.

    A colon inside a word belongs to what is typed, such as farm:180.
    """
    wrong = []
    for key, text in FRENCH.items():
        plain = re.sub(r"\{(\w+):([^|}]*)\|([^}]*)\}", r"\2 \3", text)
        bad_mark = re.search(rf"(?<![{NARROW}{FIXED};!?])[;!?]|(?<![{NARROW}{FIXED}]):(?!\S)", plain)
        bad_quote = re.search(rf"«(?![{NARROW}{FIXED}])|(?<![{NARROW}{FIXED}])»|['\"]", plain)
        if bad_mark or bad_quote:
            wrong.append(f"{key}: {text}")
    rule = "a no-break space (U+00A0) before ; ! ? : and inside « », a round apostrophe"
    assert not wrong, "\n".join([f"French needs {rule}:", *wrong])


@pytest.mark.parametrize(("language", "before"), [("en", ""), ("fr", FIXED)])
def test_percent_signs_are_written_in_one_way(language, before):
    page = json.loads((PAGE / f"page.{language}.json").read_text(encoding="utf-8"))
    texts = {**catalogue(language).texts, **page}
    wrong = [
        f"{key}: {text}"
        for key, text in texts.items()
        if any(space != before for space in re.findall(r"[\d}](\s*)%(?!\()", text))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_spaces_too_many(language):
    for key, text in catalogue(language).texts.items():
        assert text.strip() == text != "", key
        assert "  " not in text, key


def test_a_set_is_silent_about_the_tiles_and_cards_of_other_sets():
    """The header lines for a tile are in the file of the set that brings the tile."""
    owner = {
        name: folder.name
        for folder in folders()
        for name in re.findall(r"\{#((?:tile|card)-\w+)\}", (folder / "text.en.md").read_text(encoding="utf-8"))
    }
    assert {owner[f"tile-{name}"] for name in ("canoe", "temple_bonus")} == {"marshlands"}
    assert {owner[f"card-{name}"] for name in ("lords", "castle")} == {"base"}
    assert len(owner) == len(TILES) + len(CARDS) - 1, "all but the gold earned in play belong to a set"
