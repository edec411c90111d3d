"""What scores at the end: general rules, castles, palaces and the base cards (docs/rules.md R7.1 to R7.16).

`tests/sets/island/` tests the Island (R7.3), `tests/sets/capitol/` the Capitol (R7.6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from kingdom_builder.engine.hexes import format_hexes, parse_hex
from kingdom_builder.game import Game
from tests import box
from tests.drawing import gold, play, table

SPECIAL_HEXES = ["K", "N", "P", "O", "farm", "lighthouse"]
"""A special hex of every kind: castle, nomad, palace, silo, location (R0.4, R8.30)."""


def earned(game: Game, source: str, seat: int = 0) -> tuple[int, str]:
    """Return the gold and the hexes of one score line."""
    (line,) = [line for line in game.score(seat) if line.source == source]
    return line.gold, format_hexes(line.hexes)


def scattered(words: Mapping[str, str], pad: str = "G") -> str:
    """Draw a whole board of `pad` with single hexes by name, as `drawing.table` reads it."""
    rows = [[pad] * 20 for _ in range(20)]
    for name, word in words.items():
        place = parse_hex(name)
        rows[place.row][place.col] = word
    return "\n".join(" ".join(row) for row in rows)


def owned(names_of_hexes: str, owner: int = 0, code: str = "G") -> dict[str, str]:
    """Return the settlements of a player on these hexes, for `scattered`."""
    return dict.fromkeys(names_of_hexes.split(), f"{code}{owner}")


def in_sections(*counts: Sequence[int]) -> dict[str, str]:
    """Return `counts[s][i]` pieces of player i in section s for `scattered`, in reading order (R0.16)."""
    words: dict[str, str] = {}
    for section, numbers in enumerate(counts):
        top, left = section // 2 * 10, section % 2 * 10
        owners = [owner for owner, number in enumerate(numbers) for _ in range(number)]
        words |= {f"{top + i // 10},{left + i % 10}": f"G{owner}" for i, owner in enumerate(owners)}
    return words


# General


def test_r7_1_sources_of_gold() -> None:
    """The score has a line for every card but the red ones, every task, castles, palaces and the gold of the game."""
    game = table(
        "P G0 K",
        cards=["lords", "families", "miners", "shepherds", "ambassadors"],
        tasks=["road", "fortress"],
        gold={0: 7},
    )
    expected = {"lords": 48, "miners": 0, "road": 0, "fortress": 0, "castle": 3, "palace": 5, "in_game": 7}
    assert gold(game) == expected
    assert list(gold(game)) == list(expected)


def test_r7_1_r3_39_total_is_the_sum_of_the_lines() -> None:
    """A player's total is the sum of the score lines, gold earned in play included, and the best total wins."""
    game = table("P G0 K G1", pad="G", cards=["knights", "hermits"], gold={0: 7, 1: 1})
    assert game.scores() == [2 + 1 + 3 + 5 + 7, 2 + 1 + 3 + 0 + 1]
    assert game.scores() == [sum(gold(game, seat).values()) for seat in (0, 1)]
    assert game.winners() == [0]


def test_r7_1_r6_6_treasure_is_gold_of_the_game() -> None:
    """A treasure taken during play stands in the line of the gold earned in play, which shows no hexes."""
    game = play(table("N:treasure G G0", terrain="grass", gold={0: 4}), "b1")
    assert earned(game, "in_game") == (7, "")


@pytest.mark.parametrize("card", box.CARDS["nomads"])
def test_r7_1_r7_17_red_cards_pay_nothing_at_the_end(card: str) -> None:
    """A position that a red card would have paid for while it was built is worth nothing at the end."""
    game = table("G0 G0 G0 G1", cards=[card])
    assert gold(game) == {"castle": 0, "in_game": 0}
    assert game.scores() == [0, 0]


@pytest.mark.parametrize("card", box.CARDS["base"])
def test_r7_1_a_source_worth_nothing_shows_no_hexes(card: str) -> None:
    """Without a piece on the board every source is listed with no hexes, and only Lords pay."""
    game = table("K W M farm P", cards=[card])
    assert earned(game, card) == (48 if card == "lords" else 0, "")
    assert earned(game, "castle") == earned(game, "palace") == (0, "")


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("hermits", (2, "b1 e1")),
        ("citizens", (0, "")),
        ("knights", (4, "b1 e1")),
        ("discoverers", (1, "b1 e1")),
        ("workers", (1, "b1")),
        ("merchants", (0, "")),
    ],
)
def test_r7_2_only_pieces_on_the_board_count(card: str, expected: tuple[int, str]) -> None:
    """Walls and the supply neither score nor link anything: two pieces beside walls are two single pieces."""
    game = table("K G0 G= G= G0 G= K\n G= G=", pad="D", cards=[card], supply={0: 38})
    assert earned(game, card) == expected


EVERY_KIND = """
    M   W   Ws0 W   W
      G   W   Gw0 G0  G
    G   G   G   K   G   G
      G   G   G   Mv0 G   G
    G   G   G   G   G   G
      G   G   Gc0 G   G   G
    G   G   G   G   K   G
"""
"""Player 0 with a settlement, a warrior, a ship, a wagon and a city hall."""

CITY_HALL = "c5 d5 b6 c6 d6 c7 d7"
"""The seven hexes of that city hall."""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("fishermen", (2, "c2 d2")),
        ("merchants", (8, "d3 e7")),
        ("discoverers", (6, f"c1 c2 d2 d4 {CITY_HALL}")),
        ("hermits", (2, f"c1 c2 d2 d4 {CITY_HALL}")),
        ("citizens", (4, f"d4 {CITY_HALL}")),
        ("miners", (1, "d5")),
        ("workers", (5, "c2 d2 d4 d6 d7")),
        ("knights", (6, "b6 c6 d6")),
        ("lords", (48, f"c1 c2 d2 d4 {CITY_HALL}")),
        ("castle", (6, "d3 e7")),
    ],
)
def test_r8_15_r7_2_every_kind_of_piece_scores(source: str, expected: tuple[int, str]) -> None:
    """Warriors, ships, wagons and each hex of a city hall score like settlements, where they stand."""
    game = table(EVERY_KIND, pad="D", cards=[] if source == "castle" else [source])
    assert earned(game, source) == expected


def test_r8_15_r7_15_r7_16_meeples_count_in_sections() -> None:
    """A warrior, a ship, a wagon and a city hall are counted in their sections by Lords and Farmers."""
    meeples = {"a1": "Gw0", "k1": "Ws0", "a11": "Mv0", "p15": "Gc0"}
    game = table(scattered(meeples | owned("r15 s15 t15 r16 s16 t16", 1)), cards=["lords", "farmers"])
    assert earned(game, "farmers") == (3, "a1")
    assert earned(game, "lords") == (48, "a1 k1 a11 o14 p14 o15 p15 q15 o16 p16")
    assert earned(game, "lords", 1) == (24, "r15 s15 t15 r16 s16 t16")


# Castles and palaces


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("G0 K G0", (3, "b1")),
        ("G0 K G0\n G0 G0", (3, "b1")),
        ("K G0 K", (6, "a1 c1")),
        ("G G0 G K G0 K", (6, "d1 f1")),
        ("G0 G K", (0, "")),
        ("G1 K G1", (0, "")),
        ("K\n G G", (0, "")),
    ],
)
def test_r7_4_r9_7_castle(drawing: str, expected: tuple[int, str]) -> None:
    """Every castle with at least one own piece next to it gives 3 gold, however many pieces touch it."""
    assert earned(table(drawing), "castle") == expected


def test_r7_4_castle_for_everybody() -> None:
    """Each player next to a castle gets the 3 gold, whoever has more pieces there or came first."""
    game = table("G0 K G1\n G0 G2", players=4)
    assert [earned(game, "castle", seat) for seat in range(4)] == [(3, "b1")] * 3 + [(0, "")]


@pytest.mark.parametrize("special", ["N", "P", "O", "farm"])
def test_r7_4_only_castles_are_castles(special: str) -> None:
    """A nomad, palace, silo or location hex gives no castle gold."""
    assert earned(table(f"G0 {special}"), "castle") == (0, "")


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
def test_r7_5_r9_19_r9_48_r8_47_palace(counts: Sequence[int], expected: Sequence[int]) -> None:
    """The most pieces next to a palace give 5 gold, ties 5 each, nobody next to it nobody, and there is no second."""
    owners = [owner for owner, count in enumerate(counts) for _ in range(count)]
    around = zip(["d4", "e4", "d5", "f5", "d6", "e6"], owners, strict=False)
    elsewhere = owned("a10 b10 c10", 1)
    game = table(scattered({"e5": "P", **elsewhere} | {name: f"G{owner}" for name, owner in around}), players=3)
    assert [earned(game, "palace", seat) for seat in range(3)] == [(5, "e5") if g else (0, "") for g in expected]


def test_r7_5_every_palace_is_judged_alone() -> None:
    """Two palaces are two majorities: pieces next to one do not help at the other."""
    game = table("P G0 P G1 G\n G0 G G1 G1", pad="D", players=2)
    assert earned(game, "palace", 0) == (5, "a1")
    assert earned(game, "palace", 1) == (5, "c1")
    assert earned(table("P G0 P"), "palace") == (10, "a1 c1")


def test_r7_5_r8_15_meeples_and_city_halls_count_at_palaces() -> None:
    """A ship, a wagon and one hex of a city hall are three pieces next to a palace, against two settlements."""
    game = table(scattered({"e5": "P", "d4": "Ws0", "e4": "Mv0", "d7": "Gc0", "d5": "G1", "f5": "G1"}))
    assert earned(game, "palace", 0) == (5, "e5")
    assert earned(game, "palace", 1) == (0, "")


@pytest.mark.parametrize("special", ["K", "N", "O", "farm"])
def test_r7_5_only_palaces_are_palaces(special: str) -> None:
    """Other special hexes give no majority; without a palace on the board there is no line for it."""
    assert "palace" not in gold(table(f"G0 {special}"))
    assert earned(table(f"G0 {special} G P"), "palace") == (0, "")


# Base cards


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("G0 W G0 G0\n G G0", (3, "a1 c1 b2")),
        ("W G0 W", (1, "b1")),
        ("G0 G W", (0, "")),
        ("G0 harbor W", (0, "")),
        ("G1 W", (0, "")),
        ("W0 W", (0, "")),
        ("Ws0 W", (0, "")),
        ("G0 W0 G", (1, "a1")),
        ("G0 Ws1 G", (1, "a1")),
        ("M0 W", (1, "a1")),
        ("Mv0 W", (1, "a1")),
        ("Gw0 W", (1, "a1")),
    ],
)
def test_r7_7_r9_6_fishermen(drawing: str, expected: tuple[int, str]) -> None:
    """A piece next to water gives 1 gold once, on a mountain too, but a piece that stands on water gives nothing."""
    assert earned(table(drawing, pad="G", cards=["fishermen"]), "fishermen") == expected


def test_r7_7_r9_6_fishermen_after_harbor() -> None:
    """A settlement moved onto water by the harbor no longer pays Fishermen."""
    game = table("harbor G0 W W", pad="G", terrain="grass", cards=["fishermen"], tiles={0: ["harbor@a1"]})
    assert earned(game, "fishermen") == (1, "b1")
    assert earned(play(game, "harbor", "b1", "c1"), "fishermen") == (0, "")


@pytest.mark.parametrize(
    ("terrain", "drawing", "fishermen", "miners"),
    [
        ("water", "M W W W M", (0, ""), (2, "b1 d1")),
        ("mountain", "W M M M W", (2, "b1 d1"), (0, "")),
    ],
)
def test_r8_42_r8_59_r7_7_r7_12_donations_on_water_and_mountain(
    terrain: str, drawing: str, fishermen: tuple[int, str], miners: tuple[int, str]
) -> None:
    """Settlements donated onto water pay Miners but not Fishermen; on mountains it is the reverse."""
    tile = f"donation:{terrain}"
    game = table(drawing, pad="G", terrain="grass", cards=["fishermen", "miners"], nomads={0: [tile]})
    play(game, tile, "b1", "c1", "d1")
    assert earned(game, "fishermen") == fishermen
    assert earned(game, "miners") == miners


def test_r9_57_r7_7_r7_12_settlement_on_a_mountain_between_water_and_mountain() -> None:
    """A settlement on a mountain next to water and to another mountain: Fishermen 1, Miners 0."""
    game = table("W M0 M", pad="G", cards=["fishermen", "miners"])
    assert earned(game, "fishermen") == (1, "b1")
    assert earned(game, "miners") == (0, "")


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        pytest.param("K G0 K G0 K G0 K G G0 K", (16, "a1 c1 e1 g1"), id="four linked, one not"),
        pytest.param("K G0 K G K G0 K", (16, "a1 c1 e1 g1"), id="two chains"),
        pytest.param("K G K G K G K\n G0 G0 G0 G0 G0 G0 G0", (16, "a1 c1 e1 g1"), id="one chain"),
        pytest.param("K G0 K", (8, "a1 c1"), id="one piece touches both"),
        pytest.param("K G0 G0 G0 K", (8, "a1 e1"), id="one area touches both"),
        pytest.param("G G G0\n G K K\nG G G0", (8, "b2 c2"), id="two areas link the same two"),
        pytest.param("K G0 K G0 K", (12, "a1 c1 e1"), id="two areas share one"),
        pytest.param("K G0 G G0 K", (0, ""), id="two areas touch one each"),
        pytest.param("K G0 G1 G0 K", (0, ""), id="another player's piece links nothing"),
        pytest.param("K G0 G0", (0, ""), id="only one"),
        pytest.param("G0 K G0\n G0 G0", (0, ""), id="only one, touched often"),
        pytest.param("K G1 K", (0, ""), id="linked by another player"),
    ],
)
def test_r7_8_r9_5_merchants(drawing: str, expected: tuple[int, str]) -> None:
    """Each special hex that an own area links with another gives 4 gold, once; the special hexes are shown."""
    assert earned(table(drawing, pad="G", cards=["merchants"]), "merchants") == expected


@pytest.mark.parametrize("special", SPECIAL_HEXES)
def test_r8_30_r7_8_merchants_link_every_special_hex(special: str) -> None:
    """Location, castle, nomad, palace and silo hexes can all be linked."""
    assert earned(table(f"{special} G0 K", cards=["merchants"]), "merchants") == (8, "a1 c1")


@pytest.mark.parametrize(("card", "expected"), [("merchants", (8, "a1 c1")), ("workers", (1, "b1"))])
def test_r7_8_r7_13_empty_locations_still_count(card: str, expected: tuple[int, str]) -> None:
    """A location without tiles and an empty nomad space are special hexes too."""
    assert earned(table("farm G0 N", cards=[card], tiles_left={"a1": 0, "c1": 0}), card) == expected


@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        ("", 0),
        ("a1", 1),
        ("a1 j1 k1 t1", 1),
        ("a1 t1 c3 d3 h20", 3),
        (" ".join(f"{'abcdefghijklmnopqrst'[row * 7 % 20]}{row + 1}" for row in range(20)), 20),
    ],
)
def test_r7_9_discoverers(hexes: str, expected: int) -> None:
    """Each of the 20 rows of the board with an own piece gives 1 gold, however many pieces are on it."""
    game = table(scattered(owned(hexes) | owned("a2 a4", 1)), cards=["discoverers"])
    assert earned(game, "discoverers") == (expected, hexes)


@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        pytest.param("", 0, id="none"),
        pytest.param("a1 c1 d1", 2, id="a single settlement and a group"),
        pytest.param("c1 c2 b3 c3 d3", 1, id="joined diagonally"),
        pytest.param("c1 a2 e2 c3", 4, id="near but not next to one another"),
        pytest.param("j5 k5 a10 a11", 2, id="areas cross the borders of sections"),
    ],
)
def test_r7_10_r9_8_hermits(hexes: str, expected: int) -> None:
    """Each settlement area gives 1 gold, whether it is a single piece or a group."""
    game = table(scattered(owned(hexes) | owned("b1", 1)), cards=["hermits"])
    assert earned(game, "hermits") == (expected, hexes)


@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        ("", (0, "")),
        ("a1", (0, "")),
        ("a1 b1", (1, "a1 b1")),
        ("a1 b1 c1", (1, "a1 b1 c1")),
        ("a1 b1 c1 d1 e1 f1 h1", (3, "a1 b1 c1 d1 e1 f1")),
        ("a1 b1 c1 d1 e1 f1 g1 i1", (3, "a1 b1 c1 d1 e1 f1 g1")),
        ("a1 c1 d1 e1 f1 i1 j1", (2, "c1 d1 e1 f1")),
        ("a1 b1 c1 e1 f1 g1 i1 j1 k1", (1, "a1 b1 c1")),
    ],
)
def test_r7_11_r9_4_citizens(hexes: str, expected: tuple[int, str]) -> None:
    """Half of the largest settlement area, rounded down, is the gold; smaller areas add nothing."""
    assert earned(table(scattered(owned(hexes)), cards=["citizens"]), "citizens") == expected


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("G0 M G0 G0\n G G0", (3, "a1 c1 b2")),
        ("M G0 M", (1, "b1")),
        ("G0 G M", (0, "")),
        ("G1 M", (0, "")),
        ("M0 M", (0, "")),
        ("Mv0 M", (0, "")),
        ("G0 M0 G", (1, "a1")),
        ("W0 M", (1, "a1")),
        ("Ws0 M", (1, "a1")),
        ("Gw0 M", (1, "a1")),
    ],
)
def test_r7_12_r8_59_miners(drawing: str, expected: tuple[int, str]) -> None:
    """A piece next to a mountain gives 1 gold once, on water too, but no piece that stands on a mountain does."""
    assert earned(table(drawing, pad="G", cards=["miners"]), "miners") == expected


@pytest.mark.parametrize("special", SPECIAL_HEXES)
@pytest.mark.parametrize(
    ("drawing", "expected"),
    [("{} G0 G0", (1, "b1")), ("G0 {} G0", (2, "a1 c1")), ("K G0 {}", (1, "b1")), ("{} G1 G0", (0, ""))],
)
def test_r7_13_r8_30_workers(special: str, drawing: str, expected: tuple[int, str]) -> None:
    """A piece next to a location, castle, nomad, palace or silo hex gives 1 gold, once even next to two of them."""
    assert earned(table(drawing.format(special), cards=["workers"]), "workers") == expected


@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        pytest.param("", (0, ""), id="none"),
        pytest.param("c2 d2 e2 c3 d3 a5", (6, "c2 d2 e2"), id="three on the best line"),
        pytest.param("a5 j5 k5 t5 a6 b6 c6", (8, "a5 j5 k5 t5"), id="gaps, and through both sections"),
        pytest.param("a1 b1 c1 a9 b9 c9", (6, "a1 b1 c1"), id="of equal lines only one"),
        pytest.param("a1 a2 a3 b4", (2, "a1"), id="diagonals are no horizontal lines"),
    ],
)
def test_r7_14_r9_3_knights(hexes: str, expected: tuple[int, str]) -> None:
    """Each piece on the one row with the most own pieces gives 2 gold; other rows add nothing."""
    game = table(scattered(owned(hexes) | owned("e1 f1 g1 h1", 1)), cards=["knights"])
    assert earned(game, "knights") == expected


@pytest.mark.parametrize("section", range(4))
@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((8, 8, 6, 2), (12, 12, 6, 0)),
        ((5, 0), (12, 6)),
        ((0, 5), (6, 12)),
        ((0, 0), (12, 12)),
        ((4, 4), (12, 12)),
        ((3, 3, 3, 0), (12, 12, 12, 6)),
        ((7, 4, 4, 1), (12, 6, 6, 0)),
        ((2, 0, 0), (12, 6, 6)),
        ((2, 1, 0), (12, 6, 0)),
        ((1, 5, 2, 4, 3), (0, 12, 0, 6, 0)),
    ],
)
def test_r7_15_r9_1_r9_47_r8_29_lords_in_one_section(
    section: int, counts: Sequence[int], expected: Sequence[int]
) -> None:
    """The highest count of a section gives 12 and the second highest distinct count 6, ties and zeros included."""
    empty: Sequence[int] = ()
    words = in_sections(*[counts if i == section else empty for i in range(4)])
    game = table(scattered(words), players=len(counts), cards=["lords"])
    for seat, here in enumerate(expected):
        own = " ".join(str(parse_hex(name)) for name, word in words.items() if word == f"G{seat}")
        # The three sections without a piece are shared by all.
        assert earned(game, "lords", seat) == (here + 3 * 12, own if here else "")


def test_r7_15_lords_in_all_sections() -> None:
    """Every section is ranked on its own, and a player shows the pieces of the sections that pay."""
    words = in_sections((2, 1, 0), (0, 1, 2), (1, 1, 1), (1, 2, 3))
    game = table(scattered(words), players=3, cards=["lords"])
    assert earned(game, "lords", 0) == (12 + 0 + 12 + 0, "a1 b1 a11")
    assert earned(game, "lords", 1) == (6 + 6 + 12 + 6, "c1 k1 b11 l11 m11")
    assert earned(game, "lords", 2) == (0 + 12 + 12 + 12, "l1 m1 c11 n11 o11 p11")


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((10, 6, 6, 4), (12, "k11 l11 m11 n11")),
        ((10, 4, 6, 4), (12, "k1 l1 m1 n1")),
        ((1, 9, 9, 9), (3, "a1")),
        ((2, 2, 2, 2), (6, "a1 b1")),
        ((9, 9, 2, 9), (6, "a11 b11")),
        ((0, 9, 9, 9), (0, "")),
        ((9, 0, 9, 9), (0, "")),
        ((9, 9, 0, 9), (0, "")),
        ((9, 9, 9, 0), (0, "")),
    ],
)
def test_r7_16_r9_2_farmers(counts: Sequence[int], expected: tuple[int, str]) -> None:
    """Each piece in the player's weakest section gives 3 gold, once if two are equal, nothing if one is empty."""
    words = in_sections(*[(number, 3) for number in counts])
    assert earned(table(scattered(words), cards=["farmers"]), "farmers") == expected
