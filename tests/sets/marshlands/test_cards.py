"""The Kingdom Builder cards of Marshlands (docs/rules.md R7.21 to R7.26), and Families with swamp and temple."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from kingdom_builder.engine.hexes import (
    ALL_HEXES,
    BOARD,
    COORDINATES,
    areas,
    distance,
    format_hexes,
    hex_set,
    iter_hexes,
)
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import CARD_TERRAINS, FOREST, TERRAINS, TERRAINS_OF_CARD
from kingdom_builder.game import Game, new_game
from kingdom_builder.sets.registry import REGISTRY
from tests import box
from tests.drawing import gold, options, play, stack_deck, table
from tests.engine.test_turn import set_deck
from tests.sets.base.test_cards import CITY_HALL, EVERY_KIND, earned, owned, scattered
from tests.sets.nomads.test_cards import gold_of_each, red_gold

NOTHING = (0, "")


@pytest.mark.parametrize("card", box.CARDS["marshlands"])
def test_r7_1_r7_21_r7_22_r7_23_r7_24_r7_25_r7_26_a_card_without_pieces_gives_nothing(card: str) -> None:
    """Without a piece on the board every card of Marshlands is listed with no gold and no hexes."""
    game = table("K W M farm P M G", cards=[card], removed_terrain="grass")
    assert earned(game, card) == NOTHING
    assert list(gold(game)) == [card, "castle", "palace", "in_game"]


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("geologists", NOTHING),
        ("messengers", (8, f"d4 {CITY_HALL}")),
        ("noblewomen", (10, "d3 e7")),
        ("vassals", NOTHING),
        ("captains", (7, CITY_HALL)),
        ("scouts", (2, "c1 d4")),
    ],
)
def test_r8_15_r7_21_r7_22_r7_23_r7_24_r7_25_r7_26_every_kind_of_piece_scores(
    card: str, expected: tuple[int, str]
) -> None:
    """Ships, warriors, wagons and every hex of a city hall count as settlements for all cards."""
    assert earned(table(EVERY_KIND, pad="D", cards=[card], removed_terrain="grass"), card) == expected


# Geologists


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param("M G0 M", (4, "b1"), id="one piece links two"),
        pytest.param("M G0 G0 M", (4, "b1 c1"), id="an area links two"),
        pytest.param("M G0 G G0 M", NOTHING, id="two areas do not link"),
        pytest.param("M G0 G1 G0 M", NOTHING, id="a foreign piece does not link"),
        pytest.param("M G0 G= G0 M", NOTHING, id="a wall does not link"),
        pytest.param("M G1 M", NOTHING, id="foreign pieces"),
        pytest.param("M G0", NOTHING, id="one mountain"),
        pytest.param("M M G0 G0\n G0", NOTHING, id="one mountain touched twice"),
        pytest.param("M M G0 M\n G G M", (4, "c1"), id="a mountain of three hexes counts once"),
        pytest.param("M G0 M G0 M", (6, "b1 d1"), id="two areas share a mountain"),
        pytest.param("M G0 M G G0 M", (4, "b1"), id="a mountain beside the linked ones"),
        pytest.param("M G0 M G G G M G0 M", (8, "b1 h1"), id="two pairs"),
        pytest.param("M G0 G0 G0 M\n G G M\nG", (6, "b1 c1 d1"), id="three by one area"),
        pytest.param("M0 G0 M", (4, "a1 b1"), id="standing on one of them"),
        pytest.param("M0 G M", NOTHING, id="standing on one and touching no other"),
        pytest.param("M0 M", NOTHING, id="standing on the mountain it touches"),
        pytest.param("M M1 M G0 M", (4, "d1"), id="a piece does not split a mountain"),
        pytest.param("Mv0 G0 M", (4, "a1 b1"), id="a wagon on a mountain"),
        pytest.param("M W0 M", (4, "b1"), id="a settlement on water"),
        pytest.param("M Ws0 M", (4, "b1"), id="a ship"),
    ],
)
def test_r7_21_r9_26_geologists(drawing: str, expected: tuple[int, str]) -> None:
    """An area that touches two or more mountains links them: 2 gold for each linked mountain, once."""
    assert earned(table(drawing, pad="D", cards=["geologists"]), "geologists") == expected


def test_r7_21_geologists_mountains_reach_across_sections() -> None:
    """Mountain hexes on both sides of a section's border are one mountain."""
    words = {"j10": "M", "k10": "M", "i10": "G0", "l10": "G0"}
    assert earned(table(scattered(words), cards=["geologists"]), "geologists") == NOTHING
    assert earned(table(scattered({**words, "h10": "M"}), cards=["geologists"]), "geologists") == (4, "i10")


def test_r7_21_r2_24_a_cave_is_a_mountain() -> None:
    """A cave is linked like any mountain, and belongs to the mountain it is part of."""
    assert earned(table("M G0 M", cards=["geologists"], pad="D", caves=["a1"]), "geologists") == (4, "b1")
    assert earned(table("M M G0 W", cards=["geologists"], pad="D", caves=["a1"]), "geologists") == NOTHING


# Messengers


@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        pytest.param("d6 e6 f6 g6 h6 i6 j6 k6", (16, "d6 e6 f6 g6 h6 i6 j6 k6"), id="eight in a row"),
        pytest.param("e5 f5", (4, "e5 f5"), id="two"),
        pytest.param("e5", NOTHING, id="one"),
        pytest.param("e5 g5 k9 a1 t20", NOTHING, id="isolated pieces"),
        pytest.param("e5 f5 a1", (4, "e5 f5"), id="an isolated piece far away"),
        pytest.param("e5 f5 e4", (4, "e4 e5 f5"), id="a triangle"),
        pytest.param("e5 e6 f7 f8", (8, "e5 e6 f7 f8"), id="a diagonal"),
        pytest.param("e5 d4 e4 d5 f5 d6 e6 a1 b1 c1 d1", (8, "a1 b1 c1 d1"), id="the longer of two areas"),
        pytest.param("a1 b1 c1 d1 d2 d3 c3 b3 a3", (10, "a1 b1 c1 d1 d2 a3 b3 c3 d3"), id="straight through a bay"),
        pytest.param("j10 k10 l10", (6, "j10 k10 l10"), id="across sections"),
    ],
)
def test_r7_22_r9_25_r9_49_r8_32_messengers(hexes: str, expected: tuple[int, str]) -> None:
    """2 gold per hex of the longest shortest path between two connected pieces, both ends included."""
    game = table(scattered(owned(hexes)), cards=["messengers"])
    assert earned(game, "messengers") == expected


@pytest.mark.parametrize("between", ["G1", "W", "M", "K", "G="])
def test_r7_22_whatever_lies_on_the_path(between: str) -> None:
    """The path need not lie on own pieces: the distance is that of the hexes, around a gap in the area."""
    gap = dict.fromkeys(("b1", "c1", "d1", "b2", "c2"), between)
    game = table(scattered({**owned("a1 a2 b3 c3 d3 d2 e1"), **gap}), cards=["messengers"])
    assert earned(game, "messengers") == (10, "a1 e1 a2 d2 b3 c3 d3")


def test_r7_22_two_areas_are_not_connected_by_foreign_pieces() -> None:
    """Pieces of other players between two areas connect nothing."""
    game = table("G0 G0 G1 G0 G0 G0", pad="D", cards=["messengers"])
    assert earned(game, "messengers") == (6, "d1 e1 f1")
    assert earned(game, "messengers", 1) == NOTHING


@pytest.mark.parametrize("seed", range(25))
def test_r7_22_messengers_against_all_pairs(seed: int) -> None:
    """On random boards the gold is that of the largest distance among all pairs of connected pieces."""
    rng = random.Random(seed)
    places = [
        COORDINATES[h]
        for h in ALL_HEXES
        if not COORDINATES[h].island and COORDINATES[h].row < 9 and COORDINATES[h].col < 9
    ]
    pieces = rng.sample(places, 38)
    game = table(scattered({str(place): "G0" for place in pieces}), cards=["messengers"])
    expected = 0
    for area in areas(hex_set([place.hex for place in pieces])):
        for a in iter_hexes(area):
            for b in iter_hexes(area):
                apart = distance(a, b)
                assert apart is not None
                if apart:
                    expected = max(expected, 2 * (apart + 1))
    assert gold(game)["messengers"] == expected


# Noblewomen


@pytest.mark.parametrize("special", ["K", "N", "O", "farm", "temple", "refuge", "canoe", "fountain"])
@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((2, 1, 0), (5, 0, 0)),
        ((3, 2, 1), (5, 0, 0)),
        ((1, 0, 0), (5, 0, 0)),
        ((0, 1, 3), (0, 0, 5)),
        ((2, 2, 1), (5, 5, 0)),
        ((1, 1, 1), (5, 5, 5)),
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_r7_23_r8_30_r8_47_noblewomen(special: str, counts: Sequence[int], expected: Sequence[int]) -> None:
    """Each special hex gives 5 gold for the most pieces beside it, ties 5 each, nobody beside it nobody."""
    game = table(majority(counts, special), players=3, cards=["noblewomen"])
    lines = [earned(game, "noblewomen", seat) for seat in range(3)]
    assert lines == [(5, "e5") if gold_of else NOTHING for gold_of in expected]


def majority(counts: Sequence[int], special: str) -> str:
    """Draw a special hex on e5 with so many pieces of each player around it, and others elsewhere."""
    owners = [owner for owner, count in enumerate(counts) for _ in range(count)]
    around = zip(["d4", "e4", "d5", "f5", "d6", "e6"], owners, strict=False)
    return scattered({"e5": special, **owned("a10 b10 c10", 1)} | {name: f"G{owner}" for name, owner in around})


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((2, 1, 0), (5, 0, 0)), ((2, 2, 1), (5, 5, 0)), ((0, 0, 0), (0, 0, 0)), ((1, 2, 3), (0, 0, 5))],
)
def test_r7_5_r7_23_r9_19_r9_48_palaces_are_scored_once_with_noblewomen(
    counts: Sequence[int], expected: Sequence[int]
) -> None:
    """A palace gives its 5 gold by its own rule, and nothing more by the card."""
    game = table(majority(counts, "P"), players=3, cards=["noblewomen"])
    for seat, gold_of in enumerate(expected):
        assert earned(game, "palace", seat) == ((5, "e5") if gold_of else NOTHING)
        assert earned(game, "noblewomen", seat) == NOTHING


def test_r7_23_castles_keep_their_gold() -> None:
    """A castle gives 3 gold to everybody beside it and 5 more to those with the most."""
    game = table("G0 K G1\n G0 G", players=3, cards=["noblewomen"])
    assert [earned(game, "castle", seat) for seat in range(3)] == [(3, "b1"), (3, "b1"), NOTHING]
    assert [earned(game, "noblewomen", seat) for seat in range(3)] == [(5, "b1"), NOTHING, NOTHING]


def test_r7_23_every_special_hex_is_judged_alone() -> None:
    """Majorities add up, each for its own hex, empty locations and nomad spaces included."""
    game = table("K G0 farm G1 N:sword G1 K", cards=["noblewomen"], tiles_left={"c1": 0, "e1": 0})
    assert earned(game, "noblewomen", 0) == (10, "a1 c1")
    assert earned(game, "noblewomen", 1) == (15, "c1 e1 g1")


def test_r7_23_r9_27_noblewomen_as_printed() -> None:
    """Five majorities: 5 gold for orange, 5 for blue and 15 for white."""
    game = table(
        """
        K    G0   D    D    farm G1   D    D    N    G2   D    D    O    G2   D    D    K    G2
          D    D    D    G1   G0   D    D    G2   G0
        """,
        players=3,
        cards=["noblewomen"],
    )
    lines = [earned(game, "noblewomen", seat) for seat in range(3)]
    assert lines == [(5, "a1"), (5, "e1"), (15, "i1 m1 q1")]


# Vassals


def test_r7_24_r0_17_vassals_pay_on_the_inner_edge() -> None:
    """Each of the 76 hexes that touch another section gives 1 gold, and no other hex."""
    paying = []
    for h in iter_hexes(BOARD):
        place = COORDINATES[h]
        game = table(scattered({str(place): "G0"}), cards=["vassals"])
        assert earned(game, "vassals") in ((1, str(place)), NOTHING)
        if gold(game)["vassals"]:
            paying.append(place)
    assert paying == [
        COORDINATES[h] for h in iter_hexes(BOARD) if {9, 10} & {COORDINATES[h].row} or {9, 10} & {COORDINATES[h].col}
    ]
    assert len(paying) == 76


def test_r7_24_vassals_pay_each_piece_once() -> None:
    """A piece in the middle, on two inner edges, counts once; foreign pieces do not count."""
    game = table(scattered({**owned("j10 k11 a10 j1 e5"), **owned("k10 j11", 1)}), cards=["vassals"])
    assert earned(game, "vassals") == (4, "j1 a10 j10 k11")
    assert earned(game, "vassals", 1) == (2, "k10 j11")


def test_r7_24_r7_3_vassals_do_not_pay_on_the_island() -> None:
    """The Island has no inner edge."""
    pieces = {0: [f"i:{column}{row}" for column in "abcdefghij" for row in (1, 5)]}
    game = table("G", cards=["vassals"], island=("rope_bridge", ["GGGGGGGGGG"] * 5), island_pieces=pieces)
    assert earned(game, "vassals") == NOTHING


# Captains


@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        pytest.param("e5 d4 e4 d5", (2, "d4 e5"), id="exactly three"),
        pytest.param("e5 d4 e4 f5 d5 d6 e6", (7, "d4 e4 d5 e5 f5 d6 e6"), id="a hex and its ring"),
        pytest.param("e5 d4 e4", NOTHING, id="a triangle"),
        pytest.param("a1 b1 c1 d1 e1 f1", NOTHING, id="a line"),
        pytest.param("e5 d4 f5 d6", (1, "e5"), id="three neighbours apart from each other"),
        pytest.param("e5 d5 f5 k9 l9", NOTHING, id="two neighbours and others far away"),
        pytest.param("j10 i10 k10 j9", (1, "j10"), id="across sections"),
        pytest.param("", NOTHING, id="nothing"),
    ],
)
def test_r7_25_captains(hexes: str, expected: tuple[int, str]) -> None:
    """1 gold for every piece with at least three own pieces around it."""
    assert earned(table(scattered(owned(hexes)), cards=["captains"]), "captains") == expected


def test_r7_25_captains_count_own_pieces_only() -> None:
    """Foreign pieces and walls around a piece do not count."""
    drawing = scattered({**owned("e5 d5 f5"), "d4": "G1", "e4": "G=", "d6": "G1"})
    game = table(drawing, cards=["captains"])
    assert earned(game, "captains") == earned(game, "captains", 1) == NOTHING


# Scouts


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param("T G0", (1, "b1"), id="beside it"),
        pytest.param("T G0 T", (1, "b1"), id="beside two of its hexes"),
        pytest.param("T0 T", NOTHING, id="on it"),
        pytest.param("T0 G0", (1, "b1"), id="occupied by an own piece"),
        pytest.param("T1 G0", (1, "b1"), id="occupied by a foreign piece"),
        pytest.param("T= G0", (1, "b1"), id="with a wall on it"),
        pytest.param("T G G0", NOTHING, id="too far"),
        pytest.param("T D0 G D0 T S0", (3, "b1 d1 f1"), id="each piece"),
        pytest.param("W0 T M0", (2, "a1 c1"), id="on water and mountain"),
        pytest.param("T G1", NOTHING, id="a foreign piece"),
    ],
)
def test_r7_26_scouts(drawing: str, expected: tuple[int, str]) -> None:
    """1 gold for every piece next to the removed terrain, occupied or not, that does not stand on it."""
    game = table(drawing, pad="D", cards=["scouts"], removed_terrain="forest")
    assert earned(game, "scouts") == expected


@pytest.mark.parametrize("removed", [TERRAINS[terrain] for terrain in CARD_TERRAINS])
def test_r7_26_r2_20_scouts_look_at_the_removed_terrain(removed: str) -> None:
    """Whichever of the five terrains is removed, it alone counts."""
    row = "G W0 W W C W0 W W F W0 W W T W0"
    at = {"grass": "b1", "canyon": "f1", "flower": "j1", "forest": "n1"}
    game = table(row, cards=["scouts"], removed_terrain=removed)
    assert earned(game, "scouts") == ((1, at[removed]) if removed in at else NOTHING)


def test_r9_55_r2_20_r1_5_swamp_and_forest_revealed() -> None:
    """The five forest cards and the swamp/forest card leave the game: 24 cards remain."""
    board = new_game(1, sets=["marshlands"]).board
    setup = Setup(2, board, ("scouts",), REGISTRY, swamp_cards=True, removed_terrain=FOREST)
    deck = setup.deck
    assert len(deck) == 24
    assert all(FOREST not in TERRAINS_OF_CARD[card] for card in deck)
    assert Counter(len(TERRAINS_OF_CARD[card]) for card in deck) == {1: 20, 2: 4}


@pytest.mark.parametrize(("sections", "size"), [([], 24), (["farm", "oasis", "tower", "barn"], 20)])
def test_r2_20_r8_3_r9_55_the_removed_terrain_is_nowhere_in_the_game(sections: Sequence[str], size: int) -> None:
    """Hands and piles hold no card that shows the removed terrain; it is one of the five, never swamp."""
    seen = set()
    for seed in range(40):
        sets = ["base", "marshlands"] if sections else ["marshlands"]
        game = new_game(seed, sets=sets, sections=sections, cards=["scouts"])
        removed = game.setup.removed_terrain
        seen.add(removed)
        everywhere = [card for seat in game.players for card in seat.hand] + [*game.deck.draw, *game.deck.discard]
        assert len(everywhere) == size
        assert all(removed not in TERRAINS_OF_CARD[card] for card in everywhere)
    assert seen == set(CARD_TERRAINS)


# Families with swamp and temple


def family(drawing: str, terrain: str = "grass", **fields: Any) -> Game:
    """Draw a board for the Families card."""
    return table(drawing, pad="M", terrain=terrain, cards=["families", *fields.pop("cards", ())], **fields)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        pytest.param("b1 c1 d1 e1", [0, 0, 0, 2], id="all four in line"),
        pytest.param("b1 c1 d1 a3", [0, 0, 0, 2], id="the first three"),
        pytest.param("b1 a3 c1 d1", [0, 0, 0, 2], id="another one in between"),
        pytest.param("b1 a3 b3 c3", [0, 0, 0, 2], id="the last three"),
        pytest.param("b1 c1 a3 b3", [0, 0, 0, 0], id="two and two"),
    ],
)
def test_r7_18_r8_31_families_with_a_held_settlement(answers: str, expected: Sequence[int]) -> None:
    """Held settlements are extra: it is enough that some three of those built form the line."""
    game = family("D0 G G G G\n D0 D0\nG G G G", held={0: 1})
    assert gold_of_each(game, answers) == expected
    assert options(game) == {"end_turn"}


def test_r7_18_r8_31_families_pay_once_however_long_the_line() -> None:
    """Five in line with two held settlements are one family."""
    game = family("D0 G G G G G", held={0: 2})
    assert gold_of_each(game, "b1 c1 d1 e1 f1") == [0, 0, 0, 0, 2]


@pytest.mark.parametrize(
    ("supply", "held", "expected"),
    [(3, 0, 2), (3, 1, 2), (2, 1, 0), (1, 2, 0), (2, 2, 0), (0, 2, 0), (0, 3, 0), (1, 3, 0)],
)
def test_r7_18_r8_31_families_need_three_regular_settlements(supply: int, held: int, expected: int) -> None:
    """Held settlements are no part of the three: with a supply of less than three there is no family."""
    game = family("D0 G G G G G", supply={0: supply}, held={0: held})
    for target in ("b1", "c1", "d1", "e1", "f1")[: supply + held]:
        play(game, target)
    assert options(game) == {"end_turn"}
    assert red_gold(game) == [expected, 0]


@pytest.mark.parametrize("held", [0, 1, 2])
def test_r7_18_r8_31_no_family_in_a_swamp_turn(held: int) -> None:
    """Swamp counts two: even with held settlements that make three or four in line there is no family."""
    game = family("D0 S S S S S", "swamp", held={0: held})
    assert set(gold_of_each(game, " ".join(["b1", "c1", "d1", "e1"][: 2 + held]))) == {0}
    assert options(game) == {"end_turn"}


def test_r7_18_r3_10_no_family_when_a_swamp_turn_ends_on_another_terrain() -> None:
    """A two-build begun on swamp stays one on the next card, held settlements or not."""
    game = family("D0 S G G G", "swamp", held={0: 1})
    stack_deck(game, "grass")
    assert gold_of_each(game, "b1 c1 d1") == [0, 0, 0]
    assert options(game) == {"end_turn"}


@pytest.mark.parametrize("held", [0, 1])
def test_r7_18_r3_10_a_family_of_a_three_build_that_ends_on_swamp(held: int) -> None:
    """A three-build begun stays one when the next card is played as swamp, so its three regular settlements count."""
    game = family("D0 G S S S", held={0: held})
    stack_deck(game, "swamp/grass")
    play(game, "b1", "swamp", "c1", "d1", *["e1"] * held)
    assert options(game) == {"end_turn"}
    assert red_gold(game) == [2, 0]


def test_r7_18_r3_8_r7_31_no_family_when_a_marker_takes_the_third_regular_settlement() -> None:
    """Supply 3 and one held: the first build marks a line, so two regular ones and the held one are built."""
    game = family("D0 D0 D0 G G G G", cards=["mayors"], supply={0: 3}, held={0: 1})
    play(game, "d1", "e1", "f1")
    assert options(game) == {"end_turn"}
    assert (game.players[0].supply, game.players[0].reserve) == (0, 0)
    assert red_gold(game) == [0, 0]


def test_r7_18_r3_11_a_family_when_no_card_is_left_for_the_held_settlement() -> None:
    """The action ends with three regular settlements built in line, the held one not, because no card is usable."""
    game = family("D0 G G G", held={0: 1})
    set_deck(game)
    play(game, "b1", "c1", "d1")
    assert options(game) == {"end_turn"}
    assert game.players[0].reserve == 1
    assert red_gold(game) == [2, 0]


# The other red cards with the temple


@pytest.mark.parametrize(("card", "expected"), [("shepherds", 2), ("ambassadors", 1)])
def test_r7_17_r7_19_r7_20_r5_24_held_settlements_pay_when_they_are_built(card: str, expected: int) -> None:
    """Lifting a settlement pays nothing; building the held one is a build like any other."""
    game = table(
        "temple D0 M D0 M D1 G M C", pad="M", terrain="grass", cards=[card], tiles={0: ["temple@a1"]}, held={0: 1}
    )
    assert gold_of_each(game, "temple d1") == [0, 0]
    game = table("D1 G M C", pad="M", terrain="grass", cards=[card], held={0: 1}, supply={0: 0})
    assert gold_of_each(game, "b1") == [expected]


def test_r7_17_r5_21_r5_36_moving_by_refuge_pays_nothing() -> None:
    """Refuge and its bonus move, and moving is never building."""
    game = table(
        "refuge D0 D D1 M refuge D0",
        pad="M",
        terrain="grass",
        cards=["shepherds", "ambassadors"],
        tiles={0: ["refuge@a1", "refuge@f1"]},
        bonus={0: ["refuge"]},
    )
    assert gold_of_each(game.copy(), "refuge b1 c1") == [0, 0, 0]
    assert gold_of_each(game, "refuge_bonus b1 c1") == [0, 0, 0]


@pytest.mark.parametrize(
    ("drawing", "answers", "tiles", "bonus"),
    [
        ("fountain D0 S M", "fountain c1", ["fountain@a1"], []),
        ("fountain D0 M D fountain", "fountain c1", ["fountain@a1", "fountain@e1"], ["fountain"]),
        ("canoe D0 W D canoe", "canoe_bonus c1", ["canoe@a1", "canoe@e1"], ["canoe"]),
        ("canoe D0 S D canoe", "canoe_bonus c1", ["canoe@a1", "canoe@e1"], ["canoe"]),
    ],
)
def test_r7_17_r7_19_r5_22_r5_37_r5_38_extra_builds_pay(
    drawing: str, answers: str, tiles: Sequence[str], bonus: Sequence[str]
) -> None:
    """Shepherds pay for the fountain, on mountain too, and for the canoe bonus: no like neighbour is empty."""
    game = table(drawing, pad="C", terrain="grass", cards=["shepherds", "families"], tiles={0: tiles}, bonus={0: bonus})
    assert gold_of_each(game, answers) == [0, 2]
    assert format_hexes(game.players[0].pieces) == "b1 c1"
