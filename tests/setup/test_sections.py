"""The maps of the board sections (R1.2), their place on the board (R0.16), and section files of users."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from kingdom_builder.engine.hexes import (
    BOARD,
    COORDINATES,
    ISLAND,
    NEIGHBOURS,
    SECTIONS,
    Coordinate,
    areas,
    distance,
    iter_hexes,
)
from kingdom_builder.engine.terrain import CODES, LAND_TERRAINS, MOUNTAIN
from kingdom_builder.game import Game, new_game
from kingdom_builder.setup import section_maps
from kingdom_builder.setup.boards import board_from_sections
from kingdom_builder.setup.sections import (
    Section,
    SectionError,
    add_folder,
    all_sections,
    cells_alone,
    island_cells,
    island_sides,
    parse_section,
    placed,
    section,
)
from tests import box

LAND_CODES = {code for code, terrain in CODES.items() if terrain in LAND_TERRAINS}
SPECIAL_CODES = {"K", "N", "P", "O", "1", "2"}
OWN_TERRAIN = {"marshlands": "S", "harvest": "A"}

each_section = pytest.mark.parametrize("piece", all_sections(), ids=lambda piece: piece.name)
each_printed = pytest.mark.parametrize("name", box.SECTION_NAMES)
Cells = dict[tuple[int, int], str]


def cells_of(piece: Section) -> Cells:
    """Return the codes of a section by (row, col) inside it."""
    return {(i, j): code for i, row in enumerate(piece.rows) for j, code in enumerate(row)}


def special_hexes(piece: Section) -> Counter[str]:
    """Count the special hexes of each kind of a section, locations by their names."""
    meaning = {"K": "castle", "N": "nomad", "P": "palace", "O": "silo"}
    meaning |= {str(n): name for n, name in enumerate(piece.locations, 1)}
    return Counter(meaning[code] for code in cells_of(piece).values() if code in meaning)


def around(i: int, j: int) -> set[tuple[int, int]]:
    """Return the neighbours of a cell inside an unturned section."""
    return {
        (COORDINATES[n].row, COORDINATES[n].col) for n in iter_hexes(NEIGHBOURS[Coordinate(i, j).hex] & SECTIONS[0])
    }


def cave_candidates(piece: Section) -> set[tuple[int, int]]:
    """Return the mountains at distance 3 or more of every special hex of the section (R2.23)."""
    cells = cells_of(piece)
    special = [Coordinate(*at).hex for at, code in cells.items() if code in SPECIAL_CODES]
    mountains = {at for at, code in cells.items() if CODES.get(code) == MOUNTAIN}
    return {at for at in mountains if all((distance(Coordinate(*at).hex, h) or 0) >= 3 for h in special)}


@pytest.mark.parametrize(("game_set", "count"), [("base", 8), *((name, 4) for name in list(box.SECTIONS)[1:])])
def test_r1_2_the_24_sections(game_set: str, count: int) -> None:
    """There are 8 base sections and 4 of each other set, with the special hexes of the table and no others."""
    pieces = [section(name) for name in box.SECTIONS[game_set]]
    assert len(pieces) == count
    assert {piece.set for piece in pieces} == {game_set}
    assert {piece.name: dict(special_hexes(piece)) for piece in pieces} == box.SECTIONS[game_set]


@each_section
def test_r0_2_r1_2_a_section_has_100_hexes(piece: Section) -> None:
    """A section is 10 rows of 10 hexes, with swamp only in Marshlands and farmland only in Harvest."""
    assert [len(row) for row in piece.rows] == [10] * 10
    assert set(cells_of(piece).values()) <= set("GCDFTWM") | SPECIAL_CODES | set(OWN_TERRAIN.get(piece.set, ""))


def test_r0_2_a_board_has_400_hexes() -> None:
    """Four sections make a board of 20 by 20 hexes, each of one terrain or one special hex."""
    board = board_from_sections((("tavern", False), ("quarry", True), ("monastery_wagon", False), ("oracle", True)))
    assert board.open | board.special == BOARD
    assert sum(terrain.bit_count() for terrain in board.terrain) + board.special.bit_count() == 400


def test_r1_2_oasis_has_no_mountain() -> None:
    """Oasis is the only printed section without a mountain."""
    assert [name for name in box.SECTION_NAMES if not any("M" in row for row in section(name).rows)] == ["oasis"]


@pytest.mark.parametrize("name", box.SECTIONS["nomads"])
def test_r2_13_nomads_sections_have_no_castles(name: str) -> None:
    """A Nomads section has nomad spaces and no castle."""
    found = special_hexes(section(name))
    assert found["castle"] == 0
    assert found["nomad"] > 0


@pytest.mark.parametrize("name", box.SECTIONS["marshlands"])
def test_r2_17_marshlands_sections_have_palaces_and_no_castles(name: str) -> None:
    """A Marshlands section has a palace, no castle, and swamp."""
    found = special_hexes(section(name))
    assert (found["castle"], found["palace"]) == (0, 1)
    assert "S" in cells_of(section(name)).values()


@each_printed
def test_r1_2_no_lone_hex(name: str) -> None:
    """Every hex that can be built on has a neighbour of the same terrain within its section, as all known maps have."""
    cells = cells_of(section(name))
    lone = {at for at, code in cells.items() if code in LAND_CODES and not any(cells[n] == code for n in around(*at))}
    assert not lone


@each_printed
def test_special_hexes_of_a_section_do_not_touch(name: str) -> None:
    """No two special hexes of a section are neighbours; this often finds a digit that is off by one cell."""
    special = [at for at, code in cells_of(section(name)).items() if code in SPECIAL_CODES]
    assert not [at for at in special if around(*at) & set(special)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("oasis", set()),
        ("harbor", {(3, 6)}),
        ("farm", {(7, 4), (8, 1)}),
        ("oracle", {(5, 0), (8, 7)}),
        ("caravan", {(3, 7)}),
        ("quarry", {(0, 6), (2, 1), (2, 9)}),
    ],
)
def test_r9_58_cave_candidates(name: str, expected: set[tuple[int, int]]) -> None:
    """The mountains at least 3 away from every special hex of a section are those of the example."""
    assert cave_candidates(section(name)) == expected


def test_r8_4_sections_with_mountains_have_a_cave_candidate() -> None:
    """Every printed section with mountains has a cave candidate, Oracle and Farm two; Crossroads is not tested."""
    pieces = [section(name) for name in box.SECTION_NAMES if name not in box.SECTIONS["crossroads"]]
    counts = {piece.name: len(cave_candidates(piece)) for piece in pieces}
    assert counts["oracle"] == counts["farm"] == 2
    assert [name for name, count in counts.items() if count == 0] == ["oasis"]


def next_to(piece: Section, cell: tuple[int, int]) -> Counter[str]:
    """Count the codes around a cell, within the section."""
    cells = cells_of(piece)
    return Counter(cells[n] for n in around(*cell))


def places(piece: Section, code: str) -> list[tuple[int, int]]:
    """Return the cells of a section with a code."""
    return [cell for cell, found in cells_of(piece).items() if found == code]


@pytest.mark.parametrize("name", box.SECTIONS["marshlands"])
def test_placeholders_of_marshlands_are_as_the_document_says(name: str) -> None:
    """There are 10 to 13 swamp hexes that touch water, and five or more buildable hexes around the palace."""
    piece = section(name)
    assert 10 <= len(places(piece, "S")) <= 13
    assert any(next_to(piece, cell)["W"] for cell in places(piece, "S"))
    (palace,) = places(piece, "P")
    assert sum(count for code, count in next_to(piece, palace).items() if code in LAND_CODES) >= 5


@pytest.mark.parametrize("name", box.SECTIONS["harvest"])
def test_placeholders_of_harvest_are_as_the_document_says(name: str) -> None:
    """There are 7 to 10 farmland hexes in one area next to the silo."""
    piece = section(name)
    assert 7 <= len(places(piece, "A")) <= 10
    assert len(areas(sum(Coordinate(*cell).bit for cell in places(piece, "A")))) == 1
    (silo,) = places(piece, "O")
    assert next_to(piece, silo)["A"] >= 2


def test_locations_of_placeholders_are_next_to_useful_terrain() -> None:
    """On the placeholders the mountain station touches a mountain, the water mill and the canoes water or swamp."""
    (station,) = places(section("mountain_station_scout_cabin"), "1")
    assert next_to(section("mountain_station_scout_cabin"), station)["M"]
    (mill,) = places(section("bazaar_water_mill"), "2")
    assert next_to(section("bazaar_water_mill"), mill)["W"]
    canoes = [next_to(section("canoe"), cell) for cell in places(section("canoe"), "1")]
    assert all(near["W"] + near["S"] for near in canoes)


@each_section
def test_every_section_names_the_source_of_its_map(piece: Section) -> None:
    """A section names its source and its confidence, and only our own maps of printed sections are placeholders."""
    assert piece.source
    assert piece.placeholder == (piece.name in box.SECTION_NAMES and piece.set in OWN_TERRAIN)
    placeholder = "none, a placeholder map of our own"
    assert piece.confidence in ((placeholder,) if piece.placeholder else ("very high", "high", "medium", "low"))


def test_unverified_hexes_are_marked() -> None:
    """Only the two hexes of Barracks + Crossroads that may be forest are marked, and they are grass on the map."""
    marked = {name: section(name).unverified for name in box.SECTION_NAMES if section(name).unverified}
    assert marked == {"barracks_crossroads": ((1, 5), (1, 6))}
    piece = section("barracks_crossroads")
    assert [piece.rows[i][j] for i, j in piece.unverified] == ["G", "G"]


@pytest.mark.parametrize("turned", [False, True], ids=["0", "180"])
@pytest.mark.parametrize("quadrant", range(4))
def test_r0_16_a_section_on_its_quadrant(quadrant: int, turned: bool) -> None:
    """A section fills its quadrant; turned by 180 degrees its cell (i,j) is on (9-i,9-j)."""
    piece = section("oracle")
    cells = cells_of(piece)
    on_board = placed(piece, quadrant, turned=turned)
    assert sum(1 << cell.hex for cell in on_board) == SECTIONS[quadrant]
    for cell in on_board:
        i, j = COORDINATES[cell.hex].row % 10, COORDINATES[cell.hex].col % 10
        code = cells[(9 - i, 9 - j) if turned else (i, j)]
        assert (cell.code, cell.location) == (("L", "oracle") if code == "1" else (code, None))


def test_r0_16_turning_keeps_adjacency() -> None:
    """Two cells of a section touch after turning exactly if they touched before."""
    for i, j in cells_of(section("oracle")):
        assert {(9 - k, 9 - m) for k, m in around(i, j)} == around(9 - i, 9 - j)


def test_r0_16_a_board_of_turned_sections() -> None:
    """A board has the special hexes of its turned sections in the right places."""
    board = board_from_sections((("harbor", True), ("quarry", False), ("farm", True), ("city_hall_fort", False)))
    castles = {(9 - 4, 9 - 2), (9 - 8, 9 - 2), (19 - 1, 9 - 1), (10 + 4, 10 + 2)}
    nomads = {(5, 10 + 2), (5, 10 + 7), (7, 10 + 5)}
    farms = {(19 - 1, 9 - 7), (19 - 5, 9 - 2)}
    assert board.special_hexes("castle") == sum(Coordinate(*at).bit for at in castles)
    assert board.nomads == sum(Coordinate(*at).bit for at in nomads)
    assert {at for at in farms if board.code(Coordinate(*at).hex) == "L"} == farms
    assert board.locations.bit_count() == 1 + 1 + 2 + 2


# Section files of users.

MAP = """\
G G G G G D D D D D
 G G 1 G G D D K D D
G G G G G D D D D D
 G G G G G D D D D D
C C C C C W W M M M
 C C C C C W W M M M
F F F F F T T T T T
 F F F F F T T 2 T T
F F F F F T T T T T
 F F F F F T T T T T
"""
GOOD = f"""\
name: my_land
set: base
1: farm
2: tower
confidence: low
source: this test
unverified: 0,0 9,9
map:
{MAP}"""


def line(number: int) -> str:
    """Return one line of the valid file, counted from 1."""
    return GOOD.splitlines(keepends=True)[number - 1]


def without(number: int) -> str:
    """Return the valid file without one line."""
    return GOOD.replace(line(number), "", 1)


def instead(number: int, text: str) -> str:
    """Return the valid file with one line replaced."""
    return GOOD.replace(line(number), text + "\n", 1)


def test_a_valid_file_is_read() -> None:
    """A file gives the section's name, set, locations, rows, source, confidence and unverified hexes."""
    commented = "# My own land.\n\n" + GOOD.replace("map:", "  # the map\nmap:")
    assert parse_section(commented, "my.txt") == Section(
        name="my_land",
        set="base",
        locations=("farm", "tower"),
        rows=tuple(row.replace(" ", "") for row in MAP.splitlines()),
        confidence="low",
        source="this test",
        unverified=((0, 0), (9, 9)),
    )


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        pytest.param(instead(9, "G G Q G G D D D D D"), "9:5", "'Q' is not a code", id="wrong code"),
        pytest.param(instead(10, " G G 1 g G D D K D D"), "10:8", "'g' is not a code", id="small letter"),
        pytest.param(instead(9, "G G L G G D D D D D"), "9:5", "'L' is not a code", id="location without digit"),
        pytest.param(without(4), "15:16", "no line '2:' says which location it is", id="digit without meaning"),
        pytest.param(instead(9, "G G 3 G G D D D D D"), "9:5", "'3' is not a code", id="third location"),
        pytest.param(instead(12, " G G G G G D D D D"), "12:19", "9 hexes instead of 10", id="short row"),
        pytest.param(instead(12, " G G G G G D D D D D D"), "12:22", "more than 10 hexes", id="long row"),
        pytest.param(without(18), "17:1", "9 rows instead of 10", id="missing row"),
        pytest.param(GOOD + line(18), "19:1", "more than 10 rows", id="too many rows"),
        pytest.param(without(8), "8:1", "expected 'key: value' or 'map:'", id="no map line"),
        pytest.param("".join(GOOD.partition("map:")[:1]), "7:1", "there is no line 'map:'", id="no map at all"),
        pytest.param("", "1:1", "there is no line 'map:'", id="empty file"),
        *(
            pytest.param(without(n), "7:1", f"there is no line '{key}:'", id=f"no {key}")
            for n, key in ((1, "name"), (2, "set"), (5, "confidence"), (6, "source"))
        ),
        pytest.param(instead(6, "sauce: this test"), "6:1", "unknown key 'sauce'", id="unknown key"),
        pytest.param(instead(6, "this test"), "6:1", "expected 'key: value'", id="no colon"),
        pytest.param(instead(2, "set: bass"), "2:6", "'bass' is not a set", id="unknown set"),
        pytest.param(instead(3, "1: frm"), "3:4", "'frm' is not a location: did you mean 'farm'?", id="misspelt"),
        pytest.param(instead(3, "1: castle"), "3:4", "write the id of a location tile", id="unknown location"),
        pytest.param(
            instead(6, "source: x\nplaceholder: maybe"), "7:14", "'maybe' is neither yes nor no", id="placeholder"
        ),
        pytest.param(instead(7, "known: tower"), "7:8", "'tower' is not a list such as", id="known without number"),
        pytest.param(instead(7, "likely: castle=1"), "7:9", "'castle=1' is not a list such as", id="likely"),
        pytest.param(instead(7, "model: 0"), "7:8", "'0' is not a number from 1 to 99", id="model"),
        pytest.param(GOOD.replace("2 T T", "T T T"), "8:1", "location 2 (tower) is not on the map", id="not on map"),
        pytest.param(instead(7, "unverified: 0,0 10,0"), "7:17", "'10,0' is not row,col", id="unverified row outside"),
        pytest.param(instead(7, "unverified: 0,10"), "7:13", "'0,10' is not row,col", id="unverified column outside"),
        pytest.param(instead(7, "unverified: a1"), "7:13", "'a1' is not row,col", id="unverified not row,col"),
        pytest.param(instead(7, "unverified: -1,0"), "7:13", "'-1,0' is not row,col", id="negative unverified"),
        pytest.param(instead(1, "name: my land"), "1:7", "my land", id="name that no record can hold"),
        pytest.param(instead(1, "name: generated_base_1"), "1:7", "names that begin with 'generated'", id="generated"),
        pytest.param(instead(9, "G G . G G D D D D D"), "9:5", "'.' is not a code", id="hole in a section"),
    ],
)
def test_an_error_names_file_line_and_column(text: str, at: str, words: str) -> None:
    """A wrong file raises a SectionError of one line with the place of the error and what is wrong."""
    with pytest.raises(SectionError) as error:
        parse_section(text, "my.txt")
    message = str(error.value)
    assert message.startswith(f"my.txt:{at}: ")
    assert words in message
    assert "\n" not in message


def test_the_only_location_may_be_number_two() -> None:
    """A map whose only location is number 2 can be used like any other."""
    piece = parse_section(without(3).replace(" G G 1 G", " G G G G"), "my.txt")
    assert [(cell.hex, cell.location) for cell in placed(piece, 0, turned=False) if cell.location] == [
        (Coordinate(7, 7).hex, "tower")
    ]


def test_an_unknown_section_is_rejected() -> None:
    """An unknown section raises a ValueError of one line with all known names."""
    with pytest.raises(ValueError, match=r"'atlantis' is not a section, expected one of .*barn, .*, village") as error:
        section("atlantis")
    assert "\n" not in str(error.value)


Draw = Callable[..., Path]


@pytest.fixture
def draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Draw:
    """Return a function that writes section files into a folder; sections added from it are removed after the test."""
    monkeypatch.setattr(section_maps, "_added", {})

    def write(**files: str) -> Path:
        for name, text in files.items():
            (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_a_game_on_a_section_of_the_user(draw: Draw) -> None:
    """A section from a folder is drawn and chosen like the others, and a game on it is played, scored and restored."""
    add_folder(draw(my=GOOD))
    game = new_game(3, sections=["my_land:180"])
    assert game.board.sections is not None
    assert game.board.sections[0] == ("my_land", True)
    assert game.board.to_rows()[8].startswith("DDKDDGGLGG")
    while not game.over:
        game.play(game.legal_answers()[0])
    assert Game.from_record(game.to_record()).scores() == game.scores()
    drawn = [name for seed in range(40) for name, _ in new_game(seed).board.sections or ()]
    assert "my_land" in drawn


def test_added_sections_are_removed_after_a_test() -> None:
    """A test does not see the sections that another test has added."""
    assert "my_land" not in [piece.name for piece in all_sections()]


def test_adding_a_folder_twice_changes_nothing(draw: Draw) -> None:
    """A folder may be added again, and other files in it are ignored."""
    folder = draw(my=GOOD)
    (folder / "notes.md").write_text("Not a map.", encoding="utf-8")
    before = all_sections()
    add_folder(folder)
    once = all_sections()
    add_folder(folder)
    assert all_sections() == once
    assert len(once) == len(before) + 1


def test_a_wrong_file_adds_nothing(draw: Draw) -> None:
    """If one file of a folder is wrong, the error names its path and no section of the folder is added."""
    folder = draw(a_good=GOOD, b_bad=instead(9, "G G Q G G D D D D D").replace("my_land", "other"), c_good=GOOD)
    before = all_sections()
    with pytest.raises(SectionError, match=r"b_bad\.txt:9:5: ") as error:
        add_folder(folder)
    assert str(folder) in str(error.value)
    assert all_sections() == before


@pytest.mark.parametrize(
    "files",
    [
        {"my": GOOD.replace("my_land", "farm")},
        {"a": GOOD, "b": GOOD.replace("set: base", "set: nomads")},
        {"a": GOOD.replace("my_land", "fine"), "b": GOOD.replace("my_land", "farm")},
    ],
    ids=["a section that exists", "twice in the folder", "one fine, one that exists"],
)
def test_names_of_sections_are_unique(draw: Draw, files: dict[str, str]) -> None:
    """Two different sections with one name raise a SectionError of one line, and nothing is added."""
    before = all_sections()
    with pytest.raises(SectionError, match=r"'(farm|my_land)'"):
        add_folder(draw(**files))
    assert all_sections() == before


TRANSCRIBED = (
    GOOD.replace("name: my_land", "name: temple")
    .replace("set: base", "set: marshlands")
    .replace("2: tower", "2: temple")
)


def test_a_transcription_replaces_a_placeholder(draw: Draw) -> None:
    """A real map in a folder of the user replaces the placeholder."""
    names = [piece.name for piece in all_sections()]
    add_folder(draw(temple=TRANSCRIBED))
    assert [piece.name for piece in all_sections()] == names
    assert section("temple").source == "this test"
    assert not section("temple").placeholder


def test_a_placeholder_is_replaced_within_its_set_only(draw: Draw) -> None:
    """A section of another set cannot replace a placeholder."""
    with pytest.raises(SectionError, match="a section named 'temple' exists already"):
        add_folder(draw(temple=TRANSCRIBED.replace("set: marshlands", "set: harvest")))
    assert section("temple").placeholder


# The Island.

ISLAND_MAP = """\
name: my_island
set: island
1: tree_house
confidence: low
source: this test
map:
. T T
 T T 1 G
T K D G
 D D
. D
"""


def test_r0_2_the_island_is_not_a_section() -> None:
    """The Island's sides are not in the pool and cannot be chosen as sections."""
    names = [side.name for side in island_sides()]
    assert names == ["island_rope_bridge", "island_tree_house"]
    assert not {piece.name for piece in all_sections()} & set(names)
    with pytest.raises(ValueError, match="'island_tree_house' is not a section"):
        section("island_tree_house")


def test_the_sides_of_the_island_have_the_same_outline() -> None:
    """Both sides have five rows and the same outline of 20 to 25 hexes in one area, a castle and their location."""
    one, other = ({cell.hex for cell in island_cells(side)} for side in island_sides())
    assert one == other
    assert 20 <= len(one) <= 25
    assert len(areas(sum(1 << h for h in one))) == 1
    assert sum(1 << h for h in one) & ~ISLAND == 0
    for side, location in zip(island_sides(), ("rope_bridge", "tree_house"), strict=True):
        assert len(side.rows) == 5
        assert special_hexes(side) == {"castle": 1, location: 1}
        assert side.placeholder


def test_the_sides_of_the_island_have_the_terrain_of_their_tile() -> None:
    """The rope bridge side has canyon and no mountain, the tree house side forest and no water."""
    rope_bridge, tree_house = (Counter(cells_of(side).values()) for side in island_sides())
    assert rope_bridge["C"] > 0
    assert rope_bridge["M"] == 0
    assert tree_house["T"] > 0
    assert tree_house["W"] == 0


def test_short_rows_of_the_island_end_with_no_hex() -> None:
    """A row of the Island may be shorter than ten; the missing codes are no hexes."""
    side = parse_section(ISLAND_MAP, "my.txt")
    assert side.rows[0] == ".TT......."
    assert {str(COORDINATES[cell.hex]): cell.location for cell in island_cells(side) if cell.location} == {
        "i:c2": "tree_house"
    }


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        (ISLAND_MAP.replace(" D D\n", ""), "10:1", "4 rows instead of 5"),
        (ISLAND_MAP + ". D\n", "12:1", "more than 5 rows"),
        (ISLAND_MAP.replace(". T T", ". T T T T T T T T T T"), "7:21", "more than 10 hexes"),
        (ISLAND_MAP.replace(". T T", ". T ?"), "7:5", "'?' is not a code (the codes are"),
    ],
    ids=["missing row", "too many rows", "long row", "wrong code"],
)
def test_an_error_on_the_island_is_named(text: str, at: str, words: str) -> None:
    """A wrong map of the Island raises a SectionError of one line with its place."""
    with pytest.raises(SectionError) as error:
        parse_section(text, "my.txt")
    assert str(error.value).startswith(f"my.txt:{at}: ")
    assert words in str(error.value)


def test_r0_16_only_sections_are_turned() -> None:
    """A section alone is on the top left and may be turned; the Island is never turned."""
    assert cells_alone(section("oracle"), turned=True) == placed(section("oracle"), 0, turned=True)
    with pytest.raises(ValueError, match="the Island is not"):
        cells_alone(island_sides()[0], turned=True)
