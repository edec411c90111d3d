"""The task cards of Crossroads (docs/rules.md R7.34 to R7.39)."""

from __future__ import annotations

import pytest

from kingdom_builder.game import Game
from tests.drawing import table
from tests.sets.base.test_cards import SPECIAL_HEXES, earned, owned, scattered

NOTHING = (0, "")
AROUND_E5 = "d4 e4 d5 f5 d6 e6"
AROUND_O15 = "n14 o14 n15 p15 n16 o16"


def with_task(words: dict[str, str], task: str, pad: str = "G") -> Game:
    """Draw a board of `pad` with single hexes by name, for one task."""
    return table(scattered(words, pad), tasks=[task])


# Home country


@pytest.mark.parametrize("code", list("GCDFTSAWM"))
@pytest.mark.parametrize("area", ["e5", "e5 f5", "j10 k10 j11 k11"])
def test_r7_34_r8_35_home_country_of_every_terrain_and_size(code: str, area: str) -> None:
    """A terrain area of any of the nine types and any size, over section borders too, gives 5 gold when all own."""
    pad = "D" if code == "G" else "G"
    assert earned(with_task(owned(area, code=code), "home_country", pad), "home_country") == (5, area)


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param("D0 D0 D0", (5, "a1 b1 c1"), id="all three"),
        pytest.param("D0 D0 D", NOTHING, id="one left empty"),
        pytest.param("D0 D0 D=", NOTHING, id="a wall on one"),
        pytest.param("D0 D0 D1", NOTHING, id="another player on one"),
        pytest.param("D1 D1 D1", NOTHING, id="another player on all"),
        pytest.param("D0 D0 F\n F D", NOTHING, id="more of it in the next row"),
        pytest.param("D0 D0 C0 C", (5, "a1 b1"), id="different terrain is another area"),
        pytest.param("D0 D0 farm D", (5, "a1 b1"), id="a special hex belongs to no area"),
        pytest.param("D0 D0 F D D", (5, "a1 b1"), id="the same terrain elsewhere is another area"),
        pytest.param("D0 Dw0 Dv0", (5, "a1 b1 c1"), id="meeples"),
    ],
)
def test_r7_34_home_country_is_a_whole_area(drawing: str, expected: tuple[int, str]) -> None:
    """Every hex of a maximal connected area must hold an own piece; not if there is a wall, a gap or another player."""
    assert earned(table(drawing, pad="G", tasks=["home_country"]), "home_country") == expected


def test_r7_34_r8_15_home_country_under_a_city_hall() -> None:
    """The seven hexes of a city hall occupy a desert of just their size."""
    game = with_task(dict.fromkeys(AROUND_E5.split(), "D") | {"e5": "Dc0"}, "home_country")
    assert earned(game, "home_country") == (5, "d4 e4 d5 e5 f5 d6 e6")


# Fortress


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param(owned(f"{AROUND_E5} e5"), (6, "d4 e4 d5 e5 f5 d6 e6"), id="six around one"),
        pytest.param(owned(f"{AROUND_E5} e5 g5"), (6, "d4 e4 d5 e5 f5 d6 e6"), id="one more outside"),
        pytest.param(owned("d4 e4 d5 f5 d6 e5"), NOTHING, id="five around one"),
        pytest.param(owned(f"{AROUND_E5} e5") | owned("f5", 1), NOTHING, id="another player on the sixth"),
        pytest.param(owned(f"{AROUND_E5} e5") | {"f5": "G="}, NOTHING, id="a wall on the sixth"),
        pytest.param(owned(AROUND_E5), NOTHING, id="nobody in the middle"),
        pytest.param(owned(AROUND_E5) | {"e5": "K"}, NOTHING, id="a castle in the middle"),
        pytest.param(owned(AROUND_E5) | owned("e5", 1), NOTHING, id="another player in the middle"),
        pytest.param(owned("a1 b1 a2"), NOTHING, id="all neighbours of a corner, but not six"),
        pytest.param(owned("c1 d1 e1 c2 d2"), NOTHING, id="all neighbours of an edge hex, but not six"),
        pytest.param(
            owned("d5 f5 d6 e6") | {"e5": "Gw0", "d4": "Ws0", "e4": "Mv0"},
            (6, "d4 e4 d5 e5 f5 d6 e6"),
            id="with a warrior, a ship and a wagon",
        ),
        pytest.param({"e5": "Gc0"}, (6, "d4 e4 d5 e5 f5 d6 e6"), id="a city hall alone"),
        pytest.param({"e5": "Gc1"}, NOTHING, id="another player's city hall"),
    ],
)
def test_r7_35_r9_44_r8_15_fortress(words: dict[str, str], expected: tuple[int, str]) -> None:
    """A piece with own pieces on all six sides gives 6 gold; a city hall is such a piece, an edge hex never."""
    assert earned(with_task(words, "fortress"), "fortress") == expected


# Road


@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        pytest.param("d4 e5 e6 f7 f8 g9 g10", (7, "d4 e5 e6 f7 f8 g9 g10"), id="to the south east"),
        pytest.param("g4 g5 f6 f7 e8 e9 d10", (7, "g4 g5 f6 f7 e8 e9 d10"), id="to the south west"),
        pytest.param("g7 g8 h9 h10 i11 i12 j13", (7, "g7 g8 h9 h10 i11 i12 j13"), id="over a section border"),
        pytest.param("n1 n2 o3 o4 p5 p6 q7", (7, "n1 n2 o3 o4 p5 p6 q7"), id="from the edge"),
        pytest.param("q14 q15 p16 p17 o18 o19 n20", (7, "q14 q15 p16 p17 o18 o19 n20"), id="to the edge"),
        pytest.param("d4 e5 e6 f7 f8 g9 g10 h11", (7, "d4 e5 e6 f7 f8 g9 g10 h11"), id="eight"),
        pytest.param("d4 e5 e6 f7 f8 g9", NOTHING, id="six"),
        pytest.param("d4 e5 e6 f8 g9 g10 h11 h12", NOTHING, id="eight with a gap"),
        pytest.param("d4 e4 f4 g4 h4 i4 j4", NOTHING, id="seven in a row"),
        pytest.param("e4 e5 e6 e7 e8 e9 e10", NOTHING, id="straight down is no line"),
        pytest.param("d4 e5 e6 f7 e8 e9 d10", NOTHING, id="bent"),
        pytest.param("a1 d4 e5 e6 f7 f8 g9 g10 t20", (7, "d4 e5 e6 f7 f8 g9 g10"), id="others do not matter"),
    ],
)
def test_r7_36_r9_45_road(hexes: str, expected: tuple[int, str]) -> None:
    """Seven own pieces without a gap on one diagonal line, of either axis, give 7 gold; a row does not."""
    assert earned(with_task(owned(hexes), "road"), "road") == expected


@pytest.mark.parametrize("word", ["G1", "G=", "K"])
def test_r7_36_road_is_broken_by_anything_else(word: str) -> None:
    """Another player's piece, a wall or a special hex interrupts a road of eight."""
    words = owned("d4 e5 e6 f7 f8 g9 g10 h11") | {"f7": word}
    assert earned(with_task(words, "road"), "road") == NOTHING


def test_r7_36_r8_15_road_over_water_and_mountains() -> None:
    """A ship, a wagon, a warrior and settlements on water or mountain are pieces of a road."""
    road = {"d4": "Ws0", "e5": "W0", "e6": "Mv0", "f7": "Gw0", "f8": "G0", "g9": "M0", "g10": "D0"}
    assert earned(with_task(road, "road"), "road") == (7, "d4 e5 e6 f7 f8 g9 g10")


# Place of refuge


@pytest.mark.parametrize("special", SPECIAL_HEXES)
def test_r7_37_r8_30_place_of_refuge_of_every_kind(special: str) -> None:
    """A location, castle, nomad, palace or silo hex with own pieces on all six sides gives 8 gold."""
    game = with_task(owned(AROUND_E5) | {"e5": special}, "place_of_refuge")
    assert earned(game, "place_of_refuge") == (8, AROUND_E5)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param({"f5": "G"}, NOTHING, id="five sides"),
        pytest.param({"f5": "G1"}, NOTHING, id="another player on the sixth"),
        pytest.param({"f5": "G="}, NOTHING, id="a wall on the sixth"),
        pytest.param({"f5": "K"}, NOTHING, id="a special hex on the sixth"),
        pytest.param({"e5": "G"}, NOTHING, id="nothing special in the middle"),
        pytest.param({"e5": "M"}, NOTHING, id="a mountain in the middle"),
        pytest.param({"e5": "G="}, NOTHING, id="a wall in the middle"),
        pytest.param({"d4": "Ws0", "e4": "Mv0", "d5": "Gw0"}, (8, AROUND_E5), id="with meeples"),
    ],
)
def test_r7_37_r8_15_place_of_refuge_needs_all_six_sides(words: dict[str, str], expected: tuple[int, str]) -> None:
    """All six neighbours of a special hex must hold own pieces, of any kind."""
    game = with_task(owned(AROUND_E5) | {"e5": "farm"} | words, "place_of_refuge")
    assert earned(game, "place_of_refuge") == expected


def test_r7_37_place_of_refuge_not_at_the_edge() -> None:
    """A special hex at the edge has no six neighbours, so own pieces on all of them are not enough."""
    words = owned("b1 a2 c1 e1 c2 d2") | {"a1": "K", "d1": "farm"}
    assert earned(with_task(words, "place_of_refuge"), "place_of_refuge") == NOTHING


# Advance


@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        pytest.param("c1 d1 e1 f1 g1 h1 i1", (9, "c1 d1 e1 f1 g1 h1 i1"), id="top"),
        pytest.param("c20 d20 e20 f20 g20 h20 i20", (9, "c20 d20 e20 f20 g20 h20 i20"), id="bottom"),
        pytest.param("a3 a4 a5 a6 a7 a8 a9", (9, "a3 a4 a5 a6 a7 a8 a9"), id="left"),
        pytest.param("t3 t4 t5 t6 t7 t8 t9", (9, "t3 t4 t5 t6 t7 t8 t9"), id="right"),
        pytest.param("b1 e1 h1 j1 k1 n1 q1", (9, "b1 e1 h1 j1 k1 n1 q1"), id="not contiguous"),
        pytest.param("a1 b1 c1 d1 e1 f1 t1", (9, "a1 b1 c1 d1 e1 f1 t1"), id="corners belong to the row"),
        pytest.param("a1 a2 a3 a4 a5 a6 a20", (9, "a1 a2 a3 a4 a5 a6 a20"), id="corners belong to the column"),
        pytest.param(
            "a1 b1 c1 d1 e1 f1 a2 a3 a4 a5 t20", NOTHING, id="six on one edge and five on another share a corner"
        ),
        pytest.param("c1 d1 e1 f1 g1 h1 i1 b2 a5", (9, "c1 d1 e1 f1 g1 h1 i1"), id="others do not matter"),
        pytest.param("c1 d1 e1 f1 g1 h1", NOTHING, id="six"),
        pytest.param("c1 d1 e1 f1 c20 d20 e20 f20", NOTHING, id="eight on two edges"),
        pytest.param("b2 c2 d2 e2 f2 g2 h2 i2", NOTHING, id="not at the edge"),
        pytest.param("c10 d10 e10 f10 g10 h10 i10", NOTHING, id="at the edge of a section inside the board"),
    ],
)
def test_r7_38_advance(hexes: str, expected: tuple[int, str]) -> None:
    """Seven own pieces on one of the four outer edges give 9 gold, with gaps too; a corner belongs to two edges."""
    words = owned(hexes) | owned("r1 s1", 1)
    assert earned(with_task(words, "advance"), "advance") == expected


# Compass points


@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        pytest.param("e1 a7 t12 k20", (10, "e1 a7 t12 k20"), id="four edges"),
        pytest.param("a1 t20", (10, "a1 t20"), id="two opposite corners"),
        pytest.param("t1 a20", (10, "t1 a20"), id="the other two"),
        pytest.param("a1 t12 k20", (10, "a1 t12 k20"), id="one corner and two edges"),
        pytest.param("a1 e5 t20", (10, "a1 t20"), id="pieces inside do not matter"),
        pytest.param("a1 t1", NOTHING, id="two corners of one edge"),
        pytest.param("a1 t1 k1", NOTHING, id="three edges"),
        pytest.param("a7 t12 k20", NOTHING, id="no top"),
        pytest.param("e1 a7 t12", NOTHING, id="no bottom"),
        pytest.param("e1 t12 k20", NOTHING, id="no left"),
        pytest.param("e1 a7 k20", NOTHING, id="no right"),
        pytest.param("", NOTHING, id="nowhere"),
    ],
)
def test_r7_39_r8_36_r9_46_compass_points(hexes: str, expected: tuple[int, str]) -> None:
    """An own piece on each of the four outer edges gives 10 gold; a corner piece serves two edges."""
    words = owned(hexes) | owned("h1 a9 t15 n20", 1)
    assert earned(with_task(words, "compass_points"), "compass_points") == expected


@pytest.mark.parametrize(
    ("task", "expected"),
    [("advance", (9, "a1 b1 c1 d1 e1 f1 g1")), ("compass_points", (10, "a1 b1 c1 d1 e1 f1 g1 t20"))],
)
def test_r7_38_r7_39_r8_15_meeples_at_the_edge(task: str, expected: tuple[int, str]) -> None:
    """Meeples stand on an outer edge like settlements."""
    words = {"a1": "Gw0", "b1": "Ws0", "c1": "Mv0", **owned("d1 e1 f1 g1"), "t20": "Gw0"}
    assert earned(with_task(words, task), task) == expected


# In general


@pytest.mark.parametrize(
    ("task", "words", "expected"),
    [
        ("home_country", owned("a1 c1 d1", code="D"), (5, "a1 c1 d1")),
        (
            "fortress",
            owned(f"{AROUND_E5} e5 {AROUND_O15} o15"),
            (6, "d4 e4 d5 e5 f5 d6 e6 n14 o14 n15 o15 p15 n16 o16"),
        ),
        (
            "road",
            owned("d4 e5 e6 f7 f8 g9 g10 n4 o5 o6 p7 p8 q9 q10"),
            (7, "d4 n4 e5 o5 e6 o6 f7 p7 f8 p8 g9 q9 g10 q10"),
        ),
        (
            "place_of_refuge",
            owned(f"{AROUND_E5} {AROUND_O15}") | {"e5": "K", "o15": "farm"},
            (8, f"{AROUND_E5} {AROUND_O15}"),
        ),
        (
            "advance",
            owned("c1 d1 e1 f1 g1 h1 i1 c20 d20 e20 f20 g20 h20 i20"),
            (9, "c1 d1 e1 f1 g1 h1 i1 c20 d20 e20 f20 g20 h20 i20"),
        ),
        ("compass_points", owned("a1 t1 a20 t20"), (10, "a1 t1 a20 t20")),
    ],
)
def test_r9_37_r8_35_r7_34_r7_35_r7_36_r7_37_r7_38_r7_39_tasks_score_once(
    task: str, words: dict[str, str], expected: tuple[int, str]
) -> None:
    """A task fulfilled twice gives its gold once, and all the pieces that fulfil it are shown."""
    assert earned(with_task(words, task), task) == expected


@pytest.mark.parametrize(
    ("task", "words", "expected"),
    [
        ("home_country", {"a1": "D0", "c1": "D1"}, 5),
        ("fortress", owned(f"{AROUND_E5} e5") | {"o15": "Gc1"}, 6),
        ("compass_points", owned("a1 t20") | owned("t1 a20", 1), 10),
    ],
)
def test_r7_34_r7_35_r7_39_every_player_can_fulfil_a_task(task: str, words: dict[str, str], expected: int) -> None:
    """A task is open to all: each player who fulfils it gets its gold."""
    game = with_task(words, task)
    assert [earned(game, task, seat)[0] for seat in (0, 1)] == [expected, expected]


def test_r7_34_r7_35_r7_36_r7_37_r7_38_r7_39_tasks_add_up() -> None:
    """Several tasks in one game are scored one by one."""
    words = owned("a1 b1 c1 d1 e1 f1 g1 t20", code="D")
    game = table(scattered(words), tasks=["compass_points", "advance", "road", "home_country"])
    assert [line.gold for line in game.score(0)] == [10, 9, 0, 5, 0, 0]
    assert game.scores() == [24, 0]
