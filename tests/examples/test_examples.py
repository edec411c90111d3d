"""The engine agrees with every example of the rules, and examples and captions belong together."""

from __future__ import annotations

import pytest

from kingdom_builder.examples.claims import wrong_claims
from kingdom_builder.examples.example_file import Example, ExampleError, all_examples, parse_examples
from kingdom_builder.examples.positions import play
from kingdom_builder.texts.catalogue import LANGUAGES, catalogue

EXAMPLES = [
    pytest.param(example, id=f"{entry}-{number}")
    for entry, found in all_examples().items()
    for number, example in enumerate(found, 1)
]
CHAPTERS = ("board", "building", "tiles", "end")
"""The chapters of the core about places, each of which has examples."""

WITHOUT_PICTURE = {"tile-collect", "card-in_game"}
"""A button of the cathedral, and the sum of what other cards and tiles pay in play."""

FARM = """\
## tile-farm
terrain: desert
tiles: farm
    T    G0   G+   D
      G+   G+   farm G
    D    N:treasure D0   G1
allowed: farm
"""


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_engine_agrees(example: Example) -> None:
    assert wrong_claims(example) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_has_a_caption_and_every_caption_an_example(language: str) -> None:
    entries = [entry for chapter in catalogue(language).chapters for entry in chapter.entries]
    captions = {entry.id: len(entry.captions) for entry in entries if entry.captions}
    assert captions == {entry: len(found) for entry, found in all_examples().items()}


def test_every_tile_and_card_has_an_example() -> None:
    """Also those that are no entries of a set, such as the bonuses that change another action."""
    entries = [entry.id for chapter in catalogue("en").chapters for entry in chapter.entries]
    things = {entry for entry in entries if entry.startswith(("tile-", "card-"))}
    assert things - all_examples().keys() == WITHOUT_PICTURE


@pytest.mark.parametrize("name", CHAPTERS)
def test_the_rules_about_places_have_examples(name: str) -> None:
    (chapter,) = (chapter for chapter in catalogue("en").chapters if chapter.id == name)
    assert any(entry.id in all_examples() for entry in chapter.entries)


def one(text: str) -> Example:
    """Return the only example of a text."""
    (example,) = parse_examples(text, "examples.txt")
    return example


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("", "", []),
        ("G+   D\n", "G    D\n", ["allowed: farm: the engine allows c1 a2 b2, the map a2 b2"]),
        ("D    N", "D+   N", ["allowed: farm: the engine allows c1 a2 b2, the map c1 a2 b2 a3"]),
        ("farm G\n", "farm G!\n", []),
        ("G+   D\n", "G+!  D\n", ["allowed: farm: the engine allows c1"]),
        ("allowed: farm", "pays: discoverers 2", ["pays: discoverers 2: it pays for b1 c3"]),
        ("allowed: farm", "pays: citizens 1", ["pays: citizens 1: it pays 0"]),
        ("allowed: farm", "neighbours:", ["neighbours: : the neighbours are none"]),
        ("allowed: farm", "play: b3\ngold: 0", "b3: d5 is not allowed: special_hex"),
        ("allowed: farm", "play: a3\ngold: 3", []),
        ("allowed: farm", "play: a3\ngold: 2", ["gold: 2: it is 3"]),
        ("allowed: farm", "play: d1\ntakes: farm", ["takes: farm: it takes none"]),
        ("allowed: farm", "play: d1\nloses: farm", ["loses: farm: it loses none"]),
        ("allowed: farm", "play: d1\nhand: 2", ["hand: 2: there are 1"]),
        ("allowed: farm", "play: d1\nends: yes", ["ends: yes: the end is not triggered by the answers"]),
        ("allowed: farm", "supply: 1\nplay: a3\nends: yes", []),
    ],
)
def test_a_claim_that_is_not_true_is_found(old: str, new: str, wrong: list[str] | str) -> None:
    example = one(FARM.replace(old, new))
    if isinstance(wrong, str):
        with pytest.raises(ExampleError, match=wrong):
            wrong_claims(example)
    else:
        assert wrong_claims(example) == wrong


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("## tile-farm\n", "", "examples.txt:1: expected `## ENTRY` before it"),
        ("allowed: farm", "", "examples.txt:1: tile-farm: expected a map and a claim"),
        ("allowed: farm", "allowed: mill", "'mill' is no action"),
        ("allowed: farm", "alowed: farm", "expected a map and a claim"),
        ("allowed: farm", "Allowed", "examples.txt:7: expected `key: value`"),
        ("terrain: desert", "terrain: [", "terrain is no claim, and the value of a field is a name or JSON"),
        ("terrain: desert", "terrain: sea", "terrain: expected one of"),
        ("terrain: desert", "at: z1", "examples.txt:2: at: 'z1' is not a hex"),
        ("terrain: desert", "at: t1", "the map is larger than the board"),
        ("tiles: farm", "tiles: oasis", r"players\[0\].tiles\[0\].at: expected a hex"),
        ("G1", "Q1", "examples.txt:6: 'Q1': Q is neither a terrain nor a special hex nor a location"),
        ("G1", "G?", "'G\\?' is no hex"),
        ("G1", "G/windmill1", r"players\[1\].windmills: there is no such field"),
        ("N:treasure", "N", "expected one of .* behind the colon"),
    ],
)
def test_an_error_in_a_file_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(ExampleError, match=message):
        wrong_claims(one(FARM.replace(old, new)))


def test_pieces_that_are_built_and_moved_are_noted() -> None:
    """The drawing shows them."""
    farm = one(FARM.replace("allowed: farm", "play: farm a2\ngold: 0"))
    assert (play(farm).built, play(farm).moved) == ((farm.hex("a2"),), ())
    barn = one(FARM.replace("farm", "barn").replace("allowed: barn", "play: barn b1 a3\ngold: 3"))
    assert (play(barn).built, play(barn).moved) == ((), ((barn.hex("b1"), barn.hex("a3")),))
