"""The Island (docs/rules.md R2.25, R5.33 to R5.35, R7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kingdom_builder import answer_name
from kingdom_builder.engine.hexes import ISLAND, distance, format_hexes, iter_hexes, neighbours, parse_hex
from kingdom_builder.game import Game, new_game
from kingdom_builder.sets.registry import REGISTRY
from tests.drawing import hexes, options, play, table, tile_names
from tests.engine.test_turn import played_terrain, set_deck
from tests.sets.base.test_cards import earned, in_sections, owned, scattered
from tests.sets.base.test_tiles import finish, plain

# Adjacency and targets on the Island

GRASSY = ("rope_bridge", ["GGGGGG", "GGGGGG", "GGGGGL", "GGGGGG", "GGGGGG"])
"""Five rows of grass, with the location at i:f3."""


def island(
    drawing: str = "W", side: tuple[str, Sequence[str]] = GRASSY, own: str = "", foreign: str = "", **fields: Any
) -> Game:
    """Draw a board and an Island with settlements on it."""
    fields.setdefault("terrain", "grass")
    return table(drawing, island=side, island_pieces={0: own.split(), 1: foreign.split()}, **fields)


def test_r0_18_r5_35_no_island_hex_is_adjacent_to_the_board() -> None:
    """Pieces on one support nothing on the other, and areas do not join."""
    assert not neighbours(ISLAND) & ~ISLAND
    assert distance(parse_hex("i:a1").hex, parse_hex("a20").hex) is None
    side = ("rope_bridge", ["GDG", "DDD", "L", "", ""])
    last_row = plain("W", **{f"{letter}20": "D0" for letter in "abcdefghijklmnopqrst"})
    assert hexes(island(last_row, side, own="i:a2")) == {"i:a1"}
    assert hexes(island(plain("W", a20="G", t20="G"), side, own="i:a2 i:b2 i:c2")) == {"i:a1", "i:c1"}
    game = island(plain("W", a20="D0", t20="D0"), own="i:a1 i:f5", cards=["hermits", "citizens", "messengers"])
    assert earned(game, "hermits") == (4, "a20 t20 i:a1 i:f5")
    assert earned(game, "citizens") == (0, "")
    assert earned(game, "messengers") == (0, "")


def test_r5_35_r4_8_the_first_settlement_may_be_on_the_island() -> None:
    """With nothing adjacent, the free hexes of the terrain on board and Island are targets alike."""
    side = ("rope_bridge", ["GD", "DG", "L", "", ""])
    assert hexes(island("G D G", side)) == {"a1", "c1", "i:a1", "i:b2"}


def test_r5_35_r4_4_adjacency_decides_between_board_and_island() -> None:
    """An adjacent target on the board forbids the Island, pieces on the Island can force building there."""
    side = ("rope_bridge", ["GDG", "DGG", "L", "", ""])
    assert hexes(island("G0 G W G", side)) == {"b1"}
    assert hexes(island("D0 W W G", side)) == {"d1", "i:a1", "i:c1", "i:b2", "i:c2"}
    assert hexes(island("D0 W W G", side, own="i:b1")) == {"i:a1", "i:c1", "i:b2"}
    assert hexes(island("G0 G W G", side, own="i:b1")) == {"b1", "i:a1", "i:c1", "i:b2"}


def test_r5_35_r9_35_oasis_and_farm_reach_the_island() -> None:
    """No adjacent desert is left: the oasis goes to Island desert, and then the farm must build next to it there."""
    side = ("rope_bridge", ["GDG", "WWW", "L", "", ""])
    game = island(
        "oasis D0 D D D W farm D0 W G",
        side,
        terrain="desert",
        tiles={0: ["oasis@a1", "farm@g1"]},
    )
    assert hexes(game) == {"c1"}
    play(game, "c1", "d1", "e1", "oasis")
    assert hexes(game) == {"i:b1"}
    assert hexes(play(game.copy(), "i:b1", "farm")) == {"i:a1", "i:c1"}
    play(game, "i:b1", "farm", "i:a1")
    assert format_hexes(game.players[0].pieces & ISLAND) == "i:a1 i:b1"


def test_r5_35_r6_4_waived_adjacency_reaches_the_island() -> None:
    """An outpost allows the Island while there are targets next to own pieces."""
    side = ("rope_bridge", ["GD", "DD", "L", "", ""])
    game = island("G0 G W G", side, nomads={0: ["outpost"]})
    assert hexes(play(game, "outpost")) == {"b1", "d1", "i:a1"}


def test_r5_35_r3_10_free_hexes_of_the_island_count_for_the_played_terrain() -> None:
    """A terrain that is used up on the board but not on the Island is not exhausted."""
    side = ("rope_bridge", ["GGGD", "DDDD", "L", "", ""])
    game = island("G0 G W C", side)
    set_deck(game, draw=["canyon"])
    play(game, "b1")
    assert played_terrain(game) == "grass"
    assert hexes(game) == {"i:a1", "i:b1", "i:c1"}


# Tiles whose rule mentions water, edges or lines


def test_r5_35_r8_5_the_coast_is_adjacent_to_water_for_fishermen() -> None:
    """Every Island hex that the sea touches counts as next to water, inland ones do not, nor do pieces on water."""
    coast = "i:a1 i:f1 i:a2 i:f2 i:a3 i:e5 i:c5"
    game = island(own=f"{coast} i:c3 i:d2 i:b4", cards=["fishermen"])
    assert earned(game, "fishermen") == (7, "i:a1 i:f1 i:a2 i:f2 i:a3 i:c5 i:e5")
    side = ("rope_bridge", ["GGGGG", "GGGGG", "GGWGG", "GGGGG", "GLGGG"])
    game = island(own="i:c3 i:b3 i:b2 i:c2 i:a1", side=side, cards=["fishermen"])
    assert earned(game, "fishermen") == (4, "i:a1 i:b2 i:c2 i:b3")


def test_r5_35_r5_26_r8_5_the_coast_is_adjacent_to_water_for_the_water_mill() -> None:
    """The water mill builds on the coast of the Island, not inland."""
    game = island(plain("M", a1="water_mill"), tiles={0: ["water_mill@a1"]})
    inland = {f"i:{letter}{row}" for row, letters in ((2, "bcde"), (3, "bcde"), (4, "bcde")) for letter in letters}
    everything = {f"i:{letter}{row}" for letter in "abcdef" for row in range(1, 6)} - {"i:f3"}
    found = hexes(play(game, "water_mill"))
    assert found == everything - inland
    game = island(plain("M", a1="water_mill"), tiles={0: ["water_mill@a1"]}, own="i:a1")
    assert hexes(play(game, "water_mill")) == {"i:b1", "i:a2"}


def test_r5_35_a_gap_in_the_island_is_sea() -> None:
    """A place without a hex inside the Island makes its neighbours coast."""
    side = ("rope_bridge", ["GGGGG", "GGGGG", "GG.GG", "GGGGG", "GLGGG"])
    game = island(own="i:b2 i:c2 i:b3 i:c4 i:d4", side=side, cards=["fishermen"])
    assert earned(game, "fishermen") == (4, "i:b2 i:c2 i:b3 i:c4")


@pytest.mark.parametrize("tile", ["harbor", "lighthouse"])
def test_r5_35_the_sea_is_no_hex(tile: str) -> None:
    """No ship and no settlement goes to the sea around the Island, only to water hexes on it."""
    fields: dict[str, Any] = {"tiles": {0: [f"{tile}@a1"]}, "own": "i:a1"}
    game = island(plain("M", a1=tile), **fields)
    assert options(game) == set()
    game = island(plain("M", a1=tile), side=("rope_bridge", ["GW", "GG", "L", "", ""]), **fields)
    play(game, tile, *(["i:a1"] if tile == "harbor" else []))
    assert hexes(game) == {"i:b1"}


def test_r8_5_r5_4_the_tower_never_builds_on_the_island() -> None:
    """The edge of the Island is no outer edge, not even for a player who has pieces only there."""
    game = island(plain("W", a1="tower", j1="D"), tiles={0: ["tower@a1"]}, own="i:a1 i:b1")
    assert hexes(play(game, "tower")) == {"j1"}
    assert "tower" not in options(island(plain("W", a1="tower"), tiles={0: ["tower@a1"]}, own="i:a1"))


ALL_OF_ISLAND = ("rope_bridge", ["G" * 10, "G" * 10, "G" * 10, "G" * 10, "G" * 9 + "L"])
TRAVELS = ["caravan", "paddock", "refuge_bonus", "refuge", "resettlement"]


def travel(action: str, **fields: Any) -> Game:
    """Return a game with an action that moves a piece, on a board and an Island of grass."""
    tile = {"refuge_bonus": "refuge", "resettlement": "caravan"}.get(action, action)
    return island(
        plain("G", k1=tile, a1=tile),
        ALL_OF_ISLAND,
        tiles={0: [f"{tile}@k1", f"{tile}@a1"]},
        bonus={0: ["refuge"]},
        nomads={0: ["resettlement"]},
        terrain="forest",
        **fields,
    )


@pytest.mark.parametrize("action", TRAVELS)
@pytest.mark.parametrize("at", ["a20", "e20", "j20", "o20", "t20", "t19", "k19", "t10"])
def test_r5_35_r0_18_slides_and_jumps_never_leave_the_board(action: str, at: str) -> None:
    """A piece on the board moves on the board."""
    game = travel(action)
    seat = game.change(0)
    seat.pieces = parse_hex(at).bit
    seat.adjacent = neighbours(seat.pieces)
    game.refresh_free()
    found = hexes(play(game, action, at))
    assert found
    assert not any(target.startswith("i:") for target in found)


@pytest.mark.parametrize("action", TRAVELS)
@pytest.mark.parametrize("at", ["i:a1", "i:e1", "i:j1", "i:a3", "i:c3", "i:j3", "i:a5", "i:f5"])
def test_r5_35_r0_18_slides_and_jumps_never_leave_the_island(action: str, at: str) -> None:
    """A piece on the Island moves on the Island; the coast stops a slide."""
    found = hexes(play(travel(action, own=at), action, at))
    assert found
    assert all(target.startswith("i:") for target in found)


def test_r5_35_r5_10_the_coast_stops_a_caravan() -> None:
    """On the Island a caravan slides until the sea, a gap or another obstacle."""
    side = ("rope_bridge", ["GGGG", "GGGGW", "GGG.GG", "GGGG", "LGGG"])
    game = island(plain("W", k1="caravan", t20="T"), side, own="i:a3", tiles={0: ["caravan@k1"]}, terrain="forest")
    assert hexes(play(game, "caravan", "i:a3")) == {"i:c3", "i:b1", "i:b5"}


def test_r5_17_r5_35_a_city_hall_fits_on_the_island() -> None:
    """Seven land hexes of the Island with an own piece beside them hold a city hall; the coast is in its way."""
    game = island(plain("W", k1="city_hall"), tiles={0: ["city_hall@k1"]}, own="i:a3", cards=["citizens", "knights"])
    assert hexes(play(game, "city_hall")) == {"i:c3", "i:b2", "i:b4"}
    play(game, "i:c3")
    assert format_hexes(game.players[0].hexes_of("city_hall")) == "i:b2 i:c2 i:b3 i:c3 i:d3 i:b4 i:c4"
    assert earned(game, "citizens") == (4, "i:b2 i:c2 i:a3 i:b3 i:c3 i:d3 i:b4 i:c4")
    assert earned(game, "knights") == (8, "i:a3 i:b3 i:c3 i:d3")


# The location of the Island

BOTH_SIDES = pytest.mark.parametrize(("tile", "ground"), [("rope_bridge", "C"), ("tree_house", "T")])


@BOTH_SIDES
def test_r5_33_r5_34_r4_12_r4_14_the_tiles_of_the_island(tile: str, ground: str) -> None:
    """Its location holds two tiles, one for each of the first two players who build next to it."""
    side = (tile, ["GGG", "GLG", "GGG", "", ""])
    game = island(side=side, players=3)
    assert game.board.locations == game.two_tiles_left == parse_hex("i:b2").bit
    play(game, "i:a1")
    assert tile_names(game) == []
    assert tile_names(play(game, "i:b1")) == [tile]
    assert tile_names(play(game, "i:c1")) == [tile]
    assert not game.two_tiles_left
    game = island(side=side, own="i:a1", tiles_left={"i:b2": 0})
    assert tile_names(play(game, "i:b1")) == []


@BOTH_SIDES
def test_r5_33_r5_34_r4_18_the_tile_is_lost_with_the_last_piece_beside_it(tile: str, ground: str) -> None:
    """A piece that leaves the Island by its tile loses the tile."""
    game = island(ground, (tile, ["DLD", "", "", "", ""]), own="i:a1", tiles={0: [f"{tile}@i:b1"]}, terrain="desert")
    play(game, tile, "i:a1", "a1")
    assert tile_names(game) == []
    assert format_hexes(game.players[0].pieces) == "a1"


@BOTH_SIDES
def test_r5_33_r5_34_r4_7_move_to_the_terrain_of_the_tile_if_possible_adjacent(tile: str, ground: str) -> None:
    """The piece goes to free canyon or forest next to another own piece if it can, on board and Island."""
    x = ground
    side = (tile, [f"D{x}D", "L", "", "", ""])
    fields: dict[str, Any] = {"tiles": {0: [f"{tile}@i:a2"]}, "own": "i:a1", "terrain": "desert"}
    game = island(f"D0 {x} W {x} {x}1 {x}= K", side, **fields)
    assert hexes(play(game, tile)) == {"a1", "i:a1"}
    assert hexes(play(game.copy(), "a1")) == {"i:b1"}
    assert hexes(play(game, "i:a1")) == {"b1"}
    game = play(island(f"W {x} W {x}", side, **fields), tile, "i:a1")
    assert hexes(game) == {"b1", "d1", "i:b1"}
    play(game, "d1")
    assert format_hexes(game.players[0].pieces) == "d1"
    assert game.players[0].supply == 39


@BOTH_SIDES
def test_r5_33_r5_34_r4_24_r8_16_which_pieces_move(tile: str, ground: str) -> None:
    """Settlements, warriors and wagons move, ships and city halls do not."""
    drawing = plain(b4="G0", f3="Gw0", j3="Mv0", n3="Ws0", f10="Gc0", n10="W0", r10="M0", t19=ground, t20="D", a1=tile)
    game = table(drawing, terrain="desert", tiles={0: [f"{tile}@a1"]})
    assert hexes(play(game, tile)) == {"b4", "f3", "j3", "n10", "r10"}
    for word in ("Ws0", "Gc0"):
        game = table(plain(a1=tile, e5=word, t19=ground, t20="D"), terrain="desert", tiles={0: [f"{tile}@a1"]})
        assert tile not in options(game)


@BOTH_SIDES
def test_r5_33_r5_34_r0_21_r4_10_free_hexes_only(tile: str, ground: str) -> None:
    """Hexes next to a warrior are closed but for that warrior; a piece never goes back to its origin."""
    drawing = f"{tile} D0 {ground} {ground}w0 W D D D"
    game = table(drawing, terrain="desert", tiles={0: [f"{tile}@a1"]})
    assert hexes(play(game, tile)) == {"d1"}
    assert hexes(play(game, "d1")) == {"c1"}
    game = table(f"{tile} {ground}0 W D D D", terrain="desert", tiles={0: [f"{tile}@a1"]})
    assert tile not in options(game)


@BOTH_SIDES
def test_r5_33_r5_34_r5_0_once_per_turn_and_not_bound_to_the_card(tile: str, ground: str) -> None:
    """Used before or after the mandatory action, once, with any card and without a supply."""
    drawing = f"{tile} D0 D0 W {ground} {ground} D D D D"
    game = table(drawing, terrain="desert", tiles={0: [f"{tile}@a1"]})
    finish(play(game, tile))
    assert tile not in options(game)
    game = table(drawing, terrain="desert", tiles={0: [f"{tile}@a1"]}, supply={0: 0})
    assert options(game) == {tile, "end_turn"}


# Scoring

LINE = "i:a1 i:b1 i:c1 i:d1 i:e1 i:f1"


@pytest.mark.parametrize(
    "card", ["lords", "farmers", "homesteaders", "vassals", "travellers", "advance", "compass_points"]
)
@pytest.mark.parametrize("own", [LINE, "i:a1 i:f1 i:a5 i:f5", "i:c3"])
def test_r7_3_r8_5_ignored_by_section_and_edge_cards(card: str, own: str) -> None:
    """Pieces on the Island change neither gold nor hexes of cards about sections and edges."""
    board = scattered(in_sections([3, 2], [1, 4], [2, 0], [1, 1]) | owned("e1 f1 g1 t15"))
    fields: dict[str, Any] = {"tasks": [card]} if card in REGISTRY.task_ids else {"cards": [card]}
    with_them = island(board, own=own, foreign="i:e4 i:f4", **fields)
    without = island(board, **fields)
    for seat in (0, 1):
        assert with_them.score(seat) == without.score(seat)


def test_r7_3_r7_38_r7_39_the_island_has_no_outer_edge() -> None:
    """Six pieces on an edge and one on the Island are no seven; three edges and the Island are no four."""
    words = owned("a1 b1 c1 d1 e1 f1")
    assert earned(island(scattered(words), own=LINE, tasks=["advance"]), "advance") == (0, "")
    assert earned(island(scattered(owned("a1 t10")), own=LINE, tasks=["compass_points"]), "compass_points") == (0, "")


def test_r7_3_r7_9_r7_14_r0_11_island_rows_are_lines() -> None:
    """Knights and Discoverers count each Island row as a line of its own."""
    game = island(
        scattered(owned("a1 b1 c1 a2")),
        own="i:a1 i:b1 i:c1 i:d1 i:a5",
        cards=["knights", "discoverers"],
    )
    assert earned(game, "knights") == (8, "i:a1 i:b1 i:c1 i:d1")
    assert earned(game, "discoverers")[0] == 4
    rows = {f"{r},5": "G0" for r in range(20)}
    game = island(scattered(rows), own="i:a1 i:a2 i:a3 i:a4 i:a5", cards=["discoverers"])
    assert earned(game, "discoverers")[0] == 25


@pytest.mark.parametrize(
    ("source", "own", "expected"),
    [
        ("hermits", "i:a1 i:c1", (3, "t20 i:a1 i:c1")),
        ("citizens", "i:a1 i:b1 i:a2 i:b2", (2, "i:a1 i:b1 i:a2 i:b2")),
        ("workers", "i:d3 i:a1", (1, "i:d3")),
        ("merchants", "i:d3 i:e3", (8, "i:c3 i:f3")),
        ("miners", "i:b5 i:d5 i:f1", (2, "i:b5 i:d5")),
        ("noblewomen", "i:d3", (5, "i:c3")),
        ("captains", "i:a1 i:b1 i:a2 i:b2 i:c1", (3, "i:b1 i:a2 i:b2")),
        ("chainers", "i:a1 i:b1 i:c1", (1, "i:b1")),
        ("messengers", "i:a1 i:b1 i:c1 i:d1", (8, "i:a1 i:b1 i:c1 i:d1")),
        ("castle", "i:d3", (3, "i:c3")),
        ("home_country", "i:f5", (5, "i:f5")),
        ("fortress", "i:d2 i:e2 i:c2 i:d1 i:e1 i:d3 i:e3", (6, "i:d1 i:e1 i:c2 i:d2 i:e2 i:d3 i:e3")),
        ("place_of_refuge", "i:b2 i:c2 i:b3 i:d3 i:b4 i:c4", (8, "i:b2 i:c2 i:b3 i:d3 i:b4 i:c4")),
    ],
)
def test_r7_3_everything_else_counts_normally(source: str, own: str, expected: tuple[int, str]) -> None:
    """Areas, special hexes, mountains and terrain areas of the Island score as those of the board."""
    side = ("rope_bridge", ["GGGGGG", "GGGGGG", "GGKGGL", "GGGGGG", "GGMGGD"])
    cards, tasks = ([s for s in [source] if s in known] for known in (REGISTRY.card_ids(), REGISTRY.task_ids))
    assert earned(island(plain("W", t20="D0", t19="D"), side, own=own, cards=cards, tasks=tasks), source) == expected


# Set-up


def side_of(game: Game) -> str:
    """Return the location of the Island."""
    (h,) = iter_hexes(game.board.locations & ISLAND)
    return answer_name(game.board.location_at[h])


@pytest.mark.parametrize("tile", ["rope_bridge", "tree_house"])
def test_r2_25_r1_12_the_island_beside_the_board(tile: str) -> None:
    """A side can be chosen: five rows, a location with two tiles; the board is what it is without an Island."""
    game = new_game(5, sets=["base", "island"], island=tile)
    without = new_game(5, sets=["base"])
    assert game.board.sections == without.board.sections
    assert game.setup.cards == without.setup.cards
    assert game.board.to_rows() == without.board.to_rows()
    assert without.board.open & ISLAND == 0
    assert len(game.board.rows) == 25
    here = game.board.locations & ISLAND
    assert here.bit_count() == 1
    assert side_of(game) == tile
    assert game.tiles_left & game.two_tiles_left & ISLAND == here


def test_r2_25_the_side_is_random_otherwise() -> None:
    """Without a choice both sides come up; the Island needs neither Harbor nor Lighthouse."""
    found = set()
    for seed in range(12):
        game = new_game(seed, sets=["base", "island"], sections=["farm", "tavern", "oasis", "tower"])
        found.add(side_of(game))
    assert found == {"rope_bridge", "tree_house"}
