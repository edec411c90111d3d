"""Tests of the reference with the printed and derived examples of section 9 of the rules."""

import math
import random
import re
from collections import deque
from typing import Any

import pytest

from tests.reference import Hex, area, areas, distance, legal, neighbours, score
from tests.reference.geometry import (
    BOARD,
    Direction,
    inner_edge,
    outer_edge,
    outer_edges,
    section,
    step,
    straight_line,
)

pytestmark = pytest.mark.slow

Player = dict[str, Any]


def row(r: int, first: int, last: int) -> list[Hex]:
    """Return the hexes of one row from a first to a last column."""
    return [(r, c) for c in range(first, last + 1)]


def settled(*hexes: Hex) -> Player:
    """Return a player with settlements on these hexes."""
    return {"settlements": [list(h) for h in hexes]}


def position(
    *players: Player, background: str = "G", ground: dict[Hex, str] | None = None, **fields: Any
) -> dict[str, Any]:
    """Return a position on a board of one terrain, except for the hexes in `ground`."""
    codes = dict.fromkeys(BOARD, background) | (ground or {})
    return {
        "format": "kingdom-builder/position-1",
        "board": {
            "rows": ["".join(codes[r, c] for c in range(20)) for r in range(20)],
            "locations": {f"{r},{c}": "farm" for (r, c), code in codes.items() if code == "L"},
        },
        "players": list(players),
        **fields,
    }


WORD = re.compile(r"([A-Z.])(?:([wsvc]?)([0-4]))?([=*^!]?)(\+?)")
MEEPLES = {"s": "ship", "v": "wagon", "c": "city_hall"}
EXTRAS = {"=": "walls", "*": "scouts", "^": "caves", "!": "capitols"}


def draw(
    board: str, island: str = "", *, pad: str = "W", players: int = 2, **fields: Any
) -> tuple[dict[str, Any], list[Hex]]:
    """Return a position drawn as text, and the hexes marked with `+`, in reading order.

    Each word is a hex, from (0, 0) on: its code (`.` where the Island has no hex), then `0` to `4` for a settlement of
    that player, `w0` a warrior, `s0` a ship, `v0` a wagon, `c0` the centre of a city hall, then `=` a wall, `*` a
    scout, `^` a cave, `!` a capitol. Odd rows are indented as on the board. Hexes that are not drawn are `pad`.
    """
    player_fields: list[Player] = [{"settlements": [], "warriors": []} for _ in range(players)]
    extras: dict[str, list[list[Any]]] = {field: [] for field in EXTRAS.values()}
    ground: dict[Hex, str] = {}
    marked: list[Hex] = []
    for side, drawing in (((), board), (("island",), island)):
        for r, words in enumerate(line.split() for line in drawing.strip().splitlines()):
            for c, word in enumerate(words):
                match = WORD.fullmatch(word)
                assert match, f"{word!r} is no hex"
                code, kind, owner, extra, mark = match.groups()
                h = (*side, r, c)
                ground[h] = code
                if owner and kind in MEEPLES:
                    player_fields[int(owner)][MEEPLES[kind]] = list(h)
                elif owner:
                    player_fields[int(owner)]["warriors" if kind else "settlements"].append(list(h))
                if extra:
                    extras[EXTRAS[extra]].append(list(h))
                if mark:
                    marked.append(h)
    rows = ["".join(ground.get(("island", r, c), ".") for c in range(10)) for r in range(5)]
    on_board = {h: code for h, code in ground.items() if len(h) == 2}
    table = position(*player_fields, background=pad, ground=on_board, **(extras | fields))
    return table | ({"island": {"rows": rows, "location": "tree_house"}} if island else {}), marked


def at(r: int, c: int) -> Hex:
    """Return a hex of the Island."""
    return ("island", r, c)


def gold(table: dict[str, Any], source: str) -> list[int]:
    """Return the gold of every player from one source."""
    return [entry["gold"] for player in score(table) for entry in player["lines"] if entry["source"] == source]


def earning(table: dict[str, Any], source: str, player: int = 0) -> list[Hex]:
    """Return the hexes of one score line."""
    (entry,) = [entry for entry in score(table)[player]["lines"] if entry["source"] == source]
    return [tuple(h) for h in entry["hexes"]]


def targets(table: dict[str, Any], action: str, origin: Hex | None = None, *, outpost: bool = False) -> list[Hex]:
    """Return the result of `legal` as tuples."""
    return [tuple(h) for h in legal(table, action, origin, outpost)]


def test_r9_1_lords_printed() -> None:
    """Counts 8/8/6/2 in one section give 12/12/6/0; the three empty sections give every player 12 each."""
    table = position(
        settled(*row(0, 0, 7)), settled(*row(2, 0, 7)), settled(*row(4, 0, 5)), settled(*row(6, 0, 1)), cards=["lords"]
    )
    assert gold(table, "lords") == [12 + 36, 12 + 36, 6 + 36, 0 + 36]
    assert earning(table, "lords", 2) == row(4, 0, 5)
    assert earning(table, "lords", 3) == []


@pytest.mark.parametrize(
    ("counts", "expected", "weakest"),
    [((10, 6, 6, 4), 12, row(10, 10, 13)), ((10, 4, 6, 4), 12, row(0, 10, 13)), ((10, 6, 0, 4), 0, [])],
)
def test_r9_2_farmers(counts: tuple[int, int, int, int], expected: int, weakest: list[Hex]) -> None:
    """The smallest of the four section counts gives 3 gold per piece, once, and nothing if a section is empty."""
    corners = [(0, 0), (0, 10), (10, 0), (10, 10)]
    own = [(r, c + i) for (r, c), count in zip(corners, counts, strict=True) for i in range(count)]
    table = position(settled(*own), cards=["farmers"])
    assert gold(table, "farmers") == [expected]
    assert earning(table, "farmers") == weakest


def test_r9_3_knights() -> None:
    """Only the best line counts, also with gaps, and of equal lines the upper one is shown."""
    best = [(5, 1), (5, 9), (5, 15)]
    assert gold(position(settled(*best, (7, 1), (7, 2)), cards=["knights"]), "knights") == [6]
    tied = position(settled(*best, *row(7, 1, 3)), cards=["knights"])
    assert gold(tied, "knights") == [6]
    assert earning(tied, "knights") == best


@pytest.mark.parametrize(("size", "expected"), [(7, 3), (6, 3), (1, 0)])
def test_r9_4_citizens(size: int, expected: int) -> None:
    """Half of the largest area counts, rounded down, and the other areas count nothing."""
    largest = row(4, 2, 1 + size)
    table = position(settled(*largest, (0, 0)), cards=["citizens"])
    assert gold(table, "citizens") == [expected]
    assert earning(table, "citizens") == (largest if expected else [])


def test_r7_11_citizens_of_equal_areas_shows_the_first_read() -> None:
    """Of two equally large areas the one with the first hex in reading order is shown."""
    table = position(settled((4, 9), (3, 9), (5, 0), (5, 1)), cards=["citizens"])
    assert earning(table, "citizens") == [(3, 9), (4, 9)]


MARKETS: dict[Hex, str] = {(4, 2): "K", (4, 5): "L", (4, 9): "N", (4, 13): "L"}
ONE_CHAIN = row(4, 3, 4) + row(5, 4, 5) + row(4, 6, 8) + row(5, 8, 9) + row(4, 10, 12)


@pytest.mark.parametrize("chains", [row(4, 3, 4) + row(4, 10, 12), ONE_CHAIN], ids=["two chains", "one chain"])
def test_r9_5_merchants(chains: list[Hex]) -> None:
    """Four linked special hexes give 16, in two chains or in one, and a hex that is not linked gives nothing."""
    table = position(settled(*chains, (12, 11)), ground=MARKETS | {(12, 10): "K"}, cards=["merchants"])
    assert gold(table, "merchants") == [16]
    assert earning(table, "merchants") == list(MARKETS)


def test_r7_8_merchants_one_piece_links_two() -> None:
    """One piece that touches two special hexes links them."""
    table = position(settled((4, 3)), ground={(4, 2): "K", (4, 4): "L"}, cards=["merchants"])
    assert gold(table, "merchants") == [8]


def test_r9_6_fishermen() -> None:
    """A piece next to water gives 1; a piece on water gives 0, even next to more water."""
    table = position(settled((4, 4), (4, 5)), ground={(4, 3): "W", (4, 4): "W"}, cards=["fishermen"])
    assert gold(table, "fishermen") == [1]
    assert earning(table, "fishermen") == [(4, 5)]


def test_r9_7_castle() -> None:
    """Two own pieces next to the same castle give 3 together, and another player's piece gives that player 3."""
    table = position(settled((4, 3), (4, 5)), settled((3, 3)), settled((9, 9)), ground={(4, 4): "K"})
    assert gold(table, "castle") == [3, 3, 0]
    assert earning(table, "castle") == [(4, 4)]


def test_r9_8_hermits() -> None:
    """A single settlement is an area and so is a group."""
    assert gold(position(settled((1, 1), *row(5, 5, 7)), cards=["hermits"]), "hermits") == [2]


def test_r9_10_adjacency_if_possible() -> None:
    """Without an own piece next to canyon any canyon hex may be chosen, with one only the canyon next to it."""
    canyon: dict[Hex, str] = {(4, 4): "C", (4, 5): "C", (12, 12): "C"}
    apart = position(settled((8, 8)), ground=canyon, terrain="canyon")
    adjacent = position(settled((4, 3)), ground=canyon, terrain="canyon")
    for action in ("mandatory", "oracle", "fort", "monastery", "donation:canyon"):
        assert targets(apart, action) == list(canyon)
        assert targets(adjacent, action) == [(4, 4)]


def test_r9_14_quarry() -> None:
    """Walls go only next to an own piece, on a free hex, and do not give adjacency to one another."""
    desert: dict[Hex, str] = {(3, 3): "D", (4, 3): "D", (4, 5): "D", (4, 6): "D", (12, 12): "D"}
    blocker = {"settlements": [[4, 3]], "warriors": [[2, 3]]}
    table = position(settled((4, 4)), blocker, ground=desert, terrain="desert")
    assert targets(table, "quarry") == [(4, 5)]
    assert targets(table | {"walls": [[4, 5]]}, "quarry") == []


def test_r8_22_walls_used_up() -> None:
    """With all 25 walls on the board the quarry can place none."""
    walls = [list(h) for h in row(18, 0, 19) + row(19, 0, 4)]
    table = position(settled((4, 4)), terrain="grass", walls=walls[:24])
    assert len(targets(table, "quarry")) == 6
    assert targets(table | {"walls": walls}, "quarry") == []


def test_r9_15_caravan() -> None:
    """With a mountain in one direction and a foreign settlement in another the four others remain."""
    table = position(settled((4, 4)), settled((4, 3)), ground={(4, 5): "M"})
    assert targets(table, "caravan", (4, 4)) == [(0, 2), (0, 6), (12, 0), (19, 11)]
    assert targets(table, "caravan") == [(4, 4)]


def test_r9_16_resettlement() -> None:
    """A step of the resettlement goes to a free neighbouring LAND hex, and not with a ship or a city hall."""
    own = settled((4, 4)) | {"ship": [8, 8], "city_hall": [12, 12], "wagon": [15, 4]}
    ground: dict[Hex, str] = {(3, 3): "L", (3, 4): "W", (8, 8): "W", (15, 5): "M"}
    table = position(own, settled((4, 3)), ground=ground, walls=[[5, 3]])
    assert targets(table, "resettlement", (4, 4)) == [(4, 5), (5, 4)]
    assert targets(table, "resettlement", (15, 4)) == [(14, 4), (14, 5), (15, 3), (16, 4), (16, 5)]
    assert targets(table, "resettlement") == [(4, 4), (15, 4)]


def test_r9_17_outpost() -> None:
    """With the outpost a settlement may be built on any free hex of the terrain and nowhere else."""
    table = position(settled((4, 3)), ground={(4, 4): "C", (12, 12): "C"}, terrain="canyon")
    assert targets(table, "mandatory") == [(4, 4)]
    assert targets(table, "mandatory", outpost=True) == [(4, 4), (12, 12)]


@pytest.mark.parametrize("action", ["tavern", "village", "barracks", "wagon", "city_hall", "quarry", "barn", "paddock"])
def test_r6_4_outpost_is_for_settlement_builds_by_adjacency(action: str) -> None:
    """The outpost changes no condition of tavern and village, no move, no meeple, no wall and no city hall."""
    table = position(settled(*row(4, 4, 6), (5, 4), (5, 9)), terrain="grass")
    origin = (5, 9) if action in ("barn", "paddock") else None
    assert targets(table, action, origin) != []
    assert targets(table, action, origin, outpost=True) == targets(table, action, origin)


def test_r9_18_donation() -> None:
    """A donation builds on its terrain next to own pieces, on water and mountain too."""
    ground: dict[Hex, str] = {(4, 4): "F", (9, 9): "F", (4, 2): "W", (9, 8): "W", (12, 12): "M"}
    table = position(settled((4, 3)), ground=ground)
    assert targets(table, "donation:flower") == [(4, 4)]
    assert targets(table, "donation:water") == [(4, 2)]
    assert targets(table, "donation:mountain") == [(12, 12)]
    assert targets(table, "donation:desert") == []


@pytest.mark.parametrize(
    ("counts", "expected"), [((3, 1, 0), [5, 0, 0]), ((0, 0, 0), [0, 0, 0]), ((2, 2, 1), [5, 5, 0])]
)
def test_r9_19_and_r9_48_palace(counts: tuple[int, ...], expected: list[int]) -> None:
    """The most adjacent pieces, at least one, win 5 gold, and equals win 5 each."""
    around = sorted(neighbours((4, 4)))
    players = []
    for count in counts:
        players.append(settled(*around[:count]))
        around = around[count:]
    table = position(*players, ground={(4, 4): "P"})
    assert gold(table, "palace") == expected
    assert earning(table, "palace") == ([(4, 4)] if expected[0] else [])


def test_r9_34_scouts_give_adjacency_to_their_player() -> None:
    """In the own turn a scout gives adjacency and occupies its hex, but it never scores."""
    table = position(settled((4, 4)), ground={(4, 5): "M", (4, 6): "C", (9, 9): "C"}, scouts=[[4, 5]], terrain="canyon")
    assert targets(table, "mandatory") == [(4, 6)]
    assert targets(table, "donation:mountain") == []
    assert gold(table | {"cards": ["citizens"]}, "citizens") == [0]


def test_r9_37_a_task_met_twice_scores_once() -> None:
    """Two fortresses, two home countries and two places of refuge give the gold of one each."""
    own = [h for centre in ((4, 4), (12, 12)) for h in [centre, *neighbours(centre)]]
    own += [*neighbours((4, 15)), *neighbours((12, 4))]
    ground: dict[Hex, str] = {(4, 4): "D", (12, 12): "F", (4, 15): "L", (12, 4): "K"}
    table = position(settled(*own), ground=ground, tasks=["fortress", "home_country", "place_of_refuge"])
    assert gold(table, "fortress") == [6]
    assert earning(table, "fortress") == sorted(own[:14])
    assert gold(table, "home_country") == [5]
    assert earning(table, "home_country") == [(4, 4), (12, 12)]
    assert gold(table, "place_of_refuge") == [8]
    assert earning(table, "place_of_refuge") == sorted(own[14:])


@pytest.mark.parametrize(
    ("h", "around"),
    [
        ((0, 0), [(0, 1), (1, 0)]),
        ((0, 19), [(0, 18), (1, 18), (1, 19)]),
        ((19, 0), [(18, 0), (18, 1), (19, 1)]),
        ((19, 19), [(18, 19), (19, 18)]),
        ((4, 4), [(3, 3), (3, 4), (4, 3), (4, 5), (5, 3), (5, 4)]),
        ((5, 5), [(4, 5), (4, 6), (5, 4), (5, 6), (6, 5), (6, 6)]),
    ],
)
def test_r9_40_neighbours(h: Hex, around: list[Hex]) -> None:
    """Neighbours are those of the table, for even and odd rows and in the corners."""
    assert sorted(neighbours(h)) == around


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ((0, 0), (19, 19), 29),
        ((0, 0), (19, 0), 19),
        ((0, 0), (0, 19), 19),
        ((2, 2), (4, 4), 3),
        ((4, 4), (5, 5), 2),
        ((4, 4), (5, 4), 1),
    ],
)
def test_r9_41_distances(a: Hex, b: Hex, steps: int) -> None:
    """Distances are those of the table, both ways."""
    assert distance(a, b) == distance(b, a) == steps


@pytest.mark.parametrize("start", [(0, 0), (0, 19), (7, 12), (10, 3), (19, 19)])
def test_r9_41_distance_is_the_number_of_steps(start: Hex) -> None:
    """The distance formula counts the steps of a shortest walk over neighbours."""
    steps = {start: 0}
    waiting = deque([start])
    while waiting:
        h = waiting.popleft()
        for n in neighbours(h) - steps.keys():
            steps[n] = steps[h] + 1
            waiting.append(n)
    assert steps == {h: distance(start, h) for h in BOARD}


def test_r9_41_edges() -> None:
    """Both edges have 76 hexes, the inner one where sections touch, and 18 hexes are within 2 of an inland hex."""
    assert len(outer_edge()) == len(inner_edge()) == 76
    assert [len(edge) for edge in outer_edges()] == [20, 20, 20, 20]
    assert inner_edge() == {h for h in BOARD if any(section(n) != section(h) for n in neighbours(h))}
    assert len([h for h in BOARD if 1 <= distance(h, (7, 7)) <= 2]) == 18


def test_r0_13_directions_lead_to_the_neighbours() -> None:
    """The six directions lead to the neighbours, and adjacent means at distance 1."""
    directions: tuple[Direction, ...] = ("E", "W", "NW", "NE", "SW", "SE")
    for h in BOARD:
        assert {step(h, direction) for direction in directions} - {None} == neighbours(h)
        assert neighbours(h) == {n for n in BOARD if distance(h, n) == 1}


def test_r0_10_areas() -> None:
    """Areas are the connected groups of hexes."""
    own = {(4, 4), (5, 4), (6, 5), (4, 6), (9, 9)}
    assert area((4, 4), own) == {(4, 4), (5, 4), (6, 5)}
    assert area((0, 0), own) == set()
    assert areas(own) == [{(4, 4), (5, 4), (6, 5)}, {(4, 6)}, {(9, 9)}]


@pytest.mark.parametrize(
    ("direction", "followers"),
    [
        ("SE", [(5, 4), (6, 5), (7, 5)]),
        ("SW", [(5, 3), (6, 3), (7, 2)]),
        ("NE", [(3, 4), (2, 5), (1, 5)]),
        ("NW", [(3, 3), (2, 3), (1, 2)]),
    ],
)
def test_r9_42_lines(direction: Direction, followers: list[Hex]) -> None:
    """Diagonal lines from (4,4) contain the hexes of the table."""
    assert straight_line((4, 4), direction)[:3] == followers


def test_r9_42_paddock() -> None:
    """The paddock reaches the six hexes two steps away, whatever is jumped, if they are free LAND."""
    jumped: dict[Hex, str] = {(4, 5): "M", (4, 3): "L", (5, 4): "W"}
    table = position(settled((4, 4)), settled((3, 3)), ground=jumped)
    assert targets(table, "paddock", (4, 4)) == [(2, 3), (2, 5), (4, 2), (4, 6), (6, 3), (6, 5)]
    hindered = position(settled((4, 4)), settled((2, 3)), ground={(2, 5): "W", (4, 2): "K"}, walls=[[4, 6]])
    assert targets(hindered, "paddock", (4, 4)) == [(6, 3), (6, 5)]


def test_r9_43_tavern() -> None:
    """With three in a row the hexes at both ends are targets; a foreign piece, a gap or water breaks the line."""
    assert targets(position(settled(*row(4, 5, 7))), "tavern") == [(4, 4), (4, 8)]
    assert targets(position(settled((4, 5), (4, 7), (4, 8)), settled((4, 6))), "tavern") == []
    assert targets(position(settled(*row(4, 5, 7)), ground={(4, 4): "W"}), "tavern") == [(4, 8)]
    assert targets(position(settled(*row(4, 0, 2))), "tavern") == [(4, 3)]


def test_r9_44_city_hall_places() -> None:
    """A city hall needs an own piece on one of the 12 hexes around its seven, and seven free LAND hexes."""
    around = [h for h in BOARD if distance(h, (4, 4)) == 2]
    assert len(around) == 12
    for h in [h for h in BOARD if distance(h, (4, 4)) <= 4]:
        assert ((4, 4) in targets(position(settled(h)), "city_hall")) == (h in around)
    assert (4, 4) not in targets(position(settled((4, 6)), ground={(3, 3): "M"}), "city_hall")
    assert (4, 4) not in targets(position(settled((4, 6)), {"warriors": [[2, 3]]}), "city_hall")
    assert (4, 4) in targets(position(settled((4, 6)), {"warriors": [[1, 2]]}), "city_hall")


def test_r9_44_city_hall_stays_on_the_board() -> None:
    """A city hall does not extend over the edge of the board."""
    everywhere = position(settled(*row(4, 0, 19)))
    centres = targets(everywhere, "city_hall")
    assert centres
    assert not set(centres) & outer_edge()


def test_r9_44_city_hall_counts_as_seven() -> None:
    """A placed city hall covers the seven hexes, fulfils Fortress alone, scores as seven and is not placed again."""
    table = position({"city_hall": [4, 4]}, cards=["citizens"], tasks=["fortress"])
    covered = [(3, 3), (3, 4), (4, 3), (4, 4), (4, 5), (5, 3), (5, 4)]
    assert gold(table, "citizens") == [3]
    assert earning(table, "citizens") == earning(table, "fortress") == covered
    assert gold(table, "fortress") == [6]
    assert targets(table, "city_hall") == []


def test_r9_45_road() -> None:
    """Seven on a diagonal give 7; six of them, a gap or seven in a row give nothing."""
    diagonal = [(3, 3), (4, 4), (5, 4), (6, 5), (7, 5), (8, 6), (9, 6)]
    table = position(settled(*diagonal, (3, 4)), tasks=["road"])
    assert gold(table, "road") == [7]
    assert earning(table, "road") == diagonal
    other_axis = [(3, 9), (4, 9), (5, 8), (6, 8), (7, 7), (8, 7), (9, 6)]
    assert gold(position(settled(*other_axis), tasks=["road"]), "road") == [7]
    assert gold(position(settled(*diagonal[:6]), tasks=["road"]), "road") == [0]
    assert gold(position(settled(*diagonal[:5], *diagonal[6:], (10, 7)), tasks=["road"]), "road") == [0]
    assert gold(position(settled(*row(3, 3, 9)), tasks=["road"]), "road") == [0]


def test_r9_46_compass_points() -> None:
    """Two opposite corners reach all four edges; without one edge there is nothing."""
    corners = position(settled((0, 0), (5, 5), (19, 19)), tasks=["compass_points"])
    assert gold(corners, "compass_points") == [10]
    assert earning(corners, "compass_points") == [(0, 0), (19, 19)]
    assert gold(position(settled((0, 0), (19, 3), (19, 0)), tasks=["compass_points"]), "compass_points") == [0]


@pytest.mark.parametrize(
    ("counts", "expected"), [((5, 0), [12, 6]), ((0, 0), [12, 12]), ((3, 3, 3, 0), [12, 12, 12, 6])]
)
def test_r9_47_lords_with_zeros(counts: tuple[int, ...], expected: list[int]) -> None:
    """Zeros rank like other counts; the three empty sections give every player 12 each."""
    players = [settled(*row(2 * seat, 0, count - 1)) for seat, count in enumerate(counts)]
    assert gold(position(*players, cards=["lords"]), "lords") == [36 + here for here in expected]


def test_r9_50_barn_with_a_single_settlement() -> None:
    """The only settlement gives no adjacency when lifted, so the barn may use all of CARD but its origin."""
    canyon: dict[Hex, str] = {(4, 4): "C", (4, 5): "C", (12, 12): "C"}
    table = position(settled((4, 4)), ground=canyon, terrain="canyon")
    assert targets(table, "barn", (4, 4)) == [(4, 5), (12, 12)]
    supported = position(settled((4, 4), (8, 8)), ground=canyon | {(8, 9): "C"}, terrain="canyon")
    assert targets(supported, "barn", (4, 4)) == [(8, 9)]
    assert targets(supported, "barn") == [(4, 4), (8, 8)]


GRASS_ACTIONS = (
    *("mandatory", "oracle", "fort", "farm", "tavern", "village", "quarry", "barracks", "wagon"),
    *("barn", "paddock", "caravan", "resettlement", "donation:grass"),
    *("cathedral", "scout_cabin", "refuge", "refuge_bonus", "palisade", "silo"),
)


@pytest.mark.parametrize("owner", [0, 1], ids=["own warrior", "foreign warrior"])
@pytest.mark.parametrize(
    ("action", "background", "at_5_7"),
    [
        *((action, "G", None) for action in GRASS_ACTIONS),
        *((action, "S", None) for action in ("canoe", "canoe_bonus")),
        *((action, "W", None) for action in ("canoe", "canoe_bonus", "scout_cabin")),
        ("farm_action", "A", None),
        ("rope_bridge", "C", None),
        ("tree_house", "T", None),
        ("oasis", "D", None),
        ("garden", "F", None),
        ("foresters_lodge", "T", None),
        ("monastery", "C", None),
        ("harbor", "W", None),
        ("donation:water", "W", None),
        ("donation:mountain", "M", None),
        ("lighthouse", "W", None),
        ("lighthouse", "W", "ship"),
        ("harbor", "W", "ship"),
        ("wagon", "G", "wagon"),
        ("wagon", "M", "wagon"),
        ("caravan", "G", "wagon"),
    ],
)
def test_r9_51_warrior_blocks_its_neighbours(action: str, background: str, at_5_7: str | None, owner: int) -> None:
    """Nothing can be placed on or moved to a neighbour of (5,5) when a warrior of any player is there."""
    ring = [h for h in BOARD if distance(h, (5, 5)) == 2] + row(5, 8, 9)
    own = settled(*ring) if at_5_7 is None else settled(*set(ring) - {(5, 7)}) | {at_5_7: [5, 7]}

    def reached(*players: Player) -> set[Hex]:
        table = position(*players, background=background, terrain="grass")
        return {h for origin in [None, *ring] for h in targets(table, action, origin)} & neighbours((5, 5))

    warrior = {"warriors": [[5, 5]]}
    assert reached(own, {})
    assert not (reached(own | warrior, {}) if owner == 0 else reached(own, warrior))


def test_r9_51_a_blocked_settlement_may_move_away() -> None:
    """A settlement next to a warrior may move away by paddock, but not to another neighbour of the warrior."""
    table = position(settled((5, 6)), {"warriors": [[5, 5]]})
    assert targets(table, "paddock") == [(5, 6)]
    assert targets(table, "paddock", (5, 6)) == [(3, 5), (3, 7), (5, 8), (7, 5), (7, 7)]
    assert targets(table, "resettlement", (5, 6)) == [(4, 7), (5, 7), (6, 7)]


def test_r0_21_a_lifted_warrior_blocks_nothing() -> None:
    """A moving warrior does not block its own targets, but another warrior does."""
    table = position({"warriors": [[5, 5]]}, terrain="grass")
    assert targets(table, "resettlement", (5, 5)) == sorted(neighbours((5, 5)))
    assert (5, 6) in targets(table, "barn", (5, 5))
    assert (5, 5) not in targets(table, "barn", (5, 5))
    two = position({"warriors": [[5, 5], [5, 7]]})
    assert targets(two, "resettlement", (5, 5)) == [(4, 5), (4, 6), (5, 4), (6, 5), (6, 6)]


def test_r4_24_where_each_kind_may_go() -> None:
    """Harbor moves settlements and ships, paddock and caravan no ships, and nothing moves a city hall."""
    own = settled((4, 4)) | {"warriors": [[8, 4]], "wagon": [8, 10], "ship": [8, 15], "city_hall": [14, 6]}
    ground: dict[Hex, str] = {(8, 15): "W", (8, 16): "W", (8, 17): "W"}
    table = position(own, ground=ground, terrain="grass")
    assert targets(table, "harbor") == [(4, 4), (8, 15)]
    assert targets(table, "harbor", (8, 15)) == [(8, 16), (8, 17)]
    assert targets(table, "harbor", (8, 4)) == []
    for action in ("barn", "paddock", "caravan", "resettlement"):
        assert targets(table, action) == [(4, 4), (8, 4), (8, 10)]
        assert targets(table, action, (8, 15)) == targets(table, action, (14, 6)) == []


def test_r4_24_only_own_pieces_move() -> None:
    """A foreign piece and an empty hex cannot be moved."""
    table = position(settled((4, 4)), settled((8, 8)), to_play=1)
    assert targets(table, "paddock", (4, 4)) == targets(table, "paddock", (1, 1)) == []
    assert targets(table, "paddock") == [(8, 8)]


def test_r5_13_lighthouse() -> None:
    """The ship is placed on water next to own pieces if possible, then moves by single steps on free water."""
    ground: dict[Hex, str] = {(4, 4): "W", (4, 5): "W", (4, 6): "W", (9, 9): "W"}
    assert targets(position(settled((4, 3)), ground=ground), "lighthouse") == [(4, 4)]
    afloat = position(settled((4, 3)) | {"ship": [4, 5]}, settled((4, 6)), ground=ground)
    assert targets(afloat, "lighthouse") == []
    assert targets(afloat, "lighthouse", (4, 5)) == [(4, 4)]
    assert targets(afloat, "lighthouse", (4, 3)) == []


def test_r5_15_barracks() -> None:
    """A warrior is placed on LAND next to own pieces if possible, never next to a warrior, and there are only two."""
    assert targets(position(settled((4, 4)), ground={(4, 5): "M"}), "barracks") == sorted(neighbours((4, 4)) - {(4, 5)})
    one = position(settled((4, 4)) | {"warriors": [[4, 6]]})
    assert targets(one, "barracks") == [(3, 3), (3, 4), (4, 3), (5, 3), (5, 4)]
    assert targets(position({"warriors": [[4, 6], [9, 9]]}), "barracks") == []


def test_r5_20_wagon() -> None:
    """The wagon may be on LAND and mountain, is placed next to own pieces if possible and moves by single steps."""
    ground: dict[Hex, str] = {(3, 3): "M", (3, 4): "W", (4, 3): "K"}
    adjacent = [(3, 3), (4, 5), (5, 3), (5, 4)]
    assert targets(position(settled((4, 4)), ground=ground), "wagon") == adjacent
    rolling = position({"wagon": [4, 4]}, ground=ground)
    assert targets(rolling, "wagon") == []
    assert targets(rolling, "wagon", (4, 4)) == adjacent


def test_r5_4_tower() -> None:
    """The tower builds on LAND of the outer edge, next to own pieces if possible."""
    assert targets(position(settled((5, 5))), "tower") == sorted(outer_edge())
    assert targets(position(settled((1, 5)), ground={(0, 5): "W"}), "tower") == [(0, 6)]
    assert targets(position(settled((1, 5))), "tower", outpost=True) == sorted(outer_edge())


def test_r5_7_harbor() -> None:
    """The harbor moves to water next to another own piece if possible; the lifted piece gives no adjacency."""
    ground: dict[Hex, str] = {(4, 4): "W", (4, 5): "W", (9, 9): "W"}
    table = position(settled((4, 4), (9, 8)), ground=ground)
    assert targets(table, "harbor", (4, 4)) == [(9, 9)]
    assert targets(table, "harbor", (9, 8)) == [(4, 5)]
    alone = position(settled((4, 4)), ground=ground)
    assert targets(alone, "harbor", (4, 4)) == [(4, 5), (9, 9)]


def test_r5_11_village() -> None:
    """The village needs three neighbouring own pieces and free LAND."""
    assert targets(position(settled((3, 3), (4, 3), (5, 3)), settled((9, 9))), "village") == [(4, 4)]
    assert targets(position(settled((3, 3), (4, 3)), settled((5, 3))), "village") == []


def test_r6_5_sword() -> None:
    """The sword may remove settlements and meeples of all other players, but no city hall."""
    victim = settled((4, 4)) | {"warriors": [[6, 6]], "ship": [8, 8], "wagon": [9, 9], "city_hall": [14, 14]}
    table = position(settled((1, 1)), victim, settled((2, 2)))
    assert targets(table, "sword") == [(2, 2), (4, 4), (6, 6), (8, 8), (9, 9)]


def test_r9_57_settlement_on_a_mountain() -> None:
    """A settlement on a mountain scores for fishermen and not for miners; on water the reverse."""
    ground: dict[Hex, str] = {(4, 4): "M", (4, 5): "M", (4, 3): "W", (9, 9): "W", (9, 10): "M", (9, 8): "W"}
    table = position(settled((4, 4)), settled((9, 9)), ground=ground, cards=["fishermen", "miners"])
    assert gold(table, "fishermen") == [1, 0]
    assert gold(table, "miners") == [0, 1]


def test_r9_64_caravan_slides_as_far_as_possible() -> None:
    """The caravan stops before the water and not earlier."""
    east = {(4, c) for c in range(5, 20)}
    table = position(settled((4, 4)), ground={(4, 7): "W"})
    assert east & set(targets(table, "caravan", (4, 4))) == {(4, 6)}


def test_r7_9_discoverers() -> None:
    """Every horizontal line with a piece counts once."""
    assert gold(position(settled((0, 0), (0, 9), (7, 3)), cards=["discoverers"]), "discoverers") == [2]


def test_r7_13_workers() -> None:
    """Pieces next to a location, castle, nomad, palace or silo hex score for workers, each once."""
    ground: dict[Hex, str] = {(2, 2): "L", (2, 4): "K", (6, 2): "N", (10, 2): "P", (14, 2): "O"}
    own = [(2, 3), (6, 3), (10, 3), (14, 3)]
    table = position(settled(*own, (18, 18)), ground=ground, cards=["workers"])
    assert gold(table, "workers") == [4]
    assert earning(table, "workers") == own


def test_r7_34_a_wall_or_a_foreign_piece_prevents_home_country() -> None:
    """A water area qualifies like any other, and only if all of it is occupied by own pieces."""
    pond: dict[Hex, str] = {(4, 4): "W", (4, 5): "W"}
    own = position(settled((4, 4), (4, 5)), ground=pond, tasks=["home_country"])
    shared = position(settled((4, 4)), settled((4, 5)), ground=pond, tasks=["home_country"])
    walled = position(settled((4, 4)), ground=pond, walls=[[4, 5]], tasks=["home_country"])
    assert gold(own, "home_country") == [5]
    assert gold(shared, "home_country") == [0, 0]
    assert gold(walled, "home_country") == [0]


def test_r7_35_no_fortress_at_the_edge() -> None:
    """A corner piece between its two own neighbours has no six neighbours."""
    assert gold(position(settled((0, 0), (0, 1), (1, 0)), tasks=["fortress"]), "fortress") == [0]


def test_r7_38_advance() -> None:
    """Seven on one edge give 9, contiguous or not, corners included; six on each of two edges give nothing."""
    seven = [(0, 0), *row(0, 3, 8)]
    table = position(settled(*seven, (5, 0)), tasks=["advance"])
    assert gold(table, "advance") == [9]
    assert earning(table, "advance") == seven
    assert gold(position(settled(*row(0, 3, 8), *row(19, 3, 8)), tasks=["advance"]), "advance") == [0]


def test_r7_1_and_r9_31_lines_of_a_score() -> None:
    """Cards, tasks, castle, palace, capitol and in-game gold have this order; red cards and Rovers are not listed."""
    table = position(
        settled((4, 4)) | {"gold": 4},
        ground={(4, 5): "K", (9, 9): "P"},
        cards=["knights", "families", "rovers", "hermits"],
        tasks=["road"],
        capitols=[[4, 5]],
    )
    assert score(table) == [
        {
            "total": 11,
            "lines": [
                {"source": "knights", "gold": 2, "hexes": [[4, 4]]},
                {"source": "hermits", "gold": 1, "hexes": [[4, 4]]},
                {"source": "road", "gold": 0, "hexes": []},
                {"source": "castle", "gold": 3, "hexes": [[4, 5]]},
                {"source": "palace", "gold": 0, "hexes": []},
                {"source": "capitol", "gold": 1, "hexes": [[4, 4]]},
                {"source": "in_game", "gold": 4, "hexes": []},
            ],
        }
    ]


def test_r7_1_no_line_without_palace_and_capitol() -> None:
    """Palace and capitol are listed only if the position has one, the castle always."""
    (player,) = score(position(settled((4, 4))))
    assert [entry["source"] for entry in player["lines"]] == ["castle", "in_game"]


def test_r9_20_swamp_is_a_separate_terrain() -> None:
    """With swamp as CARD the actions that use CARD use swamp, and with the card's other terrain that one."""
    table, marked = draw("""
        S+   D    S
          D0   S+   G
        D    G    S
    """)
    for action in ("mandatory", "oracle", "fort", "cathedral", "quarry"):
        assert targets(table | {"terrain": "swamp"}, action) == marked
        assert targets(table | {"terrain": "desert"}, action) == [(0, 1), (2, 0)]
    assert targets(table | {"terrain": "swamp"}, "barn", (1, 0)) == [(0, 0), (0, 2), (1, 1), (2, 2)]


@pytest.mark.parametrize("action", ["canoe", "canoe_bonus"])
def test_r9_21_canoe(action: str) -> None:
    """Seven swamp and water hexes next to own pieces are available and no others, on the board or on the Island."""
    table, marked = draw(
        """
        S    S+   W+   G    G
          W+   G0   W+   G0   W+
        W    S+   S+   G    G
        """,
        """
        W S
        """,
        pad="G",
    )
    assert len(marked) == 7
    assert targets(table, action) == marked


@pytest.mark.parametrize("action", ["canoe", "canoe_bonus"])
def test_r5_23_canoe_chooses_the_terrain_first(action: str) -> None:
    """With water next to an own piece and swamp nowhere near, all swamp may be chosen and only the water nearby."""
    table, marked = draw(
        """
        G0   W+   W    S+
          S=   G    S1   M
        """,
        """
        S+ W
        """,
        pad="G",
    )
    assert targets(table, action) == marked
    assert targets(table, action, outpost=True) == [(0, 1), (0, 2), (0, 3), at(0, 0), at(0, 1)]


def test_r9_22_refuge_bonus() -> None:
    """A piece jumps over a location hex and two foreign pieces to the first free hex of the line, and no farther."""
    table, marked = draw("""
        G0   L    G1   G1   G+   G
          W    W    W    L
    """)
    assert targets(table, "refuge_bonus", (0, 0)) == marked
    assert targets(table, "refuge_bonus") == [(0, 0)]


def test_r9_64_refuge_bonus_lands_on_the_first_free_land() -> None:
    """Own piece, mountain and blocked grass are jumped to the free desert behind them, and a ship does not go."""
    ground: dict[Hex, str] = {(4, 4): "G", (4, 5): "G", (4, 6): "M", (4, 7): "G", (4, 8): "D", (4, 9): "G"}
    own = settled((4, 4), (4, 5)) | {"ship": [9, 9]}
    table = position(own, {"warriors": [[3, 6]]}, background="W", ground=ground | {(3, 6): "G", (9, 11): "G"})
    assert targets(table, "refuge_bonus", (4, 4)) == [(4, 8)]
    assert targets(table, "refuge_bonus", (9, 9)) == []
    assert targets(table, "refuge_bonus") == [(4, 4), (4, 5)]


def test_r5_36_refuge_bonus_in_all_six_directions() -> None:
    """Each of the six lines offers its first free LAND hex, whatever has to be jumped."""
    table, marked = draw("""
        G    G+   W    G+   G
          W    M    G1   W
        G+   G=   G0   G+   G
          W    G+   W    W
        W    W    W    S+   W
    """)
    assert targets(table, "refuge_bonus", (2, 2)) == marked


def test_r5_21_refuge() -> None:
    """A piece but no ship moves one step to free LAND: no water, mountain or special hex, nothing occupied."""
    table, marked = draw("""
        W    M    A+   Ws0
          S+   G0   G1   G
        G    L    G=   G
    """)
    assert targets(table, "refuge", (1, 1)) == marked
    assert targets(table, "refuge") == [(1, 1)]
    assert targets(table, "refuge", (0, 3)) == []


def test_r9_23_fountain() -> None:
    """Of the hexes next to the palace only one has exactly one own neighbour and no foreign one."""
    table, marked = draw("""
        G    G    G+   G0
          G    P    G    G1
        G    G    G    G
    """)
    assert targets(table, "fountain") == targets(table, "fountain", outpost=True) == marked


def test_r5_22_fountain_needs_exactly_one_own_neighbour() -> None:
    """Two own neighbours, scouts included, are too many; walls do not matter; a hex without one is no target."""
    table, marked = draw("""
        G0   G    G0   G=
          G+   G+   G    G*
        G    G=   G    G+   G+
    """)
    assert targets(table, "fountain") == targets(table, "fountain", outpost=True) == marked
    assert targets(table | {"scouts": [], "to_play": 1}, "fountain") == []


def test_r5_37_fountain_bonus_adds_mountains() -> None:
    """Only for the player with the fountain's bonus tile mountains are targets too, under the same conditions."""
    table, marked = draw("""
        M+   G0   M    G1   M
          G+   M+   W    W
    """)
    table["players"][1]["bonus_tiles"] = ["fountain"]
    assert targets(table, "fountain") == [(1, 0)]
    table["players"][0]["bonus_tiles"] = ["refuge", "fountain"]
    assert targets(table, "fountain") == marked


def test_r5_24_temple() -> None:
    """The temple takes own settlements, on the Island too, but no meeple, no city hall and no foreign piece."""
    table, marked = draw(
        """
        G0+  G1   Gw0  G    G    G
          G    Gv0  Ws0  G    Gc0  G
        G    D0+  G    G    G    G
        """,
        """
        G . G0+
        """,
    )
    assert targets(table, "temple") == marked


def test_r9_24_temple_bonus_does_not_change_the_targets() -> None:
    """With the temple's bonus tile the targets of the mandatory action are still those of R4.4."""
    table, marked = draw("G0 G+ W G", terrain="grass")
    table["players"][0] |= {"bonus_tiles": ["temple"], "held": 2}
    assert targets(table, "mandatory") == marked


def land_next_to(code: str, pad: str) -> tuple[dict[str, Any], list[Hex], list[Hex]]:
    """Return LAND around two hexes of a kind, its hexes next to an own piece, and all its hexes."""
    table, marked = draw(
        f"""
        {code}    G+   G0   G+   A
          G    G    G+   {code}    S
        """,
        pad=pad,
    )
    return table, marked, [(0, 1), (0, 3), (0, 4), (1, 0), (1, 2), (1, 4)]


def check_builds_next_to(action: str, code: str, pad: str) -> None:
    """Check that an action builds on LAND next to hexes of one kind, if possible next to own pieces."""
    table, near, everywhere = land_next_to(code, pad)
    assert targets(table, action) == near
    assert targets(table, action, outpost=True) == everywhere
    assert targets(table | {"to_play": 1}, action) == everywhere


def test_r5_26_water_mill() -> None:
    """The water mill builds on LAND next to water."""
    check_builds_next_to("water_mill", "W", pad="M")


@pytest.mark.parametrize("mountain", ["M", "M^"], ids=["mountain", "cave"])
def test_r5_27_mountain_station(mountain: str) -> None:
    """The mountain station builds on LAND next to a mountain, a cave being one."""
    check_builds_next_to("mountain_station", mountain, pad="W")


@pytest.mark.parametrize("special", ["L", "K", "K!", "N", "P", "O"])
def test_r5_31_university(special: str) -> None:
    """The university builds on LAND next to a special hex of any kind."""
    check_builds_next_to("university", special, pad="W")


def test_r5_29_watchtower() -> None:
    """The watchtower builds on LAND next to a piece of another player, not to a scout, by own pieces if possible."""
    table, marked = draw(
        """
        G1   G+   G0   G+   G2
          G+   G    G    G
        G    G*   G    G
        """,
        players=3,
    )
    assert targets(table, "watchtower") == marked
    assert targets(table, "watchtower", outpost=True) == [(0, 1), (0, 3), (1, 0), (1, 3)]


def test_r5_30_scout_cabin() -> None:
    """A scout is placed on any terrain next to an own piece or the other scout, and there are two."""
    table, marked = draw(
        """
        G    W+   M+
          L    G0   G1
        G    A+   S+
        """,
        pad="G",
    )
    assert targets(table, "scout_cabin") == targets(table, "scout_cabin", outpost=True) == marked
    one = table | {"scouts": [[0, 2]]}
    assert targets(one, "scout_cabin") == [(0, 1), (0, 3), (2, 1), (2, 2)]
    assert targets(table | {"scouts": [[0, 2], [0, 3]]}, "scout_cabin") == []
    assert targets(position({}, settled((4, 4))), "scout_cabin") == []


def test_r9_34_two_scouts_extend_adjacency_to_a_castle() -> None:
    """With two scouts in a row on mountains the mandatory action can build next to a castle."""
    table, marked = draw("G0 M M C+ K", pad="C", terrain="canyon")
    assert (0, 1) in targets(table, "scout_cabin")
    assert (0, 2) in targets(table | {"scouts": [[0, 1]]}, "scout_cabin")
    bridged = targets(table | {"scouts": [[0, 1], [0, 2]]}, "mandatory")
    assert set(marked) <= set(bridged)
    assert bridged == [(0, 3), (1, 0), (1, 1), (1, 2)]
    assert gold(position(settled((0, 0), (0, 3)), ground={(0, 4): "K"}), "castle") == [3]


def test_r0_6_scouts_count_for_the_player_to_play() -> None:
    """Scouts give adjacency to the player to play only, and are not pieces of another player."""
    table, marked = draw("D G*  G+ W G1 G", terrain="grass")
    assert targets(table, "mandatory") == [(0, 2)] == marked
    assert targets(table | {"to_play": 1}, "mandatory") == [(0, 2), (0, 5)]
    assert targets(table, "watchtower") == [(0, 5)]


def test_r5_30_scouts_are_never_moved_removed_or_scored() -> None:
    """A scout counts in the lines of the tavern, but it is not moved, removed or scored."""
    table, marked = draw(
        """
        G+   G0   G*   G0   G+
          G    G    G    G
        """,
        cards=["hermits", "chainers"],
    )
    assert targets(table, "tavern") == marked
    assert targets(table, "refuge") == [(0, 1), (0, 3)]
    assert targets(table | {"to_play": 1}, "sword") == [(0, 1), (0, 3)]
    assert gold(table, "hermits") == [2, 0]
    assert gold(table, "chainers") == [0, 0]


def test_r5_32_palisade() -> None:
    """A piece goes next to any remainder of its old area, split or not, and to no other area; a single piece stays."""
    table, marked = draw("""
        G    G+   G+   G+   G+
          G+   G0   G0   G0   G+
        G    G+   G+   M    G+   G
          W    W    W    W
        G0   G    W    W
    """)
    assert targets(table, "palisade", (1, 2)) == marked
    assert targets(table, "palisade", (4, 0)) == []
    assert targets(table, "palisade") == [(1, 1), (1, 2), (1, 3)]


@pytest.mark.parametrize("other", ["G*", "Ws0"], ids=["scout", "ship"])
def test_r5_32_palisade_areas(other: str) -> None:
    """A scout or a ship makes an area with a settlement, but neither of them is moved."""
    table, marked = draw(f"""
        G0   {other}   G+   G
          G+   G+   G    G
    """)
    assert targets(table, "palisade", (0, 0)) == marked
    assert targets(table, "palisade", (0, 1)) == []


@pytest.mark.parametrize(("action", "code"), [("rope_bridge", "C"), ("tree_house", "T")])
def test_r5_33_and_r5_34_rope_bridge_and_tree_house(action: str, code: str) -> None:
    """A piece but no ship moves to one terrain, next to another own piece if possible, on board or Island."""
    table, marked = draw(f"{code} {code}0 {code} G G0 {code}+ Ws1", f"{code} G G G")
    assert targets(table, action, (0, 1)) == marked
    assert targets(table, action, (0, 4)) == [(0, 0), (0, 2)]
    assert targets(table | {"to_play": 1}, action, (0, 6)) == []
    alone, marked = draw(f"G W {code}+ {code}0 W {code}+ G", f"{code}+ D")
    assert targets(alone, action, (0, 3)) == marked
    there, marked = draw(f"{code}0 {code} W", f"G0 {code}+ {code}")
    assert targets(there, action, (0, 0)) == marked
    assert targets(there, action, at(0, 0)) == [(0, 1)]


def test_r5_41_cave_action() -> None:
    """A piece next to a cave goes to any free LAND next to any cave; a mountain without a cave does not count."""
    table, marked = draw("""
        G    G0   M^   G+   G
          G    G+   G1   G+   G+
        M    G    G    W    M^   G+
          G0   G    G    L    S+
        M    G    G    G    G
    """)
    assert targets(table, "cave_action", (0, 1)) == marked
    assert targets(table, "cave_action", (3, 0)) == []
    assert targets(table, "cave_action") == [(0, 1)]


def test_r8_51_on_a_cave() -> None:
    """A piece on a cave is not next to that cave, but may be next to another; an occupied cave counts for others."""
    single, _ = draw("Mv0^ G G")
    assert targets(single, "cave_action") == []
    table, marked = draw("Mv0^ M^ G+ G0 M0^ G+ Ws0")
    assert targets(table, "cave_action", (0, 0)) == marked
    assert targets(table, "cave_action", (0, 3)) == marked
    assert targets(table, "cave_action") == [(0, 0), (0, 3)]


def test_r2_24_a_cave_is_a_mountain() -> None:
    """A cave counts for miners, geologists, the wagon and a donation like any other mountain hex."""
    table, _ = draw("M^ G0 M G", cards=["miners", "geologists", "workers"])
    assert gold(table, "miners") == [1, 0]
    assert gold(table, "geologists") == [4, 0]
    assert gold(table, "workers") == [0, 0]
    assert targets(table, "donation:mountain") == [(0, 0), (0, 2)]
    assert (0, 0) in targets(table, "wagon")


def test_r5_40_farm_action() -> None:
    """The farm action builds on farmland next to an own piece and nowhere else, outpost or not."""
    table, marked = draw("A+ G0 A+ A A1", "A A")
    assert targets(table, "farm_action") == targets(table, "farm_action", outpost=True) == marked
    assert targets(position(settled((4, 4)), ground={(9, 9): "A"}), "farm_action") == []


def test_r9_32_farm_action_first() -> None:
    """The mandatory action continues from the settlement on farmland."""
    before, _ = draw("D G0 A D D", terrain="desert")
    after, marked = draw("D+ G0 A0 D+ D", terrain="desert")
    assert targets(before, "farm_action") == [(0, 2)]
    assert targets(before, "mandatory") == [(0, 0)]
    assert targets(after, "mandatory") == marked


def test_r3_37_silo_builds_and_moves() -> None:
    """Without a piece the silo builds on LAND next to own pieces; with one it moves it next to another own piece."""
    table, marked = draw("""
        O    G0   G+   W    G
          G+   M    W    W    W
        W    W    W    A+   G0
    """)
    assert targets(table, "silo") == targets(table, "silo", outpost=True) == marked
    assert targets(table, "silo", (0, 1)) == [(2, 3)]
    assert targets(table, "silo", (2, 4)) == [(0, 2), (1, 0)]
    assert targets(position({}, settled((4, 4))), "silo") == []


def test_r3_38_silo_moves_meeples_but_no_ship_and_no_city_hall() -> None:
    """Settlements, warriors and wagons move to LAND next to others; ships, city halls and a single piece stay."""
    table, _ = draw("""
        G0   G    G    Mv0  M
          W    W    W    Ws0  G
        G    Gw0  G    G    G    G    G
          G    G    G    G    Gc0  G
        G    G    G    G    G    G    G
    """)
    assert (0, 1) in targets(table, "silo", (0, 3))
    assert not {(0, 4), (1, 2)} & set(targets(table, "silo", (0, 3)))
    assert targets(table, "silo", (2, 1)) != []
    assert targets(table, "silo", (1, 3)) == targets(table, "silo", (3, 4)) == targets(table, "silo", (3, 5)) == []
    assert targets(position(settled((4, 4))), "silo", (4, 4)) == []


def test_r9_33_silo_reaches_another_castle() -> None:
    """A piece next to the silo may move next to another own piece and so to a castle."""
    table, marked = draw("O G0 G+ G0 G+ K")
    assert targets(table, "silo", (0, 1)) == marked
    moved, _ = draw("O G G G0 G0 K")
    assert gold(table, "castle") == [0, 0]
    assert gold(moved, "castle") == [3, 0]


LAND_MOVES = ("refuge", "refuge_bonus", "palisade", "cave_action", "silo")


@pytest.mark.parametrize("action", LAND_MOVES)
@pytest.mark.parametrize("piece", ["G0", "Gw0", "Gv0"], ids=["settlement", "warrior", "wagon"])
def test_r4_24_what_moves_to_land(action: str, piece: str) -> None:
    """These moves move all pieces but ships to LAND, wagons not to mountains; a moving warrior blocks nothing."""
    drawing = """
        M^   {}  M
          G+   G0   M
    """
    table, marked = draw(drawing.format(piece))
    assert targets(table, action, (0, 1)) == marked
    ship, _ = draw(drawing.format("Ws0"))
    assert targets(ship, action, (0, 1)) == []


@pytest.mark.parametrize("action", [*LAND_MOVES, "rope_bridge", "tree_house"])
def test_r4_24_city_halls_do_not_move(action: str) -> None:
    """No action moves a hex of a city hall, and the settlement next to it can move."""
    table, _ = draw("""
        M^   C    C    T
          C0   C    Cc0  T    T
        C    C    C    T    T
    """)
    hall = {(1, 2)} | neighbours((1, 2))
    assert [h for h in [(1, 0), *hall] if targets(table, action, h)] == [(1, 0)]


CONDITIONAL_BUILDS = {
    "fountain": "G0 G+ W",
    "water_mill": "G0 G+ W",
    "mountain_station": "G0 G+ M",
    "watchtower": "G0 G+ G1",
    "university": "G0 G+ K",
}


@pytest.mark.parametrize("action", CONDITIONAL_BUILDS)
def test_r4_10_warriors_block_conditional_builds(action: str) -> None:
    """A hex that meets every condition is no target next to a warrior."""
    table, marked = draw(CONDITIONAL_BUILDS[action], players=3)
    assert targets(table, action) == marked
    blocked, _ = draw(CONDITIONAL_BUILDS[action] + "\n W Dw2", players=3)
    assert targets(blocked, action) == []


def test_r9_25_messengers_measure_distance_not_the_path() -> None:
    """In a U shape the longest distance counts, not the longest path along the pieces."""
    horseshoe = [*row(2, 2, 6), (3, 1), *row(4, 2, 6)]
    table = position(settled(*horseshoe), cards=["messengers"])
    assert gold(table, "messengers") == [2 * (5 + 1)]
    assert earning(table, "messengers") == sorted(horseshoe)


@pytest.mark.parametrize(
    ("own", "expected"), [(row(5, 3, 10), 16), ([(4, 4), (9, 9)], 0), ([(4, 4), (4, 5)], 4), ([], 0)]
)
def test_r9_49_messengers(own: list[Hex], expected: int) -> None:
    """Eight in a row give 16, two adjacent pieces 4, isolated pieces nothing."""
    table = position(settled(*own), cards=["messengers"])
    assert gold(table, "messengers") == [expected]
    assert earning(table, "messengers") == (own if expected else [])


def test_r7_22_messengers_of_equals_shows_the_first_read() -> None:
    """Of areas with equal longest distances the one with the first hex is shown, the Island's last."""
    table, _ = draw("G G G G0 G0\n G0 G0 G", "G0 G0", cards=["messengers"])
    assert gold(table, "messengers") == [4, 0]
    assert earning(table, "messengers") == [(0, 3), (0, 4)]
    longer, _ = draw("G G G G0 G0\n G0 G0 G", "G0 G0 G0", cards=["messengers"])
    assert gold(longer, "messengers") == [6, 0]
    assert earning(longer, "messengers") == [at(0, 0), at(0, 1), at(0, 2)]


def test_r9_26_geologists() -> None:
    """Two linked mountains give 2 + 2, however large; a mountain touched alone gives nothing."""
    table, _ = draw(
        """
        M    M    G0   G0   M    W    G0
          W    W    W    W    W    W    M
        G    M0   W    M1   G1   M
        """,
        cards=["geologists"],
    )
    assert gold(table, "geologists") == [4, 4]
    assert earning(table, "geologists") == [(0, 2), (0, 3)]
    assert earning(table, "geologists", 1) == [(2, 3), (2, 4)]


def test_r7_21_a_mountain_linked_twice_counts_once() -> None:
    """Mountains linked by two areas count once each, and all pieces of both areas are shown."""
    table, _ = draw("M G0 M G0 G0 M G", cards=["geologists"])
    assert gold(table, "geologists") == [6, 0]
    assert earning(table, "geologists") == [(0, 1), (0, 3), (0, 4)]


def test_r9_27_noblewomen() -> None:
    """Five majorities at location, castle, nomad space and silo give 5, 5 and 15; the palace is not among them."""
    ground: dict[Hex, str] = {
        (2, 2): "L",
        (2, 8): "K",
        (6, 2): "N",
        (6, 8): "O",
        (10, 2): "L",
        (10, 8): "P",
        (14, 2): "K",
    }
    orange, blue = settled((2, 1)), settled((2, 7), (6, 1))
    white = settled((6, 3), (5, 2), (6, 7), (10, 1), (10, 7))
    table = position(orange, blue, white, ground=ground, cards=["noblewomen"])
    assert gold(table, "noblewomen") == [5, 5, 15]
    assert earning(table, "noblewomen", 2) == [(6, 2), (6, 8), (10, 2)]
    assert gold(table, "palace") == [0, 0, 5]
    assert gold(table, "castle") == [0, 3, 0]


def test_r7_23_noblewomen_share_a_tie() -> None:
    """Players with equal numbers get 5 each, and a hex without adjacent pieces gives nothing."""
    table, _ = draw("G0 K! G1 W N", "G0 L", cards=["noblewomen"])
    assert gold(table, "noblewomen") == [10, 5]
    assert earning(table, "noblewomen") == [(0, 1), at(0, 1)]


def test_r7_24_vassals() -> None:
    """Pieces on both sides of the inner borders count, each once."""
    table = position(settled((9, 9), (3, 10), (10, 0), (8, 8), (11, 11), (0, 0)), cards=["vassals"])
    assert gold(table, "vassals") == [3]
    assert earning(table, "vassals") == [(3, 10), (9, 9), (10, 0)]


def test_r7_25_captains() -> None:
    """Pieces with three or more own neighbours count; foreign pieces and scouts do not make up the number."""
    table, _ = draw(
        """
        G0   G0   G0
          G0   G0   G1
        G    G*   G
        """,
        cards=["captains"],
    )
    assert gold(table, "captains") == [3, 0]
    assert earning(table, "captains") == [(0, 1), (1, 0), (1, 1)]


def test_r7_26_scouts() -> None:
    """Pieces next to the removed terrain count, occupied or not, and not those on it."""
    table, _ = draw("D G0 D1 D0 G0 G D", cards=["scouts"], removed_terrain="desert")
    assert gold(table, "scouts") == [2, 0]
    assert earning(table, "scouts") == [(0, 1), (0, 4)]
    assert gold(table | {"removed_terrain": "canyon"}, "scouts") == [0, 0]
    assert gold(table | {"removed_terrain": None}, "scouts") == [0, 0]


def test_r9_29_rangers() -> None:
    """Four lines with exactly one own piece give 8; foreign pieces on the line do not matter."""
    singles = [(0, 3), (4, 4), (9, 9), (15, 1)]
    table = position(settled(*singles, (7, 1), (7, 5)), settled((0, 4)), cards=["rangers"])
    assert gold(table, "rangers") == [8, 2]
    assert earning(table, "rangers") == singles


def test_r9_30_mayors() -> None:
    """2, 3 and 1 markers give 8, 12 and 4, whatever is on the lines; own pieces on own lines are shown."""
    players: list[Player] = [
        {"marked_lines": [0, 2]},
        {"marked_lines": [1, 5, ["island", 1]]},
        settled((4, 4)) | {"marked_lines": [4]},
    ]
    table = position(*players, settled(*row(9, 0, 6)), cards=["mayors"])
    assert gold(table, "mayors") == [8, 12, 4, 0]
    assert [earning(table, "mayors", seat) for seat in range(4)] == [[], [], [(4, 4)], []]


def test_r9_39_chainers() -> None:
    """The six pieces around an empty hex have two own neighbours each; pieces of a pair or a dense group do not."""
    ring = sorted(neighbours((4, 4)))
    table = position(
        settled(*ring, *row(9, 0, 1), (15, 15)), settled((12, 4), *neighbours((12, 4))), cards=["chainers"]
    )
    assert gold(table, "chainers") == [6, 0]
    assert earning(table, "chainers") == ring


def test_r9_39_travellers() -> None:
    """Four pieces on the outer edge give 4, a corner once."""
    edge = [(0, 0), (3, 19), (7, 0), (19, 5)]
    table = position(settled(*edge, (1, 1), (18, 18)), cards=["travellers"])
    assert gold(table, "travellers") == [4]
    assert earning(table, "travellers") == edge


def test_r9_28_homesteaders() -> None:
    """Of the sections with 8, 11, 5 and 12 pieces the last gives 12."""
    best = [*row(10, 10, 19), (11, 10), (11, 11)]
    own = [*row(0, 0, 7), *row(0, 10, 19), (1, 10), *row(10, 0, 4), *best]
    table = position(settled(*own), cards=["homesteaders"])
    assert gold(table, "homesteaders") == [12]
    assert earning(table, "homesteaders") == best


def test_r7_30_homesteaders_of_equals_shows_the_lowest_section() -> None:
    """Of two equal sections the one with the lower number is shown."""
    table = position(settled((15, 15), (15, 16), (15, 3), (18, 3), (0, 0)), cards=["homesteaders"])
    assert gold(table, "homesteaders") == [2]
    assert earning(table, "homesteaders") == [(15, 3), (18, 3)]


def test_r9_36_capitol() -> None:
    """Four own pieces within two hexes of the capitol give 4, one farther away nothing; the castle gives its 3."""
    near = [(4, 3), (4, 6), (2, 3), (6, 5)]
    table = position(settled(*near, (4, 7)), settled((1, 4)), ground={(4, 4): "K"}, capitols=[[4, 4]])
    assert gold(table, "capitol") == [4, 0]
    assert earning(table, "capitol") == sorted(near)
    assert gold(table, "castle") == [3, 0]


def test_r9_56_two_capitols() -> None:
    """A piece two hexes from both of two capitols gives 2 and is shown once."""
    table = position(settled((4, 6), (4, 10)), ground={(4, 4): "K", (4, 8): "K"}, capitols=[[4, 4], [4, 8]])
    assert gold(table, "capitol") == [3]
    assert earning(table, "capitol") == [(4, 6), (4, 10)]


def test_r0_18_the_island_is_separate_from_the_board() -> None:
    """Island hexes touch one another by the same rule as on the board, and are infinitely far from the board."""
    assert neighbours(at(0, 0)) == {at(0, 1), at(1, 0)}
    assert neighbours(at(1, 5)) == {at(0, 5), at(0, 6), at(1, 4), at(1, 6), at(2, 5), at(2, 6)}
    assert neighbours(at(4, 9)) == {at(3, 8), at(3, 9), at(4, 8)}
    assert distance(at(0, 0), (0, 0)) == distance((4, 4), at(4, 4)) == math.inf
    assert distance(at(0, 0), at(4, 9)) == distance((0, 0), (4, 9))
    assert straight_line(at(0, 0), "SE") == [at(1, 0), at(2, 1), at(3, 1), at(4, 2)]
    assert areas([(0, 0), at(0, 1), at(0, 0)]) == [{(0, 0)}, {at(0, 0), at(0, 1)}]


def test_r9_35_reaching_the_island() -> None:
    """With no adjacent desert the oasis may go to the Island's desert, and then the farm may use grass next to it."""
    before, marked = draw("C0 C W D+ W G", "D+ G G\n D+ G G")
    assert targets(before, "oasis") == marked
    after, marked = draw("C0 C W D W G", "D0 G+ G\n D G G")
    assert targets(after, "farm") == marked
    assert targets(after, "oasis") == [at(1, 0)]


def test_r5_35_adjacency_on_the_board_excludes_the_island() -> None:
    """While a target next to an own piece exists on the board, the Island needs an outpost."""
    table, marked = draw("C0 D+ W D", "D G")
    assert targets(table, "oasis") == marked
    assert targets(table, "oasis", outpost=True) == [(0, 1), (0, 3), at(0, 0)]


def test_r5_35_the_coast_is_next_to_water() -> None:
    """All Island hexes but those with six neighbours count as next to water; the board's edge does not."""
    full, _ = draw("G0 G G", "G0 G0 G0\n G0 G0 G0\n G0 G0 G0", pad="G", cards=["fishermen"])
    assert gold(full, "fishermen") == [8, 0]
    assert at(1, 1) not in earning(full, "fishermen")
    notched, _ = draw("G0 G G", "G0 G0 .\n G0 G0 G0\n G0 G0 G0", pad="G", cards=["fishermen"])
    assert gold(notched, "fishermen") == [8, 0]
    assert at(1, 1) in earning(notched, "fishermen")
    mill, marked = draw("G G G", "G+ G0 G+\n G+ G G\n G G G", pad="G")
    assert targets(mill, "water_mill") == marked


def test_r5_35_the_sea_is_no_hex() -> None:
    """A settlement on the Island's water does not score for fishermen, and the sea has no hex for ship or canoe."""
    table, _ = draw("G G", "G W0 G", pad="G", cards=["fishermen"])
    assert gold(table, "fishermen") == [0, 0]
    for action in ("lighthouse", "canoe", "canoe_bonus", "donation:water"):
        assert targets(table, action) == []


def test_r5_4_no_tower_on_the_island() -> None:
    """Even with own pieces on the Island's coast the tower builds on the outer edge of the board."""
    table, marked = draw("C+ W G+\n W G", "G0 G G")
    assert targets(table, "tower") == targets(table, "tower", outpost=True) == marked


def test_r5_35_slides_and_jumps_end_where_the_island_ends() -> None:
    """A missing hex ends a line: no piece slides or jumps over it, but a piece can jump over a mountain."""
    gap, _ = draw("G G G", "G0 . G G")
    solid, marked = draw("G G G", "G0 M G+ G")
    slide, end = draw("G G G", "G0 G G+ . G")
    for action in ("paddock", "refuge_bonus"):
        assert targets(gap, action) == []
        assert targets(solid, action, at(0, 0)) == marked
    assert targets(gap, "caravan") == targets(solid, "caravan") == []
    assert targets(slide, "caravan", at(0, 0)) == end


def test_r5_17_city_hall_on_the_island() -> None:
    """A city hall fits on the Island where all seven hexes exist, next to an own piece there."""
    full, marked = draw("W W", "G0 G G\n G G+ G\n G G G")
    assert targets(full, "city_hall") == marked
    notched, _ = draw("W W", "G0 G G\n G G G\n G G .")
    assert targets(notched, "city_hall") == []
    far, _ = draw("G0 G", "G G G\n G G G\n G G G")
    assert targets(far, "city_hall") == []
    placed, _ = draw("G0 G", "G G G\n G Gc0 G\n G G G", cards=["citizens"], tasks=["fortress"])
    assert gold(placed, "citizens") == [3, 0]
    assert gold(placed, "fortress") == [6, 0]


def test_r7_35_and_r7_37_six_neighbours_must_exist() -> None:
    """On the Island too a fortress and a place of refuge need six existing neighbours."""
    tasks = ["fortress", "place_of_refuge"]
    drawing = "{0} G0 G0\n G0 {1} G0\n G G0 {2}"
    fortress, _ = draw("G", drawing.format("G", "G0", "G0"), tasks=tasks)
    assert gold(fortress, "fortress") == [6, 0]
    refuge, _ = draw("G", drawing.format("G", "L", "G0"), tasks=tasks)
    assert gold(refuge, "place_of_refuge") == [8, 0]
    assert earning(refuge, "place_of_refuge") == [at(0, 1), at(0, 2), at(1, 0), at(1, 2), at(2, 1), at(2, 2)]
    for centre in ("G0", "L"):
        notched, _ = draw("G", drawing.format("G", centre, "."), tasks=tasks)
        assert gold(notched, "fortress") == gold(notched, "place_of_refuge") == [0, 0]


def test_r7_3_island_rows_are_lines() -> None:
    """Island rows count for Knights, Discoverers and Rangers, each on its own and apart from the board's rows."""
    cards = ["knights", "discoverers", "rangers"]
    table, _ = draw("G0 G0 W\n G0 W", "G0 G0 G0\n G G0 G\n G G", cards=cards)
    assert gold(table, "knights") == [6, 0]
    assert earning(table, "knights") == [at(0, 0), at(0, 1), at(0, 2)]
    assert gold(table, "discoverers") == [4, 0]
    assert gold(table, "rangers") == [4, 0]
    assert earning(table, "rangers") == [(1, 0), at(1, 1)]
    tied, _ = draw("W W\n G0 G0", "G0 G0", cards=cards)
    assert earning(tied, "knights") == [(1, 0), (1, 1)]


WHOLE_ISLAND = {"rows": ["GGGGGGGGGG"] * 5, "location": "tree_house"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        *(("lords", 24), ("farmers", 0), ("homesteaders", 1)),
        *(("vassals", 0), ("travellers", 0), ("advance", 0), ("compass_points", 0)),
    ],
)
def test_r7_3_the_island_is_no_section_and_has_no_edge(source: str, expected: int) -> None:
    """Fifty pieces on the Island count nothing where sections and edges count."""
    own = settled((5, 15), (15, 5), (15, 15), *(at(r, c) for r in range(5) for c in range(10)))
    other = settled(*row(7, 7, 8), *row(7, 15, 16), *row(13, 7, 8), *row(13, 15, 16))
    table = position(own, other, island=WHOLE_ISLAND)
    listed = table | ({"tasks": [source]} if source in ("advance", "compass_points") else {"cards": [source]})
    assert gold(listed, source)[0] == expected


def random_words(rng: random.Random, codes: str) -> list[list[str]]:
    """Return five rows of ten random hexes, with pieces of three players, as words of a drawing."""
    words = [[rng.choice(codes) for _ in range(10)] for _ in range(5)]
    for r, c in rng.sample([(r, c) for r in range(5) for c in range(10)], 22):
        if words[r][c] not in "LKNPO":
            words[r][c] += str(rng.choice([0, 0, 1, 2]))
    return words


def as_drawing(words: list[list[str]]) -> str:
    return "\n".join(" ".join(line) for line in words)


ISLAND_ACTIONS = (
    *("mandatory", "farm", "tavern", "village", "quarry", "barracks", "wagon", "lighthouse", "city_hall", "sword"),
    *("donation:mountain", "fountain", "canoe", "canoe_bonus", "temple", "mountain_station", "watchtower"),
    *("cathedral", "scout_cabin", "farm_action", "silo"),
)
ISLAND_MOVES = (
    *("barn", "harbor", "paddock", "caravan", "resettlement", "refuge", "refuge_bonus", "palisade"),
    *("rope_bridge", "tree_house", "cave_action", "silo"),
)


@pytest.mark.parametrize("seed", range(6))
def test_r5_35_the_island_is_like_a_corner_of_the_board(seed: int) -> None:
    """All actions have the same targets on the Island as in a corner of a board without other land."""
    rng = random.Random(seed)
    words = random_words(rng, "GGGCDTSAWMM")
    mountains = [[r, c] for r in range(5) for c in range(10) if words[r][c] == "M"]
    fields: dict[str, Any] = {"pad": "N", "players": 3, "terrain": "grass"}
    board, _ = draw(as_drawing(words), **fields, caves=mountains[:2])
    island, _ = draw("N", as_drawing(words), **fields, caves=[["island", *h] for h in mountains[:2]])
    origins = [(r, c) for r in range(5) for c in range(10) if words[r][c].endswith("0")]
    queries: list[tuple[str, Hex | None]] = [(action, None) for action in ISLAND_ACTIONS + ISLAND_MOVES]
    queries += [(action, origin) for action in ISLAND_MOVES for origin in origins]
    for action, origin in queries:
        there = None if origin is None else at(*origin)
        assert targets(island, action, there) == [at(*h) for h in targets(board, action, origin)], (action, origin)


ISLAND_CARDS = (
    *("merchants", "discoverers", "hermits", "citizens", "miners", "workers", "knights"),
    *("geologists", "messengers", "noblewomen", "captains", "scouts", "rangers", "chainers"),
)


@pytest.mark.parametrize("seed", range(6))
def test_r7_3_everything_else_counts_on_the_island(seed: int) -> None:
    """Cards and tasks without sections, edges or water score on the Island as in a corner of the board."""
    words = random_words(random.Random(seed), "GGCDFTSAMMLKNO")
    fields: dict[str, Any] = {"players": 3, "cards": list(ISLAND_CARDS), "tasks": ["home_country", "fortress", "road"]}
    board, _ = draw(as_drawing(words), removed_terrain="canyon", **fields)
    island, _ = draw("W", as_drawing(words), removed_terrain="canyon", **fields)
    for here, there in zip(score(board), score(island), strict=True):
        for line in here["lines"]:
            line["hexes"] = [["island", *h] for h in line["hexes"]]
        assert here == there


def test_r5_35_board_and_island_together_in_reading_order() -> None:
    """Targets and scores list the board's hexes first, row by row, then the Island's."""
    table, marked = draw("W G+ W\n G+ W G+", "G+ W\n W G+", terrain="grass")
    assert targets(table, "mandatory") == marked
    settled_there, _ = draw("W G0 W\n G0 W G0", "G0 W\n W G0", cards=["discoverers"])
    assert earning(settled_there, "discoverers") == marked


def test_island_hexes_are_read_in_every_form() -> None:
    """An Island hex may be given as a list, as a tuple or as text, and short rows have no hex at their end."""
    island = {"rows": ["G.GGG", "", "GG", "", "G"], "location": "rope_bridge"}
    table = position({"settlements": [["island", 0, 2]], "wagon": ["island", 2, 0]}, island=island, background="W")
    for origin in (at(0, 2), ["island", 0, 2], "island,0,2"):
        assert legal(table, "refuge", origin) == [["island", 0, 3]]
    assert legal(table, "wagon", "island,2,0") == [["island", 2, 1]]
    assert legal(position(settled((4, 4))), "paddock", "4,4") == legal(position(settled((4, 4))), "paddock", (4, 4))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"island": "rope_bridge"}, "no map of the Island 'rope_bridge'"),
        ({"island": "tree_house"}, "no map of the Island 'tree_house'"),
        ({"island": {"rows": ["G"] * 4}}, "5 strings of up to 10 codes"),
        ({"island": {"rows": ["G" * 11] * 5}}, "5 strings of up to 10 codes"),
        ({"walls": [["island", 0, 0]]}, "no hex"),
        ({"scouts": [[0, 20]]}, "no hex"),
        ({"island": {"rows": ["G."] * 5}, "players": [{"settlements": [["island", 0, 1]]}]}, "no hex"),
        ({"island": {"rows": ["GGG", "GGG", "G.G", "", ""]}, "players": [{"city_hall": ["island", 1, 1]}]}, "no hex"),
        ({"players": [{"city_hall": [0, 4]}]}, "no city hall fits"),
        ({"caves": [[4, 4]]}, "on a mountain hex"),
        ({"capitols": [[4, 4]]}, "on a castle"),
    ],
)
def test_what_the_reference_rejects(fields: dict[str, Any], reason: str) -> None:
    """Islands by name, pieces on no hex, caves without a mountain and capitols without a castle are rejected."""
    with pytest.raises(ValueError, match=reason):
        score(position({}) | fields)
