"""Interactions of two sets (docs/decisions/0005-where-the-sets-meet.md)."""

from __future__ import annotations

import pytest

from kingdom_builder.engine.hexes import format_hexes, parse_hex
from kingdom_builder.sets.slots import HARVEST
from tests.drawing import gold, hexes, options, play, table, tile_names

ISLAND = ("tree_house", [".GGG.", "GGLGG", "TTTK.", "TTTT.", ".DD.."])


def test_r6_4_r5_38_an_outpost_widens_the_canoe_bonus() -> None:
    """With the canoe bonus an outpost opens every free swamp and water hex."""
    game = table(
        "canoe S0 S G S\n canoe G G G S",
        pad="G",
        terrain="grass",
        tiles={0: ["canoe@a1", "canoe@a2"]},
        bonus={0: ["canoe"]},
        nomads={0: ["outpost"]},
    )
    play(game, "canoe_bonus")
    assert hexes(game) == {"c1"}
    assert options(game) == {"outpost"}
    play(game, "outpost")
    assert hexes(game) == {"c1", "e1", "e2"}
    play(game, "e2")
    assert format_hexes(game.players[0].pieces) == "b1 e2"


def test_r6_1_r5_23_no_outpost_with_a_canoe_reaction() -> None:
    """A reaction comes in another player's turn, where no nomad tile of the reactor works."""
    game = table(
        "G farm G G1 S W W canoe S",
        pad="M",
        terrain="grass",
        tiles={1: ["canoe@h1"]},
        nomads={1: ["outpost"]},
        tiles_left={"b1": 1},
    )
    play(game, "a1")
    assert game.to_play == 1
    assert options(game) == {"pass"}
    assert hexes(game) == {"e1", "f1", "g1"}


def test_r6_4_r5_28_an_outpost_widens_one_build_of_the_cathedral() -> None:
    """Each settlement of the cathedral is built if possible next to own pieces, so an outpost can widen it."""
    game = table(
        "cathedral G0 G W G G",
        pad="W",
        terrain="grass",
        tiles={0: ["cathedral@a1"]},
        numbers={0: 2},
        nomads={0: ["outpost"]},
    )
    play(game, "cathedral")
    assert hexes(game) == {"c1"}
    play(game, "outpost", "e1")
    assert hexes(game) == {"c1", "f1"}
    play(game, "stop")
    assert game.players[0].extra[HARVEST].numbers == 1


def test_r2_22_r7_23_r7_6_a_capitol_is_one_castle() -> None:
    """A castle with a capitol gives 3 gold, one majority to Noblewomen and the points of the capitol."""
    game = table("K G0 G0", capitols=["a1"], cards=("noblewomen",))
    assert gold(game) == {"noblewomen": 5, "castle": 3, "capitol": 2, "in_game": 0}


def test_r6_5_r5_30_a_sword_cannot_take_a_scout() -> None:
    """Scouts are on the board but are nobody's pieces."""
    game = table("G0 G G1", terrain="grass", nomads={0: ["sword"]}, scouts=["b1"])
    play(game, "sword")
    assert hexes(game) == {"c1"}


def test_r5_30_r7_4_r7_7_scouts_never_score() -> None:
    """A scout next to a castle and to water earns nothing while it stands there."""
    with_scout = table("G0 G G K W", pad="G", scouts=["c1"], cards=("fishermen", "citizens"))
    assert gold(with_scout) == gold(table("G0 G G K W", pad="G", cards=("fishermen", "citizens")))


def test_r5_41_r8_51_a_piece_on_a_cave_is_not_next_to_it() -> None:
    """A settlement that a donation put on a cave cannot use that cave; one beside it can."""
    game = table("G M0 G G", terrain="grass", caves=["b1"])
    assert "cave_action" not in options(game)
    game = table("G0 M G G", terrain="grass", caves=["b1"])
    play(game, "cave_action", "a1")
    assert hexes(game) == {"c1"}


@pytest.mark.parametrize("word", ["Gw0", "Gv0"])
def test_r8_50_meeples_use_the_cave_action(word: str) -> None:
    """Warriors and wagons move from cave to cave like settlements."""
    assert "cave_action" in options(table(f"{word} M G G", terrain="grass", caves=["b1"]))


def test_r8_50_ships_do_not_use_the_cave_action() -> None:
    """A ship next to a cave stays where it is."""
    assert "cave_action" not in options(table("Ws0 M G G", pad="G", terrain="grass", caves=["b1"]))


def test_r5_35_r5_10_r5_8_moves_stay_on_the_island() -> None:
    """Caravan and paddock of a piece on the Island end on the Island."""
    for tile in ("caravan", "paddock"):
        game = table(
            f"{tile} G G G",
            pad="G",
            terrain="grass",
            island=ISLAND,
            island_pieces={0: ["i:b1"]},
            tiles={0: [f"{tile}@a1"]},
        )
        play(game, tile, "i:b1")
        assert hexes(game)
        assert all(name.startswith("i:") for name in hexes(game))


def test_r5_35_r5_13_the_sea_is_no_place_for_a_ship() -> None:
    """Without a water hex on the Island a ship cannot be placed there; the sea around it does not count."""
    game = table("lighthouse G W", pad="G", terrain="grass", island=ISLAND, tiles={0: ["lighthouse@a1"]})
    play(game, "lighthouse")
    assert hexes(game) == {"c1"}


def test_r7_31_r5_24_r6_5_a_marker_stays_when_the_line_is_broken() -> None:
    """Holding a settlement of a marked line leaves the marker."""
    game = table("temple G0 G0 G0 G", pad="W", terrain="grass", cards=("mayors",), tiles={0: ["temple@a1"]})
    play(game, "e1")
    assert game.players[0].extra[HARVEST].lines == 1
    assert game.players[0].supply == 40 - 4 - 1
    play(game, "temple", "e1")
    assert game.players[0].extra[HARVEST].lines == 1


def test_r7_31_r3_18_a_city_hall_can_mark_several_lines() -> None:
    """A city hall that makes four on two lines marks both."""
    drawing = """
        city_hall G  G  G  G  G0 G0
          G  G  G  G  G  G0 G
        G  G  G  G  G  G  G
          G  G  G  G  G  G  G
    """
    game = table(drawing, pad="W", terrain="grass", cards=("mayors",), tiles={0: ["city_hall@a1"]})
    play(game, "city_hall", "d2")
    assert game.players[0].extra[HARVEST].lines.bit_count() == 2


def test_r5_25_r5_16_r2_26_bazaar_on_crossroads_adds_a_card() -> None:
    """A bazaar used on crossroads draws one more card at the end of the turn."""
    game = table("bazaar G0 crossroads G G G", pad="W", terrain="grass", tiles={0: ["bazaar@a1", "crossroads@c1"]})
    play(game, "bazaar", "crossroads", "d1", "e1", "f1")
    play(game, "end_turn")
    assert len(game.players[0].hand) == 3


def test_r8_30_palaces_and_silos_are_special_hexes_for_every_card() -> None:
    """Workers, Merchants and University count palaces and silos."""
    game = table("P G0 G0 O", pad="W", cards=("workers", "merchants"))
    assert gold(game)["workers"] == 2
    assert gold(game)["merchants"] == 8
    game = table("university G0 G W W P G", pad="W", terrain="grass", tiles={0: ["university@a1"]})
    play(game, "university")
    assert hexes(game) == {"g1"}


def test_r3_10_r5_28_the_card_is_replaced_for_a_cathedral_only_if_it_can_build() -> None:
    """Without number tiles an unused cathedral does not need the played terrain."""
    game = table("cathedral G0 G G G W C", pad="W", terrain="grass", tiles={0: ["cathedral@a1"]})
    play(game, "c1", "d1", "e1")
    assert not game.deck.removed
    assert tile_names(game) == ["cathedral"]


def test_r3_18_r3_21_one_placement_that_empties_two_hexes_is_two_events() -> None:
    """A player who has two canoes may answer each of two events of one placement."""
    game = table(
        "farm G farm W S1 S S S canoe canoe",
        pad="M",
        terrain="grass",
        tiles={1: ["canoe@i1", "canoe@j1"]},
        tiles_left={"a1": 1, "c1": 1},
    )
    play(game, "b1", "f1", "g1")
    assert format_hexes(game.players[1].pieces) == "e1 f1 g1"
    assert game.to_play == 0


def test_r0_20_warriors_block_scouts_and_silo_builds() -> None:
    """Nothing is placed next to a warrior, neither a scout nor a settlement of the silo phase."""
    game = table("scout_cabin G0 G Gw1 G", pad="W", terrain="grass", tiles={0: ["scout_cabin@a1"]})
    play(game, "scout_cabin")
    assert "c1" not in hexes(game)
    assert game.why_not(parse_hex("c1").hex).code == "blocked"  # type: ignore[union-attr]  # it is not offered
