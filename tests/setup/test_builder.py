"""Sections 1 and 2 of the rules: the components, and the set-up before the first turn."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations, permutations
from math import sqrt
from typing import Any

import pytest

from kingdom_builder import SetupError, answer_name
from kingdom_builder.engine.hexes import (
    COORDINATES,
    SECTIONS,
    Coordinate,
    distance,
    format_hexes,
    iter_hexes,
    parse_hex,
)
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import BASE_DECK, SWAMP_DECK, TERRAINS
from kingdom_builder.game import Game, new_first_game, new_game
from kingdom_builder.sets.nomads.setup import NOMAD_POOL
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.sets.slots import HARVEST
from kingdom_builder.setup.builder import first_game, new_setup
from kingdom_builder.setup.sections import all_sections, island_sides, section
from tests import box
from tests.drawing import card_number, gold, hexes, nomad_names, offered, options, play, table, tile_names

TASK_CARDS = {"home_country", "fortress", "road", "place_of_refuge", "advance", "compass_points"}
BIG_SETS = ("base", "nomads", "crossroads", "marshlands", "harvest")
QUEENIES = ("capitol", "caves", "island")
ALL_SETS = (*BIG_SETS, *QUEENIES)
MIXES = [
    *(sets for n in (1, 2) for sets in combinations(BIG_SETS, n)),
    ("base", "nomads", "crossroads"),
    BIG_SETS,
    *(("base", queenie) for queenie in QUEENIES),
    ALL_SETS,
]
"""Every set, every pair of sets, and some larger mixes."""
CROSSROADS_SECTIONS = [*box.SECTIONS["crossroads"]]
MARSHLANDS_SECTIONS = [*box.SECTIONS["marshlands"]]
BASE_SECTIONS = [*box.SECTIONS["base"]]
WITHOUT_SCOUTS = ["lords", "knights", "miners"]

each_mix = pytest.mark.parametrize("sets", MIXES, ids="+".join)


def play_out(game: Game, seed: int = 1) -> Game:
    """Play random answers to the end of the game."""
    rng = Rng(seed)
    while not game.over:
        game.play(rng.choice(game.legal_answers()))
    return game


def end_turn(game: Game) -> None:
    """Play the first legal answer until the turn of the next player."""
    turn = game.turn
    while game.turn == turn and not game.over:
        game.play(game.legal_answers()[0])


def hands(game: Game) -> list[list[str]]:
    """Return the terrain cards of every seat."""
    return [[card_name(card) for card in player.hand] for player in game.players]


def card_name(card: int) -> str:
    """Return the name of a terrain card: `grass`, or `swamp/grass`."""
    return TERRAINS[card] if card < 5 else f"swamp/{TERRAINS[card - 5]}"


def all_terrain_cards(game: Game) -> Counter[str]:
    """Count the terrain cards in the draw pile and in all hands."""
    return Counter(map(card_name, [*game.deck.draw, *(card for player in game.players for card in player.hand)]))


def position_document(game: Game) -> dict[str, Any]:
    """Return the content of the position file of a game."""
    document: dict[str, Any] = json.loads(game.to_position())
    return document


def public_setup(setup: Setup) -> tuple[object, ...]:
    """Return everything that the first seed determines."""
    extras = (setup.board.island, setup.marked("capitols"), setup.marked("caves"), setup.removed_terrain)
    return setup.board.sections, setup.cards, setup.tasks, dict(setup.nomad_tiles), setup.start, extras


def section_names(setup: Setup) -> list[str]:
    """Return the four sections of a set-up."""
    assert setup.board.sections is not None
    return [name for name, _ in setup.board.sections]


def is_uniform(counts: Counter[Any], cells: Iterable[Any]) -> bool:
    """Return whether a chi-square test finds a uniform distribution, with a limit of four standard deviations."""
    keys = list(cells)
    assert set(counts) <= set(keys)
    expected = counts.total() / len(keys)
    freedom = len(keys) - 1
    return sum((counts[key] - expected) ** 2 / expected for key in keys) < freedom + 4 * sqrt(2 * freedom)


# Section 1: components.


@each_mix
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r1_1_r8_1_two_to_five_players_with_any_sets(players: int, sets: tuple[str, ...]) -> None:
    """Two to five players can play with any sets, each with 40 settlements and no gold, to the end of the game."""
    game = new_game(11, players=players, sets=sets)
    assert [(seat.supply, seat.gold) for seat in game.players] == [(40, 0)] * players
    assert len(play_out(game).scores()) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_r1_1_no_other_number_of_players(players: int) -> None:
    """One player and six players are rejected."""
    with pytest.raises(ValueError, match=f"^players: {players} is not possible, 2 to 5 can play$"):
        new_game(1, players=players)


@pytest.mark.parametrize(
    ("name", "sections", "locations", "others"),
    [
        ("base", 8, 14, {"castle": 10}),
        ("nomads", 4, 7, {"nomad": 6}),
        ("crossroads", 4, 8, {"castle": 4}),
        ("marshlands", 4, 8, {"palace": 4}),
        ("harvest", 4, 8, {"silo": 4}),
    ],
)
def test_r1_2_r2_13_r2_17_special_hexes_on_the_boards_of_a_set(
    name: str, sections: int, locations: int, others: dict[str, int]
) -> None:
    """All sections of a box together have the special hexes of the table; Marshlands has palaces and no castles."""
    found: Counter[str] = Counter()
    pieces = [*box.SECTIONS[name]]
    assert len(pieces) == sections
    for four in (pieces[i : i + 4] for i in range(0, sections, 4)):
        board = new_game(1, sets=[name], sections=four).board
        for kind, where in board.special_by_kind.items():
            found[kind] += where.bit_count()
    assert +found == {"location": locations, **others}


def test_r1_3_location_tiles() -> None:
    """The sections of the boxes and the Island have the 94 location tiles of the rule, two on every location hex."""
    found: dict[str, Counter[str]] = {}
    pieces = box.SECTION_NAMES
    games = [new_game(1, sets=BIG_SETS, sections=pieces[i : i + 4]) for i in range(0, len(pieces), 4)]
    games += [new_game(1, sets=["base", "island"], island=side) for side in ("rope_bridge", "tree_house")]
    for game in games:
        assert game.board.sections is not None
        for h, kind in game.board.location_at.items():
            quadrant = next((i for i, part in enumerate(SECTIONS) if part >> h & 1), None)
            if (quadrant is None) != ("island" in game.setup.sets):
                continue
            of = "island" if quadrant is None else section(game.board.sections[quadrant][0]).set
            left = (game.tiles_left >> h & 1) + (game.two_tiles_left >> h & 1)
            found.setdefault(of, Counter())[answer_name(kind)] += left
    assert found == box.TILES
    assert [sum(tiles.values()) for tiles in box.TILES.values()] == [28, 14, 16, 16, 16, 4]
    assert sum(tiles.total() for tiles in found.values()) == 94


@pytest.mark.parametrize(("owners", "bonus"), [([], True), ([0], True), ([0, 1], False)])
def test_r1_4_r2_16_two_bonus_tiles_of_each_kind(owners: list[int], bonus: bool) -> None:
    """A player takes the bonus tile with the second location tile of a kind, while one of the two is left."""
    game = table(
        "temple G temple G\n G2 G G G",
        players=3,
        to_play=2,
        terrain="grass",
        tiles={2: ["temple@a1"]},
        bonus={owner: ["temple"] for owner in owners},
    )
    assert position_document(game)["players"][2]["bonus_tiles"] == []
    play(game, "b2")
    assert tile_names(game, 2) == ["temple"] * 2
    assert position_document(game)["players"][2]["bonus_tiles"] == (["temple"] if bonus else [])


BASE_CARD_COUNTS = dict.fromkeys(("grass", "canyon", "desert", "flower", "forest"), 5)
SWAMP_CARD_COUNTS = {f"swamp/{terrain}": 1 for terrain in BASE_CARD_COUNTS}


@each_mix
def test_r1_5_r2_3_r2_18_the_terrain_deck(sets: tuple[str, ...]) -> None:
    """The deck is five cards of each card terrain, with a Marshlands section also the five swamp cards, shuffled."""
    for seed in range(5):
        game = new_game(seed, players=3, sets=sets, cards=WITHOUT_SCOUTS)
        swamp = any(section(name).set == "marshlands" for name in section_names(game.setup))
        assert all_terrain_cards(game) == BASE_CARD_COUNTS | (SWAMP_CARD_COUNTS if swamp else {})
        assert (len(game.deck.draw), game.deck.discard, game.deck.removed) == (27 if swamp else 22, (), ())
        assert list(game.deck.draw) != sorted(game.deck.draw)


def test_r1_6_nomad_tiles() -> None:
    """There are 15 nomad tiles: seven donations of one terrain each, and two of each of the four others."""
    donations = {f"donation:{name}" for name in ("grass", "canyon", "desert", "flower", "forest", "water", "mountain")}
    others = ("resettlement", "outpost", "sword", "treasure")
    assert Counter(map(answer_name, NOMAD_POOL)) == dict.fromkeys(donations, 1) | dict.fromkeys(others, 2)


def test_r1_7_kingdom_builder_cards() -> None:
    """There are 25 cards: 10 of the base game, 3 red ones, 6 of Marshlands, 6 of Harvest and none of Crossroads."""
    assert {name: len(cards) for name, cards in box.CARDS.items()} == dict(zip(BIG_SETS, (10, 3, 0, 6, 6), strict=True))
    for name, cards in box.CARDS.items():
        assert REGISTRY.card_ids(name)[: len(cards)] == cards


def test_r1_8_task_cards() -> None:
    """Crossroads has the six task cards of the rule."""
    assert len(TASK_CARDS) == 6
    assert set(REGISTRY.task_ids) >= TASK_CARDS


@pytest.mark.parametrize(("walls", "more"), [(0, 2), (23, 2), (24, 1), (25, 0)])
def test_r1_9_r2_12_r8_22_there_are_25_walls(walls: int, more: int) -> None:
    """With a quarry walls can be built until 25 are on the board, and then no more."""
    rows = ["D="] * walls
    drawing = f"quarry D0 D D\n D D D\n{' '.join(rows[:20]) or 'W'}\n{' '.join(rows[20:]) or 'W'}"
    game = table(drawing, terrain="desert", tiles={0: ["quarry@a1"]})
    assert ("quarry" in options(game)) == (more > 0)
    if more:
        play(game, "quarry", "c1")
        assert ("stop" in options(game)) == (more > 1)
    if more > 1:
        play(game, "a2")
    assert game.walls.bit_count() == walls + more


TOWN = """
    lighthouse barracks city_hall wagon W G G
      G0       G0       G0        W W W G
    G          G        G         G W G G
"""


@pytest.mark.parametrize("tile", ["lighthouse", "barracks", "city_hall", "wagon"])
def test_r1_10_r2_15_tokens_of_a_player(tile: str) -> None:
    """With the matching tile a player can place 2 warriors, 1 ship, 1 wagon or the 7 hexes of a city hall."""
    at = {"lighthouse": "a1", "barracks": "b1", "city_hall": "c1", "wagon": "d1"}
    most: dict[int, dict[str, int]] = {0: {}, 1: {}}
    for seed in range(3):
        game = table(TOWN, pad="G", tiles={0: [f"{tile}@{at[tile]}"]}, tiles_left=dict.fromkeys(at.values(), 0))
        rng = Rng(seed)
        for _ in range(200):
            if game.over:
                break
            game.play(rng.choice(game.legal_answers()))
            for seat, found in most.items():
                for kind in ("warrior", "ship", "wagon", "city_hall"):
                    found[kind] = max(found.get(kind, 0), game.players[seat].hexes_of(kind).bit_count())
    expected = {
        "lighthouse": ("ship", 1),
        "barracks": ("warrior", 2),
        "city_hall": ("city_hall", 7),
        "wagon": ("wagon", 1),
    }
    nothing = {"warrior": 0, "ship": 0, "wagon": 0, "city_hall": 0}
    assert most == {0: nothing | dict([expected[tile]]), 1: nothing}


CATHEDRAL = """
    cathedral G0 G G
      G0      G  G
"""


@pytest.mark.parametrize(
    ("numbers", "collects"),
    [({}, True), ({0: 10, 1: 7}, True), ({1: 17}, True), ({0: 10, 1: 8}, False), ({0: 18}, False), ({1: 18}, False)],
)
def test_r1_11_r2_19_number_tiles_worth_18(numbers: dict[int, int], collects: bool) -> None:
    """With a cathedral number tiles can be taken one by one until all players together have 18."""
    game = table(CATHEDRAL, terrain="grass", tiles={0: ["cathedral@a1"]}, numbers=numbers)
    own = numbers.get(0, 0)
    assert ("cathedral" in options(game)) == (collects or own > 0)
    if collects or own:
        play(game, "cathedral")
    assert ("collect" in options(game)) == collects
    if collects:
        play(game, "collect")
        assert position_document(game)["players"][0]["number_tiles"] == own + 1


def test_r1_11_r2_19_two_scouts() -> None:
    """With a scout cabin one or two scouts are placed, and no third."""
    game = table("scout_cabin G0 W M D\n G W M D", terrain="grass", tiles={0: ["scout_cabin@a1"]})
    play(game, "scout_cabin", "c1")
    assert "stop" in options(game)
    play(game, "d1")
    assert position_document(game)["scouts"] == [[0, 2], [0, 3]]
    assert "scout_cabin" not in options(game)
    assert "e1" not in hexes(game)


@pytest.mark.parametrize(
    ("without", "sections"),
    [
        ("cathedral", ["bazaar_water_mill", "mountain_station_scout_cabin", "university_palisade", "farm"]),
        ("scout_cabin", ["bazaar_water_mill", "cathedral_watchtower", "university_palisade", "farm"]),
    ],
)
def test_r2_19_no_number_tiles_without_cathedral_and_no_scouts_without_cabin(without: str, sections: list[str]) -> None:
    """Number tiles are in play only with the cathedral, scouts only with the scout cabin."""
    seen: Counter[str] = Counter()
    for seed in range(8):
        game = new_game(seed, sets=["base", "harvest"], sections=sections)
        rng = Rng(seed)
        while not game.over:
            picked = game.legal()[1] if rng.randbelow(2) and game.legal()[1] else game.legal_answers()
            game.play(rng.choice(picked))
            seen["cathedral"] += any(seat.extra[HARVEST].numbers for seat in game.players)
            seen["scout_cabin"] += game.turn_state.temporary != 0
    assert seen[without] == 0
    assert seen.total() > 0


def test_r1_12_r0_2_components_of_the_queenies() -> None:
    """There are two capitols, four caves, and an Island of five rows with one location on each of its two sides."""
    both = new_setup(1, sets=ALL_SETS, sections=["oracle", "harbor", "tower", "barn"])
    assert both.marked("capitols").bit_count() == 2
    caves = Counter(new_setup(seed, sets=["base", "caves"]).marked("caves").bit_count() for seed in range(100))
    assert max(caves) == 4
    found = {}
    for side in ("rope_bridge", "tree_house"):
        board = new_setup(1, sets=["base", "island"], island=side).board
        assert board.island is not None
        assert len(board.island.rows) == 5
        hexes_of_island = [COORDINATES[h] for h in iter_hexes(board.open | board.special) if COORDINATES[h].island]
        assert {place.row for place in hexes_of_island} == set(range(5))
        found[side] = [answer_name(kind) for h, kind in board.location_at.items() if COORDINATES[h].island]
    assert found == {"rope_bridge": ["rope_bridge"], "tree_house": ["tree_house"]}
    assert len(island_sides()) == 2


# Section 2: set-up.


@each_mix
def test_r2_1_four_different_sections_of_the_sets(sets: tuple[str, ...]) -> None:
    """The board is four different sections, all from the sets chosen."""
    for seed in range(50):
        found = section_names(new_setup(seed, sets=sets))
        assert len(set(found)) == 4
        assert {section(name).set for name in found} <= set(sets)


@pytest.mark.parametrize("queenies", [[*some] for n in (1, 2, 3) for some in combinations(QUEENIES, n)], ids="+".join)
def test_r2_1_queenies_alone_are_played_on_the_base_sections(queenies: list[str]) -> None:
    """Without a set that has sections the board has base sections, as with the base game."""
    for seed in range(20):
        alone, named = new_setup(seed, sets=queenies), new_setup(seed, sets=["base", *queenies])
        assert {section(name).set for name in section_names(alone)} == {"base"}
        assert public_setup(alone) == public_setup(named)
        assert alone.sets == tuple(queenies)
        assert (alone.marked("capitols") != 0) == (
            "capitol" in queenies and bool({"oracle", "harbor"} & {*section_names(alone)})
        )
        assert (alone.board.island is not None) == ("island" in queenies)


def test_r2_1_sets_in_any_order() -> None:
    """Sets may be named in any order; the set-up has them in a fixed order."""
    assert new_setup(1, sets=[*reversed(ALL_SETS)]).sets == ALL_SETS
    assert public_setup(new_setup(1, sets=[*reversed(ALL_SETS)])) == public_setup(new_setup(1, sets=ALL_SETS))
    assert new_setup(1, sets=[]).sets == ("base",)
    assert new_setup(1, sets=["harvest", "island"]).sets == ("harvest", "island")


def test_r2_1_sections_may_be_chosen() -> None:
    """A section can be chosen with or without its turn, or drawn at random."""
    for seed in range(20):
        sections = new_setup(seed, sections=["farm:180", "?", "oasis", "tower:0"]).board.sections
        assert sections is not None
        assert (sections[0], sections[2][0], sections[3]) == (("farm", True), "oasis", ("tower", False))
        assert sections[1][0] not in ("farm", "oasis", "tower")


def test_r2_1_every_section_occurs_in_every_quadrant_in_both_orientations() -> None:
    """Each section is drawn for each quadrant equally often, and turned in half of the cases."""
    boards = [new_setup(seed, sets=BIG_SETS).board.sections or () for seed in range(4800)]
    cells = [(piece.name, turned) for piece in all_sections() for turned in (False, True)]
    for quadrant in range(4):
        assert is_uniform(Counter(board[quadrant] for board in boards), cells)
    assert is_uniform(Counter(tuple(turned for _, turned in board) for board in boards), _flags(4))


def _flags(n: int) -> list[tuple[bool, ...]]:
    return [tuple(bool(number >> i & 1) for i in range(n)) for number in range(1 << n)]


@each_mix
def test_r2_2_two_tiles_on_every_location_hex(sets: tuple[str, ...]) -> None:
    """Two tiles are on every location hex, one on every nomad space, and no player has any."""
    game = new_game(9, sets=sets)
    expected = dict.fromkeys(iter_hexes(game.board.locations), 2) | dict.fromkeys(iter_hexes(game.board.nomads), 1)
    assert sorted(position_document(game)["tiles_left"].values()) == sorted(expected.values())
    assert game.tiles_left == sum(1 << h for h in expected)
    assert game.two_tiles_left == game.board.locations
    assert [(seat.tiles, seat.nomads, seat.taken_from) for seat in game.players] == [((), (), 0)] * 2


@each_mix
def test_r2_4_three_cards_of_the_sets_and_always_the_base_cards(sets: tuple[str, ...]) -> None:
    """Three different cards are drawn from the base cards and those of the sets in use, each equally often."""
    pool = {card for name in {"base", *sets} for card in REGISTRY.card_ids(name)}
    drawn = [new_setup(seed, sets=sets).cards for seed in range(600)]
    assert {len(set(cards)) for cards in drawn} == {3}
    assert is_uniform(Counter(card for cards in drawn for card in cards), pool)


def test_r2_4_whatever_sections_are_on_the_board() -> None:
    """Cards of all sets are drawn for a board of base sections too."""
    drawn = {card for seed in range(90) for card in new_setup(seed, sets=ALL_SETS, sections=BASE_SECTIONS[:4]).cards}
    assert drawn == set(REGISTRY.card_ids())


def test_r2_5_every_player_begins_with_40_settlements_and_no_gold() -> None:
    """Before the first turn every settlement is in supply, no gold is earned and the board is empty."""
    for player in position_document(new_game(4, players=5, sets=ALL_SETS))["players"]:
        assert (player["supply"], player["gold"], player["settlements"]) == (40, 0, [])


def test_r2_6_every_player_has_one_card_and_sees_it() -> None:
    """Each player gets one terrain card from the top of the deck, beginning with the start player, and sees it."""
    game = new_game(6, players=4)
    assert [len(hand) for hand in hands(game)] == [1] * 4
    (order,) = game.deck.shuffles
    dealt = [game.players[(game.setup.start + i) % 4].hand[0] for i in range(4)]
    assert (*game.deck.draw, *reversed(dealt)) == order
    assert [game.view(seat).hand for seat in range(4)] == [game.players[seat].hand for seat in range(4)]


def test_r0_23_r2_6_other_hands_and_the_deck_are_hidden() -> None:
    """A view does not depend on other hands and the order of the deck, and contains everything else."""
    game = new_game(6, players=3, start=0)
    other = game.copy()
    (other_hand,) = game.players[2].hand
    at = next(i for i, card in enumerate(game.deck.draw) if card != other_hand)
    other.change(2).hand = (game.deck.draw[at],)
    draw = [*game.deck.draw[:at], other_hand, *game.deck.draw[at + 1 :]]
    other.deck = game.deck._replace(draw=tuple(reversed(draw)), shuffles=((),))
    other.setup = replace(other.setup, seed=None, deck_seed=0)
    assert hands(other) != hands(game)
    for seat in (0, 1):
        assert other.view(seat) == game.view(seat)
    assert other.view(2) != game.view(2)
    play(other, answer_name(other.legal_answers()[0]))
    assert other.view(1) != game.view(1)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_r2_7_turns_follow_the_seats_from_the_start_player(players: int) -> None:
    """The chosen start player begins, then seats play in increasing order."""
    for start in range(players):
        game = new_game(8, players=players, start=start)
        seats = []
        for _ in range(2 * players):
            seats.append(game.to_play)
            end_turn(game)
        assert seats == [(start + i) % players for i in range(2 * players)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r2_7_r8_53_the_start_player_is_random_unless_chosen(players: int) -> None:
    """Without a choice every seat begins equally often."""
    starts = Counter(new_setup(seed, players=players).start for seed in range(1000))
    assert is_uniform(starts, range(players))


def test_r2_8_only_what_is_in_play_matters() -> None:
    """With all sets in use but only base sections on the board there is no nomad tile, no task, no swamp card."""
    game = new_game(3, sets=BIG_SETS, sections=BASE_SECTIONS[4:], cards=WITHOUT_SCOUTS)
    assert (game.setup.tasks, game.setup.nomad_tiles, game.board.nomads) == ((), {}, 0)
    assert (game.setup.swamp_cards, game.setup.removed_terrain, game.rules.free_actions) == (False, None, ())
    assert (game.setup.marked("capitols"), game.setup.marked("caves"), game.board.island) == (0, 0, None)
    play_out(game)
    assert game.walls == 0
    assert [seat.tokens for seat in game.players] == [(), ()]
    assert [line.source for line in game.score(0)] == ["lords", "knights", "miners", "castle", "in_game"]


def test_r2_9_the_suggested_first_game() -> None:
    """Tavern and Paddock are above Oasis and Farm, none turned, with Fishermen, Knights and Merchants."""
    for seed in range(10):
        game = new_first_game(seed, players=4)
        document = position_document(game)
        assert document["board"] == {"sections": [["tavern", 0], ["paddock", 0], ["oasis", 0], ["farm", 0]]}
        assert document["cards"] == ["fishermen", "knights", "merchants"]
        assert document["tasks"] == []
    assert hands(new_first_game(1)) != hands(new_first_game(2))


def test_r2_11_a_nomad_tile_on_every_nomad_hex() -> None:
    """Every nomad space has one tile out of the 15, each equally often."""
    found: Counter[int] = Counter()
    for seed in range(500):
        setup = new_setup(seed, sets=["nomads"], sections=[*box.SECTIONS["nomads"]])
        assert set(setup.nomad_tiles) == set(iter_hexes(setup.board.nomads))
        assert len(setup.nomad_tiles) == 6
        assert not Counter(setup.nomad_tiles.values()) - Counter(NOMAD_POOL)
        found.update(setup.nomad_tiles.values())
    for kind, copies in Counter(NOMAD_POOL).items():
        found[kind] //= copies
    assert is_uniform(found, set(NOMAD_POOL))


def test_r2_11_nothing_is_refilled() -> None:
    """A nomad space stays empty after its tile is taken."""
    game = play(table("G N:sword G", terrain="grass"), "a1")
    assert nomad_names(game) == ["sword"]
    assert position_document(game)["tiles_left"] == {"0,1": 0}
    play(game, "c1")
    assert nomad_names(game) == ["sword"]


@pytest.mark.parametrize("count", range(5))
def test_r2_14_a_task_for_every_crossroads_section(count: int) -> None:
    """There are as many different tasks as Crossroads sections on the board."""
    sections = [*CROSSROADS_SECTIONS[:count], *BASE_SECTIONS[: 4 - count]]
    for seed in range(30):
        tasks = new_setup(seed, sets=ALL_SETS, sections=sections).tasks
        assert len(set(tasks)) == len(tasks) == count


def test_r2_14_tasks_are_drawn_at_random() -> None:
    """Each task card is drawn equally often."""
    drawn = Counter(task for seed in range(600) for task in new_setup(seed, sets=["crossroads"]).tasks)
    assert is_uniform(drawn, REGISTRY.task_ids)


# Marshlands.


@pytest.mark.parametrize("count", range(5))
def test_r2_18_r8_2_swamp_cards_with_a_marshlands_section(count: int) -> None:
    """The five swamp cards are in the deck when a Marshlands section is on the board, and always with the option."""
    sections = [*MARSHLANDS_SECTIONS[:count], *BASE_SECTIONS[: 4 - count]]
    options_of_game: dict[str, Any] = {"sets": ["base", "marshlands"], "sections": sections, "cards": WITHOUT_SCOUTS}
    assert all_terrain_cards(new_game(2, **options_of_game)) == BASE_CARD_COUNTS | (SWAMP_CARD_COUNTS if count else {})
    always = all_terrain_cards(new_game(2, always_swamp_cards=True, **options_of_game))
    assert always == BASE_CARD_COUNTS | SWAMP_CARD_COUNTS


@pytest.mark.parametrize("sets", [["base"], ["nomads"], ["crossroads", "harvest"]], ids="+".join)
def test_r2_18_r8_2_the_option_needs_no_marshlands(sets: list[str]) -> None:
    """With the option swamp cards are in any game, and without it in none of these."""
    assert new_game(1, sets=sets, always_swamp_cards=True).setup.deck == BASE_DECK + SWAMP_DECK
    assert new_game(1, sets=sets).setup.deck == BASE_DECK


@pytest.mark.parametrize("two_cards", [False, True])
def test_r3_6_r2_18_swamp_cannot_be_chosen_where_there_is_none(two_cards: bool) -> None:
    """On a board without a swamp hex the swamp of a card is ignored: it is a card of its other terrain."""
    seen: set[str] = set()
    for seed in range(60):
        game = new_game(seed, always_swamp_cards=True, two_cards=two_cards, start=0)
        hand = hands(game)[0]
        seen.update(hand)
        terrains = {card.removeprefix("swamp/") for card in hand}
        if two_cards:
            assert options(game) == terrains
        else:
            assert {TERRAINS[game.terrain] if game.terrain is not None else None} == terrains
            assert game.question is not None
            assert (game.question.stage, game.question.left) == ("mandatory", 3)
    assert {*SWAMP_CARD_COUNTS} <= seen


def test_r3_6_r2_18_swamp_can_be_chosen_where_there_is_some() -> None:
    """With a swamp hex on the board the player chooses between the two terrains of a swamp card."""
    seen: set[str] = set()
    for seed in range(60):
        game = new_game(seed, sets=["marshlands"], cards=WITHOUT_SCOUTS, start=0)
        ((card,), _) = hands(game)
        seen.add(card)
        if card.startswith("swamp/"):
            assert game.terrain is None
            assert options(game) == {"swamp", card.removeprefix("swamp/")}
        else:
            assert game.terrain == card_number(card)
    assert len(seen) == 10


@pytest.mark.parametrize("island_swamp", [False, True])
def test_r3_6_a_swamp_hex_of_the_island_counts(island_swamp: bool) -> None:
    """Swamp on the Island alone is enough to choose swamp."""
    rows = ["..GS" if island_swamp else "..GG", ".GGGG", "GGL", "GG", "G"]
    game = table("G G G\n D D", to_play=1, island=("rope_bridge", rows))
    game.change(0).hand = (card_number("swamp/grass"),)
    play(game, "end_turn")
    assert ("swamp" in offered(game)) == island_swamp
    assert (game.terrain is None) == island_swamp


def test_r2_20_r9_55_r8_3_the_scouts_card_removes_a_terrain() -> None:
    """With Scouts, before hands are dealt, the 5 cards of one terrain and the swamp card that shows it are removed."""
    removed: Counter[int] = Counter()
    for seed in range(400):
        swamp = seed % 2 == 1
        game = new_game(seed, players=5, cards=["?", "scouts"], sets=["base", "marshlands"], always_swamp_cards=swamp)
        swamp = swamp or any(section(name).set == "marshlands" for name in section_names(game.setup))
        assert game.setup.removed_terrain is not None
        terrain = TERRAINS[game.setup.removed_terrain]
        removed[game.setup.removed_terrain] += 1
        whole = BASE_CARD_COUNTS | (SWAMP_CARD_COUNTS if swamp else {})
        left = all_terrain_cards(game)
        assert left == {card: n for card, n in whole.items() if card not in (terrain, f"swamp/{terrain}")}
        assert left.total() == (24 if swamp else 20)
        assert position_document(game)["removed_terrain"] == terrain
        assert (game.deck.discard, game.deck.removed) == ((), ())
    assert is_uniform(removed, range(5))


def test_r2_20_no_terrain_is_removed_without_the_scouts_card() -> None:
    """Exactly the games with the Scouts card among their three have a removed terrain, drawn or chosen."""
    for seed in range(100):
        setup = new_setup(seed, sets=ALL_SETS)
        assert (setup.removed_terrain is not None) == ("scouts" in setup.cards)
        assert new_setup(seed, sets=ALL_SETS, cards=WITHOUT_SCOUTS).removed_terrain is None


def test_r2_20_the_removed_terrain_never_comes_back() -> None:
    """When the discard pile is shuffled again it does not contain the removed cards."""
    for seed in range(3):
        game = play_out(new_game(seed, players=5, sets=["marshlands"], cards=["scouts"]))
        assert len(game.deck.shuffles) > 1
        terrain = game.setup.removed_terrain
        assert terrain is not None
        assert not {terrain, terrain + 5} & {card for order in game.deck.shuffles for card in order}


# The Queenies.


def castles_of(setup: Setup, quadrant: int) -> list[str]:
    """Return the names of the castles of a section."""
    return format_hexes(setup.board.special_hexes("castle") & SECTIONS[quadrant]).split()


@pytest.mark.parametrize(
    ("sections", "with_capitol"),
    [
        (["oracle", "harbor", "tower", "barn"], {0, 1}),
        (["farm", "tavern", "harbor", "oasis"], {2}),
        (["farm", "tavern", "barn", "oracle"], {3}),
        (["farm", "tavern", "barn", "oasis"], set()),
        (["quarry", "canoe", "bazaar_water_mill", "city_hall_fort"], set()),
    ],
)
def test_r2_21_r8_58_a_capitol_on_a_castle_of_oracle_and_harbor(sections: list[str], with_capitol: set[int]) -> None:
    """Each of the sections Oracle and Harbor on the board has one capitol, on either of its two castles at random."""
    found: dict[int, Counter[str]] = {quadrant: Counter() for quadrant in with_capitol}
    turned = [f"{name}:{180 * (i % 2)}" for i, name in enumerate(sections)]
    for seed in range(200):
        setup = new_setup(seed, sets=ALL_SETS, sections=turned)
        assert setup.marked("capitols").bit_count() == len(with_capitol)
        for quadrant in with_capitol:
            found[quadrant][format_hexes(setup.marked("capitols") & SECTIONS[quadrant])] += 1
        assert new_setup(seed, sets=BIG_SETS, sections=turned).marked("capitols") == 0
    for quadrant, counts in found.items():
        castles = castles_of(setup, quadrant)
        assert len(castles) == 2
        assert is_uniform(counts, castles)


def test_r2_21_r8_58_capitols_may_be_chosen() -> None:
    """A capitol is on the chosen castle; the others are drawn as without the choice."""
    sections = ["farm", "oracle", "harbor", "oasis"]
    for seed in range(10):
        free = new_setup(seed, sets=ALL_SETS, sections=sections)
        for one in castles_of(free, 1):
            setup = new_setup(seed, sets=ALL_SETS, sections=sections, capitols=[one])
            assert format_hexes(setup.marked("capitols") & SECTIONS[1]) == one
            assert setup.marked("capitols") & SECTIONS[2] == free.marked("capitols") & SECTIONS[2]
            for other in castles_of(free, 2):
                both = new_setup(seed, sets=ALL_SETS, sections=sections, capitols=[other, one])
                assert format_hexes(both.marked("capitols")).split() == sorted(
                    [one, other], key=lambda text: parse_hex(text)
                )


def test_r2_22_r8_28_a_castle_under_a_capitol_stays_a_castle() -> None:
    """Nothing is placed on it, it is one special hex, and it gives its 3 gold in addition to the capitol's."""
    game = table("G0 K G\n G G G", terrain="grass", cards=["workers"], capitols=["b1"])
    assert "b1" not in hexes(game)
    assert game.board.special_of(parse_hex("b1").hex) == "castle"
    assert gold(game) == {"workers": 1, "castle": 3, "capitol": 1, "in_game": 0}
    assert position_document(game)["capitols"] == [[0, 1]]


def cave_candidates(setup: Setup, part: int, *, alone: bool = False) -> set[str]:
    """Return the mountains of a section at least 3 hexes from every special hex of the board, or of the section."""
    mountains = setup.board.terrain[TERRAINS.index("mountain")] & part
    special = [*iter_hexes(setup.board.special & (part if alone else sum(SECTIONS)))]
    return {
        str(COORDINATES[h]) for h in iter_hexes(mountains) if all((distance(h, other) or 0) >= 3 for other in special)
    }


def test_r2_23_r8_4_a_cave_on_every_section_with_a_candidate() -> None:
    """Each section has one cave, on a mountain at least 3 hexes from every special hex of the whole board, if any."""
    spoilt = 0
    for seed in range(150):
        setup = new_setup(seed, sets=ALL_SETS)
        for part in SECTIONS:
            candidates = cave_candidates(setup, part)
            cave = format_hexes(setup.marked("caves") & part)
            assert cave in candidates if candidates else cave == ""
            spoilt += candidates != cave_candidates(setup, part, alone=True)
        assert not setup.marked("caves") & ~sum(SECTIONS)
        assert new_setup(seed, sets=BIG_SETS).marked("caves") == 0
    assert spoilt, "a special hex beyond the border was to come too near"


def test_r2_23_the_cave_is_drawn_at_random() -> None:
    """Each mountain that can have the cave is drawn equally often."""
    setups = [new_setup(seed, sets=["nomads", "caves"], sections=["quarry:0", "village:0"]) for seed in range(600)]
    for part in SECTIONS[:2]:
        same = [setup for setup in setups if cave_candidates(setup, part) == cave_candidates(setups[0], part)]
        assert len(same) > 100
        assert is_uniform(
            Counter(format_hexes(setup.marked("caves") & part) for setup in same), cave_candidates(same[0], part)
        )


@pytest.mark.parametrize(
    ("name", "candidates"),
    [
        ("oasis", []),
        ("harbor", [(3, 6)]),
        ("farm", [(7, 4), (8, 1)]),
        ("oracle", [(5, 0), (8, 7)]),
        ("caravan", [(3, 7)]),
        ("quarry", [(0, 6), (2, 1), (2, 9)]),
    ],
)
def test_r9_58_r2_23_caves_of_single_sections(name: str, candidates: list[tuple[int, int]]) -> None:
    """A section has its cave on one of the mountains of the example, on each in some game, with any neighbours."""
    found = set()
    for seed in range(150):
        setup = new_setup(seed, sets=["base", "nomads", "caves"], sections=[f"{name}:0"])
        found |= {COORDINATES[h] for h in iter_hexes(setup.marked("caves") & SECTIONS[0])}
    assert found == {Coordinate(row, col) for row, col in candidates}


def test_r2_23_caves_may_be_chosen() -> None:
    """A cave is on the chosen mountain; the others are drawn as without the choice."""
    for seed in range(40):
        free = new_setup(seed, sets=ALL_SETS)
        for part in SECTIONS:
            for one in cave_candidates(free, part):
                setup = new_setup(seed, sets=ALL_SETS, caves=[one])
                assert format_hexes(setup.marked("caves") & part) == one
                assert setup.marked("caves") & ~part == free.marked("caves") & ~part


def test_r2_24_a_cave_is_a_mountain_in_every_respect() -> None:
    """A cave scores for miners and geologists, may have a wagon, and nothing that a mountain may not have."""
    drawing = """
        wagon G0 M G0 M G
          G    G   G  G  G
    """
    one, other = (
        table(
            drawing,
            pad="W",
            terrain="grass",
            cards=["miners", "geologists"],
            caves=caves,
            tiles={0: ["wagon@a1"]},
        )
        for caves in ([], ["c1", "e1"])
    )
    assert gold(one) == gold(other) == {"miners": 2, "geologists": 4, "castle": 0, "in_game": 0}
    assert hexes(one) == hexes(other)
    assert other.board.special_of(parse_hex("c1").hex) is None
    play(one, "wagon")
    play(other, "wagon")
    assert hexes(one) == hexes(other)
    assert "c1" in hexes(other)


@pytest.mark.parametrize("chosen", [None, "rope_bridge", "tree_house"])
def test_r2_25_the_island_has_two_tiles(chosen: str | None) -> None:
    """A side of the Island is chosen or drawn at random, and its location has two tiles."""
    sides: Counter[str] = Counter()
    for seed in range(100):
        game = new_game(seed, sets=["base", "island"], island=chosen)
        (at,) = (h for h in game.board.location_at if COORDINATES[h].island)
        side = answer_name(game.board.location_at[at])
        sides[side] += 1
        assert game.board.island is not None
        assert game.board.island.side == game.board.island.location == side
        place = COORDINATES[at]
        assert position_document(game)["tiles_left"][f"island,{place.row},{place.col}"] == 2
        assert (game.tiles_left >> at & 1, game.two_tiles_left >> at & 1) == (1, 1)
        assert game.board.island.rows[place.row][place.col] == "L"
    assert is_uniform(sides, ["rope_bridge", "tree_house"]) if chosen is None else sides == {chosen: 100}


@pytest.mark.parametrize("queenie", QUEENIES)
def test_r2_25_r2_23_r2_21_a_queenie_does_not_change_the_other_draws(queenie: str) -> None:
    """With or without a Queenie the seed gives the same sections, cards, tiles and hands."""
    for seed in range(30):
        with_it, without = new_game(seed, sets=[*BIG_SETS, queenie]), new_game(seed, sets=BIG_SETS)
        assert (*public_setup(with_it.setup)[:-1], with_it.setup.removed_terrain) == (
            *public_setup(without.setup)[:-1],
            without.setup.removed_terrain,
        )
        assert hands(with_it) == hands(without)
        assert with_it.deck == without.deck
        assert with_it.board.to_rows() == without.board.to_rows()


def test_r2_25_r8_5_the_older_conditions_are_not_applied() -> None:
    """Caves are used without Tavern, and the Island without Harbor and Lighthouse."""
    setup = new_setup(1, sets=ALL_SETS, sections=["quarry", "caravan", "farm", "oracle"])
    assert setup.marked("caves").bit_count() >= 1
    assert setup.board.island is not None


def test_r2_26_two_terrain_cards_are_dealt() -> None:
    """In the variant every player has two cards from the start, and the first player can choose between them."""
    game = new_game(2, players=4, two_cards=True, start=0)
    assert [len(hand) for hand in hands(game)] == [2] * 4
    assert len(game.deck.draw) == 17
    assert options(game) == set(hands(game)[0])
    assert new_game(2, players=4, start=0).setup.two_cards is False


def test_r2_27_without_lords() -> None:
    """In the variant the Lords card is never drawn, and otherwise it is."""
    with_lords, without = (
        {card for seed in range(100) for card in new_setup(seed, without_lords=out).cards} for out in (False, True)
    )
    assert with_lords == set(REGISTRY.card_ids("base"))
    assert without == with_lords - {"lords"}


# Seeds: two seeds determine everything.


def test_the_same_seeds_and_options_make_the_same_game() -> None:
    """Two games with the same seeds, options and answers are identical."""
    for seed in range(5):
        one, two = (new_game(seed, players=4, sets=ALL_SETS, deck_seed=seed + 1, cards=["lords"]) for _ in range(2))
        assert public_setup(one.setup) == public_setup(two.setup)
        assert one.to_record() == two.to_record()
        assert play_out(one).to_record() == play_out(two).to_record()
        assert len(one.deck.shuffles) > 1, "the game was to shuffle again"


def test_other_seeds_make_other_games() -> None:
    """A hundred seeds give a hundred different set-ups and decks."""
    games = [new_game(seed, sets=ALL_SETS) for seed in (*range(100), 1 << 64, 1 << 70)]
    assert len({repr(public_setup(game.setup)) for game in games}) == len(games)
    assert len({game.deck.shuffles for game in games}) == len(games)


def test_a_deck_seed_changes_only_the_terrain_cards() -> None:
    """Another deck seed gives the same set-up with other hands and another deck."""
    games = [new_game(12, players=5, sets=ALL_SETS, deck_seed=deck_seed) for deck_seed in range(20)]
    assert len({repr(public_setup(game.setup)) for game in games}) == 1
    assert len({game.deck.shuffles for game in games}) == 20
    assert len({repr(hands(game)) for game in games}) > 15


def test_the_deck_seed_alone_determines_the_terrain_cards() -> None:
    """Another first seed gives another set-up with the same deck."""
    sets = [name for name in ALL_SETS if name != "marshlands"]
    games = [new_game(seed, sets=sets, deck_seed=7) for seed in range(20)]
    assert len({game.deck.shuffles for game in games}) == 1
    assert len({repr(public_setup(game.setup)) for game in games}) == 20


@pytest.mark.usefixtures("only_the_box")
@pytest.mark.parametrize(
    ("choice", "decides"),
    [
        ({"cards": ["lords", "miners", "families"]}, {"cards", "removed", "deck"}),
        ({"cards": ["?", "lords"]}, {"cards"}),
        ({"tasks": ["advance"]}, {"tasks"}),
        ({"start": 0}, {"start"}),
        ({"deck_seed": 5}, {"deck"}),
        ({"players": 5}, {"start"}),
        ({"two_cards": True}, set()),
        ({"always_swamp_cards": True}, set()),
        ({"without_lords": True}, {"cards"}),
        ({"island": "rope_bridge"}, set()),
        ({"island": "tree_house"}, {"island"}),
        ({"capitols": ["c5"]}, set()),
        ({"capitols": ["c9"]}, {"capitols"}),
        ({"caves": ["g4", "l3"]}, {"caves"}),
        (
            {"sections": ["harbor:0", "quarry:0", "temple:0", "lighthouse_foresters_lodge:180"]},
            {"sections", "caves"},
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_a_choice_does_not_change_the_other_draws(choice: dict[str, Any], decides: set[str]) -> None:
    """With any choice, everything else is drawn as without it."""

    def drawn(**chosen: Any) -> dict[str, object]:
        setup = new_setup(702, **{"players": 3, "sets": ALL_SETS, **chosen})
        return {
            "sections": setup.board.sections,
            "cards": setup.cards,
            "tasks": setup.tasks,
            "nomads": dict(setup.nomad_tiles),
            "start": setup.start,
            "island": setup.board.island,
            "capitols": format_hexes(setup.marked("capitols")),
            "caves": format_hexes(setup.marked("caves")),
            "removed": setup.removed_terrain,
            "deck": Game(replace(setup, start=0, players=3)).deck.shuffles,
        }

    chosen, free = drawn(**choice), drawn()
    assert {key for key in free if chosen[key] != free[key]} == decides
    assert chosen == drawn(**choice)


def test_what_is_chosen_is_not_drawn_again() -> None:
    """Chosen cards, tasks and sections keep their places and are not drawn a second time."""
    for seed in range(100):
        setup = new_setup(
            seed, sets=["crossroads"], sections=["?", "city_hall_fort"], cards=["?", "lords"], tasks=["?", "?", "road"]
        )
        assert (section_names(setup)[1], setup.cards[1], setup.tasks[2]) == ("city_hall_fort", "lords", "road")
        for found in (section_names(setup), setup.cards, setup.tasks):
            assert len(set(found)) == len(found)


@pytest.mark.usefixtures("only_the_box")
def test_one_fixed_seed_on_every_machine() -> None:
    """Seed 229 gives this set-up and this deck, on every machine and with every Python version."""
    game = new_game(229, players=3, sets=["base", "nomads", "crossroads"])
    assert game.to_record().splitlines() == [
        "kingdom-builder/record-1",
        "rules: 1",
        "players: 3",
        "start: 2",
        "sets: base nomads crossroads",
        "sections: monastery_wagon:180 quarry:180 barn:0 barracks_crossroads:0",
        "cards: ambassadors discoverers farmers",
        "tasks: compass_points place_of_refuge",
        "nomads: o3=donation:canyon m5=treasure r5=donation:flower",
        "seeds: 229 12952824117426829941",
        "shuffles: CTFDFTCGGTDGFCFDGTCGFTDCD",
        "answers:",
    ]
    assert hands(game) == [["forest"], ["flower"], ["canyon"]]
    assert game.to_play == 2


@pytest.mark.usefixtures("only_the_box")
def test_one_fixed_seed_with_everything_on_every_machine() -> None:
    """Seed 702 with all sets gives this set-up and deck; most caves are left out, they depend on placeholder maps."""
    game = new_game(702, players=3, sets=ALL_SETS)
    assert [line for line in game.to_record().splitlines() if not line.startswith("caves:")] == [
        "kingdom-builder/record-1",
        "rules: 1",
        "players: 3",
        "start: 1",
        "sets: base nomads crossroads marshlands harvest capitol caves island",
        "sections: harbor:0 quarry:0 temple:180 lighthouse_foresters_lodge:0",
        "cards: scouts workers travellers",
        "tasks: fortress",
        "nomads: m6=resettlement r6=donation:water p8=donation:flower",
        "island: rope_bridge",
        "capitols: c5",
        "removed: grass",
        "variants: swamp_cards",
        "seeds: 702 16156603083513807897",
        "shuffles: CTDfcTCdDDCTFCDtDTFFFTFC",
        "answers:",
    ]
    assert hands(game) == [["desert"], ["canyon"], ["forest"]]
    assert format_hexes(game.setup.marked("caves") & SECTIONS[1]) == "t3"


def test_one_fixed_first_game_on_every_machine() -> None:
    """Deck seed 1 deals these hands in the first game, on every machine and with every Python version."""
    game = Game(first_game(1, players=5, start=0, deck_seed=1))
    assert hands(game) == [["canyon"], ["forest"], ["grass"], ["flower"], ["grass"]]


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]),
    ],
)
def test_rng_is_splitmix64(seed: int, expected: list[int]) -> None:
    """The numbers are the published ones of SplitMix64."""
    rng = Rng(seed)
    assert [rng.next64() for _ in expected] == expected


def test_shuffles_are_uniform() -> None:
    """Every order of four items is as likely as any other."""
    rng = Rng(4)
    orders = Counter(rng.shuffled("abcd") for _ in range(4800))
    assert is_uniform(orders, permutations("abcd"))


def test_consecutive_seeds_are_independent() -> None:
    """With seeds 0, 1, 2, ... each item is first, and last, equally often."""
    items = range(25)
    for stream in ((), (3,)):
        orders = [Rng(seed, *stream).shuffled(items) for seed in range(5000)]
        assert is_uniform(Counter(order[0] for order in orders), items)
        assert is_uniform(Counter(order[-1] for order in orders), items)


def test_streams_of_a_seed_are_independent() -> None:
    """The draws of one stream of a seed do not depend on those of another."""
    pairs = Counter((Rng(seed, 1).randbelow(5), Rng(seed, 2).randbelow(5)) for seed in range(5000))
    assert is_uniform(pairs, [(a, b) for a in range(5) for b in range(5)])


def test_shuffling_and_choosing_keep_the_items() -> None:
    """A shuffle has the same items, a choice is one of them, and `randbelow` is below its limit."""
    rng = Rng(9)
    for n in range(1, 30):
        assert sorted(rng.shuffled(range(n))) == list(range(n))
        assert rng.choice(range(n)) in range(n)
        assert rng.randbelow(n) in range(n)
    assert rng.shuffled([]) == ()


# Wrong options.


CAPITOL_SECTIONS = ["oracle:0", "farm:0", "tower:0", "barn:0"]
"""Oracle has its castles on d2 and c8, Farm one on l2."""
CAVE_SECTIONS = ["farm:0", "oasis:0", "tower:0", "barn:0"]
"""Farm can have its cave on e8 or b9 and on no other mountain; Oasis has no mountain."""

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"sets": ["base", "seafarers"]}, "sets: 'seafarers' is not a set"),
    ({"sets": ["queenies"]}, "sets: 'queenies' is not a set"),
    ({"sets": ["Harvest"]}, "sets: 'Harvest' is not a set"),
    ({"sets": ["island", "island"]}, "sets: 'island' is named twice"),
    ({"sets": ["base", "base"]}, "sets: 'base'"),
    ({"sections": ["atlantis"]}, "sections: 'atlantis' is not a section"),
    ({"sections": ["farm", "farm"]}, "sections: 'farm' can be used once only"),
    ({"sections": ["farm:0", "?", "farm:180"]}, "sections: 'farm' can be used once only"),
    ({"sections": ["farm", "oasis", "tower", "barn", "tavern"]}, "sections: a board has 4 sections, not 5"),
    ({"sections": ["quarry"]}, "sections: 'quarry' belongs to nomads, which is not among the sets in use"),
    ({"sections": ["temple"]}, "sections: 'temple' belongs to marshlands, which is not among the sets in use"),
    (
        {"sets": ["capitol", "caves"], "sections": ["bazaar_water_mill"]},
        "sections: 'bazaar_water_mill' belongs to harvest, which is not among the sets in use",
    ),
    ({"sets": ["base", "island"], "sections": ["island_tree_house"]}, "sections: 'island_tree_house' is not a section"),
    ({"sets": ["base", "island"], "sections": ["tree_house"]}, "sections: 'tree_house' is not a section"),
    ({"sections": ["farm:90"]}, "sections: a section is turned by 0 or 180 degrees, not '90'"),
    ({"sections": ["farm:"]}, "sections: a section is turned by 0 or 180 degrees, not ''"),
    ({"sections": ["?:left"]}, "sections: a section is turned by 0 or 180 degrees, not 'left'"),
    ({"cards": ["pirates"]}, "cards: 'pirates' is not among those in use"),
    ({"cards": ["families"]}, "cards: 'families' is not among those in use"),
    ({"cards": ["scouts"]}, "cards: 'scouts' is not among those in use"),
    ({"sets": ["harvest"], "cards": ["captains"]}, "cards: 'captains' is not among those in use"),
    ({"cards": ["lords"], "without_lords": True}, "cards: 'lords' is not among those in use"),
    ({"cards": ["lords", "?", "lords"]}, "cards: 'lords' can be used once only"),
    ({"cards": ["lords", "miners", "knights", "workers"]}, "cards: 4 chosen, but this game has 3"),
    ({"sets": ["crossroads"], "tasks": ["chess"]}, "tasks: 'chess' is not among those in use"),
    ({"sets": ["crossroads"], "tasks": ["road", "road"]}, "tasks: 'road' can be used once only"),
    ({"sets": ["crossroads"], "tasks": [*REGISTRY.task_ids[:5]]}, "tasks: 5 chosen, but this game has 4"),
    ({"tasks": ["road"]}, "tasks: 1 chosen, but this game has 0"),
    ({"start": 2}, "start: there is no seat 2, seats go from 0 to 1"),
    ({"start": -1}, "start: there is no seat -1, seats go from 0 to 1"),
    ({"seed": -1}, "seed: a seed is a whole number from 0"),
    ({"deck_seed": -1}, "seed: a seed is a whole number from 0"),
    ({"sets": ["island"], "island": "atlantis"}, "island: 'atlantis' is not a side of the Island"),
    ({"sets": ["island"], "island": "Tree house"}, "island: 'Tree house' is not a side of the Island"),
    ({"sets": ["island"], "island": ""}, "island: '' is not a side of the Island"),
    *(
        ({"sets": ["capitol"], "sections": CAPITOL_SECTIONS, "capitols": capitols}, "capitols: ")
        for capitols in (["a1"], ["i:a1"], ["d2", "c8"], ["u1"], [""], ["castle"], ["d2", "x"], ["l9"])
    ),
    ({"sets": ["capitol"], "sections": ["farm:0", "tower", "barn", "tavern"], "capitols": ["b2"]}, "capitols: "),
    *(
        ({"sets": ["caves"], "sections": CAVE_SECTIONS, "caves": caves}, "caves: ")
        for caves in (["a1"], ["b6"], ["e8", "b9"], ["i:a1"], ["z9"], [""], ["e8", "cave"])
    ),
    ({"sets": ["base"], "island": "tree_house"}, "island: "),
    ({"sets": ["base"], "island": "atlantis"}, "island: "),
    ({"sections": CAPITOL_SECTIONS, "capitols": ["d2"]}, "capitols: "),
    ({"sections": CAVE_SECTIONS, "caves": ["e8"]}, "caves: "),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG, ids=[f"{i}-{message}" for i, (_, message) in enumerate(WRONG)])
@pytest.mark.parametrize("make", [new_game, new_setup], ids=["game", "setup"])
def test_wrong_options_are_rejected_in_one_line(
    make: Callable[..., object], wrong: dict[str, Any], message: str
) -> None:
    """An impossible option raises a SetupError of one line that names the option and what is wrong with it."""
    with pytest.raises(SetupError) as error:
        make(**{"seed": 1, **wrong})
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_a_wrong_start_in_the_first_game() -> None:
    """The first game checks its options too."""
    with pytest.raises(ValueError, match=r"^start: there is no seat 4, seats go from 0 to 3$"):
        new_first_game(1, players=4, start=4)
    with pytest.raises(ValueError, match=r"^players: 6 is not possible, 2 to 5 can play$"):
        new_first_game(1, players=6)
