"""The files are read and merged as docs/texts.md says."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingdom_builder.texts import catalogue as module
from kingdom_builder.texts.catalogue import LANGUAGES, TextError, catalogue, folders, parameters
from kingdom_builder.texts.export import page_rules, page_texts
from kingdom_builder.texts.sentences import sentence, tile_name

SET = """\
<!-- A set of the tests. -->
section.meadow: Meadow

# Location tiles {#locations}

## Mill {#tile-mill}
after: tile-farm
rules: R5.4
line: Build one settlement.
question.build: {tile}: build by the river.
question.build.more: {tile}: build more by the river, or stop.

Build one settlement.

- Anywhere.

## Well {#tile-well}
rules: R5.4
name: Deep well
line: Build another.

Build another.
"""


@pytest.fixture
def add_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Return a function that adds a folder with the text given, in all languages."""

    def add(text: str) -> None:
        for language in LANGUAGES:
            title = {chapter.id: chapter.title for chapter in catalogue(language).chapters}["locations"]
            (tmp_path / f"text.{language}.md").write_text(text.replace("Location tiles", title), encoding="utf-8")
        found = (*folders(), tmp_path)
        monkeypatch.setattr(module, "folders", lambda: found)

    return add


def test_a_set_in_another_folder_joins(add_set):
    """Its keys are made of the id of the entry, and its entries stand where they say."""
    add_set(SET)
    texts = catalogue("fr").texts
    assert (texts["tile.mill.name"], texts["tile.mill.line"]) == ("Mill", "Build one settlement.")
    assert texts["tile.well.name"] == "Deep well"
    assert texts["section.meadow"] == "Meadow"
    assert texts["question.build.mill.more"] == "{tile}: build more by the river, or stop."
    (chapter,) = (chapter for chapter in catalogue("fr").chapters if chapter.id == "locations")
    ids = [entry.id for entry in chapter.entries]
    assert ids[ids.index("tile-farm") :][:3] == ["tile-farm", "tile-mill", "tile-well"]
    assert chapter.entries[ids.index("tile-mill")].lines == ("Build one settlement.", "- Anywhere.")
    assert catalogue("en").name(tile_name("well")) == "Deep well"
    assert page_texts("en")["tile.well.name"] == "Deep well"
    assert "tile-well" in [entry["id"] for chapter in page_rules("en") for entry in chapter["entries"]]


def test_without_the_folder_the_set_is_gone():
    assert "tile.mill.name" not in catalogue("en")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("section.meadow", "section.farm", r":2: section.farm is there twice"),
        ("name: Deep well", "line: Deep well", r"line is there twice"),
        ("tile-well", "tile-tower", r"tile.tower.name is there twice"),
        ("after: tile-farm", "after: tile-moon", r"there is no entry tile-moon in the chapter locations"),
        ("name: Deep well", "Deep well", r":19: expected `key: text`"),
        ("{#locations}", "{#tasks}", r":4: the chapter tasks is called"),
    ],
)
def test_a_mistake_is_named_with_its_file(add_set, old, new, message):
    add_set(SET.replace(old, new, 1))
    with pytest.raises(TextError, match=f"text.en.md.*{message}"):
        catalogue("en")


@pytest.mark.parametrize(
    ("language", "number", "words"),
    [("en", 0, "0 more hexes"), ("en", 1, "1 more hex,"), ("fr", 0, "de 0 case "), ("fr", 2, "de 2 cases ")],
)
def test_a_number_chooses_the_word(language, number, words):
    """In French nought takes the singular."""
    assert words in catalogue(language).format("question.step.more", tile="Wagon", piece="e5", n=number)


def test_a_sentence_takes_players_and_nouns():
    said = sentence("log.used", name={"seat": 1}, tile=tile_name("donation:grass"), n=3)
    assert said["params"].keys() == {"name", "tile"}
    assert catalogue("fr").say(said, ["Ada", "Bo"]) == "Bo utilise la plaquette Don (Prairie)."
    assert parameters("log.gold") == {"name", "n"}


def test_what_only_the_commands_say_is_not_for_the_page():
    assert not [key for key in page_texts("en") if key.startswith("cli.")]
    assert [key for key in catalogue("en").texts if key.startswith("cli.")]
