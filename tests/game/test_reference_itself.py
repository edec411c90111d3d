"""The reference against the printed and derived examples of section 9 of the rules, on hand-made positions."""

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

Player = dict[str, Any]


def row(r: int, first: int, last: int) -> list[Hex]:
    """The hexes of one row from a first to a last column."""
    return [(r, c) for c in range(first, last + 1)]


def settled(*hexes: Hex) -> Player:
    """A player with settlements on these hexes."""
    return {"settlements": [list(h) for h in hexes]}


def position(
    *players: Player, background: str = "G", ground: dict[Hex, str] | None = None, **fields: Any
) -> dict[str, Any]:
    """A position on a board of one terrain but for the hexes that `ground` names."""
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


def gold(table: dict[str, Any], source: str) -> list[int]:
    """The gold of every player from one source."""
    return [entry["gold"] for player in score(table) for entry in player["lines"] if entry["source"] == source]


def earning(table: dict[str, Any], source: str, player: int = 0) -> list[Hex]:
    """The hexes shown for one source."""
    (entry,) = [entry for entry in score(table)[player]["lines"] if entry["source"] == source]
    return [(r, c) for r, c in entry["hexes"]]


def targets(table: dict[str, Any], action: str, origin: Hex | None = None, *, outpost: bool = False) -> list[Hex]:
    """What `legal` answers, as tuples."""
    return [(r, c) for r, c in legal(table, action, origin, outpost)]


def test_r9_1_lords_printed() -> None:
    """Counts 8/8/6/2 in one section give 12/12/6/0; the three empty sections give everybody 12 each."""
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
    """Only the best line counts, gaps or not, and of equal lines the upper one is shown."""
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
    """A piece next to water gives 1; a piece on water gives 0, more water next to it or not."""
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
    """With no own piece at canyon any canyon hex may be chosen, and with one only the canyon next to it."""
    canyon: dict[Hex, str] = {(4, 4): "C", (4, 5): "C", (12, 12): "C"}
    apart = position(settled((8, 8)), ground=canyon, terrain="canyon")
    beside = position(settled((4, 3)), ground=canyon, terrain="canyon")
    for action in ("mandatory", "oracle", "fort", "monastery", "donation:canyon"):
        assert targets(apart, action) == list(canyon)
        assert targets(beside, action) == [(4, 4)]


def test_r9_14_quarry() -> None:
    """Walls go only next to an own piece, on a free hex, and do not lean on one another."""
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
    """The outpost lets a settlement go to any free hex of the terrain and nowhere else."""
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


def test_r9_34_scouts_support_their_player() -> None:
    """In the own turn a scout supports a build and fills its hex, but it never scores."""
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
    """Areas are the connected groups, whatever lies between them."""
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
    """Diagonal lines from (4,4) run as the table says."""
    assert straight_line((4, 4), direction)[:3] == followers


def test_r9_42_paddock() -> None:
    """The paddock reaches the six hexes two steps away, whatever is jumped, if they are free LAND."""
    jumped: dict[Hex, str] = {(4, 5): "M", (4, 3): "L", (5, 4): "W"}
    table = position(settled((4, 4)), settled((3, 3)), ground=jumped)
    assert targets(table, "paddock", (4, 4)) == [(2, 3), (2, 5), (4, 2), (4, 6), (6, 3), (6, 5)]
    hindered = position(settled((4, 4)), settled((2, 3)), ground={(2, 5): "W", (4, 2): "K"}, walls=[[4, 6]])
    assert targets(hindered, "paddock", (4, 4)) == [(6, 3), (6, 5)]


def test_r9_43_tavern() -> None:
    """Three in a row open their two ends; another player's piece, a gap or a water hex does not serve."""
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
    """No city hall fits over the edge of the board."""
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
    """Zeros rank like other counts; the three empty sections give everybody 12 each."""
    players = [settled(*row(2 * seat, 0, count - 1)) for seat, count in enumerate(counts)]
    assert gold(position(*players, cards=["lords"]), "lords") == [36 + here for here in expected]


def test_r9_50_barn_with_a_single_settlement() -> None:
    """The only settlement supports nothing once lifted, so the barn reaches all of CARD but its origin."""
    canyon: dict[Hex, str] = {(4, 4): "C", (4, 5): "C", (12, 12): "C"}
    table = position(settled((4, 4)), ground=canyon, terrain="canyon")
    assert targets(table, "barn", (4, 4)) == [(4, 5), (12, 12)]
    supported = position(settled((4, 4), (8, 8)), ground=canyon | {(8, 9): "C"}, terrain="canyon")
    assert targets(supported, "barn", (4, 4)) == [(8, 9)]
    assert targets(supported, "barn") == [(4, 4), (8, 8)]


GRASS_ACTIONS = (
    *("mandatory", "oracle", "fort", "farm", "tavern", "village", "quarry", "barracks", "wagon"),
    *("barn", "paddock", "caravan", "resettlement", "donation:grass"),
)


@pytest.mark.parametrize("owner", [0, 1], ids=["own warrior", "foreign warrior"])
@pytest.mark.parametrize(
    ("action", "background", "at_5_7"),
    [
        *((action, "G", None) for action in GRASS_ACTIONS),
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
    """What could be placed on or moved to a neighbour of (5,5) cannot be once a warrior of anybody stands there."""
    ring = [h for h in BOARD if distance(h, (5, 5)) == 2] + row(5, 8, 9)
    own = settled(*ring) if at_5_7 is None else settled(*set(ring) - {(5, 7)}) | {at_5_7: [5, 7]}

    def reached(*players: Player) -> set[Hex]:
        table = position(*players, background=background, terrain="grass")
        return {h for origin in [None, *ring] for h in targets(table, action, origin)} & neighbours((5, 5))

    warrior = {"warriors": [[5, 5]]}
    assert reached(own, {})
    assert not (reached(own | warrior, {}) if owner == 0 else reached(own, warrior))


def test_r9_51_a_blocked_settlement_may_leave() -> None:
    """A settlement next to a warrior may leave by paddock, and cannot come to another neighbour of the warrior."""
    table = position(settled((5, 6)), {"warriors": [[5, 5]]})
    assert targets(table, "paddock") == [(5, 6)]
    assert targets(table, "paddock", (5, 6)) == [(3, 5), (3, 7), (5, 8), (7, 5), (7, 7)]
    assert targets(table, "resettlement", (5, 6)) == [(4, 7), (5, 7), (6, 7)]


def test_r0_21_a_lifted_warrior_blocks_nothing() -> None:
    """A warrior that moves lifts its own block, but not that of another warrior."""
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
    """A warrior goes on LAND next to own pieces if possible, never next to a warrior, and there are only two."""
    assert targets(position(settled((4, 4)), ground={(4, 5): "M"}), "barracks") == sorted(neighbours((4, 4)) - {(4, 5)})
    one = position(settled((4, 4)) | {"warriors": [[4, 6]]})
    assert targets(one, "barracks") == [(3, 3), (3, 4), (4, 3), (5, 3), (5, 4)]
    assert targets(position({"warriors": [[4, 6], [9, 9]]}), "barracks") == []


def test_r5_20_wagon() -> None:
    """The wagon stands on LAND and mountain, is placed next to own pieces if possible and moves by single steps."""
    ground: dict[Hex, str] = {(3, 3): "M", (3, 4): "W", (4, 3): "K"}
    beside = [(3, 3), (4, 5), (5, 3), (5, 4)]
    assert targets(position(settled((4, 4)), ground=ground), "wagon") == beside
    rolling = position({"wagon": [4, 4]}, ground=ground)
    assert targets(rolling, "wagon") == []
    assert targets(rolling, "wagon", (4, 4)) == beside


def test_r5_4_tower() -> None:
    """The tower builds on LAND of the outer edge, next to own pieces if possible."""
    assert targets(position(settled((5, 5))), "tower") == sorted(outer_edge())
    assert targets(position(settled((1, 5)), ground={(0, 5): "W"}), "tower") == [(0, 6)]
    assert targets(position(settled((1, 5))), "tower", outpost=True) == sorted(outer_edge())


def test_r5_7_harbor() -> None:
    """The harbor moves to water next to another own piece if possible; the lifted piece supports nothing."""
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
    """A settlement on a mountain next to water and another mountain fishes and does not mine; on water the reverse."""
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
    """Pieces next to a location, castle, nomad, palace or silo hex work, each once."""
    ground: dict[Hex, str] = {(2, 2): "L", (2, 4): "K", (6, 2): "N", (10, 2): "P", (14, 2): "O"}
    own = [(2, 3), (6, 3), (10, 3), (14, 3)]
    table = position(settled(*own, (18, 18)), ground=ground, cards=["workers"])
    assert gold(table, "workers") == [4]
    assert earning(table, "workers") == own


def test_r7_34_home_country_is_spoilt_by_a_wall_or_a_foreign_piece() -> None:
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


def test_r7_1_lines_of_a_score() -> None:
    """Cards, tasks, castle, palace and in-game gold are listed in this order, the red cards are not."""
    table = position(
        settled((4, 4)) | {"gold": 4},
        ground={(4, 5): "K", (9, 9): "P"},
        cards=["knights", "families", "hermits"],
        tasks=["road"],
    )
    assert score(table) == [
        {
            "total": 10,
            "lines": [
                {"source": "knights", "gold": 2, "hexes": [[4, 4]]},
                {"source": "hermits", "gold": 1, "hexes": [[4, 4]]},
                {"source": "road", "gold": 0, "hexes": []},
                {"source": "castle", "gold": 3, "hexes": [[4, 5]]},
                {"source": "palace", "gold": 0, "hexes": []},
                {"source": "in_game", "gold": 4, "hexes": []},
            ],
        }
    ]
