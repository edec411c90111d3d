"""Section 0 of the rules: hexes and their neighbours, then the terms of the rules on boards drawn by hand."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from kingdom_builder.engine import hexes
from kingdom_builder.engine.hexes import (
    ALL_HEXES,
    AXES,
    BOARD,
    COORDINATES,
    DIAGONALS,
    EAST,
    EDGES,
    EVERYWHERE,
    INNER_EDGE,
    ISLAND,
    NEIGHBOURS,
    NORTH_EAST,
    NORTH_WEST,
    OUTER_EDGE,
    ROWS,
    SECTIONS,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    Coordinate,
    area_of,
    areas,
    distance,
    format_hexes,
    hex_set,
    interior,
    iter_hexes,
    neighbours,
    nth_hex,
    parse_hex,
    runs,
    shift,
)
from kingdom_builder.engine.rng import Rng
from tests import drawing
from tests.drawing import gold, play, table, tile_names
from tests.reference import geometry as reference
from tests.reference.geometry import Direction, Hex

DIRECTIONS: dict[Direction, int] = {
    "E": EAST,
    "W": WEST,
    "NW": NORTH_WEST,
    "NE": NORTH_EAST,
    "SW": SOUTH_WEST,
    "SE": SOUTH_EAST,
}


def as_set(pairs: Iterable[Hex]) -> int:
    """Return the set of hexes of the board given as (row, col)."""
    return hex_set([Coordinate(r, c).hex for r, c in pairs])


def as_pairs(hex_bits: int) -> set[Hex]:
    """Return a set of hexes of the board as (row, col)."""
    assert not hex_bits & ~BOARD, "a hex that is not on the board"
    return {(COORDINATES[h].row, COORDINATES[h].col) for h in iter_hexes(hex_bits)}


def random_sets() -> list[set[Hex]]:
    """Return many sets of hexes of the board, from nearly empty to nearly full."""
    rng = Rng(20)
    return [{h for h in reference.BOARD if rng.randbelow(100) < percent} for percent in range(2, 100, 2)]


def test_r0_10_areas_are_connected_and_maximal() -> None:
    """The areas of any set of hexes equal those of a search from hex to hex, in reading order."""
    for some in random_sets():
        found = areas(as_set(some))
        assert [as_pairs(area) for area in found] == reference.areas(some)
        assert all(area_of(area & -area, as_set(some)) == area for area in found)


def test_r0_10_a_single_hex_is_an_area() -> None:
    """Two hexes that do not touch are two areas of size 1; no hexes are no area."""
    assert areas(as_set([(4, 4), (4, 6)])) == (as_set([(4, 4)]), as_set([(4, 6)]))
    assert areas(0) == ()


def test_r0_11_horizontal_lines() -> None:
    """The board has 20 lines of 20 hexes across both sections; the Island has 5 lines of its own."""
    assert [as_pairs(row) for row in ROWS[:20]] == [{(r, c) for c in range(20)} for r in range(20)]
    assert len(ROWS) == 25
    assert ROWS[20:] == tuple(hex_set([Coordinate(r, c, island=True).hex for c in range(10)]) for r in range(5))


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_r0_12_straight_lines_follow_a_direction(direction: Direction) -> None:
    """Three hexes that follow one another in a direction are a straight run of 3, and no run of 4."""
    axes = DIAGONALS if direction not in ("E", "W") else (EAST,)
    for h in reference.BOARD:
        line = [h, *reference.straight_line(h, direction)[:2]]
        if len(line) == 3:
            run = as_set(line)
            assert runs(run, 3) == runs(run, 3, axes) == run
            assert runs(run, 4) == 0
            assert runs(run & ~as_set(line[1:2]), 2) == 0, "a gap ends the run"


def test_r0_12_diagonals_are_the_two_axes_that_are_not_horizontal() -> None:
    """A row is no diagonal, and a diagonal is no row."""
    row, diagonal = as_set([(4, 3), (4, 4), (4, 5)]), as_set([(3, 3), (4, 4), (5, 4)])
    assert runs(row, 3, DIAGONALS) == 0
    assert runs(diagonal, 3, (EAST,)) == 0
    assert set(AXES) == {EAST, *DIAGONALS}


def test_r0_12_no_line_wraps_around_the_edge() -> None:
    """No straight run is longer than the 20 rows or the 20 columns of the board."""
    assert runs(BOARD, 20, (EAST,)) == BOARD
    assert runs(BOARD, 20, DIAGONALS) != 0
    assert runs(BOARD, 21) == 0
    assert runs(as_set([(4, 18), (4, 19), (5, 0), (5, 1), (3, 0)]), 3) == 0


def test_r0_13_neighbours_of_every_hex() -> None:
    """Every hex of the board touches exactly the hexes that the rule lists for its row, section borders or not."""
    for h in reference.BOARD:
        assert as_pairs(neighbours(as_set([h]))) == reference.neighbours(h)
        assert NEIGHBOURS[Coordinate(*h).hex] == as_set(reference.neighbours(h))


def test_r0_13_neighbours_of_a_set_are_those_of_its_hexes() -> None:
    """The neighbours of a set are the union of the neighbours of its hexes."""
    for some in random_sets():
        assert as_pairs(neighbours(as_set(some))) == {n for h in some for n in reference.neighbours(h)}


def test_r0_13_every_hex_has_a_unique_number() -> None:
    """The 400 hexes of the board and the 50 reserved for the Island have different numbers, in reading order."""
    assert [COORDINATES[h] for h in ALL_HEXES] == [
        *(Coordinate(r, c) for r in range(20) for c in range(20)),
        *(Coordinate(r, c, island=True) for r in range(5) for c in range(10)),
    ]
    assert list(ALL_HEXES) == sorted(set(ALL_HEXES))
    assert hex_set(ALL_HEXES) == EVERYWHERE == BOARD | ISLAND


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_r0_14_directions_from_every_hex(direction: Direction) -> None:
    """A shift returns the next hex in its direction, or none at the edge of the board."""
    for h in reference.BOARD:
        there = reference.step(h, direction)
        assert as_pairs(shift(as_set([h]), DIRECTIONS[direction]) & EVERYWHERE) == ({there} if there else set())


def test_r0_14_there_are_six_directions() -> None:
    """The directions are the six of the rule and no others."""
    assert sorted(hexes.DIRECTIONS) == sorted(DIRECTIONS.values())


def test_r0_15_distance_is_the_number_of_steps() -> None:
    """The distance of any two hexes is the number of steps from one to the other, and adjacent means 1."""
    for h in iter_hexes(BOARD):
        reached = ring = 1 << h
        steps = 0
        while ring:
            assert {distance(h, other) for other in iter_hexes(ring)} == {steps}
            ring = neighbours(ring) & ~reached
            reached |= ring
            steps += 1
        assert reached == BOARD


def test_r0_15_distance_by_the_formula() -> None:
    """The distance of any two hexes is the result of the formula of the rule."""
    for a in reference.BOARD[::7]:
        for b in reference.BOARD:
            assert distance(Coordinate(*a).hex, Coordinate(*b).hex) == reference.distance(a, b)


def test_r0_16_section_of_a_hex() -> None:
    """The board is divided into four sections of 100 hexes, numbered as the rule says."""
    for number, section in enumerate(SECTIONS):
        assert as_pairs(section) == {(r, c) for r, c in reference.BOARD if 2 * (r // 10) + c // 10 == number}
    assert [section.bit_count() for section in SECTIONS] == [100] * 4


def test_r0_17_outer_edge() -> None:
    """The outer edge is 76 hexes in four edges of 20, and each corner belongs to two of them."""
    assert [as_pairs(edge) for edge in EDGES] == reference.outer_edges()
    assert as_pairs(OUTER_EDGE) == reference.outer_edge()
    assert OUTER_EDGE.bit_count() == 76
    corners = {h for h in iter_hexes(OUTER_EDGE) if sum(edge >> h & 1 for edge in EDGES) == 2}
    assert as_pairs(hex_set(tuple(corners))) == {(0, 0), (0, 19), (19, 0), (19, 19)}


def test_r0_17_inner_edge() -> None:
    """The inner edge is 76 hexes: exactly those that touch another section."""
    touching = sum(section & neighbours(BOARD & ~section) for section in SECTIONS)
    assert touching == INNER_EDGE
    assert as_pairs(INNER_EDGE) == reference.inner_edge()
    assert INNER_EDGE.bit_count() == 76


def test_r0_18_the_island_touches_nothing_of_the_board() -> None:
    """No hex of the Island is a neighbour of the board or at any distance of it, nor on one of its edges."""
    assert neighbours(ISLAND) & BOARD == neighbours(BOARD) & ISLAND == 0
    assert {distance(a, b) for a in iter_hexes(ISLAND) for b in iter_hexes(BOARD)} == {None}
    assert (OUTER_EDGE | INNER_EDGE) & ISLAND == 0
    assert distance(Coordinate(0, 0, island=True).hex, Coordinate(4, 9, island=True).hex) == 11


@pytest.mark.parametrize(
    ("h", "expected"),
    [
        ((0, 0), {(0, 1), (1, 0)}),
        ((0, 19), {(0, 18), (1, 18), (1, 19)}),
        ((19, 0), {(18, 0), (18, 1), (19, 1)}),
        ((19, 19), {(18, 19), (19, 18)}),
        ((4, 4), {(3, 3), (3, 4), (4, 3), (4, 5), (5, 3), (5, 4)}),
        ((5, 5), {(4, 5), (4, 6), (5, 4), (5, 6), (6, 5), (6, 6)}),
    ],
)
def test_r9_40_neighbours(h: Hex, expected: set[Hex]) -> None:
    """The neighbours of the corners, of a hex in an even and of one in an odd row are those of the example."""
    assert as_pairs(neighbours(as_set([h]))) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((0, 0), (19, 19), 29),
        ((0, 0), (19, 0), 19),
        ((0, 0), (0, 19), 19),
        ((2, 2), (4, 4), 3),
        ((4, 4), (5, 5), 2),
        ((4, 4), (5, 4), 1),
        ((4, 4), (4, 4), 0),
    ],
)
def test_r9_41_distances(a: Hex, b: Hex, expected: int) -> None:
    """The distances of the example hold both ways."""
    assert (
        distance(Coordinate(*a).hex, Coordinate(*b).hex) == distance(Coordinate(*b).hex, Coordinate(*a).hex) == expected
    )


def test_r9_41_hexes_within_two() -> None:
    """18 hexes lie within distance 2 of an inland hex."""
    inland = Coordinate(4, 4).hex
    assert len([h for h in iter_hexes(BOARD) if distance(inland, h) in (1, 2)]) == 18


@pytest.mark.parametrize(
    ("direction", "line"),
    [
        (SOUTH_EAST, [(5, 4), (6, 5), (7, 5)]),
        (SOUTH_WEST, [(5, 3), (6, 3), (7, 2)]),
        (NORTH_EAST, [(3, 4), (2, 5), (1, 5)]),
        (NORTH_WEST, [(3, 3), (2, 3), (1, 2)]),
    ],
    ids=["SE", "SW", "NE", "NW"],
)
def test_r9_42_lines(direction: int, line: list[Hex]) -> None:
    """The diagonal lines from (4,4) contain the hexes of the example."""
    start = as_set([(4, 4)])
    assert [as_pairs(shift(start, n * direction)) for n in (1, 2, 3)] == [{h} for h in line]


def test_r9_42_paddock_candidates() -> None:
    """A settlement on (4,4) of an open board can jump to exactly the six hexes of the example."""
    game = table(
        """
        paddock G  G  G  G
          G   G  G  G  G
        G   G  G  G  G
          G   G  G  G  G
        G   G  G  G  G0
        """,
        pad="G",
        terrain="grass",
        tiles={0: ["paddock@a1"]},
    )
    play(game, "paddock", "e5")
    assert as_pairs(game.legal()[0]) == {(4, 6), (4, 2), (6, 5), (6, 3), (2, 5), (2, 3)}


def test_interior_hexes_have_all_six_neighbours_in_the_set() -> None:
    """A hex is interior if it and its six neighbours are in the set; no hex at the edge is interior."""
    for some in [*random_sets(), set(reference.BOARD)]:
        expected = {h for h in some if len(reference.neighbours(h)) == 6 and reference.neighbours(h) <= some}
        assert as_pairs(interior(as_set(some))) == expected


def test_hexes_are_iterated_in_reading_order() -> None:
    """`iter_hexes` yields and `nth_hex` finds the hexes of a set row by row, those of the Island last."""
    for some in [*random_sets(), set(reference.BOARD)]:
        both = as_set(some) | ISLAND
        order = [h for h in ALL_HEXES if both >> h & 1]
        assert list(iter_hexes(both)) == order
        assert [nth_hex(both, n) for n in range(len(order))] == order


def test_every_hex_name_is_parsed_back_to_the_same_hex() -> None:
    """A hex is parsed from its name and from its row and column, also in capitals and with blanks."""
    for place in COORDINATES.values():
        island = "i:" if place.island else ""
        for text in (str(place), str(place).upper(), f"{island}{place.row},{place.col}"):
            assert parse_hex(text) == place
    assert parse_hex(" 4 , 4 ") == parse_hex("E5") == Coordinate(4, 4)
    assert format_hexes(as_set([(4, 4), (0, 19)])) == "t1 e5"


@pytest.mark.parametrize(
    "text", ["", "a", "5", "a0", "a21", "u1", "aa1", "20,0", "0,20", "-1,0", "i:k1", "i:a6", "e5 e6"]
)
def test_text_that_names_no_hex_is_rejected_in_one_line(text: str) -> None:
    """Text that names no hex raises a ValueError that quotes the text and names the expected form."""
    with pytest.raises(ValueError, match="is not a hex: write a1 to t20") as error:
        parse_hex(text)
    assert repr(text) in str(error.value)
    assert "\n" not in str(error.value)


def test_r0_3_land_is_seven_terrains() -> None:
    """An action on any land may use the five card terrains, swamp and farmland, but not water or mountain."""
    game = table(
        """
        G C D F T S A W M
          tower
        """,
        terrain="grass",
        tiles={0: ["tower@a2"]},
    )
    play(game, "tower")
    assert drawing.hexes(game) == {"a1", "b1", "c1", "d1", "e1", "f1", "g1"}


def test_r0_4_nothing_is_placed_on_a_special_hex() -> None:
    """Castles, nomad spaces, palaces, silos and locations are not land, even next to an own piece."""
    game = table("K N:sword P O tower G0 G", terrain="grass", tiles={0: ["tower@e1"]})
    assert format_hexes(game.board.special) == "a1 b1 c1 d1 e1"
    assert not game.free & game.board.special
    play(game, "tower")
    assert drawing.hexes(game) == {"g1"}


def test_r0_5_every_piece_counts_as_a_settlement() -> None:
    """A settlement, a warrior, a ship and a wagon count as one each and a city hall as seven."""
    game = table(
        """
        G0 Gw0 Ws0 Mv0 W
          G G G G G
        G G G G G
          G G G G G
        G G G Gc0 G
        """,
        pad="G",
        cards=["knights", "citizens", "discoverers", "hermits"],
    )
    assert game.players[0].pieces.bit_count() == 11
    scored = gold(game)
    assert (scored["knights"], scored["citizens"], scored["discoverers"], scored["hermits"]) == (8, 3, 4, 2)


@pytest.mark.parametrize("piece", ["G0", "Ws0", "Mv0", "Gv0"])
def test_r0_5_every_piece_gives_adjacency(piece: str) -> None:
    """A ship and a wagon give adjacency like a settlement."""
    game = table(f"G {piece} G", pad="G", terrain="grass")
    assert drawing.hexes(game) == {"a1", "c1", "a2", "b2"}


def test_r0_5_a_piece_just_placed_gives_adjacency() -> None:
    """A wagon that was just placed gives adjacency like a settlement."""
    game = play(table("G W G W wagon W G G M", terrain="grass", tiles={0: ["wagon@e1"]}), "wagon", "i1")
    assert drawing.hexes(game) == {"h1"}


def test_r0_7_a_wall_occupies_its_hex_and_belongs_to_no_player() -> None:
    """Nothing is built on a wall, nothing is adjacent because of it, it scores nothing and no sword removes it."""
    game = table(
        """
        G0 G= G W G W
          W
        G= W W W W G1
        """,
        terrain="grass",
        cards=["discoverers", "hermits"],
        nomads={0: ["sword"]},
    )
    assert drawing.hexes(game) == {"c1", "e1"}
    assert [gold(game, seat) for seat in (0, 1)] == [{"discoverers": 1, "hermits": 1, "castle": 0, "in_game": 0}] * 2
    play(game, "sword")
    assert drawing.hexes(game) == {"f3"}


BESIDE_A_FARM = """
    G{0} G G D1
      paddock farm
"""


def test_r0_8_r0_9_building_uses_the_supply() -> None:
    """A build takes one settlement from the supply, pays red cards and takes tiles."""
    game = play(table(BESIDE_A_FARM.format(""), terrain="grass", cards=["ambassadors"]), "c1")
    assert (game.players[0].supply, game.players[0].pieces.bit_count()) == (39, 1)
    assert gold(game)["in_game"] == 1
    assert tile_names(game) == ["farm"]


def test_r0_8_r0_9_moving_is_never_building() -> None:
    """A move does not change the supply and pays no red card, but takes tiles."""
    drawn = table(BESIDE_A_FARM.format("0"), terrain="grass", cards=["ambassadors"], tiles={0: ["paddock@a2"]})
    game = play(drawn, "paddock", "a1", "c1")
    assert (game.players[0].supply, format_hexes(game.players[0].pieces)) == (39, "c1")
    assert gold(game)["in_game"] == 0
    assert tile_names(game) == ["farm"]


def test_r0_20_free_hexes() -> None:
    """A hex is free if it is not special, has no piece and no wall, and is not next to a warrior."""
    game = table(
        """
        G G0 G= K W
          G G
        G G G G Gw1
        """,
        pad="G",
    )
    warrior = as_set([(2, 4)])
    taken = as_set([(0, 1), (0, 2), (0, 3)])
    assert game.free == BOARD & ~(taken | warrior | neighbours(warrior))


def test_r0_20_own_adjacency_needs_an_own_piece() -> None:
    """Only pieces of the acting player make a hex adjacent, for every seat."""
    rows = "G G0 G G G1 G"
    assert drawing.hexes(table(rows, terrain="grass")) == {"a1", "c1"}
    assert drawing.hexes(table(rows, terrain="grass", to_play=1)) == {"d1", "f1"}


def test_r0_21_a_moving_piece_is_judged_without_itself() -> None:
    """The lifted piece gives no adjacency, its origin is no target, and a lifted warrior blocks nothing."""
    settlement = play(table("barn C0 C W C", terrain="canyon", tiles={0: ["barn@a1"]}), "barn", "b1")
    assert drawing.hexes(settlement) == {"c1", "e1"}
    warrior = play(table("barn Cw0 C W C", terrain="canyon", tiles={0: ["barn@a1"]}), "barn", "b1")
    assert drawing.hexes(warrior) == {"c1", "e1"}
