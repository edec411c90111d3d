"""The statistics of a section's map, the usual values of the printed ones (R1.2), and the checks of a map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from kingdom_builder.engine.hexes import COORDINATES, format_hexes, iter_hexes
from kingdom_builder.engine.terrain import CODES, LAND_TERRAINS, TERRAINS
from kingdom_builder.setup.checks import ERROR, WARNING, Finding, check_section, known_counts
from kingdom_builder.setup.section_maps import printed_sections
from kingdom_builder.setup.sections import Section, all_sections, island_sides, section
from kingdom_builder.setup.statistics import FIGURES, measure, most_touching, profile, ranges
from tests import box
from tests.reference import geometry

PIECES = (*all_sections(), *island_sides())
PRINTED = (*map(section, box.SECTION_NAMES), *island_sides())
PICTURED = [section(name) for kind in ("base", "nomads") for name in box.SECTIONS[kind]]
LAND = "".join(code for code, terrain in CODES.items() if terrain in LAND_TERRAINS)
each_piece = pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)

Cell = tuple[int, int]


def cells_of(piece: Section) -> dict[Cell, str]:
    """Return the codes of a map by row and column."""
    return {(i, j): code for i, row in enumerate(piece.rows) for j, code in enumerate(row) if code != "."}


def cells(hexes: int) -> set[Cell]:
    """Return a set of hexes as rows and columns."""
    return {(COORDINATES[h].row, COORDINATES[h].col) for h in iter_hexes(hexes)}


def slow_areas(some: set[Cell]) -> list[set[Cell]]:
    """Return the connected parts of some cells, with a slow search."""
    parts: list[set[Cell]] = []
    for cell in some:
        near = [part for part in parts if geometry.neighbours(cell) & part]
        parts = [part for part in parts if part not in near] + [{cell}.union(*near)]
    return parts


def with_codes(piece: Section, changes: dict[Cell, str]) -> Section:
    """Return the section with other codes in some cells."""
    rows = [list(row) for row in piece.rows]
    for (i, j), code in changes.items():
        rows[i][j] = code
    return replace(piece, rows=tuple("".join(row) for row in rows))


def texts(found: Iterable[Finding], level: str) -> list[str]:
    """Return the texts of the findings of one level."""
    return [str(finding) for finding in found if finding.level == level]


@each_piece
def test_terrains_and_areas_are_counted(piece: Section) -> None:
    """The hexes of each terrain, and the sizes of its areas within the map, equal those of a slow count."""
    found = measure(piece.rows)
    codes = cells_of(piece)
    for code, terrain in CODES.items():
        where = {cell for cell in codes if codes[cell] == code}
        assert cells(found.terrain[TERRAINS[terrain]]) == where
        sizes = sorted(area.size for area in found.areas_of(TERRAINS[terrain]))
        assert sizes == sorted(map(len, slow_areas(where)))
    assert cells(found.all) == set(codes)


@each_piece
def test_lone_hexes_and_pairs_are_counted(piece: Section) -> None:
    """A land hex without a neighbour of its terrain is lone; pairs of one terrain are a percentage of all pairs."""
    codes = cells_of(piece)
    pairs = [(a, b) for a, b in combinations(codes, 2) if b in geometry.neighbours(a)]
    same = [(a, b) for a, b in pairs if codes[a] == codes[b] and codes[a] in CODES]
    lone = {cell for cell, code in codes.items() if code in LAND and not any(cell in pair for pair in same)}
    assert cells(measure(piece.rows).lone) == lone
    assert measure(piece.rows).same_terrain == 100 * len(same) // len(pairs)


@each_piece
def test_cave_mountains_are_counted(piece: Section) -> None:
    """The cave mountains are those with no special hex within distance 2."""
    codes = cells_of(piece)
    special = [cell for cell, code in codes.items() if code not in CODES]
    far = {
        cell
        for cell, code in codes.items()
        if code == "M" and all(geometry.distance(cell, other) > 2 for other in special)
    }
    assert cells(measure(piece.rows).cave_mountains) == far


def test_distances_of_special_hexes() -> None:
    """Tavern's special hexes are 3, 5 and 5 apart, and 3, 2 and 2 from the edge of the section."""
    found = measure(section("tavern").rows)
    assert sorted(value.number for value in FIGURES["special_distance"].values(found)) == [3, 5, 5]
    assert [value.number for value in FIGURES["edge_distance"].values(found)] == [3, 2, 2]


def test_round_areas_have_the_most_pairs_of_neighbours() -> None:
    """Complete rings of hexes have the number of pairs of the formula, and no area has more than 100 %."""
    disc = {(10, 10)}
    for _ in range(4):
        assert sum(b in geometry.neighbours(a) for a, b in combinations(disc, 2)) == most_touching(len(disc))
        disc = disc.union(*(geometry.neighbours(cell) for cell in disc))
    assert all(area.compactness <= 100 for piece in PIECES for area in measure(piece.rows).areas)


def test_r1_2_the_profile_is_that_of_the_twelve_pictured_sections() -> None:
    """The profile is the range of every figure over the 8 base and 4 Nomads sections, computed from their maps."""
    assert len(PICTURED) == 12
    assert dict(profile()) == ranges([piece.rows for piece in PICTURED])
    counts = [Counter(cells_of(piece).values()) for piece in PICTURED]
    cards = [count[code] for count in counts for code in "GCDFT"]
    assert profile()["card_hexes"] == (min(cards), max(cards))
    assert profile()["lone"] == (0, 0)
    assert profile()["special_distance"].low == 3
    assert profile()["edge_distance"].low == 1


def test_r1_2_every_section_has_known_counts() -> None:
    """Every section of the table, and each side of the Island, has its set and its special hexes."""
    assert {name for name, piece in printed_sections().items() if piece.known} == {piece.name for piece in PIECES}


@each_piece
def test_r1_2_every_count_that_is_known_agrees(piece: Section) -> None:
    """On all our maps every known count agrees, the likely ones too."""
    assert known_counts(piece)
    assert [line for line in known_counts(piece) if not line.agrees] == []


@pytest.mark.parametrize(
    "piece", [piece for piece in PRINTED if piece.set != "crossroads"], ids=lambda piece: piece.name
)
def test_our_maps_pass_the_check(piece: Section) -> None:
    """The pictured sections and the placeholders have no errors and no warnings."""
    assert check_section(piece) == []


def test_the_check_warns_about_the_unverified_maps() -> None:
    """Maps with one source have no errors; grass of Barracks + Crossroads and mountains of Fort give warnings."""
    found = {piece.name: check_section(piece) for piece in PRINTED if piece.set == "crossroads"}
    assert not [finding for findings in found.values() for finding in findings if finding.level == ERROR]
    assert {name for name, findings in found.items() if findings} == {"barracks_crossroads", "city_hall_fort"}
    assert "areas of one land terrain (grass): 5" in str(found["barracks_crossroads"])
    corrected = with_codes(section("barracks_crossroads"), {(1, 5): "T", (1, 6): "T"})
    assert check_section(corrected) == []


def test_r1_2_a_wrong_count_of_special_hexes_is_an_error() -> None:
    """A castle for a palace, a location too many or of another kind: each is an error that names its hexes."""
    temple = section("temple")
    castle = with_codes(temple, {(7, 6): "K"})
    assert texts(check_section(castle), ERROR) == [
        "error: palace hexes: 0 on the map, should be 1",
        "error: castle hexes: 1 on the map, should be 0, at g8 (row 8, hex 7)",
    ]
    third = with_codes(temple, {(8, 1): "1"})
    assert any("temple hexes: 3 on the map, should be 2" in text for text in texts(check_section(third), ERROR))
    other = replace(temple, locations=("canoe",))
    assert len(texts(check_section(other), ERROR)) == 2


def test_r1_2_a_wrong_set_is_an_error() -> None:
    """A known section has its set."""
    wrong = replace(section("temple"), set="harvest")
    assert "error: the set is harvest, but temple belongs to marshlands" in texts(check_section(wrong), ERROR)


def test_a_model_number_is_given_once() -> None:
    """A section cannot have the model number of another section of its set; its own and a new one are right."""
    copy = replace(section("garden"), name="my_garden")
    (taken,) = texts(check_section(copy), ERROR)
    assert taken == f"error: model: {copy.model} is taken by garden; leave out the line 'model:'"
    for right in (section("garden"), replace(copy, model=None), replace(copy, model=99)):
        assert texts(check_section(right), ERROR) == []


@pytest.mark.parametrize("confidence", ["certain", "Low", "none, a placeholder map of our own"])
def test_an_unknown_confidence_is_an_error(confidence: str) -> None:
    """The confidence is one of four; a placeholder has another text there."""
    (wrong,) = texts(check_section(replace(section("farm"), confidence=confidence)), ERROR)
    assert wrong == f"error: confidence: {confidence!r} is not one of very high, high, medium, low"
    assert texts(check_section(replace(section("farm"), confidence=confidence, placeholder=True)), ERROR) == []


def test_a_section_of_a_set_without_known_counts_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says which line to add, and no count is compared with zero."""
    bare = replace(section("quarry"), known=())
    monkeypatch.setitem(printed_sections(), "quarry", bare)
    assert known_counts(bare) == []
    assert texts(check_section(bare), ERROR) == [
        "error: there is no line 'known:'; if the map is right, add 'known: quarry 1, nomad 3'"
    ]


def test_r1_2_oasis_with_a_mountain_is_an_error() -> None:
    """The rules say that Oasis has no mountain."""
    hilly = with_codes(section("oasis"), {(0, 0): "M"})
    assert texts(check_section(hilly), ERROR) == [
        "error: mountain hexes: 1 on the map, should be 0, at a1 (row 1, hex 1)"
    ]


def test_a_likely_count_is_only_a_warning() -> None:
    """Cave mountains, and the castle on which two sources differ, are not certain, so a difference is a warning."""
    piece = section("mountain_station_scout_cabin")
    castle = with_codes(piece, {(1, 4): "K"})
    assert texts(check_section(castle), ERROR) == []
    assert "castle hexes: 1 on the map, should probably be 0, at e2 (row 2, hex 5)" in str(check_section(castle)[1])
    flat = with_codes(section("canoe"), {(0, 9): "F"})
    assert "cave mountains: 6 on the map, should probably be 7" in str(check_section(flat)[0])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({(0, 9): "D"}, "no neighbour of their own terrain: 1, but the sections known from a picture have 0, at j1"),
        ({(8, 8): "S"}, "hexes of swamp: 1, but the sections known from a picture have 0, at i9 (row 9, hex 9)"),
        ({(i, j): "G" for i in range(3) for j in range(10)}, "hexes of one card terrain (grass): "),
        ({(i, 9): "W" if i % 2 else "M" for i in range(10)}, "areas of mountain: "),
    ],
    ids=["lone hex", "swamp in the base game", "too much grass", "too many mountains"],
)
def test_what_is_unusual_is_a_warning_with_figures(changes: dict[Cell, str], words: str) -> None:
    """A map outside the ranges of the pictured ones gets a warning with the hexes and the figures."""
    found = check_section(with_codes(replace(section("farm"), name="my_land", model=None), changes))
    assert texts(found, ERROR) == []
    assert any(words in text for text in texts(found, WARNING))


def test_special_hexes_too_near_are_a_warning() -> None:
    """Special hexes on the edge, or two next to each other, are named."""
    moved = with_codes(replace(section("farm"), name="my_land"), {(1, 1): "D", (0, 3): "K", (1, 3): "1"})
    found = texts(check_section(moved), WARNING)
    assert any(
        text.endswith("at d1 (row 1, hex 4)") and "distance of a special hex from the edge" in text for text in found
    )
    assert any(text.endswith("at d1 (row 1, hex 4), d2 (row 2, hex 4)") for text in found)


def test_long_lists_of_hexes_are_cut() -> None:
    """A warning names four hexes and counts the rest."""
    wet = with_codes(section("oasis"), {(i, j): "W" for i in range(10) for j in range(5)})
    assert any(
        "at a1 (row 1, hex 1), b1 (row 1, hex 2)" in text and " more" in text for text in map(str, check_section(wet))
    )


def test_the_island_is_checked_too() -> None:
    """A lone hex, a second area or a mountain on the rope bridge side is a warning, a missing castle is an error."""
    side = island_sides()[0]
    lone = check_section(with_codes(side, {(2, 7): "G"}))
    assert [format_hexes(finding.hexes) for finding in lone] == ["i:h3"]
    assert "at h3 (row 3, hex 8)" in str(lone[0])
    assert "the Island is in 2 pieces" in str(check_section(with_codes(side, {(4, 9): "T", (4, 8): "T"})))
    assert [f.level for f in check_section(with_codes(side, {(4, 1): "M"}))] == [WARNING]
    assert [f.level for f in check_section(with_codes(side, {(1, 4): "F"}))] == [ERROR]


def test_a_new_section_has_no_known_counts() -> None:
    """A map with a new name has no known counts; only its figures are checked."""
    assert known_counts(replace(section("temple"), name="my_temple")) == []
