"""The Kingdom Builder cards of Harvest (docs/rules.md R7.27 to R7.33)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kingdom_builder.engine.hexes import format_hexes, iter_hexes
from kingdom_builder.game import Game
from kingdom_builder.sets.slots import HARVEST
from tests.drawing import give_card, hexes, options, play, stack_deck, table
from tests.engine.test_turn import build, finish_turn
from tests.sets.base.test_cards import earned, in_sections, owned, scattered
from tests.sets.base.test_tiles import between_actions, plain

EMPTY_ISLAND = ("rope_bridge", ["GGGGGG", "GGGGGG", "GGGLGG", "GGGGGG", "GGGGGG"])


# Rangers


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("", (0, "")),
        ("a1", (2, "a1")),
        ("a1 t1", (0, "")),
        ("a1 b2 b3 t3", (4, "a1 b2")),
        ("a1 b1 c2 d3 e4 f5 f7 g7", (8, "c2 d3 e4 f5")),
        ("j10 k11 t20", (6, "j10 k11 t20")),
    ],
)
def test_r7_27_rangers_pay_for_lines_with_exactly_one(pieces: str, expected: tuple[int, str]) -> None:
    """2 gold for each line that holds exactly one own piece, wherever on the line."""
    assert earned(table(scattered(owned(pieces)), cards=["rangers"]), "rangers") == expected


def test_r7_27_r9_29_four_lines_with_exactly_one_pay_eight() -> None:
    """The printed example: four such lines give 8."""
    game = table(scattered(owned("a1 c3 d3 e5 f7 t9 j20 k20")), cards=["rangers"])
    assert earned(game, "rangers") == (8, "a1 e5 f7 t9")


def test_r7_27_r0_5_only_own_pieces_count_and_all_kinds_do() -> None:
    """Foreign pieces and walls do not matter; a wagon beside a settlement makes two, a city hall two or three."""
    words = {"a1": "G0", "b1": "G1", "c1": "G=", "a3": "G0", "t3": "Gv0", "h10": "Gc0", "a15": "Ws0"}
    assert earned(table(scattered(words), cards=["rangers"]), "rangers") == (4, "a1 a15")


# Chainers


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("e5", (0, "")),
        ("e5 f5", (0, "")),
        ("e5 f5 g5", (1, "f5")),
        ("e5 f5 g5 h5", (2, "f5 g5")),
        ("e5 f5 e6", (3, "e5 f5 e6")),
        ("d5 e5 f5 e4", (2, "e4 f5")),
        ("e5 d4 d6 f5", (0, "")),
        ("d4 e4 d5 f5 d6 e6", (6, "d4 e4 d5 f5 d6 e6")),
        ("d4 e4 d5 e5 f5 d6 e6", (0, "")),
        ("j10 k10 l10", (1, "k10")),
    ],
)
def test_r7_28_chainers_pay_for_pieces_with_exactly_two_neighbours(pieces: str, expected: tuple[int, str]) -> None:
    """1 gold for each piece with exactly two own neighbours: not for fewer, not for more."""
    assert earned(table(scattered(owned(pieces)), cards=["chainers"]), "chainers") == expected


def test_r7_28_r0_5_foreign_pieces_and_walls_are_no_neighbours_meeples_are() -> None:
    """Only own pieces count as neighbours, of every kind."""
    words = {"d5": "G0", "e5": "G0", "f5": "Gv0", "e4": "G1", "e6": "G="}
    assert earned(table(scattered(words), cards=["chainers"]), "chainers") == (1, "e5")
    words = {"d5": "G0", "e5": "G0", "f5": "G1", "e4": "G="}
    assert earned(table(scattered(words), cards=["chainers"]), "chainers") == (0, "")


# Travellers


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("b2 s19 j10", (0, "")),
        ("a1", (1, "a1")),
        ("a1 t1 a20 t20", (4, "a1 t1 a20 t20")),
        ("j1 a10 t10 j20 b2", (4, "j1 a10 t10 j20")),
    ],
)
def test_r7_29_travellers_pay_for_the_outer_edge(pieces: str, expected: tuple[int, str]) -> None:
    """1 gold for each own piece on the outer edge, for a corner once."""
    assert earned(table(scattered(owned(pieces)), cards=["travellers"]), "travellers") == expected


def test_r7_29_r0_17_the_whole_outer_edge() -> None:
    """All 76 hexes of the edge count, shared by the players."""
    edge = {f"{r},{c}" for r in range(20) for c in range(20) if r in (0, 19) or c in (0, 19)}
    words = {at: f"G{i % 2}" for i, at in enumerate(sorted(edge))}
    game = table(scattered(words), cards=["travellers"])
    assert [earned(game, "travellers", seat)[0] for seat in (0, 1)] == [38, 38]


# Homesteaders


def test_r7_30_r9_28_homesteaders_pay_for_the_best_section() -> None:
    """The printed example: sections with 8, 11, 5 and 12 pieces give 12."""
    game = table(scattered(in_sections([8], [11], [5], [12])), cards=["homesteaders"])
    assert earned(game, "homesteaders") == (12, "k11 l11 m11 n11 o11 p11 q11 r11 s11 t11 k12 l12")


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([[0], [0], [0], [0]], (0, "")),
        ([[1], [0], [0], [0]], (1, "a1")),
        ([[0], [3], [2], [2]], (3, "k1 l1 m1")),
        ([[0], [0], [2], [1]], (2, "a11 b11")),
        ([[2, 9], [1, 0], [1, 0], [1, 0]], (2, "a1 b1")),
    ],
)
def test_r7_30_one_section_and_own_pieces_only(counts: Sequence[Sequence[int]], expected: tuple[int, str]) -> None:
    """Only the largest count pays, 1 gold per piece there, whatever others have."""
    assert earned(table(scattered(in_sections(*counts)), cards=["homesteaders"]), "homesteaders") == expected


def test_r7_30_equal_sections_pay_once() -> None:
    """Of several best sections one is paid."""
    gold, where = earned(table(scattered(in_sections([3], [3], [3], [3])), cards=["homesteaders"]), "homesteaders")
    assert (gold, len(where.split())) == (3, 3)


# Mayors: marking


def lines(game: Game, seat: int = 0) -> list[int]:
    """Return the lines that a player has marked, from 0 for the first row."""
    return list(iter_hexes(game.players[seat].extra[HARVEST].lines))


def test_r7_31_r9_30_the_fourth_piece_on_a_line_marks_it() -> None:
    """One piece on a line and three more by the mandatory action: the third of them makes four, a marker is set."""
    game = table("G0 G G G G", terrain="grass", cards=["mayors"])
    for answer, supply in (("b1", 38), ("c1", 37)):
        assert (lines(play(game, answer)), game.players[0].supply) == ([], supply)
    assert (lines(play(game, "d1")), game.players[0].supply) == ([0], 35)
    assert format_hexes(game.players[0].pieces) == "a1 b1 c1 d1"
    assert between_actions(game)


def test_r7_31_without_the_card_nothing_is_marked() -> None:
    """Markers belong to the Mayors card."""
    game = play(table("G0 G0 G0 G G", terrain="grass", cards=["rangers"]), "d1")
    assert (lines(game), game.players[0].supply) == ([], 36)


@pytest.mark.parametrize("row", [1, 7, 10, 11, 20])
def test_r7_31_r8_33_r0_11_pieces_need_not_be_contiguous(row: int) -> None:
    """Four pieces anywhere on one of the twenty lines are enough, three are not, nor four on two lines."""
    words = {f"a{row}": "D0", f"j{row}": "D0", "t12": "D0", f"t{row}": "G"}
    game = play(table(scattered(words, "W"), terrain="grass", cards=["mayors"]), f"t{row}")
    assert lines(game) == []
    words |= {f"k{row}": "D0"}
    game = play(table(scattered(words, "W"), terrain="grass", cards=["mayors"]), f"t{row}")
    assert lines(game) == [row - 1]


def test_r7_31_only_the_line_of_the_piece_just_placed() -> None:
    """A line with four pieces that is not marked stays so until a piece is placed on it."""
    game = table("D0 D0 D0 D0 W G\n W W G W\nG", terrain="grass", cards=["mayors"])
    play(game, "c2")
    assert lines(game) == []
    assert lines(play(game, "a3")) == []
    assert lines(play(game, "f1")) == [0]


def test_r7_31_foreign_pieces_walls_and_held_settlements_do_not_count() -> None:
    """Three own pieces and one of somebody else are not four."""
    game = play(table("G0 G0 G1 G= G G", terrain="grass", cards=["mayors"], pad="W"), "e1")
    assert lines(game) == []
    assert lines(play(game, "f1")) == [0]


@pytest.mark.parametrize(
    ("action", "ground"),
    [
        ("oracle", "G"),
        ("farm", "G"),
        ("tower", "A"),
        ("tavern", "S"),
        ("fort", "G"),
        ("barracks", "D"),
        ("wagon", "M"),
        ("lighthouse", "W"),
        ("donation:water", "W"),
        ("farm_action", "A"),
        ("canoe_bonus", "S"),
        ("cathedral", "G"),
    ],
)
def test_r7_31_r4_26_every_build_marks(action: str, ground: str) -> None:
    """Whatever builds the fourth piece of the line, a settlement or a meeple, the line is marked."""
    tile = "farm" if ":" in action or action in ("farm_action", "canoe_bonus") else action
    game = table(
        f"{tile} D0 D0 D0 {ground} K\n K K K K K K\nG G G G",
        pad="K",
        terrain="grass",
        cards=["mayors"],
        tiles={0: [f"{tile}@a1"]},
        numbers={0: 1},
        nomads={0: ["donation:water"]},
        bonus={0: ["canoe"]},
    )
    stack_deck(game, "grass")
    before = game.players[0].supply
    play(game, action, "e1")
    assert lines(game) == [0]
    from_supply = 0 if action in ("barracks", "wagon", "lighthouse") else 1
    assert game.players[0].supply == before - from_supply - 1


MOVES = [
    ("barn", "G", ["f3", "e1"]),
    ("harbor", "W", ["f3", "e1"]),
    ("paddock", "D", ["f3", "e1"]),
    ("rope_bridge", "C", ["f3", "e1"]),
    ("resettlement", "D", ["e2", "e1"]),
    ("refuge", "D", ["e2", "e1"]),
    ("caravan", "D", ["e2", "e1"]),
    ("palisade", "D", ["d2", "e1"]),
    ("wagon", "D", ["e1"]),
]


@pytest.mark.parametrize(("action", "ground", "answers"), MOVES)
def test_r7_31_every_move_marks(action: str, ground: str, answers: list[str]) -> None:
    """A piece that is moved to a line as the fourth marks it too."""
    tile = "farm" if action == "resettlement" else action
    game = table(
        f"""
        {tile} D0   D0   D0   {ground} K
          K    K    K    {"D0" if action == "palisade" else "K"}    {"Dv0" if action == "wagon" else "D0"}   K
        G    G    G    K    K    D0
          G    G
        """,
        pad="K",
        terrain="grass",
        cards=["mayors"],
        tiles={0: [f"{tile}@a1"]},
        nomads={0: ["resettlement"]},
        supply={0: 9},
    )
    play(game, action, *answers)
    assert format_hexes(game.players[0].pieces).split()[3] == "e1"
    assert lines(game) == [0]
    assert game.players[0].supply == 8


def test_r7_31_a_move_within_a_full_line_marks_it() -> None:
    """A piece moved along a line that holds four own pieces is a piece placed on it."""
    game = table("paddock D0 D D0 D0 D0", terrain="forest", cards=["mayors"], tiles={0: ["paddock@a1"]})
    assert lines(play(game, "paddock", "e1", "c1")) == [0]


@pytest.mark.parametrize(
    ("own", "supply", "expected"),
    [("a4", 9, [4]), ("a4 b4", 9, [3, 4]), ("a4 b4 a6 b6", 9, [3, 4, 5]), ("a4 b4 a6 b6", 2, [3, 4]), ("a4", 0, [])],
)
def test_r7_31_r5_17_a_city_hall_may_mark_several_lines(own: str, supply: int, expected: list[int]) -> None:
    """Its seven hexes lie on three lines; each of them that holds four own pieces is marked while there is a supply."""
    game = table(
        plain("G", a20="city_hall", c5="G0", **owned(own)),
        terrain="grass",
        cards=["mayors"],
        tiles={0: ["city_hall@a20"]},
        supply={0: supply},
    )
    play(game, "city_hall", "e5")
    assert lines(game) == expected
    assert game.players[0].supply == supply - len(expected)


def test_r7_31_r5_23_a_canoe_reaction_marks() -> None:
    """A build in another player's turn marks too, from the builder's supply."""
    game = table(
        "canoe D1 D1 D1 W K farm G G G",
        pad="K",
        terrain="grass",
        cards=["mayors"],
        tiles={1: ["canoe@a1"]},
        tiles_left={"g1": 1},
    )
    play(game, "h1")
    assert game.to_play == 1
    play(game, "e1")
    assert (lines(game, 0), lines(game, 1)) == ([], [0])
    assert (game.players[0].supply, game.players[1].supply) == (39, 35)


@pytest.mark.parametrize(("owner", "expected"), [(0, ([0], [])), (1, ([], [0]))])
def test_r7_31_one_marker_per_line_of_anybody(owner: int, expected: tuple[list[int], list[int]]) -> None:
    """A line with a marker, own or foreign, gets no second one."""
    game = table("G0 G0 G0 G G G", terrain="grass", cards=["mayors"], lines={owner: [0]})
    before = game.players[0].supply
    play(game, "d1", "e1")
    assert (lines(game, 0), lines(game, 1)) == expected
    assert game.players[0].supply == before - 2


def test_r7_31_the_first_to_have_four_marks_the_line() -> None:
    """Both players have three pieces on a line: the player who builds the fourth first has the marker."""
    game = table("G0 G0 G0 G1 G1 G1 G G G G G", terrain="grass", cards=["mayors"], pad="D")
    give_card(game, 1, "grass")
    play(game, "g1", "h1", "i1", "end_turn", "j1")
    assert (lines(game, 0), lines(game, 1)) == ([0], [])


@pytest.mark.parametrize(("supply", "expected"), [(0, []), (1, [0])])
def test_r7_31_no_marker_with_an_empty_supply(supply: int, expected: list[int]) -> None:
    """The marker comes from the supply, so without one the line stays unmarked."""
    game = table(
        "paddock D0 D0 D0 D\n K\nK K K K K D0 K\n",
        pad="K",
        terrain="forest",
        cards=["mayors"],
        tiles={0: ["paddock@a1"]},
        supply={0: supply},
    )
    play(game, "paddock", "f3", "e1")
    assert lines(game) == expected
    assert game.players[0].supply == 0


def test_r7_31_the_last_settlement_leaves_none_for_the_marker() -> None:
    """With one settlement in supply the fourth piece is built with it, and no marker can follow."""
    game = play(table("G0 G0 G0 G G", terrain="grass", cards=["mayors"], supply={0: 1}), "d1")
    assert (lines(game), game.players[0].supply, game.end_triggered) == ([], 0, True)


def test_r7_31_the_marker_may_come_at_a_later_placement_on_the_line() -> None:
    """A line left unmarked because the supply was empty is marked later, after a sword returned a piece."""
    game = table(
        "O G0 G0 G0 G G W D0", terrain="grass", cards=["mayors"], supply={0: 1}, nomads={1: ["sword"]}, pad="K"
    )
    give_card(game, 1)
    play(game, "e1", "end_turn")
    assert lines(game) == []
    play(game, "sword", "h1", "end_turn")
    assert (lines(game), game.players[0].supply) == ([], 1)
    play(game, "b1", "f1")
    assert (lines(game), game.players[0].supply) == ([0], 0)


def test_r7_31_r3_31_r8_33_the_marker_may_trigger_the_end() -> None:
    """The last settlement of the supply set as a marker ends the game after this round."""
    game = table("G0 G0 G0 G G\n D D D D1", terrain="grass", cards=["mayors"], supply={0: 2}, pad="D")
    give_card(game, 1, "desert")
    play(game, "d1")
    assert (lines(game), game.players[0].supply, game.end_triggered) == ([0], 0, True)
    assert options(game) == {"end_turn"}
    finish_turn(game)
    assert not game.over
    finish_turn(game)
    assert game.over


@pytest.mark.parametrize(("held", "ending"), [(0, True), (1, False)])
def test_r7_31_r3_31_a_marker_set_by_a_move_triggers_unless_something_is_held(held: int, ending: bool) -> None:
    """A move that marks with the last settlement triggers the end, but not while a settlement is held."""
    game = table(
        "paddock D0 D0 D0 D\n K\nK K K K K D0 K G G",
        pad="K",
        terrain="grass",
        cards=["mayors"],
        tiles={0: ["paddock@a1"]},
        supply={0: 1},
        held={0: held},
    )
    play(game, "paddock", "f3", "e1")
    assert (lines(game), game.players[0].supply, game.end_triggered) == ([0], 0, ending)
    assert bool(hexes(game)) == bool(held)


@pytest.mark.parametrize(("supply", "built"), [(5, 3), (4, 3), (3, 2), (2, 1)])
def test_r3_8_r7_31_the_marker_reduces_what_the_mandatory_action_builds(supply: int, built: int) -> None:
    """The supply is read again before each settlement: what the marker used up is not built."""
    game = table("G0 G0 G0 G G G G G", terrain="grass", cards=["mayors"], supply={0: supply})
    count = 0
    while hexes(game):
        game.play(game.legal_answers()[0])
        count += 1
    assert (count, lines(game)) == (built, [0])
    assert game.players[0].supply == supply - built - 1
    assert options(game) == {"end_turn"}


def test_r3_8_r7_31_held_settlements_are_built_though_the_marker_uses_up_the_supply() -> None:
    """Held settlements come on top and are no supply: they are built, and serve for no marker."""
    game = table("G0 G0 G0 G G G G G", terrain="grass", cards=["mayors"], supply={0: 2}, held={0: 1})
    play(game, "d1")
    assert (lines(game), game.players[0].supply, game.players[0].reserve) == ([0], 0, 1)
    assert not game.end_triggered
    play(game, "e1")
    assert (game.players[0].supply, game.players[0].reserve, game.end_triggered) == (0, 0, True)
    assert options(game) == {"end_turn"}
    game = play(table("G0 G0 G0 G G", terrain="grass", cards=["mayors"], supply={0: 0}, held={0: 1}), "d1")
    assert (lines(game), game.players[0].supply) == ([], 0)


@pytest.mark.parametrize(("cards", "gold"), [(["families"], 2), (["families", "mayors"], 0)])
def test_r3_8_r7_18_r7_31_families_miss_the_third_regular_settlement_that_became_a_marker(
    cards: list[str], gold: int
) -> None:
    """Two regular settlements and a held one in a row do not pay: the marker left no supply for the third regular."""
    game = table("G0 G0 G0 G G G G", terrain="grass", cards=cards, supply={0: 3}, held={0: 1})
    while hexes(game):
        game.play(game.legal_answers()[0])
    assert game.players[0].pieces.bit_count() == 3 + (4 if gold else 3)
    assert game.players[0].gold == gold


@pytest.mark.parametrize("action", ["donation:grass", "cathedral"])
def test_r3_8_r7_31_the_marker_reduces_what_other_actions_build(action: str) -> None:
    """Donations and the cathedral stop too when the marker was the last settlement."""
    game = table(
        "cathedral G0 G0 G0 G G G G G",
        terrain="grass",
        cards=["mayors"],
        tiles={0: ["cathedral@a1"]},
        numbers={0: 3},
        nomads={0: ["donation:grass"]},
        supply={0: 2},
    )
    play(game, action, "e1")
    assert (lines(game), game.players[0].supply) == ([0], 0)
    assert between_actions(game)
    assert game.players[0].pieces.bit_count() == 4


def test_r7_31_r7_32_markers_never_leave() -> None:
    """The marker stays and pays when the line is broken up, by a move or by a sword."""
    game = table(
        "paddock D0 D0 D0 D0 W\n W\nW W W W W D",
        terrain="forest",
        cards=["mayors"],
        tiles={0: ["paddock@a1"]},
        lines={0: [0]},
        nomads={1: ["sword"]},
    )
    give_card(game, 1)
    play(game, "paddock", "e1", "f3", "end_turn", "sword", "b1")
    assert format_hexes(game.players[0].pieces) == "c1 d1 f3"
    assert lines(game) == [0]
    assert earned(game, "mayors") == (4, "c1 d1")


# Mayors: scoring


def test_r7_32_r9_30_four_gold_for_each_marker() -> None:
    """The printed example: 2, 3 and 1 markers give 8, 12 and 4; shown are the player's pieces on marked lines."""
    game = table("G0", players=4, cards=["mayors"], lines={0: [0, 5], 1: [1, 2, 19], 2: [7]})
    assert [earned(game, "mayors", seat) for seat in range(4)] == [(8, "a1"), (12, ""), (4, ""), (0, "")]


def test_r7_32_unmarked_lines_pay_nothing() -> None:
    """Four pieces on a line without a marker are worth nothing to Mayors."""
    assert earned(table("G0 G0 G0 G0 G0", cards=["mayors"]), "mayors") == (0, "")


def test_r7_31_r7_2_markers_are_no_pieces() -> None:
    """A marker counts for no other card: neither as a piece on its line nor in a section."""
    game = table("G0 G0 G0 G", terrain="grass", cards=["mayors", "knights", "hermits", "lords", "discoverers"])
    play(game, "d1")
    assert earned(game, "knights") == (8, "a1 b1 c1 d1")
    assert earned(game, "hermits")[0] == 1
    assert game.players[0].pieces.bit_count() == 4


# Rovers


def rovers(drawing: str, *answers: str, **fields: Any) -> list[int]:
    """Play answers in the turn of player 0, end it, and return everybody's gold; nothing is paid before the end."""
    game = table(drawing, cards=["rovers"], **fields)
    stack_deck(game, "grass")
    play(game, *answers)
    assert [seat.gold for seat in game.players] == [0] * len(game.players)
    return [seat.gold for seat in play(game, "end_turn").players]


@pytest.mark.parametrize(
    ("targets", "gold"),
    [
        ("a1 b1 c1", 1),
        ("a1 b1 k1", 2),
        ("a1 k1 t20", 3),
        ("a20 a19 t1", 2),
        ("j10 k10 k11", 3),
        ("j10 j11 j9", 2),
    ],
)
def test_r7_33_r3_25_rovers_pay_for_sections_built_in(targets: str, gold: int) -> None:
    """At the end of the turn 1 gold for each section in which a settlement was built in this turn, not before."""
    words = dict.fromkeys(targets.split(), "G")
    assert rovers(scattered(words, "W"), *words, terrain="grass") == [gold, 0]


def test_r7_33_r9_31_two_sections_pay_two() -> None:
    """The printed example: settlements in two sections give 2 at the end of the turn."""
    words = {"j5": "G", "k5": "G", "l5": "G", "m5": "D0"}
    assert rovers(scattered(words, "W"), "l5", "k5", "j5", terrain="grass") == [2, 0]


def test_r7_33_all_four_sections() -> None:
    """With an extra action four sections can be built in."""
    words = {"a1": "G", "k1": "G", "a20": "G", "t20": "G", "c3": "farm"}
    answers = ["a1", "k1", "a20", "farm", "t20"]
    assert rovers(scattered(words, "W"), *answers, terrain="grass", tiles={0: ["farm@c3"]}) == [4, 0]


def test_r7_33_r8_34_what_stands_there_already_does_not_count() -> None:
    """Pieces of earlier turns pay nothing, and each turn is paid again."""
    words = {"k1": "D0", "a20": "D0", "t20": "D0"} | {f"{c}1": "G" for c in "abcdef"}
    game = table(scattered(words, "W"), cards=["rovers"], terrain="grass")
    give_card(game, 1, "grass")
    play(game, "a1", "b1", "c1", "end_turn")
    assert [seat.gold for seat in game.players] == [1, 0]
    play(game, "d1", "e1", "f1", "end_turn")
    assert [seat.gold for seat in game.players] == [1, 1]


@pytest.mark.parametrize(
    ("tile", "action", "ground"),
    [
        ("oracle", "oracle", "G"),
        ("fort", "fort", "G"),
        ("tower", "tower", "A"),
        ("farm", "farm_action", "A"),
        ("barracks", "barracks", "D"),
        ("wagon", "wagon", "M"),
        ("lighthouse", "lighthouse", "W"),
        ("canoe", "canoe_bonus", "W"),
        ("farm", "donation:mountain", "M"),
    ],
)
def test_r7_33_r4_26_builds_of_extra_actions_count(tile: str, action: str, ground: str) -> None:
    """Settlements and meeples built by extra actions of the own turn count."""
    words = {"a2": tile, "a1": "W0", "j1": "D0", "k1": ground, "a20": "G", "b20": "G", "c20": "G"}
    game = table(
        scattered(words, "K"),
        cards=["rovers"],
        terrain="grass",
        tiles={0: [f"{tile}@a2"]},
        bonus={0: ["canoe"]},
        nomads={0: ["donation:mountain"]},
    )
    stack_deck(game, "grass")
    play(game, action, "k1")
    build(game, 3)
    assert play(game, "end_turn").players[0].gold == 2


def test_r7_33_r5_17_a_city_hall_counts_for_every_section_it_lies_in() -> None:
    """Seven simultaneous builds: each section with one of them is paid."""
    drawing = plain("D", a2="city_hall", h10="D0", a1="G", b1="G", c1="G")
    game = table(drawing, cards=["rovers"], terrain="grass", tiles={0: ["city_hall@a2"]})
    play(game, "city_hall", "j10")
    build(game, 3)
    assert play(game, "end_turn").players[0].gold == 4


@pytest.mark.parametrize(
    ("action", "words", "answers"),
    [
        ("paddock", {"j1": "D0", "l1": "D"}, ["paddock", "j1", "l1"]),
        ("wagon", {"j1": "Dv0", "k1": "D"}, ["wagon", "k1", "stop"]),
        ("quarry", {"j1": "D0", "k1": "G"}, ["quarry", "k1"]),
        ("scout_cabin", {"j1": "D0", "k1": "D", "l1": "D"}, ["scout_cabin", "k1", "l1"]),
        ("caravan", {"j1": "D0", "k1": "D", "l1": "D"}, ["caravan", "j1", "l1"]),
    ],
)
def test_r7_33_moves_walls_and_scouts_do_not_count(action: str, words: dict[str, str], answers: list[str]) -> None:
    """What is moved or placed into another section, without being a build, pays nothing there."""
    game = table(
        scattered({"a2": action, "a1": "W0", "a20": "G", "b20": "G", "c20": "G", **words}, "K"),
        cards=["rovers"],
        terrain="grass",
        tiles={0: [f"{action}@a2"]},
    )
    play(game, *answers)
    build(game, 3)
    assert play(game, "end_turn").players[0].gold == 1


def test_r7_33_markers_do_not_count() -> None:
    """A marker that a move sets beside its line is no settlement built in a section."""
    words = {"a2": "paddock", "b1": "D0", "c1": "D0", "d1": "D0", "e1": "D", "f3": "D0", "t20": "G"}
    game = table(
        scattered(words, "K"), cards=["rovers", "mayors"], terrain="grass", tiles={0: ["paddock@a2"]}, supply={0: 2}
    )
    play(game, "paddock", "f3", "e1")
    assert lines(game) == [0]
    assert play(game, "t20", "end_turn").players[0].gold == 1


def test_r7_33_r7_3_builds_on_the_island_do_not_count() -> None:
    """The Island is no section."""
    words = {"a1": "G", "b2": "W"}
    game = table(scattered(words, "W"), cards=["rovers"], terrain="grass", island=EMPTY_ISLAND)
    play(game, "i:a1", "i:b1", "i:c1")
    assert play(game.copy(), "end_turn").players[0].gold == 0
    game = table(scattered(words, "W"), cards=["rovers"], terrain="grass", island=EMPTY_ISLAND)
    play(game, "a1", "i:b1", "i:c1")
    assert play(game, "end_turn").players[0].gold == 1


def test_r7_33_r8_52_a_canoe_in_another_players_turn_does_not_count() -> None:
    """A reaction pays neither its builder nor the active player, now or at the end of the builder's own turn."""
    words = {"k1": "canoe", "l1": "D1", "m1": "W", "a1": "G", "b1": "G", "c1": "G", "a2": "farm"}
    game = table(
        scattered(words, "K"), cards=["rovers"], terrain="grass", tiles={1: ["canoe@k1"]}, tiles_left={"a2": 1}
    )
    give_card(game, 1)
    play(game, "a1")
    assert game.to_play == 1
    play(game, "m1", "b1", "c1", "end_turn")
    assert [seat.gold for seat in game.players] == [1, 0]
    play(game, "end_turn")
    assert [seat.gold for seat in game.players] == [1, 0]


def test_r7_33_a_turn_without_building_pays_nothing() -> None:
    """Nobody is paid for a turn in which nothing was built."""
    game = table("W0", cards=["rovers"])
    assert play(game, "end_turn").players[0].gold == 0


def test_r7_33_r7_1_rovers_are_gold_of_the_game() -> None:
    """Rovers have no line of their own in the score: their gold stands with what was earned in play."""
    game = table("G G G", cards=["rovers"], terrain="grass")
    play(game, "a1", "b1", "c1", "end_turn")
    assert {line.source: line.gold for line in game.score(0)} == {"castle": 0, "in_game": 1}


# The Island and the lines


def test_r7_27_r7_3_r0_11_island_rows_are_lines_for_rangers() -> None:
    """Each Island row is a line of its own, not part of the board's row of the same number."""
    game = table("G0 G G", cards=["rangers"], island=EMPTY_ISLAND, island_pieces={0: ["i:a1", "i:a2", "i:b2", "i:f5"]})
    assert earned(game, "rangers") == (6, "a1 i:a1 i:f5")


def test_r7_31_r7_3_r8_33_r0_11_island_rows_are_lines_for_mayors() -> None:
    """Four pieces on an Island row are marked; the board's row of the same number is another line."""
    game = table(
        "G0 G0 G0 W",
        cards=["mayors"],
        terrain="grass",
        island=EMPTY_ISLAND,
        island_pieces={0: ["i:a1", "i:b1", "i:c1"]},
    )
    play(game, "i:d1")
    assert lines(game) == [20]
    assert earned(game, "mayors") == (4, "i:a1 i:b1 i:c1 i:d1")
    game = table(
        "W",
        cards=["mayors"],
        terrain="grass",
        island=EMPTY_ISLAND,
        island_pieces={0: ["i:a5", "i:b5", "i:c5"]},
        lines={1: [["island", 4]]},
    )
    play(game, "i:d5")
    assert (lines(game, 0), lines(game, 1)) == ([], [24])


def test_r7_29_r7_30_r7_3_the_island_is_no_edge_and_no_section() -> None:
    """Pieces on the Island pay neither Travellers nor Homesteaders."""
    game = table(
        "G0",
        cards=["travellers", "homesteaders", "chainers"],
        island=EMPTY_ISLAND,
        island_pieces={0: ["i:a1", "i:b1", "i:c1"]},
    )
    assert earned(game, "travellers") == (1, "a1")
    assert earned(game, "homesteaders") == (1, "a1")
    assert earned(game, "chainers") == (1, "i:b1")
