"""All texts use the words of docs/glossary.md, in French those of the French box."""

from __future__ import annotations

import json

import pytest

from kingdom_builder.texts.catalogue import LANGUAGES, catalogue
from tests.texts.glossary import GLOSSARY, ROOT, Word, mistakes, read_glossary, texts

WORDS = read_glossary(GLOSSARY.read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_uses_a_wrong_word(language):
    wrong = [
        f"{place}: {found!r} should be {right!r}: {text}"
        for place, text in texts(language)
        for found, right in mistakes(text, language, WORDS)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", [word for word in WORDS if word.key], ids=lambda word: word.key)
def test_the_text_of_a_key_contains_its_word(word, language):
    page = json.loads((ROOT / "frontend" / "src" / "texts" / f"page.{language}.json").read_text(encoding="utf-8"))
    text = {**catalogue(language).texts, **page}[word.key]
    pattern = Word(word.key, {language: ("…",)}, {language: word.right[language][:1]})
    assert mistakes(text, language, [pattern]), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_and_every_rule_for_players_is_read(language):
    read = {text for _, text in texts(language)}
    entries = [entry for chapter in catalogue(language).chapters for entry in chapter.entries]
    rules = {line for entry in entries for line in (entry.title, *entry.lines)}
    assert {*catalogue(language).texts.values(), *rules} - read == set()


def test_a_text_is_named_by_its_file_and_key():
    read = dict(texts("fr"))
    assert read["src/kingdom_builder/texts/core.fr.md: phrase.hello"] == "Bonjour\u202f!"
    assert read["src/kingdom_builder/sets/base/text.fr.md: card-castle line"].startswith("3 points pour chaque château")
    assert read["frontend/src/texts/page.fr.json: app.close"] == "Fermer"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Construisez une colonie.", [("colonie", "cité")]),
        ("{n} {n:colonie|colonies}", [("colonie", "cité"), ("colonies", "cité")]),
        ("Prenez une tuile Colonie ; deux tuiles Colonie.", []),
        ("Prenez une tuile.", [("tuile", "plaquette de lieu")]),
        ("Les Colonies se touchent.", [("Colonies", "cité")]),
        ("3 pièces d’or.", [("pièces", "point"), ("or", "point")]),
        ("Hors de l’orbite, encore.", []),
        (
            "Vos [secteurs](#board-sections) et le quart.",
            [("secteurs", "section de plateau"), ("quart", "section de plateau")],
        ),
        ("Piochez une carte terrain.", [("carte terrain", "carte Terrain")]),
        ("Cartes Terrain, carte Terrain Marais.", []),
        ("Les terres cultivables.", []),
        ("Une terre libre.", [("terre", "terrain constructible")]),
        ("Posez-le ; il est posé.", [("Posez", "placer"), ("posé", "placer")]),
        ("Le château est tiré au sort ; tirez une carte.", [("tirez", "piocher")]),
        ("Une action bonus.", [("action bonus", "action Bonus Refuge")]),
        ("L’action Bonus Refuge et l’action «\u00a0Cultiver\u00a0».", []),
        ("Une case\u00a0nomade.", [("case nomade", "case Nomades")]),
        ("Une case libre, une case Nomades.", []),
    ],
)
def test_the_checker_finds_wrong_words_and_their_inflections(text, found):
    assert mistakes(text, "fr", WORDS) == found


def test_the_checker_reads_english_too():
    assert mistakes("Next to a nomad camp.", "en", WORDS) == [("nomad camp", "nomad space")]
