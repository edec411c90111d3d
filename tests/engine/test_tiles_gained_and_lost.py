"""Location and nomad tiles: taken, locked, lost (docs/rules.md R4.12 to R4.22)."""

from __future__ import annotations

import json

import pytest

from kingdom_builder.engine.hexes import COORDINATES, parse_hex
from kingdom_builder.game import Game
from tests.drawing import give_card, gold, hexes, nomad_names, options, play, table, tile_names
from tests.engine.test_turn import finish_turn


def tiles_left(game: Game, text: str) -> int:
    """Return the number of tiles on a location or nomad space."""
    place = parse_hex(text)
    tiles: dict[str, int] = json.loads(game.to_position())["tiles_left"]
    return tiles[f"{place.row},{place.col}"]


def origins(game: Game, seat: int = 0) -> list[str]:
    """Return the hexes that a player's location tiles come from."""
    return sorted(str(COORDINATES[tile.location]) for tile in game.players[seat].tiles)


# R4.12 to R4.14: taking tiles

PATCH = """
    W    W    W    W    W    W
      W    G    G    {}   W    W
    W    G    G    G    D0   city_hall
      W    G    G    W    W    W
"""


@pytest.mark.parametrize(
    ("drawing", "answers", "others"),
    [
        ("G0 G farm", ["b1"], []),
        ("oasis D0 D farm", ["oasis", "c1"], ["oasis"]),
        ("paddock D0 W D farm", ["paddock", "b1", "d1"], []),
        ("harbor D0 farm W", ["harbor", "b1", "d1"], []),
        ("barracks D0 D farm", ["barracks", "c1"], ["barracks"]),
        ("lighthouse D0 W farm", ["lighthouse", "c1"], ["lighthouse"]),
        ("lighthouse Ws0 W farm", ["lighthouse", "c1"], []),
        ("wagon D0 M farm", ["wagon", "c1"], ["wagon"]),
        ("wagon Dv0 M farm", ["wagon", "c1"], []),
        (PATCH.format("farm"), ["city_hall", "c3"], ["city_hall"]),
    ],
    ids=["mandatory", "tile", "jump", "harbor", "warrior", "ship", "ship step", "wagon", "wagon step", "city hall"],
)
def test_r4_12_any_piece_built_or_moved_next_to_a_location_takes_a_tile(
    drawing: str, answers: list[str], others: list[str]
) -> None:
    """Settlements, meeples and city halls take the tile at once when they are built or moved there."""
    tile = answers[0] if len(answers) > 1 else None
    at = "f3" if tile == "city_hall" else "a1"
    game = table(drawing, terrain="grass", tiles={0: [f"{tile}@{at}"]} if tile else None)
    assert "farm" not in tile_names(game)
    play(game, *answers)
    assert tile_names(game) == sorted(["farm", *others])


def test_r4_12_one_tile_from_each_of_several_locations() -> None:
    """A piece next to two location hexes takes a tile from both."""
    assert tile_names(play(table("farm G oasis", terrain="grass"), "b1")) == ["farm", "oasis"]


def test_r4_12_one_tile_per_player_and_location() -> None:
    """A second piece next to the same hex takes nothing, and one tile is left for another player."""
    game = table("G farm G\n G G\nD G W", terrain="grass")
    play(game, "a1", "a2", "b2")
    assert (tile_names(game), tiles_left(game, "b1")) == (["farm"], 1)
    give_card(game, 1, "grass")
    play(game, "end_turn", "c1")
    assert (tile_names(game, 1), tiles_left(game, "b1")) == (["farm"], 0)


def test_r4_12_an_empty_location_gives_nothing() -> None:
    """Without a tile on the hex no player takes one."""
    game = table("G farm", terrain="grass", tiles_left={"b1": 0})
    assert tile_names(play(game, "a1")) == []


def test_r4_12_a_slide_takes_tiles_only_where_it_ends() -> None:
    """Passing a location or nomad space on a slide is not being moved next to it."""
    game = table(
        """
        caravan G0   G    G    G    G    G
           W    farm N:sword W   W    W    oasis
        """,
        terrain="grass",
        tiles={0: ["caravan@a1"]},
        tiles_left={"b2": 2},
    )
    play(game, "caravan", "b1", "g1")
    assert (tile_names(game), nomad_names(game)) == (["oasis"], [])


@pytest.mark.parametrize(
    ("drawing", "answers"),
    [("G0 G N:outpost", ["b1"]), ("paddock G0 W G N:outpost", ["paddock", "b1", "d1"])],
    ids=["built", "moved"],
)
def test_r4_13_r8_56_a_nomad_tile_is_taken_by_building_or_moving(drawing: str, answers: list[str]) -> None:
    """A player who builds or moves next to a nomad space with a tile takes it."""
    tiles = {0: ["paddock@a1"]} if answers[0] == "paddock" else None
    game = table(drawing, terrain="grass", tiles=tiles)
    play(game, *answers)
    assert nomad_names(game) == ["outpost"]


def test_r4_13_an_empty_nomad_hex_gives_nothing() -> None:
    """There is one tile on a nomad space; the next player there takes nothing."""
    game = table("G N:outpost G W G G", terrain="grass")
    give_card(game, 1, "grass")
    play(game, "a1", "e1", "f1", "end_turn", "c1")
    assert (nomad_names(game), nomad_names(game, 1), tiles_left(game, "b1")) == (["outpost"], [], 0)


def test_r4_13_r6_6_a_treasure_is_gold_at_once() -> None:
    """A treasure gives 3 gold when it is taken and is not kept."""
    game = play(table("G N:treasure", terrain="grass"), "a1")
    assert (gold(game)["in_game"], nomad_names(game)) == (3, [])


def test_r4_14_two_identical_tiles_come_from_two_hexes() -> None:
    """A player has a second farm tile only from another farm hex."""
    game = table("farm G G G farm", terrain="grass")
    play(game, "b1")
    assert origins(game) == ["a1"]
    play(game, "c1")
    assert origins(game) == ["a1"]
    play(game, "d1")
    assert (tile_names(game), origins(game)) == (["farm", "farm"], ["a1", "e1"])


# R4.16, R4.17: lock, walls


@pytest.mark.parametrize("answers", [["b1", "c1", "d1"], ["oasis", "h1"]], ids=["mandatory", "extra action"])
def test_r4_16_r8_13_a_tile_is_locked_in_the_turn_it_is_taken(answers: list[str]) -> None:
    """A new tile cannot be used before the owner's next turn, and can be used then."""
    game = table(
        """
        farm G    G    G    W    oasis D0   D    farm
          W    W    W    W    W    W    W    W    W
        G    G    G    G    G    G    G    G    G
        """,
        pad="C",
        terrain="grass",
        tiles={0: ["oasis@f1"]},
    )
    play(game, *answers)
    assert tile_names(game) == ["farm", "oasis"]
    assert "farm" not in options(game)
    finish_turn(game)
    finish_turn(game)
    assert "farm" in options(game)


def test_r4_17_walls_take_and_keep_no_tiles() -> None:
    """A wall next to a location takes no tile, and a tile is lost when only a wall is still next to its hex."""
    game = table(
        """
        quarry G0   G    farm
           G=    W
        paddock W  G    W
        """,
        terrain="grass",
        tiles={0: ["quarry@a1", "paddock@a3"]},
    )
    play(game, "quarry", "c1")
    assert tile_names(game) == ["paddock", "quarry"]
    play(game, "paddock", "b1", "c3")
    assert tile_names(game) == []


# R4.18, R4.19: losing tiles


def test_r4_18_r4_19_r9_9_the_last_piece_is_moved_away() -> None:
    """When the last piece next to a tower hex is moved away, the tower tile leaves the game and does not return."""
    game = table("tower G0 W G W paddock D0", terrain="grass", tiles={0: ["tower@a1", "paddock@f1"]})
    assert tiles_left(game, "a1") == 1
    play(game, "paddock", "b1", "d1")
    assert tile_names(game) == ["paddock"]
    assert tiles_left(game, "a1") == 1


@pytest.mark.parametrize("keeper", ["D0", "Dv0", "Dw0"])
def test_r4_18_another_piece_keeps_the_tile(keeper: str) -> None:
    """A player with another own piece or meeple next to the hex keeps the tile."""
    game = table(
        f"""
        tower   D0   W    D    W
           {keeper}   W    W    W
        paddock W    W    W    W
        """,
        terrain="desert",
        tiles={0: ["tower@a1", "paddock@a3"]},
    )
    play(game, "paddock", "b1", "d1")
    assert tile_names(game) == ["paddock", "tower"]


def test_r4_18_a_move_is_judged_when_completed() -> None:
    """A piece that leaves and arrives next to the same hex keeps the tile."""
    game = table("paddock D0 farm D", terrain="desert", tiles={0: ["paddock@a1", "farm@c1!"]})
    play(game, "paddock", "b1", "d1")
    assert origins(game) == ["c1"]
    assert game.players[0].tiles[0].used


@pytest.mark.parametrize(
    ("tile", "word", "answers"),
    [
        ("barracks", "Dw0", ["barracks", "b1"]),
        ("wagon", "Dv0", ["wagon", "take_back"]),
        ("lighthouse", "Ws0", ["lighthouse", "take_back"]),
    ],
)
def test_r4_18_taking_back_a_meeple_may_lose_a_tile(tile: str, word: str, answers: list[str]) -> None:
    """Taking the last meeple next to a location back from the board loses the tile."""
    game = table(f"{tile} {word} farm W D", terrain="desert", tiles={0: [f"{tile}@a1", "farm@c1"]})
    play(game, *answers)
    assert tile_names(game) == []


@pytest.mark.parametrize("word", ["G1", "Gw1", "Gv1", "Ws1"])
def test_r4_18_r8_38_r9_63_a_sword_may_make_its_victim_lose_a_tile(word: str) -> None:
    """A sword that removes a player's last piece next to a farm hex removes the farm tile from the game."""
    game = table(
        f"farm {word} W D1 farm G G G", terrain="grass", nomads={0: ["sword"]}, tiles={1: ["farm@a1", "farm@e1"]}
    )
    play(game, "sword", "b1")
    assert origins(game, 1) == ["e1"]
    assert tiles_left(game, "a1") == 1


def test_r4_18_r8_38_a_sword_that_leaves_another_piece_loses_no_tile() -> None:
    """The victim keeps the tile while another piece is adjacent."""
    game = table("G1 farm G1 W G G G", terrain="grass", nomads={0: ["sword"]}, tiles={1: ["farm@b1"]})
    assert tile_names(play(game, "sword", "a1"), 1) == ["farm"]


@pytest.mark.parametrize("answers", [["c1", "b1"], ["resettlement", "d1", "c1", "c1", "b1"]], ids=["built", "moved"])
def test_r4_12_r4_19_r8_11_r9_54_no_second_tile_from_a_location(answers: list[str]) -> None:
    """A player who lost the tile of a hex and returns there takes none, even if one is left."""
    game = table("paddock D0 D D D", terrain="desert", tiles={0: ["paddock@a1"]}, nomads={0: ["resettlement"]})
    play(game, "paddock", "b1", "d1")
    assert tile_names(game) == []
    play(game, *answers)
    assert parse_hex("b1").bit & game.players[0].pieces
    assert (tile_names(game), tiles_left(game, "a1")) == ([], 1)


# R4.20: which of two equal tiles is lost

PADDOCKS = """
    paddock D0   W    D    W    W    paddock D0   W    D    W    W
"""


@pytest.mark.parametrize(("moved", "landing", "kept"), [("b1", "d1", "g1"), ("h1", "j1", "a1")])
def test_r4_20_of_two_equal_tiles_the_used_one_is_given_up(moved: str, landing: str, kept: str) -> None:
    """Whichever hex the piece leaves, the unused tile is kept and belongs to the hex still touched."""
    game = table(PADDOCKS, terrain="desert", tiles={0: ["paddock@a1", "paddock@g1"]})
    play(game, "paddock", moved, landing)
    assert origins(game) == [kept]
    assert "paddock" in options(game)


def test_r4_20_a_tile_used_twice_is_not_ready_a_third_time() -> None:
    """When both of two equal tiles are used, the kept one is used."""
    game = table(PADDOCKS, terrain="desert", tiles={0: ["paddock@a1", "paddock@g1!"]})
    play(game, "paddock", "b1", "d1")
    assert origins(game) == ["g1"]
    assert "paddock" not in options(game)


@pytest.mark.parametrize("state", ["!", "+"], ids=["used", "locked"])
def test_r4_20_the_used_or_locked_tile_is_given_up(state: str) -> None:
    """If the piece leaves the hex of a ready tile, the equal used or locked tile leaves the game instead."""
    game = table(
        "farm G0 W G W W farm G0 W paddock G0",
        terrain="grass",
        tiles={0: ["farm@a1", f"farm@g1{state}", "paddock@j1"]},
    )
    play(game, "paddock", "b1", "d1")
    assert origins(game) == ["g1", "j1"]
    assert options(game) == {"farm"}


def test_r4_20_the_kept_tile_belongs_to_the_hex_still_touched() -> None:
    """After one tile was given up, leaving the other hex loses the kept tile."""
    game = table(PADDOCKS, terrain="desert", tiles={0: ["paddock@a1", "paddock@g1"]})
    play(game, "paddock", "h1", "j1", "paddock", "b1")
    play(game, min(hexes(game)))
    assert tile_names(game) == []


def test_r4_20_only_equal_tiles_replace_one_another() -> None:
    """A used tile of another kind is not given up instead."""
    game = table(
        "farm G0 W G W W oasis G0 W paddock G0",
        terrain="grass",
        tiles={0: ["farm@a1", "oasis@g1!", "paddock@j1"]},
    )
    play(game, "paddock", "b1", "d1")
    assert tile_names(game) == ["oasis", "paddock"]
    assert options(game) == set()


# R4.21, R4.22: what a loss does not undo


@pytest.mark.parametrize(("tile", "word", "ground"), [("wagon", "Dv0", "D"), ("lighthouse", "Ws0", "W")])
def test_r4_21_the_action_of_a_tile_lost_during_it_is_completed(tile: str, word: str, ground: str) -> None:
    """A wagon or ship that leaves its location with the first step may still take the second and third."""
    game = table(
        f"{tile} {word} {ground} {ground} {ground} {ground}", pad="M", terrain="desert", tiles={0: [f"{tile}@a1"]}
    )
    play(game, tile, "c1")
    assert tile_names(game) == []
    assert options(game) == {"stop"}
    play(game, "d1")
    assert "e1" in hexes(game)
    play(game, "e1")
    assert not game.stack


def test_r4_21_a_jump_that_loses_the_paddock_is_completed() -> None:
    """The piece reaches its target even if the tile is lost."""
    game = table("paddock D0 W D", terrain="desert", tiles={0: ["paddock@a1"]})
    play(game, "paddock", "b1", "d1")
    assert game.players[0].pieces == parse_hex("d1").bit
    assert tile_names(game) == []


def test_r4_22_nomad_tiles_are_kept_when_the_pieces_leave() -> None:
    """A piece may be moved away from the nomad space and the player keeps the tile."""
    game = table("N:outpost D W D W D D paddock D0", terrain="desert", tiles={0: ["paddock@h1"]})
    play(game, "b1", "f1", "g1", "paddock", "b1", "d1")
    assert nomad_names(game) == ["outpost"]


def test_r4_22_a_sword_takes_no_nomad_tile() -> None:
    """The victim keeps the nomad tile taken with the piece that is removed."""
    game = table("N:outpost D1 W G G G", terrain="grass", nomads={0: ["sword"], 1: ["outpost"]}, tiles_left={"a1": 0})
    assert nomad_names(play(game, "sword", "b1"), 1) == ["outpost"]


@pytest.mark.parametrize(
    ("tile", "word"), [("barracks", "Dw0"), ("wagon", "Dv0"), ("lighthouse", "Ws0"), ("city_hall", "Dc0")]
)
def test_r4_22_meeples_and_city_halls_stay_when_their_tile_is_lost(tile: str, word: str) -> None:
    """After the tile is lost, the pieces placed with it stay on the board."""
    game = table(
        f"""
        {tile} D0   W    D    D    D    W    paddock D0
          W    W    W    D   {word} D
        W    W    W    W    D    D
        """,
        terrain="desert",
        tiles={0: [f"{tile}@a1", "paddock@h1"]},
    )
    tokens = game.players[0].tokens
    assert any(tokens)
    play(game, "paddock", "b1")
    play(game, min(hexes(game)))
    assert tile_names(game) == ["paddock"]
    assert game.players[0].tokens == tokens
    assert parse_hex("e2").bit & game.players[0].pieces
