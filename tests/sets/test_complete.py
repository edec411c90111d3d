"""Every entry of every set is complete: number, icon, texts, players' rule, example, rule, and a test that cites it.

Sections have a name, and no two locations look the same on a text board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kingdom_builder.engine.actions.base import IF_POSSIBLE
from kingdom_builder.engine.actions.build import Build
from kingdom_builder.engine.actions.where import Where
from kingdom_builder.engine.board import LOCATION
from kingdom_builder.engine.terrain import GRASS
from kingdom_builder.examples.example_file import all_examples
from kingdom_builder.render.text import short_name
from kingdom_builder.sets.drawing import Icons
from kingdom_builder.sets.entries import Card, GameSet, Task, Tile
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.section_maps import printed_sections
from kingdom_builder.texts.catalogue import LANGUAGES, catalogue
from tests.rule_coverage import covered_rules, rules
from tests.sets import example
from tests.sets.test_numbers import NUMBERS

PERMANENT = {name: number for number, name in NUMBERS}
RULES, CITED = frozenset(rules()), frozenset(covered_rules())
WITHOUT_PLAYERS_RULE = ("silo",)
"""The chapter on the end of the game explains it."""


@pytest.mark.parametrize("game_set", REGISTRY.sets, ids=lambda game_set: game_set.id)
def test_every_entry_is_complete(game_set: GameSet) -> None:
    assert list(missing(game_set)) == []


@pytest.mark.parametrize("game_set", REGISTRY.sets, ids=lambda game_set: game_set.id)
def test_every_number_is_in_the_list(game_set: GameSet) -> None:
    entries = (*game_set.tiles, *game_set.nomad_tiles, *game_set.actions)
    numbers = {entry.id: entry.number for entry in entries} | dict(game_set.answers)
    assert {name: number for name, number in numbers.items() if PERMANENT.get(name) != number} == {}


def test_the_example_set_is_complete() -> None:
    with REGISTRY.extended(example.SET):
        assert list(missing(example.SET)) == []


def test_what_an_entry_lacks_is_named() -> None:
    """A tile and a card without anything but their id."""
    bare = replace(
        example.SET,
        tiles=(
            *example.SET.tiles,
            Tile(Build("mill", 547, "R5.999", on=GRASS)),
            Tile(Build("tower_gate", 546, "R5.4", on=GRASS, where=Where.OUTER_EDGE)),
        ),
        cards=(*example.SET.cards, Card("poets", "R7.999", score=example.GARDENERS.score)),
        icons=Icons(tiles={"orchard": example.SET.icons.tiles["orchard"]}),
    )
    with REGISTRY.extended(bare):
        assert list(missing(bare)) == [
            "market: no icon",
            "mill: no icon",
            "mill: no text tile.mill.name in en",
            "mill: no text tile.mill.line in en",
            "mill: no players' rule tile-mill in en",
            "mill: no text tile.mill.name in fr",
            "mill: no text tile.mill.line in fr",
            "mill: no players' rule tile-mill in fr",
            "mill: no example of tile-mill",
            "mill: rule R5.999 is not in docs/rules.md",
            "mill: no test cites R5.999",
            "tower_gate: no icon",
            "tower_gate: 'tow' on text boards is also tower; add other letters to short_names in icons.py",
            "tower_gate: no text tile.tower_gate.name in en",
            "tower_gate: no text tile.tower_gate.line in en",
            "tower_gate: no text question.build.tower_gate in en",
            "tower_gate: no text reason.must_be_adjacent.tower_gate in en",
            "tower_gate: no players' rule tile-tower_gate in en",
            "tower_gate: no text tile.tower_gate.name in fr",
            "tower_gate: no text tile.tower_gate.line in fr",
            "tower_gate: no text question.build.tower_gate in fr",
            "tower_gate: no text reason.must_be_adjacent.tower_gate in fr",
            "tower_gate: no players' rule tile-tower_gate in fr",
            "tower_gate: no example of tile-tower_gate",
            "gardeners: no icon",
            "poets: no icon",
            "poets: no text card.poets.name in en",
            "poets: no text card.poets.line in en",
            "poets: no players' rule card-poets in en",
            "poets: no text card.poets.name in fr",
            "poets: no text card.poets.line in fr",
            "poets: no players' rule card-poets in fr",
            "poets: no example of card-poets",
            "poets: rule R7.999 is not in docs/rules.md",
            "poets: no test cites R7.999",
        ]


def missing(game_set: GameSet) -> Iterator[str]:
    """Yield what the entries of a set lack."""
    icons = game_set.icons
    for tile in game_set.tiles:
        if tile.id not in icons.tiles:
            yield f"{tile.id}: no icon"
        yield from _same_letters(tile)
        yield from _missing_words("tile", tile.id, tile.rule, *_sentences_of(tile))
    for nomad_tile in game_set.nomad_tiles:
        kind = nomad_tile.id.partition(":")[0]
        # A donation shows its terrain instead of an icon.
        if kind == nomad_tile.id and kind not in icons.nomad_tiles:
            yield f"{kind}: no icon"
        yield from _missing_words("tile", kind, nomad_tile.rule)
    for action in game_set.actions:
        if action.id not in (*icons.actions, *icons.specials):
            yield f"{action.id}: no icon"
        yield from _missing_words("tile", action.id, action.rule)
    cards: tuple[Card | Task, ...] = (*game_set.cards, *game_set.tasks)
    for card in cards:
        if card.id not in icons.cards:
            yield f"{card.id}: no icon"
        yield from _missing_words("card", card.id, card.rule)
    for special in game_set.specials:
        # A location shows the icon of its tile.
        if special.letter and special.id not in (*icons.specials, LOCATION):
            yield f"{special.id}: no icon"
        if special.score is not None:
            if special.id not in (*icons.specials, *icons.cards):
                yield f"{special.id}: no icon"
            yield from _missing_words("card", special.id, special.rule)
    for section in printed_sections().values():
        for language in LANGUAGES:
            if section.set == game_set.id and f"section.{section.name}" not in catalogue(language):
                yield f"{section.name}: no text section.{section.name} in {language}"
    for piece in game_set.pieces:
        if piece.id not in icons.pieces and piece.id not in [mark.id for mark in icons.standing]:
            yield f"{piece.id}: no icon"


def _sentences_of(tile: Tile) -> Iterator[str]:
    """Yield the sentences that a tile with a condition needs: the general ones name only its terrain."""
    if isinstance(tile.action, Build) and tile.action.where is not None:
        yield f"question.build.{tile.id}"
        if tile.action.adjacency == IF_POSSIBLE:
            yield f"reason.must_be_adjacent.{tile.id}"


def _same_letters(tile: Tile) -> Iterator[str]:
    letters = short_name(tile.id)
    for other in REGISTRY.tiles.values():
        if short_name(other.id) == letters and other.number < tile.number:
            hint = "add other letters to short_names in icons.py"
            yield f"{tile.id}: {letters!r} on text boards is also {other.id}; {hint}"


def _missing_words(kind: str, name: str, rule: str, *sentences: str) -> Iterator[str]:
    for language in LANGUAGES:
        found = catalogue(language)
        for key in (f"{kind}.{name}.name", f"{kind}.{name}.line", *sentences):
            if key not in found:
                yield f"{name}: no text {key} in {language}"
        entries = {entry.id for chapter in found.chapters for entry in chapter.entries}
        if f"{kind}-{name}" not in entries and name not in WITHOUT_PLAYERS_RULE:
            yield f"{name}: no players' rule {kind}-{name} in {language}"
    if f"{kind}-{name}" not in all_examples() and name not in WITHOUT_PLAYERS_RULE:
        yield f"{name}: no example of {kind}-{name}"
    if rule not in RULES:
        yield f"{name}: rule {rule} is not in docs/rules.md"
    if rule not in CITED:
        yield f"{name}: no test cites {rule}"
