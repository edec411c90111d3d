"""Why a hex is not legal: the code, the rule and the parameters of the reason (engine/reasons.py)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kingdom_builder import IllegalAnswer, answer_number
from kingdom_builder.engine.answers import ANSWER_OF_HEX, HEX_OF_ANSWER
from kingdom_builder.engine.hexes import BOARD, EVERYWHERE, NEIGHBOURS, format_hexes, hex_set, iter_hexes, parse_hex
from kingdom_builder.engine.question import why_not_option
from kingdom_builder.engine.reasons import Reason
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.game import Game, new_game
from kingdom_builder.sets.registry import REGISTRY
from tests.drawing import offered, options, play, table
from tests.engine.test_turn import begin_turn

RULES = set(re.findall(r"\*\*(R\d+\.\d+)", Path(__file__).parents[2].joinpath("docs/rules.md").read_text("utf-8")))


def reason(code: str, rule: str, hexes: str = "", **params: Any) -> Reason:
    """Return the expected reason; its hexes are given by name."""
    return Reason(code, rule, params, hex_set([parse_hex(text).hex for text in hexes.split()]))


def why_not(game: Game, text: str) -> Reason | None:
    """Return why a hex is not legal."""
    return game.why_not(parse_hex(text).hex)


CITY = """
    W    D    D    W    W    W    W
      D    Dc1  D    W    D1   W    W
    W    D    D    W    W    W    W
    W    W    W    W    W    W    W
"""
ROOM = """
    D    D    D    D    D    D    W    city_hall
      D    D    D    D    D    D    W
    D0   D    D    D    D    D    W
      D    D    D    D1   D    D    W
    D    D    D    D    D    D    W
"""

ISLAND = ("tree_house", ["..GG", ".GLG", "GG", "G", "G"])
SILO = """
    O    G0   G    G    W    G    W    D0   W
      W    W    W    W    W    W    G1   W
"""
"""Player 0 has a settlement next to the silo and one elsewhere; the other players have no settlements left to build."""
REFUGE: dict[str, Any] = {"tiles": {0: ["refuge@g1"]}, "bonus": {0: ["refuge"]}}
CANOE: dict[str, Any] = {"tiles": {0: ["canoe@g1"]}, "bonus": {0: ["canoe"]}, "pad": "M", "terrain": "swamp"}
CANOES = "G farm W canoe S1 S M S G"
REACTION: dict[str, Any] = {"pad": "M", "tiles": {1: ["canoe@d1"]}, "tiles_left": {"b1": 1}}
"""Player 0 takes the last farm tile from a1, and player 1 may react with a canoe."""
AT_THE_END: dict[str, Any] = {"terrain": None, "supply": {1: 0}}
NOTHING_TO_BUILD: dict[str, Any] = {"terrain": None, "supply": {0: 0, 1: 0}}
LAST_ROUND = ["end_turn", "end_turn"]

Case = tuple[str, dict[str, Any], list[str], str, Reason]
CASES: list[Case] = [
    # drawing, other fields of the position, answers before, the hex, the reason
    ("G G G G", {}, ["a1", "b1", "c1"], "d1", reason("no_hex_asked", "R3.1")),
    ("G G G G", {}, [], "i:a1", reason("off_board", "R0.2")),
    ("G K", {}, [], "b1", reason("special_hex", "R0.4", kind="castle")),
    ("G N:sword", {}, [], "b1", reason("special_hex", "R0.4", kind="nomad")),
    ("G P", {}, [], "b1", reason("special_hex", "R0.4", kind="palace")),
    ("G O", {}, [], "b1", reason("special_hex", "R0.4", kind="silo")),
    ("G farm", {}, [], "b1", reason("special_hex", "R0.4", kind="location")),
    ("G G0", {}, [], "b1", reason("occupied", "R4.1", kind="settlement", owner=0)),
    ("G W G1", {}, [], "c1", reason("occupied", "R4.1", kind="settlement", owner=1)),
    ("G W Gw1", {}, [], "c1", reason("occupied", "R4.1", kind="warrior", owner=1)),
    ("G Dv1", {}, [], "b1", reason("occupied", "R4.1", kind="wagon", owner=1)),
    ("G Ws1", {}, [], "b1", reason("occupied", "R4.1", kind="ship", owner=1)),
    ("G G=", {}, [], "b1", reason("occupied", "R4.1", kind="wall")),
    (CITY, {"terrain": "desert", "pad": "D"}, [], "c3", reason("occupied", "R4.1", kind="city_hall", owner=1)),
    ("G Gw1 W G Gw0 G W G", {}, [], "a1", reason("blocked", "R4.10", "b1")),
    ("Gw0 G Gw1 W G", {}, [], "b1", reason("blocked", "R4.10", "a1 c1")),
    ("G W", {}, [], "b1", reason("wrong_terrain", "R3.7", needed="grass", found="water")),
    ("G F", {}, [], "b1", reason("wrong_terrain", "R3.7", needed="grass", found="flower")),
    ("G G0 G W G", {}, [], "e1", reason("must_be_adjacent", "R4.4", "a1 c1")),
    ("G G0 G W G G", {}, ["a1"], "e1", reason("must_be_adjacent", "R4.4", "c1")),
    # building tiles
    ("farm G0 D G", {"tile": "farm"}, [], "c1", reason("wrong_terrain", "R5.2", needed="grass", found="desert")),
    ("farm G0 G W G", {"tile": "farm"}, [], "e1", reason("must_be_adjacent", "R4.4", "c1")),
    ("tower G0 G W\nW G W", {"tile": "tower"}, [], "b2", reason("not_on_edge", "R5.4")),
    ("tower G0 G W", {"tile": "tower"}, [], "d1", reason("wrong_terrain", "R5.4", needed="land", found="water")),
    ("tavern G0 G0 G0 G G", {"tile": "tavern"}, [], "f1", reason("not_end_of_line", "R5.5")),
    ("village G0 G0\n G0 G G", {"tile": "village"}, [], "c2", reason("too_few_neighbours", "R5.11")),
    ("fort G0 G W G", {"tile": "fort", "draw": "grass"}, [], "e1", reason("must_be_adjacent", "R4.4", "c1")),
    (
        "fort G0 G W D",
        {"tile": "fort", "draw": "desert"},
        [],
        "c1",
        reason("wrong_terrain", "R5.18", needed="desert", found="grass"),
    ),
    (
        "G0 G W D D D",
        {"nomads": {0: ["donation:desert"]}},
        ["donation:desert", "d1"],
        "f1",
        reason("must_be_adjacent", "R4.4", "e1"),
    ),
    ("G0 G W G G=", {"nomads": {0: ["outpost"]}}, ["outpost"], "e1", reason("occupied", "R4.1", kind="wall")),
    # walls and tokens
    ("quarry G0 G W G", {"tile": "quarry"}, [], "e1", reason("needs_own_neighbour", "R5.9")),
    ("quarry G0 D\nG", {"tile": "quarry"}, [], "c1", reason("wrong_terrain", "R5.9", needed="grass", found="desert")),
    (ROOM, {"tile": "city_hall@h1", "terrain": "desert"}, [], "e2", reason("needs_own_neighbour", "R5.17")),
    (ROOM, {"tile": "city_hall@h1", "terrain": "desert"}, [], "c4", reason("city_hall_does_not_fit", "R5.17", "d4")),
    (ROOM, {"tile": "city_hall@h1", "terrain": "desert"}, [], "f3", reason("city_hall_does_not_fit", "R5.17", "g3")),
    (ROOM, {"tile": "city_hall@h1", "terrain": "desert"}, [], "c1", reason("city_hall_does_not_fit", "R5.17")),
    ("barracks G0 G W G", {"tile": "barracks"}, [], "e1", reason("must_be_adjacent", "R4.4", "c1")),
    (
        "barracks Gw0 W Gw0 W G G",
        {"tile": "barracks"},
        [],
        "f1",
        reason("on_board_already", "R5.15", kind="warrior"),
    ),
    ("barracks Gw0 G", {"tile": "barracks"}, [], "c1", reason("no_target", "R5.15", kind="warrior")),
    ("lighthouse G0 W M W", {"tile": "lighthouse", "pad": "M"}, [], "e1", reason("must_be_adjacent", "R4.4", "c1")),
    ("lighthouse Ws0 W W", {"tile": "lighthouse"}, [], "d1", reason("not_adjacent_step", "R5.13")),
    ("wagon Gv0 G G", {"tile": "wagon"}, [], "d1", reason("not_adjacent_step", "R5.20")),
    (
        "wagon G0 W G",
        {"tile": "wagon"},
        [],
        "c1",
        reason("wrong_terrain", "R5.20", needed="land_or_mountain", found="water"),
    ),
    ("wagon Gv0 M Gw1 G", {"tile": "wagon"}, [], "c1", reason("blocked", "R4.10", "d1")),
    # moves: which piece
    ("barn G0 G G1", {"tile": "barn"}, [], "d1", reason("not_your_piece", "R5.6")),
    ("barn G0 G G1", {"tile": "barn"}, [], "c1", reason("not_your_piece", "R5.6")),
    ("barn G0 G Ws0", {"tile": "barn"}, [], "d1", reason("kind_cannot_move", "R4.24", kind="ship")),
    ("harbor G0 G Gw0", {"tile": "harbor"}, [], "d1", reason("kind_cannot_move", "R4.24", kind="warrior")),
    ("paddock G0 W G W W G0", {"tile": "paddock"}, [], "g1", reason("piece_cannot_move", "R5.8")),
    # moves: where to
    ("barn G0 G W G", {"tile": "barn"}, ["b1"], "b1", reason("occupied", "R0.21", kind="settlement", owner=0)),
    ("barn G0 W G G0 G W G", {"tile": "barn"}, ["b1"], "h1", reason("must_be_adjacent", "R4.4", "d1 f1")),
    ("barn G0 G D", {"tile": "barn"}, ["b1"], "d1", reason("wrong_terrain", "R5.6", needed="grass", found="desert")),
    ("paddock G0 G G", {"tile": "paddock"}, ["b1"], "c1", reason("not_two_away", "R5.8", "d1")),
    ("caravan G0 G G G", {"tile": "caravan"}, ["b1"], "d1", reason("not_where_it_slides", "R5.10", "e1")),
    (
        "G0 G G G",
        {"nomads": {0: ["resettlement"]}},
        ["resettlement", "a1"],
        "c1",
        reason("not_adjacent_step", "R6.3", "b1"),
    ),
    # moves of a warrior: everything is judged without it
    ("barn Gw0 G W W G D0", {"tile": "barn"}, ["b1"], "c1", reason("must_be_adjacent", "R4.4", "f1")),
    ("paddock Gw0 G G", {"tile": "paddock"}, ["b1"], "c1", reason("not_two_away", "R5.8", "d1")),
    ("caravan Gw0 G G", {"tile": "caravan"}, ["b1"], "c1", reason("not_where_it_slides", "R5.10", "d1")),
    ("barn Gw0 G Gw1 W G", {"tile": "barn"}, ["b1"], "c1", reason("blocked", "R4.10", "d1")),
    # sword
    (
        "G G1 G1 G2",
        {"players": 3, "nomads": {0: ["sword"]}},
        ["sword", "b1"],
        "c1",
        reason("already_hit", "R6.5", owner=1),
    ),
    ("G0 G1 G", {"nomads": {0: ["sword"]}}, ["sword"], "a1", reason("own_piece", "R6.5")),
    (
        CITY,
        {"pad": "D", "terrain": "desert", "nomads": {0: ["sword"]}},
        ["sword"],
        "c3",
        reason("city_hall_stays", "R6.5"),
    ),
    ("G0 G1 G", {"nomads": {0: ["sword"]}}, ["sword"], "c1", reason("no_foreign_piece_here", "R6.5")),
    # the Island, scouts and swamp
    ("G G", {"island": ISLAND}, [], "i:a1", reason("off_board", "R0.2")),
    ("G G", {"island": ISLAND}, [], "i:c2", reason("special_hex", "R0.4", kind="location")),
    ("G0 G", {"island": ISLAND}, [], "i:c1", reason("must_be_adjacent", "R4.4", "b1")),
    (
        "G G",
        {"island": ISLAND, "island_pieces": {1: ["i:c1"]}},
        [],
        "i:c1",
        reason("occupied", "R4.1", kind="settlement", owner=1),
    ),
    ("G G", {"scouts": ["b1"]}, [], "b1", reason("occupied", "R4.1", kind="scout")),
    ("G G W G", {"scouts": ["b1"]}, [], "d1", reason("must_be_adjacent", "R4.4", "a1")),
    ("S G", {"terrain": "swamp"}, [], "b1", reason("wrong_terrain", "R3.7", needed="swamp", found="grass")),
    ("G A", {}, [], "b1", reason("wrong_terrain", "R3.7", needed="grass", found="farmland")),
    # Marshlands
    ("refuge G0 G G", {"tile": "refuge"}, ["b1"], "d1", reason("not_adjacent_step", "R5.21", "c1")),
    ("refuge G0 G Ws0", {"tile": "refuge"}, [], "d1", reason("kind_cannot_move", "R4.24", kind="ship")),
    ("refuge G0 G G=", {"tile": "refuge"}, ["b1"], "d1", reason("occupied", "R4.1", kind="wall")),
    ("fountain G0 G G", {"tile": "fountain"}, [], "d1", reason("not_one_own_neighbour", "R5.22")),
    ("fountain G0 G W G0 G G0", {"tile": "fountain"}, [], "f1", reason("not_one_own_neighbour", "R5.22")),
    ("fountain G0 G W G0 G G1", {"tile": "fountain"}, [], "f1", reason("not_one_own_neighbour", "R5.22")),
    (
        "fountain G0 G M",
        {"tile": "fountain"},
        [],
        "d1",
        reason("wrong_terrain", "R5.22", needed="land", found="mountain"),
    ),
    (
        "fountain G0 G M",
        {"tile": "fountain", "bonus": {0: ["fountain"]}},
        [],
        "d1",
        reason("not_one_own_neighbour", "R5.22"),
    ),
    (
        "fountain G0 G W",
        {"tile": "fountain", "bonus": {0: ["fountain"]}},
        [],
        "d1",
        reason("wrong_terrain", "R5.22", needed="land_or_mountain", found="water"),
    ),
    ("temple G0 Gw0 G1", {"tile": "temple"}, [], "c1", reason("kind_cannot_move", "R4.25", kind="warrior")),
    ("temple G0 G G1", {"tile": "temple"}, [], "d1", reason("not_your_piece", "R5.24")),
    ("temple G0 G G1", {"tile": "temple"}, [], "c1", reason("not_your_piece", "R5.24")),
    ("G0 G1 M G W G refuge", REFUGE, ["refuge_bonus", "a1"], "f1", reason("not_first_free", "R5.36", "d1")),
    (
        "G0 G1 M G W G refuge",
        REFUGE,
        ["refuge_bonus", "a1"],
        "b1",
        reason("occupied", "R4.1", kind="settlement", owner=1),
    ),
    ("G0 G1 G W W Ws0 refuge", REFUGE, ["refuge_bonus"], "f1", reason("kind_cannot_move", "R4.24", kind="ship")),
    ("S0 S M S W W canoe", CANOE, ["canoe_bonus"], "d1", reason("must_be_adjacent", "R4.4", "b1 e1 f1")),
    (
        "S0 S G W W W canoe",
        CANOE,
        ["canoe_bonus"],
        "c1",
        reason("wrong_terrain", "R5.38", needed="swamp_or_water", found="grass"),
    ),
    (CANOES, REACTION, ["a1"], "h1", reason("must_be_adjacent", "R4.4", "c1 f1")),
    (CANOES, REACTION, ["a1"], "i1", reason("wrong_terrain", "R5.23", needed="swamp_or_water", found="grass")),
    (CANOES, REACTION, ["a1"], "a1", reason("occupied", "R4.1", kind="settlement", owner=0)),
    # Harvest
    (
        "bazaar G0 farm G",
        {"tiles": {0: ["bazaar@a1", "farm@c1"]}},
        ["bazaar"],
        "d1",
        reason("no_hex_asked", "R5.25"),
    ),
    ("water_mill G0 G W G", {"tile": "water_mill", "pad": "G"}, [], "t20", reason("not_near_water", "R5.26")),
    ("water_mill G0 G W G", {"tile": "water_mill", "pad": "G"}, [], "e1", reason("must_be_adjacent", "R4.4", "c1")),
    (
        "water_mill G0 G W",
        {"tile": "water_mill"},
        [],
        "d1",
        reason("wrong_terrain", "R5.26", needed="land", found="water"),
    ),
    ("mountain_station G0 G M G", {"tile": "mountain_station"}, [], "e1", reason("must_be_adjacent", "R4.4", "c1")),
    ("mountain_station G0 G M W G", {"tile": "mountain_station"}, [], "f1", reason("not_near_mountain", "R5.27")),
    (
        "mountain_station G0 G M",
        {"tile": "mountain_station", "caves": ["d1"]},
        [],
        "d1",
        reason("wrong_terrain", "R5.27", needed="land", found="mountain"),
    ),
    (
        "cathedral G0 G W G",
        {"tile": "cathedral", "numbers": {0: 1}},
        [],
        "e1",
        reason("must_be_adjacent", "R4.4", "c1"),
    ),
    (
        "cathedral G0 G D",
        {"tile": "cathedral", "numbers": {0: 1}},
        [],
        "d1",
        reason("wrong_terrain", "R5.28", needed="grass", found="desert"),
    ),
    ("cathedral G0 G W G", {"tile": "cathedral"}, [], "c1", reason("no_hex_asked", "R5.28")),
    ("cathedral G0 G W G", {"tile": "cathedral"}, [], "e1", reason("no_hex_asked", "R5.28")),
    ("watchtower G0 G G1 W G", {"tile": "watchtower"}, [], "f1", reason("not_near_others", "R5.29")),
    ("watchtower G0 G G1 G", {"tile": "watchtower"}, [], "e1", reason("must_be_adjacent", "R4.4", "c1")),
    ("scout_cabin G0 G M G", {"tile": "scout_cabin"}, [], "e1", reason("needs_own_neighbour", "R5.30")),
    ("scout_cabin G0 G M G", {"tile": "scout_cabin"}, ["c1"], "c1", reason("occupied", "R4.1", kind="scout")),
    ("scout_cabin G0 G M Gw1", {"tile": "scout_cabin"}, ["c1"], "d1", reason("blocked", "R4.10", "e1")),
    ("university G0 W G\nG W W", {"tile": "university"}, [], "d1", reason("not_near_special", "R5.31")),
    ("university G0 W G K\nG W W", {"tile": "university"}, [], "d1", reason("must_be_adjacent", "R4.4", "a2")),
    ("palisade G0 G0 G W G0 G", {"tile": "palisade"}, [], "f1", reason("piece_cannot_move", "R5.32")),
    ("palisade G0 G0 G W G0 G", {"tile": "palisade"}, [], "d1", reason("not_your_piece", "R5.32")),
    (
        "palisade G0 G0 G D1",
        {"tile": "palisade"},
        ["b1"],
        "b1",
        reason("occupied", "R0.21", kind="settlement", owner=0),
    ),
    ("palisade G0 G0 G W G0 G", {"tile": "palisade"}, ["b1"], "g1", reason("not_near_area", "R5.32", "d1")),
    ("palisade G0 G0 G W G", {"tile": "palisade"}, ["b1"], "f1", reason("not_near_area", "R5.32", "d1")),
    ("A0 A W A", {}, ["farm_action"], "d1", reason("needs_own_neighbour", "R4.5")),
    ("A0 A G", {}, ["farm_action"], "c1", reason("wrong_terrain", "R5.40", needed="farmland", found="grass")),
    # the silo phase
    (SILO, AT_THE_END, LAST_ROUND, "f1", reason("needs_own_neighbour", "R3.36")),
    (SILO, AT_THE_END, LAST_ROUND, "e1", reason("wrong_terrain", "R3.36", needed="land", found="water")),
    (SILO, AT_THE_END, LAST_ROUND, "a1", reason("special_hex", "R0.4", kind="silo")),
    (SILO, AT_THE_END, LAST_ROUND, "g2", reason("occupied", "R4.1", kind="settlement", owner=1)),
    (SILO, AT_THE_END, LAST_ROUND, "b1", reason("piece_cannot_move", "R3.36")),
    (SILO, AT_THE_END, [*LAST_ROUND, "h1"], "f1", reason("needs_own_neighbour", "R3.36")),
    (SILO, AT_THE_END, [*LAST_ROUND, "h1"], "b1", reason("occupied", "R4.1", kind="settlement", owner=0)),
    (SILO, AT_THE_END, [*LAST_ROUND, "h1", "c1"], "f1", reason("not_your_piece", "R3.36")),
    (SILO, AT_THE_END, [*LAST_ROUND, "h1", "c1"], "c1", reason("moved_already", "R3.36")),
    (SILO, AT_THE_END, [*LAST_ROUND, "c1"], "f1", reason("needs_own_neighbour", "R3.36")),
    (SILO, AT_THE_END, [*LAST_ROUND, "c1"], "b1", reason("no_mixture", "R3.36")),
    (SILO, AT_THE_END, [*LAST_ROUND, "c1"], "h1", reason("no_mixture", "R3.36")),
    (SILO, NOTHING_TO_BUILD, LAST_ROUND, "c1", reason("no_supply", "R3.36")),
    (SILO, NOTHING_TO_BUILD, LAST_ROUND, "e1", reason("wrong_terrain", "R3.36", needed="land", found="water")),
    # the Queenies
    (
        "rope_bridge G0 C G0 W C",
        {"tile": "rope_bridge"},
        ["b1"],
        "f1",
        reason("must_be_adjacent", "R4.4", "c1"),
    ),
    (
        "rope_bridge G0 C G0 W T",
        {"tile": "rope_bridge"},
        ["b1"],
        "f1",
        reason("wrong_terrain", "R5.33", needed="canyon", found="forest"),
    ),
    ("tree_house G0 T G0 W T", {"tile": "tree_house"}, ["d1"], "f1", reason("must_be_adjacent", "R4.4", "c1")),
    (
        "tree_house G0 T G0 W C",
        {"tile": "tree_house"},
        ["b1"],
        "f1",
        reason("wrong_terrain", "R5.34", needed="forest", found="canyon"),
    ),
    ("tree_house G0 T Ws0", {"tile": "tree_house"}, [], "d1", reason("kind_cannot_move", "R4.24", kind="ship")),
    ("G0 M G W G0", {"caves": ["b1"]}, ["cave_action"], "e1", reason("piece_cannot_move", "R5.41")),
    ("G0 M G W G0", {"caves": ["b1"]}, ["cave_action"], "c1", reason("not_your_piece", "R5.41")),
    (
        "G0 M G W G",
        {"caves": ["b1"]},
        ["cave_action", "a1"],
        "b1",
        reason("wrong_terrain", "R5.41", needed="land", found="mountain"),
    ),
    ("G0 M G W G", {"caves": ["b1"]}, ["cave_action", "a1"], "e1", reason("not_near_cave", "R5.41", "c1")),
    ("G0 M G W G G0", {"caves": ["b1"]}, ["cave_action", "a1"], "e1", reason("not_near_cave", "R5.41", "c1")),
    ("G0 M G W M G", {"caves": ["b1"]}, ["cave_action", "a1"], "f1", reason("not_near_cave", "R5.41", "c1")),
]


@pytest.mark.parametrize(
    ("drawing", "fields", "answers", "hex_name", "expected"),
    CASES,
    ids=[f"{i}-{case[-1].code}" for i, case in enumerate(CASES)],
)
def test_r0_2_r0_4_r0_21_r3_1_r4_1_r4_4_r4_10_r4_24_the_reason_names_the_rule(
    drawing: str, fields: dict[str, Any], answers: list[str], hex_name: str, expected: Reason
) -> None:
    """Each reason has its code, the number of the rule, its parameters and the hexes that cause it."""
    assert why_not(_prepared(drawing, fields, answers), hex_name) == expected


def _prepared(drawing: str, fields: dict[str, Any], answers: list[str]) -> Game:
    """Set up the position, start the action of `tile` (at a1 by default) and play the answers."""
    fields = {"terrain": "grass", **fields}
    tile, _, at = fields.pop("tile", "").partition("@")
    draw = fields.pop("draw", None)
    if tile:
        fields["tiles"] = {**fields.get("tiles", {}), 0: [f"{tile}@{at or 'a1'}"]}
    game = table(drawing, **fields)
    if draw:
        game.deck = game.deck._replace(draw=(TERRAINS.index(draw),))
    return play(game, *([tile] if tile else []), *answers)


def test_r3_5_the_card_must_be_chosen_first() -> None:
    """While the choice among several cards is open, no hex is legal for the mandatory action."""
    game = begin_turn("G G D D", "grass", "desert")
    assert why_not(game, "a1") == reason("choose_card_first", "R3.5")


def test_r3_32_no_hex_after_the_end() -> None:
    """When the game is over, every hex has that reason."""
    game = table("G0 G1", supply={0: 0, 1: 0})
    play(game, "end_turn", "end_turn")
    assert why_not(game, "a1") == reason("game_over", "R3.32")


def test_r3_1_r3_3_an_option_that_is_not_offered_has_a_reason() -> None:
    """Extra actions need their tile (R3.1), the turn ends after the mandatory action (R3.3), and R3.32 holds."""
    game = table("G0 G1 G", terrain="grass", supply={0: 1, 1: 1})
    assert why_not_option(game, answer_number("farm")) == reason("not_offered", "R3.1")
    assert why_not_option(game, answer_number("end_turn")) == reason("not_offered", "R3.3")
    play(game, "c1")
    assert why_not_option(game, answer_number("end_turn")) is None
    over = table("G0 G1", supply={0: 0, 1: 0})
    play(over, "end_turn", "end_turn")
    assert why_not_option(over, answer_number("end_turn")) == reason("game_over", "R3.32")


def test_r0_2_a_number_that_is_no_hex_is_off_the_board() -> None:
    """A number between the rows of the board is not a hex."""
    outside = next(h for h in range(EVERYWHERE.bit_length()) if not EVERYWHERE >> h & 1)
    assert table("G", terrain="grass").why_not(outside) == reason("off_board", "R0.2")


NONE_AT_ALL: list[tuple[str, dict[str, Any], str, Reason]] = [
    ("G", {}, "barn", reason("no_piece", "R5.6")),
    ("G0 D", {"terrain": None}, "barn", reason("choose_card_first", "R3.4")),
    ("G0 D", {"terrain": None}, "oracle", reason("choose_card_first", "R3.4")),
    ("G0 D", {"terrain": None}, "quarry", reason("choose_card_first", "R3.4")),
    ("G0 D", {}, "barn", reason("no_target", "R5.6", needed="grass")),
    ("G0 D", {}, "farm", reason("no_target", "R5.2", needed="grass")),
    ("D0 W D", {}, "village", reason("too_few_neighbours", "R5.11")),
    ("D0 W G", {}, "quarry", reason("needs_own_neighbour", "R5.9")),
    ("D0 W D", {}, "quarry", reason("no_target", "R5.9", needed="grass")),
    ("G0 G", {}, "sword", reason("no_foreign_piece", "R6.5")),
    ("G0 G", {}, "crossroads", reason("not_an_action", "R5.16")),
    ("Gv0 G", {}, "wagon", reason("on_board_already", "R5.20", kind="wagon")),
    ("Ws0 G", {}, "lighthouse", reason("on_board_already", "R5.13", kind="ship")),
    (CITY.replace("c1", "c0"), {}, "city_hall", reason("on_board_already", "R5.17", kind="city_hall")),
    ("G0 G", {}, "city_hall", reason("no_target", "R5.17", kind="city_hall")),
    ("G", {}, "refuge", reason("no_piece", "R5.21")),
    ("G0", {}, "refuge", reason("no_target", "R5.21", needed="land")),
    ("G", {}, "refuge_bonus", reason("no_piece", "R5.36")),
    ("G0", {}, "refuge_bonus", reason("no_target", "R5.36", needed="land")),
    ("D0 W G", {}, "fountain", reason("not_one_own_neighbour", "R5.22")),
    ("D0 W W", {}, "fountain", reason("no_target", "R5.22", needed="land")),
    ("D0 G", {"pad": "M"}, "canoe", reason("no_target", "R5.23", needed="swamp_or_water")),
    ("D0 G", {"pad": "M"}, "canoe_bonus", reason("no_target", "R5.38", needed="swamp_or_water")),
    ("G Gw0", {}, "temple", reason("no_piece", "R5.24")),
    ("G0 G", {}, "bazaar", reason("not_an_action", "R5.25")),
    ("D0 G", {"pad": "M"}, "water_mill", reason("not_near_water", "R5.26")),
    ("D0 G", {}, "mountain_station", reason("not_near_mountain", "R5.27")),
    ("G0 D", {}, "cathedral", reason("no_target", "R5.28", needed="grass")),
    ("G0 D", {"terrain": None}, "cathedral", reason("choose_card_first", "R3.4")),
    ("D0 G", {}, "watchtower", reason("not_near_others", "R5.29")),
    ("G D1", {}, "scout_cabin", reason("needs_own_neighbour", "R5.30")),
    ("D0 G", {}, "university", reason("not_near_special", "R5.31")),
    ("G", {}, "palisade", reason("no_piece", "R5.32")),
    ("G0 G", {}, "palisade", reason("no_target", "R5.32", needed="land")),
    ("G0 D", {}, "rope_bridge", reason("no_target", "R5.33", needed="canyon")),
    ("G D", {}, "tree_house", reason("no_piece", "R5.34")),
    ("D0 W A", {}, "farm_action", reason("needs_own_neighbour", "R5.40")),
    ("D0 W G", {}, "farm_action", reason("no_target", "R5.40", needed="farmland")),
    ("G M", {"caves": ["b1"]}, "cave_action", reason("no_piece", "R5.41")),
    ("G0 M", {"caves": ["b1"]}, "cave_action", reason("no_target", "R5.41", needed="land")),
    ("G0 W G", {}, "silo", reason("needs_own_neighbour", "R3.36")),
]


@pytest.mark.parametrize(
    ("drawing", "fields", "action", "expected"),
    NONE_AT_ALL,
    ids=[f"{case[2]}-{case[-1].code}" for case in NONE_AT_ALL],
)
def test_r4_9_why_an_action_is_impossible(drawing: str, fields: dict[str, Any], action: str, expected: Reason) -> None:
    """The reason of an action without a target says what is missing."""
    game = table(drawing, **{"terrain": "grass", **fields})
    doing = REGISTRY.actions_by_id[action]
    assert doing.targets(game, 0) == 0
    assert doing.why_none(game, 0) == expected


def test_every_reason_code_has_a_case() -> None:
    """Every reason code has a case above, and every rule in a reason exists."""
    expected = [case[4] for case in CASES] + [case[3] for case in NONE_AT_ALL]
    in_other_tests = {"game_over", "not_asked", "not_offered"}
    of_sets = {"not_near_area", "not_near_cave", "no_mixture", "moved_already", "no_supply"}
    assert {found.code for found in expected} | in_other_tests | of_sets == {*REGISTRY.reasons}
    assert {found.rule for found in expected} <= RULES


def test_r3_7_an_illegal_answer_carries_the_reason_and_changes_nothing() -> None:
    """An illegal hex raises an error with the reason, and the game does not change."""
    game = table("G G0 G W G", terrain="grass")
    before = game.to_position()
    with pytest.raises(IllegalAnswer, match=r"e1 is not allowed: must_be_adjacent \(R4\.4\)") as caught:
        play(game, "e1")
    assert caught.value.reason == why_not(game, "e1")
    assert (game.to_position(), game.answers(), offered(game)) == (before, [], {"a1", "c1"})
    with pytest.raises(IllegalAnswer, match="farm is not offered now") as error:
        game.play(answer_number("farm"))
    assert error.value.reason is None


# All positions of random games


BOARDS = (
    ["barracks_crossroads", "paddock", "caravan", "barn"],
    ["monastery_wagon", "lighthouse_foresters_lodge", "city_hall_fort", "harbor"],
    ["quarry", "village", "tower", "tavern"],
    ["barracks_crossroads", "city_hall_fort", "quarry", "monastery_wagon"],
    ["temple", "refuge", "canoe", "fountain"],
    ["bazaar_water_mill", "mountain_station_scout_cabin", "cathedral_watchtower", "university_palisade"],
    ["canoe", "cathedral_watchtower", "barracks_crossroads", "village"],
    ["refuge", "mountain_station_scout_cabin", "fountain", "university_palisade"],
    ["temple", "bazaar_water_mill", "quarry", "harbor"],
)
"""The sections of each board; the fifth and later boards are played with all Queenies too."""


LAND = ("grass", "canyon", "desert", "flower", "forest", "swamp", "farmland")


def positions(seed: int, sections: list[str]) -> Iterator[Game]:
    """Play a random game with many uses of tiles and moves of meeples, and yield all its positions."""
    chance = random.Random(seed)
    sets = ["base", "nomads", "crossroads", "marshlands", "harvest"] + ["capitol", "caves", "island"] * (seed > 3)
    game = new_game(seed, players=2 + seed % 4, sets=sets, sections=sections)
    while game.to_play is not None:
        yield game
        legal_hexes, _ = game.legal()
        likely = [answer_number(name) for name in sorted(options(game) - {"end_turn"})]
        tokens = sum(hexes for _, hexes in game.players[game.to_play].tokens)
        likely += [ANSWER_OF_HEX[h] for h in iter_hexes(legal_hexes & tokens)]
        game.play(chance.choice(likely if likely and chance.random() < 0.7 else game.legal_answers()))
    yield game


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "sections"), list(enumerate(BOARDS)))
def test_r4_3_exactly_the_hexes_that_are_not_legal_have_a_reason(seed: int, sections: list[str]) -> None:
    """In every position each hex is either legal or has a reason with a known code and rule and true parameters."""
    untrue: dict[str, str] = {}
    for number, game in enumerate(positions(seed, sections)):
        if not game.stack and number % 3 and not game.over:
            continue  # the mandatory action is so frequent that a third of its positions is enough
        legal_hexes = game.legal()[0]
        for h in iter_hexes(EVERYWHERE):
            found = game.why_not(h)
            assert (found is None) == bool(legal_hexes >> h & 1)
            if found is not None:
                assert found.code in REGISTRY.reasons
                assert found.rule in RULES
                if not _is_true(game, h, found):
                    action = game.question.action if game.question else ""
                    untrue[f"{action}: {found.code}"] = f"{format_hexes(1 << h)}: {found}, question {game.question}"
    assert not untrue


def _is_true(game: Game, h: int, found: Reason) -> bool:
    """Check a reason against the board."""
    legal_hexes, question, board = game.legal()[0], game.question, game.board
    if question is None:
        return found.code == "game_over"
    scouts = game.turn_state.temporary if question.seat == game.active else 0
    own, near = game.players[question.seat].pieces | scouts, NEIGHBOURS[h]
    others = sum(player.pieces for seat, player in enumerate(game.players) if seat != question.seat)
    warriors = sum(player.hexes_of("warrior") for player in game.players)
    lifted = 1 << question.piece if question.piece is not None and question.stage == "move_to" else 0
    kind, needed = found.params.get("kind"), str(found.params.get("needed", "")).split("_or_")
    everywhere = board.open | board.special
    checks = {
        "game_over": False,
        "special_hex": board.special_of(h) == kind,
        "occupied": any(player.pieces >> h & 1 for player in game.players)
        or bool((game.walls | game.turn_state.temporary) >> h & 1),
        "blocked": found.hexes == near & warriors & ~lifted != 0,
        "wrong_terrain": not any(_is_on(game, h, ground) for ground in needed)
        and _is_on(game, h, str(found.params.get("found"))),
        "must_be_adjacent": found.hexes == legal_hexes & ~own != 0 and not near & own & ~lifted,
        "not_where_it_slides": found.hexes == legal_hexes != 0,
        "not_two_away": found.hexes == legal_hexes != 0,
        "not_first_free": found.hexes == legal_hexes != 0,
        "not_adjacent_step": not legal_hexes >> h & 1,
        "needs_own_neighbour": not near & own & ~lifted,
        "not_one_own_neighbour": (near & own).bit_count() != 1 or near & others != 0,
        "not_near_water": not near & board.terrain[TERRAINS.index("water")]
        and (bool(BOARD >> h & 1) or (near & everywhere).bit_count() == 6),
        "not_near_mountain": not near & board.terrain[TERRAINS.index("mountain")],
        "not_near_others": not near & others,
        "not_near_special": not near & board.special,
        "not_near_area": found.hexes == legal_hexes != 0,
        "not_near_cave": found.hexes == legal_hexes != 0 and not near & game.setup.marked("caves"),
        "no_mixture": question.stage == "silo_build" and own >> h & 1 == 1,
        "moved_already": question.stage == "silo_move" and own >> h & 1 == 1 and h in _last_hexes(game, 5),
        "no_supply": not game.players[question.seat].supply,
        "not_your_piece": not game.players[question.seat].pieces >> h & 1,
        "kind_cannot_move": game.players[question.seat].kind_at(h) == kind != "settlement",
        "piece_cannot_move": own >> h & 1 == 1 and question.stage != "silo_build",
        "own_piece": bool(own >> h & 1),
        "no_hex_asked": not legal_hexes,
        "off_board": not everywhere >> h & 1,
    }
    return checks.get(found.code, True)


def _last_hexes(game: Game, count: int) -> set[int]:
    """Return the hexes among the last answers."""
    return {HEX_OF_ANSWER[answer] for answer in game.answers()[-count:] if answer < len(HEX_OF_ANSWER)}


def _is_on(game: Game, h: int, ground: str) -> bool:
    """Return whether a hex has this terrain, or is land if `ground` is "land"."""
    terrain = game.board.terrain_of(h)
    return terrain is not None and (TERRAINS[terrain] == ground or (ground == "land" and TERRAINS[terrain] in LAND))
