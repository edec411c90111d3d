"""The red cards of Nomads, which pay while settlements are built (docs/rules.md R7.17 to R7.20).

Canoe reactions and the silo phase (R7.17), swamp turns and held settlements (R7.18) are tested with their sets.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kingdom_builder.engine.hexes import format_hexes, neighbours, parse_hex
from kingdom_builder.game import Game
from tests.drawing import give_card, hexes, options, play, stack_deck, table
from tests.sets.base.test_cards import earned, owned, scattered

RED_CARDS = ["families", "shepherds", "ambassadors"]


def red_gold(game: Game) -> list[int]:
    """Return the gold that every player has earned in play."""
    return [seat.gold for seat in game.players]


def gold_of_each(game: Game, answers: str) -> list[int]:
    """Play answers, separated by blanks, and return what player 0 earns with each of them."""
    found = []
    for answer in answers.split():
        before = game.players[0].gold
        play(game, answer)
        found.append(game.players[0].gold - before)
    return found


# What is paid for, and what not


@pytest.mark.parametrize(
    ("tile", "code"),
    [
        ("oracle", "G"),
        ("farm", "G"),
        ("oasis", "D"),
        ("tower", "G"),
        ("tavern", "G"),
        ("village", "G"),
        ("garden", "F"),
        ("foresters_lodge", "T"),
        ("monastery", "C"),
        ("fort", "G"),
        ("barracks", "G"),
        ("lighthouse", "W"),
        ("wagon", "G"),
        ("wagon", "M"),
    ],
)
@pytest.mark.parametrize(("cards", "expected"), [([], 0), (["families"], 0), (["shepherds"], 2), (["ambassadors"], 1)])
def test_r7_17_r8_10_extra_actions_that_build_pay(tile: str, code: str, cards: Sequence[str], expected: int) -> None:
    """Shepherds and Ambassadors pay at once for a build by any location tile, meeples included; Families do not."""
    game = table(
        f"{tile} D0 D0 D0 {code} D1\n S S S D0 D0\nS\nS\nG G G G",
        pad="S",
        terrain="grass",
        cards=cards,
        tiles={0: [f"{tile}@a1"]},
    )
    stack_deck(game, "grass")
    assert gold_of_each(game, f"{tile} e1") == [0, expected]
    assert red_gold(game) == [expected, 0]
    assert earned(game, "in_game") == (expected, "")


@pytest.mark.parametrize(
    ("terrain", "code"),
    [
        ("grass", "G"),
        ("canyon", "C"),
        ("desert", "D"),
        ("flower", "F"),
        ("forest", "T"),
        ("water", "W"),
        ("mountain", "M"),
    ],
)
@pytest.mark.parametrize(
    ("card", "expected"), [("families", [0, 0, 0]), ("shepherds", [0, 0, 2]), ("ambassadors", [1, 0, 1])]
)
def test_r7_17_r7_18_r7_19_r7_20_donations(terrain: str, code: str, card: str, expected: list[int]) -> None:
    """Each donated settlement counts for Shepherds and Ambassadors, on water and mountain too; never for Families."""
    tile = f"donation:{terrain}"
    game = table(
        f"S0 {code} {code} {code} S1\n S1\nS\nS\nG G", pad="S", terrain="grass", cards=[card], nomads={0: [tile]}
    )
    assert gold_of_each(game, f"{tile} b1 c1 d1") == [0, *expected]


@pytest.mark.parametrize("card", RED_CARDS)
@pytest.mark.parametrize(
    ("drawing", "answers"),
    [
        ("paddock S0 S G S1", "paddock b1 d1"),
        ("barn S0 S G S1", "barn b1 d1"),
        ("harbor S0 S W S1", "harbor b1 d1"),
        ("caravan S0 S G S1", "caravan b1 d1"),
        ("lighthouse Ws0 W W S1", "lighthouse c1 d1"),
        ("wagon Sv0 S G S1", "wagon c1 d1"),
        ("wagon Sv0 S M S1", "wagon c1 d1"),
        ("quarry S S0 G S1", "quarry d1"),
    ],
)
def test_r7_17_r8_10_moves_and_walls_pay_nothing(card: str, drawing: str, answers: str) -> None:
    """A piece moved, or a wall put, onto a hex where a settlement would earn gold earns none, whatever moves it."""
    tile = answers.split()[0]
    free_grass = "" if tile in ("barn", "quarry") else "\nS\nS\nS\nG G"
    game = table(drawing + free_grass, pad="S", terrain="grass", cards=[card], tiles={0: [f"{tile}@a1"]})
    play(game, *answers.split())
    assert not game.free & parse_hex("d1").bit
    assert red_gold(game) == [0, 0]


@pytest.mark.parametrize("card", RED_CARDS)
@pytest.mark.parametrize("kind", ["", "w", "v"])
def test_r7_17_r8_10_resettlement_pays_nothing(card: str, kind: str) -> None:
    """Steps of a resettlement are moves, whichever kind of piece takes them."""
    game = table(f"S{kind}0 S G S1\nS\nS\nG G", pad="S", terrain="grass", cards=[card], nomads={0: ["resettlement"]})
    play(game, "resettlement", "a1", "b1", "b1", "c1", "stop")
    assert format_hexes(game.players[0].pieces) == "c1"
    assert red_gold(game) == [0, 0]


@pytest.mark.parametrize(
    ("tile", "token"), [("lighthouse", "Ws0"), ("wagon", "Mv0"), ("wagon", "Gv0"), ("barracks", "Gw0")]
)
@pytest.mark.parametrize(("card", "expected"), [("shepherds", 2), ("ambassadors", 1)])
def test_r7_17_r8_10_meeples_pay_again_when_placed_again(tile: str, token: str, card: str, expected: int) -> None:
    """A meeple taken back earns nothing, but placing it once more is a build like the first time."""
    game = table(
        f"{tile} S0 {token} S1\n {tile}",
        pad="S",
        terrain="grass",
        cards=[card],
        tiles={0: [f"{tile}@a1", f"{tile}@a2"]},
    )
    take_back = "c1" if tile == "barracks" else "take_back"
    assert gold_of_each(game, f"{tile} {take_back} {tile} c1") == [0, 0, 0, expected]


def test_r7_17_r7_18_r7_19_r7_20_red_cards_add_up() -> None:
    """Each red card in play pays for the same settlements, to the player who builds and to nobody else."""
    game = table("S1 G G G S0", to_play=1, terrain="grass", cards=RED_CARDS)
    play(game, "b1", "c1", "d1")
    assert red_gold(game) == [0, 2 + 2 + 1]


# Families

OLD_PIECES = "G\n G G G0 G0"
"""Settlements of earlier turns on c2 and d2, on grass."""


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param("c3 d3 e3", id="horizontally"),
        pytest.param("c3 e3 d3", id="horizontally, the middle last"),
        pytest.param("d3 d4 e5", id="diagonally to the south east"),
        pytest.param("d3 c4 c5", id="diagonally to the south west"),
        pytest.param("e1 f1 g1", id="at the edge"),
    ],
)
def test_r7_18_r9_11_families_in_a_straight_line(answers: str) -> None:
    """Three settlements of the mandatory action in a straight line give 2 gold with the third, in any order."""
    game = table(OLD_PIECES, pad="G", terrain="grass", cards=["families"])
    assert gold_of_each(game, answers) == [0, 0, 2]
    assert red_gold(game) == [2, 0]


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param("d3 d4 d5", id="bent"),
        pytest.param("c3 d3 c4", id="triangle"),
        pytest.param("d3 d4 b2", id="two in line with an old piece"),
        pytest.param("b2 e2 f2", id="line with old pieces in its gap"),
        pytest.param("c3 d3 e1", id="two and one"),
    ],
)
def test_r7_18_families_not_in_a_straight_line(answers: str) -> None:
    """Three settlements that do not follow one another in a straight line give nothing; old pieces fill no gap."""
    game = table(OLD_PIECES, pad="G", terrain="grass", cards=["families"])
    assert gold_of_each(game, answers) == [0, 0, 0]
    assert options(game) == {"end_turn"}


@pytest.mark.parametrize(
    ("drawing", "supply", "answers"),
    [
        pytest.param(OLD_PIECES, 2, "d3 d4", id="supply of two"),
        pytest.param(OLD_PIECES, 1, "d3", id="supply of one"),
        pytest.param("W\n W W G0 G G W", 39, "d2 e2", id="terrain used up"),
    ],
)
def test_r7_18_families_need_three_settlements(drawing: str, supply: int, answers: str) -> None:
    """A mandatory action of fewer than three settlements gives nothing, even in line with older ones."""
    pad = "G" if drawing == OLD_PIECES else "W"
    game = table(drawing, pad=pad, terrain="grass", cards=["families"], supply={0: supply})
    assert set(gold_of_each(game, answers)) == {0}
    assert options(game) == {"end_turn"}


def test_r7_18_families_with_the_last_three_of_the_supply() -> None:
    """A supply of exactly three allows three regular settlements, which can be a family."""
    game = table(OLD_PIECES, pad="G", terrain="grass", cards=["families"], supply={0: 3})
    assert gold_of_each(game, "c3 d3 e3") == [0, 0, 2]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        pytest.param("c3 d3 e3 farm f3", [0, 0, 2, 0, 0], id="a fourth by a tile"),
        pytest.param("farm c3 d3 e3 b2", [0, 0, 0, 0, 0], id="one of the three by a tile"),
        pytest.param("c3 d3 e3 donation:grass f3 g3 h3", [0, 0, 2, 0, 0, 0, 0], id="three more by a donation"),
        pytest.param("donation:grass f2 g2 h2 c3 d3 e3", [0, 0, 0, 0, 0, 0, 2], id="three before by a donation"),
    ],
)
def test_r7_18_families_only_in_the_mandatory_action(answers: str, expected: list[int]) -> None:
    """Only settlements of the mandatory action form a family, so it pays at most once per turn."""
    game = table(
        "farm\n G G G0 G0 G0",
        pad="G",
        terrain="grass",
        cards=["families"],
        tiles={0: ["farm@a1"]},
        nomads={0: ["donation:grass"]},
    )
    assert gold_of_each(game, answers) == expected


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        pytest.param("outpost j10 k10 l10", [0, 0, 0, 2], id="first, and over the border of a section"),
        pytest.param("b1 outpost d1 c1", [0, 0, 0, 2], id="second, and the gap last"),
        pytest.param("b1 c1 outpost d9", [0, 0, 0, 0], id="third, out of line"),
    ],
)
def test_r7_18_r6_4_families_with_an_outpost(answers: str, expected: list[int]) -> None:
    """A settlement placed by an outpost inside the mandatory action is one of the three."""
    game = table("G0", pad="G", terrain="grass", cards=["families"], nomads={0: ["outpost"]})
    assert gold_of_each(game, answers) == expected


def test_r7_18_r3_10_families_on_two_terrains() -> None:
    """When the terrain runs out inside the mandatory action, the settlements of both cards form one family."""
    game = table("S0 G D D", terrain="grass", cards=["families"])
    stack_deck(game, "desert")
    assert gold_of_each(game, "b1 c1 d1") == [0, 0, 2]


def test_r7_18_families_in_every_turn() -> None:
    """A new turn can pay again, and every player is paid for the own turn only."""
    game = table(OLD_PIECES, pad="G", terrain="grass", cards=["families"])
    give_card(game, 1, "grass")
    play(game, "c3", "d3", "e3", "end_turn")
    give_card(game, 0, "grass")
    play(game, "k10", "l10", "m10", "end_turn", "f3", "g3", "h3")
    assert red_gold(game) == [4, 2]


def test_r7_18_settlements_of_different_turns_are_no_family() -> None:
    """Two settlements of one turn and a third in line with them in the next give nothing."""
    game = table(OLD_PIECES, pad="G", terrain="grass", cards=["families"])
    give_card(game, 1, "grass")
    play(game, "c3", "d3", "b2", "end_turn")
    give_card(game, 0, "grass")
    play(game, "k10", "k11", "k12", "end_turn", "e3", "e1", "b3")
    assert red_gold(game) == [0, 0]


# Shepherds


@pytest.mark.parametrize(("answers", "expected"), [("b1 c1 d1", [0, 0, 2]), ("d1 c1 b1", [0, 0, 0])])
def test_r7_19_r9_12_shepherds_in_a_dead_end(answers: str, expected: list[int]) -> None:
    """In a dead end A-B-C behind D, building A, B, C encloses nothing empty at C, building C, B, A never does so."""
    assert gold_of_each(table("G G G G", terrain="grass", cards=["shepherds"]), answers) == expected


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param("G0 G", 2, id="nothing but an own piece"),
        pytest.param("G0 G G", 0, id="an empty hex"),
        pytest.param("G0 G W\n G", 0, id="an empty hex below"),
        pytest.param("G0 G D C F T S A M W", 2, id="other terrain"),
        pytest.param("G0 G G1", 2, id="another player's piece"),
        pytest.param("G0 G G=", 2, id="a wall"),
        pytest.param("G0 G G= G", 2, id="an empty hex behind a wall"),
        pytest.param("G0 G G Gw1", 0, id="a blocked hex"),
        pytest.param("G0 G farm", 2, id="a location"),
        pytest.param("G0 G Gv1\n G1 G0", 2, id="all occupied"),
        pytest.param("G0 G Gv1\n G1 G", 0, id="all occupied but one"),
    ],
)
def test_r7_19_shepherds_count_empty_neighbours_of_the_same_terrain(drawing: str, expected: int) -> None:
    """A settlement pays 2 if no hex of its terrain beside it is empty; walls fill a hex, a warrior's block does not."""
    game = table(drawing, terrain="grass", cards=["shepherds"])
    assert gold_of_each(game, "b1") == [expected]


def test_r7_19_shepherds_pay_for_each_settlement() -> None:
    """Three settlements on three lonely hexes pay 2 gold each, and 6 in one turn."""
    game = table("G W G W G", terrain="grass", cards=["shepherds"])
    assert gold_of_each(game, "a1 c1 e1") == [2, 2, 2]


@pytest.mark.parametrize(
    ("terrain", "code", "pad"),
    [("water", "W", "G"), ("mountain", "M", "W"), ("water", "W", "M"), ("mountain", "M", "G")],
)
def test_r7_19_shepherds_on_water_and_mountain(terrain: str, code: str, pad: str) -> None:
    """A donated settlement that fills the last hex of a lake or a mountain pays, the one before it does not."""
    tile = f"donation:{terrain}"
    drawing = f"G0 {code} {code} G G"
    game = table(drawing, pad=pad, terrain="grass", cards=["shepherds"], nomads={0: [tile]})
    assert gold_of_each(game, f"{tile} b1 c1") == [0, 0, 2]


CITY_HALL = "d4 e4 d5 e5 f5 d6 e6"
"""The hexes that a city hall centred on e5 covers (R9.44)."""


def with_city_hall(words: dict[str, str], pad: str, card: str) -> Game:
    """Draw a board on which player 0 can place a city hall on e5."""
    words = {"b5": "city_hall", "c5": f"{pad}0", **words}
    return table(scattered(words, pad=pad), terrain="grass", cards=[card], tiles={0: ["city_hall@b5"]})


def test_r9_44_r5_17_city_hall_covers_seven_hexes() -> None:
    """A city hall on (4,4) covers seven hexes with twelve around them, one of which must hold an own piece."""
    game = with_city_hall({}, "G", "shepherds")
    assert "e5" in hexes(play(game, "city_hall"))
    play(game, "e5")
    assert format_hexes(game.players[0].hexes_of("city_hall")) == CITY_HALL
    hall = game.players[0].hexes_of("city_hall")
    assert (neighbours(hall) & ~hall).bit_count() == 12
    game = table(
        scattered({"b5": "city_hall"} | owned("b6") | owned("c5", 1)),
        terrain="grass",
        tiles={0: ["city_hall@b5"]},
    )
    assert "e5" not in hexes(play(game, "city_hall"))


@pytest.mark.parametrize(
    ("words", "pad", "expected"),
    [
        pytest.param({}, "G", 2, id="on a meadow: the centre"),
        pytest.param({"e4": "T"}, "G", 4, id="the centre and a lonely wood"),
        pytest.param(dict.fromkeys(CITY_HALL.split(), "D"), "G", 14, id="a desert of just its size"),
        pytest.param(dict.fromkeys([*CITY_HALL.split(), "g5"], "D"), "G", 12, id="a desert one hex larger"),
        pytest.param(dict.fromkeys(CITY_HALL.split(), "D") | {"g5": "D="}, "G", 14, id="a wall on that hex"),
        pytest.param({"e4": "T", "f4": "T"}, "G", 2, id="a wood with an empty hex outside"),
    ],
)
def test_r7_19_r8_48_r9_44_shepherds_look_at_each_hex_of_a_city_hall(
    words: dict[str, str], pad: str, expected: int
) -> None:
    """Each of the seven hexes is tested after all are placed, so the centre always pays its 2 gold."""
    game = with_city_hall(words, pad, "shepherds")
    assert gold_of_each(game, "city_hall e5") == [0, expected]


# Ambassadors


def test_r7_20_r9_13_ambassadors() -> None:
    """Of three settlements built, the two that touch foreign settlements give 1 gold each."""
    game = table("G1 G G G G1", terrain="grass", cards=["ambassadors"])
    assert gold_of_each(game, "b1 c1 d1") == [1, 0, 1]
    assert red_gold(game) == [2, 0]


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param("G0 G G", 0, id="nobody"),
        pytest.param("G0 G G1", 1, id="one piece"),
        pytest.param("G0 G G1\n G1 G1", 1, id="three pieces of a player"),
        pytest.param("G0 G G1\n G2 G3", 1, id="pieces of three players"),
        pytest.param("G0 G G G1", 0, id="two hexes away"),
        pytest.param("G0 G G0\n G0 G0", 0, id="own pieces"),
        pytest.param("G0 G G=", 0, id="a wall"),
        pytest.param("G0 G farm", 0, id="a location"),
        pytest.param("G0 G Ws1", 1, id="a ship"),
        pytest.param("G0 G Mv1", 1, id="a wagon"),
        pytest.param("G0 G G G\n G G G\nG G Gc1 G\n G G G", 1, id="two hexes of a city hall"),
    ],
)
def test_r7_20_ambassadors_count_foreign_neighbours(drawing: str, expected: int) -> None:
    """A settlement next to at least one piece of any kind of any other player gives 1 gold, never more."""
    game = table(drawing, players=4, terrain="grass", cards=["ambassadors"])
    assert gold_of_each(game, "b1") == [expected]


def test_r7_20_ambassadors_look_at_the_moment_of_building() -> None:
    """A foreign piece that arrives later pays its builder and not the player who was there."""
    game = table("G0 G G G G W W W D", terrain="grass", cards=["ambassadors"])
    give_card(game, 1, "grass")
    assert gold_of_each(game, "b1 c1 d1 end_turn") == [0, 0, 0, 0]
    play(game, "e1")
    assert red_gold(game) == [0, 1]


@pytest.mark.parametrize(
    ("foreign", "expected"),
    [("", 0), ("g5", 1), ("f4", 2), ("f4 g5", 2), ("f4 e7 g5", 4), ("g5 h5", 1), ("d3 f4 f6 d7 c6 c4", 6)],
)
def test_r7_20_r8_48_ambassadors_look_at_each_hex_of_a_city_hall(foreign: str, expected: int) -> None:
    """Each hex of a city hall that touches a foreign piece gives 1 gold."""
    game = with_city_hall(owned(foreign, 1), "G", "ambassadors")
    assert gold_of_each(game, "city_hall e5") == [0, expected]
