"""The location tiles of Marshlands but the canoe, and the bonus actions (docs/rules.md R5.21 to R5.24, R5.36 to R5.39).

The canoe, which is used in other players' turns, is in test_canoe.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from kingdom_builder import answer_name, answer_number
from kingdom_builder.engine.answers import ANSWER_OF_HEX
from kingdom_builder.engine.hexes import format_hexes, iter_hexes, neighbours
from kingdom_builder.game import Game
from kingdom_builder.sets.slots import MARSHLANDS
from tests.drawing import give_card, gold, hexes, nomad_names, offered, options, play, stack_deck, table, tile_names
from tests.engine.test_turn import build, set_deck
from tests.sets.base.test_tiles import LETTERS, between_actions, build_all, finish, pass_turn, plain

KINDS = ["temple", "refuge", "canoe", "fountain"]
TEMPLE, BAZAAR = answer_number("temple"), answer_number("bazaar")


def bonus_names(game: Game, seat: int = 0) -> list[str]:
    """Return the bonus tiles of a player, sorted."""
    return sorted(answer_name(tile.kind) for tile in game.players[seat].extra[MARSHLANDS].bonus)


def held(game: Game, seat: int = 0) -> int:
    """Return how many settlements a player holds."""
    return game.players[seat].reserve


def left(game: Game) -> int | None:
    """Return how many settlements the question says are still to build."""
    assert game.question is not None
    return game.question.left


# What refuge, fountain and temple have in common with all tiles

THREE = pytest.mark.parametrize("tile", ["refuge", "fountain", "temple"])

EVERYTHING = """
    X    C0   C0   C    C    C    C    C    C
      C0   C    C    C    C    C    C    C
    Y    C0   C    C    C    C    C    C    C
      C    C    C    C    C    C    C    C
    G    G    G    G    G    G    G    G    G
"""
"""A board on which the three tiles can be used with a grass card, twice and after the mandatory action too."""


def owner_of(tile: str, *, second: bool = False, supply: int = 20) -> Game:
    """Give the player to move one or two tiles of a kind on the board where all can be used."""
    drawing = EVERYTHING.replace("X", tile).replace("Y", tile if second else "M")
    tiles = [f"{tile}@a1", f"{tile}@a3"] if second else [f"{tile}@a1"]
    return table(drawing, terrain="grass", tiles={0: tiles}, supply={0: supply})


@THREE
def test_r5_21_r5_22_r5_24_r5_0_used_before_or_after_the_mandatory_action_never_during_it(tile: str) -> None:
    """A tile is offered before the first and after the last settlement of the mandatory action, not in between."""
    game = owner_of(tile)
    assert options(game) == {tile}
    assert options(build(game)) == set()
    assert options(build(game)) == set()
    assert options(build(game)) == {tile, "end_turn"}


@THREE
def test_r5_21_r5_22_r5_24_r3_13_used_once_per_turn_and_two_tiles_twice(tile: str) -> None:
    """One use is all a tile gives in a turn, two tiles of a kind give two; next turn they are ready again."""
    game = finish(play(owner_of(tile), tile))
    assert tile_names(game) == [tile]
    assert tile not in options(game)
    game = owner_of(tile, second=True)
    for _ in range(2):
        assert tile in options(game)
        finish(play(game, tile))
    assert tile_names(game) == [tile, tile]
    assert tile not in options(build_all(game))
    give_card(game, 1, "grass")
    pass_turn(pass_turn(game))
    assert tile in options(game)


@THREE
@pytest.mark.parametrize("mark", ["!", "+"])
def test_r5_21_r5_22_r5_24_r4_16_a_used_or_locked_tile_is_not_offered(tile: str, mark: str) -> None:
    """A tile used in this turn, or taken in it, is not offered."""
    drawing = EVERYTHING.replace("X", tile).replace("Y", "M")
    assert tile in options(table(drawing, terrain="grass", tiles={0: [f"{tile}@a1"]}))
    assert tile not in options(table(drawing, terrain="grass", tiles={0: [f"{tile}@a1{mark}"]}))


@THREE
def test_r5_21_r5_22_r5_24_r4_9_not_offered_without_a_piece(tile: str) -> None:
    """Without an own piece on the board none of the three can be used."""
    drawing = EVERYTHING.replace("X", tile).replace("Y", "M").replace("C0", "C1")
    assert tile not in options(table(drawing, terrain="grass", tiles={0: [f"{tile}@a1"]}))


# Refuge

REFUGE = {0: ["refuge@a20"]}


def refuge(ground: str = "G", **drawn: str) -> Game:
    """Give the player to move a refuge tile from a20 on a board of one terrain except the hexes named."""
    return table(plain(ground, a20="refuge", **drawn), terrain="grass", tiles=REFUGE)


def test_r5_21_refuge_moves_one_step_wherever_it_leads() -> None:
    """A piece goes to any of the six hexes around it, next to other own pieces or not; then the action is over."""
    game = refuge(e5="G0", f5="G0")
    assert offered(play(game, "refuge")) == {"e5", "f5"}
    assert offered(play(game, "e5")) == {"d4", "e4", "d5", "d6", "e6"}
    play(game, "d5")
    assert format_hexes(game.players[0].pieces) == "d5 f5"
    assert between_actions(game)
    assert "refuge" not in options(game)
    assert game.players[0].supply == 38


@pytest.mark.parametrize("terrain", "GCDFTSA")
def test_r5_21_refuge_steps_on_any_land(terrain: str) -> None:
    """All seven land terrains are allowed, whatever card is played."""
    game = refuge("W", e5="W0", f5=terrain)
    assert offered(play(game, "refuge", "e5")) == {"f5"}


@pytest.mark.parametrize("drawn", [{"f5": word} for word in ("W", "M", "K", "N", "P", "O", "farm")])
def test_r5_21_refuge_does_not_step_on_water_mountain_or_a_special_hex(drawn: dict[str, str]) -> None:
    """The target is land that can hold a piece."""
    assert offered(play(refuge("W", e5="G0", e4="G", **drawn), "refuge", "e5")) == {"e4"}


@pytest.mark.parametrize("drawn", [{"f5": "G0"}, {"f5": "G1"}, {"f5": "G="}, {"f5": "G", "g5": "Gw1"}])
def test_r5_21_r0_20_refuge_steps_to_free_hexes_only(drawn: dict[str, str]) -> None:
    """Pieces, walls and hexes next to a warrior are no target."""
    assert offered(play(refuge("W", e5="G0", d5="G", **drawn), "refuge", "e5")) == {"d5"}


def test_r5_21_r4_24_r8_16_refuge_moves_settlements_warriors_and_wagons() -> None:
    """Ships and city halls stay where they are, and a piece without a free neighbour cannot be picked."""
    game = refuge(c3="G0", g3="Gw0", k3="Gv0", m10="Ws0", e12="Gc0", t1="W0", s1="W", s2="W", t2="W")
    assert offered(play(game, "refuge")) == {"c3", "g3", "k3"}


def test_r5_21_r4_24_a_wagon_does_not_step_on_mountain_by_refuge() -> None:
    """The action allows land only, although the wagon may stand on mountain."""
    assert offered(play(refuge("M", e5="Mv0", d5="G"), "refuge", "e5")) == {"d5"}


def test_r5_21_r0_21_a_warrior_does_not_block_its_own_step() -> None:
    """Lifted, the warrior blocks nothing, so all six hexes around it are open to it, and its block goes with it."""
    game = refuge(e5="Gw0")
    assert offered(play(game, "refuge", "e5")) == {"d4", "e4", "d5", "f5", "d6", "e6"}
    play(game, "f5")
    assert format_hexes(game.players[0].hexes_of("warrior")) == "f5"
    assert {"e5", "g5", "e4", "f4", "e6", "f6"}.isdisjoint(format_hexes(game.free).split())
    assert {"d4", "d5", "d6"}.issubset(format_hexes(game.free).split())


@pytest.mark.parametrize(("start", "steps"), [("a1", {"b1", "a2"}), ("t20", {"s20", "t19"}), ("j10", None)])
def test_r5_21_r0_13_refuge_at_borders(start: str, steps: set[str] | None) -> None:
    """The border of the board ends the move, borders between sections do not."""
    game = refuge(**{start: "G0"})
    assert hexes(play(game, "refuge", start)) == (steps or {"i10", "k10", "j9", "k9", "j11", "k11"})


def test_r5_21_r3_12_refuge_needs_no_supply() -> None:
    """Moving uses nothing up, so it is possible with an empty supply."""
    game = table(plain(a20="refuge", e5="G0"), terrain="grass", tiles=REFUGE, supply={0: 0})
    assert options(game) == {"refuge", "end_turn"}


def test_r5_21_r4_12_r4_13_r4_18_refuge_gains_and_loses_tiles() -> None:
    """A step takes the tiles beside its end and loses those of locations it leaves."""
    game = table("refuge G0 M farm D0 D tower D N:sword", terrain="grass", tiles={0: ["refuge@a1", "farm@d1"]}, pad="M")
    play(game, "refuge", "e1", "f1")
    assert tile_names(game) == ["refuge", "tower"]
    game = table("refuge G0 M farm D0 D N:sword", terrain="grass", tiles={0: ["refuge@a1", "farm@d1"]}, pad="M")
    assert nomad_names(play(game, "refuge", "e1", "f1")) == ["sword"]


def test_r5_21_r4_21_refuge_may_lose_its_own_tile() -> None:
    """The piece that leaves the only contact with the refuge completes its step, and the tile is gone."""
    game = play(table("refuge G0 D D", terrain="desert", tiles={0: ["refuge@a1"]}), "refuge", "b1", "c1")
    assert format_hexes(game.players[0].pieces) == "c1"
    assert tile_names(game) == []


# Fountain


def fountain(ground: str = "G", **drawn: str) -> Game:
    """Give the player to move a fountain tile from a20 on a board of one terrain except the hexes named."""
    return table(plain(ground, a20="fountain", **drawn), terrain="grass", tiles={0: ["fountain@a20"]})


def test_r5_22_fountain_builds_with_exactly_one_own_neighbour() -> None:
    """Around two adjacent pieces the two hexes that touch both are left out, the six that touch one are offered."""
    game = fountain(e5="G0", f5="G0")
    assert offered(play(game, "fountain")) == {"d4", "f4", "d5", "g5", "d6", "f6"}
    play(game, "g5")
    assert format_hexes(game.players[0].pieces) == "e5 f5 g5"
    assert game.players[0].supply == 37
    assert between_actions(game)


@pytest.mark.parametrize("word", ["G1", "Gv1", "Ws1", "M1"])
def test_r5_22_fountain_does_not_build_next_to_foreign_pieces(word: str) -> None:
    """A hex next to a piece of another player is no target, whatever kind of piece it is."""
    assert hexes(play(fountain(e5="G0", g5=word), "fountain")) == {"d4", "e4", "d5", "d6", "e6"}


def test_r5_22_fountain_does_not_build_next_to_any_other_player() -> None:
    """Pieces of two other players on both sides leave the hexes that touch neither."""
    drawing = plain(a20="fountain", e5="G0", g5="G2", c5="G1")
    game = table(drawing, players=3, terrain="grass", tiles={0: ["fountain@a20"]})
    assert hexes(play(game, "fountain")) == {"d4", "e4", "d6", "e6"}


@pytest.mark.parametrize("word", ["Gv0", "Ws0", "W0", "M0"])
def test_r5_22_r0_5_any_own_piece_is_the_one_neighbour(word: str) -> None:
    """Meeples, and settlements on water and mountain, count like settlements on land."""
    assert hexes(play(fountain(e5=word), "fountain")) == {"d4", "e4", "d5", "f5", "d6", "e6"}
    assert hexes(play(fountain(e5=word, f5="G0"), "fountain")) == {"d4", "f4", "d5", "g5", "d6", "f6"}


def test_r5_22_r0_5_each_hex_of_a_city_hall_is_a_piece() -> None:
    """Around a city hall only the six corners touch exactly one of its hexes."""
    assert hexes(play(fountain(e5="Gc0"), "fountain")) == {"d3", "f3", "c5", "g5", "d7", "f7"}


def test_r5_22_r5_30_scouts_count_as_own_pieces() -> None:
    """A scout is the one neighbour of some hexes and the second neighbour of others."""
    drawing = plain(a20="fountain", e5="G0")
    game = table(drawing, terrain="grass", tiles={0: ["fountain@a20"]}, scouts=["f5"])
    assert hexes(play(game, "fountain")) == {"d4", "f4", "d5", "g5", "d6", "f6"}


def test_r5_22_walls_do_not_matter() -> None:
    """A wall is neither an own nor a foreign neighbour; only its own hex is no target."""
    assert hexes(play(fountain(e5="G0", d5="G=", g5="G="), "fountain")) == {"d4", "e4", "f5", "d6", "e6"}


@pytest.mark.parametrize("terrain", "GCDFTSA")
def test_r5_22_fountain_builds_on_any_land(terrain: str) -> None:
    """All seven land terrains are allowed, whatever card is played."""
    assert offered(play(fountain("W", e5="W0", f5=terrain), "fountain")) == {"f5"}


@pytest.mark.parametrize(
    "drawn",
    [
        *({"f5": word} for word in ("W", "M", "K", "N", "P", "O", "farm", "G0", "G1", "G=")),
        {"f5": "G", "f4": "G0"},
        {"f5": "G", "g5": "G1"},
        {"f5": "G", "g5": "Gw1"},
        {"e5": "W", "f5": "G"},
    ],
)
def test_r5_22_r4_9_fountain_is_not_offered_without_a_target(drawn: dict[str, str]) -> None:
    """There must be a free land hex with exactly one own and no foreign neighbour; mountain is for the bonus."""
    assert "fountain" in options(fountain("W", e5="W0", f5="G"))
    assert "fountain" not in options(fountain("W", **{"e5": "W0", **drawn}))


def test_r5_22_r9_23_one_hex_next_to_the_palace() -> None:
    """Of the hexes around a palace one has one own neighbour, one has two, one a foreign one besides."""
    game = fountain("W", e5="P", d4="G0", d6="G0", e6="G1", e4="G", d5="G", f5="G")
    assert offered(play(game, "fountain")) == {"e4"}


def test_r5_22_r5_0_fountain_needs_a_settlement_in_supply() -> None:
    """With an empty supply there is nothing to build."""
    drawing = plain(a20="fountain", e5="G0")
    game = table(drawing, terrain="grass", tiles={0: ["fountain@a20"]}, supply={0: 0})
    assert options(game) == {"end_turn"}


def test_r5_22_r6_4_r8_27_an_outpost_does_not_waive_the_condition() -> None:
    """The fountain has a condition of its own, so an outpost is not offered for it."""
    drawing = plain(a20="fountain", e5="G0")
    game = table(drawing, terrain="grass", tiles={0: ["fountain@a20"]}, nomads={0: ["outpost"]})
    assert "outpost" in options(game)
    assert options(play(game, "fountain")) == set()


def test_r5_22_r4_12_fountain_takes_tiles() -> None:
    """Its settlement takes the tile beside its hex."""
    game = table("fountain W0 G farm", terrain="grass", tiles={0: ["fountain@a1"]})
    assert tile_names(play(game, "fountain", "c1")) == ["farm", "fountain"]


# Temple


def temple(drawing: str = "temple D0 D D0 M D D D D D D D D D D D D D", **fields: Any) -> Game:
    """Give the player to move a temple tile from a1 and a desert card."""
    fields.setdefault("tiles", {0: ["temple@a1"]})
    return table(drawing, pad="M", terrain="desert", **fields)


def test_r5_24_r0_8_temple_holds_a_settlement() -> None:
    """The settlement leaves the board, is neither in the supply nor scored, and its hex is free at once."""
    game = temple(cards=["hermits"])
    assert offered(play(game, "temple")) == {"b1", "d1"}
    assert gold(game)["hermits"] == 2
    play(game, "d1")
    assert (held(game), game.players[0].supply) == (1, 38)
    assert format_hexes(game.players[0].pieces) == "b1"
    assert "d1" in format_hexes(game.free).split()
    assert gold(game)["hermits"] == 1
    assert between_actions(game)


@pytest.mark.parametrize("before", [True, False])
def test_r5_24_r3_7_held_settlements_are_built_in_the_next_turn_not_in_this(before: bool) -> None:
    """Used before or after the mandatory action, the temple adds to the next turn: three now, four then."""
    game = temple()
    if before:
        play(game, "temple", "d1")
        assert left(game) == 3
    build(game, 3)
    if not before:
        play(game, "temple", "d1")
    assert options(game) == {"end_turn"}
    assert (held(game), game.players[0].supply) == (1, 35)
    give_card(game, 1, "desert")
    stack_deck(game, "desert")
    pass_turn(play(game, "end_turn"))
    assert (game.to_play, left(game)) == (0, 4)
    build(game, 3)
    assert (left(game), options(game)) == (1, set())
    build(game)
    assert (held(game), game.players[0].supply) == (0, 32)
    assert "end_turn" in options(game)


def test_r5_24_r3_7_a_temple_used_now_adds_nothing_to_what_was_held_before() -> None:
    """With one settlement held since the last turn and one more held now, four are built and one stays held."""
    game = temple(held={0: 1})
    play(game, "temple", "d1")
    assert held(game) == 2
    assert left(game) == 4
    build(game, 4)
    assert options(game) == {"end_turn"}
    assert held(game) == 1
    assert game.players[0].supply == 37 - 3


@pytest.mark.parametrize(
    ("terrain", "supply", "before", "number"),
    [
        ("desert", 20, 0, 3),
        ("desert", 20, 1, 4),
        ("desert", 20, 2, 5),
        ("desert", 3, 2, 5),
        ("desert", 2, 1, 3),
        ("desert", 1, 2, 3),
        ("desert", 0, 1, 1),
        ("desert", 0, 2, 2),
        ("swamp", 20, 0, 2),
        ("swamp", 20, 1, 3),
        ("swamp", 20, 2, 4),
        ("swamp", 1, 1, 2),
        ("swamp", 0, 2, 2),
    ],
)
def test_r3_7_r3_8_r5_24_r3_12_number_of_the_mandatory_action(
    terrain: str, supply: int, before: int, number: int
) -> None:
    """The number is three, or two on swamp, or what the supply allows, plus all that was held."""
    code = {"desert": "D", "swamp": "S"}[terrain]
    game = table(plain(code, k1="C0"), terrain=terrain, supply={0: supply}, held={0: before})
    assert left(game) == number
    for more in range(number, 0, -1):
        assert (left(game), options(game)) == (more, set())
        build(game)
    assert options(game) == {"end_turn"}
    assert held(game) == 0
    assert game.players[0].supply == supply - (number - before)
    assert game.players[0].pieces.bit_count() == 1 + number


def test_r5_24_held_settlements_are_built_on_the_card_next_to_own_pieces_if_possible() -> None:
    """All settlements of the action, the held ones at any place among them, follow the same rules on one terrain."""
    game = table("G0 D D D D D D D C C D D", pad="M", terrain="desert", held={0: 2})
    for target in "bcdef":
        assert offered(game) == {f"{target}1"}
        play(game, f"{target}1")
    assert offered(game) == {"end_turn"}


def test_r5_24_r6_4_an_outpost_serves_a_held_settlement() -> None:
    """With nothing in supply the one settlement built is a held one, and an outpost may take it anywhere."""
    game = table("G0 D D D", pad="M", terrain="desert", held={0: 1}, supply={0: 0}, nomads={0: ["outpost"]})
    assert offered(game) == {"b1", "outpost"}
    assert offered(play(game, "outpost")) == {"b1", "c1", "d1"}
    assert format_hexes(play(game, "d1").players[0].pieces) == "a1 d1"
    assert held(game) == 0


def test_r5_24_r3_10_held_settlements_and_exhausted_terrain() -> None:
    """When the terrain runs out the rest of the action, held settlements included, takes the new card's terrain."""
    game = table("G0 D D C C C C", pad="M", terrain="desert", held={0: 1})
    stack_deck(game, "canyon")
    build(game, 2)
    assert (left(game), hexes(game)) == (2, {"d1"})
    build(game, 2)
    assert options(game) == {"end_turn"}
    assert format_hexes(game.players[0].pieces) == "a1 b1 c1 d1 e1"
    assert held(game) == 0


def test_r5_24_r3_11_held_settlements_without_a_usable_card() -> None:
    """Without a usable card the action ends with what has been built."""
    game = table("G0 D D D", pad="M", terrain="desert", held={0: 2}, supply={0: 10})
    set_deck(game)
    build(game, 3)
    assert options(game) == {"end_turn"}
    assert game.players[0].supply + held(game) == 12 - 3


def test_r5_24_r4_25_temple_lifts_ordinary_settlements_only() -> None:
    """Warriors, ships, wagons and city halls are not lifted, settlements on water and mountain are."""
    drawing = plain("G", a20="temple", c3="G0", g3="Gw0", k3="Gv0", m10="Ws0", e12="Gc0", t1="W0", t3="M0", p9="G1")
    game = table(drawing, terrain="grass", tiles={0: ["temple@a20"]})
    assert offered(play(game, "temple")) == {"c3", "t1", "t3"}
    drawing = plain("G", a20="temple", g3="Gw0", k3="Gv0", m10="Ws0", e12="Gc0")
    assert options(table(drawing, terrain="grass", tiles={0: ["temple@a20"]})) == set()


def test_r5_24_r4_18_the_removal_can_lose_tiles() -> None:
    """A tile whose location only the held settlement touched is lost."""
    game = temple("temple D0 D farm D0 D D D", tiles={0: ["temple@a1", "farm@d1"]})
    assert tile_names(play(game, "temple", "e1")) == ["temple"]


def test_r8_45_r4_22_r4_21_r5_24_the_held_settlement_is_built_though_the_temple_is_lost() -> None:
    """The temple may lift the settlement that alone kept its own tile; it stays held and is built next turn."""
    game = temple("temple D0 M D D D D D D D D D D D")
    play(game, "temple", "b1")
    assert tile_names(game) == []
    assert held(game) == 1
    give_card(game, 1, "desert")
    stack_deck(game, "desert")
    pass_turn(pass_turn(game))
    assert left(game) == 4
    assert held(build(game, 4)) == 0


def test_r3_34_r5_24_r8_9_before_the_trigger_temple_is_not_used_with_an_empty_supply() -> None:
    """A player with supply 0 and a held settlement may not delay the end by holding another one."""
    assert "temple" in options(temple(supply={0: 1}))
    game = temple(supply={0: 0}, held={0: 1})
    assert not game.end_triggered
    assert "temple" not in options(game)


@pytest.mark.parametrize("supply", [{0: 0}, {0: 0, 1: 0}, {0: 1, 1: 0}])
def test_r3_34_r5_24_r8_9_after_the_trigger_temple_is_used_with_any_supply(supply: dict[int, int]) -> None:
    """With or without a supply, and no matter which player has caused the trigger."""
    game = temple(supply=supply)
    assert game.end_triggered
    assert "temple" in options(game)
    assert "temple" in options(temple(supply=supply, held={0: 1} if 1 in supply else {}))


def test_r3_34_r5_24_r3_33_temple_after_the_trigger_can_gain_gold_and_delays_nothing() -> None:
    """The last settlement triggers the end; lifting one splits the area for Hermits, and the round is the last."""
    game = build(temple("temple D0 D0 D D D M D D D", supply={0: 3}, cards=["hermits"]), 3)
    assert options(game) == {"temple", "end_turn"}
    assert gold(game)["hermits"] == 1
    play(game, "temple", "d1")
    assert gold(game)["hermits"] == 2
    assert (held(game), game.players[0].supply, game.end_triggered) == (1, 0, True)
    assert options(game) == {"end_turn"}
    give_card(game, 1, "desert")
    pass_turn(play(game, "end_turn"))
    assert game.over
    assert gold(game)["hermits"] == 2


@pytest.mark.parametrize("seed", range(12))
def test_r3_34_r8_9_no_game_is_delayed_forever(seed: int) -> None:
    """Players with few settlements left who hold one whenever they can still come to an end.

    Before the trigger every round lowers one of three numbers without raising those before it: swords that can still
    give settlements back, settlements in supply, and settlements held by players without a supply, who may not hold
    more. None of them is ever below 0, so the number of rounds is limited. After the trigger the round is the last.
    """
    rows = {f"{letter}{16 + i}": code for i, code in enumerate("GGCFT") for letter in LETTERS}
    drawing = plain("D", **rows, a1="temple", b1="D0", a2="D1", c9="D0", k9="D1", t1="bazaar", s1="D0", t2="D1")
    game = table(
        drawing,
        terrain="desert",
        supply={0: 1 + seed % 4, 1: 1 + seed // 3},
        tiles={0: ["temple@a1", "bazaar@t1"], 1: ["temple@a1"]},
        nomads={0: ["sword"]},
    )
    chance = random.Random(seed)
    lowest = _can_delay(game)
    uses = 0
    while not game.over:
        legal_hexes, legal_options = game.legal()
        elsewhere = legal_hexes & ~neighbours(game.board.locations)
        turn = game.turn
        if wanted := [option for option in legal_options if option in (TEMPLE, BAZAAR)]:
            game.play(wanted[0])
            uses += wanted[0] == TEMPLE
        elif elsewhere:
            game.play(ANSWER_OF_HEX[chance.choice(list(iter_hexes(elsewhere)))])
        else:
            game.play(chance.choice(game.legal_answers()))
        if game.turn > turn and game.turn % 2 == 0 and not game.over:
            assert not game.end_triggered
            assert _can_delay(game) < lowest
            lowest = _can_delay(game)
    assert uses > 1


def _can_delay(game: Game) -> tuple[int, int, int]:
    """Return the swords in the game, the settlements in supply, and those held by players without a supply."""
    sword = answer_number("sword")
    lying = [h for h, kind in game.setup.nomad_tiles.items() if kind == sword and game.tiles_left >> h & 1]
    owned = [tile for player in game.players for tile in player.nomads if tile.kind == sword]
    return (
        len(lying) + len(owned),
        sum(player.supply for player in game.players),
        sum(player.reserve for player in game.players if not player.supply),
    )


def test_r9_60_r3_31_r3_34_r8_9_temple_and_trigger() -> None:
    """Held settlements delay the trigger by a turn; the temple is barred until the held one has triggered the end."""
    game = temple(supply={0: 3})
    play(game, "temple", "d1")
    assert not build(game, 3).end_triggered
    assert (game.players[0].supply, held(game)) == (0, 1)
    give_card(game, 1, "desert")
    stack_deck(game, "desert")
    pass_turn(play(game, "end_turn"))
    assert game.to_play == 0
    assert "temple" in tile_names(game)
    assert options(game) == set()
    assert left(game) == 1
    assert build(game).end_triggered
    assert options(game) == {"temple", "end_turn"}
    pass_turn(play(game, "end_turn"))
    assert game.over


def test_r3_31_r8_9_a_player_with_a_held_settlement_triggers_by_the_last_of_both() -> None:
    """With one in supply and one held the trigger comes with the second of the two."""
    game = table("G0 D D D", pad="M", terrain="desert", held={0: 1}, supply={0: 1})
    assert not build(game).end_triggered
    assert build(game).end_triggered


def test_r3_12_r5_24_a_settlement_held_now_does_not_save_a_mandatory_action_without_supply() -> None:
    """Supply 1, held by the temple now, the last one built by the farm: nothing is left to build this turn."""
    game = temple("temple D0 D D0 farm G0 G D D D", supply={0: 1}, tiles={0: ["temple@a1", "farm@e1"]})
    play(game, "temple", "d1", "farm", "g1")
    assert offered(game) == {"end_turn"}
    assert (game.players[0].supply, held(game)) == (0, 1)
    assert not game.end_triggered


def test_r5_24_r7_2_held_settlements_are_lost_when_the_game_ends() -> None:
    """When the other player ends the game in the same round, what is held is never built and scores nothing."""
    game = temple("temple D0 D D0 M D D D D D D D D D D D", supply={1: 3}, cards=["hermits"])
    play(game, "temple", "d1")
    build(game, 3)
    give_card(game, 1, "desert")
    pass_turn(play(game, "end_turn"))
    assert game.over
    assert held(game) == 1
    assert format_hexes(game.players[0].pieces) == "b1 c1 d1 f1"
    assert gold(game)["hermits"] == 2


def test_r9_24_r5_24_r5_39_r3_14_both_temples_and_the_bonus_make_five() -> None:
    """After two temples the next action builds five: the first anywhere on the card, the others next to own pieces."""
    game = table(
        """
        temple D0  D0  D0  D   D   D   D   D   D   D   D0  temple M   M   D   fountain
          M   M   M   M   M   M   M   M   M   M   M   M   M   M   M   M
        C   C   C   C   C   C
        """,
        pad="M",
        terrain="canyon",
        tiles={0: ["temple@a1", "temple@m1"]},
        bonus={0: ["temple"]},
        tiles_left={"q1": 1},
    )
    play(game, "temple", "c1", "temple", "d1")
    build(game, 3)
    give_card(game, 1, "canyon")
    stack_deck(game, "desert")
    pass_turn(play(game, "end_turn"))
    assert left(game) == 5
    assert format_hexes(game.legal()[0]) == "c1 d1 e1 f1 g1 h1 i1 j1 k1 p1"
    play(game, "p1")
    assert tile_names(game) == ["fountain", "temple", "temple"]
    for target in ("c1", "d1", "k1", "e1"):
        assert target in offered(game)
        assert {"g1", "h1", "i1"}.isdisjoint(offered(game))
        play(game, target)
    assert offered(game) == {"end_turn", "temple"}
    assert held(game) == 0


# Bonus tiles: gained, locked, lost

SECOND = """
    X    D0   D    D    D    D    farm G0   G    Y    M    D    D    D    D    D    D    D    D    D
      M    W    W    W
    W    W    W    W
      W    W    W    W
    C    C    C    C    C    C    C
"""
"""A player with a tile of X who has the farm too can take a tile of Y by building on i1."""


def second(kind: str, other: str | None = None, **fields: Any) -> Game:
    """Draw that board for a tile of one kind and, at the second location, of the same or another kind."""
    drawing = SECOND.replace("X", kind).replace("Y", other or kind)
    return table(drawing, terrain="desert", tiles={0: [f"{kind}@a1", "farm@g1"]}, **fields)


def next_turn(game: Game, terrain: str = "desert", other: str = "canyon") -> Game:
    """End this turn and the other player's; the first player's next card is of the one terrain, theirs of the other."""
    give_card(game, 1, other)
    stack_deck(game, terrain)
    return pass_turn(pass_turn(game))


@pytest.mark.parametrize("kind", KINDS)
def test_r4_15_the_second_tile_of_a_kind_brings_the_bonus_tile(kind: str) -> None:
    """On owning two location tiles of the same Marshlands kind the player takes one bonus tile of it, at once."""
    game = second(kind)
    assert bonus_names(game) == []
    play(game, "farm", "i1")
    assert tile_names(game) == sorted(["farm", kind, kind])
    assert bonus_names(game) == [kind]
    assert bonus_names(game, 1) == []


@pytest.mark.parametrize(
    ("kind", "other"),
    [("tower", "tower"), *((kind, other) for kind in KINDS for other in (*KINDS, "tower") if kind != other)],
)
def test_r4_15_other_pairs_bring_nothing(kind: str, other: str) -> None:
    """One tile each of two kinds is no pair, and two tiles of another set bring no bonus tile."""
    game = play(second(kind, other), "farm", "i1")
    assert tile_names(game) == sorted(["farm", kind, other])
    assert bonus_names(game) == []


@pytest.mark.parametrize("kind", KINDS)
def test_r1_4_r4_15_there_are_two_bonus_tiles_of_each_kind(kind: str) -> None:
    """The second player to own a pair takes the last bonus tile, there is none for a third."""
    for owners, found in (([1], [kind]), ([1, 2], [])):
        game = second(kind, players=3, bonus={owner: [kind] for owner in owners})
        assert bonus_names(play(game, "farm", "i1")) == found


@pytest.mark.parametrize(("kind", "action"), [("refuge", "refuge_bonus"), ("canoe", "canoe_bonus")])
def test_r4_16_r3_14_r4_15_a_bonus_action_is_locked_in_the_turn_its_tile_is_taken(kind: str, action: str) -> None:
    """The bonus tile cannot be used in the turn in which it was taken, before or after the mandatory action."""
    game = play(second(kind), "farm", "i1")
    assert action not in options(game)
    assert action not in options(build_all(game))
    assert action in options(next_turn(game))


def test_r4_16_r8_46_r5_37_the_fountain_bonus_works_from_the_turn_after_it_is_taken() -> None:
    """In the turn in which the second fountain is taken the first still builds on land only."""
    game = play(second("fountain"), "farm", "i1")
    assert {"a2", "k1"}.isdisjoint(hexes(play(game, "fountain")))
    finish(game)
    assert "a2" in hexes(play(next_turn(game), "fountain"))


def test_r4_16_r5_39_the_temple_bonus_works_from_the_turn_after_it_is_taken() -> None:
    """In the turn in which the second temple is taken the first settlement must still be adjacent if possible."""
    game = second("temple")
    assert hexes(game) == {"c1"}
    play(game, "farm", "i1")
    assert hexes(game) == {"c1"}
    assert format_hexes(next_turn(game).legal()[0]) == "f1 l1 m1 n1 o1 p1 q1 r1 s1 t1"


PAIRS = "X    D0   D    D    paddock D0   X    D    Y    D0   Y"
"""A player with two tiles of X and two of Y, whose only piece next to one of the X can jump to d1."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sword", [False, True])
def test_r4_22_r8_14_a_bonus_tile_is_lost_with_one_of_its_two_location_tiles(kind: str, sword: bool) -> None:
    """A player who no longer owns both tiles of a kind loses its bonus tile and no other, by a move or a sword."""
    other = KINDS[KINDS.index(kind) - 1]
    game = table(
        PAIRS.replace("X", kind).replace("Y", other),
        to_play=1 if sword else 0,
        terrain="desert",
        tiles={0: [f"{kind}@a1", f"{kind}@g1", f"{other}@i1", f"{other}@k1", "paddock@e1"]},
        bonus={0: [kind, other]},
        nomads={1: ["sword"]},
    )
    assert bonus_names(game) == sorted([kind, other])
    play(game, "sword", "b1") if sword else play(game, "paddock", "b1", "d1")
    assert tile_names(game) == sorted([kind, other, other, "paddock"])
    assert bonus_names(game) == [other]


def test_r4_22_r8_14_the_bonus_ends_with_its_tile() -> None:
    """A player who loses a refuge is offered the refuge bonus no more."""
    game = table(
        PAIRS.replace("X", "refuge").replace("Y", "M"),
        terrain="desert",
        tiles={0: ["refuge@a1", "refuge@g1", "paddock@e1"]},
        bonus={0: ["refuge"]},
    )
    assert "refuge_bonus" in options(game)
    assert "refuge_bonus" not in options(play(game, "paddock", "b1", "d1"))


# Bonus actions

BONUS = """
    X    C0   C0   C    C    W    W
      C0   C    C    C    C    S    S
    Y    C0   C    C    C    C
      C    C    C    C    C    C
    G    G    G    G    G    G    G    G    G    G
"""
BONUS_ACTIONS = pytest.mark.parametrize("kind", ["refuge", "canoe"])


def bonus(kind: str, **fields: Any) -> Game:
    """Give the player to move both tiles of a kind and its bonus tile, on a board where all can be used."""
    drawing = BONUS.replace("X", kind).replace("Y", kind)
    fields.setdefault("tiles", {0: [f"{kind}@a1", f"{kind}@a3"]})
    return table(drawing, pad="M", terrain="grass", bonus={0: [kind]}, **fields)


@BONUS_ACTIONS
def test_r3_14_r5_36_r5_38_a_bonus_action_comes_before_or_after_the_mandatory_action_not_during_it(kind: str) -> None:
    """A bonus action is offered before the first and after the last settlement of the mandatory action."""
    game = bonus(kind)
    assert f"{kind}_bonus" in options(game)
    assert options(build(game)) == set()
    assert options(build(game)) == set()
    assert f"{kind}_bonus" in options(build(game))


@BONUS_ACTIONS
def test_r3_14_r3_27_r5_36_r5_38_a_bonus_action_is_used_once_per_turn(kind: str) -> None:
    """One use per turn, however many tiles; the tiles themselves stay unused, and next turn it is ready again."""
    game = finish(play(bonus(kind), f"{kind}_bonus"))
    assert f"{kind}_bonus" not in options(game)
    assert [tile.used for tile in game.players[0].tiles] == [False, False]
    assert f"{kind}_bonus" not in options(build_all(game))
    assert f"{kind}_bonus" in options(next_turn(game, "grass", "grass"))


def test_r5_36_r5_21_the_bonus_comes_on_top_of_both_refuges() -> None:
    """Two refuges and their bonus move three times in one turn."""
    game = bonus("refuge")
    play(game, "refuge", "b1", "b2", "refuge_bonus", "b2", "b1", "refuge", "b3", "c3")
    assert format_hexes(game.players[0].pieces) == "b1 c1 a2 c3"
    assert {"refuge", "refuge_bonus"}.isdisjoint(options(game))


# Refuge bonus


def far_refuge(ground: str = "M", **drawn: str) -> Game:
    """Give the player to move the refuge bonus on a board of one terrain except the hexes named."""
    drawing = plain(ground, a20="refuge", t1="refuge", **drawn)
    return table(drawing, terrain="grass", tiles={0: ["refuge@a20!", "refuge@t1!"]}, bonus={0: ["refuge"]})


def test_r5_36_r9_64_r4_11_the_first_free_hex_of_the_line() -> None:
    """The piece jumps over an own piece, a mountain and a hex next to a warrior to the desert behind them."""
    game = far_refuge(e5="G0", f5="G0", g5="M", h5="G", i5="D", g4="Gw1")
    assert offered(play(game, "refuge_bonus")) == {"e5", "f5"}
    assert offered(play(game, "e5")) == {"i5"}
    play(game, "i5")
    assert format_hexes(game.players[0].pieces) == "f5 i5"
    assert between_actions(game)
    assert game.players[0].supply == 38


def test_r5_36_the_first_free_hex_and_no_other() -> None:
    """On open ground these are the six neighbours: a piece does not pass a free hex of the line."""
    assert hexes(play(far_refuge("G", e5="G0"), "refuge_bonus", "e5")) == {"d4", "e4", "d5", "f5", "d6", "e6"}


def test_r5_36_the_refuge_bonus_need_not_end_next_to_own_pieces() -> None:
    """A piece beside another jumps over it or goes any other way, away from it too."""
    game = play(far_refuge("G", e5="G0", f5="G0"), "refuge_bonus", "e5")
    assert hexes(game) == {"d4", "e4", "d5", "g5", "d6", "e6"}


@pytest.mark.parametrize("word", ["W", "M", "K", "N", "P", "O", "farm", "G0", "G1", "G=", "Gv1", "Ws1", "G2"])
def test_r5_36_r4_11_the_refuge_bonus_jumps_anything(word: str) -> None:
    """The piece jumps over everything in between, also two hexes of it."""
    drawing = plain("M", a20="refuge", t1="refuge", e5="G0", f5=word, g5=word.replace("s", "").replace("v", ""), h5="D")
    tiles = {0: ["refuge@a20", "refuge@t1"]}
    game = table(drawing, players=3, terrain="grass", tiles=tiles, bonus={0: ["refuge"]})
    assert hexes(play(game, "refuge_bonus", "e5")) == {"h5"}


@pytest.mark.parametrize(
    ("start", "end"),
    [("a10", "t10"), ("t10", "a10"), ("a1", "j20"), ("t20", "k1"), ("t2", "k20"), ("a19", "j1")],
)
def test_r5_36_however_far_across_the_whole_board(start: str, end: str) -> None:
    """A piece crosses the board on any of the three axes when nothing on the line is free."""
    assert hexes(play(far_refuge("W", **{start: "G0", end: "G"}), "refuge_bonus", start)) == {end}


@pytest.mark.parametrize("terrain", "GCDFTSA")
def test_r5_36_the_refuge_bonus_lands_on_any_land(terrain: str) -> None:
    """All seven land terrains are allowed, whatever card is played."""
    assert hexes(play(far_refuge("W", e5="W0", g5=terrain), "refuge_bonus", "e5")) == {"g5"}


def test_r5_36_r4_24_r8_16_which_pieces_the_refuge_bonus_moves() -> None:
    """Settlements, warriors and wagons that have free land on a line; never ships and city halls."""
    around = dict.fromkeys(("e11", "f11", "d12", "f12", "e13", "f13"), "G")
    game = far_refuge(c3="M0", g3="Gw0", k3="Mv0", m3="Ws0", n3="G", e12="Gc0", b17="M0", **around)
    assert hexes(play(game, "refuge_bonus")) == {"c3", "g3", "k3"}
    assert hexes(play(game, "k3")) == {"n3"}


def test_r5_36_r4_9_the_refuge_bonus_is_not_offered_without_free_land_on_a_line() -> None:
    """Free land off the six lines of every piece does not help."""
    assert "refuge_bonus" not in options(far_refuge(e5="G0", g4="G"))
    assert "refuge_bonus" in options(far_refuge(e5="G0", g5="G"))


def test_r5_36_r5_35_the_refuge_bonus_does_not_cross_to_the_island() -> None:
    """A line ends at the border of the board, whatever lies on the Island."""
    drawing = plain("W", a19="refuge", t1="refuge", **{f"{c}20": "W0" for c in "acegikmoqs"})
    game = table(
        drawing,
        terrain="grass",
        tiles={0: ["refuge@a19", "refuge@t1"]},
        bonus={0: ["refuge"]},
        island=("rope_bridge", ["GGGGGGGGGG"] * 4 + ["GGGGGGGGGL"]),
    )
    assert "refuge_bonus" not in options(game)


def test_r9_22_r5_36_r4_15_over_a_location_and_two_foreign_pieces_to_the_second_temple() -> None:
    """The piece lands next to a temple, and its owner takes the second temple tile and the bonus tile with it."""
    drawn = {"e5": "G0", "f5": "farm", "g5": "G1", "h5": "G1", "i5": "G", "j5": "temple", "a1": "temple", "b1": "G0"}
    refuges = {"a10": "refuge", "b10": "G0", "a15": "refuge", "b15": "G0"}
    game = table(
        plain("M", **drawn, **refuges),
        terrain="grass",
        tiles={0: ["refuge@a10", "refuge@a15", "temple@a1"]},
        bonus={0: ["refuge"]},
    )
    assert hexes(play(game, "refuge_bonus", "e5")) == {"i5"}
    play(game, "i5")
    assert tile_names(game) == ["refuge", "refuge", "temple", "temple"]
    assert bonus_names(game) == ["refuge", "temple"]


def test_r5_36_r4_21_the_refuge_bonus_may_lose_its_own_tile() -> None:
    """The piece that leaves a refuge completes its move; tile and bonus are gone, the other refuge stays."""
    tiles = {0: ["refuge@a1", "refuge@e1"]}
    game = table("refuge G0 C M refuge G0", pad="M", terrain="grass", tiles=tiles, bonus={0: ["refuge"]})
    play(game, "refuge_bonus", "b1", "c1")
    assert format_hexes(game.players[0].pieces) == "c1 f1"
    assert (tile_names(game), bonus_names(game)) == (["refuge"], [])


# Fountain bonus


def two_fountains(tiles: Sequence[str] = ("fountain@a20", "fountain@t1"), **drawn: str) -> Game:
    """Give the player to move both fountains and their bonus on a board of mountain except the hexes named."""
    drawing = plain("M", a20="fountain", t1="fountain", **drawn)
    return table(drawing, terrain="grass", tiles={0: tiles}, bonus={0: ["fountain"]})


def test_r5_37_r8_46_the_fountains_build_on_mountain_too() -> None:
    """With the bonus both fountains build on land or mountain; it is no action of its own and adds no settlement."""
    game = two_fountains(e5="G0", d5="D", f5="W")
    for pieces, targets in (("e5", {"d4", "e4", "d5", "d6", "e6"}), ("e5 e6", {"d4", "e4", "d5", "f6", "e7", "f7"})):
        assert format_hexes(game.players[0].pieces) == pieces
        assert options(game) == {"fountain", "end_turn"}
        assert offered(play(game, "fountain")) == targets
        play(game, "e6" if pieces == "e5" else "f7")
    assert options(game) == {"end_turn"}
    assert game.players[0].supply == 37


def test_r5_37_the_neighbour_conditions_hold_on_mountain() -> None:
    """A mountain hex with two own neighbours, or with a foreign one, is no target."""
    assert hexes(play(two_fountains(e5="G0", f5="G0"), "fountain")) == {"d4", "f4", "d5", "g5", "d6", "f6"}
    assert hexes(play(two_fountains(e5="G0", g5="G1"), "fountain")) == {"d4", "e4", "d5", "d6", "e6"}


def test_r5_37_r4_9_the_bonus_alone_makes_no_fountain() -> None:
    """Both tiles used, nothing is offered."""
    game = two_fountains(["fountain@a20!", "fountain@t1!"], e5="G0")
    assert options(game) == {"end_turn"}


# Canoe bonus

CANOES = {0: ["canoe@a1", "canoe@i1"]}


def canoe_bonus(drawing: str = "canoe G0 {} W M S S M canoe G0 M W", first: str = "W", **fields: Any) -> Game:
    """Give the player to move both canoes and their bonus."""
    return table(drawing.format(first), pad="M", terrain="grass", tiles=CANOES, bonus={0: ["canoe"]}, **fields)


@pytest.mark.parametrize(
    ("first", "targets"),
    [("W", {"c1", "f1", "g1"}), ("S", {"c1", "d1", "l1"}), ("M", {"d1", "l1", "f1", "g1"}), ("G", None)],
)
def test_r5_38_r5_23_swamp_or_water_each_adjacent_if_possible(first: str, targets: set[str] | None) -> None:
    """On each of the two terrains the hex must be adjacent if possible; the player may choose either of them."""
    game = play(canoe_bonus(first=first), "canoe_bonus")
    assert offered(game) == (targets or {"d1", "l1", "f1", "g1"})
    play(game, "f1" if first != "S" else "l1")
    assert game.players[0].supply == 37
    assert between_actions(game)


@pytest.mark.parametrize("word", ["M", "G", "W0", "W1", "S1", "P"])
def test_r5_38_r4_9_the_canoe_bonus_needs_free_swamp_or_water(word: str) -> None:
    """Without a free hex of either terrain it is not offered."""
    drawing = "canoe G0 {} M M M M M canoe G0"
    assert "canoe_bonus" in options(canoe_bonus(drawing, "W"))
    assert "canoe_bonus" in options(canoe_bonus(drawing, "S"))
    assert "canoe_bonus" not in options(canoe_bonus(drawing, word))


def test_r5_38_r5_0_the_canoe_bonus_needs_supply() -> None:
    """It builds from the supply; a held settlement does not help."""
    assert "canoe_bonus" not in options(canoe_bonus(supply={0: 0}))
    assert "canoe_bonus" not in options(canoe_bonus(supply={0: 0}, held={0: 1}))


def test_r5_38_r5_23_the_canoes_themselves_are_no_action_of_the_own_turn() -> None:
    """In the own turn the canoe tile is never offered, only the bonus."""
    game = canoe_bonus("canoe G0 G W M S S M canoe G0 G W")
    assert options(game) == {"canoe_bonus"}


def test_r5_38_r6_4_an_outpost_serves_the_canoe_bonus() -> None:
    """Its adjacency is "if possible", so an outpost waives it."""
    game = play(canoe_bonus(nomads={0: ["outpost"]}), "canoe_bonus")
    assert offered(game) == {"c1", "f1", "g1", "outpost"}
    assert offered(play(game, "outpost")) == {"c1", "d1", "f1", "g1", "l1"}
    assert format_hexes(play(game, "l1").players[0].pieces) == "b1 j1 l1"
    assert nomad_names(game) == []


# Temple bonus


def two_temples(drawing: str, **fields: Any) -> Game:
    """Give the player to move both temples, used, and their bonus."""
    tiles = {0: ["temple@a1!", "temple@c1!"]}
    return table(drawing, pad="M", terrain="desert", tiles=tiles, bonus={0: ["temple"]}, **fields)


def test_r5_39_the_first_settlement_may_ignore_adjacency_and_no_other() -> None:
    """The first goes to any free hex of the card, adjacent or not; the following ones are adjacent if possible."""
    game = two_temples("temple G0 temple C0 D D M D D D D1 D= G")
    assert offered(game) == {"e1", "f1", "h1", "i1", "j1"}
    adjacent = play(game.copy(), "e1")
    assert offered(adjacent) == {"f1"}
    assert offered(play(game, "i1")) == {"e1", "h1", "j1"}
    assert offered(play(game, "j1")) == {"e1", "h1"}


def test_r5_39_the_temple_bonus_serves_every_turn_and_uses_nothing_up() -> None:
    """It is there again in the next turn, without any temple having been used."""
    game = two_temples("temple G0 temple C0 D D M D D D D D D D D D D D D D")
    play(game, "s1", "r1", "q1")
    next_turn(game, other="desert")
    assert format_hexes(game.players[1].pieces) == "e1 f1 h1"
    assert format_hexes(game.legal()[0]) == "i1 j1 k1 l1 m1 n1 o1 p1 t1"
    assert bonus_names(game) == ["temple"]


def test_r5_39_r6_4_an_outpost_is_kept_for_a_settlement_it_serves() -> None:
    """For the first settlement the outpost would add nothing and is not offered; for the second it is."""
    game = two_temples("temple G0 temple C0 D D M D D D", nomads={0: ["outpost"]})
    assert "outpost" not in offered(game)
    play(game, "e1")
    assert offered(game) == {"f1", "outpost"}
    assert offered(play(game, "outpost")) == {"f1", "h1", "i1", "j1"}


def test_r5_39_the_temple_bonus_serves_the_mandatory_action_only() -> None:
    """Oracle and farm still build next to own pieces if possible."""
    game = table(
        "temple G0 temple C0 D D M D D oracle D0 M farm G0 G M G",
        pad="M",
        terrain="desert",
        tiles={0: ["temple@a1", "temple@c1", "oracle@j1", "farm@m1"]},
        bonus={0: ["temple"]},
    )
    assert hexes(game) == {"e1", "f1", "h1", "i1"}
    assert hexes(play(game.copy(), "oracle")) == {"e1"}
    assert hexes(play(game, "farm")) == {"o1"}
